"""Records that a seat may see (SW-6), field by field, and the columns of public state (the open table) that hold them."""

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
    """A reason code for a part of a seat's own last action. Seen by that seat alone."""

    code: ReasonCode
    """Why the part did not count."""
    field: str
    """Name of the field of Action that the notice is about; empty if about the whole action."""


class Setting(NamedTuple):
    """What one seat has set in a round, as it counted (SW-4.4 to SW-4.7)."""

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
    """Game that the round belongs to, from 1."""
    round: RoundNumber
    """Number of the round in its game, from 1."""
    settings: tuple[Setting, Setting]
    """What each seat had set."""
    blow: tuple[Power, Power]
    """Sword points of each seat that the rival's shield did not stop (SW-5.3)."""
    landed: tuple[bool, bool]
    """Whether each seat's blow was dealt: false for a seat that was slain before it struck (SW-5.5)."""
    first: SeatOrNone
    """Seat that struck first; -1 if both struck at once."""
    life_before: Lives
    """Life of both seats before the round."""
    life_after: Lives
    """Life of both seats after the round."""


class Table(NamedTuple):
    """The open table: everything that everybody may always see (SW-6.1)."""

    game: Annotated[GameNumber, Number(2)]
    """Current game, from 1."""
    round: Annotated[RoundNumber, Number(3)]
    """Number of the current round in the current game, from 1."""
    life: Annotated[Lives, Number(4)]
    """Current life of both seats."""
    points: Annotated[Points, Number(5)]
    """Game points of both seats so far: 2 for a win, 1 for a draw."""
    last_round: Annotated[Round | None, Number(6)]
    """The last round played, of the current game or the one before; absent before the first."""
    config: Annotated[SwordmanConfig, Number(8)]
    """Config of the match, with every field set."""


class Observation(NamedTuple):
    """What a seat may know when it makes a setting (SW-6.1).

    All but seat and notices is the same for both seats. Pairs are in seat order.
    """

    seat: Annotated[int, Field(ge=0, le=1)]
    """Index of the seat that this observation is for."""
    table: Annotated[Table, Inline()]
    """The open table, which is the same for both seats."""
    notices: Annotated[tuple[Notice, ...], Number(7), Field(max_length=5)]
    """Notices about parts of this seat's own last action that did not count; empty if it counted in full."""


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
"""Columns of the last round. Its number is in the column after `PLAYED_GAME`."""
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
"""Where each field of `Table` is in a match's row of the open table."""
