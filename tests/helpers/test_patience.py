"""Tests of the watchdogs' limits."""

from __future__ import annotations

import itertools

import pytest

from tests.helpers.patience import VARIABLE, patience, wait_until


def test_a_limit_is_what_was_asked_times_the_environments_scale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the variable it is the number itself."""
    monkeypatch.delenv(VARIABLE, raising=False)
    assert patience(90) == 90
    monkeypatch.setenv(VARIABLE, "2.5")
    assert patience(90) == 225


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
