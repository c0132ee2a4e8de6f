"""Proving Grounds' numbers and names, row by row as the rulebook's tables give them.

Whatever has a name in the rulebook is an `IntEnum` whose value is its number in the arrays and on the
wire. What the enums cannot say stands in tuples of rows, one row for each member, in its order.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

from referee.core.tables import RuleTables
from referee.kit.enums import FromOne

__all__ = [
    "BEST",
    "BLOW",
    "BLESS_MANA",
    "CAUGHT",
    "CLW_MANA",
    "CSW_BONUS",
    "CSW_MANA",
    "MOST_STOLEN",
    "SCOUTED_LEVEL",
    "FORCING",
    "THIEF_SKILL",
    "CLASSES",
    "CREATURES",
    "CREATURES_TABLE",
    "DEFAULT_GEM",
    "DEFAULT_SEATS",
    "ENCOUNTERS",
    "HALL_CREATURES",
    "HERO_WATCH",
    "IMPROVEMENT_PRICES",
    "ITEMS",
    "MARKET_WEIGHT",
    "MAX_LEVEL",
    "MAX_SEATS",
    "MIN_SEATS",
    "MOST_IMPROVEMENT",
    "MOST_CACHES",
    "MOST_CANDIDATES",
    "MOST_CREATURES",
    "MOST_HEROES",
    "MOST_ITEMS",
    "MOST_KINDS",
    "MOST_ORDERS",
    "MOST_SLOTS",
    "MOST_STASH",
    "MOST_STEPS",
    "NOBODY",
    "NUM_BOARDS",
    "NUM_ITEMS",
    "NUM_SLOTS",
    "NUM_TIERS",
    "PREPARATION",
    "REST_HP",
    "SHIELD_ABSORB",
    "SLEEP_TURNS",
    "SPELLS",
    "UNARMED",
    "WORST",
    "Board",
    "Cause",
    "ClassRow",
    "Code",
    "Creature",
    "CreatureRow",
    "Direction",
    "EndCause",
    "Gem",
    "HeroClass",
    "Item",
    "ItemKind",
    "ItemRow",
    "OrderList",
    "Policy",
    "Spell",
    "SpellRow",
    "Stat",
    "TABLES",
    "DEFAULT_ITEMS",
]

MIN_SEATS = 2
"""Fewest seats (PG-1.3)."""
MAX_SEATS = 8
"""Most seats (PG-1.3)."""
DEFAULT_SEATS = 4
"""Seats when nobody says (PG-1.3)."""
NOBODY = -1
"""Owner of a room that nobody owns; a room without a trap; an empty slot; no kind."""
CREATURES = -2
"""What entered a room that creatures were lured into (PG-5.9)."""
MAX_LEVEL = 4
"""Highest knowledge level (PG-6.2)."""
BEST = 12
"""Highest base value of a characteristic; the lowest is 2 (PG-3.1)."""
WORST = 2
"""Lowest base value of a characteristic (PG-3.1)."""
UNARMED = 25
"""Percent of a hero without a weapon (PG-3.7)."""
MOST_HEROES = 12
"""Heroes that can be bought at setup, at most, whatever a config says (PG-2.1)."""
MOST_ORDERS = 256
"""Hero orders of a turn, at most, whatever a config says (PG-2.1)."""
MOST_CANDIDATES = 4
"""Candidates of a hire auction with all seats (PG-2.2)."""
MOST_SLOTS = 10
"""Slots of the market with all seats (PG-2.2)."""
MOST_ITEMS = 12
"""Items of a hero at setup (PG-2.11)."""
MOST_STASH = 32
"""Items for the stash at setup (PG-2.11)."""
MOST_IMPROVEMENT = 10
"""Points of a characteristic at setup (PG-2.11)."""
MOST_STEPS = 64
"""Rooms of a path (PG-4.6)."""
PREPARATION = 3
"""Turns between two casts of battlemagic (PG-5.22)."""
SLEEP_TURNS = 2
"""Turns that a sleeper loses (PG-5.24)."""
THIEF_SKILL = 2
"""What a Thief's skill is above eDEX (PG-3.1)."""
FORCING = 2
"""What is added to eSTR for breaking spikes (PG-5.8)."""
BLOW = 2
"""What is added to the d6 of a trap, or of a blow at a Thief (PG-5.10, PG-5.13)."""
MOST_STOLEN = 5
"""Gold that a theft from a hoard without gems brings at most (PG-5.10)."""
SCOUTED_LEVEL = 3
"""Level of a room that a Thief at its door learns with SCOUT (PG-5.8)."""
CLW_MANA, CSW_MANA, BLESS_MANA = 1, 2, 2
"""Mana of a Cleric's actions (PG-4.6)."""
CSW_BONUS = 3
"""What is added to the 2d6 of CSW (PG-5.8)."""
CAUGHT = 3
"""By how much a theft must fail for the Thief to be struck (PG-5.10)."""
REST_HP = 2
"""Hit points of a turn's rest (PG-5.31)."""


class Gem(enum.IntEnum):
    """Kinds of gems; the first K are in play (PG-2.2)."""

    RUBY = 0
    SAPPHIRE = 1
    EMERALD = 2
    DIAMOND = 3


MOST_KINDS = len(Gem)
"""Most kinds of gems in play (PG-2.2)."""
MOST_CREATURES = 16
"""Creatures of a room that is made by hand (PG-2.9)."""
MOST_CACHES = 16
"""Caches of a room that is made by hand (PG-2.9)."""
DEFAULT_GEM = int(Gem.RUBY)
"""What a Thief reaches for if nobody says (PG-4.6)."""


class Direction(enum.IntEnum):
    """Doors of a room that is not the hall, in door order (PG-2.5)."""

    OUT = 0
    LEFT = 1
    RIGHT = 2
    IN = 3


class Stat(enum.IntEnum):
    """Characteristics (PG-3.1)."""

    STR = 0
    DEX = 1
    CON = 2
    INT = 3
    INI = 4


class HeroClass(FromOne):
    """Classes of heroes (PG-3.2)."""

    FIGHTER = 0
    """Strong, and the only one with the heaviest weapons."""
    CLERIC = 1
    """Heals, blesses, and saves the dying."""
    WIZARD = 2
    """Casts spells and battlemagic."""
    THIEF = 3
    """Searches, scouts, spikes, traps and steals."""


class ClassRow(NamedTuple):
    """A row of the table of classes (PG-3.2)."""

    price: int
    """Gold."""
    stats: tuple[int, int, int, int, int]
    """Base values by Stat."""
    letter: str
    """For people."""


CLASSES: tuple[ClassRow, ...] = (
    ClassRow(12, (8, 7, 8, 4, 5), "F"),
    ClassRow(16, (6, 6, 7, 7, 7), "C"),
    ClassRow(14, (4, 7, 5, 9, 6), "W"),
    ClassRow(10, (5, 9, 6, 6, 8), "T"),
)
"""Classes, by HeroClass (PG-3.2)."""

IMPROVEMENT_PRICES: tuple[int, ...] = (0, 0, 1, 1, 1, 1, 1, 2, 2, 3, 3, 5, 5)
"""Gold for raising a characteristic to this value (PG-3.3)."""


class Policy(FromOne):
    """Retreat policies (PG-5.27)."""

    NEVER = 0
    """Fights to the end."""
    FIRST_DEATH = 1
    """Leaves once somebody of his side has died or was saved."""
    WOUNDED = 2
    """Leaves then, or when he has half of his hit points or less."""


class Creature(FromOne):
    """Kinds of creatures (PG-3.4)."""

    GOBLIN = 0
    """4 hit points, 1 gold."""
    ORC = 1
    """8 hit points, 3 gold."""
    URAKAI = 2
    """14 hit points, 6 gold."""
    DRAGON = 3
    """30 hit points, 25 gold, two attacks."""


class CreatureRow(NamedTuple):
    """A row of the table of creatures (PG-3.4)."""

    strength: int
    weapon: int
    """Percent."""
    damage: int
    dexterity: int
    hp: int
    initiative: int
    absorb: int
    attacks: int
    gold: int
    watch: int
    letter: str
    """For people."""


CREATURES_TABLE: tuple[CreatureRow, ...] = (
    CreatureRow(4, 75, 3, 6, 4, 6, 0, 1, 1, 1, "G"),
    CreatureRow(6, 75, 4, 7, 8, 5, 1, 1, 3, 2, "O"),
    CreatureRow(8, 75, 6, 8, 14, 6, 3, 1, 6, 3, "U"),
    CreatureRow(8, 100, 8, 8, 30, 8, 2, 2, 25, 4, "D"),
)
"""Creatures, by Creature (PG-3.4)."""
HERO_WATCH = 3
"""Watch of heroes against a thief (PG-5.10)."""

_G, _O, _U = Creature.GOBLIN, Creature.ORC, Creature.URAKAI
ENCOUNTERS: tuple[tuple[tuple[Creature, ...], ...], ...] = (
    ((), (), (), (_G,), (_G,), (_G, _G)),
    ((), (_G, _G), (_G, _G), (_G, _G, _G), (_G, _G, _G), (_O, _G)),
    ((), (_G,) * 4, (_G,) * 4, (_O, _O), (_O, _O), (_O, _O, _G, _G)),
    ((_G,) * 4, (_O,) * 3, (_O,) * 3, (_U, _O), (_U, _O), (_U, _U)),
    ((_O,) * 4, (_U, _U), (_U, _U), (_U, _O, _O), (_U, _O, _O), (_U,) * 3),
)
"""Creatures of a room by tier and d6 - 1 (PG-2.7)."""
NUM_TIERS = 5
"""Tiers of the encounter table."""
HALL_CREATURES = (Creature.DRAGON, Creature.URAKAI, Creature.URAKAI)
"""Creatures in the hall (PG-2.7)."""


class ItemKind(enum.IntEnum):
    """Where an item goes (PG-3.7)."""

    WEAPON = 0
    ARMOR = 1
    CHARM = 2
    BATTLEMAGIC = 3
    SPELL = 4
    CONSUMABLE = 5


NUM_SLOTS = 4
"""Slots of a hero: weapon, armor, charm and battlemagic, numbered as ItemKind."""


class Item(FromOne):
    """Items (PG-3.7)."""

    DAGGER = 0
    """Weapon, 50 %."""
    MACE = 1
    """Weapon, 75 %."""
    SHORT_SWORD = 2
    """Weapon, 75 %."""
    LONG_SWORD = 3
    """Weapon, 100 %."""
    GREAT_SWORD = 4
    """Weapon, 125 %."""
    HOLY_MACE = 5
    """Weapon, 100 %."""
    FLAME_SWORD = 6
    """Weapon, 150 %."""
    LIGHT_ARMOR = 7
    """Armor, absorbs 1."""
    HEAVY_ARMOR = 8
    """Armor, absorbs 3, DEX -2."""
    RING = 9
    """Charm, absorbs 1."""
    BOOTS = 10
    """Charm, initiative +3."""
    GAUNTLETS = 11
    """Charm, STR +2."""
    CLOAK = 12
    """Charm, DEX +1."""
    MANA_STONE = 13
    """Charm, Mana +4."""
    MAGIC_MISSILE = 14
    """Battlemagic."""
    SLEEP = 15
    """Battlemagic."""
    LIGHTNING = 16
    """Battlemagic."""
    FIREBALL = 17
    """Battlemagic."""
    KNOCK = 18
    """Regular spell."""
    SHIELD = 19
    """Regular spell."""
    HASTE = 20
    """Regular spell."""
    SCRY = 21
    """Regular spell."""
    TELEPORT = 22
    """Regular spell."""
    SPIKES = 23
    """Consumable, spikes a door."""
    TRAP_KIT = 24
    """Consumable, traps a room."""
    POTION = 25
    """Consumable, heals 2d6."""


NUM_ITEMS = len(Item)
"""Kinds of items."""


class ItemRow(NamedTuple):
    """A row of the table of items (PG-3.7)."""

    kind: ItemKind
    gold: int
    users: frozenset[HeroClass]
    """Classes that can equip it; none for consumables, which nobody equips."""
    is_in_setup: bool
    """Whether it belongs to the limited set (PG-2.10)."""
    weight: int
    """In the market's draw (PG-5.1a)."""
    weapon: int = 0
    """Percent of STR."""
    absorb: int = 0
    strength: int = 0
    dexterity: int = 0
    initiative: int = 0
    mana: int = 0
    """Of a charm: added to the maximum; of battlemagic: what a cast takes (PG-5.24)."""


def _users(letters: str) -> frozenset[HeroClass]:
    return frozenset(HeroClass("FCWT".index(letter)) for letter in letters)


_I = ItemKind
ITEMS: tuple[ItemRow, ...] = (
    ItemRow(_I.WEAPON, 1, _users("FCWT"), True, 2, weapon=50),
    ItemRow(_I.WEAPON, 3, _users("FC"), True, 3, weapon=75),
    ItemRow(_I.WEAPON, 3, _users("FT"), True, 3, weapon=75),
    ItemRow(_I.WEAPON, 6, _users("F"), True, 4, weapon=100),
    ItemRow(_I.WEAPON, 10, _users("F"), True, 2, weapon=125),
    ItemRow(_I.WEAPON, 8, _users("C"), False, 1, weapon=100),
    ItemRow(_I.WEAPON, 14, _users("F"), False, 1, weapon=150),
    ItemRow(_I.ARMOR, 4, _users("FCT"), True, 4, absorb=1),
    ItemRow(_I.ARMOR, 10, _users("FC"), True, 3, absorb=3, dexterity=-2),
    ItemRow(_I.CHARM, 8, _users("FCWT"), False, 1, absorb=1),
    ItemRow(_I.CHARM, 5, _users("FCWT"), False, 1, initiative=3),
    ItemRow(_I.CHARM, 7, _users("FCT"), False, 1, strength=2),
    ItemRow(_I.CHARM, 9, _users("FCWT"), False, 1, dexterity=1),
    ItemRow(_I.CHARM, 6, _users("CW"), False, 1, mana=4),
    ItemRow(_I.BATTLEMAGIC, 4, _users("W"), True, 2, mana=1),
    ItemRow(_I.BATTLEMAGIC, 6, _users("W"), True, 2, mana=2),
    ItemRow(_I.BATTLEMAGIC, 8, _users("W"), False, 2, mana=2),
    ItemRow(_I.BATTLEMAGIC, 12, _users("W"), False, 2, mana=3),
    ItemRow(_I.SPELL, 2, _users("W"), True, 1),
    ItemRow(_I.SPELL, 4, _users("W"), True, 1),
    ItemRow(_I.SPELL, 5, _users("W"), False, 1),
    ItemRow(_I.SPELL, 4, _users("W"), False, 1),
    ItemRow(_I.SPELL, 5, _users("W"), False, 1),
    ItemRow(_I.CONSUMABLE, 1, frozenset(), True, 2),
    ItemRow(_I.CONSUMABLE, 2, frozenset(), True, 2),
    ItemRow(_I.CONSUMABLE, 3, frozenset(), True, 3),
)
"""Items, by Item (PG-3.7, PG-5.24)."""
DEFAULT_ITEMS: tuple[tuple[Item, ...], ...] = (
    (Item.LONG_SWORD, Item.LIGHT_ARMOR),
    (Item.MACE,),
    (Item.MAGIC_MISSILE,),
    (Item.SHORT_SWORD,),
)
"""What a hero of the default party has, by HeroClass (PG-2.13)."""
MARKET_WEIGHT = sum(row.weight for row in ITEMS)
"""Sides of the market's draw (PG-5.1a)."""


class Board(FromOne):
    """Leader boards (PG-3.8)."""

    ORDER = 0
    """Order of hero actions; part of hire ties."""
    MOVE = 1
    """Order of movement."""
    HIRE = 2
    """Part of hire ties."""
    BUY = 3
    """Order of buying."""
    TIE = 4
    """Breaks all other ties."""


NUM_BOARDS = len(Board)
"""Leader boards."""


class Spell(FromOne):
    """Regular spells (PG-5.9)."""

    NOISE = 0
    """1 Mana, on the own room or a neighbouring one."""
    LURE = 1
    """2 Mana, on a neighbouring room."""
    KNOCK = 2
    """1 Mana, on a neighbouring room."""
    SHIELD = 3
    """1 Mana, on an own hero in the room."""
    HASTE = 4
    """2 Mana, on an own hero in the room."""
    SCRY = 5
    """3 Mana, on any room."""
    TELEPORT = 6
    """3 Mana, on an own hero in the room."""


class SpellRow(NamedTuple):
    """A row of the table of spells (PG-5.9)."""

    mana: int
    item: Item | None
    """What must be equipped; None for what every Wizard knows."""
    is_on_hero: bool = False
    """Whether its field is `target`; else it is `room`."""


SPELLS: tuple[SpellRow, ...] = (
    SpellRow(1, None),
    SpellRow(2, None),
    SpellRow(1, Item.KNOCK),
    SpellRow(1, Item.SHIELD, is_on_hero=True),
    SpellRow(2, Item.HASTE, is_on_hero=True),
    SpellRow(3, Item.SCRY),
    SpellRow(3, Item.TELEPORT, is_on_hero=True),
)
"""Spells, by Spell (PG-5.9)."""
SHIELD_ABSORB = 2
"""What the spell SHIELD absorbs (PG-3.1)."""


class Code(FromOne):
    """Result of an order (PG-4.11)."""

    OK = 0
    """It was carried out."""
    BAD_MESSAGE = 1
    """The message is unreadable; defaults were used."""
    TOO_MANY = 2
    """Beyond max_orders, or the bound of a list."""
    BAD_FIELD = 3
    """Unknown name, missing field, value or id out of range, empty or overlong path, own seat as
    trade partner.
    """
    NO_HERO = 4
    """No such living hero."""
    BAD_CLASS = 5
    """The class cannot do or use this."""
    DUPLICATE = 6
    """The hero has an action already; second bid on one candidate; slot listed twice."""
    NOT_OPEN = 7
    """Board not up for grabs; no hiring this turn; item not in the limited set."""
    NO_GOLD = 8
    """Costs more than the treasury holds at that moment."""
    BELOW_MIN = 9
    """Hire bid under the class price."""
    PARTY_FULL = 10
    """As many living heroes as there may be."""
    OUTBID = 11
    """Lost the auction."""
    TAKEN = 12
    """Slot bought by a seat higher on the BUY board."""
    NO_ITEM = 13
    """Item not in the stash, or not on the hero."""
    ALREADY = 14
    """Spell already held; door already spiked; room already trapped."""
    NOT_HOME = 15
    """Not in the own entry room."""
    NO_GOODS = 16
    """Gems, gold or item to be given are not there."""
    NO_MATCH = 17
    """Trade offer not mirrored; it stands for one turn."""
    NO_MANA = 18
    """Too little Mana."""
    NOT_KNOWN = 19
    """Spell not equipped."""
    NO_DOOR = 20
    """No door between the two rooms."""
    SPIKED = 21
    """The door is spiked."""
    NOT_SPIKED = 22
    """The door is not spiked."""
    GATE = 23
    """Another seat's entry room; or LURE into an entry room."""
    BLOCKED = 24
    """Room entered this turn by somebody else."""
    ENGAGED = 25
    """The hero is in a hostile room."""
    BAD_TARGET = 26
    """Target dead, elsewhere, or the order makes no sense on it."""
    IMMUNE = 27
    """A Dragon cannot be lured."""
    MORE = 28
    """In place of further refusals of one message (AM-3)."""


class OrderList(FromOne):
    """The part of a message that a result is about."""

    MESSAGE = 0
    """The whole."""
    SHUFFLE = 1
    """Bids on boards, by board."""
    HIRE = 2
    """Bids on candidates."""
    BUY = 3
    """Slots to buy."""
    HEROES = 4
    """Hero orders; heroes at setup."""
    IMPROVE = 5
    """At setup: improvements of a hero, by Stat."""
    ITEMS = 6
    """At setup: items of a hero."""
    STASH = 7
    """At setup."""
    BIDS = 8
    """At setup: bids on boards, by board."""


class Cause(FromOne):
    """Why a seat's gold changed (PG-6.5)."""

    HERO = 0
    """A class price at setup."""
    IMPROVEMENT = 1
    """A better characteristic at setup."""
    ITEM = 2
    """An item at setup."""
    BID = 3
    """A bid on a board, at setup or in a shuffle."""
    HIRED = 4
    """A hero hired."""
    BOUGHT = 5
    """An item of the market."""
    TRADE = 6
    """A trade."""
    LOOT = 7
    """Loot."""
    CACHE = 8
    """A cache."""
    STOLEN = 9
    """Stolen from a hoard."""
    ROOMS = 10
    """Most rooms at the end."""
    SURVIVORS = 11
    """Most living heroes at the end."""


class EndCause(FromOne):
    """Why the match ended (PG-7.1)."""

    EXPLORED = 0
    """Every room has been entered."""
    FEW_ROOMS = 1
    """Few rooms were left, and the roll said so."""
    LATE = 2
    """It was late, and the roll said so."""
    NO_HEROES = 3
    """Nobody has a living hero."""
    MAX_TURNS = 4
    """The last turn is over."""


TABLES = RuleTables(
    __name__,
    enums=(Gem, Direction, Stat, HeroClass, Policy, Creature, ItemKind, Item, Board, Spell),
    numbers=(
        *("MAX_LEVEL", "BEST", "WORST", "UNARMED", "MOST_ITEMS", "MOST_STASH", "MOST_IMPROVEMENT"),
        *("PREPARATION", "SLEEP_TURNS", "THIEF_SKILL", "FORCING", "BLOW", "MOST_STOLEN"),
        *("SCOUTED_LEVEL", "CLW_MANA", "CSW_MANA", "BLESS_MANA", "CSW_BONUS", "CAUGHT", "REST_HP"),
        *("HERO_WATCH", "SHIELD_ABSORB", "NUM_TIERS", "NUM_SLOTS", "NUM_BOARDS", "MARKET_WEIGHT"),
    ),
    rows={
        "CLASSES": (HeroClass,),
        "IMPROVEMENT_PRICES": (),
        "CREATURES_TABLE": (Creature,),
        "ENCOUNTERS": (),
        "HALL_CREATURES": (),
        "ITEMS": (Item,),
        "DEFAULT_ITEMS": (HeroClass,),
        "SPELLS": (Spell,),
    },
)
"""Tables that are sent to bots and shown to people."""
