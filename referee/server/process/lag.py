"""Measures how late the referee itself is, and provides a clock that leaves out time it has lost.

While the event loop is busy, messages wait in the sockets, and when they arrived is not known. So
the meter returns the longest time that a message may have waited, and the match doesn't charge that
time to the bot.

Time is lost if the process did not run although it had work to do: it was stopped, the machine
slept, or other processes had its cores. The meter's clock stands still for that time. Lost time is
detected in two ways. A wait for input ends long after its timeout; to notice that soon, no wait is
longer than `SLICE_S`. And the loop's own work takes much longer than the processor time that it
uses.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from referee.core.native.compiler_hints import mypyc_attr
from referee.core.values import Value

__all__ = ["REPORTED_NS", "SLICE_S", "TOLERANCE_NS", "FairClock", "LagMeter", "LoopMark"]

HOPS = 3
"""Number of event loop turns from the poll that finds a message to the code that reads it."""
SLICE_S = 0.005
"""Longest wait for input between two checks of the clock, in seconds."""
TOLERANCE_NS = 2_000_000
"""Lateness in nanoseconds that is not counted, since system timers are exact to about a
millisecond.
"""

REPORTED_NS = 1_000_000
"""Wait of a message, in nanoseconds, from which on `LagMeter.on_poll` is called."""


class LoopMark(Value):
    """How often an event loop has polled, and how long it has rested, up to a given time."""

    __match_args__ = ("at_ns", "polls", "rested_ns")
    __slots__ = __match_args__

    def __init__(self, at_ns: int, polls: int, rested_ns: int) -> None:
        self.at_ns = at_ns
        """The time of the mark, in nanoseconds."""
        self.polls = polls
        """Number of polls for input so far; always 0 in a loop that isn't metered."""
        self.rested_ns = rested_ns
        """Total time in which the loop had nothing to do, in nanoseconds."""


@mypyc_attr(allow_interpreted_subclasses=True)
class LagMeter:
    """Measures how long the event loop has been busy without a pause, and how much time the process lost."""

    def __init__(self) -> None:
        self._polls: list[int] = []
        """When the last `HOPS` polls returned, oldest first.

        A poll that had to wait sets all entries to its own time.

        Empty before the first poll, so always empty in a loop that isn't metered.
        """
        self._num_polls = 0
        self._rested_ns = 0
        """Total time that polls have waited for input, in nanoseconds."""
        self._rests_ns = 0
        """When the last poll that had to wait began to wait, in nanoseconds on the meter's clock."""
        self.lost_ns = 0
        """Total time that the process has lost, in nanoseconds."""
        self._last_ns = 0
        """Last result of `now_ns`."""
        self._woke_ns = 0
        """When the loop began its current work, in nanoseconds on the machine's clock. 0 while the
        loop waits, and in a loop that isn't metered.
        """
        self._woke_cpu_ns = 0
        """Processor time that the loop's thread had used at `_woke_ns`, when its current work
        began, in nanoseconds.
        """
        self._lost_since_ns = 0
        """Time lost since the loop's current work began, in nanoseconds."""
        self._looked_ns = 0
        """When lost time was last checked, in nanoseconds on the machine's clock."""
        self.on_poll: Callable[[int], None] | None = None
        """Called at each poll whose messages may have waited for `REPORTED_NS` or more, with the
        longest such time in nanoseconds; None if nobody asks for it.
        """

    # The clock.

    def now_ns(self) -> int:
        """Return nanoseconds on the meter's clock.

        The clock never goes back, and stands still while the process doesn't run.
        """
        raw_ns = time.monotonic_ns()
        # Checked only now and then: to read the thread's processor time is a system call, and this is called several times
        # for each decision.
        if self._woke_ns and raw_ns - self._looked_ns > TOLERANCE_NS:
            self._look(raw_ns)
        # A loss that is found late would set the clock back: it stands still instead.
        self._last_ns = max(self._last_ns, raw_ns - self.lost_ns)
        return self._last_ns

    def _look(self, raw_ns: int) -> None:
        """Add to the lost time how long the loop's thread did not run since the loop last woke up.

        `raw_ns` is the current time on the machine's clock.
        """
        ran_ns = time.thread_time_ns() - self._woke_cpu_ns
        # All time since waking, less what the thread ran and what was counted before: a handler that blocks, as on a disk,
        # counts as lost as well, for no bot can answer during it.
        lost_ns = raw_ns - self._woke_ns - ran_ns - self._lost_since_ns
        if lost_ns > TOLERANCE_NS:
            self._lost_since_ns += lost_ns
            self.lost(lost_ns)
        self._looked_ns = raw_ns

    def woke(self) -> None:
        """Begin to measure the loop's work; called when a poll for input has returned."""
        self._woke_ns = self._looked_ns = time.monotonic_ns()
        self._woke_cpu_ns = time.thread_time_ns()
        self._lost_since_ns = 0

    def lost(self, ns: int) -> None:
        """Add `ns` nanoseconds, for which the process has not run until now, to the lost time."""
        self.lost_ns += ns

    # The loop.

    def polled(self, at_ns: int, *, waited: bool) -> None:
        """Record the time of a poll for input that has just returned; later lag is computed from it.

        Args:
            at_ns: Current time.
            waited: Whether there was no input when the poll began. Then no message can have waited
                before that.
        """
        # Counted for `is_just_past`, which compares how often the loop has gone round.
        self._num_polls += 1
        if waited:
            self._rested_ns += at_ns - self._rests_ns
        if waited or not self._polls:
            self._polls = [at_ns] * HOPS
        else:
            # The oldest is kept for `HOPS` polls: a message that is read now was found by one of them.
            self._polls = [*self._polls[1:], at_ns]
        if self.on_poll is not None and at_ns - self._polls[0] >= REPORTED_NS:
            self.on_poll(at_ns - self._polls[0])

    def rests(self) -> None:
        """Begin to count idle time; called when a poll begins to wait.

        A poll waits only when all input that had arrived was processed.
        """
        self._woke_ns = 0  # waiting needs no processor time
        self._rests_ns = self._last_ns

    def waits(self) -> None:
        """Do nothing; called each time that a poll has waited for `SLICE_S` seconds without input.

        Subclasses may override it.
        """

    @property
    def num_polls(self) -> int:
        """Number of polls for input so far; 0 in a loop that isn't metered."""
        return self._num_polls

    @property
    def rested_ns(self) -> int:
        """Total time that the loop has waited for input, in nanoseconds."""
        return self._rested_ns

    @property
    def busy_since_ns(self) -> int:
        """Earliest time since which a message that is read now may have waited; 0 if that isn't known."""
        return self._polls[0] if self._polls else 0

    def mark(self, now_ns: int) -> LoopMark:
        """Return the totals of the loop's work up to `now_ns`."""
        return LoopMark(now_ns, self._num_polls, self._rested_ns)

    def is_just_past(self, mark: LoopMark, now_ns: int) -> bool:
        """Return whether the loop has only processed, since a mark, what was waiting at the mark.

        If so, an operation from the mark to `now_ns` may have been delayed by that work alone. If not,
        it also waited for something else, such as a bot that reads slowly.

        True if the loop has polled for input at most `HOPS` times since the mark, or the mark is at
        most 2 ms (`TOLERANCE_NS`) old. False if the loop has been idle for more than 2 ms since the
        mark, and always in a loop that isn't metered.

        Args:
            mark: Result of `mark` at the earlier time.
            now_ns: Current time, in nanoseconds on the meter's clock.
        """
        # A rest means that the loop had processed everything since the mark: whatever took longer
        # did not wait for the loop.
        if not self._num_polls or self._rested_ns - mark.rested_ns > TOLERANCE_NS:
            return False
        return self._num_polls - mark.polls <= HOPS or now_ns - mark.at_ns <= TOLERANCE_NS

    def lag_ns(self, now_ns: int) -> int:
        """Return the longest time, in nanoseconds, that a message read at `now_ns` may have waited."""
        return max(0, now_ns - self._polls[0]) if self._polls else 0


class FairClock:
    """Clock of a server.

    Its monotonic time leaves out the time that the process has lost.

    Args:
        meter: Lag meter that measures the lost time.
    """

    def __init__(self, meter: LagMeter) -> None:
        self.now_ns = meter.now_ns
        """Function that returns the meter's monotonic time, in nanoseconds."""

    def wall_ns(self) -> int:
        """Return the date and time, as nanoseconds since 1970 UTC."""
        return time.time_ns()
