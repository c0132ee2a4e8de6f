"""What is told of a match as it happens (DM-6.2), in the order of a round (DM-5.13)."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.game import Event
from referee.games.diceman import columns as c
from referee.games.diceman.sight.visibility import read_notices
from referee.games.diceman.state import State
from referee.games.diceman.tables import NUM_SEATS
from referee.games.diceman.wire.records import PHASES, ROLLS, Roll
from referee.games.duel import (
    GOES_ON,
    GameStart,
    MatchStart,
    Places,
    Points,
    ends_of_game,
    places,
    read_pair,
)
from referee.kit.rows import RowEvents, RowOf, column_of, read_columns

__all__ = ["MatchEnd", "Reveal", "notice_events", "round_events", "start_events"]


class Reveal(NamedTuple):
    """Both choices and all values are shown."""

    rolls: tuple[Roll, Roll]
    """What was rolled, in seat order."""


class MatchEnd(NamedTuple):
    """The last event of a match; the seed comes with the referee's own message."""

    points: Points
    """Game points of both."""
    places: Places
    """Placement of both; equal points share 1 (DM-7.3)."""


_REVEAL = RowOf(Reveal, rolls=ROLLS)
_ROUND = tuple((_REVEAL, *PHASES[:count]) for count in range(1 + len(PHASES)))
"""What is told of a round, by its number of phases."""


def start_events() -> list[Event]:
    """What is told before the first choice."""
    return [Event(MatchStart()), Event(GameStart(1))]


def round_events(state: State) -> RowEvents:
    """What everybody is told of the round that has just been played in a single match."""
    return RowEvents(state.table.tobytes(), _told_of_round)


def notice_events(state: State) -> list[Event]:
    """What each seat alone is told of its own action in that round; it is told first."""
    return [
        Event(notice, (seat,)) for seat in range(NUM_SEATS) for notice in read_notices(state, seat)
    ]


def _told_of_round(row: bytes) -> tuple[object, ...]:
    told = _ROUND[column_of(row, c.NUM_PHASES)]
    if column_of(row, c.RESULT) == GOES_ON:
        return told
    columns = read_columns(row)
    ends = ends_of_game(columns[c.PLAYED_GAME], columns[c.RESULT], read_pair(columns, c.LIFE_AFTER))
    if not columns[c.OVER]:
        return (*told, *ends, GameStart(columns[c.GAME]))
    points = read_pair(columns, c.POINTS)
    return (*told, *ends, MatchEnd(points, places(points)))
