"""What the bots know by heart: classes, creatures, items and encounters of Proving Grounds.

Keys are the numbers of the wire. Characteristics come in the order STR, DEX, CON, INT, INI (PG-3.1).
"""

from __future__ import annotations

from typing import NamedTuple

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire

__all__ = [
    "CLASSES",
    "CLW_MANA",
    "CREATURES",
    "CSW_MANA",
    "BLESS_MANA",
    "DEX",
    "ENCOUNTERS",
    "HALL",
    "INI",
    "INT",
    "ITEMS",
    "NUM_BOARDS",
    "NUM_TIERS",
    "STR",
    "UNARMED",
    "ClassRow",
    "CreatureRow",
    "ItemRow",
    "Slot",
]

STR, DEX, CON, INT, INI = range(5)
"""Places of characteristics."""
UNARMED = 25
"""Percent of a hero without a weapon (PG-3.7)."""
CLW_MANA, CSW_MANA, BLESS_MANA = 1, 2, 2
"""Mana of what Clerics do (PG-4.6)."""
NUM_BOARDS = 5
"""Leader boards (PG-3.8)."""
NUM_TIERS = 5
"""Tiers of the encounter table (PG-2.7)."""


class ClassRow(NamedTuple):
    """A class of heroes (PG-3.2)."""

    price: int
    stats: tuple[int, int, int, int, int]
    items: tuple[wire.Item, ...]
    """What one of the default party has (PG-2.13)."""


CLASSES: dict[int, ClassRow] = {
    wire.HERO_CLASS_FIGHTER: ClassRow(
        12, (8, 7, 8, 4, 5), (wire.ITEM_LONG_SWORD, wire.ITEM_LIGHT_ARMOR)
    ),
    wire.HERO_CLASS_CLERIC: ClassRow(16, (6, 6, 7, 7, 7), (wire.ITEM_MACE,)),
    wire.HERO_CLASS_WIZARD: ClassRow(14, (4, 7, 5, 9, 6), (wire.ITEM_MAGIC_MISSILE,)),
    wire.HERO_CLASS_THIEF: ClassRow(10, (5, 9, 6, 6, 8), (wire.ITEM_SHORT_SWORD,)),
}
"""Classes of heroes."""


class CreatureRow(NamedTuple):
    """A kind of creatures (PG-3.4), and how a greedy bot fears it (PG-9.2)."""

    damage: int
    dexterity: int
    hp: int
    initiative: int
    absorb: int
    attacks: int
    gold: int
    watch: int
    threat: int


CREATURES: dict[int, CreatureRow] = {
    wire.CREATURE_GOBLIN: CreatureRow(3, 6, 4, 6, 0, 1, 1, 1, 4),
    wire.CREATURE_ORC: CreatureRow(4, 7, 8, 5, 1, 1, 3, 2, 9),
    wire.CREATURE_URAKAI: CreatureRow(6, 8, 14, 6, 3, 1, 6, 3, 20),
    wire.CREATURE_DRAGON: CreatureRow(8, 8, 30, 8, 2, 2, 25, 4, 70),
}
"""Kinds of creatures."""

_G, _O, _U = wire.CREATURE_GOBLIN, wire.CREATURE_ORC, wire.CREATURE_URAKAI
ENCOUNTERS: tuple[tuple[tuple[int, ...], ...], ...] = (
    ((), (), (), (_G,), (_G,), (_G,) * 2),
    ((), (_G,) * 2, (_G,) * 2, (_G,) * 3, (_G,) * 3, (_O, _G)),
    ((), (_G,) * 4, (_G,) * 4, (_O,) * 2, (_O,) * 2, (_O, _O, _G, _G)),
    ((_G,) * 4, (_O,) * 3, (_O,) * 3, (_U, _O), (_U, _O), (_U,) * 2),
    ((_O,) * 4, (_U,) * 2, (_U,) * 2, (_U, _O, _O), (_U, _O, _O), (_U,) * 3),
)
"""Creatures of a room by tier and d6 - 1 (PG-2.7)."""
HALL: tuple[int, ...] = (wire.CREATURE_DRAGON, _U, _U)
"""Who is in the hall (PG-2.7)."""


class Slot:
    """Where an item goes (PG-3.7)."""

    WEAPON, ARMOR, CHARM, BATTLEMAGIC, SPELL, CONSUMABLE = range(6)


class ItemRow(NamedTuple):
    """An item (PG-3.7)."""

    slot: int
    gold: int
    users: frozenset[int]
    """Classes that can equip it."""
    is_in_setup: bool = False
    weapon: int = 0
    """Percent of STR."""
    absorb: int = 0
    strength: int = 0
    dexterity: int = 0
    initiative: int = 0
    mana: int = 0
    """What a cast of battlemagic takes (PG-5.24)."""


def _users(letters: str) -> frozenset[int]:
    return frozenset(1 + "FCWT".index(letter) for letter in letters)


ITEMS: dict[int, ItemRow] = {
    wire.ITEM_DAGGER: ItemRow(Slot.WEAPON, 1, _users("FCWT"), True, weapon=50),
    wire.ITEM_MACE: ItemRow(Slot.WEAPON, 3, _users("FC"), True, weapon=75),
    wire.ITEM_SHORT_SWORD: ItemRow(Slot.WEAPON, 3, _users("FT"), True, weapon=75),
    wire.ITEM_LONG_SWORD: ItemRow(Slot.WEAPON, 6, _users("F"), True, weapon=100),
    wire.ITEM_GREAT_SWORD: ItemRow(Slot.WEAPON, 10, _users("F"), True, weapon=125),
    wire.ITEM_HOLY_MACE: ItemRow(Slot.WEAPON, 8, _users("C"), weapon=100),
    wire.ITEM_FLAME_SWORD: ItemRow(Slot.WEAPON, 14, _users("F"), weapon=150),
    wire.ITEM_LIGHT_ARMOR: ItemRow(Slot.ARMOR, 4, _users("FCT"), True, absorb=1),
    wire.ITEM_HEAVY_ARMOR: ItemRow(Slot.ARMOR, 10, _users("FC"), True, absorb=3, dexterity=-2),
    wire.ITEM_RING: ItemRow(Slot.CHARM, 8, _users("FCWT"), absorb=1),
    wire.ITEM_BOOTS: ItemRow(Slot.CHARM, 5, _users("FCWT"), initiative=3),
    wire.ITEM_GAUNTLETS: ItemRow(Slot.CHARM, 7, _users("FCT"), strength=2),
    wire.ITEM_CLOAK: ItemRow(Slot.CHARM, 9, _users("FCWT"), dexterity=1),
    wire.ITEM_MANA_STONE: ItemRow(Slot.CHARM, 6, _users("CW")),
    wire.ITEM_MAGIC_MISSILE: ItemRow(Slot.BATTLEMAGIC, 4, _users("W"), True, mana=1),
    wire.ITEM_SLEEP: ItemRow(Slot.BATTLEMAGIC, 6, _users("W"), True, mana=2),
    wire.ITEM_LIGHTNING: ItemRow(Slot.BATTLEMAGIC, 8, _users("W"), mana=2),
    wire.ITEM_FIREBALL: ItemRow(Slot.BATTLEMAGIC, 12, _users("W"), mana=3),
    wire.ITEM_KNOCK: ItemRow(Slot.SPELL, 2, _users("W"), True),
    wire.ITEM_SHIELD: ItemRow(Slot.SPELL, 4, _users("W"), True),
    wire.ITEM_HASTE: ItemRow(Slot.SPELL, 5, _users("W")),
    wire.ITEM_SCRY: ItemRow(Slot.SPELL, 4, _users("W")),
    wire.ITEM_TELEPORT: ItemRow(Slot.SPELL, 5, _users("W")),
    wire.ITEM_SPIKES: ItemRow(Slot.CONSUMABLE, 1, frozenset(), True),
    wire.ITEM_TRAP_KIT: ItemRow(Slot.CONSUMABLE, 2, frozenset(), True),
    wire.ITEM_POTION: ItemRow(Slot.CONSUMABLE, 3, frozenset(), True),
}
"""Items."""
