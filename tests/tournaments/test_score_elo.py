"""The Elo of match runners, and intervals for who watches."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tournaments.ratings import Estimate, PlacedMatch, score_elo
from tournaments.ratings.watching import betting_interval, widening

PLACES = {2: (1, 2), 1: (1, 1), 0: (2, 1)}
"""Placements of two by the half points of the first."""

PENTANOMIALS = [
    ((30, 6, 18, 0, 6), -168.40, 73.37),
    ((5, 5, 36, 22, 22), 101.21, 42.63),
    ((235, 1384, 2521, 1341, 239), -1.06, 4.05),
]
"""Blocks of two with 0, 1/2, .. 2 points, and what fastchess made of them.

https://github.com/Disservin/fastchess/issues/807, the same, /issues/1007, and
https://github.com/lynx-chess/Lynx/pull/1899.
"""
TRINOMIALS = [
    ((332, 352, 316), 5.6, 17.3),
    ((509, 1058, 396), 20.0, 10.4),
    ((1216, 3939, 1199), 0.9, 5.3),
    ((136, 111, 96), 40.7, 30.4),
]
"""Wins, draws and losses, and what cutechess made of them.

https://github.com/JoAnnP38/Pedantic/pull/8, https://github.com/spamdrew128/Wahoo/pull/104 and
https://github.com/kelseyde/calvin-chess-engine/pull/97; the last is by its formula.
"""


def margin(estimate: Estimate) -> float:
    """Half the width of an interval."""
    assert estimate.low is not None
    assert estimate.high is not None
    return (estimate.high - estimate.low) / 2


@pytest.mark.parametrize(("counts", "elo", "bar"), PENTANOMIALS)
def test_as_fastchess_has_it(counts: tuple[int, ...], elo: float, bar: float) -> None:
    """Samples are blocks of two matches."""
    halves = ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2))
    matches = [
        PlacedMatch(f"{points}:{number}", ("a", "b"), PLACES[half])
        for points, count in enumerate(counts)
        for number in range(count)
        for half in halves[points]
    ]
    found = score_elo("a", matches, is_duel=False)
    assert found.value == pytest.approx(elo, abs=0.005)
    assert margin(found) == pytest.approx(bar, abs=0.005)
    mirrored = score_elo("b", matches, is_duel=False)
    assert mirrored.value == pytest.approx(-elo, abs=0.005)


@pytest.mark.parametrize(("counts", "elo", "bar"), TRINOMIALS)
def test_as_cutechess_has_it(counts: tuple[int, ...], elo: float, bar: float) -> None:
    """Samples are matches."""
    matches = [
        PlacedMatch(f"{half}:{number}", ("b", "a"), PLACES[2 - half])
        for half, count in zip((2, 1, 0), counts, strict=True)
        for number in range(count)
    ]
    found = score_elo("a", matches, is_duel=False)
    assert found.value == pytest.approx(elo, abs=0.05)
    assert margin(found) == pytest.approx(bar, abs=0.05)


def test_without_end() -> None:
    """40 wins of 40 have a lower bound: the limit of Clopper and Pearson is 0.91190."""
    matches = [PlacedMatch(str(number), ("a", "b"), (1, 2)) for number in range(40)]
    found = score_elo("a", matches, is_duel=True)
    assert (found.value, found.high, found.watched_high) == (None,) * 3
    assert found.low == pytest.approx(400 * math.log10(0.91190 / 0.08810), abs=0.1)
    assert found.watched_low is not None
    assert found.watched_low > 200
    assert score_elo("a", [], is_duel=True) == Estimate(None, None, None)
    assert score_elo("a", matches, is_duel=False).watched_low is None


def test_widening_by_hand() -> None:
    """At 100 blocks: rho^2 = (5.99146 + ln 5.99146 + 1) / 100 = 0.0878183, so t rho^2 + 1 = 9.78183.

    sqrt(2 * 9.78183 / 8.78183 * ln(sqrt(9.78183) / 0.05)) = sqrt(2.22774 * 4.13600) = 3.03544 deviations.
    """
    found = widening(100)
    assert found == pytest.approx(3.03544 / 1.959964, abs=1e-4)
    assert widening(19) is None
    others = [widening(blocks) for blocks in (20, 50, 200, 500, 5000)]
    assert all(other is not None and found is not None and other > found for other in others)


def test_betting_holds_at_all_times() -> None:
    """In 300 runs of 200 blocks each the mean of 0.6 is left out at some moment in fewer than 5 of 100.

    What is still possible never grows again, so that the last interval tells of all moments.
    """
    dice = np.random.default_rng(3)
    wrong = 0
    for _ in range(300):
        samples = dice.choice([0.0, 0.5, 1.0], size=200, p=[0.25, 0.3, 0.45]).tolist()
        low, high = betting_interval(samples)
        wrong += not low <= 0.6 <= high
    assert wrong / 300 <= 0.05


def test_betting_learns() -> None:
    """Nothing is known without samples, and with a thousand the mean to a few hundredths."""
    assert betting_interval([]) == (0.0, 1.0)
    low, high = betting_interval([1.0, 0.0] * 500)
    assert 0.42 < low < 0.5 < high < 0.58
    low, high = betting_interval([1.0] * 10)
    assert high == 1.0
    # A gambler who stakes half on every win has 2 * 20 of 1 at last where (1 + (1 - m) / 2m)^10 > 40.
    assert low <= 1 / (2 * 40**0.1 - 1) + 0.001
    assert not math.isnan(low)
