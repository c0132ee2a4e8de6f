"""The tables of the rulebook's sections 2 and 3, typed from its text for the plain reference."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CHAMPIONS", "KINDS", "TIERS_BY_CLASS", "ChampionType", "Kind"]

Dice = tuple[int, int]
NONE: Dice = (0, 0)


class ChampionType(NamedTuple):
    """A row of CH-3.1; actions by number: 0 ATTACK, 1 HEAL, 2 BOOST, 3 GUARD, 4 EVADE."""

    health: int
    base: Dice
    critical: int
    affinity: frozenset[int]
    heaviest: int
    """The heaviest armour it may wear: 1 Light, 2 Medium, 3 Heavy."""
    actions: frozenset[int]
    evade: int
    """`E` of CH-5.28."""


CHAMPIONS = (
    ChampionType(100, (2, 10), 10, frozenset({0}), 3, frozenset({0, 4}), 15),
    ChampionType(85, (3, 8), 8, frozenset({0, 3}), 2, frozenset({0, 2, 3, 4}), 11),
    ChampionType(80, (1, 10), 10, frozenset({1, 3}), 1, frozenset({0, 1, 2, 3, 4}), 13),
    ChampionType(85, (4, 5), 5, frozenset({1}), 2, frozenset({0, 2, 3, 4}), 13),
)
"""Gladiator, Rogue, Healer, Mage."""


class Kind(NamedTuple):
    """A kind of item (CH-3.6)."""

    category: int
    """0 Physical, 1 Magical, 2 Defensive, 3 Support."""
    tier: int
    attack: Dice = NONE
    heal: Dice = NONE
    support: Dice = NONE
    evade: int = 0
    weight: int = 0
    defence: Dice = NONE


def _armour(tier: int, weight: int, x: int, y: int) -> Kind:
    return Kind(2, tier, weight=weight, defence=(x, y))


KINDS = (
    Kind(0, 0, (1, 4)),
    Kind(0, 0, (1, 6)),
    Kind(0, 1, (1, 8)),
    Kind(0, 1, (2, 4)),
    Kind(0, 2, (1, 12)),
    Kind(0, 2, (2, 6)),
    Kind(0, 3, (3, 6)),
    Kind(0, 3, (2, 10)),
    Kind(1, 0, (1, 6)),
    Kind(1, 0, (1, 4), (1, 4)),
    Kind(1, 1, (1, 8)),
    Kind(1, 1, (1, 6), (1, 6)),
    Kind(1, 2, (2, 6)),
    Kind(1, 2, (1, 8), (1, 10)),
    Kind(1, 3, (2, 10)),
    Kind(1, 3, (2, 6), (2, 8)),
    _armour(0, 1, 1, 4),
    _armour(0, 2, 1, 6),
    _armour(0, 3, 1, 8),
    _armour(1, 1, 1, 6),
    _armour(1, 2, 1, 8),
    _armour(1, 3, 1, 10),
    _armour(2, 1, 1, 8),
    _armour(2, 2, 1, 10),
    _armour(2, 3, 2, 6),
    _armour(3, 1, 2, 6),
    _armour(3, 2, 2, 8),
    _armour(3, 3, 2, 10),
    Kind(3, 0, NONE, (1, 6), (1, 4)),
    Kind(3, 0, NONE, NONE, (1, 6), 2),
    Kind(3, 1, NONE, (1, 8), (1, 6)),
    Kind(3, 1, NONE, NONE, (1, 8), 3),
    Kind(3, 2, NONE, (2, 6), (1, 8)),
    Kind(3, 2, NONE, NONE, (1, 12), 4),
    Kind(3, 3, NONE, (2, 10), (2, 6)),
    Kind(3, 3, NONE, NONE, (2, 8), 5),
)

TIERS_BY_CLASS = ((7, 4, 1, 0), (5, 4, 2, 1), (2, 4, 4, 2), (0, 4, 5, 3))
"""CH-2.8: how many of each tier, by tile class: corner, edge, centre, core."""
