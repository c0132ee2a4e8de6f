"""Placements, and what ended a match."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.outcome import EndCause, ForfeitCause, rank


@pytest.mark.parametrize(
    ("keys", "placements"),
    [
        ([(5,)], (1,)),
        ([(3,), (9,)], (2, 1)),
        ([(4,), (4,)], (1, 1)),
        ([(1,), (7,), (7,), (0,)], (3, 1, 1, 4)),
        ([(2, 1), (2, 3), (1, 9)], (2, 1, 3)),
    ],
)
def test_rank(keys: list[tuple[int, ...]], placements: tuple[int, ...]) -> None:
    """The greatest key is first, later parts of a key break ties, equal keys share."""
    assert rank(keys) == placements


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=6))
def test_rank_leaves_gaps_after_ties(keys: list[tuple[int, int]]) -> None:
    """The placements are those of the keys sorted: each is the first position its key has there."""
    ordered = sorted(keys, reverse=True)
    assert rank(keys) == tuple(ordered.index(key) + 1 for key in keys)


def test_void_causes() -> None:
    """Only the bots' own causes and the rules touch a rating."""
    counting = {EndCause.RULES, EndCause.BOT_TIME, EndCause.BOT_ERROR, EndCause.FORFEIT}
    assert {cause for cause in EndCause if not cause.is_void} == counting


def test_each_forfeit_ends_a_match_by_its_own_cause() -> None:
    """A match whose last rival forfeits says how."""
    assert {cause: cause.end_cause for cause in ForfeitCause} == {
        ForfeitCause.TIME: EndCause.BOT_TIME,
        ForfeitCause.ABSENT: EndCause.BOT_ERROR,
        ForfeitCause.MALFORMED: EndCause.BOT_ERROR,
        ForfeitCause.RESIGNED: EndCause.FORFEIT,
        ForfeitCause.GONE: EndCause.BOT_ERROR,
    }
