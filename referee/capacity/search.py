"""Searches for the highest rate that is kept (kept up with), by doubling and bisection.

The caller decides what the rate counts, such as matches per second, and when a rate is kept.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

from referee.core.errors import FieldError

__all__ = ["Bounds", "Found", "search"]


@dataclasses.dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of a search: range of rates, precision and number of measurements."""

    least: float = 0.1
    """Lowest rate that is tried, above 0."""
    most: float = 1e6
    """Highest rate that is tried."""
    precision: float = 1.1
    """The search ends when the lowest rate that was too high is at most this many times the highest
    kept; above 1.
    """
    attempts: int = 2
    """How many times in a row a rate must fail before it counts as too high, from 1. A single
    failure may be due to something else on the machine.
    """
    windows: int = 16
    """Highest number of measurements, from 1."""

    def __post_init__(self) -> None:
        """Check the bounds of the fields.

        Raises:
            FieldError: A field breaks its bound.
        """
        if not 0 < self.least <= self.most:
            raise FieldError("least", f"above 0 and at most {self.most:g}", self.least)
        if not self.precision > 1:
            raise FieldError("precision", "above 1", self.precision)
        for name in ("attempts", "windows"):
            if getattr(self, name) < 1:
                raise FieldError(name, "from 1", getattr(self, name))


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """Result of `search`: the highest rate that is kept (kept up with), as far as it was found.

    The caller decides what the rate counts, such as matches per second. A rate is kept if the
    caller's `is_kept` returned True for it.
    """

    rate: float | None
    """Highest rate that was kept; None if none was."""
    too_high: float | None
    """Lowest rate that was not kept; None if all were kept."""
    tried: tuple[tuple[float, bool], ...]
    """All measurements in order: the rate, and whether it was kept."""

    def is_within(self, precision: float) -> bool:
        """Return whether `rate` and `too_high` are known, and `too_high` is at most `precision` times `rate`."""
        return bool(self.rate and self.too_high and self.too_high <= precision * self.rate)


def search(
    is_kept: Callable[[float], bool],
    first: float,
    bounds: Bounds = Bounds(),
    *,
    has_time: Callable[[], bool] = lambda: True,
) -> Found:
    """Return the highest rate that is kept (kept up with), as far as measurements show.

    From `first` the rate is doubled until it is not kept, or halved until it is kept. After that,
    the geometric mean of the highest rate kept and the lowest rate not kept is tried, repeatedly.

    Args:
        is_kept: Measures a rate; returns whether it was kept.
        first: The first rate to try; brought within the bounds.
        bounds: Range of rates, and when the search ends.
        has_time: Called before every measurement except the first; the search also ends when it
            returns False.
    """
    low, high, tried = None, None, list[tuple[float, bool]]()
    rate, failures = min(max(first, bounds.least), bounds.most), 0
    while len(tried) < bounds.windows and (not tried or has_time()):
        kept = is_kept(rate)
        tried.append((rate, kept))
        if kept:
            low, failures = rate, 0
        else:
            failures += 1
            # The same rate once more: something else on the machine may have been the cause.
            if failures < bounds.attempts:
                continue
            high, failures = rate, 0
        following = _next_rate(low, high, bounds)
        if following is None:
            break
        rate = following
    if failures:  # measured too few times to be believed, but nothing says that it is kept
        high = rate
    return Found(low, high, tuple(tried))


def _next_rate(low: float | None, high: float | None, bounds: Bounds) -> float | None:
    """Return the next rate to try; None if the search is over.

    `low` is the highest rate kept up with so far, `high` the lowest one that was too high; None if
    there is none yet. `bounds` says between which rates to search, and how precisely.
    """
    if low is None:
        assert high is not None
        return max(high / 2, bounds.least) if high > bounds.least else None
    # Nothing was too high yet: double, so that few measurements find the order of magnitude.
    if high is None:
        return min(2 * low, bounds.most) if low < bounds.most else None
    # Halves the ratio of the two, which `precision` bounds.
    return math.sqrt(low * high) if high > bounds.precision * low else None
