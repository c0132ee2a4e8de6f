"""What bots of Champions know of the rules by heart: champions, strengths, items (CH-2.5, CH-3)."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "AFFINITY",
    "ANY",
    "ARMOUR",
    "ATTACK",
    "BOOST",
    "CRITICAL",
    "DEFAULT_PREFS",
    "DEFENSIVE",
    "EVADE",
    "EVADE_FROM",
    "GLADIATOR",
    "GUARD",
    "HEAL",
    "HEALER",
    "HEAVIEST",
    "KINDS",
    "MAGE",
    "MAGICAL",
    "MAX_HEALTH",
    "NO_DICE",
    "PARTNER",
    "PHYSICAL",
    "ROGUE",
    "SELF",
    "SLOTS",
    "STRONG",
    "SUPPORT",
    "TURNS",
    "TYPES",
    "WEAPONS",
    "Dice",
    "Kind",
    "Phase",
    "actions_of",
    "may_hold",
]


class Phase:
    """Phases of a round (CH-4.1)."""

    MOVE, LOOT, EQUIP, BATTLE = range(4)


class Dice(NamedTuple):
    """So many dice of so many sides."""

    number: int
    sides: int

    @property
    def mean(self) -> float:
        """Expected sum; nothing counts double."""
        return self.number * (self.sides + 1) / 2


NO_DICE = Dice(0, 0)

GLADIATOR, ROGUE, HEALER, MAGE = TYPES = range(4)
MAX_HEALTH = (100, 85, 80, 85)
"""At the start, by type (CH-3.1)."""
CRITICAL = (Dice(2, 10), Dice(3, 8), Dice(1, 10), Dice(4, 5))
"""Dice of the base attack by type; the highest face counts double (CH-3.1)."""
EVADE_FROM = (15, 11, 13, 13)
"""What a bare champion has to roll to evade, by type (CH-5.28)."""
HEAVIEST = (3, 2, 1, 2)
"""The heaviest armour it may wear, by type (CH-3.3)."""

PHYSICAL, MAGICAL, DEFENSIVE, SUPPORT, ANY = range(5)
AFFINITY = ({PHYSICAL}, {PHYSICAL, SUPPORT}, {MAGICAL, SUPPORT}, {MAGICAL})
"""Categories by type (CH-3.1)."""
STRONG = (
    frozenset({MAGE, HEALER}),
    frozenset({GLADIATOR, HEALER}),
    frozenset[int](),
    frozenset({ROGUE, HEALER}),
)
"""Whom each type is strong over while no passive is on (CH-5.20)."""

ATTACK, HEAL, BOOST, GUARD, EVADE = range(5)
SELF, PARTNER = range(2)
TURNS = 4
"""Turns of a battle (CH-5.14)."""
DEFAULT_PREFS = (HEALER, MAGE, ROGUE, GLADIATOR)
"""Whom an attack looks for if it does not say (CH-4.9)."""

SLOTS = range(3)
WEAPONS = range(2)
ARMOUR = 2
"""The slot that takes armour, and nothing else (CH-3.3)."""


class Kind(NamedTuple):
    """A kind of items (CH-3.6)."""

    category: int
    attack: Dice = NO_DICE
    heal: Dice = NO_DICE
    support: Dice = NO_DICE
    evade: int = 0
    weight: int = 0
    """Of armour 1 light to 3 heavy; else 0."""
    defence: Dice = NO_DICE


def _physical(count: int, sides: int) -> Kind:
    return Kind(PHYSICAL, Dice(count, sides))


def _magical(count: int, sides: int, heal: Dice = NO_DICE) -> Kind:
    return Kind(MAGICAL, Dice(count, sides), heal)


def _armour(weight: int, count: int, sides: int) -> Kind:
    return Kind(DEFENSIVE, weight=weight, defence=Dice(count, sides))


def _medicine(heal: Dice, support: Dice) -> Kind:
    return Kind(SUPPORT, heal=heal, support=support)


def _disguise(support: Dice, evade: int) -> Kind:
    return Kind(SUPPORT, support=support, evade=evade)


KINDS = (
    *(_physical(1, 4), _physical(1, 6), _physical(1, 8), _physical(2, 4)),
    *(_physical(1, 12), _physical(2, 6), _physical(3, 6), _physical(2, 10)),
    *(_magical(1, 6), _magical(1, 4, Dice(1, 4)), _magical(1, 8), _magical(1, 6, Dice(1, 6))),
    *(_magical(2, 6), _magical(1, 8, Dice(1, 10)), _magical(2, 10), _magical(2, 6, Dice(2, 8))),
    *(_armour(1, 1, 4), _armour(2, 1, 6), _armour(3, 1, 8)),
    *(_armour(1, 1, 6), _armour(2, 1, 8), _armour(3, 1, 10)),
    *(_armour(1, 1, 8), _armour(2, 1, 10), _armour(3, 2, 6)),
    *(_armour(1, 2, 6), _armour(2, 2, 8), _armour(3, 2, 10)),
    *(_medicine(Dice(1, 6), Dice(1, 4)), _disguise(Dice(1, 6), 2)),
    *(_medicine(Dice(1, 8), Dice(1, 6)), _disguise(Dice(1, 8), 3)),
    *(_medicine(Dice(2, 6), Dice(1, 8)), _disguise(Dice(1, 12), 4)),
    *(_medicine(Dice(2, 10), Dice(2, 6)), _disguise(Dice(2, 8), 5)),
)
"""Kinds by number, four tiers a category (CH-3.6)."""


def actions_of(champion: int) -> tuple[int, ...]:
    """What a champion may do in a battle (CH-3.1)."""
    if champion == GLADIATOR:
        return ATTACK, EVADE
    if champion == HEALER:
        return ATTACK, HEAL, BOOST, GUARD, EVADE
    return ATTACK, BOOST, GUARD, EVADE


def may_hold(champion: int, slot: int, kind: int) -> bool:
    """Whether a champion may have an item of some kind in a slot (CH-3.3)."""
    item = KINDS[kind]
    if item.category != DEFENSIVE:
        return slot != ARMOUR
    return slot == ARMOUR and item.weight <= HEAVIEST[champion]
