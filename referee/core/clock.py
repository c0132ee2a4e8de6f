"""Time as integer nanoseconds: the only place that reads a clock."""

from __future__ import annotations

import time
from typing import Protocol

__all__ = ["Clock", "ManualClock", "SystemClock"]


class Clock(Protocol):
    """A source of the time."""

    def now_ns(self) -> int:
        """Nanoseconds on a clock that never goes back; only differences mean anything."""
        ...

    def wall_ns(self) -> int:
        """Nanoseconds since 1970, for people; may jump."""
        ...


class SystemClock:
    """The machine's clocks."""

    def now_ns(self) -> int:
        """See `Clock`."""
        return time.monotonic_ns()

    def wall_ns(self) -> int:
        """See `Clock`."""
        return time.time_ns()


class ManualClock:
    """A clock that stands still until a test moves it.

    Args:
        now_ns: Where it starts.
    """

    def __init__(self, now_ns: int = 0) -> None:
        self._now_ns = now_ns

    def now_ns(self) -> int:
        """See `Clock`."""
        return self._now_ns

    def wall_ns(self) -> int:
        """See `Clock`."""
        return self._now_ns

    def advance(self, ns: int) -> int:
        """Move on by `ns` (from 0) and return the new time."""
        if ns < 0:
            raise ValueError(f"a clock can't go back by {-ns} ns")
        self._now_ns += ns
        return self._now_ns
