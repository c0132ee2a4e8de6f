"""Intervals of what was observed in several matches."""

from __future__ import annotations

import math

__all__ = ["Z_95", "share_interval"]

Z_95 = 1.959963984540054
"""Quantile of the standard normal distribution that leaves 2.5 % above it."""


def share_interval(points: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by Wilson (1927).

    Half points make it a little too wide.

    Args:
        points: Points scored, 0 to `count`.
        count: Number of trials, from 1.
    """
    share = points / count
    middle = (share + Z_95**2 / (2 * count)) / (1 + Z_95**2 / count)
    margin = math.sqrt(share * (1 - share) / count + Z_95**2 / (4 * count**2)) * Z_95
    margin /= 1 + Z_95**2 / count
    return max(0.0, middle - margin), min(1.0, middle + margin)
