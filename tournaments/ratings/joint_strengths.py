"""Strengths of all players from all matches at once, with what is not known of them, for any number of seats.

Of two seats of a match, the one of strength s_i is placed ahead of the one of s_j with the chance
1 / (1 + exp(-(s_i - s_j))); a shared placement is half of either. So it is in the model of Bradley and Terry,
and for any two seats in that of Plackett and Luce. Strengths are independent normal distributions beforehand,
whose variance is learnt from the matches, too: where equals are sought out to meet, as a ladder does, a given
one that is too wide stretches the ratings. What is known after the matches is the normal distribution at the
mode (Laplace's approximation), so the covariances say how well the *difference* of two is known.

The k (k - 1) / 2 pairs of a match of k seats are no independent results; each has the weight 3 / (k + 1)
(a composite likelihood whose magnitude is adjusted: Ribatet, Cooley and Davison, "Bayesian inference from
composite likelihoods, with an application to spatial extremes", Statistica Sinica 22 (2012), section 3). That
is right among equals: there the sum of a seat's pairs is its rank, whose covariance is k (k + 1) / 12 on
differences, while the curvature of the pairs is k / 4; with a weight w, w k / 4 = w^2 k (k + 1) / 12. Nothing
but the equality of the seats goes into this, so it holds whatever makes placements, as long as none are shared.

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

__all__ = ["JointStrengths", "pair_weight"]

_Matrix = npt.NDArray[np.float64]

_LONGEST_STEP = 1.0
_CLOSE = 1e-8
"""Largest step, in units of strength, after which the mode counts as found: 2e-6 points of Elo."""
_STEPS = 1000
_SPREAD_CLOSE = 1e-3
_SPREAD_STEPS = 50


def pair_weight(seats: int) -> float:
    """Return what one pair of a match of `seats` seats counts, in matches of two; 1 with two seats."""
    return 3 / (seats + 1)


class JointStrengths:
    """The joint distribution of the strengths of players 0, 1, ...

    Args:
        num_players: How many there are, from 2.
        seats: Of every match, from 2.
    """

    def __init__(self, num_players: int, seats: int) -> None:
        self._weight = pair_weight(seats)
        self._halves: npt.NDArray[np.int64] = np.zeros((num_players, num_players), np.int64)
        """int64[player, rival]: twice the matches ahead of the rival, plus the matches level with it."""
        self._meetings: npt.NDArray[np.int64] = np.zeros((num_players, num_players), np.int64)
        """int64[player, rival]: matches in which both sat."""
        self.spread = START**2
        """Variance of strengths among players, as of the last `fit`; begins as that of a strength of which
        nothing is known."""
        self.mean: _Matrix = np.zeros(num_players)
        """float64[player]: the mode, as of the last `fit`."""
        self.covariance: _Matrix = np.diag(np.full(num_players, START**2))
        """float64[player, player]: as of the last `fit`."""
        self._buffer: _Matrix = np.empty((num_players, num_players))

    def observe(self, players: Sequence[int], placements: Sequence[int]) -> None:
        """Take in a match; `fit` makes use of it.

        Args:
            players: Places of the players, in seat order.
            placements: Rank of each seat from 1; ties share a rank.
        """
        ranks = np.array(placements)
        halves = 1 + np.sign(ranks[None, :] - ranks[:, None])
        where = np.ix_(players, players)
        self._halves[where] += halves
        self._meetings[where] += 1

    def fit(self) -> None:
        """Find the mode of all matches, and the covariance there, after one step that the spread learns by."""
        self._learn_spread()
        self.find_mode()

    def fit_fully(self) -> None:
        """Fit until the spread has nothing more to learn from these matches, within 0.1 %."""
        self.find_mode()
        for _ in range(_SPREAD_STEPS):
            before = self.spread
            self.fit()
            if abs(self.spread - before) <= _SPREAD_CLOSE * before:
                break

    def find_mode(self) -> None:
        """Find the mode of all matches, and the covariance there, with the spread as it is.

        By Newton's method; while that goes well, an earlier covariance stands in for that of the next step.
        """
        before = math.inf
        for _ in range(_STEPS):
            step = _times(self.covariance, self._slope())
            length = float(np.max(np.abs(step)))
            if length > _LONGEST_STEP:
                step = step * (_LONGEST_STEP / length)
            self.mean = self.mean + step
            if length < _CLOSE:
                break
            if length > before / 8:
                self.covariance = self._inverse_curvature()
            before = length
        self.covariance = self._inverse_curvature()

    def gains(self) -> _Matrix:
        """Return the information of the pair of each two in a match: its weight x p (1 - p) x variance of the difference.

        float64[player, player], symmetric, from 0. Between two seats, a match takes away the share
        gain / (1 + gain) of that variance.
        """
        own = np.diagonal(self.covariance)
        variances = own[:, None] + own[None, :] - 2.0 * self.covariance
        gains: _Matrix = self.pair_information() * variances
        return gains

    def pair_information(self) -> _Matrix:
        """Return what the pair of each two in a match adds to the curvature: its weight x p (1 - p)."""
        chances = _chances(self.mean)
        information: _Matrix = self._weight * chances * chances.T
        return information

    def deviations(self, players: Sequence[int]) -> _Matrix:
        """Return the standard deviation of each of these players' strength above their mean.

        Args:
            players: At least one.
        """
        among = self.covariance[np.ix_(players, players)]
        with_all = _sum_of_rows(among) / len(players)
        variances = np.diagonal(among) - 2.0 * with_all + _sum(with_all) / len(players)
        deviations: _Matrix = np.sqrt(variances)
        return deviations

    def ratings(self) -> list[Rating]:
        """Strength of each player above the mean of all, and its standard deviation, in Elo."""
        num_players = len(self.mean)
        above = self.mean - _sum(self.mean) / num_players
        deviations = self.deviations(range(num_players))
        return [
            Rating(ELO * mean, ELO * deviation)
            for mean, deviation in zip(above.tolist(), deviations.tolist(), strict=True)
        ]

    def _learn_spread(self) -> None:
        """Take a step of the EM algorithm, with `START` counted as what one more player shows."""
        played = np.nonzero(self._meetings.any(axis=0))[0].tolist()
        squares = [float(self.mean[p]) ** 2 + float(self.covariance[p, p]) for p in played]
        self.spread = (START**2 + math.fsum(squares)) / (1 + len(played))

    def _slope(self) -> _Matrix:
        surplus = self._halves / 2 - self._meetings * _chances(self.mean)
        np.fill_diagonal(surplus, 0.0)
        # Antisymmetric: columns sum to what rows do, with the other sign.
        slope: _Matrix = -self._weight * _sum_of_rows(surplus) - self.mean / self.spread
        return slope

    def _inverse_curvature(self) -> _Matrix:
        curvature = -self._meetings * self.pair_information()
        np.fill_diagonal(curvature, 0.0)
        np.fill_diagonal(curvature, 1 / self.spread - _sum_of_rows(curvature))
        return _inverse(curvature, self._buffer)


def _chances(strengths: _Matrix) -> _Matrix:
    """Return the chance of each to be placed ahead of each: float64[player, rival]."""
    odds_of = odds(strengths)
    chances: _Matrix = odds_of[:, None] / (odds_of[:, None] + odds_of[None, :])
    return chances


def _sum(values: _Matrix) -> float:
    return math.fsum(values.tolist())


def _sum_of_rows(matrix: _Matrix) -> _Matrix:
    """Add up the rows, one after the other: numpy's own sum may take another order on another machine."""
    total = np.zeros(matrix.shape[1])
    for row in matrix:
        total += row
    return total


def _times(matrix: _Matrix, vector: _Matrix) -> _Matrix:
    """Return the product of a symmetric matrix and a vector, added up row by row."""
    return _sum_of_rows(matrix * vector[:, None])


def _inverse(matrix: _Matrix, buffer: _Matrix) -> _Matrix:
    """Return the inverse of a symmetric positive definite matrix, by sweeping one row after the other.

    Goodnight, "A tutorial on the SWEEP operator", The American Statistician 33 (1979).
    """
    swept = matrix.copy()
    for place in range(len(matrix)):
        pivot = float(swept[place, place])
        row = swept[place] / pivot
        scaled = swept[place] / math.sqrt(pivot)
        swept -= np.multiply(scaled[:, None], scaled[None, :], out=buffer)
        swept[place] = row
        swept[:, place] = row
        swept[place, place] = -1.0 / pivot
    inverse: _Matrix = -swept
    return inverse
