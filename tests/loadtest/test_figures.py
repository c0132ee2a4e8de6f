from __future__ import annotations

import pytest

from loadtest.figures import (
    Spread,
    at_least,
    at_most,
    mean_interval,
    ratios,
    spread,
)


def test_spread_interpolates_between_neighbours() -> None:
    """Of 1, 2, 3, 4 the quartiles lie at 1.75, 2.5 and 3.25, in whatever order they come."""
    assert spread([4, 1, 3, 2]) == Spread(2.5, 1.75, 3.25, (4, 1, 3, 2))


def test_spread_of_one_sample_has_no_width() -> None:
    """A single repetition is its own median and quartiles."""
    assert spread([7.0]) == Spread(7.0, 7.0, 7.0, (7.0,))


def test_spread_of_nothing_is_refused() -> None:
    """Without samples there is no median."""
    with pytest.raises(ValueError, match="samples must not be empty"):
        spread([])


def test_ratios_pair_neighbours_in_time() -> None:
    """Each measurement is divided by the one that was made next to it."""
    assert ratios([10.0, 30.0], [5.0, 10.0]) == [2.0, 3.0]


def test_ratios_need_as_many_of_both() -> None:
    """A missing repetition is no reason to pair others."""
    with pytest.raises(ValueError, match="zip"):
        ratios([1.0, 2.0], [1.0])


@pytest.mark.parametrize(("share", "expected"), [(0.5, 50), (0.99, 99), (1.0, 100)])
def test_at_most_is_what_a_share_does_not_exceed(share: float, expected: float) -> None:
    """Of 1..100, 99% are at most 99."""
    assert at_most(list(range(100, 0, -1)), share) == expected


@pytest.mark.parametrize(("share", "expected"), [(0.5, 51), (0.99, 2), (1.0, 1)])
def test_at_least_is_what_a_share_reaches(share: float, expected: float) -> None:
    """Of 1..100, 99% are at least 2."""
    assert at_least(list(range(1, 101)), share) == expected


def test_shares_of_nothing_are_zero() -> None:
    """A run without decisions has figures too."""
    assert (at_most([], 0.99), at_least([], 0.99)) == (0.0, 0.0)


def test_intervals_of_means() -> None:
    """Of 1, 2, 3 the deviation is 1: the mean of 2, give or take 1.96 / sqrt(3) = 1.1316."""
    assert mean_interval([1, 2, 3]) == pytest.approx((0.8684, 3.1316), abs=5e-5)
