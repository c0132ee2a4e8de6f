"""How long matches took, where the machine's clock jumps."""

from __future__ import annotations

import pytest

from referee.core.clock import ManualClock
from tournaments.store.program_book import RunTimes
from tournaments.store.records import PlayRecord

SECOND = 1_000_000_000


@pytest.mark.parametrize("jump_s", [-3600, 0, 3600])
def test_a_clock_that_jumps_changes_no_duration(jump_s: int) -> None:
    """Only the first reading of the time of day counts."""
    steady, wall_ns = ManualClock(5 * SECOND), [1_700_000_000 * SECOND]
    times = RunTimes(lambda: wall_ns[0], steady.now_ns)
    started = times.now()
    wall_ns[0] += jump_s * SECOND
    steady.advance(2 * SECOND)
    play = PlayRecord(started, times.now(), None, None, None, ())
    assert started == "2023-11-14T22:13:20.000+00:00"
    assert play.duration_s == 2.0


def test_a_clock_set_back_between_two_runs_leaves_no_duration() -> None:
    """Nobody knows it, and no match takes less than no time."""
    play = PlayRecord(
        "2026-01-01T02:00:00+00:00", "2026-01-01T01:00:02+00:00", None, None, None, ()
    )
    assert play.duration_s is None
