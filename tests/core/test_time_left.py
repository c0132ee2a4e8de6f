"""Times that are left, in words."""

from __future__ import annotations

import pytest

from referee.core.time_left import left_text

DAY_S = 24 * 3600


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (-1, "over"),
        (59, "less than a minute"),
        (60, "1 minute"),
        (3599, "59 minutes"),
        (3600, "1 hour"),
        (2 * 3600 + 61, "2 hours 1 minute"),
        (DAY_S + 3599, "1 day"),
        (30 * DAY_S + 3600, "30 days 1 hour"),
    ],
)
def test_time_left_in_words(seconds: int, expected: str) -> None:
    """Rounded down, so that nobody counts on time that is not there."""
    assert left_text(seconds) == expected
