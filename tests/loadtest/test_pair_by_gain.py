"""The pairing that the ladder is compared with."""

from __future__ import annotations

import itertools

from loadtest.pair_by_gain import pair_by_gain
from tournaments.ratings import Strengths


def test_a_newcomer_meets_its_neighbours() -> None:
    """Somebody of whom nothing is known, among known ones, is first, and meets the middle."""
    strengths = Strengths(6)
    for _ in range(20):
        for better, worse in itertools.combinations(range(5), 2):
            strengths.observe(better, worse, 1.5, 2)
    assert pair_by_gain(strengths, range(6))[0] == (2, 5)
    for _ in range(2):
        strengths.observe(5, 2, 2.0, 2)
    first, rival = pair_by_gain(strengths, range(6))[0]
    assert rival == 5
    assert first in (0, 1)
