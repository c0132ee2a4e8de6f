"""Intervals for who watches while results come in: right at all moments at once, in 95 of 100 runs.

An interval that is right at any one moment in 95 of 100 cases leaves the truth out at *some* moment much more
often, so that nobody may stop when it looks good. These here may be looked at after every block.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from tournaments.ratings.student import Z_975

__all__ = ["FIRST_LOOK", "betting_interval", "widening"]

_ALPHA = 0.05
FIRST_LOOK = 20
"""Blocks before which nothing is reported: the theory behind `widening` is one of many samples."""
_TIGHTEST = 100
"""Blocks at which `widening` is least."""
_RHO2 = (-2 * math.log(_ALPHA) + math.log(-2 * math.log(_ALPHA)) + 1) / _TIGHTEST

_CELLS = 2000
"""Means between 0 and 1 that a bet is made against, less one."""
_MOST = 0.5
"""Share of the capital that a bet risks, at most."""


def widening(num_blocks: int) -> float | None:
    """Return how many times wider than a 95% interval one must be that is looked at after every block.

    The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform
    Central Limit Theory and Asymptotic Confidence Sequences", Annals of Statistics 52 (2024), Theorem 2.2,
    which is Robbins' normal mixture: after t blocks it is sqrt(2 (t rho^2 + 1) / (t rho^2) *
    ln(sqrt(t rho^2 + 1) / alpha)) standard deviations to each side, with alpha = 0.05 and rho of their
    equation (10), least at 100 blocks.

    Args:
        num_blocks: Blocks with results.

    Returns:
        1.5..2.2; None before 20 blocks.
    """
    if num_blocks < FIRST_LOOK:
        return None
    grown = num_blocks * _RHO2 + 1
    return math.sqrt(2 * grown / (grown - 1) * math.log(math.sqrt(grown) / _ALPHA)) / Z_975


def betting_interval(samples: Sequence[float]) -> tuple[float, float]:
    """95% interval of the mean of independent samples within 0..1, right after each of them, however few.

    Hedged capital: Waudby-Smith and Ramdas, "Estimating Means of Bounded Random Variables by Betting",
    Journal of the Royal Statistical Society B 86 (2024), Theorem 3 with the bets of its equation (26). Two
    gamblers bet half of the money each, against every mean m from 0 to 1, on samples above and below m; what
    is still possible are the means against which they have not, at any moment, made 20 of 1.

    Args:
        samples: In the order in which they came.

    Returns:
        The ends, rounded outwards to 1/2000; 0 and 1 without samples.
    """
    means = np.linspace(0.0, 1.0, _CELLS + 1)
    possible = np.ones(len(means), dtype=np.bool_)
    up, down = np.zeros(len(means)), np.zeros(len(means))
    total, squares = 0.5, 0.25
    with np.errstate(divide="ignore"):
        most_up, most_down = _MOST / means, _MOST / (1 - means)
    for number, sample in enumerate(samples, start=1):
        variance = squares / number
        stake = math.sqrt(2 * math.log(2 / _ALPHA) / (variance * number * math.log(number + 1)))
        up += np.log1p(np.minimum(stake, most_up) * (sample - means))
        down += np.log1p(np.minimum(stake, most_down) * (means - sample))
        possible &= np.maximum(up, down) < math.log(2 / _ALPHA)
        total += sample
        squares += (sample - total / (number + 1)) ** 2
    left = means[possible]
    step = 1 / _CELLS
    if not len(left):
        # What is possible lies between two of the means that bets were made against.
        left = np.array([sum(samples) / len(samples)])
    return max(0.0, float(left[0]) - step), min(1.0, float(left[-1]) + step)
