"""Strengths of a season's current versions, against a plain computation and another program."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
import scipy.optimize

from tournaments.ratings.joint_strengths import JointStrengths, sum_of_rows
from tournaments.ratings.season_strengths import Placed, find_mode
from tournaments.ratings.strengths import odds

NAN = float("nan")


def placed_of(matches: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> Placed:
    """Matches by the versions in their seats, and the ranks of the seats."""
    players = np.array([players for players, _ in matches], np.int64)
    return Placed(players, np.array([ranks for _, ranks in matches], np.int64))


def drawn(
    strengths: npt.NDArray[np.float64], count: int, seats: int, seed: int
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Matches among players of these strengths, with results by the model of Plackett and Luce."""
    generator = np.random.default_rng(seed)
    matches = []
    for _ in range(count):
        players = generator.choice(len(strengths), seats, replace=False)
        noisy = strengths[players] + generator.gumbel(size=seats)
        ranks = 1 + (noisy[None, :] > noisy[:, None]).sum(axis=1)
        matches.append((tuple(players.tolist()), tuple(ranks.tolist())))
    return matches


@pytest.mark.parametrize("seats", [2, 4])
def test_first_versions_are_rated_as_ladders_rate(seats: int) -> None:
    """The mode for the learnt spread is that of `JointStrengths`, which is another program."""
    strengths = np.linspace(-1.0, 1.0, 7)
    matches = drawn(strengths, 60, seats, seed=1)
    mode = find_mode(placed_of(matches), np.arange(7), np.zeros(7), np.zeros(7), np.full(7, NAN))
    found = mode.strengths()
    joint = JointStrengths(7, seats)
    for players, ranks in matches:
        joint.observe(players, ranks)
    joint.spread = found.spread
    joint.find_mode()
    np.testing.assert_allclose(found.mean, joint.mean, atol=1e-6)
    np.testing.assert_allclose(found.covariance, joint.covariance, atol=1e-6)
    np.testing.assert_allclose(mode.shown_covariance(), joint.covariance, atol=1e-6)


def test_a_version_begins_with_the_strength_of_its_predecessor() -> None:
    """Without a result it stays there; the mode of the others is found by scipy."""
    # Versions 0 and 1 are current, 2 is of fixed strength 1.5; version 1 has a predecessor.
    matches = [((0, 1), (1, 2)), ((0, 2), (2, 1)), ((2, 1), (1, 1)), ((0, 1), (2, 1))]
    rows, fixed = np.array([0, 1, -1]), np.array([0.0, 0.0, 1.5])
    means, variances = np.array([0.0, 0.8]), np.array([2.0, 0.5])
    found = find_mode(placed_of(matches), rows, fixed, means, variances)

    def unlikeliness(mean: npt.NDArray[np.float64]) -> float:
        def ahead(one: float, other: float) -> float:
            return float(np.log(1 / (1 + np.exp(other - one))))

        a, b, c = float(mean[0]), float(mean[1]), 1.5
        said = ahead(a, b) + ahead(b, a) + ahead(c, a) + (ahead(c, b) + ahead(b, c)) / 2
        return float((((mean - means) ** 2) / (2 * variances)).sum()) - said

    best = scipy.optimize.minimize(unlikeliness, np.zeros(2), tol=1e-12)
    np.testing.assert_allclose(found.mean, best.x, atol=1e-5)


def test_nobody_has_played() -> None:
    """Everybody has the prior, and an unknown strength its usual spread."""
    empty = Placed(np.zeros((0, 2), np.int64), np.zeros((0, 2), np.int64))
    mode = find_mode(
        empty, np.arange(3), np.zeros(3), np.array([0.0, 0.0, 0.7]), np.array([NAN, NAN, 0.25])
    )
    np.testing.assert_allclose(mode.mean, [0.0, 0.0, 0.7])
    np.testing.assert_allclose(np.diagonal(mode.strengths().covariance), [4.0, 4.0, 0.25])


def test_the_strengths_depend_on_no_order() -> None:
    """Results may be logged in any order, as matches end."""
    matches = drawn(np.linspace(-2, 2, 9), 50, 4, seed=3)
    both = [
        find_mode(
            placed_of(order), np.arange(9), np.zeros(9), np.zeros(9), np.full(9, NAN)
        ).mean.tolist()
        for order in (matches, matches[::-1])
    ]
    assert both[0] == both[1]


def test_sums_are_those_of_the_whole_matrix() -> None:
    """Pairs that never met are left out of sums, and not a bit of them changes."""
    matches = drawn(np.linspace(-2, 2, 12), 25, 2, seed=4)
    everybody = np.arange(12)
    mode = find_mode(placed_of(matches), everybody, np.zeros(12), np.zeros(12), np.full(12, NAN))
    meetings = np.zeros((12, 12))
    for players, _ in matches:
        meetings[players] += 1.0
        meetings[players[::-1]] += 1.0
    assert (meetings == 0).sum() > 72, "most never met"
    own = odds(mode.mean)
    chances = own[:, None] / (own[:, None] + own[None, :])
    expected = -meetings * chances * chances.T
    expected[everybody, everybody] = 0.0
    expected[everybody, everybody] = 1 / mode.spread - sum_of_rows(expected)
    assert mode.curvature.tobytes() == expected.tobytes()
