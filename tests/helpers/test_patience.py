"""Tests of the watchdogs' limits."""

from __future__ import annotations

import itertools

import pytest

from tests.helpers import patience as module
from tests.helpers.patience import come_true, patience, slowness, wait_until


def test_limits_are_never_nearer_than_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that does nothing else has the limit itself; the environment stretches it."""
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 0.0, 0.0))
    monkeypatch.delenv("TEST_PATIENCE", raising=False)
    assert slowness() >= 1
    assert patience(90) >= 90
    monkeypatch.setenv("TEST_PATIENCE", "4")
    assert patience(90) >= 360


def test_waiting_ends_when_the_condition_holds() -> None:
    """It is looked at until then and no more."""
    looks = itertools.count(1)
    wait_until(lambda: next(looks) == 3, "the third look")
    assert next(looks) == 4


async def test_waiting_in_a_loop_ends_when_the_condition_holds() -> None:
    """It is looked at until then and no more."""
    looks = itertools.count(1)
    await come_true(lambda: next(looks) == 3, "the third look")
    assert next(looks) == 4


async def test_waiting_in_vain_says_for_what(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watchdog names what didn't come."""
    monkeypatch.setattr(module, "HANG_S", -1.0)
    with pytest.raises(TimeoutError, match="waited in vain for a blue moon"):
        wait_until(lambda: False, "a blue moon")
    with pytest.raises(TimeoutError, match="waited in vain for a blue moon"):
        await come_true(lambda: False, "a blue moon")
