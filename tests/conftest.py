"""Settings and fixtures of all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

from referee.core.clock import ManualClock

pytest.register_assert_rewrite("tests.helpers")

settings.register_profile("default", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("default")


@pytest.fixture
def clock() -> ManualClock:
    """A clock that stands at one second until the test moves it."""
    return ManualClock(1_000_000_000)
