"""Events of a match of Diceman (DM-6.2), in the order in which a round causes them (DM-5.13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.core.kernel import inlined
from referee.games.diceman import columns as c
from referee.games.diceman.columns import Ints
from referee.games.diceman.state import State
from referee.games.diceman.wire.records import PHASES, ROLLS, Roll
from referee.games.duel import NUM_ENDS, Places, Points, end_of_match, end_rows, ends_of_game
from referee.kit.rows import EventsOf, RowEvents, RowOf

__all__ = [
    "ROUND",
    "MatchEnd",
    "Reveal",
    "derive_ends",
    "round_events",
]


class Reveal(NamedTuple):
    """The choices of both seats and the values that they rolled."""

    rolls: tuple[Roll, Roll]
    """What each seat rolled, in seat order."""


class MatchEnd(NamedTuple):
    """The last event of a match; the seed is sent in the referee's own message."""

    points: Points
    """Game points of both seats."""
    places: Places
    """Placement of both seats; with equal points both have place 1 (DM-7.3)."""


def round_events(state: State) -> RowEvents:
    """Return the public events of the round that has just been played in a single match."""
    return RowEvents(state.table.tobytes(), ROUND)


@inlined
def derive_ends(columns: Sequence[int] | Ints) -> tuple[int, ...]:
    """Return the extra columns from which the events at the end of a game are read.

    Args:
        columns: The public numbers (open table) of a match, after a round.

    Returns:
        `NUM_ENDS` numbers, which are appended to the columns; see `ends_of_game`.
    """
    return ends_of_game(columns, c.RESULT, c.LIFE_AFTER)


_ENDS = end_rows(
    c.TABLE_WIDTH, game=c.GAME, played=c.PLAYED_GAME, result=c.RESULT, life=c.LIFE_AFTER
)
_MATCH_END = end_of_match(MatchEnd, c.TABLE_WIDTH)
ROUND = EventsOf((RowOf(Reveal, rolls=ROLLS), *PHASES, *_ENDS, _MATCH_END), derive_ends, NUM_ENDS)
"""For each public event of a round, in order: the columns of the open table that hold its fields."""
