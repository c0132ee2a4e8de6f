"""The line of a match's clocks in the terminal."""

from __future__ import annotations

import pytest

from referee.cli.watch.clock_line import clock_line
from referee.core.view import Sight
from referee.replay.frames import Deadlines, Frame, Heading, SeatMoment

HEADING = Heading("m1", None, ("ada", "bob"), {}, "the public", game="duel")
NOON_US = 43_200_000_000
"""Twelve o'clock on the first of January 1970."""


def _line(*seats: SeatMoment, deadlines: Deadlines | None = None) -> str:
    sight = Sight({}, (), {}, HEADING.players)
    return clock_line(HEADING, Frame(3, "choice", sight, seats=seats, deadlines=deadlines))


@pytest.mark.parametrize(
    ("us", "text"),
    [(0, "0.0 s"), (4_999_999, "4.9 s"), (59_999_999, "59.9 s"), (725_300_000, "12:05.3")],
)
def test_what_is_left_of_a_reserve(us: int, text: str) -> None:
    """In tenths of a second, rounded down."""
    assert _line(SeatMoment(0, bank_us=us)) == f"clocks: ada {text}"


def test_who_has_to_decide_by_when() -> None:
    """With its reserve in a match that is recorded, with a time of day in a live one."""
    ada, bob = SeatMoment(0, is_asked=True, bank_us=5_000_000), SeatMoment(1, bank_us=3_000_000)
    assert _line(ada, bob) == "clocks: ada 5.0 s to decide, bob 3.0 s"
    ends = Deadlines(NOON_US, NOON_US + 6_500_000, {0: NOON_US + 6_500_000})
    assert _line(ada, bob, deadlines=ends) == (
        "clocks: ada 5.0 s to decide by 12:00:06 UTC, bob 3.0 s"
    )
    without = SeatMoment(0, is_asked=True)
    assert _line(without, deadlines=ends) == "clocks: ada to decide by 12:00:06 UTC"


def test_a_common_deadline() -> None:
    """Where it is not known who is asked."""
    assert _line(deadlines=Deadlines(NOON_US, NOON_US)) == "clocks: to decide by 12:00:00 UTC"


def test_nothing_known() -> None:
    """No line."""
    assert _line() == ""
    assert _line(SeatMoment(0, is_asked=True, strikes=1)) == ""
    assert _line(deadlines=Deadlines(NOON_US)) == ""
