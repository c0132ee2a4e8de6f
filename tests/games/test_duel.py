"""What duels share: who wins a game, what points come to, what is told at the end of a game."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from referee.core.outcome import GameOutcome
from referee.games.duel import (
    DRAWN,
    GAME_POINTS,
    GOES_ON,
    WON_BY_FIRST,
    WON_BY_SECOND,
    GameEnd,
    GameStart,
    Pair,
    Places,
    Points,
    Slain,
    end_of_match,
    end_rows,
    ends_of_game,
    game_result,
    match_outcome,
)
from referee.kit.rows import RowOf


class _Last(NamedTuple):
    """The last event of a match."""

    points: Points
    """Game points of both."""
    places: Places
    """Placement of both."""


@pytest.mark.parametrize(
    ("life", "last", "result"),
    [
        ((1, 20), False, GOES_ON),
        ((1, 20), True, WON_BY_SECOND),
        ((9, 8), True, WON_BY_FIRST),
        ((9, 9), True, DRAWN),
        ((0, 1), False, WON_BY_SECOND),
        ((1, 0), False, WON_BY_FIRST),
        ((0, 0), False, DRAWN),
        ((0, 0), True, DRAWN),
    ],
)
def test_results(life: Pair, last: bool, result: int) -> None:
    """A death or the last round ends a game, and the higher life wins it."""
    assert game_result(*life, last) == result


def test_points_of_a_game() -> None:
    """Win 2, draw 1, loss 0; nothing while it goes on."""
    by_result = [GAME_POINTS[r].tolist() for r in (GOES_ON, WON_BY_FIRST, WON_BY_SECOND, DRAWN)]
    assert by_result == [[0, 0], [2, 0], [0, 2], [1, 1]]


@pytest.mark.parametrize(
    ("points", "placements"), [((13, 9), (1, 2)), ((9, 13), (2, 1)), ((11, 11), (1, 1))]
)
def test_outcomes(points: Pair, placements: Pair) -> None:
    """More points take place 1, and equal points share it."""
    assert match_outcome(points) == GameOutcome(placements, points)


@pytest.mark.parametrize(
    ("result", "life", "over", "told"),
    [
        (WON_BY_FIRST, (3, 0), False, [Slain(1), GameEnd(5, 0, (3, 0)), GameStart(6)]),
        (WON_BY_SECOND, (0, 4), False, [Slain(0), GameEnd(5, 1, (0, 4)), GameStart(6)]),
        (
            DRAWN,
            (0, 0),
            True,
            [Slain(0), Slain(1), GameEnd(5, None, (0, 0)), _Last((2, 1), (1, 2))],
        ),
        (DRAWN, (7, 7), False, [GameEnd(5, None, (7, 7)), GameStart(6)]),
        (WON_BY_SECOND, (6, 7), True, [GameEnd(5, 1, (6, 7)), _Last((2, 1), (1, 2))]),
        (GOES_ON, (6, 7), False, []),
    ],
)
def test_what_is_told_at_the_end(result: int, life: Pair, over: bool, told: list[object]) -> None:
    """Who was slain, by seat, how the game ended, and what comes next."""
    # Next game 6 at column 0, game 5 at 1, lives and result after it; 11 and 14 are the same in all duels.
    row = (6, 5, *life, result, 0, 0, 0, 0, 0, 0, int(over), 0, 0, 2, 1)
    columns = (*row, *ends_of_game.plain(row, 4, 2))
    rows: list[RowOf[Any]] = end_rows(len(row), game=0, played=1, result=4, life=2)
    last = end_of_match(_Last, len(row))
    assert [each.read(columns) for each in [*rows, last] if each.is_there(columns)] == told
