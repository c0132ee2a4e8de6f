"""Strengths of the current versions of a season's entries, from all its matches at once.

The model and the weights are those of `joint_strengths`. Two things differ: a version that replaced
another one begins with the strength of its predecessor, and a version that was replaced is an
opponent of fixed strength. The result depends on the matches alone, not on earlier fits, so anybody
can compute the strengths at one place in a log without all those before.

The mode is found by Newton's method, each step by conjugate gradients: with many players, that
costs a small part of the one inversion at the end. All sums have a fixed order, so that the numbers
are the same on every machine.
"""

from __future__ import annotations

import dataclasses
import itertools
import math

import numpy as np
import numpy.typing as npt

from tournaments.ratings.joint_strengths import inverse, pair_weight
from tournaments.ratings.strengths import START, odds

__all__ = ["Placed", "SeasonMode", "SeasonStrengths", "find_mode"]

_Vector = npt.NDArray[np.float64]
_Matrix = npt.NDArray[np.float64]
_Whole = npt.NDArray[np.int64]

_LONGEST_STEP = 1.0
_CLOSE = 1e-7
"""The mode counts as found after a step of less than this, in natural logarithms of odds."""
_STEPS = 100
_SPREAD_STEPS = 4
_RESIDUE = 1e-4
"""Share of the slope that a Newton step may leave unsolved."""


@dataclasses.dataclass(frozen=True, slots=True)
class Placed:
    """Matches of a season with a result, as arrays: players and ranks by seat."""

    players: _Whole
    """int64[match, seat]: number of the version in each seat."""
    ranks: _Whole
    """int64[match, seat]: placement of each seat, from 1."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeasonStrengths:
    """Joint normal distribution of players' strengths, in natural logarithms of odds."""

    mean: _Vector
    """float64[player]: mode of the strengths."""
    covariance: _Matrix
    """float64[player, player]: covariances at the mode."""
    spread: float
    """Variance of the strengths of versions without predecessor, as learnt from the matches."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeasonMode:
    """Strengths without their covariances, which cost more than all else with hundreds of players."""

    mean: _Vector
    """float64[player]: mode of the strengths, in natural logarithms of odds."""
    curvature: _Matrix
    """float64[player, player]: negated second derivative of the log posterior density at the mode."""
    spread: float
    """Variance of the strengths of versions without predecessor, as learnt from the matches."""

    def strengths(self) -> SeasonStrengths:
        """Return the joint distribution, the same to the last bit on every machine."""
        return SeasonStrengths(self.mean, inverse(self.curvature), self.spread)

    def shown_covariance(self) -> _Matrix:
        """Return the covariances for tables, in a part of the time.

        The last bits may differ between machines, so no pick and no prior may follow from them.
        """
        return np.asarray(np.linalg.inv(self.curvature), np.float64)


def find_mode(
    placed: Placed,
    rows: _Whole,
    fixed: _Vector,
    prior_means: _Vector,
    prior_variances: _Vector,
) -> SeasonMode:
    """Return the most probable strengths of the current versions.

    Args:
        placed: Matches that count; versions have numbers from 0.
        rows: int64[version]: index of each version among the players, -1 for versions of fixed
            strength.
        fixed: float64[version]: strength of the versions of fixed strength; unused for the others.
        prior_means: float64[player]: strength of the predecessor, 0 without one.
        prior_variances: float64[player]: its variance; NaN without a predecessor, whose variance is
            learnt.
    """
    problem = _Problem(placed, rows, fixed, prior_means)
    is_first = np.isnan(prior_variances)
    spread, mean = START**2, prior_means.copy()
    # Half a dozen matches say little about how much entries differ, so the spread of an unknown
    # strength counts as one more player.
    played = is_first & problem.has_played
    for _ in range(_SPREAD_STEPS):
        variances = np.where(is_first, spread, prior_variances)
        mean = problem.mode(mean, variances)
        if not played.any():
            break
        own = 1.0 / problem.own_curvature(mean, variances)
        squares = mean[played] * mean[played] + own[played]
        spread = (START**2 + math.fsum(squares.tolist())) / (1 + len(squares))
    variances = np.where(is_first, spread, prior_variances)
    mean = problem.mode(mean, variances)
    return SeasonMode(mean, problem.curvature(mean, variances), spread)


class _Problem:
    """Counts of results of players against each other, from which the most likely strengths follow.

    Most of a thousand players never meet, so matrices are kept as the values of the pairs that did.
    """

    def __init__(self, placed: Placed, rows: _Whole, fixed: _Vector, prior_means: _Vector) -> None:
        size = len(prior_means)
        self._prior = prior_means
        seats = placed.players.shape[1] if placed.players.ndim == 2 else 2
        self._weight = pair_weight(seats)
        met: list[tuple[_Whole, _Whole]] = []
        against: list[tuple[_Whole, _Vector, _Whole]] = []
        for one, other in itertools.permutations(range(seats), 2) if len(placed.players) else ():
            player, rival = placed.players[:, one], placed.players[:, other]
            ahead = 1 + np.sign(placed.ranks[:, other] - placed.ranks[:, one])
            both = (rows[player] >= 0) & (rows[rival] >= 0)
            met.append((rows[player[both]] * size + rows[rival[both]], ahead[both]))
            alone = (rows[player] >= 0) & (rows[rival] < 0)
            if alone.any():
                against.append((rows[player[alone]], fixed[rival[alone]], ahead[alone]))
        cells, of_cell = np.unique(_joined([each[0] for each in met]), return_inverse=True)
        self._rows, self._columns = np.divmod(cells, size)
        """int64[pair] twice: player and rival of each two players that met, in the order of both."""
        # The whole matrix, with the diagonal in its place of the order in which it is summed.
        with_own = np.concatenate([cells, np.arange(size) * (size + 1)])
        self._order = np.argsort(with_own)
        """int64[value]: order of `pair` values, followed by those of the diagonal, by row and column."""
        self._all_rows, self._all_columns = np.divmod(with_own[self._order], size)
        halves = np.bincount(of_cell, _joined([each[1] for each in met]), len(cells))
        self._halves = halves / 2.0
        """float64[pair]: the player's matches ahead of the rival, plus half those level with it."""
        self._meetings = np.bincount(of_cell, minlength=len(cells)).astype(np.float64)
        """float64[pair]: matches of both."""
        self._players = _joined([each[0] for each in against])
        self._rival_odds = odds(np.concatenate([each[1] for each in against] or [np.zeros(0)]))
        ahead_of_fixed = _joined([each[2] for each in against])
        self._points = np.bincount(self._players, ahead_of_fixed / 2.0, size)
        self.has_played = (
            np.bincount(np.concatenate([self._rows, self._players]), minlength=size) > 0
        )
        """bool[player]: whether the player has a result."""

    def mode(self, mean: _Vector, variances: _Vector) -> _Vector:
        """Return the most likely strengths, by Newton's method.

        Args:
            mean: float64[player]: first guess of the strengths.
            variances: float64[player]: variances of the prior.
        """
        for _ in range(_STEPS):
            own, shared = self._curvature(mean, variances)
            step = self._solve(own, shared, self._slope(mean, variances))
            length = float(np.max(np.abs(step))) if len(step) else 0.0
            # Far from the mode a full step can go too far, as the curvature falls off quickly.
            if length > _LONGEST_STEP:
                step = step * (_LONGEST_STEP / length)
            mean = mean + step
            if length < _CLOSE:
                break
        return mean

    def curvature(self, mean: _Vector, variances: _Vector) -> _Matrix:
        """Return the negated second derivative of the logarithm of the posterior density.

        Args:
            mean: float64[player]: strengths at which it is taken.
            variances: float64[player]: variances of the prior.
        """
        own, shared = self._curvature(mean, variances)
        # A pair without a match has -0.0, as its product with no meetings would be.
        curvature = np.full((len(mean), len(mean)), -0.0)
        curvature[self._rows, self._columns] = shared
        np.fill_diagonal(curvature, own)
        return curvature

    def own_curvature(self, mean: _Vector, variances: _Vector) -> _Vector:
        """Return the diagonal of `curvature`, without the matrix."""
        return self._curvature(mean, variances)[0]

    def _curvature(self, mean: _Vector, variances: _Vector) -> tuple[_Vector, _Vector]:
        """Return the diagonal of the curvature, float64[player], and the rest of it, float64[pair]."""
        ahead, behind = self._chances(mean)
        shared = -self._weight * self._meetings * ahead * behind
        of_fixed = self._fixed_chances(mean)
        added = np.bincount(self._players, of_fixed * (1.0 - of_fixed), len(mean))
        own = self._weight * added + 1.0 / variances
        return own - self._sum_by_rival(shared), shared

    def _slope(self, mean: _Vector, variances: _Vector) -> _Vector:
        surplus = self._halves - self._meetings * self._chances(mean)[0]
        expected = np.bincount(self._players, self._fixed_chances(mean), len(mean))
        # Antisymmetric: columns sum to what rows do, with the other sign.
        slope: _Vector = self._weight * (self._points - expected - self._sum_by_rival(surplus))
        return slope - (mean - self._prior) / variances

    def _solve(self, own: _Vector, shared: _Vector, right: _Vector) -> _Vector:
        """Return an approximate x with curvature x = right, by conjugate gradients.

        They end when the residue is small compared with the first one.

        Args:
            own: float64[player]: diagonal of the curvature, which is symmetric and positive definite.
            shared: float64[pair]: the rest of it.
            right: float64[player].
        """
        values = np.concatenate([shared, own])[self._order]
        scale = 1.0 / own
        x = np.zeros(len(right))
        residue = right.copy()
        scaled = scale * residue
        direction = scaled.copy()
        size = first = _product(residue, scaled)
        for _ in range(len(right)):
            if size <= _RESIDUE * _RESIDUE * first or size == 0.0:
                break
            image = _sums(self._all_columns, values * direction[self._all_rows], len(right))
            length = size / _product(direction, image)
            x = x + length * direction
            residue = residue - length * image
            scaled = scale * residue
            size, before = _product(residue, scaled), size
            direction = scaled + (size / before) * direction
        return x

    def _sum_by_rival(self, values: _Vector) -> _Vector:
        """Return the sum of the values of each player's rivals, added in the order of the rivals.

        Args:
            values: float64[pair].
        """
        return _sums(self._columns, values, len(self._prior))

    def _chances(self, mean: _Vector) -> tuple[_Vector, _Vector]:
        """Return each pair's chances that the player is ahead of the rival, and the rival of the player."""
        own = odds(mean)
        player, rival = own[self._rows], own[self._columns]
        return player / (player + rival), rival / (rival + player)

    def _fixed_chances(self, mean: _Vector) -> _Vector:
        own = odds(mean)[self._players]
        chances: _Vector = own / (own + self._rival_odds)
        return chances


def _sums(places: _Whole, values: _Vector, size: int) -> _Vector:
    """Return the sum of the values of each place, from 0 up to `size`."""
    # It adds one value after the other, so that the numbers are the same on every machine.
    return np.asarray(np.bincount(places, values, size), np.float64)


def _joined(arrays: list[_Whole]) -> _Whole:
    return np.concatenate(arrays or [np.zeros(0, np.int64)])


def _product(one: _Vector, other: _Vector) -> float:
    return math.fsum((one * other).tolist())
