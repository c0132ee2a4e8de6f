"""Sources of time in integer nanoseconds: the system's clocks, and a clock that tests move."""

from __future__ import annotations

import time
from typing import Protocol

__all__ = ["Clock", "ManualClock", "SystemClock"]


class Clock(Protocol):
    """Interface of a source of time: a clock that never goes back, and the current date and time."""

    def now_ns(self) -> int:
        """Return nanoseconds of a clock that never goes back.

        Only differences between two readings mean anything.
        """
        ...

    def wall_ns(self) -> int:
        """Return nanoseconds since 1970 UTC, to show to people; may jump forward or back."""
        ...


class SystemClock:
    """A `Clock` that reads the operating system's clocks, for use outside of tests."""

    def now_ns(self) -> int:
        """Return nanoseconds of the system's monotonic clock, which never goes back."""
        return time.monotonic_ns()

    def wall_ns(self) -> int:
        """Return nanoseconds since 1970 UTC, to show to people; may jump forward or back."""
        return time.time_ns()


class ManualClock:
    """A clock that stands still until a test moves it.

    Args:
        now_ns: Time at the start, in nanoseconds.
    """

    def __init__(self, now_ns: int = 0) -> None:
        self._now_ns = now_ns

    def now_ns(self) -> int:
        """Return the time that the test has set, in nanoseconds."""
        return self._now_ns

    def wall_ns(self) -> int:
        """Return the time that the test has set, in nanoseconds: the same time as `now_ns`."""
        return self._now_ns

    def advance(self, ns: int) -> int:
        """Move the clock forward by `ns` nanoseconds, and return the new time in nanoseconds.

        Raises:
            ValueError: `ns` is negative.
        """
        if ns < 0:
            raise ValueError(f"a clock can't go back by {-ns} ns")
        self._now_ns += ns
        return self._now_ns
