from __future__ import annotations

from google.protobuf.duration_pb2 import Duration

from gamereferee.v1.play_service_pb2 import MatchEnded, MissedDeadline, PlayResponse, Rejected, Turn
from loadtest.decisions import DecisionLog, merged

MS = 1_000_000


def duration(ms: int) -> Duration:
    """A duration of so many milliseconds."""
    return Duration(nanos=ms * MS)


def turn(number: int, *, allowance_ms: int = 200) -> Turn:
    """A turn of seat 0 of match m."""
    opened = Turn(match_id="m", seat=0, turn=number)
    opened.clock.remaining.CopyFrom(duration(allowance_ms))
    return opened


def missed(number: int) -> MissedDeadline:
    """The news that a deadline passed."""
    return MissedDeadline(match_id="m", seat=0, turn=number)


def test_a_round_lasts_from_turn_to_turn_and_to_the_end() -> None:
    """Turns read at 0 and 130 ms and an end at 150 ms are rounds of 130 and 20 ms."""
    log = DecisionLog()
    assert log.take(PlayResponse(turns=[turn(1)]), 0) == []
    assert log.take(PlayResponse(turns=[turn(2)]), 130 * MS) == [130.0]
    ended = PlayResponse(ends=[MatchEnded(match_id="m", seat=0)])
    assert log.take(ended, 150 * MS) == [20.0]
    assert log.decisions == 2


def test_slack_is_what_the_referee_left_of_the_turn_before() -> None:
    """Of 200 ms told with the first turn and 60 charged, 140 were left; the second has its own."""
    log = DecisionLog()
    log.take(PlayResponse(turns=[turn(1, allowance_ms=200)]), 0)
    second = turn(2, allowance_ms=50)
    second.clock.last_elapsed.CopyFrom(duration(60))
    second.clock.last_lag.CopyFrom(duration(7))
    log.take(PlayResponse(turns=[second]), 100 * MS)
    assert list(log.slack_ms) == [140.0]
    assert list(log.lag_ms) == [7.0]


def test_a_miss_after_an_answer_in_time_is_false() -> None:
    """The bot answered 200 ms after reading a turn that allowed 200 ms."""
    log = DecisionLog()
    log.take(PlayResponse(turns=[turn(1)]), 1000 * MS)
    log.answered([turn(1)], due_ns=1195 * MS, at_ns=1200 * MS)
    log.take(PlayResponse(missed=[missed(1)], turns=[turn(2)]), 1300 * MS)
    assert (log.false_timeouts, log.late_answers) == (1, 0)
    assert list(log.timer_ms) == [5.0]


def test_a_miss_after_a_late_answer_is_the_bots_own() -> None:
    """201 ms by its own clock are too long."""
    log = DecisionLog()
    log.take(PlayResponse(turns=[turn(1)]), 0)
    log.answered([turn(1)], due_ns=201 * MS, at_ns=201 * MS)
    log.take(PlayResponse(missed=[missed(1)]), 300 * MS)
    assert (log.false_timeouts, log.late_answers) == (0, 1)


def test_a_miss_without_an_answer_is_the_bots_own() -> None:
    """Who has not answered was not in time."""
    log = DecisionLog()
    log.take(PlayResponse(turns=[turn(1)]), 0)
    log.take(PlayResponse(missed=[missed(1)]), 300 * MS)
    assert (log.false_timeouts, log.late_answers) == (0, 1)


def test_an_answer_counts_for_its_own_turn_only() -> None:
    """An answer to turn 1 that goes out after turn 2 has come answers nothing."""
    log = DecisionLog()
    log.take(PlayResponse(turns=[turn(1)]), 0)
    log.take(PlayResponse(missed=[missed(1)], turns=[turn(2)]), 260 * MS)
    log.answered([turn(1)], due_ns=270 * MS, at_ns=270 * MS)
    log.take(PlayResponse(missed=[missed(2)]), 520 * MS)
    assert (log.false_timeouts, log.late_answers) == (0, 2)


def test_a_turn_without_deadline_has_no_slack() -> None:
    """Where no time is told, none can be left."""
    log = DecisionLog()
    log.take(PlayResponse(turns=[Turn(match_id="m", seat=0, turn=1)]), 0)
    second = Turn(match_id="m", seat=0, turn=2)
    second.clock.last_elapsed.CopyFrom(duration(5))
    log.take(PlayResponse(turns=[second]), 9 * MS)
    assert list(log.slack_ms) == []
    assert list(log.round_ms) == [9.0]


def test_logs_are_merged_and_told_by_name() -> None:
    """Counts add up, samples are put together, and rates are for the time given."""
    logs = [DecisionLog(), DecisionLog()]
    for log, end_ms in zip(logs, (10, 30), strict=True):
        log.take(PlayResponse(turns=[turn(1)], rejections=[Rejected()]), 0)
        log.take(PlayResponse(turns=[turn(2)]), end_ms * MS)
    figures = merged(logs).figures(4.0)
    assert figures["decisions"] == 2
    assert figures["decisions_per_s"] == 0.5
    assert figures["rejections"] == 2
    assert (figures["round_ms_p50"], figures["round_ms_p99"]) == (10.0, 30.0)


def test_what_is_drained_is_added_elsewhere_once() -> None:
    """Samples and counts move from a worker's log to the master's; a turn that is open stays where it is."""
    worker, master = DecisionLog(), DecisionLog()
    worker.take(PlayResponse(turns=[turn(1)]), 0)
    worker.answered([turn(1)], due_ns=0, at_ns=5 * MS)
    worker.take(PlayResponse(turns=[turn(2)], rejections=[Rejected()]), 130 * MS)
    master.add(worker.drained())
    worker.take(PlayResponse(turns=[turn(3)], missed=[missed(2)]), 200 * MS)
    master.add(worker.drained())
    master.add(worker.drained())
    assert list(master.round_ms) == [130.0, 70.0]
    assert list(master.timer_ms) == [5.0]
    assert (master.rejections, master.late_answers, master.false_timeouts) == (1, 1, 0)
    assert worker.decisions == 0
