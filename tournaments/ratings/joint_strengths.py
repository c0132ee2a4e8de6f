"""Strengths of all players from all matches at once, with their covariances, for any number of seats.

Of two seats of a match, a seat of strength s_i is placed ahead of one of strength s_j with the
chance 1 / (1 + exp(-(s_i - s_j))); a shared placement counts half for each. This is the model of
Bradley and Terry, and for any two seats that of Plackett and Luce. Strengths are independent normal
distributions beforehand, whose variance is learnt from the matches as well: where equal players are
paired on purpose, as in a ladder, a given variance that is too wide would stretch the ratings.
After the matches, strengths have the normal distribution at the mode (Laplace's approximation), so
the covariances say how well the *difference* of two players is known.

The k (k - 1) / 2 pairs of a match of k seats are not independent results; each has the weight 3 /
(k + 1) (a composite likelihood whose magnitude is adjusted: Ribatet, Cooley and Davison, "Bayesian
inference from composite likelihoods, with an application to spatial extremes", Statistica Sinica 22
(2012), section 3). That is right among equal players: there the sum of a seat's pairs is its rank,
whose covariance is k (k + 1) / 12 on differences, while the curvature of the pairs is k / 4; with a
weight w, w k / 4 = w^2 k (k + 1) / 12. This assumes only that the seats are equal, so it holds for
any game, as long as no placements are shared.

A schedule follows from these numbers, so they must be the same on every machine: only additions,
multiplications, divisions and square roots in a fixed order, as in `tournaments.ratings.strengths`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tournaments.ratings.base import Rating
from tournaments.ratings.strengths import ELO, START, odds

__all__ = ["JointStrengths", "inverse", "pair_weight", "sum_of_rows"]

_Matrix = npt.NDArray[np.float64]

_LONGEST_STEP = 1.0
_CLOSE = 1e-8
"""The mode counts as found after a step of less than this, in units of strength: 2e-6 Elo."""
_STEPS = 1000
_SPREAD_CLOSE = 1e-3
_SPREAD_STEPS = 50


def pair_weight(seats: int) -> float:
    """Return the weight of one pair of seats in a match of `seats` seats; 1 with two seats."""
    return 3 / (seats + 1)


class JointStrengths:
    """Joint distribution of the strengths of players 0, 1, ...

    Args:
        num_players: Number of players, from 2.
        seats: Number of seats of every match, from 2.
    """

    def __init__(self, num_players: int, seats: int) -> None:
        self._weight = pair_weight(seats)
        self._halves: npt.NDArray[np.int64] = np.zeros((num_players, num_players), np.int64)
        """int64[player, rival]: twice the matches placed ahead of the rival, plus the matches level
        with it.
        """
        self._meetings: npt.NDArray[np.int64] = np.zeros((num_players, num_players), np.int64)
        """int64[player, rival]: matches in which both had a seat."""
        self.spread = START**2
        """Variance of strengths among players, from the last `fit`; begins as the variance of an
        unknown strength.
        """
        self.mean: _Matrix = np.zeros(num_players)
        """float64[player]: mode of the strengths, from the last `fit`."""
        self.covariance: _Matrix = np.diag(np.full(num_players, START**2))
        """float64[player, player]: covariances of the strengths, from the last `fit`."""
        self._buffer: _Matrix = np.empty((num_players, num_players))

    def observe(self, players: Sequence[int], placements: Sequence[int]) -> None:
        """Add a match to the results; it counts from the next `fit` on.

        Args:
            players: Indices of the players, in seat order.
            placements: Rank of each seat from 1; ties share a rank.
        """
        ranks = np.array(placements)
        halves = 1 + np.sign(ranks[None, :] - ranks[:, None])
        where = np.ix_(players, players)
        self._halves[where] += halves
        self._meetings[where] += 1

    def fit(self) -> None:
        """Update the spread by one step, then find the mode of all matches and the covariance there.

        The spread is the variance of the normal distribution that strengths have beforehand.
        """
        self._learn_spread()
        self.find_mode()

    def fit_fully(self) -> None:
        """Repeat `fit` until the spread changes by at most 0.1 %, or for 50 steps."""
        self.find_mode()
        for _ in range(_SPREAD_STEPS):
            before = self.spread
            self.fit()
            if abs(self.spread - before) <= _SPREAD_CLOSE * before:
                break

    def find_mode(self) -> None:
        """Find the mode of all matches, and the covariance there, without changing the spread.

        It uses Newton's method; while this converges fast, the covariance of an earlier step is
        used again.
        """
        before = math.inf
        for _ in range(_STEPS):
            # The covariance is the inverse of the curvature, so this is Newton's step, if it is up
            # to date.
            step = _times(self.covariance, self._slope())
            length = float(np.max(np.abs(step)))
            # Far from the mode a full step can go too far, as the curvature falls off quickly
            # there.
            if length > _LONGEST_STEP:
                step = step * (_LONGEST_STEP / length)
            self.mean = self.mean + step
            if length < _CLOSE:
                break
            # Convergence is slow, so the covariance is too old. To compute it costs far more than a
            # step.
            if length > before / 8:
                self.covariance = self._inverse_curvature()
            before = length
        # Always at the end, since callers read it as the covariance at the mode.
        self.covariance = self._inverse_curvature()

    def gains(self) -> _Matrix:
        """Return how much a match of each two players would show: pair weight x p (1 - p) x variance.

        float64[player, player], symmetric, from 0. p is the chance of being placed ahead, the
        variance that of the two strengths' difference. Of this variance, a match of two seats
        removes the share gain / (1 + gain).
        """
        own = np.diagonal(self.covariance)
        variances = own[:, None] + own[None, :] - 2.0 * self.covariance
        gains: _Matrix = self.pair_information() * variances
        return gains

    def pair_information(self) -> _Matrix:
        """Return float64[player, player]: what a match of two players would add to the curvature.

        It is pair weight x p (1 - p), where p is the chance of being placed ahead. The curvature is
        the negated second derivative of the log-likelihood by the difference of their strengths.
        """
        chances = _chances(self.mean)
        information: _Matrix = self._weight * chances * chances.T
        return information

    def deviations(self, players: Sequence[int]) -> _Matrix:
        """Return the standard deviation of each player's strength relative to the mean of these players.

        Args:
            players: Indices of the players; at least one.
        """
        among = self.covariance[np.ix_(players, players)]
        with_all = sum_of_rows(among) / len(players)
        variances = np.diagonal(among) - 2.0 * with_all + _sum(with_all) / len(players)
        deviations: _Matrix = np.sqrt(variances)
        return deviations

    def ratings(self) -> list[Rating]:
        """Return each player's strength above the mean of all, and its standard deviation, in Elo."""
        num_players = len(self.mean)
        above = self.mean - _sum(self.mean) / num_players
        deviations = self.deviations(range(num_players))
        return [
            Rating(ELO * mean, ELO * deviation)
            for mean, deviation in zip(above.tolist(), deviations.tolist(), strict=True)
        ]

    def _learn_spread(self) -> None:
        """Update the spread, the variance of strengths beforehand, by one step of the EM algorithm.

        It is the mean square of the strengths of all players with matches, and of one more player,
        whose strength is `START`.
        """
        played = np.nonzero(self._meetings.any(axis=0))[0].tolist()
        # The expected square of a strength; players without a match say nothing of the spread.
        squares = [float(self.mean[p]) ** 2 + float(self.covariance[p, p]) for p in played]
        self.spread = (START**2 + math.fsum(squares)) / (1 + len(played))

    def _slope(self) -> _Matrix:
        surplus = self._halves / 2 - self._meetings * _chances(self.mean)
        np.fill_diagonal(surplus, 0.0)
        # Antisymmetric: columns sum to what rows do, with the other sign.
        slope: _Matrix = -self._weight * sum_of_rows(surplus) - self.mean / self.spread
        return slope

    def _inverse_curvature(self) -> _Matrix:
        curvature = -self._meetings * self.pair_information()
        np.fill_diagonal(curvature, 0.0)
        # The prior makes the matrix positive definite, also for players that no match connects.
        np.fill_diagonal(curvature, 1 / self.spread - sum_of_rows(curvature))
        return inverse(curvature, self._buffer)


def _chances(strengths: _Matrix) -> _Matrix:
    """Return float64[player, rival]: chance of the player to be placed ahead of the rival."""
    odds_of = odds(strengths)
    chances: _Matrix = odds_of[:, None] / (odds_of[:, None] + odds_of[None, :])
    return chances


def _sum(values: _Matrix) -> float:
    return math.fsum(values.tolist())


def sum_of_rows(matrix: _Matrix) -> _Matrix:
    """Return the sum of the rows, added one after the other.

    numpy's own sum may use another order on another machine, and so another rounding.
    """
    total = np.zeros(matrix.shape[1])
    for row in matrix:
        total += row
    return total


def _times(matrix: _Matrix, vector: _Matrix) -> _Matrix:
    """Return the product of a symmetric matrix and a vector, summed in a fixed order."""
    return sum_of_rows(matrix * vector[:, None])


def inverse(matrix: _Matrix, buffer: _Matrix | None = None) -> _Matrix:
    """Return the inverse of a symmetric positive definite matrix, by sweeping one row after the other.

    Goodnight, "A tutorial on the SWEEP operator", The American Statistician 33 (1979).

    Args:
        matrix: The matrix; it is not changed.
        buffer: Array of the same shape, which is overwritten; None makes one.
    """
    swept = matrix.copy()
    buffer = np.empty_like(matrix) if buffer is None else buffer
    for place in range(len(matrix)):
        pivot = float(swept[place, place])
        row = swept[place] / pivot
        # The outer product of one vector with itself stays symmetric to the last bit.
        scaled = swept[place] / math.sqrt(pivot)
        swept -= np.multiply(scaled[:, None], scaled[None, :], out=buffer)
        swept[place] = row
        swept[:, place] = row
        swept[place, place] = -1.0 / pivot
    negated: _Matrix = -swept
    return negated
