"""Probabilities of sums of dice, and tables from which sums are drawn (CH-5.25 to CH-5.28).

A table holds the sum at each of equally spaced quantiles, so that all dice of an action are one
look-up.
"""

from __future__ import annotations

import functools
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["NO_DICE", "QUANTILES", "Dice", "Ints", "Ways", "draw", "mean", "table", "ways"]

Dice: TypeAlias = tuple[int, int]
"""Number of dice, and number of sides of each die."""
NO_DICE: Dice = (0, 0)

QUANTILE_BITS = 9
QUANTILES = 1 << QUANTILE_BITS
"""Number of entries in a table of quantiles."""

Ints = npt.NDArray[np.int32]
Ways = npt.NDArray[np.int64]
"""int64[sum]: number of ways in which dice show each sum, from sum 0 on."""


def mean(dice: Dice) -> float:
    """Return the expected sum of dice; no face counts double."""
    number, sides = dice
    return number * (sides + 1) / 2


@functools.cache
def ways(dice: Dice, *, critical: bool = False) -> Ways:
    """Return the number of ways in which dice show each sum, from 0 on.

    Args:
        dice: Number and sides of the dice; no dice at all show 0.
        critical: Whether the highest face counts double.
    """
    number, sides = dice
    faces = np.zeros(2 * sides + 1, np.int64)
    faces[1 : sides + 1] = 1
    if critical:
        # The highest face shows twice its number instead.
        faces[sides], faces[2 * sides] = 0, 1
    # Each convolution adds a die to the sums.
    total = np.ones(1, np.int64)
    for _ in range(number):
        total = np.convolve(total, faces)
    return total


def table(sums: Ways) -> Ints:
    """Return the sum of dice at each quantile, int32[QUANTILES], the lowest first.

    Entry i is the least sum whose cumulative probability is more than (i + 1/2) / QUANTILES.

    Args:
        sums: Number of ways in which the dice show each sum, from sum 0 on.
    """
    chances = np.cumsum(sums) / sums.sum()
    wanted = (np.arange(QUANTILES) + 0.5) / QUANTILES
    return np.searchsorted(chances, wanted, side="right").astype(np.int32)


def draw(seed: int, shape: tuple[int, ...], times: int) -> Ints:
    """Return random quantiles, int32[*shape, times], each equally likely.

    They follow from the seed alone, and are the same on every machine.

    Args:
        seed: 64-bit number from which all quantiles follow.
        shape: Shape of the result without its last axis.
        times: Length of the last axis, 1 to 7: as many quantiles as 64 random bits give.
    """
    count = np.prod(shape, dtype=np.int64)
    # SplitMix64: the n-th word needs only the seed and n, so that all are computed at once.
    words = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(
        0x9E3779B97F4A7C15
    )
    words = (words ^ words >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ words >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    words ^= words >> np.uint64(31)
    # Each word is cut into numbers of QUANTILE_BITS bits.
    shifts = np.arange(times, dtype=np.uint64) * np.uint64(QUANTILE_BITS)
    drawn = words[:, np.newaxis] >> shifts & np.uint64(QUANTILES - 1)
    return drawn.astype(np.int32).reshape(*shape, times)
