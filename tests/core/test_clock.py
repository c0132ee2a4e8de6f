"""Clocks: one of the machine, and one that only a test moves."""

from __future__ import annotations

import pytest

from referee.core.clock import Clock, ManualClock, SystemClock


def test_the_manual_clock_stands_still_until_it_is_moved(clock: ManualClock) -> None:
    """Both its readings move together, and by what was asked for."""
    assert (clock.now_ns(), clock.now_ns()) == (1_000_000_000, 1_000_000_000)
    assert clock.advance(5) == 1_000_000_005
    assert clock.advance(0) == 1_000_000_005
    assert (clock.now_ns(), clock.wall_ns()) == (1_000_000_005, 1_000_000_005)


def test_no_clock_goes_back(clock: ManualClock) -> None:
    """Neither the manual one, nor that of the machine."""
    with pytest.raises(ValueError, match="can't go back by 1 ns"):
        clock.advance(-1)
    system: Clock = SystemClock()
    readings = [system.now_ns() for _ in range(100)]
    assert readings == sorted(readings)


def test_the_wall_clock_counts_from_1970() -> None:
    """It reads a time after 2020 (1,577,836,800 s) and before 2200 (7,258,118,400 s)."""
    assert 1_577_836_800 * 10**9 < SystemClock().wall_ns() < 7_258_118_400 * 10**9
