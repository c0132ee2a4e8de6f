"""When matches come: drawn from a seed, at the rate that is asked for."""

from __future__ import annotations

import itertools
import math

import pytest

from referee.capacity.arrivals import arrivals
from referee.core.errors import FieldError

SECOND = 1_000_000_000


def test_a_seed_gives_the_same_instants() -> None:
    """Another seed gives others."""
    assert arrivals(50, (20, 40), 7) == arrivals(50, (20, 40), 7)
    assert arrivals(50, (20, 40), 7) != arrivals(50, (20, 40), 8)


def test_each_stretch_has_its_rate() -> None:
    """The last arrival of a stretch comes as late as the rate says, however few there are."""
    instants = arrivals(4.0, (3, 10, 1, 0, 5), 1)
    assert len(instants) == 19
    ends = [instants[last] for last in (2, 12, 13, 18)]
    assert ends == [round(count / 4 * SECOND) for count in (3, 13, 14, 19)]
    assert list(instants) == sorted(instants)
    assert instants[0] > 0


def test_twice_the_rate_is_the_same_in_half_the_time() -> None:
    """Rates are compared by the same arrivals."""
    slow, quick = arrivals(10, (8, 30), 3), arrivals(20, (8, 30), 3)
    assert [instant / 2 for instant in slow] == pytest.approx(quick, abs=1)


def test_gaps_are_exponential() -> None:
    """The share of gaps beyond once, twice and thrice the mean is that of an exponential distribution."""
    gaps = [b - a for a, b in itertools.pairwise(arrivals(1.0, (10_000,), 5))]
    for times in (1, 2, 3):
        share = sum(gap > times * SECOND for gap in gaps) / len(gaps)
        assert share == pytest.approx(math.exp(-times), abs=0.02)


@pytest.mark.parametrize("rate", [0.0, -1.0, math.inf, math.nan])
def test_a_rate_is_above_zero(rate: float) -> None:
    """The error says so."""
    with pytest.raises(FieldError, match="rate must be a number of matches a second above 0, not"):
        arrivals(rate, (1,), 1)


def test_counts_are_from_zero() -> None:
    """The error names the place."""
    with pytest.raises(FieldError, match=r"counts\[1\] must be from 0, not -1"):
        arrivals(1.0, (1, -1), 1)
