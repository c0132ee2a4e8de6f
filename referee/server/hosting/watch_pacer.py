"""Lets those who watch go on one after another, in a bounded share of the event loop's time.

A frame costs the referee next to nothing to make, since all who have the same eyes share it, but each
copy that is written costs some of the time that matches need. So copies are written one a turn of the
event loop, and only while there is credit left; credit comes back as a share of the time that passes.
Whoever is kept waiting for long skips frames, as a watcher does who reads slowly.
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
"""Of the time, what watchers may have of it."""
CREDIT_NS = 50_000_000
"""What they may have at once after a time in which they had nothing."""
_SAMPLES = 64
"""Copies whose cost is remembered; the least of them is what a copy costs, for others' work is in the rest."""
_CLOCK = SystemClock()


class PacedWatcher(Protocol):
    """Whoever waits for its turn."""

    def go_on(self) -> None:
        """Take a turn: the work may be done within the next turn of the event loop."""


class WatchPacer:
    """All who watch the matches of a server from outside its process.

    Args:
        now_ns: Tells the time, in nanoseconds.
        used_ns: Tells the processor time that the event loop's thread has used, in nanoseconds.
    """

    def __init__(
        self,
        now_ns: Callable[[], int] = _CLOCK.now_ns,
        used_ns: Callable[[], int] = time.thread_time_ns,
    ) -> None:
        self._now_ns, self._used_ns = now_ns, used_ns
        self._line: deque[deque[PacedWatcher]] = deque()
        """Groups of watchers that have come at once, in order."""
        self._is_serving = False
        self._costs: deque[int] = deque(maxlen=_SAMPLES)
        self._credit_ns = CREDIT_NS
        self._credit_at_ns = now_ns()

    def call(self, watchers: deque[PacedWatcher]) -> None:
        """Let watchers go on when it is their turn; takes the same time for any number of them."""
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
        """Add what has come back since the last time; return how much is missing, 0 if nothing."""
        now_ns = self._now_ns()
        gained = (now_ns - self._credit_at_ns) * SHARE
        self._credit_at_ns = now_ns
        self._credit_ns = min(CREDIT_NS, self._credit_ns + int(gained))
        return max(0, -self._credit_ns)

    def _served(self, used_ns: int) -> None:
        """Note that a turn of the event loop is over in which a watcher has done its work, among others."""
        self._costs.append(self._used_ns() - used_ns)
        self._credit_ns -= 2 * min(self._costs)  # as much again when the transport has done with it
        self._serve()
