"""The sequential probability ratio test (SPRT): stop as soon as the question is answered.

Wald, "Sequential Tests of Statistical Hypotheses", Annals of Mathematical Statistics 16 (1945),
pages 117 to 186: after every sample, compare the logarithm of the likelihood ratio (LLR) of H1: elo
= elo1 and H0: elo = elo0 with ln(beta / (1 - alpha)) and ln((1 - beta) / alpha), and stop at the
first crossing (section 3.2). Since the probability of draws and the correlation within a block are
not known either, the ratio is that of the largest likelihoods under each hypothesis (see
`likelihood_ratio`).
"""

from __future__ import annotations

import dataclasses
import enum
import math
from typing import Literal

import numpy as np
import numpy.typing as npt

from tournaments.ratings.likelihood_ratio import mean_llr, regularized, t_value_llr
from tournaments.ratings.scales import NORMALIZED_PER_SIGMA, score_of_elo

__all__ = ["Sprt", "SprtState", "SprtTerms", "SprtVerdict"]


class SprtVerdict(enum.Enum):
    """Verdict of a sequential test: open, or which hypothesis is accepted."""

    OPEN = "open"
    """Undecided: more matches are played."""
    H0 = "H0"
    """H0 is accepted: `elo0` explains the results better than `elo1`."""
    H1 = "H1"
    """H1 is accepted: `elo1` explains the results better than `elo0`."""


@dataclasses.dataclass(frozen=True, slots=True)
class SprtTerms:
    """Hypotheses and error probabilities of a sequential test."""

    elo0: float
    """Elo by which the first player is ahead of the second under H0."""
    elo1: float
    """Elo by which the first player is ahead of the second under H1, above `elo0`."""
    alpha: float = 0.05
    """Probability of accepting H1 if H0 is true, between 0 and 1/2."""
    beta: float = 0.05
    """Probability of accepting H0 if H1 is true, between 0 and 1/2."""
    scale: Literal["logistic", "normalized"] = "logistic"
    """Scale of `elo0` and `elo1`; see `scales`."""
    statistic: Literal["pentanomial", "trinomial"] = "pentanomial"
    """Sample of the test: a block of two matches with 0, 1/2, .. 2 points, or a match with 0, 1/2,
    1.
    """

    @property
    def matches_per_sample(self) -> int:
        """Number of matches in a sample: 2 for blocks (two matches with seats exchanged), 1 for matches."""
        return 2 if self.statistic == "pentanomial" else 1

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """float64[outcome]: points per match of each outcome of a sample, 0..1."""
        return np.linspace(0.0, 1.0, 2 * self.matches_per_sample + 1)

    @property
    def bounds(self) -> tuple[float, float]:
        """LLR at which H0 is accepted (lower), and LLR at which H1 is accepted (upper)."""
        lower = math.log(self.beta / (1 - self.alpha))
        return lower, math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return the LLR of any number of tests at once.

        Normalized Elo is defined by single matches. A block's points per match have sqrt(1/2) times
        the standard deviation if its two matches are independent, so its t is sqrt(2) times as
        large.

        Args:
            counts: [..., outcome]: number of samples of each outcome, from no points up.

        Returns:
            float64[...]: LLR of each test.
        """
        numbers = regularized(counts)
        if self.scale == "logistic":
            means = score_of_elo(self.elo0), score_of_elo(self.elo1)
            return mean_llr(numbers, self.values, *means)
        per_elo = math.sqrt(self.matches_per_sample) / NORMALIZED_PER_SIGMA
        return t_value_llr(numbers, self.values, 0.5, self.elo0 * per_elo, self.elo1 * per_elo)


@dataclasses.dataclass(frozen=True, slots=True)
class SprtState:
    """State of a sequential test after some samples: verdict, likelihood ratio, counts of outcomes."""

    verdict: SprtVerdict
    """Verdict so far; OPEN while the test is undecided."""
    llr: float
    """Logarithm of the likelihood ratio of H1 to H0."""
    counts: tuple[int, ...]
    """Number of samples of each outcome, from no points up."""

    @property
    def samples(self) -> int:
        """Number of samples that the test has counted."""
        return sum(self.counts)


class Sprt:
    """A sequential test that takes one sample after the other and keeps its verdict once it has one.

    Args:
        terms: Hypotheses and error probabilities of the test.
    """

    def __init__(self, terms: SprtTerms) -> None:
        self._terms = terms
        self._state = SprtState(SprtVerdict.OPEN, 0.0, (0,) * len(terms.values))

    @property
    def state(self) -> SprtState:
        """Verdict, logarithm of the likelihood ratio (LLR), and counts of outcomes so far."""
        return self._state

    def add(self, half_points: int) -> None:
        """Add a sample; samples after the verdict change nothing.

        Args:
            half_points: Twice the points of the first player: 0..4 in a block, 0..2 in a match.
        """
        # Going on after a crossing would void the promised error probabilities.
        if self._state.verdict is not SprtVerdict.OPEN:
            return
        counts = list(self._state.counts)
        counts[half_points] += 1
        llr = float(self._terms.llr(counts))
        lower, upper = self._terms.bounds
        verdict = (
            SprtVerdict.H1 if llr >= upper else SprtVerdict.H0 if llr <= lower else SprtVerdict.OPEN
        )
        self._state = SprtState(verdict, llr, tuple(counts))
