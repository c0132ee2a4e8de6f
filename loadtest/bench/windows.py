"""What was done within one measurement, in however many processes."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from loadtest.workers import Worker

__all__ = ["Window", "run_together"]


@dataclasses.dataclass(frozen=True, slots=True)
class Window:
    """What one process has done."""

    items: int
    """How much, in whatever its load counts."""
    began_ns: int
    """When it began, on the monotonic clock that all processes of the machine share."""
    ended_ns: int
    """When the last of it was done."""

    @property
    def seconds(self) -> float:
        """How long it took."""
        return (self.ended_ns - self.began_ns) / 1e9


def run_together(workers: Sequence[Worker[Window]], seconds: float) -> Window:
    """Let workers run at the same time; their windows as one."""
    for worker in workers:
        worker.begin(seconds)
    windows = [worker.finish() for worker in workers]
    return Window(
        sum(window.items for window in windows),
        min(window.began_ns for window in windows),
        max(window.ended_ns for window in windows),
    )
