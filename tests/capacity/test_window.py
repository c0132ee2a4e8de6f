"""What counts as kept: slack, late beginnings and failures, from matches that are made up."""

from __future__ import annotations

import math

import pytest

from referee.capacity.bots import Played
from referee.capacity.window import Terms, judge
from referee.core.errors import FieldError
from referee.core.time_control import MS, SECOND

TERMS = Terms()


def played(*slacks: float, begun_ms: float = 10, is_over: bool = True, problem: str = "") -> Played:
    """A match that was due at 5 s."""
    due_ns = 5 * SECOND
    match = Played(due_ns, begun_ns=due_ns + round(begun_ms * MS), slacks=list(slacks))
    match.over_ns = due_ns + SECOND if is_over else None
    match.problem = problem
    return match


def test_a_rate_is_kept_while_nearly_all_have_half_of_their_time_left() -> None:
    """Of 100 decisions one may have less than half left, of 200 two; 1 % of the matches may fail."""
    window = judge(7.0, [*(played(0.9) for _ in range(99)), played(0.1)], TERMS)
    assert window.is_kept
    assert (window.rate, window.matches, window.decisions) == (7.0, 100, 100)
    assert (window.slack_p50, window.slack_p99) == (0.9, 0.9)
    window = judge(7.0, [*(played(0.9) for _ in range(98)), played(0.49), played(0.49)], TERMS)
    assert not window.is_kept
    assert window.slack_p99 == 0.49


def test_half_is_enough() -> None:
    """The bound is inclusive."""
    assert judge(1.0, [played(0.5)], TERMS).is_kept
    assert not judge(1.0, [played(0.4999)], TERMS).is_kept


@pytest.mark.parametrize(
    ("bad", "failed", "late", "problem"),
    [
        (played(0.9, begun_ms=1000), 0, 1, ""),
        (played(0.9, is_over=False), 1, 0, "it was not over in time"),
        (played(0.9, problem="a deadline was missed"), 1, 0, "a deadline was missed"),
        (played(0.9, is_over=False, problem="UNAVAILABLE"), 1, 0, "UNAVAILABLE"),
    ],
    ids=["late", "not over", "not as drawn", "broken"],
)
def test_late_and_failed_matches_are_failures(
    bad: Played, failed: int, late: int, problem: str
) -> None:
    """One of 100 is allowed, one of 99 is not."""
    window = judge(1.0, [bad, *(played(0.9) for _ in range(98))], TERMS)
    assert (window.failed, window.late, window.problem) == (failed, late, problem)
    assert not window.is_kept
    assert judge(1.0, [bad, *(played(0.9) for _ in range(99))], TERMS).is_kept


def test_a_window_in_which_nothing_was_decided_keeps_nothing() -> None:
    """Neither does one in which no match was due."""
    assert not judge(1.0, [], TERMS).is_kept
    assert not judge(1.0, [played()], TERMS).is_kept


def test_beginnings_are_counted_from_when_they_were_due() -> None:
    """Of ten matches the last to begin took 400 ms; the check itself was 3 ms late."""
    matches = [played(0.9, begun_ms=ms) for ms in (*range(10, 100, 10), 400)]
    window = judge(1.0, matches, TERMS, bots_late_ns=3 * MS)
    assert (window.begin_ms_p99, window.bots_late_ms) == (400, 3)


@pytest.mark.parametrize(
    ("rate", "points", "counts"),
    [
        (100.0, 20, (100, 300, 200)),
        (0.5, 20, (1, 8, 1)),
        (2.5, 20, (3, 8, 5)),
        (100.0, 50, (100, 300, 500)),
    ],
)
def test_stretches_of_arrivals(rate: float, points: int, counts: tuple[int, int, int]) -> None:
    """One second to settle, three that count but at least 8 matches, two more or a tenth a decision point."""
    assert TERMS.counts(rate, points) == counts


def test_short_slack_is_counted() -> None:
    """It says early that a window is lost."""
    match = played()
    for slack in (0.5, 0.49, 1.0, 0.0):
        match.note(slack)
    assert (match.short, match.slacks) == (2, [0.5, 0.49, 1.0, 0.0])


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("move_time_ns", 999_999, "move_time must be from 1 ms, not '0.999999 ms'"),
        ("measure_s", 0.0, "measure_s must be a number of seconds above 0, not 0"),
        ("measure_s", math.nan, "measure_s must be a number of seconds above 0, not nan"),
        ("settle_s", -1.0, "settle_s must be a number of seconds from 0, not -1"),
        ("tail_s", math.inf, "tail_s must be a number of seconds from 0, not inf"),
        ("least_matches", 0, "least_matches must be from 1, not 0"),
    ],
)
def test_bounds_are_checked(field: str, value: float, message: str) -> None:
    """The error names the field, the bound and the value."""
    with pytest.raises(FieldError, match=message):
        Terms(**{field: value})  # type: ignore[arg-type]  # one of several kinds
