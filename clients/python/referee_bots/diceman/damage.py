"""Expected damage of one round of Diceman, exactly (DM-11.2).

A table for bots that choose by it. It follows the closed form of DM-5.12 and works on sums over one
or two dice at a time, never over all rolls, so that it is quick for dice of any size. Deaths are
ignored, as the table of the rulebook does.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import itertools
import math
from collections.abc import Callable
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
COMBOS = tuple(itertools.combinations(range(4), 2))
"""Die ids of each combination, by combination id (DM-3.2)."""

Table = tuple[tuple[Fraction, ...], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Dice:
    """What of a match's config decides a round (DM-2.1)."""

    sides: tuple[int, int, int, int] = (4, 6, 8, 10)
    """Sides by die id, each 1..100."""
    so_far: bool = False
    """Whether damage of earlier phases disturbs Magic (DM-5.9.5)."""

    @classmethod
    def of(cls, config: Config) -> Dice:
        """Return those of a complete config."""
        sides = (config.die_magic, config.die_priority, config.die_sword, config.die_shield)
        return cls(sides, config.magic_scope == MAGIC_SCOPE_SO_FAR)


@functools.lru_cache(maxsize=32)
def net_table(dice: Dice) -> Table:
    """Return expected net damage of the row's combination against the column's, Fraction[combo, combo]."""
    dealt = [[_dealt(dice, own, other) for other in COMBOS] for own in COMBOS]
    return tuple(
        tuple(dealt[x][y] - dealt[y][x] for y in range(len(COMBOS))) for x in range(len(COMBOS))
    )


@functools.lru_cache(maxsize=32)
def whole_table(dice: Dice) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Return the net table in whole numbers and what they are multiples of: sums stay exact and quick.

    Returns:
        int[combo, combo] and the scale by which it is larger than `net_table`.
    """
    table = net_table(dice)
    scale = math.lcm(*(entry.denominator for row in table for entry in row))
    return tuple(tuple(int(entry * scale) for entry in row) for row in table), scale


def _dealt(dice: Dice, own: tuple[int, ...], other: tuple[int, ...]) -> Fraction:
    """Return expected damage that a seat with dice `own` deals to one with dice `other` (DM-5.12)."""

    def faces(held: tuple[int, ...], die: int) -> range:
        return range(1, dice.sides[die] + 1) if die in held else range(1)

    swords, their_shields = faces(own, SWORD), faces(other, SHIELD)
    shields, their_swords = faces(own, SHIELD), faces(other, SWORD)
    magic, their_magic = faces(own, MAGIC), faces(other, MAGIC)
    plain_sword = _mean(lambda s, h: max(0, s - h), swords, their_shields)
    mean_magic = _mean(lambda m: m, magic)

    def first(lead: int) -> Fraction:
        edge_and_sword = _mean(
            lambda s, h: min(lead, s) + max(0, s - min(lead, s) - h), swords, their_shields
        )
        strike = _mean(lambda h, s: min(lead, h, s), shields, their_swords)
        return edge_and_sword + strike + mean_magic

    def second() -> Fraction:
        # Who strikes first with Priority and Shield against no Sword is the only one to do no harm.
        is_disturbed = dice.so_far and (SHIELD not in other or SWORD in own)
        return plain_sword + (0 if is_disturbed else mean_magic)

    def together() -> Fraction:
        # What a seat deals by sword and what it suffers by sword hang on different dice.
        is_hurt = _mean(lambda s, h: s > h, their_swords, shields)
        cast = mean_magic
        if MAGIC in other:
            hurts = _mean(lambda s, h: s > h, swords, their_shields)
            duel = _mean(lambda m, n: max(0, m - n), magic, their_magic)
            cast = hurts * mean_magic + (1 - hurts) * duel
        return plain_sword + (1 - is_hurt) * cast

    priorities, their_priorities = faces(own, PRIORITY), faces(other, PRIORITY)
    leads = collections.Counter(p - q for p in priorities for q in their_priorities)
    total = sum(
        count * (first(lead) if lead > 0 else second() if lead < 0 else together())
        for lead, count in leads.items()
    )
    return Fraction(total) / leads.total()


def _mean(value: Callable[..., int], *dice: range) -> Fraction:
    """Mean of a value over all rolls of the dice, each face equally likely (DM-11.1)."""
    rolls = math.prod(len(faces) for faces in dice)
    return Fraction(sum(itertools.starmap(value, itertools.product(*dice))), rolls)
