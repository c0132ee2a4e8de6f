"""How late the referee itself is: a meter in the event loop's selector, and a clock that leaves out what was lost.

A message can be read only when the loop gets round to it. While the loop is busy, messages wait
without anybody knowing since when, so the meter says how long one may have waited at most, and the
match doesn't charge that time to the bot.

Time in which the process was not running at all although it had something to do, because it was stopped, the
machine slept, or others had its cores, is lost to everybody: the meter's clock stands still meanwhile. It shows in
two ways. A wait for input comes back long after its time; no wait is longer than `SLICE_S` for that. And
the loop's own work takes much longer than the processor time that it has used.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from typing import NamedTuple

__all__ = [
    "SLICE_S",
    "TOLERANCE_NS",
    "FairClock",
    "LagMeter",
    "LoopMark",
    "new_event_loop",
]

HOPS = 3
"""Turns of the loop that a message takes from the poll that found it to the code that reads it."""
SLICE_S = 0.005
"""Longest wait for input without a look at the clock, in seconds."""
TOLERANCE_NS = 2_000_000
"""Lateness that is nothing but the system's: timers are exact to a millisecond."""


class LoopMark(NamedTuple):
    """How far an event loop had come at a time."""

    at_ns: int
    """The time."""
    polls: int
    """Polls for input so far; 0 for ever in a loop that isn't metered."""
    rested_ns: int
    """Time in which it had nothing to do so far."""


class LagMeter:
    """Knows how long the loop has been busy without a pause, and how much time the process has lost."""

    def __init__(self) -> None:
        self._polls: list[int] = []
        """When the last polls returned, the oldest first; all equal to the last that waited.

        Empty before the first poll, and so for ever in a loop that isn't metered.
        """
        self._num_polls = 0
        self._rested_ns = 0
        """Time that polls have waited so far."""
        self._rests_ns = 0
        """Since when a poll waits."""
        self.lost_ns = 0
        """Time that the process has lost so far."""
        self._last_ns = 0
        """What the clock has told last."""
        self._woke_ns = 0
        """When the loop's work began that is under way; 0 while it waits, and in a loop that isn't metered."""
        self._woke_cpu_ns = 0
        """What processor time the loop's thread had used by then."""
        self._lost_since_ns = 0
        """How much was lost since then."""
        self._looked_ns = 0
        """When that was last looked at."""

    # The clock.

    def now_ns(self) -> int:
        """Nanoseconds on a clock that never goes back, and stands still while the process doesn't run."""
        raw_ns = time.monotonic_ns()
        if self._woke_ns and raw_ns - self._looked_ns > TOLERANCE_NS:
            self._look(raw_ns)
        self._last_ns = max(self._last_ns, raw_ns - self.lost_ns)
        return self._last_ns

    def _look(self, raw_ns: int) -> None:
        """See how much of the time since the loop woke up its thread did not run."""
        ran_ns = time.thread_time_ns() - self._woke_cpu_ns
        lost_ns = raw_ns - self._woke_ns - ran_ns - self._lost_since_ns
        if lost_ns > TOLERANCE_NS:
            self._lost_since_ns += lost_ns
            self.lost(lost_ns)
        self._looked_ns = raw_ns

    def woke(self) -> None:
        """Note that a poll has returned: the loop's work goes on."""
        self._woke_ns = self._looked_ns = time.monotonic_ns()
        self._woke_cpu_ns = time.thread_time_ns()
        self._lost_since_ns = 0

    def lost(self, ns: int) -> None:
        """Note that the process has not been running for so long, until now."""
        self.lost_ns += ns

    # The loop.

    def polled(self, at_ns: int, *, waited: bool) -> None:
        """Note that a poll for input has returned.

        Args:
            at_ns: Now.
            waited: Whether there was no input when the poll began, so that nothing can have waited.
        """
        self._num_polls += 1
        if waited:
            self._rested_ns += at_ns - self._rests_ns
        if waited or not self._polls:
            self._polls = [at_ns] * HOPS
        else:
            self._polls = [*self._polls[1:], at_ns]

    def rests(self) -> None:
        """Note that a poll begins to wait: everything that had come has been dealt with."""
        self._woke_ns = 0  # waiting needs no processor time
        self._rests_ns = self._last_ns

    def waits(self) -> None:
        """Note that a poll has waited for a while, and goes on waiting."""

    @property
    def busy_since_ns(self) -> int:
        """Since when something that is read now may have waited; 0 if that isn't known."""
        return self._polls[0] if self._polls else 0

    def mark(self, now_ns: int) -> LoopMark:
        """Return how far the loop has come by now."""
        return LoopMark(now_ns, self._num_polls, self._rested_ns)

    def is_just_past(self, mark: LoopMark, now_ns: int) -> bool:
        """Return whether the loop has done since then but what it had to do at once.

        What was asked of the system then, and is done now, may have been possible all the time. False in a
        loop that isn't metered.
        """
        if not self._num_polls or self._rested_ns - mark.rested_ns > TOLERANCE_NS:
            return False
        return self._num_polls - mark.polls <= HOPS or now_ns - mark.at_ns <= TOLERANCE_NS

    def lag_ns(self, now_ns: int) -> int:
        """Return how long something that is read now may have waited at most, from 0."""
        return max(0, now_ns - self._polls[0]) if self._polls else 0


class FairClock:
    """The machine's clocks, the one for differences without what this process has lost.

    Args:
        meter: Knows what that is.
    """

    def __init__(self, meter: LagMeter) -> None:
        self.now_ns = meter.now_ns
        """See `Clock`."""

    def wall_ns(self) -> int:
        """See `Clock`."""
        return time.time_ns()


class _MeteredSelector(selectors.DefaultSelector):
    def __init__(self, meter: LagMeter) -> None:
        super().__init__()
        self._meter = meter

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        meter = self._meter
        meter.now_ns()  # what was lost of the loop's own work is known before it rests
        ready = super().select(0)
        waited = not ready and (timeout is None or timeout > 0)
        if waited:
            meter.rests()
            ready = self._wait(timeout)
        meter.woke()
        meter.polled(meter.now_ns(), waited=waited)
        return ready

    def _wait(self, timeout: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for input in slices; one that takes too long was lost."""
        left_s = timeout
        while True:
            slice_s = SLICE_S if left_s is None else min(SLICE_S, left_s)
            begun_ns = time.monotonic_ns()
            ready = super().select(slice_s)
            took_ns = time.monotonic_ns() - begun_ns
            if took_ns > slice_s * 1e9 + TOLERANCE_NS:
                self._meter.lost(took_ns)
            if left_s is not None:
                left_s -= took_ns / 1e9
            if ready or (left_s is not None and left_s <= 0):
                return ready
            self._meter.waits()


def new_event_loop(meter: LagMeter) -> asyncio.AbstractEventLoop:
    """Return an event loop whose polls the meter sees."""
    return asyncio.SelectorEventLoop(_MeteredSelector(meter))
