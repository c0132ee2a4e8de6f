"""What is told of a match as it happens (SW-6.2), in the order of a round (SW-5.1)."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.game import Event
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
from referee.games.swordman import columns as c
from referee.games.swordman.sight.visibility import read_notices
from referee.games.swordman.state import State
from referee.games.swordman.tables import NUM_SEATS
from referee.games.swordman.wire.records import LAST_ROUND, Round, Setting
from referee.kit.rows import RowEvents, RowOf, column_of, read_columns

__all__ = ["MatchEnd", "Reveal", "RoundEnd", "notice_events", "round_events", "start_events"]


class Reveal(NamedTuple):
    """Both settings are shown."""

    settings: tuple[Setting, Setting]
    """What was set, in seat order."""


class RoundEnd(NamedTuple):
    """A round has been played."""

    record: Round
    """Its record."""


class MatchEnd(NamedTuple):
    """The last event of a match."""

    points: Points
    """Game points of both."""
    places: Places
    """Placement of both; equal points share 1 (SW-7.4)."""
    last_round: Round
    """The last round of the match, which comes with no observation any more (SW-6.1)."""


_ROUND = (RowOf(Reveal, settings=c.SETTINGS), RowOf(RoundEnd, record=LAST_ROUND))
"""What is told of every round."""


def start_events() -> list[Event]:
    """What is told before the first setting."""
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
    if column_of(row, c.RESULT) == GOES_ON:
        return _ROUND
    columns = read_columns(row)
    ends = ends_of_game(columns[c.PLAYED_GAME], columns[c.RESULT], read_pair(columns, c.LIFE_AFTER))
    if not columns[c.OVER]:
        return (*_ROUND, *ends, GameStart(columns[c.GAME]))
    played = LAST_ROUND.read(columns)
    assert played is not None
    points = read_pair(columns, c.POINTS)
    return (*_ROUND, *ends, MatchEnd(points, places(points), played))
