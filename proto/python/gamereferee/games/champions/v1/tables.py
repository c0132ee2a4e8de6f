"""Rule tables of Champions, as the referee has them. Generated from the game's own; do not edit."""

from __future__ import annotations

import enum
from typing import Final, NamedTuple

__all__ = [
    "ChampionType",
    "Category",
    "Tier",
    "BattleAction",
    "Target",
    "TileClass",
    "Phase",
    "Slot",
    "EquipKind",
    "ItemKind",
    "NUM_TYPES",
    "NUM_TURNS",
    "NUM_SLOTS",
    "ARMOUR_SLOT",
    "ITEMS_A_FILL",
    "MAX_EQUIP_ORDERS",
    "MAX_FIGHTER_ENTRIES",
    "START_HEALTH",
    "BASE_DICE",
    "HEAVIEST",
    "EVADE_BASE",
    "AFFINITY",
    "STRONG",
    "ALLOWED",
    "DEFAULT_PREFS",
    "KINDS",
    "FILL_TIERS",
    "Kind",
]


class ChampionType(enum.IntEnum):
    """Types of champions; the number is also the index of the champion within its seat (CH-3.1)."""

    GLADIATOR = 0
    ROGUE = 1
    HEALER = 2
    MAGE = 3


class Category(enum.IntEnum):
    """Categories of items (CH-3.6). ANY is no item's category; a looting action may ask for it."""

    PHYSICAL = 0
    MAGICAL = 1
    DEFENSIVE = 2
    SUPPORT = 3
    ANY = 4


class Tier(enum.IntEnum):
    """Tiers of items, from worst to best (CH-3.6)."""

    COMMON = 0
    UNCOMMON = 1
    RARE = 2
    LEGENDARY = 3


class BattleAction(enum.IntEnum):
    """Actions that a fighter may have in its set, one for each turn of a battle (CH-4.8)."""

    ATTACK = 0
    HEAL = 1
    BOOST = 2
    GUARD = 3
    EVADE = 4


class Target(enum.IntEnum):
    """The fighter that is healed or guarded: the acting one itself or its partner (CH-4.8)."""

    SELF = 0
    PARTNER = 1


class TileClass(enum.IntEnum):
    """Classes of tiles, by which a tile's loot is set (CH-2.5)."""

    CORNER = 0
    EDGE = 1
    CENTRE = 2
    CORE = 3


class Phase(enum.IntEnum):
    """Phases of a round, in order, in each of which seats decide (CH-4.1); OVER is the match's end."""

    MOVE = 0
    LOOT = 1
    EQUIP = 2
    BATTLE = 3
    OVER = 4


class Slot(enum.IntEnum):
    """Slots of a champion: two for weapons, one for armour (CH-3.3)."""

    FIRST_WEAPON = 0
    SECOND_WEAPON = 1
    ARMOUR = 2


class EquipKind(enum.IntEnum):
    """Kinds of equipment orders: put an item into a slot, or take the item in the slot off (CH-4.5)."""

    PUT = 0
    TAKE_OFF = 1


class ItemKind(enum.IntEnum):
    """Kinds of items by name (CH-3.6); `KINDS` has what each does."""

    RUSTY_DAGGER = 0
    WOODEN_CLUB = 1
    STEEL_SWORD = 2
    WAR_AXE = 3
    LONGBOW = 4
    GREATSWORD = 5
    DRAGONFANG = 6
    TITAN_MAUL = 7
    APPRENTICE_WAND = 8
    PRAYER_BEADS = 9
    OAK_STAFF = 10
    BLESSED_ROD = 11
    STORM_ORB = 12
    LIFEWOOD_STAFF = 13
    ARCHMAGE_TOME = 14
    PHOENIX_SCEPTRE = 15
    PADDED_COAT = 16
    RINGMAIL = 17
    IRON_PLATE = 18
    LEATHER_JERKIN = 19
    CHAINMAIL = 20
    STEEL_PLATE = 21
    SILK_WEAVE = 22
    BRIGANDINE = 23
    KNIGHT_PLATE = 24
    SPIRIT_ROBE = 25
    WYRMSCALE = 26
    AEGIS_PLATE = 27
    BANDAGE_ROLL = 28
    SMOKE_PELLET = 29
    HERB_SATCHEL = 30
    SHADOW_CLOAK = 31
    ELIXIR_CASE = 32
    MIRROR_CHARM = 33
    HOLY_GRAIL = 34
    PHANTOM_MANTLE = 35


class Kind(NamedTuple):
    """A kind of item (CH-3.6). Dice are given as number and sides; (0, 0) means no dice."""

    name: str
    """Name of the kind of item, for people."""
    category: Category
    """Category of the item, PHYSICAL to SUPPORT."""
    tier: Tier
    """Tier of the item, COMMON to LEGENDARY."""
    attack: tuple[int, int]
    """Dice that the item adds to attacks."""
    heal: tuple[int, int]
    """Dice that the item adds to healing."""
    support: tuple[int, int]
    """Dice that the item adds to boosting and guarding."""
    evade: int
    """Number that the item takes off what an evade roll needs."""
    weight: int
    """Weight of armour: 1 Light, 2 Medium, 3 Heavy; 0 for items that are not armour."""
    defence: tuple[int, int]
    """Dice of armour, which are subtracted from an attack on its wearer."""


NUM_TYPES: Final = 4
"""Number of champion types, which is also the number of champions of a seat (CH-3.1)."""
NUM_TURNS: Final = 4
"""Number of turns of a battle, which is also the number of actions of a set (CH-5.14)."""
NUM_SLOTS: Final = 3
"""Number of slots of a champion: two for weapons, one for armour (CH-3.3)."""
ARMOUR_SLOT: Final = 2
"""Index of the armour slot, the last one. It takes only armour; the other slots take only items
that are not armour (CH-3.3)."""
ITEMS_A_FILL: Final = 12
"""Number of items that one filling of a tile adds, three of each category (CH-2.8)."""
MAX_EQUIP_ORDERS: Final = 24
"""Highest number of equipment orders that are read in one action (CH-4.1)."""
MAX_FIGHTER_ENTRIES: Final = 8
"""Highest number of fighter entries that are read in one action (CH-4.1)."""
START_HEALTH: Final[tuple[int, ...]] = (
    100,  # GLADIATOR
    85,  # ROGUE
    80,  # HEALER
    85,  # MAGE
)
"""Health of a champion at the start, which is also its maximum (CH-3.1)."""
BASE_DICE: Final[tuple[tuple[int, int], ...]] = (
    (2, 10),  # GLADIATOR
    (3, 8),  # ROGUE
    (1, 10),  # HEALER
    (4, 5),  # MAGE
)
"""Number and sides of a champion's base attack dice; a die's highest face is
critical (CH-3.1)."""
HEAVIEST: Final[tuple[int, ...]] = (
    3,  # GLADIATOR
    2,  # ROGUE
    1,  # HEALER
    2,  # MAGE
)
"""Heaviest armour weight that a champion may wear (CH-3.3)."""
EVADE_BASE: Final[tuple[int, ...]] = (
    15,  # GLADIATOR
    11,  # ROGUE
    13,  # HEALER
    13,  # MAGE
)
"""Base value E of the number that an evade roll needs (CH-5.28)."""
AFFINITY: Final[tuple[tuple[bool, ...], ...]] = (
    (True, False, False, False),  # GLADIATOR
    (True, False, False, True),  # ROGUE
    (False, True, False, True),  # HEALER
    (False, True, False, False),  # MAGE
)
"""Whether champions of a type have affinity for items of a category
(CH-3.1)."""
STRONG: Final[tuple[tuple[bool, ...], ...]] = (
    (False, False, True, True),  # GLADIATOR
    (True, False, True, False),  # ROGUE
    (False, False, False, False),  # HEALER
    (False, True, True, False),  # MAGE
)
"""Whether the attacker's type is strong over the target's type
(CH-5.20)."""
ALLOWED: Final[tuple[tuple[bool, ...], ...]] = (
    (True, False, False, False, True),  # GLADIATOR
    (True, False, True, True, True),  # ROGUE
    (True, True, True, True, True),  # HEALER
    (True, False, True, True, True),  # MAGE
)
"""Whether champions of a type may use a battle action (CH-3.1)."""
DEFAULT_PREFS: Final[tuple[int, ...]] = (
    2,
    3,
    1,
    0,
)
"""Types that an attack without preferences looks for, most wanted first (CH-4.9)."""
KINDS: Final[tuple[Kind, ...]] = (
    Kind(name="Rusty Dagger", category=Category.PHYSICAL, tier=Tier.COMMON, attack=(1, 4), heal=(0, 0), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Wooden Club", category=Category.PHYSICAL, tier=Tier.COMMON, attack=(1, 6), heal=(0, 0), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Steel Sword", category=Category.PHYSICAL, tier=Tier.UNCOMMON, attack=(1, 8), heal=(0, 0), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="War Axe", category=Category.PHYSICAL, tier=Tier.UNCOMMON, attack=(2, 4), heal=(0, 0), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Longbow", category=Category.PHYSICAL, tier=Tier.RARE, attack=(1, 12), heal=(0, 0), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Greatsword", category=Category.PHYSICAL, tier=Tier.RARE, attack=(2, 6), heal=(0, 0), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Dragonfang", category=Category.PHYSICAL, tier=Tier.LEGENDARY, attack=(3, 6), heal=(0, 0), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Titan Maul", category=Category.PHYSICAL, tier=Tier.LEGENDARY, attack=(2, 10), heal=(0, 0), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Apprentice Wand", category=Category.MAGICAL, tier=Tier.COMMON, attack=(1, 6), heal=(0, 0), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Prayer Beads", category=Category.MAGICAL, tier=Tier.COMMON, attack=(1, 4), heal=(1, 4), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Oak Staff", category=Category.MAGICAL, tier=Tier.UNCOMMON, attack=(1, 8), heal=(0, 0), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Blessed Rod", category=Category.MAGICAL, tier=Tier.UNCOMMON, attack=(1, 6), heal=(1, 6), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Storm Orb", category=Category.MAGICAL, tier=Tier.RARE, attack=(2, 6), heal=(0, 0), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Lifewood Staff", category=Category.MAGICAL, tier=Tier.RARE, attack=(1, 8), heal=(1, 10), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Archmage Tome", category=Category.MAGICAL, tier=Tier.LEGENDARY, attack=(2, 10), heal=(0, 0), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Phoenix Sceptre", category=Category.MAGICAL, tier=Tier.LEGENDARY, attack=(2, 6), heal=(2, 8), support=(0, 0), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Padded Coat", category=Category.DEFENSIVE, tier=Tier.COMMON, attack=(0, 0), heal=(0, 0), support=(0, 0), evade=0, weight=1, defence=(1, 4)),
    Kind(name="Ringmail", category=Category.DEFENSIVE, tier=Tier.COMMON, attack=(0, 0), heal=(0, 0), support=(0, 0), evade=0, weight=2, defence=(1, 6)),
    Kind(name="Iron Plate", category=Category.DEFENSIVE, tier=Tier.COMMON, attack=(0, 0), heal=(0, 0), support=(0, 0), evade=0, weight=3, defence=(1, 8)),
    Kind(name="Leather Jerkin", category=Category.DEFENSIVE, tier=Tier.UNCOMMON, attack=(0, 0), heal=(0, 0), support=(0, 0), evade=0, weight=1, defence=(1, 6)),
    Kind(name="Chainmail", category=Category.DEFENSIVE, tier=Tier.UNCOMMON, attack=(0, 0), heal=(0, 0), support=(0, 0), evade=0, weight=2, defence=(1, 8)),
    Kind(name="Steel Plate", category=Category.DEFENSIVE, tier=Tier.UNCOMMON, attack=(0, 0), heal=(0, 0), support=(0, 0), evade=0, weight=3, defence=(1, 10)),
    Kind(name="Silk Weave", category=Category.DEFENSIVE, tier=Tier.RARE, attack=(0, 0), heal=(0, 0), support=(0, 0), evade=0, weight=1, defence=(1, 8)),
    Kind(name="Brigandine", category=Category.DEFENSIVE, tier=Tier.RARE, attack=(0, 0), heal=(0, 0), support=(0, 0), evade=0, weight=2, defence=(1, 10)),
    Kind(name="Knight Plate", category=Category.DEFENSIVE, tier=Tier.RARE, attack=(0, 0), heal=(0, 0), support=(0, 0), evade=0, weight=3, defence=(2, 6)),
    Kind(name="Spirit Robe", category=Category.DEFENSIVE, tier=Tier.LEGENDARY, attack=(0, 0), heal=(0, 0), support=(0, 0), evade=0, weight=1, defence=(2, 6)),
    Kind(name="Wyrmscale", category=Category.DEFENSIVE, tier=Tier.LEGENDARY, attack=(0, 0), heal=(0, 0), support=(0, 0), evade=0, weight=2, defence=(2, 8)),
    Kind(name="Aegis Plate", category=Category.DEFENSIVE, tier=Tier.LEGENDARY, attack=(0, 0), heal=(0, 0), support=(0, 0), evade=0, weight=3, defence=(2, 10)),
    Kind(name="Bandage Roll", category=Category.SUPPORT, tier=Tier.COMMON, attack=(0, 0), heal=(1, 6), support=(1, 4), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Smoke Pellet", category=Category.SUPPORT, tier=Tier.COMMON, attack=(0, 0), heal=(0, 0), support=(1, 6), evade=2, weight=0, defence=(0, 0)),
    Kind(name="Herb Satchel", category=Category.SUPPORT, tier=Tier.UNCOMMON, attack=(0, 0), heal=(1, 8), support=(1, 6), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Shadow Cloak", category=Category.SUPPORT, tier=Tier.UNCOMMON, attack=(0, 0), heal=(0, 0), support=(1, 8), evade=3, weight=0, defence=(0, 0)),
    Kind(name="Elixir Case", category=Category.SUPPORT, tier=Tier.RARE, attack=(0, 0), heal=(2, 6), support=(1, 8), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Mirror Charm", category=Category.SUPPORT, tier=Tier.RARE, attack=(0, 0), heal=(0, 0), support=(1, 12), evade=4, weight=0, defence=(0, 0)),
    Kind(name="Holy Grail", category=Category.SUPPORT, tier=Tier.LEGENDARY, attack=(0, 0), heal=(2, 10), support=(2, 6), evade=0, weight=0, defence=(0, 0)),
    Kind(name="Phantom Mantle", category=Category.SUPPORT, tier=Tier.LEGENDARY, attack=(0, 0), heal=(0, 0), support=(2, 8), evade=5, weight=0, defence=(0, 0)),
)
"""All kinds of items, by kind number (CH-3.6)."""
FILL_TIERS: Final[tuple[tuple[int, ...], ...]] = (
    (0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2),  # CORNER
    (0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3),  # EDGE
    (0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3),  # CENTRE
    (1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3),  # CORE
)
"""Tiers of the 12 items that one filling adds to a tile, from Common to Legendary (CH-2.8)."""
