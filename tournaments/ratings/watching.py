"""Intervals that may be read at any time while results come in: in 95 of 100 runs, right at all times.

An interval that is right at any one moment in 95 of 100 cases misses the truth at *some* moment
much more often, so nobody may stop a tournament when it looks good. The intervals here may be read
after every block.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from tournaments.ratings.student import Z_975

__all__ = ["FIRST_LOOK", "betting_interval", "widening"]

_ALPHA = 0.05
FIRST_LOOK = 20
"""Number of blocks (matches of the same players, with seats exchanged) before which `widening`
gives nothing, since its theory holds for many samples only.
"""
_TIGHTEST = 100
"""Number of blocks (matches of the same players, with seats exchanged) at which `widening` is
smallest.
"""
_RHO2 = (-2 * math.log(_ALPHA) + math.log(-2 * math.log(_ALPHA)) + 1) / _TIGHTEST

_CELLS = 2000
"""Number of equal steps from 0 to 1 whose ends are the means that bets are made against."""
_MOST = 0.5
"""Largest share of the capital that a bet risks."""


def widening(num_blocks: int) -> float | None:
    """Return the factor by which a 95% interval must be widened to be read after every block.

    A block is the matches of the same players, with seats exchanged. The factor is the asymptotic
    confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
    "Time-uniform Central Limit Theory and Asymptotic Confidence Sequences", Annals of Statistics 52
    (2024), Theorem 2.2, which is Robbins' normal mixture: after t blocks it is sqrt(2 (t rho^2 + 1)
    / (t rho^2) * ln(sqrt(t rho^2 + 1) / alpha)) standard deviations to each side, with alpha = 0.05
    and rho of their equation (10), smallest at 100 blocks.

    Args:
        num_blocks: Number of blocks with results.

    Returns:
        1.5..2.2; None before 20 blocks.
    """
    if num_blocks < FIRST_LOOK:
        return None
    grown = num_blocks * _RHO2 + 1
    return math.sqrt(2 * grown / (grown - 1) * math.log(math.sqrt(grown) / _ALPHA)) / Z_975


def betting_interval(samples: Sequence[float]) -> tuple[float, float]:
    """Return the 95% interval of the mean of independent samples in 0..1, valid after each of them.

    Hedged capital: Waudby-Smith and Ramdas, "Estimating Means of Bounded Random Variables by
    Betting", Journal of the Royal Statistical Society B 86 (2024), Theorem 3 with the bets of its
    equation (26). Two gamblers bet half of the money each, against every mean m from 0 to 1, on
    samples above and below m. A mean remains possible while they have not, at any moment, turned 1
    into 20 by betting against it.

    Args:
        samples: Samples in the order in which they came.

    Returns:
        The ends, rounded outwards to 1/2000; 0 and 1 without samples.
    """
    means = np.linspace(0.0, 1.0, _CELLS + 1)
    possible = np.ones(len(means), dtype=np.bool_)
    up, down = np.zeros(len(means)), np.zeros(len(means))
    total, squares = 0.5, 0.25
    with np.errstate(divide="ignore"):
        # Bounds the stakes, so that one sample takes at most half of the capital.
        most_up, most_down = _MOST / means, _MOST / (1 - means)
    for number, sample in enumerate(samples, start=1):
        variance = squares / number
        stake = math.sqrt(2 * math.log(2 / _ALPHA) / (variance * number * math.log(number + 1)))
        up += np.log1p(np.minimum(stake, most_up) * (sample - means))
        down += np.log1p(np.minimum(stake, most_down) * (means - sample))
        # Half of the money is on each side: 20 for 1 in all takes 40 for 1 on one side.
        possible &= np.maximum(up, down) < math.log(2 / _ALPHA)
        total += sample
        squares += (sample - total / (number + 1)) ** 2
    left = means[possible]
    step = 1 / _CELLS
    if not len(left):
        # What is possible lies between two of the means that bets were made against.
        left = np.array([sum(samples) / len(samples)])
    return max(0.0, float(left[0]) - step), min(1.0, float(left[-1]) + step)
