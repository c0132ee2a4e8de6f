"""Records that a seat may see (DM-6), field by field, and the columns of public state (the open table) that hold them."""

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
    """The decision of a seat in a round (DM-4.4)."""

    dice: Annotated[
        tuple[Annotated[int, Field(ge=0, le=2**31 - 1)], ...], Field(max_length=MAX_ENTRIES)
    ] = ()
    """Ids of the two different dice to roll, in any order: 0 Magic, 1 Priority, 2 Sword, 3 Shield. At most
    8 entries are read; bad ones are refused one by one, and missing ones filled in (DM-4.5, DM-4.6).
    """
    bad_form: bool = False
    """Set by programs that read answers in text form, when the answer is no object with a list of dice: sword and
    shield are played and `dice` is ignored (DM-4.8).
    """


class Notice(NamedTuple):
    """A reason code for a part of a seat's own last action. Seen by that seat alone."""

    code: ReasonCode
    """Why the part did not count."""
    index: Annotated[int, Field(ge=-1, le=MAX_ENTRIES)]  # type: ignore[assignment]  # not the method of tuples
    """Index of the entry of the action's list that the notice is about; -1 if about the whole action."""


class Roll(NamedTuple):
    """What one seat rolled in a round."""

    combo: Annotated[int, Field(ge=0, le=NUM_COMBOS - 1)]
    """Combination id: 0 MP, 1 MS, 2 MH, 3 PS, 4 PH, 5 SH (DM-3.2)."""
    values: tuple[Value, Value, Value, Value]
    """Values rolled with Magic, Priority, Sword and Shield; 0 for a die that the seat did not hold."""


class Phase(NamedTuple):
    """One priority phase in which a seat was active (DM-3.5). Pairs are in seat order."""

    number: Annotated[int, Field(ge=0, le=100)]
    """Number of the phase, from die_priority down to 0."""
    edge: Damages
    """Unblockable damage dealt by each seat with sword and priority (DM-5.5)."""
    preempt: Damages
    """Unblockable damage dealt by each seat with shield and priority (DM-5.6)."""
    sword: Damages
    """Sword damage dealt by each seat past the rival's shield (DM-5.7)."""
    magic: Damages
    """Magic damage dealt by each seat (DM-5.9)."""
    duel: bool
    """Whether the Magic of both seats met in a duel (DM-5.9.1)."""
    life: Lives
    """Life of both seats after the phase."""


class Round(NamedTuple):
    """A round that has been played (DM-3.5). Pairs are in seat order."""

    game: GameNumber
    """Game that the round belongs to, from 1."""
    round: RoundNumber
    """Number of the round in its game, from 1."""
    result: Annotated[int, Field(ge=0, le=3), Number(0)]
    """How the game stands after the round: 0 goes on, 1 won by seat 0, 2 won by seat 1, 3 drawn."""
    rolls: Annotated[tuple[Roll, Roll], Number(3)]
    """What each seat rolled."""
    phases: Annotated[tuple[Phase, ...], Number(4), Field(min_length=1, max_length=2)]
    """Phases in which a seat was active, the highest first."""
    life_before: Annotated[Lives, Number(5)]
    """Life of both seats before the round."""
    life_after: Annotated[Lives, Number(6)]
    """Life of both seats after the round."""


class PickCounts(NamedTuple):
    """How often a seat has picked each combination, by combination id."""

    counts: tuple[Count, Count, Count, Count, Count, Count]
    """Six counts over the whole match: one for each combination, by combination id."""


Counts: TypeAlias = Annotated[tuple[int, int, int, int, int, int], Wrap(PickCounts)]


class Table(NamedTuple):
    """The open table: everything that everybody may always see (DM-6.1)."""

    game: Annotated[GameNumber, Number(2)]
    """Current game, from 1."""
    round: Annotated[RoundNumber, Number(3)]
    """Number of the current round in the current game, from 1."""
    life: Annotated[Lives, Number(4)]
    """Current life of both seats."""
    points: Annotated[Points, Number(5)]
    """Game points of both seats so far: 2 for a win, 1 for a draw."""
    pick_counts: Annotated[tuple[Counts, Counts], Number(6)]
    """How often each seat has picked each combination so far."""
    last_round: Annotated[Round | None, Number(7)]
    """The last round played, of the current game or the one before; absent before the first."""
    config: Annotated[DicemanConfig, Number(9)]
    """Config of the match, with every field set."""


class Observation(NamedTuple):
    """What a seat may know when it makes a choice (DM-6.1).

    All but seat and notices is the same for both seats. Pairs are in seat order.
    """

    seat: Seat
    """Index of the seat that this observation is for."""
    table: Annotated[Table, Inline()]
    """The open table, which is the same for both seats."""
    notices: Annotated[tuple[Notice, ...], Number(8), Field(max_length=MAX_NOTICES)]
    """Notices about parts of this seat's own last action that did not count; empty if it counted in full."""


ROLLS = tuple(
    RowOf(Roll, combo=c.COMBO + seat, values=c.VALUES + NUM_DICE * seat)
    for seat in range(NUM_SEATS)
)
"""Columns of the rolls of both seats in the last round, in seat order."""
PHASES = tuple(
    RowOf(Phase, present=c.NUM_PHASES, above=place, number=c.PHASES + c.PHASE_WIDTH * place)
    for place in range(NUM_SEATS)
)
"""Columns of the phases of the last round, of which the second is absent if there was only one.

A phase's columns are in the order of the fields of `Phase`.
"""
LAST_ROUND = RowOf(
    Round,
    present=c.PLAYED_GAME,
    game=c.PLAYED_GAME,
    rolls=ROLLS,
    phases=PHASES,
    life_before=c.LIFE_BEFORE,
    life_after=c.LIFE_AFTER,
)
"""Columns of the last round. Its number and its result are in the two columns after `PLAYED_GAME`."""
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
"""Where each field of `Table` is in a match's row of the open table."""
