"""Bounds on what a few blocks (samples of matches) leave open even if all agree, by their number.

Blocks that all had the same result have no variance, so an interval by variance has no width. But
they show that other results are not frequent: if one block in 1 / q has another result, n blocks in
a row without one have the chance (1 - q)^n. This is below 0.025 where q > 1 - 0.025^(1 / n), the
upper limit of Clopper and Pearson ("The Use of Confidence or Fiducial Limits", Biometrika 26, 1934)
for 0 of n; for many blocks about 3.7 / n, which is the two-sided form of the rule of three (Hanley
and Lippman-Hand, "If Nothing Goes Wrong, Is Everything All Right?", Journal of the American Medical
Association 249, 1983).
"""

from __future__ import annotations

import math

import numpy as np

from tournaments.ratings.davidson import PRIOR_ELO, DavidsonFit, Floats, Ints, expectations
from tournaments.ratings.scales import NAT_PER_ELO
from tournaments.ratings.student import Z_975

__all__ = ["LEAST_RATIO", "unseen_influences", "unseen_share", "with_unseen"]

_TAIL = 0.025
LEAST_RATIO = -math.log(_TAIL)
"""Fall of the log-likelihood at which a one-sided interval ends; exact for a player that has won
all blocks (matches with the same rival, seats exchanged).
"""


def unseen_share(num_blocks: int) -> float:
    """Return the largest plausible share, 0..1, of blocks with a result that no block has had so far.

    A block is matches that are one sample, such as those of the same players. The share is the
    upper 97.5% limit for 0 of `num_blocks` independent blocks.

    Args:
        num_blocks: Number of blocks, from 1.
    """
    # expm1, as 1 - exp loses digits with many blocks.
    return -math.expm1(math.log(_TAIL) / num_blocks)


def with_unseen(
    mean: float, low: float, high: float, num_blocks: int, bounds: tuple[float, float]
) -> tuple[float, float]:
    """Return the interval of a mean, widened by what unseen blocks may move it, within `bounds`.

    Args:
        mean: Mean of the samples.
        low: Lower end of the interval by variance.
        high: Upper end of the interval by variance.
        num_blocks: Number of independent samples, from 1.
        bounds: Lowest and highest value that a sample can have.
    """
    least, most = bounds
    share = unseen_share(num_blocks)
    low = min(low, mean - share * (mean - least))
    high = max(high, mean + share * (most - mean))
    return max(least, low), min(most, high)


def unseen_influences(fitted: DavidsonFit, contrasts: Floats, blocks_of: Ints) -> Floats:
    """Return how far unseen blocks may move linear functions of the parameters, down and up.

    A block moves a contrast c by c V g, with V and g as in `blocks`. The results of its matches
    that move it farthest are the most that one block can do, and `unseen_share` says how many of n
    such blocks there may be. Nothing moves farther than the prior allows, which is the only bound
    without information from results.

    Args:
        fitted: The parameters that fit best.
        contrasts: float64[contrast, parameter]: coefficients of the functions.
        blocks_of: int64[contrast]: number of blocks with information on each function, from 0.

    Returns:
        float64[contrast, 2], from 0: how far below, how far above.
    """
    placements = fitted.placements
    moves = np.zeros((len(contrasts), 2))
    if not placements.num_blocks:
        return moves
    points, ties = expectations(fitted)
    first, second = placements.pairs
    for number, contrast in enumerate(contrasts):
        pull = fitted.inverse @ contrast
        own = pull[placements.players]
        if placements.has_effects:
            own = own + pull[placements.effects]
        apart = own[:, first] - own[:, second]
        tie_pull = float(pull[-1]) if placements.has_ties else 0.0
        level = apart * points + tie_pull * ties
        tied = apart / 2 + tie_pull
        for side, farthest in enumerate((np.minimum, np.maximum)):
            # The result that moves the contrast farthest is a win, a loss or a tie of the pair.
            of_pairs = farthest(farthest(apart, 0.0), tied) - level
            # All matches of a block may go that way together, as they share players and dice.
            of_blocks = np.bincount(placements.blocks, of_pairs.sum(axis=1))
            moves[number, side] = np.abs(of_blocks).max()
    times = np.array([count * unseen_share(count) if count else 0.0 for count in blocks_of])
    of_prior = (PRIOR_ELO * NAT_PER_ELO) * np.linalg.norm(contrasts, axis=1)
    most: Floats = np.minimum(moves * times[:, None], Z_975 * of_prior[:, None])
    return most
