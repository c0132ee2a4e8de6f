"""What is told of a match as it happens (SW-6.2), in the order of a round (SW-5.1).

What everybody is told of a round is all in the row of the table after it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from referee.core.game import Event
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
from referee.games.swordman.columns import (
    GAME,
    OVER,
    POINTS,
    RESULT,
    read_columns,
)
from referee.games.swordman.records import Round, Setting, read_round
from referee.games.swordman.state import State
from referee.games.swordman.tables import NUM_SEATS
from referee.games.swordman.visibility import read_notices

__all__ = [
    "MatchEnd",
    "Reveal",
    "RoundEnd",
    "RoundEvents",
    "notice_events",
    "round_events",
    "start_events",
    "told_of_round",
]


class Reveal(NamedTuple):
    """Both settings are shown, as they counted."""

    settings: tuple[Setting, Setting]
    """One a seat."""


class RoundEnd(NamedTuple):
    """A round has been played."""

    record: Round
    """All of it."""


class MatchEnd(NamedTuple):
    """The match is over."""

    points: Pair
    """Game points of both."""
    places: Pair
    """Placement of both, from 1 (SW-7.4)."""
    last_round: Round
    """The last record, with which no observation comes any more (SW-6.1)."""


class RoundEvents(RowEvents):
    """What everybody is told of a round."""

    __slots__ = ()

    @staticmethod
    def told_of(row: bytes) -> Sequence[object]:
        """See `RowEvents`."""
        return told_of_round(row)


def start_events() -> list[Event]:
    """What is told before the first setting."""
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
    told: list[object] = [Reveal(played.settings), RoundEnd(played)]
    if columns[RESULT] == GOES_ON:
        return tuple(told)
    told += ends_of_game(played.game, columns[RESULT], played.life_after)
    if not columns[OVER]:
        return (*told, GameStart(columns[GAME]))
    points = read_pair(columns, POINTS)
    return (*told, MatchEnd(points, places(points), played))
