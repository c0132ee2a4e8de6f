"""Reports to the workers how late the router is, by two times in memory that all of them share.

A worker must not expire a seat whose answer may already be in the router. The first time is since
when the router's loop has been busy; workers count the time since then as their own lag. It is 0
while the loop waits for input, because no message is in the router then. The second is when the
router last ran. If that is longer ago than its longest wait, the router is stopped or starved, and
answers may wait in its sockets.
"""

from __future__ import annotations

import mmap
from collections import deque
from pathlib import Path

from referee.server.process.lag import SLICE_S, TOLERANCE_NS, LagMeter, LoopMark

__all__ = ["OwnMeter", "RouterMeter", "SharedInstants", "WorkerMeter"]

_BYTES = 16
HELD_NS = 50_000_000
"""Nanoseconds, counted from the end of a time in which the process did not run, within which
messages may arrive that have waited since that time began.
"""
STILL_NS = round(SLICE_S * 1e9) + 5 * TOLERANCE_NS
"""Nanoseconds without a sign of life after which a router that waits for input is considered stopped
or starved.
"""


class SharedInstants:
    """Two times in a memory-mapped file that several processes share.

    Each is in nanoseconds of the machine's monotonic clock; 0 means none.

    Args:
        path: Path of the file; it is created if absent.
    """

    def __init__(self, path: Path) -> None:
        with path.open("a+b") as file:
            file.truncate(_BYTES)
            self._memory = memoryview(mmap.mmap(file.fileno(), _BYTES)).cast("q")

    @property
    def busy_since_ns(self) -> int:
        """Time since which the router has been busy without a pause; 0 while it rests."""
        return self._memory[0]

    @busy_since_ns.setter
    def busy_since_ns(self, value: int) -> None:
        self._memory[0] = value

    @property
    def ran_ns(self) -> int:
        """Time at which the router last ran; 0 if it never did."""
        return self._memory[1]

    @ran_ns.setter
    def ran_ns(self, value: int) -> None:
        self._memory[1] = value


class RouterMeter(LagMeter):
    """The router's lag meter, which also reports to the workers.

    Its clock is the machine's, which the workers share. So time that it has lost counts as busy
    time, and does so for `HELD_NS` longer, because messages that have waited through the loss are
    found a little later.

    Args:
        instants: Shared memory from which the workers read.
    """

    def __init__(self, instants: SharedInstants) -> None:
        super().__init__()
        self._instants = instants
        self._losses: deque[tuple[int, int]] = deque()
        """For each time in which the router did not run: when it began, and until when messages may
        arrive that have waited since then.
        """

    def lost(self, ns: int) -> None:
        """Record that the process has not run for the last `ns` nanoseconds, which count as busy time."""
        now_ns = self.now_ns()
        # Instead of the base class's: this clock must go on with the machine's, so a loss counts as
        # busy time.
        self._losses.append((now_ns - ns, now_ns + HELD_NS))

    def _held_since_ns(self, now_ns: int) -> int:
        """Return since when a message that arrives now may have waited because the router did not run.

        0 if there was no such time, or it ended more than `HELD_NS` ago.
        """
        while self._losses and self._losses[0][1] <= now_ns:
            self._losses.popleft()
        return self._losses[0][0] if self._losses else 0

    def polled(self, at_ns: int, *, waited: bool) -> None:
        """Record a poll for input that has just returned; report since when the router has been busy.

        `waited` says whether there was no input when the poll began.
        """
        super().polled(at_ns, waited=waited)
        held_ns = self._held_since_ns(at_ns)
        # Also a poll that waited: it can find messages that were in other sockets during the loss.
        if held_ns:
            self._polls = [min(held_ns, poll_ns) for poll_ns in self._polls]
        self._instants.busy_since_ns = self.busy_since_ns

    def rests(self) -> None:
        """Record that a poll begins to wait, and report to the workers that the router rests."""
        super().rests()
        # At once, and not after a whole slice: until then workers would go on adding lag.
        self.waits()

    def waits(self) -> None:
        """Write to the shared memory that the router runs now, and since when messages may wait in it.

        Called when a poll for input begins to wait, and after each `SLICE_S` seconds of the wait.
        """
        now_ns = self.now_ns()
        self._instants.ran_ns = now_ns
        self._instants.busy_since_ns = self._held_since_ns(now_ns)


class WorkerMeter(LagMeter):
    """A worker's lag meter, which adds the router's lag to its own.

    Args:
        router: Shared memory in which the router reports.
    """

    def __init__(self, router: SharedInstants) -> None:
        super().__init__()
        self._router = router

    def lag_ns(self, now_ns: int) -> int:
        """Return the longest time that a message read at `now_ns` may have waited.

        In nanoseconds; a wait in the router counts as well.
        """
        own_ns = super().lag_ns(now_ns)
        machine_ns = now_ns + self.lost_ns  # on the router's clock
        since_ns, ran_ns = self._router.busy_since_ns, self._router.ran_ns
        # The router says that it rests, but has not run for too long: since then it must count as busy.
        if not since_ns and ran_ns and machine_ns - ran_ns > STILL_NS:
            since_ns = ran_ns
        return max(own_ns, machine_ns - since_ns) if since_ns else own_ns


class OwnMeter(LagMeter):
    """Lag meter of a worker that leaves out the router's lag, for streams that bypass the router.

    Args:
        meter: Lag meter of the worker's event loop.
    """

    def __init__(self, meter: LagMeter) -> None:
        super().__init__()
        self._meter = meter

    def lag_ns(self, now_ns: int) -> int:
        """Return the longest time that a message read at `now_ns` may have waited in this worker."""
        # Of the base class: the meter is a `WorkerMeter`, whose own `lag_ns` adds the router's lag.
        return LagMeter.lag_ns(self._meter, now_ns)

    def mark(self, now_ns: int) -> LoopMark:
        """Return the totals of the worker's event loop up to `now_ns`."""
        return self._meter.mark(now_ns)

    def is_just_past(self, mark: LoopMark, now_ns: int) -> bool:
        """Return whether the worker's loop has only processed, since a mark, what was waiting at the mark.

        If so, an operation from the mark to `now_ns`, the current time, may have been delayed by that
        work alone. True if the loop has polled for input at most `HOPS` times since the mark, or the
        mark is at most 2 ms old; False if the loop has been idle for more than 2 ms since then.
        """
        return self._meter.is_just_past(mark, now_ns)
