"""Parameters of a random level (DA-2.13)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator

from referee.core.config import GameConfig
from referee.kit.records import Entries

__all__ = ["PieceCount", "RandomSpec"]


class PieceCount(NamedTuple):
    """Number of pieces of one type in a random level."""

    code: str
    """Code of the type of pieces."""
    count: Annotated[int, Field(ge=0, le=341)]  # type: ignore[assignment]  # not the method of tuples
    """Number of pieces; at most a third of the cells."""


def _as_tuples(value: object) -> object:
    """Return lists as tuples, since a config is strict but JSON has only lists."""
    return tuple(map(_as_tuples, value)) if isinstance(value, list | tuple) else value


class RandomSpec(GameConfig):
    """Size, walls and pieces of a random level (DA-2.13)."""

    w: int = Field(ge=5, le=32)
    """Width of the level in cells."""
    h: int = Field(ge=5, le=32)
    """Height of the level in cells."""
    wall: int = Field(ge=0, le=40)
    """Chance of each cell to be a wall, in percent."""
    pieces: Annotated[
        tuple[tuple[str, Annotated[int, Field(ge=0)]], ...],
        BeforeValidator(_as_tuples),
        Entries(PieceCount),
    ]
    """Code and count of each type of pieces, placed in this order; at most a third of the cells in all."""

    @field_validator("pieces")
    @classmethod
    def _leave_room(
        cls, pieces: tuple[tuple[str, int], ...], info: ValidationInfo
    ) -> tuple[tuple[str, int], ...]:
        if "w" in info.data and "h" in info.data:
            most = info.data["w"] * info.data["h"] // 3
            if sum(count for _, count in pieces) > most:
                raise ValueError(f"at most {most} pieces in all, a third of the cells")
        return tuple([PieceCount(*piece) for piece in pieces])
