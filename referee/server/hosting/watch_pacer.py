"""Lets watchers go on one after another, within a bounded share of the event loop's time.

To make a frame costs the referee next to nothing, as all watchers with the same eyes share it, but each copy that is
written takes time that matches need. So one copy is written in each turn of the event loop, and only while there is
credit left; credit comes back as a share of the time that passes. A watcher that waits for long skips frames, as one
does that reads slowly.
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
"""Share of the time that watchers may use."""
CREDIT_NS = 50_000_000
"""Most time that they may use at once, after using none."""
_SAMPLES = 64
"""Copies whose time is remembered; the shortest is what a copy costs, as the others include other work."""
_CLOCK = SystemClock()


class PacedWatcher(Protocol):
    """A watcher that waits for its turn."""

    def go_on(self) -> None:
        """Do the work, at the latest within the next turn of the event loop."""


class WatchPacer:
    """Paces the watchers of all matches of a server.

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
        """Groups of watchers that were added at once, in order."""
        self._is_serving = False
        self._costs: deque[int] = deque(maxlen=_SAMPLES)
        self._credit_ns = CREDIT_NS
        self._credit_at_ns = now_ns()

    def call(self, watchers: deque[PacedWatcher]) -> None:
        """Let watchers go on when it is their turn; this takes the same time for any number of them."""
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
            loop.call_later(owed_ns / SHARE / 1e9, self._serve)
            return
        group = self._line[0]
        watcher = group.popleft()
        if not group:
            self._line.popleft()
        used_ns = self._used_ns()
        watcher.go_on()
        loop.call_soon(self._served, used_ns)

    def _refill(self) -> int:
        """Add the credit that has come back since the last call; return how much is missing, 0 if nothing."""
        now_ns = self._now_ns()
        gained = (now_ns - self._credit_at_ns) * SHARE
        self._credit_at_ns = now_ns
        self._credit_ns = min(CREDIT_NS, self._credit_ns + int(gained))
        return max(0, -self._credit_ns)

    def _served(self, used_ns: int) -> None:
        """Charge a watcher's work, which was done in the turn of the event loop that is over, among other work."""
        self._costs.append(self._used_ns() - used_ns)
        self._credit_ns -= 2 * min(
            self._costs
        )  # twice, as the transport takes as long again to send it
        self._serve()
