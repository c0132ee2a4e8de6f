from __future__ import annotations

import math
from typing import Literal

import numpy as np
import numpy.typing as npt
import pytest

from tests.helpers.tiers import some
from tournaments.ratings.sprt import Sprt, SprtTerms, SprtVerdict

Scale = Literal["logistic", "normalized"]
Statistic = Literal["pentanomial", "trinomial"]

PUBLISHED: list[tuple[Scale, float, float, tuple[int, ...], float]] = [
    ("normalized", 0, 2, (36027, 68692, 36433), 0.92),
    ("normalized", -1.75, 0.25, (10650, 20431, 10871), 2.30),
    ("logistic", 0.5, 2.5, (21184, 40708, 21404), -1.57),
    ("logistic", 0, 2, (57030, 106593, 57433), -2.59),
    ("normalized", 0, 2, (365, 16618, 36029 + 200, 16974, 390), 2.25),
    ("normalized", -1.75, 0.25, (127, 4883, 10311 + 401, 5150, 104), 3.01),
    ("logistic", 0.5, 2.5, (223, 9863, 20279 + 1000, 10037, 246), -3.07),
    ("logistic", 0, 2, (871, 26175, 55003 + 980, 26678, 821), -4.98),
]
"""Scale, elo0, elo1, counts from no points up, and the LLR to 1%.

From the tests of fastchess, https://github.com/Disservin/fastchess, app/tests/sprt_test.cpp, commit
e633d95; the pentanomial ones give pairs with a win and a loss and pairs of two draws apart. Its two
cases of nothing but wins are left out: there, what it computes is an approximation for scores near 1/2.
"""


@pytest.mark.parametrize(("scale", "elo0", "elo1", "counts", "llr"), PUBLISHED)
def test_published(
    scale: Scale, elo0: float, elo1: float, counts: tuple[int, ...], llr: float
) -> None:
    """The LLR is that of fastchess."""
    statistic: Statistic = "pentanomial" if len(counts) == 5 else "trinomial"
    terms = SprtTerms(elo0, elo1, scale=scale, statistic=statistic)
    assert float(terms.llr(counts)) == pytest.approx(llr, rel=0.01)


def test_wins_and_losses_alone() -> None:
    """Without draws the ratio is that of two binomials, which needs no fit."""
    terms = SprtTerms(0, 200, statistic="trinomial")
    score = 1 / (1 + 10 ** (-200 / 400))
    by_hand = 60 * math.log(score / 0.5) + 40 * math.log((1 - score) / 0.5)
    assert float(terms.llr([40, 0, 60])) == pytest.approx(by_hand, abs=0.01)


def test_nothing_but_wins() -> None:
    """The likeliest distribution has wins and 0:2 alone: t = (p - 1/2) / sqrt(p (1 - p)), solved for p."""
    t = 5 * math.sqrt(2) / (800 / math.log(10))
    share = 0.5 + t / math.sqrt(1 + t**2) / 2
    by_hand = 5550 * math.log(share / 0.5)
    terms = SprtTerms(0, 5, scale="normalized")
    assert float(terms.llr([0, 0, 0, 0, 5550])) == pytest.approx(by_hand, rel=1e-3)


def test_many_at_once() -> None:
    """A table of counts gives the LLR of each of its rows."""
    terms = SprtTerms(0, 10)
    rows = [[1, 5, 20, 6, 2], [0, 0, 9, 0, 0], [3, 3, 3, 3, 3]]
    assert terms.llr(rows).tolist() == pytest.approx([float(terms.llr(row)) for row in rows])


@pytest.mark.parametrize("scale", ["logistic", "normalized"])
@pytest.mark.parametrize("statistic", ["pentanomial", "trinomial"])
def test_the_other_side_of_the_board(scale: Scale, statistic: Statistic) -> None:
    """Turning round the counts and the hypotheses turns round the sign."""
    counts = [3, 20, 41, 32, 9] if statistic == "pentanomial" else [20, 41, 32]
    terms = SprtTerms(-3, 7, scale=scale, statistic=statistic)
    turned = SprtTerms(-7, 3, scale=scale, statistic=statistic)
    assert float(terms.llr(counts)) == pytest.approx(-float(turned.llr(counts[::-1])))


def test_bounds() -> None:
    """Those that programs for chess print for 5% and 5%, and Wald's for 5% and 10%."""
    assert SprtTerms(0, 5).bounds == pytest.approx((-2.94, 2.94), abs=0.005)
    lower, upper = SprtTerms(0, 5, alpha=0.05, beta=0.1).bounds
    assert (lower, upper) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))


def test_a_verdict_stands() -> None:
    """What comes after the crossing is not counted."""
    test = Sprt(SprtTerms(0, 100))
    while test.state.verdict is SprtVerdict.OPEN:
        test.add(4)
    decided = test.state
    assert decided.verdict is SprtVerdict.H1
    assert decided.counts == (0, 0, 0, 0, decided.samples)
    for _ in range(1000):
        test.add(0)
    assert test.state == decided


def share_accepted(
    terms: SprtTerms, shares: npt.NDArray[np.float64], *, tests: int, seed: int
) -> float:
    """Share of simulated tests that accept H1, each sample drawn with these chances."""
    dice = np.random.default_rng(seed)
    lower, upper = terms.bounds
    counts = np.zeros((tests, len(shares)))
    accepted = 0
    while len(counts):
        counts += dice.multinomial(1, shares, size=len(counts))
        llr = terms.llr(counts)
        accepted += int((llr >= upper).sum())
        counts = counts[(llr > lower) & (llr < upper)]
    return accepted / tests


def shares_of(score: float, draws: float, statistic: Statistic) -> npt.NDArray[np.float64]:
    """Chances of the outcomes of a sample of independent matches."""
    win = score - draws / 2
    match = np.array([1 - win - draws, draws, win])
    return match if statistic == "trinomial" else np.convolve(match, match)


@pytest.mark.parametrize("statistic", ["pentanomial", "trinomial"])
@pytest.mark.parametrize("truth", some(["H0", "H1"], 1))
def test_error_rates(statistic: Statistic, truth: str) -> None:
    """Of 2,000 tests, no more are wrong than asked for, but for three standard deviations of chance."""
    terms = SprtTerms(0, 70, alpha=0.05, beta=0.1, statistic=statistic)
    score = 0.5 if truth == "H0" else 1 / (1 + 10 ** (-70 / 400))
    shares = shares_of(score, 0.3, statistic)
    accepted = share_accepted(terms, shares, tests=2000, seed=2008)
    wrong, asked = (accepted, 0.05) if truth == "H0" else (1 - accepted, 0.1)
    assert asked / 2 < wrong < asked + 3 * math.sqrt(asked * (1 - asked) / 2000)


def test_blocks_that_split() -> None:
    """Where luck is shared, blocks see what single matches hide.

    In 80 of 100 blocks the dice decide both matches, one for each. Single matches have variance 1/4,
    as if their blocks had 1/8; the blocks have 0.2 / 4: the same score says 2.5 times as much.
    """
    shares = np.array([0.08, 0.0, 0.8, 0.0, 0.12])
    counts = np.round(shares * 1000)
    blocks = SprtTerms(0, 14)
    wins = float(counts @ [0, 0, 1, 0, 2])
    matches = SprtTerms(0, 14, statistic="trinomial")
    of_matches = float(matches.llr([2000 - wins, 0, wins]))
    assert float(blocks.llr(counts)) == pytest.approx(2.5 * of_matches, rel=0.05)
