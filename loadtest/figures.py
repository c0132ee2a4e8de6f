"""Statistics of measurements: medians with their spread, ratios, and how much time was left."""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections.abc import Sequence

import numpy as np

__all__ = ["Spread", "at_least", "at_most", "mean_interval", "ratios", "share_interval", "spread"]

Z_95 = 1.959963984540054


@dataclasses.dataclass(frozen=True, slots=True)
class Spread:
    """Summary of the repetitions of one measurement."""

    median: float
    """The median."""
    low: float
    """First quartile."""
    high: float
    """Third quartile; `high - low` is the interquartile range."""
    samples: tuple[float, ...]
    """All of them, in the order in which they were made."""


def spread(samples: Sequence[float]) -> Spread:
    """Median and quartiles, interpolated between neighbours.

    Raises:
        ValueError: There is no sample.
    """
    if not samples:
        raise ValueError("samples must not be empty")
    low, median, high = np.quantile(samples, [0.25, 0.5, 0.75]).tolist()
    return Spread(median, low, high, tuple(samples))


def ratios(parts: Sequence[float], wholes: Sequence[float]) -> list[float]:
    """Quotients of measurements that were made in turn, each by its neighbour in time.

    Raises:
        ValueError: There is not one of the one kind for each of the other.
    """
    return [part / whole for part, whole in zip(parts, wholes, strict=True)]


def at_most(values: Sequence[float], share: float) -> float:
    """Return what a share (0..1) of the values does not exceed, such as a latency's p99; 0 for none."""
    return float(np.quantile(values, share, method="inverted_cdf")) if len(values) else 0.0


def at_least(values: Sequence[float], share: float) -> float:
    """Return what a share (0..1) of the values reaches, such as the slack that 99% have; 0 for none."""
    return -at_most([-value for value in values], share)


def share_interval(points: float, count: int) -> tuple[float, float]:
    """95% interval of a share by Wilson (1927); half points make it a little too wide.

    Args:
        points: 0..count.
        count: From 1.
    """
    share = points / count
    middle = (share + Z_95**2 / (2 * count)) / (1 + Z_95**2 / count)
    margin = math.sqrt(share * (1 - share) / count + Z_95**2 / (4 * count**2)) * Z_95
    margin /= 1 + Z_95**2 / count
    return max(0.0, middle - margin), min(1.0, middle + margin)


def mean_interval(samples: Sequence[float]) -> tuple[float, float]:
    """95% interval of a mean, by the normal distribution: for thirty samples and more.

    Args:
        samples: At least two, independent of each other.
    """
    mean = statistics.fmean(samples)
    margin = Z_95 * statistics.stdev(samples) / math.sqrt(len(samples))
    return mean - margin, mean + margin
