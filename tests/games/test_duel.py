"""What duels share: who wins a game, what points come to, what is told at the end of a game."""

from __future__ import annotations

import pytest

from referee.core.outcome import GameOutcome
from referee.games.duel import (
    DRAWN,
    GAME_POINTS,
    GOES_ON,
    WON_BY_FIRST,
    WON_BY_SECOND,
    GameEnd,
    Pair,
    RowEvent,
    RowEvents,
    Slain,
    ends_of_game,
    game_result,
    match_outcome,
)


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
    ("result", "life", "told"),
    [
        (WON_BY_FIRST, (3, 0), [Slain(1), GameEnd(5, 0, (3, 0))]),
        (WON_BY_SECOND, (0, 4), [Slain(0), GameEnd(5, 1, (0, 4))]),
        (DRAWN, (0, 0), [Slain(0), Slain(1), GameEnd(5, None, (0, 0))]),
        (DRAWN, (7, 7), [GameEnd(5, None, (7, 7))]),
        (WON_BY_SECOND, (6, 7), [GameEnd(5, 1, (6, 7))]),
    ],
)
def test_what_is_told_at_the_end(result: int, life: Pair, told: list[object]) -> None:
    """Who was slain, by seat, and then how the game ended."""
    assert ends_of_game(5, result, life) == told


def test_events_are_read_out_of_their_row_when_somebody_looks() -> None:
    """Everybody is told; a subclass says what."""

    class Letters(RowEvents):
        @staticmethod
        def told_of(row: bytes) -> list[str]:
            return list(row.decode())

    events = Letters(b"ab")
    assert len(events) == 2
    assert [event.body for event in events] == ["a", "b"]
    assert all(event.is_told_to(1) and event.encoded is None for event in events)
    assert [event.place for event in events if isinstance(event, RowEvent)] == [0, 1]
