"""Tests of the watchdogs' limits."""

from __future__ import annotations

import itertools

import pytest

from tests.helpers.patience import VARIABLE, come_true, paced, patience, slowness, wait_until


def test_a_limit_is_what_was_asked_times_how_slow_the_machine_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A machine that does much else gets longer."""
    monkeypatch.setattr("tests.helpers.patience.slowness", lambda: 2.5)
    assert (patience(90), paced(2)) == (225, 5)


def test_the_environment_scales_how_slow_the_machine_is_taken_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A load of so many times the cores is no less slow; the variable multiplies."""
    monkeypatch.setattr("os.getloadavg", lambda: (8000.0, 0.0, 0.0))
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.delenv(VARIABLE, raising=False)
    assert slowness() == 4000
    monkeypatch.setenv(VARIABLE, "2.5")
    assert slowness() == 10_000


def test_a_near_limit_is_refused() -> None:
    """A limit that load alone could meet would be a verdict."""
    with pytest.raises(ValueError, match="a watchdog of 20 s is near"):
        patience(20)


@pytest.mark.parametrize("scale", ["0.5", "nan"])
def test_a_scale_below_one_is_refused(monkeypatch: pytest.MonkeyPatch, scale: str) -> None:
    """Nobody makes a watchdog nearer."""
    monkeypatch.setenv(VARIABLE, scale)
    with pytest.raises(ValueError, match="must be at least 1"):
        patience()


def test_waiting_ends_when_the_condition_holds() -> None:
    """It is looked at until then and no more."""
    looks = itertools.count(1)
    wait_until(lambda: next(looks) == 3, "the third look")
    assert next(looks) == 4


def test_waiting_in_vain_says_for_what(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watchdog names what didn't come."""
    monkeypatch.setattr("tests.helpers.patience.patience", lambda _seconds: 0.0)
    with pytest.raises(TimeoutError, match="waited in vain for a blue moon"):
        wait_until(lambda: False, "a blue moon")


async def test_waiting_in_a_loop_ends_when_the_condition_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is looked at until then and no more; in vain, the watchdog names what didn't come."""
    looks = itertools.count(1)
    await come_true(lambda: next(looks) == 3, "the third look")
    assert next(looks) == 4
    monkeypatch.setattr("tests.helpers.patience.patience", lambda: 0.0)
    with pytest.raises(TimeoutError, match="waited in vain for a blue moon"):
        await come_true(lambda: False, "a blue moon")
