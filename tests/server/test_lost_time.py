"""What the process has lost is no time: the meter's clock, by a machine whose clocks the test moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.core.time_control import MS
from referee.server.process import lag, metered_loop
from referee.server.process.lag import FairClock, LagMeter
from referee.server.router.shared_lag import HELD_NS, RouterMeter, SharedInstants, WorkerMeter
from tests.server.machine import Machine, stand_in

SLICE_NS = round(lag.SLICE_S * 1e9)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """The clocks and polls of the module under test."""
    return stand_in(monkeypatch)


def _selector(meter: LagMeter) -> Any:
    return metered_loop._MeteredSelector(meter)


def test_time_passes_while_the_process_waits_and_works(machine: Machine) -> None:
    """Slice by slice, and a little lateness is nobody's loss."""
    meter = LagMeter()
    clock, selector = FairClock(meter), _selector(meter)
    began_ns = clock.now_ns()
    machine.polls = [(0, False), (MS, False), (0, False), (0, True)]
    assert len(selector.select(None)) == 1
    assert clock.now_ns() - began_ns == 3 * SLICE_NS + MS
    machine.work(40 * MS)
    assert clock.now_ns() - began_ns == 3 * SLICE_NS + 41 * MS
    assert meter.lost_ns == 0


@pytest.mark.parametrize("comes", [False, True], ids=["nothing came", "something came meanwhile"])
@pytest.mark.parametrize("stopped_ms", [50, 300, 5000])
def test_a_stop_while_the_process_waits_is_no_time(
    machine: Machine, stopped_ms: int, comes: bool
) -> None:
    """Up to the slice in which it came, whose time is not charged either."""
    meter = LagMeter()
    clock, selector = FairClock(meter), _selector(meter)
    began_ns = clock.now_ns()
    machine.polls = [(0, False), (stopped_ms * MS, comes), (0, True)]
    selector.select(None)
    assert meter.lost_ns == stopped_ms * MS + SLICE_NS
    assert clock.now_ns() - began_ns == SLICE_NS


@pytest.mark.parametrize("stopped_ms", [50, 300, 5000])
def test_a_stop_while_the_process_works_is_no_time(machine: Machine, stopped_ms: int) -> None:
    """What is left of the work counts; the clock is right for whatever looks at it next."""
    meter = LagMeter()
    clock, selector = FairClock(meter), _selector(meter)
    machine.polls = [(0, True)]
    selector.select(None)
    began_ns = clock.now_ns()
    machine.work(3 * MS)
    machine.stop(stopped_ms * MS)
    machine.work(4 * MS)
    assert clock.now_ns() - began_ns == 7 * MS
    machine.stop(stopped_ms * MS)
    machine.work(MS)
    assert clock.now_ns() - began_ns == 8 * MS
    machine.polls = [(0, True)]
    selector.select(None)
    assert clock.now_ns() - began_ns == 8 * MS
    assert meter.lost_ns == 2 * stopped_ms * MS


def test_the_clock_never_goes_back(machine: Machine) -> None:
    """Though a loss becomes large enough to count only after a part of it was told as time."""
    meter = LagMeter()
    clock, selector = FairClock(meter), _selector(meter)
    machine.polls = [(0, True)]
    selector.select(None)
    told = [clock.now_ns()]
    for _ in range(40):
        machine.work(100_000)
        machine.stop(MS)
        told.append(clock.now_ns())
    assert told == sorted(told)
    assert told[-1] - told[0] <= 4 * MS + 2 * lag.TOLERANCE_NS


def test_a_short_wait_ends_in_time(machine: Machine) -> None:
    """A time-out is cut into slices and no longer than that."""
    meter = LagMeter()
    selector = _selector(meter)
    began_ns = machine.now_ns
    machine.polls = [(0, False)] * 3
    assert selector.select(0.012) == []
    assert machine.now_ns - began_ns == 12 * MS
    assert machine.polls == []


# The router.


def test_a_router_that_was_stopped_counts_as_busy(machine: Machine, tmp_path: Path) -> None:
    """Meanwhile, when it wakes up, and for as long as something may come that has waited through it."""
    instants = SharedInstants(tmp_path / "busy")
    router, worker = RouterMeter(instants), WorkerMeter(SharedInstants(tmp_path / "busy"))
    selector = _selector(router)
    machine.polls = [(0, False), (0, True)]
    selector.select(None)
    router.rests()
    assert worker.lag_ns(machine.now_ns) == 0
    stopped_ns = machine.now_ns
    machine.now_ns += 300 * MS
    assert worker.lag_ns(machine.now_ns) == 300 * MS
    machine.now_ns = stopped_ns
    machine.polls = [(300 * MS, False), (0, True)]
    selector.select(None)
    assert router.lag_ns(machine.now_ns) == worker.lag_ns(machine.now_ns) == 300 * MS + SLICE_NS
    machine.polls = [(0, True)]
    selector.select(None)
    assert router.lag_ns(machine.now_ns) == 300 * MS + SLICE_NS
    machine.work(HELD_NS)
    machine.polls = [(0, True)]
    selector.select(None)
    assert router.lag_ns(machine.now_ns) == 0
    assert router.lost_ns == 0


def test_a_router_with_nothing_to_do_is_not_busy(machine: Machine, tmp_path: Path) -> None:
    """However long it waits for something to come, its workers let deadlines pass."""
    instants = SharedInstants(tmp_path / "busy")
    router, worker = RouterMeter(instants), WorkerMeter(SharedInstants(tmp_path / "busy"))
    selector = _selector(router)
    lags = []
    poll = machine.poll

    def seen(timeout: float | None) -> list[Any]:
        came = poll(timeout)
        lags.append(worker.lag_ns(machine.now_ns))
        return came

    machine.poll = seen  # type: ignore[method-assign]  # it is looked at in passing
    machine.polls = [(0, True)]
    selector.select(None)
    machine.work(MS)
    machine.polls = [(0, False)] * 400 + [(0, True)]
    selector.select(None)
    assert len(lags) > 400
    assert max(lags[2:]) <= SLICE_NS


def test_losses_of_a_router_do_not_add_up(machine: Machine, tmp_path: Path) -> None:
    """On a machine that always wakes it late, it is as late as the last losses, not as all of them."""
    router = RouterMeter(SharedInstants(tmp_path / "busy"))
    worker = WorkerMeter(SharedInstants(tmp_path / "busy"))
    selector = _selector(router)
    machine.polls = [(300 * MS, False), *[(10 * MS, False)] * 100, (0, True)]
    selector.select(None)
    most_ns = HELD_NS + 2 * (SLICE_NS + 10 * MS)
    assert 10 * MS < router.lag_ns(machine.now_ns) <= most_ns
    assert 10 * MS < worker.lag_ns(machine.now_ns) <= most_ns


def test_a_worker_that_was_stopped_knows_what_waits_in_the_router(
    machine: Machine, tmp_path: Path
) -> None:
    """The router's instants are on the machine's clock, from which the worker's own has fallen behind."""
    instants = SharedInstants(tmp_path / "busy")
    worker = WorkerMeter(instants)
    clock, selector = FairClock(worker), _selector(worker)
    machine.polls = [(300 * MS, True)]
    selector.select(None)
    assert worker.lost_ns == 300 * MS + SLICE_NS
    instants.busy_since_ns = machine.now_ns - 10 * MS
    assert worker.lag_ns(clock.now_ns()) == 10 * MS
