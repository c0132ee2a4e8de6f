"""Common parts of duels that are played as a series of games: two seats with lives, two points a game.

Here are results, points and placements, the end of a round, and the events that begin and end a game. Each game
has its own rules for a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from pydantic import Field

from referee.core.kernel import inlined, kernel
from referee.core.outcome import GameOutcome
from referee.kit.rows import RowOf

__all__ = [
    "DEADLINE_MS",
    "DRAWN",
    "GAME",
    "GAMES",
    "GAME_POINTS",
    "GOES_ON",
    "LIFE",
    "OVER",
    "POINTS",
    "ROUND",
    "ROUND_CAP",
    "WON_BY_FIRST",
    "WON_BY_SECOND",
    "GameEnd",
    "GameNumber",
    "GameStart",
    "Ints",
    "Life",
    "Lives",
    "MatchStart",
    "Pair",
    "Place",
    "Places",
    "Point",
    "Points",
    "Seat",
    "SeatOrNone",
    "Slain",
    "MATCH_OVER",
    "NUM_ENDS",
    "PLACES",
    "close_round",
    "end_of_match",
    "end_rows",
    "ends_of_game",
    "game_result",
    "match_outcome",
    "place",
    "places",
    "read_pair",
]

Ints: TypeAlias = npt.NDArray[np.int32]
Pair = tuple[int, int]
"""One number for each of the two seats, in seat order."""
Life: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
Lives: TypeAlias = tuple[Life, Life]
"""Life of both seats, in seat order."""
Point: TypeAlias = Annotated[int, Field(ge=0, le=2000)]
Points: TypeAlias = tuple[Point, Point]
"""Game points of both seats, in seat order: 2 for each win, 1 for each draw."""
Place: TypeAlias = Annotated[int, Field(ge=1, le=2)]
Places: TypeAlias = tuple[Place, Place]
"""Placement of both seats, in seat order: 1 or 2."""
GameNumber: TypeAlias = Annotated[int, Field(ge=1, le=1000)]
"""Number of a game in the series, from 1."""
Seat: TypeAlias = Annotated[int, Field(ge=0, le=1)]
SeatOrNone: TypeAlias = Annotated[int, Field(ge=-1, le=1)]
"""Index of a seat, or -1 for none."""

# Columns that the rows of all duels have in common.
GAMES, ROUND_CAP, DEADLINE_MS = 6, 7, 8
"""Columns of the match's config: number of games, most rounds of a game, milliseconds for a choice."""
GAME, ROUND = 9, 10
"""Columns of the game and round being played, from 1; those of the last round once the match is over."""
OVER = 11
"""Column that is 1 once all games have been played; such a row is never changed again."""
LIFE = 12
"""First of two columns: life of seat 0, then of seat 1; above 0 unless the match is over."""
POINTS = 14
"""First of two columns: game points of seat 0, then of seat 1."""

# State of a game after a round.
GOES_ON, WON_BY_FIRST, WON_BY_SECOND, DRAWN = 0, 1, 2, 3
GAME_POINTS = np.array([(0, 0), (2, 0), (0, 2), (1, 1)], dtype=np.int32)
"""int32[result, seat]: points that a game's result gives each seat: 2 for a win, 1 for a draw, 0 for a loss."""


@kernel
def game_result(life_0: int, life_1: int, last: bool) -> int:
    """Return how a game stands after a round: `GOES_ON`, `WON_BY_FIRST`, `WON_BY_SECOND` or `DRAWN`.

    A death ends the game, and so does the last round. In both cases the higher life wins: a slain seat has 0,
    its rival more, unless both were slain at once.

    Args:
        life_0: Life of seat 0 after the round.
        life_1: Life of seat 1 after the round.
        last: Whether this was the last round that the game may have.
    """
    # Lives alone decide: there is no separate check for a death, as a slain seat has the lower life.
    if life_0 > 0 and life_1 > 0 and not last:
        return GOES_ON
    if life_0 > life_1:
        return WON_BY_FIRST
    if life_1 > life_0:
        return WON_BY_SECOND
    return DRAWN


@inlined
def close_round(row: Ints, life_after: int, result: int, full_life: int) -> None:
    """Store the lives after a round, give points if its game is over, and move to the next round or game.

    The next game starts at once with full life.

    Args:
        row: int32[column]: the row of a match; changed in place.
        life_after: First of two columns with the life of both seats after the round.
        result: Column into which the result of the game is written.
        full_life: Column of the life with which games begin.
    """
    stands = game_result(row[life_after], row[life_after + 1], row[ROUND] == row[ROUND_CAP])
    row[result] = stands
    for seat in range(2):
        # Written even if the game is over: the last game of the match must end with its real lives.
        row[LIFE + seat] = row[life_after + seat]
        row[POINTS + seat] += GAME_POINTS[stands, seat]
    if stands == GOES_ON:
        row[ROUND] += 1
    # Game and round stay at the last ones; nothing may change in this row any more.
    elif row[GAME] == row[GAMES]:
        row[OVER] = 1
    else:
        row[GAME] += 1
        row[ROUND] = 1
        for seat in range(2):
            row[LIFE + seat] = row[full_life]


@kernel
def place(points: int, rival_points: int) -> int:
    """Return a seat's placement by game points, 1 or 2; equal points share place 1."""
    return 1 if points >= rival_points else 2


def places(points: Pair) -> Pair:
    """Return the placements of both seats by their game points."""
    first, second = points
    return place(first, second), place(second, first)


def match_outcome(points: Pair) -> GameOutcome:
    """Return the outcome of a match that ends with these game points: placements, and points as scores."""
    return GameOutcome(places(points), points)


@inlined
def read_pair(columns: Sequence[int] | Ints, start: int) -> Pair:
    """Return the numbers of both seats from two adjacent columns, the first of which is `start`."""
    return columns[start], columns[start + 1]


class MatchStart(NamedTuple):
    """The first event of a match."""


class GameStart(NamedTuple):
    """A game of the series begins."""

    game: GameNumber
    """Number of the game that begins, from 1."""


class Slain(NamedTuple):
    """A seat has no life left."""

    seat: Seat
    """Index of the slain seat."""


class GameEnd(NamedTuple):
    """How a game of the series ended."""

    game: GameNumber
    """Number of the game that ended, from 1."""
    winner: Annotated[int | None, Field(ge=0, le=1)]
    """Seat that won; absent in a draw."""
    life: Lives
    """Life of both seats at the end of the game."""


# Columns after those of a row, counted from its end: the numbers of the events that end a game.
_SEATS, _SLAIN, _WINNER, _NEXT_GAME = 0, 2, 4, 5
MATCH_OVER = 6
"""Index among the extra columns appended to a row: 1 if the game that ended was the match's last, else 0."""
PLACES = 7
"""Index among the extra columns appended to a row: placement of seat 0; that of seat 1 follows."""
NUM_ENDS = 9


@inlined
def ends_of_game(columns: Sequence[int] | Ints, stands: int, life: int) -> tuple[int, ...]:
    """Return `NUM_ENDS` extra columns for the events that end a game.

    Extra columns that say whether an event has happened are 0 as long as the game goes on.

    Args:
        columns: The public numbers (open table) of a match, after a round.
        stands: Column of how the game stands after the round: `GOES_ON`, `WON_BY_FIRST`, `WON_BY_SECOND` or
            `DRAWN`.
        life: First of two columns with the life of both seats after the round.
    """
    result = columns[stands]
    ends = result != GOES_ON
    over = columns[OVER] != 0
    return (
        0,
        1,
        int(ends and columns[life] == 0),
        int(ends and columns[life + 1] == 0),
        # The winner's seat; -1 is below its least value, so the field is absent in the message.
        result - WON_BY_FIRST if result != DRAWN else -1,
        int(ends and not over),
        int(ends and over),
        place(columns[POINTS], columns[POINTS + 1]),
        place(columns[POINTS + 1], columns[POINTS]),
    )


def end_rows(width: int, *, game: int, played: int, result: int, life: int) -> list[RowOf[Any]]:
    """Return, for each event at the end of a game, the columns of a row that hold its fields.

    The events are the seats that were slain, the result of the game, and the start of the next game.

    Args:
        width: Number of columns of a row; the extra columns of `ends_of_game` follow them.
        game: Column of the current game of the series.
        played: Column of the game that the last round belonged to.
        result: Column of how that game stood after the last round.
        life: First of two columns with the life of both seats after that round.
    """
    return [
        RowOf(Slain, present=width + _SLAIN, seat=width + _SEATS),
        RowOf(Slain, present=width + _SLAIN + 1, seat=width + _SEATS + 1),
        RowOf(GameEnd, present=result, game=played, winner=width + _WINNER, life=life),
        RowOf(GameStart, present=width + _NEXT_GAME, game=game),
    ]


def end_of_match(body: type[Any], width: int, **more: Any) -> RowOf[Any]:
    """Return the columns of a row that hold the fields of the event that ends a match.

    The fields are game points, placements, and those in `more`.

    Args:
        body: Class of the event; it has the fields `points` and `places`.
        width: Number of columns of a row; the extra columns of `ends_of_game` follow them.
        more: Columns of further fields, by name.
    """
    return RowOf(body, present=width + MATCH_OVER, points=POINTS, places=width + PLACES, **more)
