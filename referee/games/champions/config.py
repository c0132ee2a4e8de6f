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
"""Default of `stage_lengths`: highest numbers of rounds on the 4x4, 3x3 and 2x2 map."""
_FIRST_STAGE_ROUNDS = 8
"""Default highest number of rounds on a map of any size in version 1 of the rules."""

_Rounds = Annotated[int, Field(ge=2, le=100)]


def _tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _lengths(earlier: dict[str, Any]) -> tuple[int, ...]:
    """Return the default of `stage_lengths`: `stage_rounds` for each map size, or STAGE_LENGTHS.

    Args:
        earlier: Values of the fields declared before `stage_lengths`, by name. STAGE_LENGTHS is
            returned if `stage_rounds` is absent or None.
    """
    rounds = earlier.get("stage_rounds")
    return STAGE_LENGTHS if rounds is None else (rounds,) * len(STAGE_LENGTHS)


class ChampionsConfig(GameConfig):
    """Parameters of a match (CH-2.1).

    Seed and number of players belong to the match, not to the config.
    """

    loot_actions: int = Field(default=3, ge=1, le=MOST_LOOT_ACTIONS)
    """Number of looting actions of each seat in a round."""
    stage_rounds: _Rounds | None = None
    """Highest number of rounds that a map may last, the same for all map sizes (CH-5.41); may not
    be set together with stage_lengths. Default 8 in version 1 of the rules, else absent.
    """
    stage_lengths: Annotated[
        tuple[_Rounds, ...], Field(min_length=3, max_length=3), BeforeValidator(_tuple), Number(7)
    ] = Field(default_factory=_lengths, json_schema_extra={"default": list(STAGE_LENGTHS)})
    """Highest numbers of rounds that the 4x4, 3x3 and 2x2 map may last (CH-5.41); not in version 1
    of the rules. Default: `stage_rounds` for each map size if that is set, else 2 for each.
    """
    max_rounds: Annotated[int, Number(3)] = Field(default=36, ge=1, le=200)
    """Highest number of rounds: the match ends after this round in any case (CH-7.1)."""
    msgs_per_action: Annotated[int, Number(4)] = Field(default=2, ge=0, le=8)
    """Highest number of chat messages that a seat may send at a decision point."""
    msg_bytes: Annotated[int, Number(5)] = Field(default=200, ge=1, le=1000)
    """Highest size of a chat message in bytes of UTF-8."""
    deadline_ms: Annotated[int, Number(6)] = Field(default=2000, ge=50, le=600_000)
    """Suggested move time of a decision, in milliseconds; the match's time control decides."""
    scoring: Annotated[Literal["outlast", "royale"], OneOf(Scoring)] = "royale"
    """What ranks the seats: lasting longer (outlast), or points for places and kills (royale;
    CH-7.2 to CH-7.4). In version 1 of the rules always outlast.
    """

    @model_validator(mode="after")
    def _one_or_the_other(self) -> Self:
        given = {"stage_rounds", "stage_lengths"} <= self.model_fields_set
        if given and self.stage_rounds is not None:
            raise ConfigError("stage_rounds", "absent if stage_lengths is set", self.stage_rounds)
        return self


class FirstConfig(ChampionsConfig):
    """Parameters of a match under version 1 of the rules, with one stage length and one scoring."""

    stage_rounds: _Rounds = _FIRST_STAGE_ROUNDS
    """Highest number of rounds that a map of any size may last (CH-5.41)."""
    scoring: Literal["outlast"] = "outlast"
    """What ranks the seats: always lasting longer (CH-7.2)."""

    @model_validator(mode="after")
    def _no_lengths(self) -> Self:
        if "stage_lengths" in self.model_fields_set:
            raise ConfigError(
                "stage_lengths", "absent in version 1 of the rules", list(self.stage_lengths)
            )
        return self
