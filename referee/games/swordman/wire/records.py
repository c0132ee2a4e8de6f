"""What a seat may see (SW-6), field by field, and where it is in the open table."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from pydantic import Field

from referee.games.duel import GameNumber, Lives, Points, SeatOrNone
from referee.games.swordman import columns as c
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.tables import ReasonCode
from referee.kit.records import Inline, Number
from referee.kit.rows import RowOf

__all__ = ["LAST_ROUND", "TABLE", "Notice", "Observation", "Round", "Setting", "Table"]

Power = Annotated[int, Field(ge=0, le=100)]
Place = Annotated[int, Field(ge=-1, le=8)]
RoundNumber = Annotated[int, Field(ge=1, le=10_000)]


class Notice(NamedTuple):
    """A reason code for a seat's own last action. Seen by that seat alone."""

    code: ReasonCode
    """The reason."""
    field: str
    """Name of the field of Action that it is about; empty if about the whole."""


class Setting(NamedTuple):
    """What one seat has set, as it counted (SW-4.4 to SW-4.7)."""

    sword: Power
    """Points in the sword, at most `power`."""
    shield: Power
    """Points in the shield, at most `power`."""
    priority: Power
    """Points in priority, at most `power`."""
    sword_at: Place
    """Location of the sword; -1 if it has no point."""
    shield_at: Place
    """Location of the shield; -1 if it has no point."""


class Round(NamedTuple):
    """A round that has been played (SW-3.2). Pairs are in seat order."""

    game: GameNumber
    """Game it belongs to."""
    round: RoundNumber
    """Its number in that game."""
    settings: tuple[Setting, Setting]
    """What both had set."""
    blow: tuple[Power, Power]
    """Sword points of each seat that no shield stopped (SW-5.3)."""
    landed: tuple[bool, bool]
    """Whether each seat's blow was dealt: false for one slain before (SW-5.5)."""
    first: SeatOrNone
    """Seat that struck first; -1 if both struck at once."""
    life_before: Lives
    """Life of both before the round."""
    life_after: Lives
    """Life of both after the round."""


class Table(NamedTuple):
    """What everybody may see, always (SW-6.1)."""

    game: Annotated[GameNumber, Number(2)]
    """Current game."""
    round: Annotated[RoundNumber, Number(3)]
    """Current round in that game."""
    life: Annotated[Lives, Number(4)]
    """Life of both."""
    points: Annotated[Points, Number(5)]
    """Game points of both: 2 for a win, 1 for a draw."""
    last_round: Annotated[Round | None, Number(6)]
    """The last round played, of this game or the one before; absent at first."""
    config: Annotated[SwordmanConfig, Number(8)]
    """The match's config, complete."""


class Observation(NamedTuple):
    """What a seat may know at a setting (SW-6.1).

    All but seat and notices is the same for both seats. Pairs are in seat order.
    """

    seat: Annotated[int, Field(ge=0, le=1)]
    """The seat this is for."""
    table: Annotated[Table, Inline()]
    """What is open."""
    notices: Annotated[tuple[Notice, ...], Number(7), Field(max_length=5)]
    """What did not count of this seat's own last action; empty if it counted in full."""


LAST_ROUND = RowOf(
    Round,
    present=c.PLAYED_GAME,
    game=c.PLAYED_GAME,
    settings=c.SETTINGS,
    blow=c.BLOW,
    landed=c.LANDED,
    first=c.FIRST,
    life_before=c.LIFE_BEFORE,
    life_after=c.LIFE_AFTER,
)
"""The last round in a row; PLAYED_ROUND is behind PLAYED_GAME."""
TABLE = RowOf(
    Table,
    with_presence=frozenset({SwordmanConfig}),
    game=c.GAME,
    round=c.ROUND,
    life=c.LIFE,
    points=c.POINTS,
    last_round=LAST_ROUND,
    config=c.POWER,
)
"""The open table in a row."""
