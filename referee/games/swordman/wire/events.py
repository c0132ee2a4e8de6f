"""Events of a match of Swordman (SW-6.2), in the order in which a round causes them (SW-5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.core.kernel import inlined
from referee.games.duel import NUM_ENDS, Places, Points, end_of_match, end_rows, ends_of_game
from referee.games.swordman import columns as c
from referee.games.swordman.columns import Ints
from referee.games.swordman.state import State
from referee.games.swordman.wire.records import LAST_ROUND, Round, Setting
from referee.kit.rows import EventsOf, RowEvents, RowOf

__all__ = [
    "ROUND",
    "MatchEnd",
    "Reveal",
    "RoundEnd",
    "derive_ends",
    "round_events",
]


class Reveal(NamedTuple):
    """The settings of both seats, shown before the blows."""

    settings: tuple[Setting, Setting]
    """What each seat has set, as it counted, in seat order."""


class RoundEnd(NamedTuple):
    """A round has been played."""

    record: Round
    """The record of the round that has been played."""


class MatchEnd(NamedTuple):
    """The last event of a match."""

    points: Points
    """Game points of both seats."""
    places: Places
    """Placement of both seats; with equal points both have place 1 (SW-7.4)."""
    last_round: Round
    """The last round of the match, which no later observation reports (SW-6.1)."""


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
_MATCH_END = end_of_match(MatchEnd, c.TABLE_WIDTH, last_round=LAST_ROUND)
ROUND = EventsOf(
    (RowOf(Reveal, settings=c.SETTINGS), RowOf(RoundEnd, record=LAST_ROUND), *_ENDS, _MATCH_END),
    derive_ends,
    NUM_ENDS,
)
"""For each public event of a round, in order: the columns of the open table that hold its fields."""
