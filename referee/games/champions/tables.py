"""Champions' numbers and names: types, items, tiles, codes; as the rulebook's sections 2 to 4 give them."""

from __future__ import annotations

import dataclasses
import enum

import numpy as np

from referee.core.tables import RuleTables
from referee.games.champions.info import MAX_SEATS

__all__ = [
    "ACTION_NAMES",
    "AFFINITY",
    "ALLOWED",
    "ANY",
    "ARMOUR_SLOT",
    "ATTACK",
    "ATTACK_DICE",
    "BASE_DICE",
    "BOOST",
    "CATEGORY",
    "CENTRE",
    "CORE",
    "CORNER",
    "DEFAULT_PREFS",
    "DEFENCE_DICE",
    "DEFENSIVE",
    "EDGE",
    "EVADE",
    "EVADE_BASE",
    "EVADE_BONUS",
    "EVADE_SIDES",
    "FILL_TIERS",
    "GLADIATOR",
    "GUARD",
    "HEAL",
    "HEALER",
    "HEAL_DICE",
    "HEAL_SIDES",
    "HEAVIEST",
    "ITEMS_A_FILL",
    "KINDS",
    "KIND_DICE",
    "KIND_OF",
    "MAGE",
    "MAX_EQUIP_ORDERS",
    "MAX_FIGHTER_ENTRIES",
    "MAX_SEATS",
    "MOST_BATTLES",
    "MOST_ITEMS",
    "MOST_LOOT_ACTIONS",
    "NUM_ACTIONS",
    "NUM_CATEGORIES",
    "NUM_KINDS",
    "NUM_KINDS_OF",
    "NUM_SLOTS",
    "NUM_TURNS",
    "NUM_TYPES",
    "PARTNER",
    "ROGUE",
    "SELF",
    "START_HEALTH",
    "STRONG",
    "SUPPORT_DICE",
    "SUPPORT_SIDES",
    "TABLES",
    "TIER_NAMES",
    "TYPE_LETTERS",
    "TYPE_NAMES",
    "WEIGHT",
    "BattleAction",
    "Category",
    "ChampionType",
    "Kind",
    "Phase",
    "RefusalCode",
    "Scoring",
    "Target",
    "Tier",
    "TileClass",
]

# Whatever has a name is an `IntEnum`; rules and kernels go by its plain numbers, which follow.


class ChampionType(enum.IntEnum):
    """Types of champions, which are their indices within a seat (CH-3.1)."""

    GLADIATOR = 0
    ROGUE = 1
    HEALER = 2
    MAGE = 3


GLADIATOR, ROGUE, HEALER, MAGE = map(int, ChampionType)
NUM_TYPES = 4
"""Types, and champions of a seat (CH-3.1)."""
TYPE_NAMES = ("Gladiator", "Rogue", "Healer", "Mage")
"""Name of each type."""
TYPE_LETTERS = "GRHM"
"""Letter of each type."""

START_HEALTH = np.array([100, 85, 80, 85], np.int16)
"""int16[type]: health at the start, which is the maximum (CH-3.1)."""
BASE_DICE = np.array([(2, 10), (3, 8), (1, 10), (4, 5)], np.int8)
"""int8[type, 2]: number and sides of the base attack dice; the highest face is critical (CH-3.1)."""
HEAVIEST = np.array([3, 2, 1, 2], np.int8)
"""int8[type]: heaviest armour it may wear (CH-3.3)."""
EVADE_BASE = np.array([15, 11, 13, 13], np.int8)
"""int8[type]: the number E of the evade roll (CH-5.28)."""
HEAL_SIDES, SUPPORT_SIDES, EVADE_SIDES = 20, 10, 20
"""Sides of the die of healing (CH-5.26), of boosting and guarding (CH-5.27), and of evading (CH-5.28)."""


class Category(enum.IntEnum):
    """Categories of items (CH-3.6); ANY is for looting alone."""

    PHYSICAL = 0
    MAGICAL = 1
    DEFENSIVE = 2
    SUPPORT = 3
    ANY = 4


PHYSICAL, MAGICAL, DEFENSIVE, SUPPORT, ANY = map(int, Category)
NUM_CATEGORIES = 4

AFFINITY = np.zeros((NUM_TYPES, NUM_CATEGORIES), np.bool_)
"""bool[type, category]: affinities (CH-3.1)."""
for _type, _categories in (
    (GLADIATOR, (PHYSICAL,)),
    (ROGUE, (PHYSICAL, SUPPORT)),
    (HEALER, (MAGICAL, SUPPORT)),
    (MAGE, (MAGICAL,)),
):
    AFFINITY[_type, list(_categories)] = True

STRONG = np.zeros((NUM_TYPES, NUM_TYPES), np.bool_)
"""bool[attacker, target]: basic strength (CH-5.20)."""
for _strong, _weak in ((GLADIATOR, MAGE), (MAGE, ROGUE), (ROGUE, GLADIATOR)):
    STRONG[_strong, [_weak, HEALER]] = True


class BattleAction(enum.IntEnum):
    """Actions of a set (CH-4.8)."""

    ATTACK = 0
    HEAL = 1
    BOOST = 2
    GUARD = 3
    EVADE = 4


ATTACK, HEAL, BOOST, GUARD, EVADE = map(int, BattleAction)
NUM_ACTIONS = 5
ACTION_NAMES = ("attack", "heal", "boost", "guard", "evade")
"""Name of each action."""


class Target(enum.IntEnum):
    """Whom healing and guarding is for (CH-4.8)."""

    SELF = 0
    PARTNER = 1


SELF, PARTNER = map(int, Target)
NUM_TURNS = 4
"""Turns of a battle, and actions of a set (CH-5.14)."""
DEFAULT_PREFS = np.array([HEALER, MAGE, ROGUE, GLADIATOR], np.int8)
"""int8[place]: whom an attack without preferences looks for (CH-4.9)."""

ALLOWED = np.ones((NUM_TYPES, NUM_ACTIONS), np.bool_)
"""bool[type, action]: who may do what (CH-3.1)."""
ALLOWED[[GLADIATOR, ROGUE, MAGE], HEAL] = False
ALLOWED[GLADIATOR, [BOOST, GUARD]] = False

NUM_SLOTS = 3
"""Slots of a champion (CH-3.3)."""
ARMOUR_SLOT = 2
"""The last, which takes armour and nothing else; the others take what is no armour (CH-3.3)."""


class Tier(enum.IntEnum):
    """Tiers of items (CH-3.6)."""

    COMMON = 0
    UNCOMMON = 1
    RARE = 2
    LEGENDARY = 3


TIER_NAMES = ("common", "uncommon", "rare", "legendary")
"""Name of each tier."""

# What an item's dice help (CH-3.4).
ATTACK_DICE, HEAL_DICE, SUPPORT_DICE, DEFENCE_DICE = 0, 1, 2, 3

_NONE = (0, 0)


@dataclasses.dataclass(frozen=True, slots=True)
class Kind:
    """A kind of items (CH-3.6); dice as number and sides, (0, 0) for none."""

    name: str
    """Its name."""
    category: Category
    """PHYSICAL to SUPPORT."""
    tier: Tier
    """Common to Legendary."""
    attack: tuple[int, int] = _NONE
    """Added to attacks."""
    heal: tuple[int, int] = _NONE
    """Added to healing."""
    support: tuple[int, int] = _NONE
    """Added to boosting and guarding."""
    evade: int = 0
    """Added to evading."""
    weight: int = 0
    """Of armour: 1 Light, 2 Medium, 3 Heavy; else 0."""
    defence: tuple[int, int] = _NONE
    """Of armour: taken off an attack."""


_C, _T = Category, Tier


def _armour(name: str, tier: int, weight: int, defence: tuple[int, int]) -> Kind:
    return Kind(name, _C.DEFENSIVE, Tier(tier), weight=weight, defence=defence)


KINDS = (
    Kind("Rusty Dagger", _C.PHYSICAL, _T.COMMON, attack=(1, 4)),
    Kind("Wooden Club", _C.PHYSICAL, _T.COMMON, attack=(1, 6)),
    Kind("Steel Sword", _C.PHYSICAL, _T.UNCOMMON, attack=(1, 8)),
    Kind("War Axe", _C.PHYSICAL, _T.UNCOMMON, attack=(2, 4)),
    Kind("Longbow", _C.PHYSICAL, _T.RARE, attack=(1, 12)),
    Kind("Greatsword", _C.PHYSICAL, _T.RARE, attack=(2, 6)),
    Kind("Dragonfang", _C.PHYSICAL, _T.LEGENDARY, attack=(3, 6)),
    Kind("Titan Maul", _C.PHYSICAL, _T.LEGENDARY, attack=(2, 10)),
    Kind("Apprentice Wand", _C.MAGICAL, _T.COMMON, attack=(1, 6)),
    Kind("Prayer Beads", _C.MAGICAL, _T.COMMON, attack=(1, 4), heal=(1, 4)),
    Kind("Oak Staff", _C.MAGICAL, _T.UNCOMMON, attack=(1, 8)),
    Kind("Blessed Rod", _C.MAGICAL, _T.UNCOMMON, attack=(1, 6), heal=(1, 6)),
    Kind("Storm Orb", _C.MAGICAL, _T.RARE, attack=(2, 6)),
    Kind("Lifewood Staff", _C.MAGICAL, _T.RARE, attack=(1, 8), heal=(1, 10)),
    Kind("Archmage Tome", _C.MAGICAL, _T.LEGENDARY, attack=(2, 10)),
    Kind("Phoenix Sceptre", _C.MAGICAL, _T.LEGENDARY, attack=(2, 6), heal=(2, 8)),
    _armour("Padded Coat", 0, 1, (1, 4)),
    _armour("Ringmail", 0, 2, (1, 6)),
    _armour("Iron Plate", 0, 3, (1, 8)),
    _armour("Leather Jerkin", 1, 1, (1, 6)),
    _armour("Chainmail", 1, 2, (1, 8)),
    _armour("Steel Plate", 1, 3, (1, 10)),
    _armour("Silk Weave", 2, 1, (1, 8)),
    _armour("Brigandine", 2, 2, (1, 10)),
    _armour("Knight Plate", 2, 3, (2, 6)),
    _armour("Spirit Robe", 3, 1, (2, 6)),
    _armour("Wyrmscale", 3, 2, (2, 8)),
    _armour("Aegis Plate", 3, 3, (2, 10)),
    Kind("Bandage Roll", _C.SUPPORT, _T.COMMON, heal=(1, 6), support=(1, 4)),
    Kind("Smoke Pellet", _C.SUPPORT, _T.COMMON, support=(1, 6), evade=2),
    Kind("Herb Satchel", _C.SUPPORT, _T.UNCOMMON, heal=(1, 8), support=(1, 6)),
    Kind("Shadow Cloak", _C.SUPPORT, _T.UNCOMMON, support=(1, 8), evade=3),
    Kind("Elixir Case", _C.SUPPORT, _T.RARE, heal=(2, 6), support=(1, 8)),
    Kind("Mirror Charm", _C.SUPPORT, _T.RARE, support=(1, 12), evade=4),
    Kind("Holy Grail", _C.SUPPORT, _T.LEGENDARY, heal=(2, 10), support=(2, 6)),
    Kind("Phantom Mantle", _C.SUPPORT, _T.LEGENDARY, support=(2, 8), evade=5),
)
"""Kinds by their number (CH-3.6)."""
NUM_KINDS = len(KINDS)

CATEGORY = np.array([kind.category for kind in KINDS], np.int8)
"""int8[kind]: category."""
WEIGHT = np.array([kind.weight for kind in KINDS], np.int8)
"""int8[kind]: armour weight; 0 for what is no armour."""
EVADE_BONUS = np.array([kind.evade for kind in KINDS], np.int8)
"""int8[kind]: what it adds to evading."""
KIND_DICE = np.array(
    [(kind.attack, kind.heal, kind.support, kind.defence) for kind in KINDS], np.int8
)
"""int8[kind, purpose, 2]: number and sides of the dice for each purpose."""

_MOST_KINDS = 3
NUM_KINDS_OF = np.zeros((NUM_CATEGORIES, len(TIER_NAMES)), np.int8)
"""int8[category, tier]: how many kinds there are."""
KIND_OF = np.full((NUM_CATEGORIES, len(TIER_NAMES), _MOST_KINDS), -1, np.int8)
"""int8[category, tier, place]: kinds in order of their numbers (CH-2.9); -1 where there are fewer."""
for _number, _kind in enumerate(KINDS):
    _place = NUM_KINDS_OF[_kind.category, _kind.tier]
    KIND_OF[_kind.category, _kind.tier, _place] = _number
    NUM_KINDS_OF[_kind.category, _kind.tier] += 1


class TileClass(enum.IntEnum):
    """Classes of tiles (CH-2.5)."""

    CORNER = 0
    EDGE = 1
    CENTRE = 2
    CORE = 3


CORNER, EDGE, CENTRE, CORE = map(int, TileClass)
ITEMS_A_FILL = 12
"""Items that a fill adds, three of each category (CH-2.8)."""
MOST_ITEMS = ITEMS_A_FILL * (16 + 9 + 4 + 1)
"""Items of a match in which every size of the map is filled."""
MOST_LOOT_ACTIONS = 6
"""Looting actions of a seat in a round that a config can ask for (CH-2.1)."""
MOST_BATTLES = 10
"""Battles of a round: two on each of five tiles with three seats, who are 15 of 16 (CH-5.12)."""
FILL_TIERS = np.array(
    [
        [tier for tier, count in enumerate(counts) for _ in range(count)]
        for counts in ((7, 4, 1, 0), (5, 4, 2, 1), (2, 4, 4, 2), (0, 4, 5, 3))
    ],
    np.int8,
)
"""int8[class, place]: tiers of the items of a fill, from Common to Legendary (CH-2.8)."""


class Phase(enum.IntEnum):
    """Phases of a round (CH-4.1)."""

    MOVE = 0
    LOOT = 1
    EQUIP = 2
    BATTLE = 3


MAX_EQUIP_ORDERS = 24
"""Equipment orders that are read (CH-4.1)."""
MAX_FIGHTER_ENTRIES = 8
"""Fighter entries that are read (CH-4.1)."""


class Scoring(enum.Enum):
    """What seats are ranked by (CH-7.2 to CH-7.4)."""

    OUTLAST = 1
    """Rounds survived, then kills and damage."""
    ROYALE = 2
    """Points for places and for kills, so that a seat that is out may still be placed before one that lasts."""


class RefusalCode(enum.Enum):
    """Why a part of an action did not count, and notices (CH-4.11).

    STALE and the codes of messages appear in the referee's own rejections.
    """

    MISSED_DEADLINE = 1
    """No action came in time; the default was played."""
    MALFORMED = 2
    """No body of this phase; the default was played."""
    LIST_TOO_LONG = 3
    """An element beyond the bound of its list was ignored."""
    MOVE_BAD = 4
    """dr or dc is not -1, 0 or 1; the seat stays."""
    MOVE_OFF_MAP = 5
    """There is no such tile; the seat stays."""
    LOOT_BAD_CATEGORY = 6
    """No such category; ANY was looked for."""
    EQUIP_BAD = 7
    """No such order, champion or slot; the order was ignored."""
    CHAMPION_DEAD = 8
    """The champion is dead; order or entry was ignored."""
    NOTHING_EQUIPPED = 9
    """The slot is empty."""
    NOT_YOUR_ITEM = 10
    """The seat does not own the item."""
    WRONG_SLOT = 11
    """Armour in a weapon slot, or the reverse."""
    WEIGHT_NOT_ALLOWED = 12
    """Armour that is too heavy for the type."""
    FIGHTER_BAD = 13
    """No such champion or battle; the entry was dropped."""
    CHAMPION_TAKEN = 14
    """The champion fights already; the entry was dropped."""
    BATTLE_FULL = 15
    """The battle has two fighters of this seat; the entry was dropped."""
    BATTLE_WOULD_BE_EMPTY = 16
    """The other battle would have been left without a fighter; dropped."""
    ACTION_BAD = 17
    """No such action; an attack was made."""
    HEAL_NOT_ALLOWED = 18
    """Only Healers heal; an attack was made."""
    SUPPORT_NOT_ALLOWED = 19
    """Gladiators do not support; an attack was made."""
    BAD_PREFS = 20
    """An unknown or repeated type; the default list counts."""
    BAD_TARGET = 21
    """No such target; it is SELF."""
    FIGHTER_FILLED = 22
    """A champion that was not picked fights; index is its type."""
    SET_FILLED = 23
    """A set was too short; turn is the first that was filled in."""
    MORE = 24
    """32 parts of this action were reported one by one; index is the number of further ones."""


TABLES = RuleTables(
    __name__,
    enums=(ChampionType, Category, Tier, BattleAction, Target, TileClass, Phase),
    numbers=(
        *("NUM_TYPES", "NUM_TURNS", "NUM_SLOTS", "ARMOUR_SLOT", "ITEMS_A_FILL"),
        *("MAX_EQUIP_ORDERS", "MAX_FIGHTER_ENTRIES"),
    ),
    rows={
        "START_HEALTH": (ChampionType,),
        "BASE_DICE": (ChampionType,),
        "HEAVIEST": (ChampionType,),
        "EVADE_BASE": (ChampionType,),
        "AFFINITY": (ChampionType, Category),
        "STRONG": (ChampionType, ChampionType),
        "ALLOWED": (ChampionType, BattleAction),
        "DEFAULT_PREFS": (),
        "KINDS": (),
        "FILL_TIERS": (TileClass,),
    },
)
"""Rule tables that bots and people can read."""
