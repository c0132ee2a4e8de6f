"""What a seat may see (DM-6), field by field, and where it is in the open table."""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

from pydantic import Field

from referee.games.diceman import columns as c
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.tables import (
    MAX_ENTRIES,
    MAX_NOTICES,
    NUM_COMBOS,
    NUM_DICE,
    NUM_SEATS,
    ReasonCode,
)
from referee.games.duel import GameNumber, Lives, Points, Seat
from referee.kit.records import Inline, Number, Wrap
from referee.kit.rows import RowOf

__all__ = [
    "LAST_ROUND",
    "PHASES",
    "ROLLS",
    "TABLE",
    "Notice",
    "Observation",
    "Order",
    "Phase",
    "PickCounts",
    "Roll",
    "Round",
    "Table",
]

RoundNumber: TypeAlias = Annotated[int, Field(ge=1, le=10_000)]
Damage: TypeAlias = Annotated[int, Field(ge=0, le=100)]
Damages: TypeAlias = tuple[Damage, Damage]
Value: TypeAlias = Annotated[int, Field(ge=0, le=100)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=10_000_000)]


class Order(NamedTuple):
    """The decision of a round (DM-4.4)."""

    dice: Annotated[
        tuple[Annotated[int, Field(ge=0, le=2**31 - 1)], ...], Field(max_length=MAX_ENTRIES)
    ] = ()
    """Ids of the two different dice to roll, in any order: 0 Magic, 1 Priority, 2 Sword, 3 Shield. At most
    8 entries are read; bad ones are refused one by one, and missing ones filled in (DM-4.5, DM-4.6)."""
    bad_form: bool = False
    """Set by what reads answers in text form, where one is no object with a list of dice: sword and shield
    are played and dice is not looked at (DM-4.8)."""


class Notice(NamedTuple):
    """A reason code for a seat's own last action. Seen by that seat alone."""

    code: ReasonCode
    """The reason."""
    index: Annotated[int, Field(ge=-1, le=MAX_ENTRIES)]  # type: ignore[assignment]  # not the method of tuples
    """Index of the entry it is about, or -1."""


class Roll(NamedTuple):
    """What one seat rolled."""

    combo: Annotated[int, Field(ge=0, le=NUM_COMBOS - 1)]
    """Combination id: 0 MP, 1 MS, 2 MH, 3 PS, 4 PH, 5 SH (DM-3.2)."""
    values: tuple[Value, Value, Value, Value]
    """Values of Magic, Priority, Sword and Shield; 0 for a die not held."""


class Phase(NamedTuple):
    """One priority phase in which a seat was active (DM-3.5). Pairs are in seat order."""

    number: Annotated[int, Field(ge=0, le=100)]
    """Number of the phase, from die_priority down to 0."""
    edge: Damages
    """Unblockable damage by sword and priority (DM-5.5)."""
    preempt: Damages
    """Unblockable damage by shield and priority (DM-5.6)."""
    sword: Damages
    """Sword damage past the shield (DM-5.7)."""
    magic: Damages
    """Magic damage (DM-5.9)."""
    duel: bool
    """Whether two Magics met (DM-5.9.1)."""
    life: Lives
    """Life of both after the phase."""


class Round(NamedTuple):
    """A round that has been played (DM-3.5). Pairs are in seat order."""

    game: GameNumber
    """Game it belongs to."""
    round: RoundNumber
    """Its number in that game."""
    result: Annotated[int, Field(ge=0, le=3), Number(0)]
    """How the game stands after it, see `duel`."""
    rolls: Annotated[tuple[Roll, Roll], Number(3)]
    """What was rolled."""
    phases: Annotated[tuple[Phase, ...], Number(4), Field(min_length=1, max_length=2)]
    """Phases in which a seat was active, the highest first."""
    life_before: Annotated[Lives, Number(5)]
    """Life of both before the round."""
    life_after: Annotated[Lives, Number(6)]
    """Life of both after the round."""


class PickCounts(NamedTuple):
    """How often a seat has picked each combination, by combination id."""

    counts: tuple[Count, Count, Count, Count, Count, Count]
    """Six counts over the whole match."""


Counts: TypeAlias = Annotated[tuple[int, int, int, int, int, int], Wrap(PickCounts)]


class Table(NamedTuple):
    """What everybody may see, always (DM-6.1)."""

    game: Annotated[GameNumber, Number(2)]
    """Current game."""
    round: Annotated[RoundNumber, Number(3)]
    """Current round in that game."""
    life: Annotated[Lives, Number(4)]
    """Life of both."""
    points: Annotated[Points, Number(5)]
    """Game points of both: 2 for a win, 1 for a draw."""
    pick_counts: Annotated[tuple[Counts, Counts], Number(6)]
    """Combinations picked so far by both."""
    last_round: Annotated[Round | None, Number(7)]
    """The last round played, of this game or the one before; absent at first."""
    config: Annotated[DicemanConfig, Number(9)]
    """The match's config, complete."""


class Observation(NamedTuple):
    """What a seat may know at a choice (DM-6.1).

    All but seat and notices is the same for both seats. Pairs are in seat order.
    """

    seat: Seat
    """The seat this is for."""
    table: Annotated[Table, Inline()]
    """What is open."""
    notices: Annotated[tuple[Notice, ...], Number(8), Field(max_length=MAX_NOTICES)]
    """What did not count of this seat's own last action; empty if it counted in full."""


ROLLS = tuple(
    RowOf(Roll, combo=c.COMBO + seat, values=c.VALUES + NUM_DICE * seat)
    for seat in range(NUM_SEATS)
)
"""What both have rolled in the last round."""
PHASES = tuple(
    RowOf(Phase, present=c.NUM_PHASES, above=place, number=c.PHASES + c.PHASE_WIDTH * place)
    for place in range(NUM_SEATS)
)
"""The phases of the last round, those that there are; their columns are in the order of the fields."""
LAST_ROUND = RowOf(
    Round,
    present=c.PLAYED_GAME,
    game=c.PLAYED_GAME,
    rolls=ROLLS,
    phases=PHASES,
    life_before=c.LIFE_BEFORE,
    life_after=c.LIFE_AFTER,
)
"""The last round in a row; its number and result are behind its game."""
TABLE = RowOf(
    Table,
    with_presence=frozenset({DicemanConfig}),
    game=c.GAME,
    round=c.ROUND,
    life=c.LIFE,
    points=c.POINTS,
    pick_counts=c.PICK_COUNTS,
    last_round=LAST_ROUND,
    config=c.FULL_LIFE,
)
"""The open table in a row."""
