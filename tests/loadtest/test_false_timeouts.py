"""Bots that answer at once: what they answer, and whose fault a miss is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from gamereferee.v1 import play_service_pb2 as wire
from loadtest.decisions import DecisionLog
from loadtest.false_timeouts import LaneLog, main

MS = 1_000_000
MOVE_NS = 200 * MS


def turns(
    rows: Sequence[int],
    numbers: Sequence[int],
    elapsed_us: Sequence[int],
    lag_us: Sequence[int] = (),
) -> wire.LaneTurns:
    """Turns of lane 3."""
    return wire.LaneTurns(
        lane=3,
        rows=np.array(rows, "<i4").tobytes(),
        turns=np.array(numbers, "<i4").tobytes(),
        elapsed_us=np.array(elapsed_us, "<i8").tobytes(),
        lag_us=np.array(lag_us, "<i8").tobytes(),
    )


def lane() -> tuple[LaneLog, DecisionLog]:
    """A lane with matches a and b in rows 0 and 1, then c in row 2."""
    log = DecisionLog()
    opened = LaneLog(log, MOVE_NS)
    opened.name(wire.LaneRows(lane=3, first_row=0, match_ids=["a", "b"]))
    opened.name(wire.LaneRows(lane=3, first_row=2, match_ids=["c"]))
    return opened, log


def test_decisions_of_a_lane_are_logged_row_by_row() -> None:
    """Rounds go from turn to turn; slack and lag are what the turns tell; first turns tell nothing."""
    opened, log = lane()
    opened.answered(turns([0, 2], [1, 1], [-1, -1]), read_ns=10 * MS, at_ns=11 * MS)
    assert log.decisions == 0
    told = turns([2, 0, 1], [2, 2, 1], [50_000, 40_000, -1], [1000, 0, 0])
    opened.answered(told, read_ns=110 * MS, at_ns=115 * MS)
    assert list(log.round_ms) == [100.0, 100.0]
    assert list(log.slack_ms) == [150.0, 160.0]
    assert list(log.lag_ms) == [1.0, 0.0]
    assert list(log.timer_ms) == [1.0, 5.0]


def test_a_round_that_was_told_elsewhere_is_not_counted() -> None:
    """Its second turn came by itself, so the lane does not know when that was read."""
    opened, log = lane()
    opened.answered(turns([0], [1], [-1]), read_ns=10 * MS, at_ns=10 * MS)
    opened.answered(turns([0], [3], [7000]), read_ns=90 * MS, at_ns=90 * MS)
    assert list(log.round_ms) == []
    assert list(log.slack_ms) == [193.0]


@pytest.mark.parametrize(("answered_ms", "false", "late"), [(210, 1, 0), (211, 0, 1)])
def test_a_miss_is_judged_by_the_bots_clock(answered_ms: int, false: int, late: int) -> None:
    """Read at 10 ms with 200 to go, it is in time at 210 and late after that."""
    opened, log = lane()
    opened.answered(turns([1], [4], [-1]), read_ns=10 * MS, at_ns=answered_ms * MS)
    assert opened.miss(wire.MissedDeadline(match_id="b", seat=0, turn=4))
    assert (log.false_timeouts, log.late_answers) == (false, late)


@pytest.mark.parametrize(("match", "turn"), [("z", 4), ("b", 5), ("a", 4)])
def test_a_miss_of_another_turn_is_not_the_lanes(match: str, turn: int) -> None:
    """Whoever keeps the turns that are told by themselves judges it."""
    opened, log = lane()
    opened.answered(turns([1], [4], [-1]), read_ns=10 * MS, at_ns=20 * MS)
    assert not opened.miss(wire.MissedDeadline(match_id=match, seat=0, turn=turn))
    assert (log.false_timeouts, log.late_answers) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("flags", [["--busy", "1"], ["--lanes"]], ids=["streams", "lanes"])
def test_a_tiny_run_counts_decisions(
    flags: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a minute for a decision nobody is late on any machine; where it gets nothing done, it has longer."""
    monkeypatch.setenv("REFEREE_KERNELS", "interpreted")  # no second is spent on loading kernels
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    tiny = ["--matches", "4", "--move-ms", "60000", *flags]
    assert any(main([*tiny, "--seconds", length]) == 0 for length in ("1", "5", "25", "125"))
    assert "false_timeouts" in capsys.readouterr().out


@pytest.mark.parametrize("flag", ["--matches", "--move-ms"])
def test_nothing_can_not_be_played(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The error names the flag, the bound and the value."""
    with pytest.raises(SystemExit, match="2"):
        main([flag, "0"])
    assert f"argument {flag}: must be a whole number from 1, not '0'" in capsys.readouterr().err
