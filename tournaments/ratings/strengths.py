"""Strengths of all players, updated result by result, for ladders of pairing rules 1 and 2.

The model of Bradley and Terry: i beats j with the chance 1 / (1 + exp(-(s_i - s_j))). Strengths
begin as independent normal distributions; each result moves their joint distribution to the normal
one at its mode (a Laplace approximation, result by result). Unlike ratings that keep one deviation
a player, the covariances say how well the *difference* of two players is known, though they may
never have met.

A schedule follows from these numbers, so they must be the same on every machine: only additions,
multiplications and divisions in a fixed order are used, which IEEE 754 rounds alike everywhere. No
library's exponential function and no matrix product is among them.
"""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from tournaments.ratings.base import Rating

__all__ = ["ELO", "START", "Strengths", "logistic", "odds"]

START = 2.0
"""Standard deviation of an unknown strength: 347 points of Elo."""
ELO = 400 / math.log(10)
"""Points of Elo in one unit of strength."""

_HALVINGS = 10
_TERMS = 9
_MOST = 40.0
_STEPS = 40

_Real = TypeVar("_Real", float, npt.NDArray[np.float64])


def logistic(x: _Real) -> _Real:
    """Return 1 / (1 + exp(-x)), the same to the last bit on every machine; x is limited to -40..40.

    It is computed from the series of exp(-|x| / 1024), squared ten times; exact to 1e-12.
    """
    power = _falling(abs(x))
    less = power / (1.0 + power)
    # A multiplication in place of a branch, since x may be an array.
    is_positive = (x > 0) * 1.0
    chance: _Real = is_positive * (1.0 - less) + (1.0 - is_positive) * less
    return chance


def odds(strengths: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return exp(x) for each strength x, the same to the last bit on every machine.

    Strengths are limited to -40..40. A player with the odds a beats a player with the odds b with
    the chance a / (a + b).
    """
    power = _falling(abs(strengths))
    rising: npt.NDArray[np.float64] = np.where(strengths > 0, 1.0 / power, power)
    return rising


def _falling(size: _Real) -> _Real:
    """Return exp(-size), for a size from 0; sizes above 40 count as 40."""
    size = (size + _MOST - abs(size - _MOST)) / 2  # the smaller of the two
    small = -size / 2**_HALVINGS
    # 1, as a float or as an array in the shape of `small`.
    power = small * 0.0 + 1.0
    for term in range(_TERMS, 0, -1):
        power = 1.0 + power * small / term
    for _ in range(_HALVINGS):
        power = power * power
    falling: _Real = power
    return falling


class Strengths:
    """Joint distribution of the strengths of players 0, 1, ...

    Args:
        num_players: Number of players, from 2.
    """

    def __init__(self, num_players: int) -> None:
        self._mean = np.zeros(num_players)
        self._covariance = np.diag(np.full(num_players, START**2))

    def observe(self, first: int, second: int, points: float, matches: int) -> None:
        """Update the distribution with the result of a meeting of two players.

        Args:
            first: Index of a player.
            second: Index of its rival.
            points: Points of the first player, 1 a win and 1/2 a draw; 0..matches.
            matches: Number of matches they played, from 1.
        """
        slope = self._covariance[:, first] - self._covariance[:, second]
        variance = float(slope[first] - slope[second])
        ahead = float(self._mean[first] - self._mean[second])
        surplus = _mode(ahead, variance, points, matches)
        # At the mode after the result, where Laplace's approximation takes the curvature.
        chance = logistic(ahead + variance * surplus)
        weight = matches * chance * (1.0 - chance)
        self._mean += slope * surplus
        # A change of rank one, as in a Kalman filter: a result says something of one difference
        # only.
        self._covariance -= np.multiply.outer(slope, slope) * (weight / (1.0 + weight * variance))

    def gains(self) -> npt.NDArray[np.float64]:
        """Return how much a match of each two players would show: p (1 - p) x variance of difference.

        float64[players, players], symmetric, from 0; p is the chance of a win. Of the variance of
        the two strengths' difference, a match removes the share gain / (1 + gain).
        """
        own = np.diagonal(self._covariance)
        variances = own[:, None] + own[None, :] - 2.0 * self._covariance
        chances = logistic(self._mean[:, None] - self._mean[None, :])
        gains: npt.NDArray[np.float64] = chances * (1.0 - chances) * variances
        return gains

    def ratings(self) -> list[Rating]:
        """Return each player's strength above the mean of all, and its standard deviation, in Elo."""
        num_players = len(self._mean)
        above = self._mean - math.fsum(self._mean) / num_players
        with_all = [math.fsum(row) / num_players for row in self._covariance]
        mean_variance = math.fsum(with_all) / num_players
        return [
            Rating(
                ELO * float(above[player]),
                ELO
                * math.sqrt(
                    self._covariance[player, player] - 2 * with_all[player] + mean_variance
                ),
            )
            for player in range(num_players)
        ]


def _mode(ahead: float, variance: float, points: float, matches: int) -> float:
    """Return the points of the first player above expectation, at the mode of the difference.

    The mode d = ahead + variance * surplus has surplus = points - matches * logistic(d); the right
    side falls as surplus grows, so bisection finds it.
    """
    low, high = points - matches, points
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if middle < points - matches * logistic(ahead + variance * middle):
            low = middle
        else:
            high = middle
    return (low + high) / 2
