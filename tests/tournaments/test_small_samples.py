"""No interval is narrower than the number of blocks can tell.

Limits of Clopper and Pearson for 0 of n, two-sided at 95%, as tables have them: 0.9750 of 1, 0.7076 of 3,
0.3085 of 10, 0.0362 of 100.
"""

from __future__ import annotations

import math

import pytest

from tests.tournaments.test_parties import played, spec_of
from tournaments.ratings import Estimate, PlacedMatch, rate_elo, score_elo
from tournaments.ratings.elo import NOTHING
from tournaments.ratings.small_samples import unseen_share
from tournaments.ratings.watching import betting_interval
from tournaments.reports.elo import estimate_text, interval_text, seats_line
from tournaments.reports.wording import decimal, signed
from tournaments.tables.formats import make_standings
from tournaments.tables.party_standings import PartyStanding

DRAWN, SWEPT, BY_SEAT = ((1, 1), (1, 1)), ((1, 2), (2, 1)), ((1, 2), (1, 2))
"""Placements of both matches of a block by seat: all drawn, `a` wins both, seat 0 wins both."""


def duel(*blocks: tuple[tuple[int, int], tuple[int, int]]) -> list[PlacedMatch]:
    """Blocks of two matches between `a` and `b`."""
    seatings = (("a", "b"), ("b", "a"))
    return [
        PlacedMatch(str(number), players, placements)
        for number, block in enumerate(blocks)
        for players, placements in zip(seatings, block, strict=True)
    ]


def ends(estimate: Estimate) -> tuple[float, float]:
    """The interval of an estimate, which must have one."""
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


@pytest.mark.parametrize(
    ("blocks", "limit"), [(1, 0.9750), (3, 0.7076), (10, 0.3085), (100, 0.0362)]
)
def test_limits_of_clopper_and_pearson(blocks: int, limit: float) -> None:
    """Numbers of the tables."""
    assert unseen_share(blocks) == pytest.approx(limit, abs=5e-5)


def test_all_draws_leave_the_score_open() -> None:
    """10 drawn blocks: 0.3085 of them may be won, which is a share of points of 0.65425, or +110.8 Elo."""
    found = score_elo("a", duel(*[DRAWN] * 10), is_duel=True)
    assert found.value == 0.0
    assert ends(found) == pytest.approx((-110.8, 110.8), abs=0.1)


def test_all_draws_leave_elo_open() -> None:
    """Draws tell less of who is placed ahead than of the score, and nothing leaves the prior's 1386 Elo.

    1386 is 1.96 * 1000 / sqrt(2): the deviation of a strength less the mean of two.
    """
    ratings = rate_elo("ab", duel(*[DRAWN] * 10))
    for estimate in (*ratings.ratings, *ratings.seats):
        low, high = ends(estimate)
        assert estimate.value == pytest.approx(0, abs=1e-6)
        assert low == pytest.approx(-high)
        assert high > 110.8 / 2
    assert ends(ratings.of("a"))[1] <= 1386
    assert ratings.likelihood_of_superiority("a", "b") == pytest.approx(0.5)


def test_clean_sweeps_tell_nothing_of_seats() -> None:
    """A player who wins in both seats is the stronger one; whether a seat helps, it hides.

    3 of 3 blocks: at least 1 - 0.7076 = 0.2924 of them would be won, which is -153.5 Elo.
    """
    ratings = rate_elo("ab", duel(*[SWEPT] * 3))
    assert ratings.seats == (NOTHING, NOTHING)
    assert seats_line(ratings) is None
    loser = ratings.of("b")
    assert (loser.value, loser.low) == (None, None)
    assert loser.high == pytest.approx(153.5, rel=0.1)  # the prior draws it a little
    score = score_elo("a", duel(*[SWEPT] * 3), is_duel=True)
    assert (score.value, score.high) == (None, None)
    assert score.low == pytest.approx(400 * math.log10(0.2924 / 0.7076), abs=0.1)
    assert estimate_text(score) == "> -154"


def test_seats_that_decide_everything_hide_the_players() -> None:
    """The same seat wins each match: the seat has a bound, and the players an interval around 0."""
    ratings = rate_elo("ab", duel(*[BY_SEAT] * 10))
    assert ratings.seats[0].value is None
    assert ratings.seats[0].low is not None
    low, high = ends(ratings.of("a"))
    assert low < -50
    assert high > 50


def test_blocks_that_are_alike_make_nobody_certain() -> None:
    """Every block is won 3 to 1: a difference, but 3 blocks can't tell it from none."""
    ratings = rate_elo("ab", duel(*[((1, 2), (1, 1))] * 3))
    low, high = ends(ratings.of("a"))
    assert low < 0 < high
    likely = ratings.likelihood_of_superiority("a", "b")
    assert likely is not None
    assert 0.5 < likely < 0.975


@pytest.mark.parametrize("blocks", [3, 8, 20])
@pytest.mark.parametrize("chance", [0.02, 0.05, 0.1, 0.3])
def test_coverage_where_few_blocks_differ(blocks: int, chance: float) -> None:
    """The exact chance that intervals hold, over all numbers of blocks that `a` may lose, is 94% or more.

    Where blocks differ, the interval is by their variance, which is not exact; so 94 and not 95.
    """
    truth = 400 * math.log10((1 - chance) / chance)
    holds = {"elo": 0.0, "score": 0.0}
    for lost in range(blocks + 1):
        matches = [
            PlacedMatch(str(number), ("a", "b"), (2, 1) if number < lost else (1, 2))
            for number in range(blocks)
        ]
        weight = math.comb(blocks, lost) * chance**lost * (1 - chance) ** (blocks - lost)
        elo = rate_elo("ab", matches, anchor="b", has_effects=False).of("a")
        for name, estimate in (("elo", elo), ("score", score_elo("a", matches, is_duel=False))):
            low = -math.inf if estimate.low is None else estimate.low
            high = math.inf if estimate.high is None else estimate.high
            holds[name] += weight * (low <= truth <= high)
    assert min(holds.values()) >= 0.94, holds


def test_ordinary_blocks_keep_their_interval() -> None:
    """20 blocks that differ as luck has it: the variance alone decides.

    Points of blocks exceed their mean of 1.15 by 0.85 eight times, -1.15 five times and -0.15 seven times;
    4 * (1 - p) * p with p = 0.575 is the slope of a block's points by the natural logarithm of odds, twice.
    """
    swept, lost, by_seat, by_other = SWEPT, ((2, 1), (1, 2)), BY_SEAT, ((2, 1), (2, 1))
    ratings = rate_elo("ab", duel(*[swept] * 8, *[lost] * 5, *[by_seat] * 4, *[by_other] * 3))
    low, high = ends(ratings.of("a"))
    excess = 8 * 0.85**2 + 5 * 1.15**2 + 7 * 0.15**2
    deviation = math.sqrt(excess) / (2 * 20 * 0.575 * 0.425) / 2 * 400 / math.log(10)
    # Student's t of about 18 degrees of freedom is 2.101; few blocks add a fortieth to the deviation.
    assert (high - low) / 2 == pytest.approx(2.101 * deviation * 1.025, rel=0.02)


def contest(*placements: tuple[int, int]) -> PartyStanding:
    """The line of `a` in a contest against `b` with these placements."""
    spec = spec_of('format = "contest"\nparty_seats = 3\nparties = 2', "ab")
    matches = [played("aaabbb", [0, 0], places, number) for number, places in enumerate(placements)]
    line = next(line for line in make_standings(spec, matches) if getattr(line, "entry", "") == "a")
    assert isinstance(line, PartyStanding)
    return line


def test_means_of_contests_stay_on_their_scale() -> None:
    """A win and a loss leave everything open, and 3 wins of 3 at least 0.2924."""
    line = contest((1, 2), (2, 1))
    assert (line.mean, line.low, line.high) == (0.5, 0.0, 1.0)
    line = contest((1, 2), (1, 2), (1, 2))
    assert (line.mean, line.high) == (1.0, 1.0)
    assert line.low == pytest.approx(0.2924, abs=1e-4)
    # All drawn: 0.7076 of all may be won or lost.
    line = contest((1, 1), (1, 1), (1, 1))
    assert (line.low, line.high) == pytest.approx((0.5 - 0.3538, 0.5 + 0.3538), abs=1e-4)


def test_equal_scores_without_a_scale_have_no_interval() -> None:
    """Three times the same score of a team says nothing of how far a fourth may be off."""
    spec = spec_of('format = "team"\nparty_seats = 3', "ab")
    matches = [played("aaa", [7], seed=number) for number in range(3)]
    line = make_standings(spec, matches)[0]
    assert isinstance(line, PartyStanding)
    assert (line.mean, line.low, line.high) == (7.0, None, None)


def test_betting_never_ends_in_a_point() -> None:
    """However many samples are alike, the interval keeps the width of a step."""
    low, high = betting_interval([0.50025] * 20_000)
    assert low < 0.50025 < high


@pytest.mark.parametrize(
    ("value", "shown"), [(-0.3, "+0"), (-0.0, "+0"), (0.4, "+0"), (-0.6, "-1")]
)
def test_no_minus_before_zero(value: float, shown: str) -> None:
    """Whole points."""
    assert signed(value) == shown
    assert estimate_text(Estimate(value, value, value)) == shown
    assert "-0" not in interval_text(Estimate(0.2, -0.4, 0.3))


@pytest.mark.parametrize(("value", "shown"), [(-0.004, "0.00"), (-0.0, "0.00"), (-0.006, "-0.01")])
def test_no_minus_before_hundredths(value: float, shown: str) -> None:
    """Hundredths."""
    assert decimal(value) == shown
