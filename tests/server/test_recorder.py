"""What the recorder counts, event by event: histograms, suspects of false time-outs, bounded labels."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from referee.core.outcome import EndCause
from referee.match.machine import MatchMachine
from referee.match.rejection import Rejection
from referee.server.process.status import reason_label
from referee.server.telemetry.catalog import BY_NAME, CATALOG
from referee.server.telemetry.histogram import Histogram
from referee.server.telemetry.recorder import MOST_REASONS, Recorder

MS = 1_000_000


def value(recorder: Recorder, name: str, **labels: str) -> float:
    """The value of one sample."""
    (found,) = [
        number for each, told, number in recorder.samples() if (each, told) == (name, labels)
    ]
    return found


def ended_with(refusals: dict[str, int]) -> MatchMachine:
    """A machine of one seat whose match is over, with these refused orders."""
    outcome, seat = SimpleNamespace(cause=EndCause.RULES), SimpleNamespace(refusals=refusals)
    return cast("MatchMachine", SimpleNamespace(outcome=outcome, seats=[seat]))


def test_buckets_hold_what_is_up_to_their_bound() -> None:
    """One by one and all at once; the last bucket holds all."""
    times = [0, 1, 10, 11, 100, 101, 5000]
    one, together = Histogram((1, 10, 100)), Histogram((1, 10, 100))
    for each in times:
        one.observe(each)
    together.observe_all(np.array(times, np.int64))
    expected = [
        ("name_bucket", {"game": "x", "le": "1e-09"}, 2),
        ("name_bucket", {"game": "x", "le": "1e-08"}, 3),
        ("name_bucket", {"game": "x", "le": "1e-07"}, 5),
        ("name_bucket", {"game": "x", "le": "+Inf"}, 7),
        ("name_count", {"game": "x"}, 7),
        ("name_sum", {"game": "x"}, sum(times) / 1e9),
    ]
    assert one.count == together.count == 7
    for histogram in (one, together):
        assert list(histogram.samples("name", {"game": "x"})) == expected
    one.raise_to(10)
    assert next(one.samples("name")) == ("name_bucket", {"le": "1e-09"}, 5)


@pytest.mark.parametrize(
    ("at_ms", "lag_ms", "suspects", "late_s"),
    [
        (1001, 0, 0, 0.001),  # late by its own delay
        (1001, 1, 1, 0.001),  # it may have come in time, and waited here
        (1500, 499, 0, 0.5),
        (1500, 700, 1, 0.5),
    ],
)
def test_what_may_have_come_in_time_is_a_suspect(
    at_ms: int, lag_ms: int, suspects: int, late_s: float
) -> None:
    """An answer is one if it was late by no more than the referee's own delay."""
    recorder = Recorder()
    match = recorder.match("id", "diceman", ended_with({}))
    match.expires(0, 3, 1000 * MS)
    match.untimely(0, 2, at_ms * MS, lag_ms * MS)  # to a turn that was not missed
    match.untimely(1, 3, at_ms * MS, lag_ms * MS)  # of a seat that has missed none
    for _ in range(2):  # sent twice, counted once
        match.untimely(0, 3, at_ms * MS, lag_ms * MS)
    assert value(recorder, "referee_false_timeout_suspects_total") == suspects
    assert value(recorder, "referee_late_answers_seconds_count") == 1
    assert value(recorder, "referee_late_answers_seconds_sum") == late_s


def test_a_game_can_add_only_so_many_reasons() -> None:
    """Further ones are counted together, and those known before as before."""
    recorder = Recorder()
    many = {f"REASON_{number}": 2 for number in range(MOST_REASONS + 5)}
    for refusals in (many, {"REASON_0": 1, "NEW": 1}):
        recorder.match("id", "made_up", ended_with(refusals)).ended()
    name = "referee_refusals_total"
    labels = [told for each, told, _ in recorder.samples() if each == name]
    assert len(labels) == MOST_REASONS + 1
    assert value(recorder, name, game="made_up", reason="REASON_0") == 3
    assert value(recorder, name, game="made_up", reason="other") == 2 * 5 + 1


def test_names_follow_the_conventions() -> None:
    """Counters end in `_total`, times in `_seconds`, and each family has a sentence."""
    assert len(BY_NAME) == len(CATALOG)
    for metric in CATALOG:
        assert metric.name.endswith("_total") == (metric.kind == "counter"), metric.name
        assert bool(metric.bounds_ns) == (metric.kind == "histogram"), metric.name
        assert metric.name.endswith("_seconds") or not metric.bounds_ns, metric.name
        assert metric.text.endswith("."), metric.name
        assert all(one < two for one, two in itertools.pairwise(metric.bounds_ns))


def test_each_reason_of_a_rejection_is_there_from_the_start() -> None:
    """With its name on the wire: an alert sees the first rejection only if there was a 0 before."""
    recorder = Recorder()
    served = {
        told["reason"] for name, told, _ in recorder.samples() if name == "referee_rejections_total"
    }
    on_the_wire: Any = {reason_label(cast("Any", reason.value)) for reason in Rejection}
    assert served == on_the_wire | {"taken_over", "not_your_seat"}
