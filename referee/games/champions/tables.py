"""Champions' constants: champion types, items, tiles, codes.

The numbers are those of the rulebook's sections 2 to 4.
"""

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
    "EquipKind",
    "ItemKind",
    "Kind",
    "Phase",
    "RefusalCode",
    "Scoring",
    "Slot",
    "Target",
    "Tier",
    "TileClass",
]

# Whatever has a name is an `IntEnum`; rules and kernels go by its plain numbers, which follow.


class ChampionType(enum.IntEnum):
    """Types of champions; the number is also the index of the champion within its seat (CH-3.1)."""

    GLADIATOR = 0
    ROGUE = 1
    HEALER = 2
    MAGE = 3


GLADIATOR, ROGUE, HEALER, MAGE = map(int, ChampionType)
NUM_TYPES = 4
"""Number of champion types, which is also the number of champions of a seat (CH-3.1)."""
TYPE_NAMES = ("Gladiator", "Rogue", "Healer", "Mage")
"""Name of each champion type, by type number."""
TYPE_LETTERS = "GRHM"
"""Letter of each champion type, by type number."""

START_HEALTH = np.array([100, 85, 80, 85], np.int16)
"""int16[type]: health of a champion at the start, which is also its maximum (CH-3.1)."""
BASE_DICE = np.array([(2, 10), (3, 8), (1, 10), (4, 5)], np.int8)
"""int8[type, 2]: number and sides of a champion's base attack dice; a die's highest face is
critical (CH-3.1).
"""
HEAVIEST = np.array([3, 2, 1, 2], np.int8)
"""int8[type]: heaviest armour weight that a champion may wear (CH-3.3)."""
EVADE_BASE = np.array([15, 11, 13, 13], np.int8)
"""int8[type]: base value E of the number that an evade roll needs (CH-5.28)."""
HEAL_SIDES, SUPPORT_SIDES, EVADE_SIDES = 20, 10, 20
"""Sides of the die for healing (CH-5.26), for boosting and guarding (CH-5.27), and for evading
(CH-5.28).
"""


class Category(enum.IntEnum):
    """Categories of items (CH-3.6). ANY is no item's category; a looting action may ask for it."""

    PHYSICAL = 0
    MAGICAL = 1
    DEFENSIVE = 2
    SUPPORT = 3
    ANY = 4


PHYSICAL, MAGICAL, DEFENSIVE, SUPPORT, ANY = map(int, Category)
NUM_CATEGORIES = 4

AFFINITY = np.zeros((NUM_TYPES, NUM_CATEGORIES), np.bool_)
"""bool[type, category]: whether champions of a type have affinity for items of a category
(CH-3.1).
"""
for _type, _categories in (
    (GLADIATOR, (PHYSICAL,)),
    (ROGUE, (PHYSICAL, SUPPORT)),
    (HEALER, (MAGICAL, SUPPORT)),
    (MAGE, (MAGICAL,)),
):
    AFFINITY[_type, list(_categories)] = True

STRONG = np.zeros((NUM_TYPES, NUM_TYPES), np.bool_)
"""bool[attacker, target]: whether the attacker's type is strong over the target's type
(CH-5.20).
"""
for _strong, _weak in ((GLADIATOR, MAGE), (MAGE, ROGUE), (ROGUE, GLADIATOR)):
    STRONG[_strong, [_weak, HEALER]] = True


class BattleAction(enum.IntEnum):
    """Actions that a fighter may have in its set, one for each turn of a battle (CH-4.8)."""

    ATTACK = 0
    HEAL = 1
    BOOST = 2
    GUARD = 3
    EVADE = 4


ATTACK, HEAL, BOOST, GUARD, EVADE = map(int, BattleAction)
NUM_ACTIONS = 5
ACTION_NAMES = ("attack", "heal", "boost", "guard", "evade")
"""Name of each battle action, by its number."""


class Target(enum.IntEnum):
    """The fighter that is healed or guarded: the acting one itself or its partner (CH-4.8)."""

    SELF = 0
    PARTNER = 1


SELF, PARTNER = map(int, Target)
NUM_TURNS = 4
"""Number of turns of a battle, which is also the number of actions of a set (CH-5.14)."""
DEFAULT_PREFS = np.array([HEALER, MAGE, ROGUE, GLADIATOR], np.int8)
"""int8[place]: types that an attack without preferences looks for, most wanted first (CH-4.9)."""

ALLOWED = np.ones((NUM_TYPES, NUM_ACTIONS), np.bool_)
"""bool[type, action]: whether champions of a type may use a battle action (CH-3.1)."""
ALLOWED[[GLADIATOR, ROGUE, MAGE], HEAL] = False
ALLOWED[GLADIATOR, [BOOST, GUARD]] = False


class Slot(enum.IntEnum):
    """Slots of a champion: two for weapons, one for armour (CH-3.3)."""

    FIRST_WEAPON = 0
    SECOND_WEAPON = 1
    ARMOUR = 2


class EquipKind(enum.IntEnum):
    """Kinds of equipment orders: put an item into a slot, or take the item in the slot off (CH-4.5)."""

    PUT = 0
    TAKE_OFF = 1


NUM_SLOTS = len(Slot)
"""Number of slots of a champion: two for weapons, one for armour (CH-3.3)."""
ARMOUR_SLOT = int(Slot.ARMOUR)
"""Index of the armour slot, the last one. It takes only armour; the other slots take only items
that are not armour (CH-3.3).
"""


class Tier(enum.IntEnum):
    """Tiers of items, from worst to best (CH-3.6)."""

    COMMON = 0
    UNCOMMON = 1
    RARE = 2
    LEGENDARY = 3


TIER_NAMES = ("common", "uncommon", "rare", "legendary")
"""Name of each tier, by tier number."""

# What an item's dice help (CH-3.4).
ATTACK_DICE, HEAL_DICE, SUPPORT_DICE, DEFENCE_DICE = 0, 1, 2, 3

_NONE = (0, 0)


@dataclasses.dataclass(frozen=True, slots=True)
class Kind:
    """A kind of item (CH-3.6). Dice are given as number and sides; (0, 0) means no dice."""

    name: str
    """Name of the kind of item, for people."""
    category: Category
    """Category of the item, PHYSICAL to SUPPORT."""
    tier: Tier
    """Tier of the item, COMMON to LEGENDARY."""
    attack: tuple[int, int] = _NONE
    """Dice that the item adds to attacks."""
    heal: tuple[int, int] = _NONE
    """Dice that the item adds to healing."""
    support: tuple[int, int] = _NONE
    """Dice that the item adds to boosting and guarding."""
    evade: int = 0
    """Number that the item takes off what an evade roll needs."""
    weight: int = 0
    """Weight of armour: 1 Light, 2 Medium, 3 Heavy; 0 for items that are not armour."""
    defence: tuple[int, int] = _NONE
    """Dice of armour, which are subtracted from an attack on its wearer."""


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
"""All kinds of items, by kind number (CH-3.6)."""
NUM_KINDS = len(KINDS)
ItemKind = enum.IntEnum(  # type: ignore[misc]  # mypy wants all names here, which are in KINDS
    "ItemKind", [kind.name.upper().replace(" ", "_") for kind in KINDS], start=0
)
"""Kinds of items by name (CH-3.6); `KINDS` has what each does."""

CATEGORY = np.array([kind.category for kind in KINDS], np.int8)
"""int8[kind]: category of an item kind."""
WEIGHT = np.array([kind.weight for kind in KINDS], np.int8)
"""int8[kind]: armour weight of an item kind; 0 if the item is not armour."""
EVADE_BONUS = np.array([kind.evade for kind in KINDS], np.int8)
"""int8[kind]: number that an item takes off what an evade roll needs."""
KIND_DICE = np.array(
    [(kind.attack, kind.heal, kind.support, kind.defence) for kind in KINDS], np.int8
)
"""int8[kind, purpose, 2]: number and sides of an item's dice for attack, healing, support and
defence.
"""

_MOST_KINDS = 3
NUM_KINDS_OF = np.zeros((NUM_CATEGORIES, len(TIER_NAMES)), np.int8)
"""int8[category, tier]: number of item kinds of a category and tier."""
KIND_OF = np.full((NUM_CATEGORIES, len(TIER_NAMES), _MOST_KINDS), -1, np.int8)
"""int8[category, tier, place]: item kinds of a category and tier, by kind number (CH-2.9); -1 after
the last.
"""
for _number, _kind in enumerate(KINDS):
    _place = NUM_KINDS_OF[_kind.category, _kind.tier]
    KIND_OF[_kind.category, _kind.tier, _place] = _number
    NUM_KINDS_OF[_kind.category, _kind.tier] += 1


class TileClass(enum.IntEnum):
    """Classes of tiles, by which a tile's loot is set (CH-2.5)."""

    CORNER = 0
    EDGE = 1
    CENTRE = 2
    CORE = 3


CORNER, EDGE, CENTRE, CORE = map(int, TileClass)
ITEMS_A_FILL = 12
"""Number of items that one filling of a tile adds, three of each category (CH-2.8)."""
MOST_ITEMS = ITEMS_A_FILL * (16 + 9 + 4 + 1)
"""Highest number of items of a match: those of one filling of the tiles for every map size."""
MOST_LOOT_ACTIONS = 6
"""Highest number of looting actions of a seat in a round that a config may set (CH-2.1)."""
MOST_BATTLES = 10
"""Highest number of battles in a round: two on each of five tiles with three seats, which are 15 of
16 seats (CH-5.12).
"""
FILL_TIERS = np.array(
    [
        [tier for tier, count in enumerate(counts) for _ in range(count)]
        for counts in ((7, 4, 1, 0), (5, 4, 2, 1), (2, 4, 4, 2), (0, 4, 5, 3))
    ],
    np.int8,
)
"""int8[class, place]: tiers of the 12 items that one filling adds to a tile, from Common to Legendary (CH-2.8)."""


class Phase(enum.IntEnum):
    """Phases of a round, in order, in each of which seats decide (CH-4.1); OVER is the match's end."""

    MOVE = 0
    LOOT = 1
    EQUIP = 2
    BATTLE = 3
    OVER = 4


MAX_EQUIP_ORDERS = 24
"""Highest number of equipment orders that are read in one action (CH-4.1)."""
MAX_FIGHTER_ENTRIES = 8
"""Highest number of fighter entries that are read in one action (CH-4.1)."""


class Scoring(enum.Enum):
    """What seats are ranked by at the end of a match (CH-7.2 to CH-7.4)."""

    OUTLAST = 1
    """Seats are ranked by the rounds that they survived, then by kills and damage."""
    ROYALE = 2
    """Seats are ranked by points for places and for kills, so that a seat that is out may be placed
    before one that is still in.
    """


class RefusalCode(enum.Enum):
    """Why a part of an action did not count, and notices of what was filled in (CH-4.11).

    STALE and the codes of chat messages appear in the referee's own rejections.
    """

    MISSED_DEADLINE = 1
    """No action came before the deadline; the default action was played."""
    MALFORMED = 2
    """The action has no readable body for this phase; the default action was played."""
    LIST_TOO_LONG = 3
    """An element beyond the highest length of its list was ignored."""
    MOVE_BAD = 4
    """dr or dc of a move is not -1, 0 or 1; the seat stays on its tile."""
    MOVE_OFF_MAP = 5
    """The move leads off the map; the seat stays on its tile."""
    LOOT_BAD_CATEGORY = 6
    """No such item category; the looting action looked for ANY."""
    EQUIP_BAD = 7
    """No such kind of equipment order, champion or slot; the order was ignored."""
    CHAMPION_DEAD = 8
    """The champion is dead; the equipment order or fighter entry was ignored."""
    NOTHING_EQUIPPED = 9
    """The slot to be emptied is empty; the order was ignored."""
    NOT_YOUR_ITEM = 10
    """The seat does not own the item to be equipped; the order was ignored."""
    WRONG_SLOT = 11
    """Armour was ordered into a weapon slot, or another item into the armour slot; the order was
    ignored.
    """
    WEIGHT_NOT_ALLOWED = 12
    """The armour is too heavy for the champion's type; the order was ignored."""
    FIGHTER_BAD = 13
    """No such champion, or not a battle of this seat; the fighter entry was dropped."""
    CHAMPION_TAKEN = 14
    """The champion has been picked for a battle already; the fighter entry was dropped."""
    BATTLE_FULL = 15
    """The battle has two fighters of this seat already; the fighter entry was dropped."""
    BATTLE_WOULD_BE_EMPTY = 16
    """The seat's other battle would have no fighter left; the fighter entry was dropped."""
    ACTION_BAD = 17
    """No such battle action; the fighter attacks instead."""
    HEAL_NOT_ALLOWED = 18
    """Only Healers may heal; the fighter attacks instead."""
    SUPPORT_NOT_ALLOWED = 19
    """Gladiators may not boost or guard; the fighter attacks instead."""
    BAD_PREFS = 20
    """The preference list (types to attack) has an unknown or repeated type; the default list counts."""
    BAD_TARGET = 21
    """The target of healing or guarding is missing or unknown; it is SELF."""
    FIGHTER_FILLED = 22
    """A champion that was not picked fights; index is its type."""
    SET_FILLED = 23
    """The set had too few actions; turn is the first turn that was filled in."""
    MORE = 24
    """32 refused parts of this action were reported one by one; index is the number of further
    ones.
    """


TABLES = RuleTables(
    __name__,
    enums=(
        *(ChampionType, Category, Tier, BattleAction, Target, TileClass, Phase),
        *(Slot, EquipKind, ItemKind),
    ),
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
    fields={
        "Loot.categories": Category,
        "EquipOrder.kind": EquipKind,
        "EquipOrder.champion": ChampionType,
        "EquipOrder.slot": Slot,
        "SetAction.action": BattleAction,
        "SetAction.prefs": ChampionType,
        "SetAction.target": Target,
        "Fighter.champion": ChampionType,
        "Item.kind": ItemKind,
        "Tile.tile_class": TileClass,
        "Observation.phase": Phase,
        "Refusal.phase": Phase,
        "LootFound.kind": ItemKind,
        "FighterRef.champion": ChampionType,
        "Dice.kind": ItemKind,
        "Executed.action": BattleAction,
        "ChampionDied.champion": ChampionType,
    },
    lists={
        "Champion.slots": Slot,
        "Me.champions": ChampionType,
        "Tile.left": Category,
        "Strength.health": ChampionType,
    },
)
"""Rule tables that the game publishes to bots and people."""
