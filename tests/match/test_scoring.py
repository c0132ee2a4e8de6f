"""Placements of seats that stayed in, went out, or share a team; computed by hand."""

from __future__ import annotations

import pytest

from referee.core.outcome import EndCause, ForfeitCause, GameOutcome, SeatResult
from referee.core.time_control import TimeControl
from referee.match.scoring import final_outcome, side_left, void_outcome
from referee.match.seat import SeatState


def seats_out(*orders: int) -> list[SeatState]:
    """Seats that went out in this order; 0 is still in."""
    seats = []
    for order in orders:
        seat = SeatState(TimeControl())
        seat.out_order = order
        seat.forfeit = ForfeitCause.RESIGNED if order else None
        seats.append(seat)
    return seats


@pytest.mark.parametrize(
    ("orders", "teams", "expected"),
    [
        pytest.param([0, 0], [0, 1], False, id="both in"),
        pytest.param([1, 0], [0, 1], True, id="one of two in"),
        pytest.param([1, 1], [0, 1], True, id="both out"),
        pytest.param([1, 0, 0], [0, 1, 2], False, id="two of three in"),
        pytest.param([1, 0, 2], [0, 1, 2], True, id="one of three in"),
        pytest.param([1, 2, 0, 0], [0, 1, 0, 1], False, id="one of each team in"),
        pytest.param([1, 0, 2, 0], [0, 1, 0, 1], True, id="one team out"),
        pytest.param([0], [0], False, id="alone and in"),
        pytest.param([1], [0], True, id="alone and out"),
        pytest.param([1, 0], [0, 0], False, id="one team, one of it in"),
        pytest.param([1, 2], [0, 0], True, id="one team, all out"),
    ],
)
def test_side_left(orders: list[int], teams: list[int], expected: bool) -> None:
    """Whether forfeits have left no rivalry."""
    assert expected == side_left(seats_out(*orders), teams)


@pytest.mark.parametrize(
    ("orders", "forfeited", "by_rules", "expected"),
    [
        pytest.param([1, 0, 2], [], [1, 2, 3], [1, 2, 3], id="none forfeited: the rules"),
        pytest.param([1, 1, 0], [], [1, 3, 1], [1, 3, 1], id="ties of the rules stay"),
        pytest.param([1, 0, 2], [0], [1, 2, 3], [3, 1, 2], id="behind all that were in"),
        pytest.param([2, 0, 1], [0], [1, 3, 2], [3, 2, 1], id="even behind a last one"),
        pytest.param([2, 0, 1], [0], [1, 2, 3], [2, 1, 3], id="not behind who was out"),
        pytest.param([1, 0, 2], [0], [3, 1, 2], [3, 1, 2], id="behind them anyway"),
        pytest.param([1, 1, 0], [0, 1], [1, 2, 3], [2, 3, 1], id="two at once: the rules"),
        pytest.param([1, 2, 0], [0, 1], [1, 2, 3], [3, 2, 1], id="the later one first"),
    ],
)
def test_where_exits_do_not_rank(
    orders: list[int], forfeited: list[int], by_rules: list[int], expected: list[int]
) -> None:
    """The rules place all, but that nobody gains by forfeiting."""
    seats = seats_out(*orders)
    for index, seat in enumerate(seats):
        seat.forfeit = ForfeitCause.RESIGNED if index in forfeited else None
    outcome = final_outcome(
        seats, range(3), GameOutcome(tuple(by_rules), (7, 8, 9)), EndCause.RULES, ranks_exits=False
    )
    assert [result.placement for result in outcome.seats] == expected
    assert [result.score for result in outcome.seats] == [7, 8, 9]


@pytest.mark.parametrize(
    ("orders", "teams", "by_rules", "expected"),
    [
        pytest.param([0, 0, 0], [0, 1, 2], [2, 1, 3], [2, 1, 3], id="all in: the rules"),
        pytest.param([0, 0, 0], [0, 1, 2], [1, 1, 3], [1, 1, 3], id="ties of the rules stay"),
        pytest.param([0, 1, 0], [0, 1, 2], [3, 1, 2], [2, 3, 1], id="out comes last"),
        pytest.param([1, 0, 2], [0, 1, 2], [1, 2, 3], [3, 1, 2], id="out later is better"),
        pytest.param([1, 0, 1], [0, 1, 2], [3, 1, 2], [3, 1, 2], id="out at once: the rules"),
        pytest.param([1, 0, 1], [0, 1, 2], [2, 1, 2], [2, 1, 2], id="out at once and tied"),
        pytest.param([1, 1], [0, 1], [1, 2], [1, 2], id="all out at once: the rules"),
        pytest.param([1, 0, 1], [0, 1, 2], None, [2, 1, 2], id="never begun"),
        pytest.param(
            [1, 0, 0, 2], [0, 1, 0, 1], [1, 2, 1, 2], [1, 2, 1, 2], id="teams stand by one seat"
        ),
        pytest.param(
            [1, 2, 3, 0], [0, 1, 0, 1], [1, 2, 1, 2], [2, 1, 2, 1], id="a team out comes last"
        ),
        pytest.param(
            [1, 2, 4, 3, 0, 0],
            [0, 1, 0, 1, 2, 2],
            [2, 1, 2, 1, 3, 3],
            [2, 3, 2, 3, 1, 1],
            id="a team is out when its last seat is",
        ),
        pytest.param(
            [0] * 6,
            [0, 0, 0, 1, 1, 1],
            [1, 1, 1, 2, 2, 2],
            [1, 1, 1, 2, 2, 2],
            id="AM-1: sides count",
        ),
        pytest.param(
            [0] * 5, [0, 1, 1, 2, 2], [3, 1, 1, 1, 1], [3, 1, 1, 1, 1], id="tied sides count each"
        ),
    ],
)
def test_placements(
    orders: list[int], teams: list[int], by_rules: list[int] | None, expected: list[int]
) -> None:
    """In before out, later out before earlier out, then the rules; teams as one."""
    game_outcome = by_rules and GameOutcome(tuple(by_rules), (0,) * len(by_rules))
    outcome = final_outcome(seats_out(*orders), teams, game_outcome or None, EndCause.FORFEIT)
    assert expected == [result.placement for result in outcome.seats]


def test_under_older_rules_seats_count() -> None:
    """A game of that time keeps its placements: two parties of three are placed 1 and 4."""
    by_rules = GameOutcome((1, 1, 1, 4, 4, 4), (0,) * 6)
    outcome = final_outcome(
        seats_out(*[0] * 6), [0, 0, 0, 1, 1, 1], by_rules, EndCause.RULES, counts_sides=False
    )
    assert [result.placement for result in outcome.seats] == [1, 1, 1, 4, 4, 4]


def test_a_result_holds_score_strikes_and_forfeit() -> None:
    """Scores are the rulebook's, also of a seat that is out."""
    seats = seats_out(0, 1)
    seats[0].strikes = 2
    by_rules = GameOutcome((2, 1), (5, 9))
    outcome = final_outcome(seats, [0, 1], by_rules, EndCause.FORFEIT)
    assert outcome.text == "a resignation left no rivals"
    assert outcome.seats == (
        SeatResult(1, 5, 2, None),
        SeatResult(2, 9, 0, ForfeitCause.RESIGNED),
    )


def test_a_void_match_has_no_placements() -> None:
    """Only what the seats did is kept."""
    outcome = void_outcome(seats_out(0, 1), EndCause.OPERATOR, "enough")
    assert outcome.seats == (
        SeatResult(0, 0, 0, None),
        SeatResult(0, 0, 0, ForfeitCause.RESIGNED),
    )
    assert (outcome.cause, outcome.text) == (EndCause.OPERATOR, "enough")
