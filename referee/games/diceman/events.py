"""What is told of a match as it happens (DM-6.2), in the order of a round (DM-5.13).

What everybody is told of a round is all in the row of the table after it. Most such events go to the wire
straight from there and are looked at by nobody here, so their bodies are made on demand.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

from referee.core.game import Event, PublicEvents
from referee.games.diceman.columns import (
    GAME,
    OVER,
    POINTS,
    read_columns,
)
from referee.games.diceman.records import Pair, Roll, read_pair, read_round
from referee.games.diceman.scoring import places
from referee.games.diceman.state import State
from referee.games.diceman.tables import (
    GOES_ON,
    NUM_SEATS,
    WON_BY_FIRST,
    WON_BY_SECOND,
)
from referee.games.diceman.visibility import read_notices

__all__ = [
    "GameEnd",
    "GameStart",
    "MatchEnd",
    "MatchStart",
    "Reveal",
    "RoundEvent",
    "RoundEvents",
    "Slain",
    "notice_events",
    "round_events",
    "start_events",
    "told_of_round",
]


class MatchStart(NamedTuple):
    """The match begins."""


class GameStart(NamedTuple):
    """A game of the series begins."""

    game: int
    """From 1."""


class Reveal(NamedTuple):
    """Both choices and all values are shown."""

    rolls: tuple[Roll, Roll]
    """One a seat."""


class Slain(NamedTuple):
    """A seat has no life left."""

    seat: int
    """The seat."""


class GameEnd(NamedTuple):
    """A game of the series is over (DM-7.1)."""

    game: int
    """From 1."""
    winner: int | None
    """Seat that won; None in a draw."""
    life: Pair
    """Life of both at its end."""


class MatchEnd(NamedTuple):
    """The match is over; its seed is revealed by the referee, not by the game."""

    points: Pair
    """Game points of both."""
    places: Pair
    """Placement of both, from 1 (DM-7.3)."""


class RoundEvent(Event):
    """One of the things everybody is told of a round.

    Args:
        row: The row of the table after the round.
        place: Place among what everybody is told of that round, from 0.
    """

    __slots__ = ("place", "row")

    def __init__(self, row: bytes, place: int) -> None:
        super().__init__(told_of_round(row)[place])
        self.row = row
        self.place = place


class RoundEvents(PublicEvents):
    """All that everybody is told of a round.

    Args:
        row: The row of the table after the round.
    """

    __slots__ = ("row",)

    def __init__(self, row: bytes) -> None:
        self.row = row
        self.encoded = None

    def __len__(self) -> int:
        return len(told_of_round(self.row))

    def __iter__(self) -> Iterator[Event]:
        return (RoundEvent(self.row, place) for place in range(len(self)))


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
    told += [Slain(seat) for seat, life in enumerate(played.life_after) if not life]
    winner = {WON_BY_FIRST: 0, WON_BY_SECOND: 1}.get(played.result)
    told.append(GameEnd(played.game, winner, played.life_after))
    if not columns[OVER]:
        return (*told, GameStart(columns[GAME]))
    points = read_pair(columns, POINTS)
    return (*told, MatchEnd(points, places(points)))
