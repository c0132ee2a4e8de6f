"""Expected damage of one round of Diceman, exactly (DM-11.2).

It is a table for bots that choose by expected damage. It follows the closed form of DM-5.12 and
works on sums over one or two dice at a time, never over all rolls, so that it is quick for dice of
any size. Deaths are ignored, as in the rulebook's table.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import itertools
import math
from fractions import Fraction

from gamereferee.games.diceman.v1.diceman_pb2 import MAGIC_SCOPE_SO_FAR, Config

__all__ = [
    "COMBOS",
    "MAGIC",
    "PRIORITY",
    "SHIELD",
    "SWORD",
    "Dice",
    "net_table",
    "whole_table",
]

MAGIC, PRIORITY, SWORD, SHIELD = range(4)
NOT_HELD = 0
"""Number of sides that stands for a die that a seat does not hold."""
COMBOS = tuple(itertools.combinations(range(4), 2))
"""Ids of the two dice of each combination, by combination id, 0 to 5 (DM-3.2)."""

Table = tuple[tuple[Fraction, ...], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Dice:
    """Parts of a match's config that decide a round of Diceman: the dice, and how Magic fails (DM-2.1)."""

    sides: tuple[int, int, int, int] = (4, 6, 8, 10)
    """Number of sides of each die by die id, each 1 to 100."""
    so_far: bool = False
    """Whether damage in earlier phases of the round, too, makes the Magic die fail; if False, only
    damage in its own phase does (DM-5.9.5).
    """

    @classmethod
    def of(cls, config: Config) -> Dice:
        """Return the parts of a config; the config must have all fields set."""
        sides = (config.die_magic, config.die_priority, config.die_sword, config.die_shield)
        return cls(sides, config.magic_scope == MAGIC_SCOPE_SO_FAR)


@functools.lru_cache(maxsize=32)
def net_table(dice: Dice) -> Table:
    """Return the expected net damage of each combination (row) against each other (column).

    Fraction[combo, combo]: damage dealt minus damage suffered.
    """
    dealt = [[_dealt(dice, own, other) for other in COMBOS] for own in COMBOS]
    return tuple(
        tuple(dealt[x][y] - dealt[y][x] for y in range(len(COMBOS))) for x in range(len(COMBOS))
    )


@functools.lru_cache(maxsize=32)
def whole_table(dice: Dice) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Return `net_table` multiplied by a common denominator, so that sums are exact and quick.

    Returns:
        int[combo, combo], and the common denominator.
    """
    table = net_table(dice)
    scale = math.lcm(*(entry.denominator for row in table for entry in row))
    return tuple(tuple(int(entry * scale) for entry in row) for row in table), scale


def _dealt(dice: Dice, own: tuple[int, ...], other: tuple[int, ...]) -> Fraction:
    """Return the expected damage that one seat deals to another in a round (DM-5.12).

    Args:
        dice: Parts of the config that decide a round.
        own: Indices of the dice that the dealing seat holds.
        other: Indices of the dice that the other seat holds.
    """

    def sides(held: tuple[int, ...], die: int) -> int:
        return dice.sides[die] if die in held else NOT_HELD

    sword, their_shield = sides(own, SWORD), sides(other, SHIELD)
    shield, their_sword = sides(own, SHIELD), sides(other, SWORD)
    magic, their_magic = sides(own, MAGIC), sides(other, MAGIC)
    plain_sword = _mean_above(sword, their_shield)
    mean_magic = _mean_above(magic, NOT_HELD)

    def first(lead: int) -> Fraction:
        return _edge_and_sword(lead, sword, their_shield) + _strike(lead, shield, their_sword)

    def second() -> Fraction:
        # Only with Priority and Shield against no Sword does the seat that strikes first do no harm.
        is_disturbed = dice.so_far and (SHIELD not in other or SWORD in own)
        return plain_sword + (0 if is_disturbed else mean_magic)

    def together() -> Fraction:
        # What a seat deals by sword and what it suffers by sword hang on different dice.
        is_hurt = _share_above(their_sword, shield)
        cast = mean_magic
        if MAGIC in other:
            hurts = _share_above(sword, their_shield)
            cast = hurts * mean_magic + (1 - hurts) * _mean_above(magic, their_magic)
        return plain_sword + (1 - is_hurt) * cast

    leads = _leads(sides(own, PRIORITY), sides(other, PRIORITY))
    total = sum(
        count * (first(lead) + mean_magic if lead > 0 else second() if lead < 0 else together())
        for lead, count in leads.items()
    )
    return Fraction(total) / leads.total()


# Means over all rolls of two dice, each face equally likely (DM-11.1). One loop over the faces of one die is
# enough: the other's are added up at once, or dice of a hundred sides would cost a bot its first turn.


def _faces(sides: int) -> range:
    """Return the faces of a die with `sides` sides; a die that is not held has one face, 0."""
    return range(1) if sides == NOT_HELD else range(1, sides + 1)


def _above(value: int, sides: int) -> int:
    """Return the sum, over all faces of a die, of the amount by which a value exceeds the face.

    Faces that are not below the value add 0. `sides` is the die's number of sides.
    """
    if sides == NOT_HELD:
        return max(value, 0)
    below = max(min(value - 1, sides), 0)
    return below * value - below * (below + 1) // 2


@functools.cache
def _mean_above(sides: int, other: int) -> Fraction:
    """Return the mean of the amount by which a die shows more than another die.

    A roll that shows less counts as 0. The arguments are the numbers of sides of the two dice.
    """
    faces = _faces(sides)
    total = sum(_above(face, other) for face in faces)
    return Fraction(total, len(faces) * len(_faces(other)))


@functools.cache
def _share_above(sides: int, other: int) -> Fraction:
    """Return the probability that a die with `sides` sides shows more than one with `other` sides."""
    faces, others = _faces(sides), _faces(other)
    total = sum(max(min(face - others.start, len(others)), 0) for face in faces)
    return Fraction(total, len(faces) * len(others))


@functools.lru_cache(maxsize=4096)
def _edge_and_sword(lead: int, sword: int, shield: int) -> Fraction:
    """Return the expected damage by edge and by sword of the seat with the higher Priority roll.

    The edge is the part of the sword that can't be blocked, at most the lead (DM-5.5, DM-5.7).

    Args:
        lead: Own Priority roll less the other seat's, at least 1.
        sword: Sides of the own Sword die.
        shield: Sides of the other seat's Shield die.
    """
    faces, shields = _faces(sword), _faces(shield)
    total = sum(
        min(lead, face) * len(shields) + _above(face - min(lead, face), shield) for face in faces
    )
    return Fraction(total, len(faces) * len(shields))


@functools.lru_cache(maxsize=4096)
def _strike(lead: int, shield: int, sword: int) -> Fraction:
    """Return the expected damage by the pre-emptive strike of the seat with the higher Priority roll.

    The strike turns what the own shield blocks into damage, at most the lead (DM-5.6).

    Args:
        lead: Own Priority roll less the other seat's, at least 1.
        shield: Sides of the own Shield die.
        sword: Sides of the other seat's Sword die.
    """
    if NOT_HELD in (shield, sword):
        return Fraction(0)
    # The least of three is the number of thresholds that all of them reach.
    thresholds = range(1, min(lead, shield, sword) + 1)
    total = sum((shield - each + 1) * (sword - each + 1) for each in thresholds)
    return Fraction(total, shield * sword)


@functools.cache
def _leads(own: int, other: int) -> collections.Counter[int]:
    """Return for each lead of one Priority die over another the number of rolls that give it.

    A lead is the difference of two rolls. The arguments are the numbers of sides of the two dice.
    """
    faces, others = _faces(own), _faces(other)
    least, most = faces.start - (others.stop - 1), faces.stop - 1 - others.start
    leads: collections.Counter[int] = collections.Counter()
    for lead in range(least, most + 1):
        first = max(faces.start, others.start + lead)
        last = min(faces.stop - 1, others.stop - 1 + lead)
        leads[lead] = last - first + 1
    return leads
