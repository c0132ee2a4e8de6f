"""Histograms of times, counted with integers and read by Prometheus in seconds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.core.time_control import SECOND
from referee.kit.rollout.dtypes import Longs
from referee.server.telemetry.samples import Sample

__all__ = ["MANY", "Histogram"]

MANY = 4096
"""Number of times from which on they are sorted into buckets at once, which takes a tenth of the time
that one by one would take.
"""


class Histogram:
    """Counts of times by bucket, and their sum.

    A frequent caller appends to `waiting` itself, and calls `settle` when that has `MANY` times.

    Args:
        bounds_ns: Inclusive upper bounds of the buckets in nanoseconds, ascending; one more bucket
            holds what is above the last.
    """

    __slots__ = ("_bounds_ns", "_counts", "_sum_ns", "waiting")

    def __init__(self, bounds_ns: tuple[int, ...]) -> None:
        self._bounds_ns = bounds_ns
        self._counts = [0] * (len(bounds_ns) + 1)
        self._sum_ns = 0
        self.waiting: list[int] = []
        """Times in nanoseconds that are not in their buckets yet."""

    def observe(self, ns: int) -> None:
        """Count one time, in nanoseconds."""
        self.waiting.append(ns)
        if len(self.waiting) >= MANY:
            self.settle()

    def settle(self) -> None:
        """Sort all times that wait into their buckets."""
        if self.waiting:
            self.observe_all(np.array(self.waiting, np.int64))
            self.waiting.clear()  # the same list: callers have its `append`

    def observe_all(self, times_ns: Longs) -> None:
        """Count times, int64[n] in nanoseconds."""
        places = np.searchsorted(self._bounds_ns, times_ns)
        for place, count in enumerate(np.bincount(places).tolist()):
            self._counts[place] += count
        self._sum_ns += int(times_ns.sum())

    @property
    def count(self) -> int:
        """Number of all times."""
        return sum(self._counts) + len(self.waiting)

    def raise_to(self, number: int) -> None:
        """Count further times of 0, so that there are `number` in all."""
        self.settle()
        self._counts[0] += max(0, number - self.count)

    def samples(self, name: str, labels: dict[str, str] | None = None) -> Iterator[Sample]:
        """Yield all values as Prometheus has them, in seconds.

        Args:
            name: Name of the metric.
            labels: Labels of all samples.
        """
        self.settle()
        total, told = 0, labels or {}
        for bound_ns, count in zip(self._bounds_ns, self._counts, strict=False):
            total += count
            yield f"{name}_bucket", {**told, "le": repr(bound_ns / SECOND)}, total
        total += self._counts[-1]
        yield f"{name}_bucket", {**told, "le": "+Inf"}, total
        yield f"{name}_count", told, total
        yield f"{name}_sum", told, self._sum_ns / SECOND
