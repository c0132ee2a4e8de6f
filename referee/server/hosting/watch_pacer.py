"""Serves spectators one after another, within a limited share of the event loop's time.

Making a frame costs the referee next to nothing, because all spectators with the same eyes (point
of view) share it. But each copy that is written takes time that matches need. So one copy is
written in each turn of the event loop, and only while there is credit left. Credit comes back as a
share of the time that passes. A spectator that waits for long skips frames, like one that reads
slowly.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from referee.core.clock import SystemClock

__all__ = ["WatchPacer", "PacedWatcher"]

SHARE = 1 / 16
"""Highest share of the event loop's time that spectators may use."""
CREDIT_NS = 50_000_000
"""Highest credit, in nanoseconds: the time that spectators may use at once after using none."""
_SAMPLES = 64
"""Number of recent copies whose times are kept. The shortest time counts as the cost of a copy,
because the others include other work.
"""
_CLOCK = SystemClock()


class PacedWatcher(Protocol):
    """A spectator that waits to be served by a `WatchPacer`."""

    def go_on(self) -> None:
        """Read and send the next frame, at the latest in the next turn of the event loop."""


class WatchPacer:
    """Paces the spectators of all matches of a server.

    Args:
        now_ns: Returns the time in nanoseconds.
        used_ns: Returns the processor time that the event loop's thread has used, in nanoseconds.
    """

    def __init__(
        self,
        now_ns: Callable[[], int] = _CLOCK.now_ns,
        used_ns: Callable[[], int] = time.thread_time_ns,
    ) -> None:
        self._now_ns, self._used_ns = now_ns, used_ns
        self._line: deque[deque[PacedWatcher]] = deque()
        """Waiting spectators in order, in groups that were added together."""
        self._is_serving = False
        self._costs: deque[int] = deque(maxlen=_SAMPLES)
        self._credit_ns = CREDIT_NS
        self._credit_at_ns = now_ns()

    def call(self, watchers: deque[PacedWatcher]) -> None:
        """Wake these spectators later, one after another, as the limit on the time for spectators allows.

        The call itself takes the same time for any number of spectators.
        """
        if watchers:
            self._line.append(watchers)
            if not self._is_serving:
                self._is_serving = True
                asyncio.get_running_loop().call_soon(self._serve)

    def _serve(self) -> None:
        if not self._line:
            self._is_serving = False
            return
        loop = asyncio.get_running_loop()
        owed_ns = self._refill()
        if owed_ns > 0:
            # Credit comes back at this share of the time, so a debt takes that many times longer to
            # pay.
            loop.call_later(owed_ns / SHARE / 1e9, self._serve)
            return
        group = self._line[0]
        watcher = group.popleft()
        if not group:
            self._line.popleft()
        used_ns = self._used_ns()
        watcher.go_on()
        # In the next turn of the loop: by then, the watcher's task has run and its copy is written.
        loop.call_soon(self._served, used_ns)

    def _refill(self) -> int:
        """Add the credit that has come back since the last call.

        Return by how many nanoseconds the credit is below 0 afterwards; 0 if it is not.
        """
        now_ns = self._now_ns()
        gained = (now_ns - self._credit_at_ns) * SHARE
        self._credit_at_ns = now_ns
        self._credit_ns = min(CREDIT_NS, self._credit_ns + int(gained))
        return max(0, -self._credit_ns)

    def _served(self, used_ns: int) -> None:
        """Charge the work for the spectator that was served last, then serve the next one.

        Since the event loop may have done other work in the meantime, the shortest of the last
        times counts.

        Args:
            used_ns: Processor time of the event loop's thread before that spectator was served.
        """
        self._costs.append(self._used_ns() - used_ns)
        self._credit_ns -= 2 * min(
            self._costs
        )  # twice, as the transport takes as long again to send it
        self._serve()
