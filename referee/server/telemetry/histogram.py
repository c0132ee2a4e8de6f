"""Histograms of times, counted with integers and read by Prometheus in seconds."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

import numpy as np

from referee.core.time_control import SECOND
from referee.kit.rollout.dtypes import Longs

__all__ = ["Histogram"]


class Histogram:
    """Counts of times by bucket, and their sum.

    Args:
        bounds_ns: Inclusive upper bounds of the buckets in nanoseconds, ascending; one more bucket
            holds what is above the last.
    """

    __slots__ = ("_bounds_ns", "_counts", "_sum_ns")

    def __init__(self, bounds_ns: tuple[int, ...]) -> None:
        self._bounds_ns = bounds_ns
        self._counts = [0] * (len(bounds_ns) + 1)
        self._sum_ns = 0

    def observe(self, ns: int) -> None:
        """Count one time, in nanoseconds."""
        self._counts[bisect_left(self._bounds_ns, ns)] += 1
        self._sum_ns += ns

    def observe_all(self, times_ns: Longs) -> None:
        """Count times, int64[n] in nanoseconds."""
        places = np.searchsorted(self._bounds_ns, times_ns)
        for place, count in enumerate(np.bincount(places).tolist()):
            self._counts[place] += count
        self._sum_ns += int(times_ns.sum())

    def samples(self) -> Iterator[tuple[str, str, float]]:
        """Yield all values as Prometheus has them: suffix of the name, bound `le` or "", and value."""
        total = 0
        for bound_ns, count in zip(self._bounds_ns, self._counts, strict=False):
            total += count
            yield "_bucket", repr(bound_ns / SECOND), float(total)
        total += self._counts[-1]
        yield "_bucket", "+Inf", float(total)
        yield "_count", "", float(total)
        yield "_sum", "", self._sum_ns / SECOND
