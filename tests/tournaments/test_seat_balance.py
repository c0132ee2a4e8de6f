"""How evenly a schedule seats players: counts that can be followed by hand."""

from __future__ import annotations

import pytest

from tournaments.pairings import rotations
from tournaments.pairings.seat_balance import balance_of

ROTATED = rotations(("a", "b", "c", "d"))
"""a b c d, b c d a, c d a b, d a b c."""


def test_rotations_of_four() -> None:
    """Of rotations: b is beside a thrice and d never; a is before b in three of four, so that the two are half apart."""
    balance = balance_of(ROTATED)
    assert (balance.seats, balance.matches, balance.ring) == (4, 4, False)
    assert balance.times_in_seat == (1, 1)
    assert balance.distances == ((0, 3), (0, 2), (0, 1))
    assert balance.neighbours == (0, 3)
    assert balance.spread == 3
    assert balance.before == 0.5


def test_a_ring_has_no_first_seat() -> None:
    """Round the table b is always next to a, c always opposite, d always to the left."""
    balance = balance_of(ROTATED, ring=True)
    assert balance.distances == ((0, 4), (0, 4), (0, 4))
    assert balance.before is None


def test_an_even_block() -> None:
    """The table modulo 5: 0 1 2 3, 1 3 0 2, 2 0 3 1, 3 2 1 0; its ends are 0 3, 1 2 and back."""
    balance = balance_of(["abcd", "bdac", "cadb", "dcba"])
    assert balance.distances == ((1, 1), (0, 1), (0, 1))
    assert balance.before == 0.0
    assert balance_of(["abcd", "bdac", "cadb", "dcba"], ring=True).neighbours == (1, 2)


def test_pairs_that_never_met() -> None:
    """They count as neighbours of never, but say nothing of who sits before whom."""
    balance = balance_of(["abc", "cba", "ade", "eda"])
    assert balance.times_in_seat == (0, 2)
    assert balance.neighbours == (0, 1)
    assert balance.before == 0.0
    assert balance_of(["abc", "ade", "cba"]).before == 1.0


@pytest.mark.parametrize(("seats", "off"), [(16, 7 / 8), (2, 0.0), (3, 1 / 3)])
def test_rotations_of_many(seats: int, off: float) -> None:
    """Who is next in the circle sits before in all rotations but one: n - 1 to 1."""
    players = tuple("abcdefghijklmnop"[:seats])
    assert balance_of(rotations(players)).before == pytest.approx(off)
