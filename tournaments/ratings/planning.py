"""Forecasts how many matches a question needs, by simulation and by closed forms.

Matches are taken to be independent, with a fixed chance of a draw. Random numbers come from streams
of SplitMix64 words, so the same call gives the same numbers everywhere.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tournaments.ratings import SprtTerms
from tournaments.ratings.likelihood_ratio import regularized
from tournaments.ratings.scales import (
    NAT_PER_ELO,
    NORMALIZED_PER_SIGMA,
    elo_of_score,
    score_of_elo,
)
from tournaments.spec.errors import PlanError

__all__ = ["Bots", "SprtPlan", "plan_margin", "plan_sprt", "splitmix64"]

Floats = npt.NDArray[np.float64]

QUANTILES = (5, 25, 50, 75, 95)
"""Shares of the tests, in percent, for which the forecast says how many matches suffice."""
Z_95 = 1.959963984540054
_MOST_WORDS = 400_000_000
"""Highest number of samples of all tests that are drawn in one call, about half a minute's worth."""
_FINENESS = 2048
"""A test is checked after every sample up to this number of samples, then each time it has grown by
a 2048th.
"""
_CHUNK = 256
"""Number of samples of a test that are drawn at once."""
_MANY = 512
"""Above this number of samples, the LLR is computed by a quick form, which needs no iteration and
is as good by then.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Bots:
    """Assumption about two bots for which a test is planned: mean score, share of draws, advantage of seat 0.

    Raises:
        PlanError: No probabilities of win, draw and loss fit the values.
    """

    score: float
    """Expected points per match of the first bot, strictly between 0 and 1."""
    draws: float
    """Probability of a draw, from 0 to below 1."""
    seat_effect: float = 0.0
    """Logistic Elo that seat 0 is worth more than seat 1."""

    def __post_init__(self) -> None:
        most = min(2 * min(score, 1 - score) for score in self._scores)
        if not 0 <= self.draws <= most:
            raise PlanError(
                f"draws must be from 0 to {most:.4f} at these Elo differences, not {self.draws:g}"
            )

    @classmethod
    def of_elo(cls, elo: float, *, draws: float, scale: str, seat_effect: float = 0.0) -> Bots:
        """Return two bots that are `elo` points apart, on a scale of `tournaments.ratings.scales`.

        A match has variance s (1 - s) - draws / 4, so a normalized difference of t standard
        deviations is s = 1/2 + t sqrt((1 - draws) / (4 (1 + t^2))).

        Args:
            elo: Elo of the first bot above the second.
            draws: Share of the matches drawn, 0..1.
            scale: Scale of Elo: `logistic` or `normalized`.
            seat_effect: Elo that seat 0 is ahead by.

        Raises:
            PlanError: No probabilities of win, draw and loss fit the values.
        """
        if not 0 <= draws < 1:
            raise PlanError(f"draws must be from 0 to below 1, not {draws:g}")
        score = score_of_elo(elo)
        if scale == "normalized":
            t = elo / NORMALIZED_PER_SIGMA
            score = 0.5 + t * math.sqrt((1 - draws) / (4 * (1 + t * t)))
        return cls(score, draws, seat_effect)

    @property
    def _scores(self) -> tuple[float, float]:
        elo = elo_of_score(self.score)
        return score_of_elo(elo + self.seat_effect), score_of_elo(elo - self.seat_effect)

    def shares(self, matches_per_sample: int) -> Floats:
        """Return float64[outcome]: probabilities of a sample's outcomes, from no points up.

        Args:
            matches_per_sample: 2 for a block of two matches with seats exchanged, 1 for a match in
                either seat.
        """
        matches = [
            np.array([1 - score - self.draws / 2, self.draws, score - self.draws / 2])
            for score in self._scores
        ]
        if matches_per_sample == 1:
            return np.asarray((matches[0] + matches[1]) / 2, np.float64)
        return np.asarray(np.convolve(matches[0], matches[1]), np.float64)


@dataclasses.dataclass(frozen=True, slots=True)
class SprtPlan:
    """Forecast of the number of matches that a sequential test, or an interval, needs.

    All numbers are of matches, not of blocks of two matches.
    """

    tests: int
    """Number of simulated tests."""
    mean: float
    """Mean number of matches of the simulated tests."""
    quantiles: dict[int, int]
    """Number of matches within which this percentage of the simulated tests ended, by percentage."""
    closed_form: float
    """Mean number of matches by the closed form."""
    accept_h1: float | None
    """Share of the simulated tests that accepted H1, 0..1; None if no test was asked for."""
    closed_form_accept_h1: float | None
    """Probability of accepting H1 by the closed form, 0..1; None if no test was asked for."""


def plan_sprt(bots: Bots, terms: SprtTerms, *, tests: int, seed: int) -> SprtPlan:
    """Return a forecast of how long a sequential test takes.

    The closed form takes the LLR for a Brownian motion with drift (t - (t0 + t1) / 2) (t1 - t0) and
    variance (t1 - t0)^2 a sample, t being (mean - 1/2) / standard deviation of a sample (Van den
    Bergh, "A Practical Introduction to the GSPRT",
    https://www.cantate.be/Fishtest/GSPRT_approximation.pdf); probabilities and mean are then Wald's
    (1945, sections 3.4 and 3.6), without overshoot.

    Args:
        bots: The two bots.
        terms: The test.
        tests: Number of tests to simulate, from 1.
        seed: Seed of the simulation, 0..2^64-1.

    Raises:
        PlanError: That is too much to simulate.
    """
    size = terms.matches_per_sample
    shares = bots.shares(size)
    mean = float(shares @ terms.values)
    sigma = math.sqrt(float(shares @ terms.values**2) - mean**2)
    if terms.scale == "logistic":
        t0, t1 = ((score_of_elo(elo) - 0.5) / sigma for elo in (terms.elo0, terms.elo1))
    else:
        per_elo = math.sqrt(size) / NORMALIZED_PER_SIGMA
        t0, t1 = terms.elo0 * per_elo, terms.elo1 * per_elo
    lower, upper = terms.bounds
    accept, samples = _brownian((mean - 0.5) / sigma, t0, t1, lower, upper)

    def verdicts(counts: Floats) -> npt.NDArray[np.int8]:
        # All tests that still run have the same number of samples, so one row decides for all.
        llr = terms.llr(counts) if counts[0].sum() <= _MANY else _quick_llr(terms, counts)
        return np.asarray((llr >= upper) * 1 - (llr <= lower) * 1, np.int8)

    lengths, ends = _simulate(shares, verdicts, samples, tests=tests, seed=seed)
    return _plan(lengths * size, samples * size, float((ends > 0).mean()), accept)


def plan_margin(bots: Bots, margin: float, *, tests: int, seed: int) -> SprtPlan:
    """Return a forecast of the matches until the 95% interval of logistic Elo is +- `margin` points.

    The closed form is n = (z sigma / (margin ds/delo))^2 with ds/delo = s (1 - s) ln 10 / 400, by
    the delta method; the simulation stops each tournament when its own estimate of that is reached.

    Args:
        bots: The two bots.
        margin: Half-width of the interval in Elo, above 0.
        tests: Number of tournaments to simulate, from 1.
        seed: Seed of the simulation, 0..2^64-1.

    Raises:
        PlanError: That is too much to simulate.
    """
    values = np.linspace(0.0, 1.0, 5)
    shares = bots.shares(2)

    def is_sure(counts: Floats) -> npt.NDArray[np.int8]:
        numbers = regularized(counts)
        samples = numbers.sum(axis=-1)
        mean = numbers @ values / samples
        # As in the intervals of `davidson`, one block counts as the worst case: two or three that
        # happen to be alike are no certainty.
        variance = numbers @ values**2 / samples - mean**2 + 1 / (4 * samples)
        slope = mean * (1 - mean) * NAT_PER_ELO
        return np.asarray(Z_95 * np.sqrt(variance / samples) <= margin * slope, np.int8)

    mean = float(shares @ values)
    variance = float(shares @ values**2) - mean**2
    samples = Z_95**2 * variance / (margin * mean * (1 - mean) * NAT_PER_ELO) ** 2
    lengths, _ = _simulate(shares, is_sure, samples, tests=tests, seed=seed)
    return _plan(lengths * 2, samples * 2, None, None)


def _quick_llr(terms: SprtTerms, counts: Floats) -> Floats:
    """Return the LLR approximately: N / 2 ln(r0 / r1).

    r_h = v + (m - s_h)^2 for a mean s_h, and 1 + (t - t_h)^2 for a t-value t_h, with m, v and t of
    the counts. Van den Bergh, "Comments on the maximum likelihood estimate of a multinomial
    distribution with given expectation value"
    (https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf), and "Normalized Elo in practice",
    section 4.2 (https://www.cantate.be/Fishtest/normalized_elo_practical.pdf).
    """
    numbers = regularized(counts)
    samples = numbers.sum(axis=-1)
    mean = numbers @ terms.values / samples
    variance = numbers @ terms.values**2 / samples - mean**2
    if terms.scale == "logistic":
        rests = [variance + (mean - score_of_elo(elo)) ** 2 for elo in (terms.elo0, terms.elo1)]
    else:
        per_elo = math.sqrt(terms.matches_per_sample) / NORMALIZED_PER_SIGMA
        t = (mean - 0.5) / np.sqrt(variance)
        rests = [1 + (t - elo * per_elo) ** 2 for elo in (terms.elo0, terms.elo1)]
    return np.asarray(samples / 2 * np.log(rests[0] / rests[1]), np.float64)


def _plan(
    lengths: npt.NDArray[np.int64], closed_form: float, accept: float | None, by_form: float | None
) -> SprtPlan:
    quantiles = {
        percent: int(np.quantile(lengths, percent / 100, method="inverted_cdf"))
        for percent in QUANTILES
    }
    return SprtPlan(len(lengths), float(lengths.mean()), quantiles, closed_form, accept, by_form)


def _brownian(t: float, t0: float, t1: float, lower: float, upper: float) -> tuple[float, float]:
    """Return how a test ends whose LLR is taken for a Brownian motion.

    Args:
        t: True mean of a sample, in standard deviations.
        t0: The same mean under H0.
        t1: The same mean under H1.
        lower: LLR at which H0 is accepted.
        upper: LLR at which H1 is accepted.

    Returns:
        Probability that the test ends at the upper bound, and mean number of samples.
    """
    drift, variance = (t - (t0 + t1) / 2) * (t1 - t0), (t1 - t0) ** 2
    # Without drift both formulas below would divide 0 by 0; their limits are linear.
    rate = 2 * drift / variance
    if abs(rate) < 1e-6:
        return -lower / (upper - lower), -lower * upper / variance
    rate = max(-50.0, min(50.0, rate))  # beyond that the chance is 0 or 1 to all digits
    accept = math.expm1(-rate * lower) / (math.exp(-rate * lower) - math.exp(-rate * upper))
    return accept, (accept * upper + (1 - accept) * lower) / drift


def _simulate(
    shares: Floats,
    verdicts: Callable[[Floats], npt.NDArray[np.int8]],
    expected: float,
    *,
    tests: int,
    seed: int,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int8]]:
    """Simulate tests until all have ended.

    Args:
        shares: float64[outcome]: probabilities of a sample's outcomes.
        verdicts: Returns the verdict int8[test] of tests with the counts float64[test, outcome];
            0 for a test that goes on.
        expected: Mean number of samples of a test by the closed form.
        tests: Number of tests, from 1.
        seed: Seed of the simulation, 0..2^64-1.

    Returns:
        int64[test], the number of samples until each test ended; and int8[test], its verdict.

    Raises:
        PlanError: The expected samples of all tests exceed `_MOST_WORDS`.
    """
    # By the closed form, so that a hopeless question is refused before the first sample.
    if expected * tests > _MOST_WORDS:
        raise PlanError(
            f"{tests} tests of about {expected:.0f} samples each are too many to simulate:"
            f" at most {_MOST_WORDS} samples; ask for fewer tests or a coarser question"
        )
    thresholds = shares.cumsum()[:-1]
    lengths = np.zeros(tests, dtype=np.int64)
    ends = np.zeros(tests, dtype=np.int8)
    streams = splitmix64(np.uint64(seed), np.arange(tests, dtype=np.uint64))
    alive = np.arange(tests)
    counts = np.zeros((tests, len(shares)))
    played = 0
    while len(alive):
        # Checking after every sample would take most of the time in long tests, and change little.
        step = max(1, played // _FINENESS)
        for start in range(played, played + step, _CHUNK):
            places = np.arange(start, min(start + _CHUNK, played + step), dtype=np.uint64)
            words = splitmix64(streams[alive, np.newaxis], places)
            # The upper 53 bits: as many as a double holds exactly.
            uniform = (words >> np.uint64(11)).astype(np.float64) * 2.0**-53
            # Counts of samples above each threshold; their differences are the counts of the
            # outcomes.
            above = np.stack([(uniform >= limit).sum(axis=1) for limit in thresholds], axis=1)
            reached = np.column_stack([np.full(len(alive), len(places)), above])
            counts[alive] += reached - np.column_stack([above, np.zeros(len(alive))])
        played += step
        now = verdicts(counts[alive])
        # Tests that have ended are not drawn any more: most end long before the last.
        is_over = now != 0
        lengths[alive[is_over]] = played
        ends[alive[is_over]] = now[is_over]
        alive = alive[~is_over]
    return lengths, ends


def splitmix64(
    seeds: np.uint64 | npt.NDArray[np.uint64], places: npt.NDArray[np.uint64]
) -> npt.NDArray[np.uint64]:
    """Return words of SplitMix64 streams at any places (Steele, Lea and Flood, 2014).

    Args:
        seeds: uint64[...]: seeds of the streams.
        places: uint64[...]: indices of words in their stream, from 0; broadcast with `seeds`.
    """
    with np.errstate(over="ignore"):
        word = seeds + (places + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        words: npt.NDArray[np.uint64] = word ^ (word >> np.uint64(31))
    return words
