from __future__ import annotations

import math

import pytest

from tournaments.ratings import PlackettLuce, Rating


def test_start() -> None:
    """The paper's experiments start at mean 25 and deviation 25/3."""
    assert PlackettLuce().start == Rating(25.0, 25 / 3)


def test_two_players_as_another_program_has_it() -> None:
    """The numbers are those in the README of openskill.js for a match of two newcomers."""
    system = PlackettLuce()
    winner, loser = system.rate([system.start, system.start], [1, 2])
    assert (winner.mu, winner.sigma) == pytest.approx((27.63523138347365, 8.065506316323548))
    assert (loser.mu, loser.sigma) == pytest.approx((22.36476861652635, 8.065506316323548))


def test_three_players_by_hand() -> None:
    """Places one to three, equal before: the sums of Algorithm 4 with p = 1/3, then p = 1/2."""
    system = PlackettLuce()
    before = Rating(25.0, 6.0)
    c = math.sqrt(3 * (6.0**2 + (25 / 6) ** 2))
    omegas = [1 - 1 / 3, -1 / 3 + 1 - 1 / 2, -1 / 3 - 1 / 2 + 1 - 1]
    deltas = [1 / 3 * 2 / 3, 1 / 3 * 2 / 3 + 1 / 4, 1 / 3 * 2 / 3 + 1 / 4 + 0]
    after = system.rate([before] * 3, [1, 2, 3])
    for rating, omega, delta in zip(after, omegas, deltas, strict=True):
        assert rating.mu == pytest.approx(25 + 36 / c * omega)
        assert rating.sigma == pytest.approx(6 * math.sqrt(1 - 6 / c * 36 / c**2 * delta))


def test_a_draw_brings_the_two_nearer() -> None:
    """By symmetry, the weaker gains what the stronger loses; both become less uncertain."""
    weak, strong = PlackettLuce().rate([Rating(20.0, 5.0), Rating(30.0, 5.0)], [1, 1])
    assert 20 < weak.mu < strong.mu < 30
    assert weak.mu - 20 == pytest.approx(30 - strong.mu)
    assert weak.sigma == pytest.approx(strong.sigma)
    assert weak.sigma < 5


def test_seats_do_not_matter() -> None:
    """A match rates the same, however its players sat."""
    ratings = [Rating(20.0, 5.0), Rating(28.0, 3.0), Rating(25.0, 8.0)]
    one, two, three = PlackettLuce().rate(ratings, [2, 1, 3])
    moved = PlackettLuce().rate([ratings[2], ratings[0], ratings[1]], [3, 2, 1])
    for rating, other in zip((three, one, two), moved, strict=True):
        assert rating.mu == pytest.approx(other.mu)
        assert rating.sigma == pytest.approx(other.sigma)
