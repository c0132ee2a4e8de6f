"""Clock arithmetic is exact, and durations read and write as people do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import FieldError
from referee.core.time_control import (
    DAY_NS,
    HOUR,
    MS,
    SECOND,
    TimeControl,
    format_duration,
    parse_duration,
)


@pytest.mark.parametrize(
    ("bank", "elapsed", "left"),
    [
        (500, 0, 507),
        (500, 100, 507),
        (500, 101, 506),
        (500, 400, 207),
        (500, 600, 7),
        (500, 601, 7),
        (0, 100, 7),
    ],
    ids=["at once", "all free", "1 over", "300 over", "all", "lag margin", "no bank"],
)
def test_an_answer_costs_what_exceeds_the_free_time(bank: int, elapsed: int, left: int) -> None:
    """100 ms are free, an answer earns 7 ms, and the margin after the deadline costs nothing."""
    control = TimeControl(move_time_ns=100 * MS, bank_ns=500 * MS, increment_ns=7 * MS)
    assert control.charge(bank * MS, 100 * MS, elapsed * MS) == left * MS
    without = control.charge(bank * MS, 100 * MS, elapsed * MS, increment=False)
    assert without == (left - 7) * MS


@pytest.mark.parametrize(
    ("move", "first_move", "first", "later"),
    [
        (2 * SECOND, None, 2 * SECOND, 2 * SECOND),
        (2 * SECOND, 9 * SECOND, 9 * SECOND, 2 * SECOND),
        (2 * SECOND, 0, 0, 2 * SECOND),
        (None, None, None, None),
        (None, 9 * SECOND, None, None),
    ],
)
def test_free_time(
    move: int | None, first_move: int | None, first: int | None, later: int | None
) -> None:
    """A seat's first decision may have its own; without a move time nothing has a limit."""
    control = TimeControl(move_time_ns=move, first_move_ns=first_move)
    assert (control.free_ns(first=True), control.free_ns(first=False)) == (first, later)


@pytest.mark.parametrize(
    ("attribute", "low", "high", "bound"),
    [
        ("move_time", MS, 30 * DAY_NS, "from 1ms to 30d"),
        ("bank", 0, 30 * DAY_NS, "from 0 to 30d"),
        ("increment", 0, HOUR, "from 0 to 1h"),
        ("first_move", 0, 30 * DAY_NS, "from 0 to 30d"),
        ("lag_margin", 0, 10 * SECOND, "from 0 to 10s"),
        ("join_limit", 100 * MS, 30 * DAY_NS, "from 100ms to 30d"),
    ],
)
def test_bounds_of_durations(attribute: str, low: int, high: int, bound: str) -> None:
    """Both ends are allowed, one nanosecond further is not."""
    name = f"{attribute}_ns"
    for value in (low, high):
        assert getattr(TimeControl(**{name: value}), name) == value
    for value in (low - 1, high + 1):
        with pytest.raises(FieldError) as caught:
            TimeControl(**{name: value})
        assert (caught.value.field, caught.value.bound) == (f"time_control.{attribute}", bound)


@pytest.mark.parametrize("strikes", [-1, 1_000_001])
def test_bounds_of_strikes(strikes: int) -> None:
    """From none to a million."""
    assert TimeControl(strikes=0).strikes == 0
    assert TimeControl(strikes=1_000_000).strikes == 1_000_000
    text = f"^time_control.strikes must be from 0 to 1000000, not {strikes}$"
    with pytest.raises(FieldError, match=text):
        TimeControl(strikes=strikes)


def test_a_negative_duration_is_shown_readably() -> None:
    """The value of the error is a duration as people write it."""
    with pytest.raises(FieldError, match="not '-1m1s'"):
        TimeControl(bank_ns=-61 * SECOND)


@pytest.mark.parametrize(
    ("text", "ns"),
    [
        ("0", 0),
        ("0s", 0),
        ("500ms", 500_000_000),
        ("1.5s", 1_500_000_000),
        ("1m30s", 90_000_000_000),
        ("24h", 86_400_000_000_000),
        ("36h", 129_600_000_000_000),
        ("3d", 259_200_000_000_000),
        ("1.5d", 129_600_000_000_000),
        ("1d12h", 129_600_000_000_000),
        ("2us", 2_000),
        ("1ns", 1),
        ("0.000000001s", 1),
        ("0.29s", 290_000_000),
        (" 10s ", 10_000_000_000),
    ],
)
def test_durations_read(text: str, ns: int) -> None:
    """Texts of the documentation, and decimals that a float would miss."""
    assert parse_duration(text) == ns


@pytest.mark.parametrize(
    "text", ["", " ", "5", "s", "-1s", "1 s", "1s 2ms", "1.s", ".5s", "1w", "1s!", "x1s", "1e3s"]
)
def test_texts_that_are_no_durations(text: str) -> None:
    """The error names the field it was told, and shows the text."""
    with pytest.raises(FieldError) as caught:
        parse_duration(text, "format.move_time")
    assert (caught.value.field, caught.value.value) == ("format.move_time", text)
    assert "such as 500ms, 1.5s, 1m30s or 3d" in caught.value.bound


@given(st.integers(0, 400 * DAY_NS))
def test_durations_survive_a_round_trip(ns: int) -> None:
    """What is written is read as the same number of nanoseconds."""
    assert parse_duration(format_duration(ns)) == ns


@pytest.mark.parametrize(
    ("ns", "text"),
    [
        (0, "0"),
        (1, "1ns"),
        (90 * SECOND, "1m30s"),
        (DAY_NS, "24h"),
        (36 * HOUR, "36h"),
        (2 * DAY_NS - 1, "47h59m59s999ms999us999ns"),
        (2 * DAY_NS, "2d"),
        (30 * DAY_NS + SECOND, "30d1s"),
        (1_500_000_000, "1s500ms"),
    ],
)
def test_durations_write(ns: int, text: str) -> None:
    """Units from days down, none of them zero; less than two days in hours."""
    assert format_duration(ns) == text
