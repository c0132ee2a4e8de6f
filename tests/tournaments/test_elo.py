from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

from tests.helpers.tiers import some
from tournaments.ratings import EloRatings, Estimate, PlacedMatch, rate_elo

NAT = math.log(10) / 400
PLACES = {1: (1, 2), 0.5: (1, 1), 0: (2, 1)}
"""Placements of two by the points of the first."""


def block(name: str, first: str, second: str, *points: float) -> list[PlacedMatch]:
    """A block of two matches: the points of `first` in seat 0, then in seat 1."""
    return [
        PlacedMatch(name, (first, second), PLACES[points[0]]),
        PlacedMatch(name, (second, first), PLACES[1 - points[1]]),
    ]


def blocks(pair: str, *rows: tuple[int, float, float]) -> list[PlacedMatch]:
    """So many blocks with these points of the pair's first player, row by row."""
    return [
        match
        for row, (times, *points) in enumerate(rows)
        for number in range(times)
        for match in block(f"{pair}{row}.{number}", pair[0], pair[1], *points)
    ]


def estimate(ratings: EloRatings, player: str) -> Estimate:
    """The estimate of a player."""
    return ratings.ratings[ratings.players.index(player)]


def value(ratings: EloRatings, player: str) -> float:
    """The rating of a player, which must have one."""
    found = estimate(ratings, player).value
    assert found is not None
    return found


def test_two_players_by_hand() -> None:
    """300 wins to 100: 400 log10(3) apart, and an error from the variance between blocks."""
    matches = blocks("ab", (120, 1, 1), (30, 1, 0), (30, 0, 1), (20, 0, 0))
    ratings = rate_elo("ab", matches, anchor="b")
    assert value(ratings, "a") == pytest.approx(400 * math.log10(3), rel=0.005)
    # A block's points exceed 3/2 by 1/2, -1/2 or -3/2; independent matches would have 2 * 3/16.
    variance = (120 * 0.25 + 60 * 0.25 + 20 * 2.25) / 200
    deviation = math.sqrt(200 * variance) / (400 * 3 / 16) / NAT
    low, high = estimate(ratings, "a").low, estimate(ratings, "a").high
    assert low is not None
    assert high is not None
    assert high - low == pytest.approx(2 * 1.96 * deviation, rel=0.01)
    assert estimate(ratings, "b") == Estimate(0.0, 0.0, 0.0, 0.0, 0.0)
    assert ratings.tie_chance == 0.0


def test_draws_by_hand() -> None:
    """Davidson's estimate for two: v = draws / sqrt(wins * losses), and x = ln(wins / losses)."""
    matches = blocks("ab", (50, 1, 0.5), (50, 0.5, 1), (20, 1, 0.5), (30, 0, 0.5), (30, 0.5, 0))
    wins, draws, losses = 120, 180, 60
    ratings = rate_elo("ab", matches)
    assert value(ratings, "a") - value(ratings, "b") == pytest.approx(
        400 * math.log10(wins / losses), rel=0.01
    )
    assert value(ratings, "a") == pytest.approx(-value(ratings, "b"))
    draw = draws / math.sqrt(wins * losses)
    assert ratings.tie_chance == pytest.approx(draw / (2 + draw), rel=0.01)


def test_seat_effect_by_hand() -> None:
    """Equals of whom seat 0 wins 150 of 200: 400 log10(3) for the seat, nothing between them."""
    matches = blocks("ab", (60, 1, 0), (10, 0, 1), (15, 1, 1), (15, 0, 0))
    ratings = rate_elo("ab", matches)
    assert value(ratings, "a") == pytest.approx(0, abs=1e-6)
    assert ratings.seats[0].value == pytest.approx(400 * math.log10(3), rel=0.005)
    assert ratings.seats[0].low is not None
    assert ratings.seats[0].low > 0


def hunter(wins: dict[tuple[str, str], int], players: str) -> dict[str, float]:
    """Bradley-Terry without draws or seats, by Hunter's minorization (2004), in Elo around 0."""
    strength = dict.fromkeys(players, 1.0)
    for _ in range(2000):
        strength = {
            one: sum(wins.get((one, other), 0) for other in players)
            / sum(
                (wins.get((one, other), 0) + wins.get((other, one), 0))
                / (strength[one] + strength[other])
                for other in players
                if other != one
            )
            for one in players
        }
    logs = {player: 400 * math.log10(strength[player]) for player in players}
    return {player: logs[player] - sum(logs.values()) / len(logs) for player in players}


def test_four_players_as_another_algorithm_has_it() -> None:
    """Without draws and with seats that do not matter, it is the plain model of Bradley and Terry."""
    wins = {"ab": (30, 10), "ac": (35, 5), "ad": (38, 2), "bc": (25, 15), "bd": (30, 10), "cd": (24, 16)}  # fmt: skip
    matches = [
        match
        for pair, (won, lost) in wins.items()
        for match in blocks(pair, (won // 2, 1, 1), (lost // 2, 0, 0), (won % 2, 1, 0))
    ]
    plain = {(pair[0], pair[1]): won for pair, (won, _) in wins.items()}
    plain |= {(pair[1], pair[0]): lost for pair, (_, lost) in wins.items()}
    expected = hunter(plain, "abcd")
    ratings = rate_elo("abcd", matches)
    for player, elo in expected.items():
        assert value(ratings, player) == pytest.approx(elo, abs=3)


def test_few_blocks_by_hand() -> None:
    """7 of 10 blocks of one match won: ln(7/3), and Bell and McCaffrey's deviation times 2.262 of Student's t.

    Residuals are 0.3 and -0.7, their squares add up to 2.1, each block has the share 1/10 in the mean, and the
    second derivative is 10 * 0.21: the variance is 2.1 / (1 - 1/10) / 2.1^2. Nine degrees of freedom.
    """
    matches = [PlacedMatch(str(number), ("a", "b"), PLACES[number < 7]) for number in range(10)]
    ratings = rate_elo("ab", matches, anchor="b", has_effects=False)
    found = estimate(ratings, "a")
    assert value(ratings, "a") == pytest.approx(math.log(7 / 3) / NAT, rel=0.02)
    assert found.high is not None
    margin = 2.262 * math.sqrt(2.1 / 0.9) / 2.1 / NAT
    assert found.high - value(ratings, "a") == pytest.approx(margin, rel=0.02)
    assert ratings.is_few
    assert (found.watched_low, found.watched_high) == (None, None)


def test_many_seats_as_another_algorithm_has_it() -> None:
    """Groups of three in all orders, each pair of places a comparison of Bradley and Terry."""
    orders = {"abc": 9, "acb": 5, "bac": 4, "bca": 2, "cab": 3, "cba": 1}
    wins: dict[tuple[str, str], int] = {}
    matches = []
    for order, times in orders.items():
        for number in range(times):
            for seats in ("abc", "bca", "cab"):
                places = tuple(1 + order.index(player) for player in seats)
                matches.append(PlacedMatch(f"{order}{number}", tuple(seats), places))
                for pair in (order[:2], order[1:], order[::2]):
                    wins[pair[0], pair[1]] = wins.get((pair[0], pair[1]), 0) + 1
    expected = hunter(wins, "abc")
    ratings = rate_elo("abc", matches)
    for player, elo in expected.items():
        assert value(ratings, player) == pytest.approx(elo, abs=1)
    assert [seat.value for seat in ratings.seats] == pytest.approx([0, 0, 0], abs=1e-6)


def test_seats_of_many() -> None:
    """Three equals of whom the one in seat 1 is ahead of either other in three of four matches."""
    first, second = (2, 1, 3), (1, 3, 2)
    matches = [
        PlacedMatch(f"{number}", tuple(seats), first if number % 4 else second)
        for number in range(40)
        for seats in ("abc", "bca", "cab")
    ]
    seats = rate_elo("abc", matches).seats
    assert seats[1].value is not None
    assert seats[1].low is not None
    assert seats[1].low > 0
    # Ahead of seat 0 in 30 of 40 and of seat 2 in 30 of 40; seat 0 of seat 2 in all of them.
    assert seats[0].value is not None
    assert seats[2].value is not None
    assert seats[1].value > 0 > seats[2].value
    assert sum(seat.value or 0.0 for seat in seats) == pytest.approx(0)


def simulated(dice: np.random.Generator, shared: float) -> Iterator[PlacedMatch]:
    """A round robin of d, c, b and a, 60 Elo apart; in some blocks one roll decides both matches."""
    strength = {"a": 90, "b": 30, "c": -30, "d": -90}
    for one in "abcd":
        for other in "abcd":
            for number in range(20 if one < other else 0):
                score = 1 / (1 + 10 ** ((strength[other] - strength[one]) / 400))
                rolls = dice.random(2)
                if dice.random() < shared:
                    rolls[1] = rolls[0]
                yield from block(f"{one}{other}{number}", one, other, *(rolls < score) * 1.0)


@pytest.mark.parametrize("shared", some([0.8, 0.0], 1))
def test_intervals_cover(shared: float) -> None:
    """19 of 20 intervals hold the true difference, whether or not the matches of a block are alike."""
    dice = np.random.default_rng(7)
    held = 0
    for _ in range(300):
        found = estimate(rate_elo("abcd", list(simulated(dice, shared)), anchor="d"), "a")
        assert found.low is not None
        assert found.high is not None
        held += found.low < 180 < found.high
    assert 0.93 < held / 300 < 0.99


def student_below(deviations: float, degrees: int) -> float:
    """Student's t distribution by adding its density up, in steps of a thousandth."""
    steps = np.arange(-200_000, round(1000 * deviations)) / 1000 + 0.0005
    log_density = -(degrees + 1) / 2 * np.log1p(steps**2 / degrees)
    factor = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
    return float(np.exp(log_density + factor).sum() / 1000 / math.sqrt(degrees * math.pi))


def test_superiority() -> None:
    """The chance that the difference is above 0, with a degree of freedom for each block but one."""
    matches = blocks("ab", (30, 1, 1), (30, 1, 0), (25, 0, 0))
    ratings = rate_elo("ab", matches, anchor="b")
    found = estimate(ratings, "a")
    assert found.value is not None
    assert found.high is not None
    # t.ppf(0.975, 84) of scipy 1.17.
    deviations = found.value / ((found.high - found.value) / 1.988610)
    by_hand = student_below(deviations, 84)
    assert ratings.likelihood_of_superiority("a", "b") == pytest.approx(by_hand, abs=0.001)
    assert ratings.likelihood_of_superiority("b", "a") == pytest.approx(1 - by_hand, abs=0.001)
    assert ratings.likelihood_of_superiority("a", "a") == 0.5


def test_nobody_has_played() -> None:
    """Nothing is known, of anything."""
    ratings = rate_elo("ab", [])
    assert ratings.ratings == (Estimate(None, None, None),) * 2
    assert ratings.seats[0] == Estimate(None, None, None)
    assert ratings.likelihood_of_superiority("a", "b") is None


def test_all_wins() -> None:
    """No estimate, but the bound of Clopper and Pearson: 15 blocks won have a chance of 2.5% at 222 Elo."""
    ratings = rate_elo("ab", blocks("ab", (15, 1, 1)), anchor="b")
    found = estimate(ratings, "a")
    assert (found.value, found.high) == (None, None)
    chance = 0.025 ** (1 / 15)
    without_prior = 400 * math.log10(chance / (1 - chance))
    assert found.low is not None
    assert 0.9 * without_prior < found.low < without_prior
    likely = ratings.likelihood_of_superiority("a", "b")
    assert likely is not None
    assert likely > 0.999
    mirrored = estimate(rate_elo("ab", blocks("ab", (15, 1, 1)), anchor="a"), "b")
    assert mirrored.high == pytest.approx(-found.low)


def test_chains_of_wins() -> None:
    """A beat b and b drew c; the mean of b and c is 0, d is unknown, and a is bounded below alone."""
    matches = blocks("ab", (5, 1, 1)) + blocks("bc", (5, 0.5, 0.5))
    ratings = rate_elo("abcd", matches)
    assert ratings.zero == ("b", "c")
    assert value(ratings, "b") == pytest.approx(-value(ratings, "c"))
    low = estimate(ratings, "a").low
    assert low is not None
    assert low > 0
    assert estimate(ratings, "d") == Estimate(None, None, None)
    assert ratings.likelihood_of_superiority("a", "d") is None


@pytest.mark.parametrize(
    "matches",
    [
        blocks("ab", (50, 0.5, 0.5)),
        blocks("ab", (50, 1, 0)),
        blocks("ab", (1, 1, 1)),
        block("x", "a", "b", 1, 0)[:1],
        blocks("ab", (10_000, 1, 1)),
        blocks("ab", (3, 1, 1)) + blocks("cd", (3, 1, 1)),
    ],
    ids=["draws", "seat 0", "one block", "one match", "ten thousand wins", "two islands"],
)
def test_lopsided_results(matches: list[PlacedMatch]) -> None:
    """Whatever is infinite in the data, all that is told is a number in order."""
    ratings = rate_elo("abcd", matches)
    for found in (*ratings.ratings, ratings.seats[0]):
        known = [end for end in (found.low, found.value, found.high) if end is not None]
        assert known == sorted(known)
        assert all(math.isfinite(end) and abs(end) < 10_000 for end in known)
    for row in ratings.superiority:
        assert all(chance is None or 0 <= chance <= 1 for chance in row)


def test_the_order_of_matches_is_nothing() -> None:
    """Other than ratings match by match, these know no order."""
    matches = blocks("ab", (3, 1, 0), (4, 1, 0.5)) + blocks("bc", (3, 1, 1), (2, 0, 0))
    there, back = rate_elo("abc", matches), rate_elo("abc", matches[::-1])
    for one, other in zip(there.ratings, back.ratings, strict=True):
        assert one.value == pytest.approx(other.value)
        assert one.low == pytest.approx(other.low)
