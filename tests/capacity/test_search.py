"""The search for the largest rate, with capacities that are made up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.capacity.search import Bounds, Found, search
from referee.core.errors import FieldError


@pytest.mark.parametrize("capacity", [0.7, 3.0, 99.9, 100.0, 800.0, 12_345.6])
@pytest.mark.parametrize("first", [0.2, 100.0, 50_000.0])
def test_any_capacity_is_found_as_fine_as_asked_for(capacity: float, first: float) -> None:
    """From below and from above, for it is kept and the next rate tried above it is not."""
    bounds = Bounds(precision=1.05, attempts=1, windows=60)
    found = search(lambda rate: rate <= capacity, first, bounds)
    assert found.rate is not None
    assert found.too_high is not None
    assert found.rate <= capacity < found.too_high <= 1.05 * found.rate
    assert found.is_within(1.05)


def test_it_doubles_and_then_bisects() -> None:
    """Worked by hand, with 45 for the capacity: 10, 20, 40, 80, then geometric means."""
    found = search(lambda rate: rate <= 45, 10, Bounds(precision=1.2, attempts=1))
    rates = [10, 20, 40, 80, 40 * 2**0.5, 40 * 2**0.25]
    assert [rate for rate, _ in found.tried] == pytest.approx(rates)
    assert [kept for _, kept in found.tried] == [True, True, True, False, False, False]
    assert found.rate == 40


def test_it_halves_while_nothing_is_kept() -> None:
    """Worked by hand, with 11 for the capacity: 40, 20, 10, then their mean."""
    found = search(lambda rate: rate <= 11, 40, Bounds(precision=1.5, attempts=1))
    assert [rate for rate, _ in found.tried] == pytest.approx([40, 20, 10, 200**0.5])


def test_a_disturbed_measurement_is_made_again() -> None:
    """With two attempts a rate is not given up for one bad window."""
    answers = iter([True, False, True, False, False, True])

    def is_kept(_: float) -> bool:
        return next(answers)

    found = search(is_kept, 10, Bounds(precision=1.5, attempts=2))
    assert [rate for rate, _ in found.tried] == pytest.approx([10, 20, 20, 40, 40, 800**0.5])
    assert found.rate == pytest.approx(800**0.5)
    assert found.too_high == 40


def test_nothing_is_kept_on_a_machine_that_is_too_slow() -> None:
    """It ends at the least rate, which is tried."""
    found = search(lambda _: False, 8, Bounds(least=3, attempts=1))
    assert found == Found(None, 3, ((8, False), (4, False), (3, False)))
    assert not found.is_within(1e9)


def test_everything_is_kept_up_to_the_bound() -> None:
    """It ends at the largest rate, which is tried."""
    found = search(lambda _: True, 8, Bounds(most=20))
    assert found == Found(20, None, ((8, True), (16, True), (20, True)))
    assert not found.is_within(1e9)


@pytest.mark.parametrize(("first", "tried"), [(0.001, 0.5), (1e9, 64.0)])
def test_the_first_rate_is_brought_within_the_bounds(first: float, tried: float) -> None:
    """A bad guess is no reason to measure what nobody asked for."""
    found = search(lambda _: True, first, Bounds(least=0.5, most=64, windows=1))
    assert found.tried == ((tried, True),)


def test_it_ends_when_its_measurements_are_used_up() -> None:
    """What was kept by then stands."""
    found = search(lambda rate: rate <= 45, 10, Bounds(attempts=1, windows=2))
    assert found == Found(20, None, ((10, True), (20, True)))


def test_an_attempt_that_could_not_be_repeated_counts_as_too_high() -> None:
    """Nothing says that it was kept."""
    found = search(lambda rate: rate <= 15, 10, Bounds(attempts=2, windows=2))
    assert found == Found(10, 20, ((10, True), (20, False)))


def test_it_ends_when_its_time_is_up_but_measures_once() -> None:
    """Whoever asks gets at least one measurement."""
    left: Iterator[bool] = iter([True, False])
    found = search(lambda _: True, 10, Bounds(), has_time=lambda: next(left))
    assert [rate for rate, _ in found.tried] == [10, 20]
    found = search(lambda _: True, 10, Bounds(), has_time=lambda: False)
    assert found.rate == 10


@pytest.mark.parametrize(
    ("field", "value", "bound"),
    [
        ("least", 0.0, "above 0 and at most 1e"),
        ("least", 2e6, "above 0 and at most 1e"),
        ("precision", 1.0, "above 1, not 1"),
        ("attempts", 0, "from 1, not 0"),
        ("windows", 0, "from 1, not 0"),
    ],
)
def test_bounds_are_checked(field: str, value: float, bound: str) -> None:
    """The error names the field, the bound and the value."""
    with pytest.raises(FieldError, match=f"{field} must be {bound}"):
        Bounds(**{field: value})  # type: ignore[arg-type]  # one of several kinds
