"""Statistics of measurements: medians with quartiles, ratios, quantiles, and confidence intervals."""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections.abc import Sequence

import numpy as np

from referee.core.intervals import Z_95

__all__ = ["Spread", "at_least", "at_most", "mean_interval", "ratios", "spread"]


@dataclasses.dataclass(frozen=True, slots=True)
class Spread:
    """Median, quartiles and samples of the repetitions of one measurement."""

    median: float
    """Median of the samples."""
    low: float
    """First quartile of the samples."""
    high: float
    """Third quartile of the samples; `high - low` is the interquartile range."""
    samples: tuple[float, ...]
    """All samples, in the order in which they were taken."""


def spread(samples: Sequence[float]) -> Spread:
    """Return median and quartiles of samples, interpolated between neighbours.

    Raises:
        ValueError: There are no samples.
    """
    if not samples:
        raise ValueError("samples must not be empty")
    low, median, high = np.quantile(samples, [0.25, 0.5, 0.75]).tolist()
    return Spread(median, low, high, tuple(samples))


def ratios(parts: Sequence[float], wholes: Sequence[float]) -> list[float]:
    """Return each of `parts` divided by the one of `wholes` that was measured next to it in time.

    Raises:
        ValueError: The two have different numbers of samples.
    """
    return [part / whole for part, whole in zip(parts, wholes, strict=True)]


def at_most(values: Sequence[float], share: float) -> float:
    """Return the value that a share (0 to 1) of the values does not exceed, such as a p99.

    Return 0 if there are no values.
    """
    return float(np.quantile(values, share, method="inverted_cdf")) if len(values) else 0.0


def at_least(values: Sequence[float], share: float) -> float:
    """Return the value that a share (0 to 1) of the values reaches or exceeds; 0 without values.

    With 0.99 it is the slack that 99% of the decisions have at least.
    """
    return -at_most([-value for value in values], share)


def mean_interval(samples: Sequence[float]) -> tuple[float, float]:
    """Return the 95% interval of a mean, by the normal distribution.

    Use it for thirty samples and more.

    Args:
        samples: At least two samples, independent of each other.
    """
    mean = statistics.fmean(samples)
    margin = Z_95 * statistics.stdev(samples) / math.sqrt(len(samples))
    return mean - margin, mean + margin
