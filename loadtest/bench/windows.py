"""Amount of work done within one measurement, in any number of processes."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from loadtest.workers import Worker

__all__ = ["Window", "run_together"]


@dataclasses.dataclass(frozen=True, slots=True)
class Window:
    """Number of items that one process has done in a measurement, and when it began and ended."""

    items: int
    """Number of items done, in the unit that the load counts."""
    began_ns: int
    """When the work began, in nanoseconds of the monotonic clock that all processes of the machine
    share."""
    ended_ns: int
    """When the last item was done, in nanoseconds of the monotonic clock."""

    @property
    def seconds(self) -> float:
        """Seconds from the beginning to the last item."""
        return (self.ended_ns - self.began_ns) / 1e9


def run_together(workers: Sequence[Worker[Window]], seconds: float) -> Window:
    """Have workers run at the same time for some seconds; return their work as one window."""
    for worker in workers:
        worker.begin(seconds)
    windows = [worker.finish() for worker in workers]
    return Window(
        sum(window.items for window in windows),
        min(window.began_ns for window in windows),
        max(window.ended_ns for window in windows),
    )
