"""What duels share that are fought as a series of games: two seats with lives, two points a game.

Results, points and placements, the events that begin and end a game, and events that are read out of the
row of numbers a round leaves behind. How a round is fought is each game's own business.
"""

from __future__ import annotations

import abc
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple, TypeAlias

import numpy as np
from pydantic import Field

from referee.core.game import Event, PublicEvents
from referee.core.kernel import kernel
from referee.core.outcome import GameOutcome

__all__ = [
    "DRAWN",
    "GAME_POINTS",
    "GOES_ON",
    "WON_BY_FIRST",
    "WON_BY_SECOND",
    "GameEnd",
    "GameNumber",
    "GameStart",
    "Life",
    "Lives",
    "MatchStart",
    "Pair",
    "Place",
    "Places",
    "Point",
    "Points",
    "RowEvent",
    "RowEvents",
    "Seat",
    "SeatOrNone",
    "Slain",
    "ends_of_game",
    "game_result",
    "match_outcome",
    "place",
    "places",
    "read_pair",
]

Pair = tuple[int, int]
"""One number for each seat."""
Life: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
Lives: TypeAlias = tuple[Life, Life]
"""Life of both."""
Point: TypeAlias = Annotated[int, Field(ge=0, le=2000)]
Points: TypeAlias = tuple[Point, Point]
"""Game points of both: 2 for a win, 1 for a draw."""
Place: TypeAlias = Annotated[int, Field(ge=1, le=2)]
Places: TypeAlias = tuple[Place, Place]
"""Placement of both."""
GameNumber: TypeAlias = Annotated[int, Field(ge=1, le=1000)]
"""Game of the series."""
Seat: TypeAlias = Annotated[int, Field(ge=0, le=1)]
SeatOrNone: TypeAlias = Annotated[int, Field(ge=-1, le=1)]
"""A seat, or -1."""

# How a game stands after a round.
GOES_ON, WON_BY_FIRST, WON_BY_SECOND, DRAWN = 0, 1, 2, 3
GAME_POINTS = np.array([(0, 0), (2, 0), (0, 2), (1, 1)], dtype=np.int32)
"""int32[result, seat]: win 2, draw 1, loss 0."""


@kernel
def game_result(life_0: int, life_1: int, last: bool) -> int:
    """How a game stands after a round that left these lives; `last` if no more rounds are allowed.

    A death ends it, and so does the last round. In both cases the higher life wins: a slain seat has 0,
    its rival more, unless both were slain at once.
    """
    if life_0 > 0 and life_1 > 0 and not last:
        return GOES_ON
    if life_0 > life_1:
        return WON_BY_FIRST
    if life_1 > life_0:
        return WON_BY_SECOND
    return DRAWN


@kernel
def place(points: int, rival_points: int) -> int:
    """Placement by game points; equal points share place 1."""
    return 1 if points >= rival_points else 2


def places(points: Pair) -> Pair:
    """Placements of both."""
    first, second = points
    return place(first, second), place(second, first)


def match_outcome(points: Pair) -> GameOutcome:
    """What a match comes to with these game points."""
    return GameOutcome(places(points), points)


def read_pair(columns: Sequence[int], start: int) -> Pair:
    """The numbers of both seats in a pair of columns."""
    return columns[start], columns[start + 1]


class MatchStart(NamedTuple):
    """The first event of a match."""


class GameStart(NamedTuple):
    """A game of the series begins."""

    game: GameNumber
    """The game."""


class Slain(NamedTuple):
    """A seat has no life left."""

    seat: Seat
    """The seat."""


class GameEnd(NamedTuple):
    """How a game of the series ended."""

    game: GameNumber
    """The game."""
    winner: Annotated[int | None, Field(ge=0, le=1)]
    """Seat that won; absent in a draw."""
    life: Lives
    """Life of both at its end."""


def ends_of_game(game: int, result: int, life: Pair) -> list[Slain | GameEnd]:
    """What is told when a game is over: who was slain in its last round, and how it ended.

    Args:
        game: The game, from 1.
        result: How it stands: won or drawn.
        life: Life of both at its end.
    """
    winner = {WON_BY_FIRST: 0, WON_BY_SECOND: 1}.get(result)
    slain = [Slain(seat) for seat, left in enumerate(life) if not left]
    return [*slain, GameEnd(game, winner, life)]


class RowEvent(Event):
    """One of the things everybody is told of a round.

    Args:
        body: See `Event`.
        row: The row of numbers that the round has left behind.
        place: Place among what everybody is told of that round, from 0.
    """

    __slots__ = ("place", "row")

    def __init__(self, body: object, row: bytes, place: int) -> None:
        super().__init__(body)
        self.row = row
        self.place = place


class RowEvents(PublicEvents):
    """All that everybody is told of a round; it goes to the wire straight from the row.

    A game's own subclass says in `told_of` what is told.

    Args:
        row: The row of numbers that the round has left behind.
    """

    __slots__ = ("row",)

    def __init__(self, row: bytes) -> None:
        super().__init__()
        self.row = row

    @staticmethod
    @abc.abstractmethod
    def told_of(row: bytes) -> Sequence[object]:
        """The bodies of all events, in order."""

    def __len__(self) -> int:
        return len(self.told_of(self.row))

    def __iter__(self) -> Iterator[Event]:
        for place, body in enumerate(self.told_of(self.row)):
            yield RowEvent(body, self.row, place)
