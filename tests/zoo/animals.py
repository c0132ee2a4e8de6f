"""The animals of the zoo, and what must become of each: the table in `bots/animals.toml`, read."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path
from typing import Any

__all__ = ["BOTS", "Animal", "animals"]

BOTS = Path(__file__).with_name("bots")


@dataclasses.dataclass(frozen=True)
class Animal:
    """A bad bot that talks to the referee itself."""

    module: str
    """Where it is."""
    function: str
    """What it is there."""
    cause: str
    """Why its match ends."""
    forfeit: str = ""
    """Why its seat is taken out; empty if it is not."""
    reasons: tuple[str, ...] = ()
    """What it is told, each once, in the order of coming."""
    perhaps: tuple[str, ...] = ()
    """What it may be told besides, as its rival is quicker or slower, or before its stream ends."""
    statuses: tuple[str, ...] = ()
    """How its streams end as far as it hears."""
    plays: bool = False
    """Whether its play counts, so that it may as well win."""
    seconds: int = 60
    """Join limit of its match, on a machine that does nothing else."""
    stays: bool = False
    """Whether it stays until it is killed."""

    def __str__(self) -> str:
        return f"{self.module}.{self.function}"


def animals() -> list[Animal]:
    """All of them."""
    table = tomllib.loads((BOTS / "animals.toml").read_text())
    return [
        Animal(module, function, **_frozen(row))
        for module, rows in table.items()
        for function, row in rows.items()
    ]


def _frozen(row: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
