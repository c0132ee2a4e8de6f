"""Numbers of the plain reference, typed again from the rulebook so that a wrong one on either side shows."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "BOARDS", "CLASSES", "CREATURES", "ITEMS", "ITEM_NAMES", "POLICIES", "SPELLS",
    "SPELL_NAMES", "Beast", "Kind", "Thing", "raise_price",
]  # fmt: skip


class Kind(NamedTuple):
    """A class of heroes (PG-3.2)."""

    price: int
    stats: tuple[int, ...]


class Beast(NamedTuple):
    """A kind of creature (PG-3.4)."""

    damage: int
    dex: int
    hp: int
    ini: int
    absorb: int
    attacks: int
    gold: int
    watch: int


class Thing(NamedTuple):
    """An item (PG-3.7)."""

    slot: str
    gold: int
    users: str
    setup: bool
    weight: int
    value: int = 0
    """Percent of a weapon; what armor or a charm adds; Mana of battlemagic."""


CLASSES = {
    "FIGHTER": Kind(12, (8, 7, 8, 4, 5)),
    "CLERIC": Kind(16, (6, 6, 7, 7, 7)),
    "WIZARD": Kind(14, (4, 7, 5, 9, 6)),
    "THIEF": Kind(10, (5, 9, 6, 6, 8)),
}
CREATURES = {
    "GOBLIN": Beast(3, 6, 4, 6, 0, 1, 1, 1),
    "ORC": Beast(4, 7, 8, 5, 1, 1, 3, 2),
    "URAKAI": Beast(6, 8, 14, 6, 3, 1, 6, 3),
    "DRAGON": Beast(8, 8, 30, 8, 2, 2, 25, 4),
}
ITEMS = {
    "DAGGER": Thing("weapon", 1, "FCWT", True, 2, 50),
    "MACE": Thing("weapon", 3, "FC", True, 3, 75),
    "SHORT_SWORD": Thing("weapon", 3, "FT", True, 3, 75),
    "LONG_SWORD": Thing("weapon", 6, "F", True, 4, 100),
    "GREAT_SWORD": Thing("weapon", 10, "F", True, 2, 125),
    "HOLY_MACE": Thing("weapon", 8, "C", False, 1, 100),
    "FLAME_SWORD": Thing("weapon", 14, "F", False, 1, 150),
    "LIGHT_ARMOR": Thing("armor", 4, "FCT", True, 4, 1),
    "HEAVY_ARMOR": Thing("armor", 10, "FC", True, 3, 3),
    "RING": Thing("charm", 8, "FCWT", False, 1, 1),
    "BOOTS": Thing("charm", 5, "FCWT", False, 1, 3),
    "GAUNTLETS": Thing("charm", 7, "FCT", False, 1, 2),
    "CLOAK": Thing("charm", 9, "FCWT", False, 1, 1),
    "MANA_STONE": Thing("charm", 6, "CW", False, 1, 4),
    "MAGIC_MISSILE": Thing("battlemagic", 4, "W", True, 2, 1),
    "SLEEP": Thing("battlemagic", 6, "W", True, 2, 2),
    "LIGHTNING": Thing("battlemagic", 8, "W", False, 2, 2),
    "FIREBALL": Thing("battlemagic", 12, "W", False, 2, 3),
    "KNOCK": Thing("spell", 2, "W", True, 1),
    "SHIELD": Thing("spell", 4, "W", True, 1),
    "HASTE": Thing("spell", 5, "W", False, 1),
    "SCRY": Thing("spell", 4, "W", False, 1),
    "TELEPORT": Thing("spell", 5, "W", False, 1),
    "SPIKES": Thing("consumable", 1, "", True, 2),
    "TRAP_KIT": Thing("consumable", 2, "", True, 2),
    "POTION": Thing("consumable", 3, "", True, 3),
}
ITEM_NAMES = list(ITEMS)
POLICIES = ["NEVER", "FIRST_DEATH", "WOUNDED"]
BOARDS = ["ORDER", "MOVE", "HIRE", "BUY", "TIE"]
SPELL_NAMES = ["NOISE", "LURE", "KNOCK", "SHIELD", "HASTE", "SCRY", "TELEPORT"]
SPELLS = {"NOISE": 1, "LURE": 2, "KNOCK": 1, "SHIELD": 1, "HASTE": 2, "SCRY": 3, "TELEPORT": 3}
"""Mana of the regular spells (PG-5.9)."""


def raise_price(value: int) -> int:
    """Gold for a point that reaches this value (PG-3.3)."""
    return 1 if value <= 6 else 2 if value <= 8 else 3 if value <= 10 else 5
