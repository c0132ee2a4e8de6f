"""Variance of fitted strengths, from how much blocks of matches differ: a sandwich estimator.

It is corrected for few blocks.

Matches of a block share players and often dice, and comparisons of one match share its luck, so
that only whole blocks are independent samples (Liang and Zeger, "Longitudinal Data Analysis Using
Generalized Linear Models", Biometrika 73, 1986). A block's score g_b, the first derivative of its
likelihood, moves the estimate by V A_b g_b, V being the inverse of minus the second derivative of
all and J_b the block's part of it; the sum of the squares of these influences is the variance. The
fit makes scores too small, the more so the fewer blocks there are; A_b = (I - J_b V)^(-1/2)
corrects for this: the bias reduction of Bell and McCaffrey ("Bias Reduction in Standard Errors for
Linear Regression with Multi-Stage Samples", Survey Methodology 28, 2002), known as CR2. Their
degrees of freedom are Satterthwaite's of a sum of squares with the expectations d_b = c V A_b J_b
A_b V c of a contrast c; here without the terms that couple blocks, minus one to make up for it:
(sum d_b)^2 / sum d_b^2 - 1.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from tournaments.ratings.davidson import DavidsonFit, Floats, Ints

__all__ = ["FEW_BLOCKS", "Spread", "spread_of"]

FEW_BLOCKS = 20
"""Number of blocks (matches that are one sample, such as those of the same players); with fewer,
intervals are marked as uncertain, since no simulation has confirmed them.
"""
_CELLS = 2_000_000
"""Highest number of array cells that are computed at a time; bounds memory."""
_LEAST_LEFT = 1e-6
"""Smallest share of the variance of a block (a sample of matches) that the fit is taken to leave;
where no other block has information, it would be 0, which has no inverse root.
"""
_MAX_STEPS = 60
_TOLERANCE = 1e-5
"""The iteration stops after a step of this size: convergence is quadratic, so the remaining error
is its square.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Spread:
    """Uncertainty of some linear functions of the parameters, called contrasts."""

    covariance: Floats
    """float64[contrast, contrast]: covariances of the contrasts."""
    degrees: Floats
    """float64[contrast]: degrees of freedom of each variance, from 1; infinity where the variance
    is 0.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class _Local:
    """Derivatives of some blocks (samples of matches) by those parameters that occur in each block."""

    known: Ints
    """int64[block, place]: index of the parameter at this place; the number of parameters if the
    place is empty.
    """
    score: Floats
    """float64[block, place]: first derivative of the block's log-likelihood by the parameter at
    each place of `known`.
    """
    curvature: Floats
    """float64[block, place, place]: negated second derivatives of the block's log-likelihood by the
    parameters at two places of `known`.
    """


def spread_of(fitted: DavidsonFit, contrasts: Floats) -> Spread:
    """Return covariances of linear functions of the parameters, and their degrees of freedom.

    Args:
        fitted: The parameters that fit best.
        contrasts: float64[contrast, parameter]; in each contrast, the coefficients of the
            strengths, and those of the seat effects, add up to 0.
    """
    placements = fitted.placements
    size, num_blocks = placements.num_parameters, placements.num_blocks
    inverse = np.zeros((size + 1, size + 1))
    # One more row and column of zeros, for the places that are empty in a block.
    inverse[:size, :size] = fitted.inverse
    towards = inverse[:, :size] @ contrasts.T
    covariance = np.zeros((len(contrasts), len(contrasts)))
    once, squared = np.zeros(len(contrasts)), np.zeros(len(contrasts))
    slots = _slots(placements.blocks, placements.players, placements.num_players)
    num_places = int(slots.max(initial=0)) + 1 + size - placements.num_players
    # In portions: arrays of all blocks at once would not fit into memory in a long tournament.
    step = max(1, _CELLS // (num_places * max(num_places, len(contrasts))))
    for start in range(0, num_blocks, step):
        local = _local(fitted, slots, range(start, min(start + step, num_blocks)))
        adjustment = _adjustment(local, inverse)
        pull = towards[local.known]
        score = adjustment @ local.score[:, :, None]
        influence = (np.swapaxes(score, 1, 2) @ pull)[:, 0]
        covariance += influence.T @ influence
        curvature = adjustment @ local.curvature @ np.swapaxes(adjustment, 1, 2)
        expected = np.einsum("bpc,bpc->bc", pull, curvature @ pull)
        once += expected.sum(axis=0)
        squared += (expected**2).sum(axis=0)
    has_any = squared > 0
    degrees = np.full(len(contrasts), np.inf)
    degrees[has_any] = np.maximum(1.0, once[has_any] ** 2 / squared[has_any] - 1)
    return Spread(covariance, degrees)


def _slots(blocks: Ints, players: Ints, num_players: int) -> Ints:
    """Return int64[match, seat]: index of the player among the players of the match's block, from 0.

    Args:
        blocks: int64[match]: index of each match's block.
        players: int64[match, seat]: index of each seat's player.
        num_players: Number of all players.
    """
    keys = blocks[:, None] * num_players + players
    unique, inverse = np.unique(keys, return_inverse=True)
    of_block = unique // num_players
    first = np.searchsorted(of_block, of_block)
    slots: Ints = (np.arange(len(unique)) - first)[inverse.reshape(keys.shape)]
    return slots


def _local(fitted: DavidsonFit, slots: Ints, blocks: range) -> _Local:
    placements, terms = fitted.placements, fitted.terms
    here = (placements.blocks >= blocks.start) & (placements.blocks < blocks.stop)
    block = placements.blocks[here] - blocks.start
    most = int(slots.max(initial=0)) + 1
    others = np.arange(placements.num_players, placements.num_parameters)
    known = np.full((len(blocks), most + len(others)), placements.num_parameters)
    known[:, most:] = others
    own = slots[here]
    known[block[:, None], own] = placements.players[here]
    score = np.zeros(known.shape)
    curvature = np.zeros((*known.shape, known.shape[1]))
    places = [own]
    if placements.has_effects:
        places.append(np.broadcast_to(most + np.arange(own.shape[1]), own.shape))
    for row in places:
        # add.at and not `+=`, which would count a repeated index only once.
        np.add.at(score, (block[:, None], row), terms.by_seat[here])
        for column in places:
            cells = (block[:, None, None], row[:, :, None], column[:, None, :])
            np.add.at(curvature, cells, terms.seat_seat[here])
    if placements.has_ties:
        tie = np.full((1, 1), known.shape[1] - 1)
        np.add.at(score, (block, tie[0]), terms.by_tie[here])
        np.add.at(curvature, (block, tie[0], tie[0]), terms.tie_tie[here])
        for row in places:
            np.add.at(curvature, (block[:, None], row, tie), terms.seat_tie[here])
            np.add.at(curvature, (block[:, None], tie, row), terms.seat_tie[here])
    return _Local(known, score, curvature)


def _adjustment(local: _Local, inverse: Floats) -> Floats:
    """Return float64[block, place, place]: the matrix A_b = (I - J_b V)^(-1/2) of each block.

    It corrects the block's score for the fit; J_b is the block's part of the negated second
    derivative, and V the inverse of all of it.

    With V = L L^T on what a block knows, (I - J V)^(-1/2) is L^(-T) (I - L^T J L)^(-1/2) L^T, whose
    middle is symmetric.

    Args:
        local: Derivatives of the blocks.
        inverse: float64[parameter, parameter]: V.
    """
    known = local.known
    here = inverse[known[:, :, None], known[:, None, :]]
    places = np.arange(known.shape[1])
    # Empty places are apart from all others.
    here[:, places, places] += known == len(inverse) - 1
    root = np.linalg.cholesky(here)
    upper = np.swapaxes(root, 1, 2)
    # A little more than the identity, so that the matrix has an inverse root even if the fit left
    # nothing.
    left = np.eye(len(places)) * (1 + _LEAST_LEFT) - upper @ local.curvature @ root
    return np.asarray(np.linalg.solve(upper, _inverse_roots(left) @ upper), np.float64)


def _inverse_roots(matrices: Floats) -> Floats:
    """Return inverse square roots of symmetric matrices whose eigenvalues are between 0 and 2.

    It is the coupled iteration of Newton and Schulz (Higham, "Functions of Matrices", 2008,
    equation 6.35), which needs only products: for thousands of small matrices ten times faster than
    eigenvectors.
    """
    one = np.eye(matrices.shape[-1])
    root = matrices
    inverse = one + np.zeros_like(matrices)
    for _ in range(_MAX_STEPS):
        step = (3 * one - inverse @ root) / 2
        root = root @ step
        inverse = step @ inverse
        if np.abs(step - one).max(initial=0.0) < _TOLERANCE:
            break
    return inverse
