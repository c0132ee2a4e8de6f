"""The joint distribution of strengths, against another way to compute it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tournaments.ratings.strengths import ELO, START, Strengths, logistic

RESULTS = [
    (0, 1, 2.0, 2),
    (1, 2, 1.0, 2),
    (0, 2, 1.5, 2),
    (3, 0, 0.0, 2),
    (2, 3, 1.0, 1),
    (0, 3, 0.0, 2),
]


def test_logistic() -> None:
    """As the library has it, for numbers and arrays; beyond 40 it stays."""
    points = np.linspace(-40, 40, 1601)
    expected = [1 / (1 + math.exp(-x)) for x in points.tolist()]
    assert logistic(points) == pytest.approx(expected, abs=1e-12)
    assert [logistic(x) for x in points.tolist()] == logistic(points).tolist()
    assert logistic(1000.0) == logistic(40.0) <= 1
    assert logistic(-1000.0) == logistic(-40.0) > 0
    assert logistic(0.0) == 0.5


def test_no_result() -> None:
    """Nobody is ahead, and every pair tells equally much: 1/4 of the variance of a difference."""
    gains = Strengths(3).gains()
    assert gains[0, 1] == gains[1, 2] == START**2 * 2 / 4
    for rating in Strengths(3).ratings():
        assert rating.mu == 0
        # Of independent strengths, one less the mean of three keeps two thirds of the variance.
        assert rating.sigma == pytest.approx(ELO * START * math.sqrt(2 / 3))


def test_one_result() -> None:
    """The mode and its curvature, found by looking at the density itself."""
    strengths = Strengths(2)
    strengths.observe(0, 1, 1.5, 2)
    differences = np.linspace(-10, 10, 2_000_001)
    chances = 1 / (1 + np.exp(-differences))
    logs = 1.5 * np.log(chances) + 0.5 * np.log(1 - chances) - differences**2 / (4 * START**2)
    mode = float(differences[np.argmax(logs)])
    ahead, behind = strengths.ratings()
    assert (ahead.mu - behind.mu) / ELO == pytest.approx(mode, abs=1e-5)
    chance = 1 / (1 + math.exp(-mode))
    variance = 1 / (1 / (2 * START**2) + 2 * chance * (1 - chance))
    assert strengths.gains()[0, 1] == pytest.approx(chance * (1 - chance) * variance, rel=1e-5)
    # Half the difference of two is each one's distance from their mean.
    assert ahead.sigma == pytest.approx(ELO * math.sqrt(variance) / 2, rel=1e-5)


def test_results_of_many() -> None:
    """Near the mode of the whole posterior, which Newton's method finds from all results at once.

    Result by result is an approximation, and at its roughest after so few.
    """
    strengths = Strengths(4)
    for result in RESULTS:
        strengths.observe(*result)
    mean = np.zeros(4)
    for _ in range(50):
        slope, curvature = -mean / START**2, np.diag(np.full(4, 1 / START**2))
        for first, second, points, matches in RESULTS:
            side = np.zeros(4)
            side[[first, second]] = 1, -1
            chance = 1 / (1 + math.exp(-float(side @ mean)))
            slope += side * (points - matches * chance)
            curvature += matches * chance * (1 - chance) * np.outer(side, side)
        mean += np.linalg.solve(curvature, slope)
    centred = np.eye(4) - 0.25
    covariance = centred @ np.linalg.inv(curvature) @ centred
    for player, rating in enumerate(strengths.ratings()):
        assert rating.mu / ELO == pytest.approx(mean[player] - mean.mean(), abs=0.25)
        assert rating.sigma / ELO == pytest.approx(math.sqrt(covariance[player, player]), rel=0.2)


def test_who_never_met_may_be_known_to_compare() -> None:
    """Through a third: what joins two groups tells more than one more match within them."""
    strengths = Strengths(4)
    for _ in range(10):
        strengths.observe(0, 1, 1.0, 2)
        strengths.observe(2, 3, 1.0, 2)
    gains = strengths.gains()
    assert min(gains[0, 2], gains[0, 3], gains[1, 2]) > 5 * max(gains[0, 1], gains[2, 3])
    strengths.observe(1, 2, 1.0, 2)
    assert strengths.gains()[0, 3] < gains[0, 3] / 2


def test_an_upset_is_no_catastrophe() -> None:
    """After a hundred wins, one lost block leaves the order as it was."""
    strengths = Strengths(2)
    for _ in range(50):
        strengths.observe(0, 1, 2.0, 2)
    strengths.observe(0, 1, 0.0, 2)
    ahead, behind = strengths.ratings()
    assert ahead.mu > behind.mu
