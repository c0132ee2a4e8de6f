"""Champions' config: the parameters of CH-2.1 with their bounds and defaults."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from referee.core.config import GameConfig
from referee.core.errors import ConfigError
from referee.games.champions.tables import MOST_LOOT_ACTIONS, Scoring
from referee.kit.records import Number, OneOf

__all__ = ["STAGE_LENGTHS", "ChampionsConfig", "FirstConfig"]

STAGE_LENGTHS = (2, 2, 2)
"""Most rounds on 4x4, 3x3 and 2x2 where the config says nothing."""
_FIRST_STAGE_ROUNDS = 8
"""The same for all of them in version 1."""

_Rounds = Annotated[int, Field(ge=2, le=100)]


def _tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _lengths(earlier: dict[str, Any]) -> tuple[int, ...]:
    """Return what `stage_rounds` says of all sizes; the default if it is absent."""
    rounds = earlier.get("stage_rounds")
    return STAGE_LENGTHS if rounds is None else (rounds,) * len(STAGE_LENGTHS)


class ChampionsConfig(GameConfig):
    """Parameters of a match (CH-2.1). Seed and number of players are the match's own."""

    loot_actions: int = Field(default=3, ge=1, le=MOST_LOOT_ACTIONS)
    """Looting actions of a seat in a round."""
    stage_rounds: _Rounds | None = None
    """Most rounds that a map size may last, the same for all sizes (CH-5.41); not with stage_lengths. Default 8
    in version 1 of the rules, else absent."""
    stage_lengths: Annotated[
        tuple[_Rounds, ...], Field(min_length=3, max_length=3), BeforeValidator(_tuple), Number(7)
    ] = Field(default_factory=_lengths, json_schema_extra={"default": list(STAGE_LENGTHS)})
    """Most rounds that 4x4, 3x3 and 2x2 may last (CH-5.41); not in version 1 of the rules. Default: see the
    rulebook."""
    max_rounds: Annotated[int, Number(3)] = Field(default=36, ge=1, le=200)
    """Rounds after which the match ends in any case (CH-7.1)."""
    msgs_per_action: Annotated[int, Number(4)] = Field(default=2, ge=0, le=8)
    """Chat messages of a seat at a decision point."""
    msg_bytes: Annotated[int, Number(5)] = Field(default=200, ge=1, le=1000)
    """Most bytes of a message in UTF-8."""
    deadline_ms: Annotated[int, Number(6)] = Field(default=2000, ge=50, le=600_000)
    """Suggested move time in milliseconds; the match's time control decides."""
    scoring: Annotated[Literal["outlast", "royale"], OneOf(Scoring)] = "royale"
    """What seats are ranked by: who lasts longer, or points for places and kills (CH-7.2 to CH-7.4).
    In version 1 of the rules outlast."""

    @model_validator(mode="after")
    def _one_or_the_other(self) -> Self:
        given = {"stage_rounds", "stage_lengths"} <= self.model_fields_set
        if given and self.stage_rounds is not None:
            raise ConfigError("stage_rounds", "absent if stage_lengths is set", self.stage_rounds)
        return self


class FirstConfig(ChampionsConfig):
    """Parameters of a match under the rules of version 1, which knows one length and one ranking."""

    stage_rounds: _Rounds = _FIRST_STAGE_ROUNDS
    """Most rounds that a map size may last (CH-5.41)."""
    scoring: Literal["outlast"] = "outlast"
    """What seats are ranked by: who lasts longer (CH-7.2)."""

    @model_validator(mode="after")
    def _no_lengths(self) -> Self:
        if "stage_lengths" in self.model_fields_set:
            raise ConfigError(
                "stage_lengths", "absent in version 1 of the rules", list(self.stage_lengths)
            )
        return self
