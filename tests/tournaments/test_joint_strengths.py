"""Strengths from all matches at once, against other ways to compute them."""

from __future__ import annotations

import fractions
import itertools
import math
import random

import numpy as np
import numpy.typing as npt
import pytest

from tournaments.ratings.joint_strengths import JointStrengths, pair_weight
from tournaments.ratings.strengths import ELO, START, odds

_Matches = list[tuple[list[int], list[int]]]


def random_matches(num_players: int, seats: int, count: int, seed: int) -> _Matches:
    """Matches of random players, whom their numbers make better, with some ties."""
    dice = random.Random(seed)
    matches = []
    for _ in range(count):
        players = dice.sample(range(num_players), seats)
        scores = [round(dice.gauss(player / 3, 2)) for player in players]
        matches.append((players, [1 + sum(other > own for other in scores) for own in scores]))
    return matches


def fitted(num_players: int, seats: int, matches: _Matches) -> JointStrengths:
    """What is known after these matches."""
    strengths = JointStrengths(num_players, seats)
    for players, placements in matches:
        strengths.observe(players, placements)
    strengths.fit_fully()
    return strengths


def by_newton(
    num_players: int, matches: _Matches, weight: float, spread: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Mode and covariance, pair by pair of every match, by numpy's linear algebra."""
    mean: npt.NDArray[np.float64] = np.zeros(num_players)
    for _ in range(100):
        slope, curvature = -mean / spread, np.eye(num_players) / spread
        for players, placements in matches:
            for one, other in itertools.combinations(range(len(players)), 2):
                side = np.zeros(num_players)
                side[[players[one], players[other]]] = 1, -1
                share = 0.5 + (np.sign(placements[other] - placements[one])) / 2
                chance = 1 / (1 + math.exp(-float(side @ mean)))
                slope += weight * side * (share - chance)
                curvature += weight * chance * (1 - chance) * np.outer(side, side)
        step = np.linalg.solve(curvature, slope)
        mean += step / max(1.0, float(np.abs(step).max()))
    return mean, np.array(np.linalg.inv(curvature), np.float64)


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_weight_of_a_pair(seats: int) -> None:
    """Of equals every order is as likely: the slope of a seat's pairs then varies as much as they curve."""
    quarter, square = fractions.Fraction(1, 4), fractions.Fraction(0)
    orders = list(itertools.permutations(range(seats)))
    for order in orders:
        # Rivals behind seat 0, less the half of all that were to be expected.
        square += (sum(place > order[0] for place in order) - fractions.Fraction(seats - 1, 2)) ** 2
    variance, curvature = square / len(orders), quarter * (seats - 1)
    assert fractions.Fraction(pair_weight(seats)).limit_denominator(1000) == curvature / variance


def test_odds() -> None:
    """As the library has it; beyond 40 they stay."""
    points = np.linspace(-40, 40, 1601)
    assert odds(points) == pytest.approx([math.exp(x) for x in points.tolist()], rel=1e-12)
    assert odds(np.array([1000.0])).tolist() == odds(np.array([40.0])).tolist()


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_the_mode_of_all_matches(seats: int) -> None:
    """Found from every pair of every match by another program, ties and all."""
    matches = random_matches(9, seats, 40, seats)
    strengths = fitted(9, seats, matches)
    mean, covariance = by_newton(9, matches, pair_weight(seats), strengths.spread)
    assert strengths.mean == pytest.approx(mean, abs=1e-7)
    assert strengths.covariance == pytest.approx(covariance, abs=1e-7)
    assert (strengths.covariance == strengths.covariance.T).all()
    # What the EM algorithm comes to: the mean square of a strength, with the one it began with.
    squares = mean**2 + np.diagonal(covariance)
    assert strengths.spread == pytest.approx((START**2 + squares.sum()) / (1 + 9), rel=5e-3)


def test_the_density_itself() -> None:
    """The mode and its curvature of two players, looked for among two million points."""
    strengths = JointStrengths(2, 2)
    strengths.observe([0, 1], [1, 2])
    strengths.observe([1, 0], [1, 1])
    strengths.fit()
    differences = np.linspace(-10, 10, 2_000_001)
    chances = 1 / (1 + np.exp(-differences))
    logs = 1.5 * np.log(chances) + 0.5 * np.log(1 - chances)
    logs -= differences**2 / (4 * strengths.spread)
    mode = float(differences[np.argmax(logs)])
    ahead, behind = strengths.ratings()
    assert (ahead.mu - behind.mu) / ELO == pytest.approx(mode, abs=1e-5)
    chance = 1 / (1 + math.exp(-mode))
    variance = 1 / (1 / (2 * strengths.spread) + 2 * chance * (1 - chance))
    assert strengths.gains()[0, 1] == pytest.approx(chance * (1 - chance) * variance, rel=1e-5)
    # Half the difference of two is each one's distance from their mean.
    assert ahead.sigma == pytest.approx(ELO * math.sqrt(variance) / 2, rel=1e-5)


def test_the_order_of_matches_is_nothing() -> None:
    """To the last bit; so it is with the order of seats."""
    matches = random_matches(7, 4, 30, 1)
    other = [(players[::-1], placements[::-1]) for players, placements in reversed(matches)]
    assert fitted(7, 4, matches).ratings() == fitted(7, 4, other).ratings()


def test_players_without_matches_change_nothing() -> None:
    """Neither the others' strengths nor the spread, to the last bit."""
    matches = random_matches(7, 3, 30, 2)
    few, many = fitted(7, 3, matches), fitted(9, 3, matches)
    assert few.mean.tolist() == many.mean[:7].tolist()
    assert few.covariance.tolist() == many.covariance[:7, :7].tolist()
    assert few.spread == many.spread == many.covariance[8, 8]


def test_no_match() -> None:
    """Nobody is ahead, and every pair tells equally much: 1/4 of the variance of a difference."""
    strengths = JointStrengths(3, 2)
    assert strengths.gains()[0, 1] == strengths.gains()[1, 2] == START**2 * 2 / 4
    for rating in strengths.ratings():
        assert rating.mu == 0
        # Of independent strengths, one less the mean of three keeps two thirds of the variance.
        assert rating.sigma == pytest.approx(ELO * START * math.sqrt(2 / 3))


def test_one_sided_results_have_a_mode() -> None:
    """Whoever always wins stays within reach, and one upset after it is no catastrophe."""
    matches: _Matches = [([0, 1, 2, 3], [1, 2, 3, 4])] * 500
    strengths = fitted(4, 4, matches)
    assert [float(mean) for mean in sorted(-strengths.mean)] == (-strengths.mean).tolist()
    assert np.abs(strengths.mean).max() < 20
    again = fitted(4, 4, [*matches, ([3, 2, 1, 0], [1, 2, 3, 4])])
    assert sorted(-again.mean) == (-again.mean).tolist()


@pytest.mark.parametrize("seats", [2, 6])
def test_true_strengths_are_found(seats: int) -> None:
    """Of simulated players, whose placements are drawn by the model of Plackett and Luce."""
    truth = np.linspace(-2, 2, 12)
    dice = np.random.default_rng(seats)
    matches = []
    for _ in range(6000 // seats):
        players = dice.permutation(12)[:seats]
        performances = truth[players] + dice.gumbel(size=seats)
        matches.append((players.tolist(), (1 + np.argsort(np.argsort(-performances))).tolist()))
    strengths = fitted(12, seats, matches)
    off = np.abs(strengths.mean - truth) / strengths.deviations(range(12))
    assert off.max() < 3.5
    assert strengths.spread == pytest.approx(float((truth**2).mean()), rel=0.4)
