"""What is told of a match as it happens (DM-6.2), in the order of a round (DM-5.13).

What everybody is told of a round is all in the row of the table after it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from referee.core.game import Event
from referee.games.diceman.columns import (
    GAME,
    OVER,
    POINTS,
    read_columns,
)
from referee.games.diceman.records import Roll, read_round
from referee.games.diceman.state import State
from referee.games.diceman.tables import NUM_SEATS
from referee.games.diceman.visibility import read_notices
from referee.games.duel import (
    GOES_ON,
    GameStart,
    MatchStart,
    Pair,
    RowEvents,
    ends_of_game,
    places,
    read_pair,
)

__all__ = [
    "MatchEnd",
    "Reveal",
    "RoundEvents",
    "notice_events",
    "round_events",
    "start_events",
    "told_of_round",
]


class Reveal(NamedTuple):
    """Both choices and all values are shown."""

    rolls: tuple[Roll, Roll]
    """One a seat."""


class MatchEnd(NamedTuple):
    """The match is over; its seed is revealed by the referee, not by the game."""

    points: Pair
    """Game points of both."""
    places: Pair
    """Placement of both, from 1 (DM-7.3)."""


class RoundEvents(RowEvents):
    """What everybody is told of a round."""

    __slots__ = ()

    @staticmethod
    def told_of(row: bytes) -> Sequence[object]:
        """See `RowEvents`."""
        return told_of_round(row)


def start_events() -> list[Event]:
    """What is told before the first choice."""
    return [Event(MatchStart()), Event(GameStart(1))]


def round_events(state: State) -> RoundEvents:
    """What everybody is told of the round that has just been played in a single match."""
    return RoundEvents(state.table.tobytes())


def notice_events(state: State) -> list[Event]:
    """What each seat alone is told of its own action in that round; it is told first."""
    return [
        Event(notice, (seat,)) for seat in range(NUM_SEATS) for notice in read_notices(state, seat)
    ]


@functools.lru_cache(maxsize=256)
def told_of_round(row: bytes) -> tuple[object, ...]:
    """What everybody is told of a round, in order, by the row of the table after it."""
    columns = read_columns(row)
    played = read_round(columns)
    assert played is not None
    told: list[object] = [Reveal(played.rolls), *played.phases]
    if played.result == GOES_ON:
        return tuple(told)
    told += ends_of_game(played.game, played.result, played.life_after)
    if not columns[OVER]:
        return (*told, GameStart(columns[GAME]))
    points = read_pair(columns, POINTS)
    return (*told, MatchEnd(points, places(points)))
