"""How much a match of each two entries of a season would add to what is known of their strengths.

Everything follows from one fit of strengths. Matches that have begun since the fit count as if they
had been played, so that the same most informative match is not begun again and again. `picker`
asks this module which entries should meet; it decides first, and alone, which entries have to play.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tournaments.ratings.joint_strengths import pair_weight, sum_of_rows
from tournaments.ratings.season_strengths import SeasonStrengths
from tournaments.ratings.strengths import odds

__all__ = ["TOP", "Outlook"]

TOP = 4
"""Number of the best entries, whose matches count for more."""

_Vector = npt.NDArray[np.float64]
_Matrix = npt.NDArray[np.float64]
_Flags = npt.NDArray[np.bool_]


class Outlook:
    """Strengths of a season's entries, and the information that further matches would give on them.

    Args:
        strengths: Strengths fitted at one event of the log; their players are the entries of that
            time.
        seats: Number of seats of every match, from 2.
    """

    def __init__(self, strengths: SeasonStrengths, seats: int) -> None:
        self._weight = pair_weight(seats)
        self.mean: _Vector = strengths.mean.copy()
        """float64[entry]: strength of the current version, in natural logarithms of odds."""
        self.deviations: _Vector = np.sqrt(np.diagonal(strengths.covariance))
        """float64[entry]: standard deviation of `mean`, at the fit or where the entry came later."""
        self.spread = strengths.spread
        """Variance of strengths of versions without predecessor."""
        # Relative to the mean of all, since only differences of strengths matter.
        size = len(self.mean)
        with_all = sum_of_rows(strengths.covariance) / max(size, 1)
        overall = float(sum_of_rows(with_all[:, None])[0]) / max(size, 1)
        own = np.diagonal(strengths.covariance)
        self._variances: _Vector = np.maximum(own - 2.0 * with_all + overall, 1e-9)
        chances = self._chances(self.mean)
        differences = own[:, None] + own[None, :] - 2.0 * strengths.covariance
        self._gains: _Matrix = self._weight * chances * chances.T * differences

    def enter(self, entry: int, mean: float, variance: float) -> None:
        """Add the next entry, or replace the version of a known one.

        Args:
            entry: Index of the entry, at most the number of known entries.
            mean: Strength of its version.
            variance: Variance of that strength, independent of all others.
        """
        if entry == len(self.mean):
            self.mean = np.append(self.mean, mean)
            self.deviations = np.append(self.deviations, variance**0.5)
            self._variances = np.append(self._variances, variance)
            self._gains = np.pad(self._gains, (0, 1))
        self.mean[entry], self._variances[entry] = mean, variance
        self.deviations[entry] = variance**0.5
        own = odds(self.mean)
        chances = own[entry] / (own[entry] + own)
        row = self._weight * chances * (1.0 - chances) * (variance + self._variances)
        self._gains[entry] = row
        self._gains[:, entry] = row

    def expect(self, group: Sequence[int]) -> None:
        """Lower the information of further matches of some entries, as if these had played a match.

        Args:
            group: Indices of the entries that play the match.
        """
        # Only variances change, as by Bayes' rule for independent normal strengths; gains shrink in
        # proportion to the variances of differences.
        places = list(group)
        chances = self._chances(self.mean[places])
        information = self._weight * chances * chances.T
        np.fill_diagonal(information, 0.0)
        before = self._variances[places]
        after = before / (1.0 + before * sum_of_rows(information))
        sums = before[:, None] + self._variances[None, :]
        self._variances[places] = after
        left = (after[:, None] + self._variances[None, :]) / sums
        self._gains[places] *= left
        self._gains[:, places] = self._gains[places].T

    def best(self, entries: Sequence[int]) -> list[int]:
        """Return the best of some entries, at most `TOP`, the strongest first."""
        mean = self.mean
        return sorted(entries, key=lambda entry: (-float(mean[entry]), entry))[:TOP]

    def wanted(self, entries: npt.NDArray[np.int64], worth: _Vector) -> _Matrix:
        """Return float64[i, j]: the value of a match of the i-th and the j-th of some entries.

        It is the information of the match times the sum of both entries' weights.

        Args:
            entries: Indices of the entries.
            worth: Weight of each of these entries, as from `worth`.
        """
        gains: _Matrix = self._gains[np.ix_(entries, entries)]
        wanted: _Matrix = gains * (worth[:, None] + worth[None, :])
        return wanted

    def gains_of(self, entry: int, entries: npt.NDArray[np.int64]) -> _Vector:
        """Return float64[i]: the information from a match of one entry and the i-th of some others.

        Args:
            entry: Index of the one entry.
            entries: Indices of the others.
        """
        gains: _Vector = self._gains[entry, entries]
        return gains

    def worth(self, entries: npt.NDArray[np.int64]) -> _Vector:
        """Return float64[i], 0..1: the weight of information on the i-th of some entries.

        It is 1 for the best four, and falls with the distance behind the fourth in standard
        deviations z as 1 / (1 + z^2).
        """
        mean, variances = self.mean[entries], self._variances[entries]
        # A stable order, so that entries of equal strength are taken as they came.
        fourth = int(np.argsort(-mean, kind="stable")[: min(TOP, len(mean))][-1])
        behind = np.maximum(mean[fourth] - mean, 0.0)
        worth: _Vector = 1.0 / (1.0 + behind * behind / (variances + variances[fourth]))
        return worth

    def _chances(self, mean: _Vector) -> _Matrix:
        own = odds(mean)
        chances: _Matrix = own[:, None] / (own[:, None] + own[None, :])
        return chances
