"""Intervals of shares."""

from __future__ import annotations

import pytest

from referee.core.intervals import share_interval


@pytest.mark.parametrize(
    ("points", "matches", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)],
)
def test_intervals_of_shares(points: int, matches: int, low: float, high: float) -> None:
    """As tables of Wilson's interval have them."""
    assert share_interval(points, matches) == pytest.approx((low, high), abs=5e-5)
