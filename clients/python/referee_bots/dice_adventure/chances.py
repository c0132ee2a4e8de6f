"""Exact probabilities that a party's sum of dice is at least that of pieces (DA-5.4, DA-8.3).

Pieces are the rocks, traps or monsters in a cell.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from fractions import Fraction

__all__ = ["Die", "success"]


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Die:
    """One roll: uniform on 1 to `sides`, or 0 without sides, plus a modifier (DA-2.3)."""

    sides: int
    """Number of sides, 0 to 20."""
    modifier: int = 0
    """Number that is added to the roll, 0 to 20."""


def success(members: Sequence[Die], pieces: Sequence[Die]) -> Fraction:
    """Return the probability that members of a party roll at least the sum of pieces that they meet.

    Args:
        members: Dice of the members that take part, for this kind of piece; at least one.
        pieces: Dice of the pieces: the rocks, traps or monsters in a cell.
    """
    return _success(tuple(sorted(members)), tuple(sorted(pieces)))


@functools.lru_cache(maxsize=4096)
def _success(members: tuple[Die, ...], pieces: tuple[Die, ...]) -> Fraction:
    own, others = _ways(members), _ways(pieces)
    wins = sum(
        ways * other_ways
        for total, ways in own.items()
        for other_total, other_ways in others.items()
        if total >= other_total
    )
    return Fraction(wins, sum(own.values()) * sum(others.values()))


def _ways(dice: tuple[Die, ...]) -> dict[int, int]:
    """Return the number of ways in which dice give each sum."""
    ways = {0: 1}
    for die in dice:
        faces = range(1, die.sides + 1) if die.sides else range(1)
        added: dict[int, int] = {}
        for total, count in ways.items():
            for face in faces:
                key = total + face + die.modifier
                added[key] = added.get(key, 0) + count
        ways = added
    return ways
