"""Results of matches as sentences of lists."""

from __future__ import annotations

import pytest

from tournaments.reports.page.results import result_sentence
from tournaments.spec.outcomes import ForfeitCause, SeatResult


@pytest.mark.parametrize(
    ("seats", "says"),
    [
        ([(1, 4, None), (2, 2, None)], "ada beats bob 4 : 2"),
        ([(2, 0, ForfeitCause.RESIGNED), (1, 0, None)], "bob beats ada by forfeit"),
        ([(1, 3, None), (1, 3, None)], "ada and bob draw 3 : 3"),
        # A winner of Champions has 1,000,000 whatever happened: its score is made of the places.
        ([(2, 500_000, None), (1, 1_000_000, None), (3, 0, None)], "bob wins, ahead of ada and cy"),
        ([(1, 5, None), (1, 5, None), (3, 0, ForfeitCause.TIME)], "ada and bob win together, ahead of cy; one forfeits"),
        ([(1, 900, None)] * 3, "ada, bob and cy share the result of 900"),
    ],
)  # fmt: skip
def test_a_result(seats: list[tuple[int, int, ForfeitCause | None]], says: str) -> None:
    """It has a score where that says more than the places."""
    results = [
        SeatResult(placement=placement, score=score, strikes=0, forfeit=forfeit)
        for placement, score, forfeit in seats
    ]
    told = result_sentence(("ada", "bob", "cy")[: len(seats)], results)
    assert "".join(part.text for part in told) == says
