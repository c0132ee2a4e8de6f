"""Numbers and names of Proving Grounds, row by row as in the rulebook's tables.

Everything that has a name in the rulebook is an `IntEnum` whose value is its number in the arrays and
on the wire. Further facts are in tuples of rows, with one row for each member of the enum, in its order.
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
"""Lowest number of seats of a match (PG-1.3)."""
MAX_SEATS = 8
"""Highest number of seats of a match (PG-1.3)."""
DEFAULT_SEATS = 4
"""Number of seats of a match that does not say how many it has (PG-1.3)."""
NOBODY = -1
"""Number that stands for none: a room's missing owner or trap, an empty slot, no kind."""
CREATURES = -2
"""Number that stands in place of a seat where creatures entered a room, lured there by a spell
(PG-5.9).
"""
MAX_LEVEL = 4
"""Highest level of a seat's knowledge of a room, reached by entering the room (PG-6.2)."""
BEST = 12
"""Highest base value of a characteristic; the lowest is 2 (PG-3.1)."""
WORST = 2
"""Lowest base value of a characteristic (PG-3.1)."""
UNARMED = 25
"""Percent of a hero's strength that a hit does without a weapon (PG-3.7)."""
MOST_HEROES = 12
"""Highest value that a config may set for `max_heroes`, the living heroes of a seat (PG-2.1)."""
MOST_ORDERS = 256
"""Highest value that a config may set for `max_orders`, the hero orders of a seat's turn
(PG-2.1).
"""
MOST_CANDIDATES = 4
"""Number of candidates of a hire auction in a match with the most seats (PG-2.2)."""
MOST_SLOTS = 10
"""Number of market slots in a match with the most seats (PG-2.2)."""
MOST_ITEMS = 12
"""Highest number of items that one hero may be bought at setup (PG-2.11)."""
MOST_STASH = 32
"""Highest number of items that a seat may buy for its stash at setup (PG-2.11)."""
MOST_IMPROVEMENT = 10
"""Highest number of points that one characteristic may be raised by at setup (PG-2.11)."""
MOST_STEPS = 64
"""Highest number of rooms in the path of a MOVE order (PG-4.6)."""
PREPARATION = 3
"""Turns in a fight that a Wizard prepares before each cast of battlemagic after his first
(PG-5.22).
"""
SLEEP_TURNS = 2
"""Turns in a fight that a target of the SLEEP spell loses (PG-5.24)."""
THIEF_SKILL = 2
"""Added to a Thief's effective DEX to get his thief skill (PG-3.1)."""
FORCING = 2
"""Added to a hero's effective STR to get the number that 3d6 must not exceed to break spikes
(PG-5.8).
"""
BLOW = 2
"""Added to the d6 of damage by a trap, or by a blow at a caught Thief (PG-5.10, PG-5.13)."""
MOST_STOLEN = 5
"""Most gold that one theft takes from a creatures' hoard without gems (PG-5.10)."""
SCOUTED_LEVEL = 3
"""Level of knowledge to which SCOUT raises the room behind a door (PG-5.8)."""
CLW_MANA, CSW_MANA, BLESS_MANA = 1, 2, 2
"""Mana costs of a Cleric's cure light wounds, cure serious wounds and bless (PG-4.6)."""
CSW_BONUS = 3
"""Added to the 2d6 hit points that cure serious wounds heals (PG-5.8)."""
CAUGHT = 3
"""A Thief is struck if his 3d6 exceed the needed number by this much or more (PG-5.10)."""
REST_HP = 2
"""Hit points that a hero regains by resting for one turn (PG-5.31)."""


class Gem(enum.IntEnum):
    """Kinds of gems; the first K are in play: half the seats, rounded up, at least 2 (PG-2.2)."""

    RUBY = 0
    SAPPHIRE = 1
    EMERALD = 2
    DIAMOND = 3


MOST_KINDS = len(Gem)
"""Highest number of gem kinds in a match (PG-2.2)."""
MOST_CREATURES = 16
"""Highest number of creatures in a room of a hand-made dungeon (PG-2.9)."""
MOST_CACHES = 16
"""Highest number of caches, hidden gold, in a room of a hand-made dungeon (PG-2.9)."""
DEFAULT_GEM = int(Gem.RUBY)
"""Kind of gem that a STEAL order takes if it names none (PG-4.6)."""


class Direction(enum.IntEnum):
    """Directions of the doors of any room except the hall, in door order (PG-2.5)."""

    OUT = 0
    LEFT = 1
    RIGHT = 2
    IN = 3


class Stat(enum.IntEnum):
    """Characteristics: strength, dexterity, constitution, intelligence, initiative (PG-3.1)."""

    STR = 0
    DEX = 1
    CON = 2
    INT = 3
    INI = 4


class HeroClass(FromOne):
    """Classes of heroes (PG-3.2)."""

    FIGHTER = 0
    """Fighter: strong; the only class that can use the heaviest weapons."""
    CLERIC = 1
    """Cleric: heals and blesses; saves a dying hero once in each fight."""
    WIZARD = 2
    """Wizard: casts regular spells, and battlemagic in fights."""
    THIEF = 3
    """Thief: finds caches, scouts, steals, and handles spikes and traps."""


class ClassRow(NamedTuple):
    """A row of the table of hero classes (PG-3.2)."""

    price: int
    """Gold to buy a hero of the class; the lowest bid when one is hired."""
    stats: tuple[int, int, int, int, int]
    """Base values of a new hero's five characteristics, indexed by Stat."""
    letter: str
    """Letter that stands for the class in views for people."""


CLASSES: tuple[ClassRow, ...] = (
    ClassRow(12, (8, 7, 8, 4, 5), "F"),
    ClassRow(16, (6, 6, 7, 7, 7), "C"),
    ClassRow(14, (4, 7, 5, 9, 6), "W"),
    ClassRow(10, (5, 9, 6, 6, 8), "T"),
)
"""Price, base values and letter of each hero class, indexed by HeroClass (PG-3.2)."""

# Base values begin at 2, so the first two are never paid.
IMPROVEMENT_PRICES: tuple[int, ...] = (0, 0, 1, 1, 1, 1, 1, 2, 2, 3, 3, 5, 5)
"""Gold to raise a characteristic by one point, indexed by the value that it reaches (PG-3.3)."""


class Policy(FromOne):
    """Retreat policies: when a hero leaves a fight (PG-5.27)."""

    NEVER = 0
    """The hero fights to the end."""
    FIRST_DEATH = 1
    """The hero leaves once somebody on his side has died or was saved by an emergency cure."""
    WOUNDED = 2
    """The hero leaves as under FIRST_DEATH, or when half of his hit points or fewer are left."""


class Creature(FromOne):
    """Kinds of creatures (PG-3.4)."""

    GOBLIN = 0
    """Creature with 4 hit points, worth 1 gold."""
    ORC = 1
    """Creature with 8 hit points, worth 3 gold."""
    URAKAI = 2
    """Creature with 14 hit points, worth 6 gold."""
    DRAGON = 3
    """Creature with 30 hit points and two attacks, worth 25 gold."""


class CreatureRow(NamedTuple):
    """A row of the table of creatures: values of one kind (PG-3.4)."""

    strength: int
    weapon: int
    """Percent of the creature's strength that a hit does, before armor."""
    damage: int
    dexterity: int
    hp: int
    initiative: int
    absorb: int
    attacks: int
    gold: int
    watch: int
    letter: str
    """Letter that stands for the creature in views for people."""


# Damage is strength times weapon percent, rounded down; the rulebook lists all three, and so do the
# rows.
CREATURES_TABLE: tuple[CreatureRow, ...] = (
    CreatureRow(4, 75, 3, 6, 4, 6, 0, 1, 1, 1, "G"),
    CreatureRow(6, 75, 4, 7, 8, 5, 1, 1, 3, 2, "O"),
    CreatureRow(8, 75, 6, 8, 14, 6, 3, 1, 6, 3, "U"),
    CreatureRow(8, 100, 8, 8, 30, 8, 2, 2, 25, 4, "D"),
)
"""Values of each kind of creature, indexed by Creature (PG-3.4)."""
HERO_WATCH = 3
"""Watch of heroes: subtracted from the skill of a Thief who steals from them (PG-5.10)."""

_G, _O, _U = Creature.GOBLIN, Creature.ORC, Creature.URAKAI
ENCOUNTERS: tuple[tuple[tuple[Creature, ...], ...], ...] = (
    ((), (), (), (_G,), (_G,), (_G, _G)),
    ((), (_G, _G), (_G, _G), (_G, _G, _G), (_G, _G, _G), (_O, _G)),
    ((), (_G,) * 4, (_G,) * 4, (_O, _O), (_O, _O), (_O, _O, _G, _G)),
    ((_G,) * 4, (_O,) * 3, (_O,) * 3, (_U, _O), (_U, _O), (_U, _U)),
    ((_O,) * 4, (_U, _U), (_U, _U), (_U, _O, _O), (_U, _O, _O), (_U,) * 3),
)
"""Creatures that a room gets when the map is made, indexed by tier and by d6 - 1 (PG-2.7)."""
NUM_TIERS = 5
"""Number of tiers of the encounter table; higher tiers are rows closer to the hall (PG-2.7)."""
HALL_CREATURES = (Creature.DRAGON, Creature.URAKAI, Creature.URAKAI)
"""Creatures in the hall when the match begins, in their order (PG-2.7)."""


class ItemKind(enum.IntEnum):
    """Kinds of items: which slot of a hero they go to, or his spells, or the stash (PG-3.7)."""

    WEAPON = 0
    ARMOR = 1
    CHARM = 2
    BATTLEMAGIC = 3
    SPELL = 4
    CONSUMABLE = 5


NUM_SLOTS = 4
"""Number of a hero's slots: weapon, armor, charm and battlemagic, numbered as in ItemKind."""


class Item(FromOne):
    """Items by their number in the rulebook's table (PG-3.7)."""

    DAGGER = 0
    """Weapon: a hit does 50 % of STR."""
    MACE = 1
    """Weapon: a hit does 75 % of STR."""
    SHORT_SWORD = 2
    """Weapon: a hit does 75 % of STR."""
    LONG_SWORD = 3
    """Weapon: a hit does 100 % of STR."""
    GREAT_SWORD = 4
    """Weapon: a hit does 125 % of STR."""
    HOLY_MACE = 5
    """Weapon: a hit does 100 % of STR."""
    FLAME_SWORD = 6
    """Weapon: a hit does 150 % of STR."""
    LIGHT_ARMOR = 7
    """Armor: absorbs 1 point of each hit."""
    HEAVY_ARMOR = 8
    """Armor: absorbs 3 points of each hit, DEX -2."""
    RING = 9
    """Charm: absorbs 1 point of each hit."""
    BOOTS = 10
    """Charm: initiative +3."""
    GAUNTLETS = 11
    """Charm: STR +2."""
    CLOAK = 12
    """Charm: DEX +1."""
    MANA_STONE = 13
    """Charm: maximum of Mana +4."""
    MAGIC_MISSILE = 14
    """Battlemagic: 2d6 damage to the first enemy; 1 Mana."""
    SLEEP = 15
    """Battlemagic: the first d6 enemies that are no Dragons lose 2 turns each; 2 Mana."""
    LIGHTNING = 16
    """Battlemagic: 2d6 damage to each of the first two enemies; 2 Mana."""
    FIREBALL = 17
    """Battlemagic: 2d6 damage, rolled once, to all enemies; 3 Mana."""
    KNOCK = 18
    """Regular spell: frees a door of spikes."""
    SHIELD = 19
    """Regular spell: a hero absorbs 2 more points of each hit in this turn."""
    HASTE = 20
    """Regular spell: a hero has two weapon attacks instead of one in this turn."""
    SCRY = 21
    """Regular spell: full knowledge of any room."""
    TELEPORT = 22
    """Regular spell: takes a hero to his seat's entry room."""
    SPIKES = 23
    """Consumable: used up by a Thief who spikes a door."""
    TRAP_KIT = 24
    """Consumable: used up by a Thief who sets a trap in a room."""
    POTION = 25
    """Consumable: heals 2d6 hit points."""


NUM_ITEMS = len(Item)
"""Number of different items."""


class ItemRow(NamedTuple):
    """A row of the table of items: values of one item (PG-3.7)."""

    kind: ItemKind
    gold: int
    users: frozenset[HeroClass]
    """Classes of heroes that can equip the item; empty for consumables, which nobody equips."""
    is_in_setup: bool
    """Whether the item belongs to the limited set that can be bought at setup (PG-2.10)."""
    weight: int
    """Weight in the draw of a market slot: the item's chance is this over `MARKET_WEIGHT`
    (PG-5.1a).
    """
    weapon: int = 0
    """Percent of STR that a hit with the weapon does; 0 if the item is no weapon."""
    absorb: int = 0
    strength: int = 0
    dexterity: int = 0
    initiative: int = 0
    mana: int = 0
    """Of a charm: added to the maximum of Mana. Of battlemagic: Mana that one cast costs
    (PG-5.24).
    """


def _users(letters: str) -> frozenset[HeroClass]:
    # The letters are in the order of HeroClass, as in the rulebook's column `users`.
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
"""Values of each item, indexed by Item (PG-3.7, PG-5.24)."""
DEFAULT_ITEMS: tuple[tuple[Item, ...], ...] = (
    (Item.LONG_SWORD, Item.LIGHT_ARMOR),
    (Item.MACE,),
    (Item.MAGIC_MISSILE,),
    (Item.SHORT_SWORD,),
)
"""Items that a hero of the default party has, indexed by HeroClass (PG-2.13)."""
MARKET_WEIGHT = sum(row.weight for row in ITEMS)
"""Sum of all items' weights: the number of sides of the die that draws a market slot (PG-5.1a)."""


class Board(FromOne):
    """Leader boards: five rankings of the seats that decide order and ties (PG-3.8)."""

    ORDER = 0
    """Order of seats in which hero orders are carried out; with HIRE, breaks ties of hire bids."""
    MOVE = 1
    """Order of seats in which heroes move."""
    HIRE = 2
    """With ORDER, breaks ties of hire bids: the lower sum of both places wins."""
    BUY = 3
    """Order of seats in which they buy from the market."""
    TIE = 4
    """Breaks all other ties in favour of the seat that is higher on this board."""


NUM_BOARDS = len(Board)
"""Number of leader boards."""


class Spell(FromOne):
    """Regular spells, which Wizards cast outside fights (PG-5.9)."""

    NOISE = 0
    """1 Mana; on the caster's room or a neighbouring one, to which nobody then retreats this
    turn.
    """
    LURE = 1
    """2 Mana; draws the creatures of a neighbouring room, with their hoard, into the caster's
    room.
    """
    KNOCK = 2
    """1 Mana; frees the door to a neighbouring room of spikes."""
    SHIELD = 3
    """1 Mana; an own hero in the room absorbs 2 more points of each hit in this turn."""
    HASTE = 4
    """2 Mana; an own hero in the room has two weapon attacks instead of one in this turn."""
    SCRY = 5
    """3 Mana; raises the seat's knowledge of any room to level 4."""
    TELEPORT = 6
    """3 Mana; takes an own hero in the room to his seat's entry room."""


class SpellRow(NamedTuple):
    """A row of the table of regular spells (PG-5.9)."""

    mana: int
    item: Item | None
    """Item that the Wizard must have equipped to cast the spell; None if every Wizard knows the
    spell.
    """
    is_on_hero: bool = False
    """Whether an order to cast the spell names a hero in `target`; otherwise it names a room in
    `room`.
    """


SPELLS: tuple[SpellRow, ...] = (
    SpellRow(1, None),
    SpellRow(2, None),
    SpellRow(1, Item.KNOCK),
    SpellRow(1, Item.SHIELD, is_on_hero=True),
    SpellRow(2, Item.HASTE, is_on_hero=True),
    SpellRow(3, Item.SCRY),
    SpellRow(3, Item.TELEPORT, is_on_hero=True),
)
"""Mana, item and target of each regular spell, indexed by Spell (PG-5.9)."""
SHIELD_ABSORB = 2
"""Points of each hit that the spell SHIELD absorbs, in addition to armor and charm (PG-3.1)."""


class Code(FromOne):
    """Result of an order: OK, or the reason why it was refused (PG-4.11)."""

    OK = 0
    """The order was carried out."""
    BAD_MESSAGE = 1
    """The message is unreadable; the default action was played."""
    TOO_MANY = 2
    """The entry is beyond `max_orders`, or beyond the bound of its list."""
    BAD_FIELD = 3
    """Unknown name, missing field, value or id out of range, empty or overlong path, own seat as
    trade partner.
    """
    NO_HERO = 4
    """The seat has no living hero with this id."""
    BAD_CLASS = 5
    """The hero's class cannot do or use this."""
    DUPLICATE = 6
    """The hero has an action already; second bid on one candidate; slot listed twice."""
    NOT_OPEN = 7
    """The leader board takes no bids this turn, nobody is hired this turn, or the item is not in
    the limited set of setup.
    """
    NO_GOLD = 8
    """The order costs more than the treasury holds at that moment."""
    BELOW_MIN = 9
    """The hire bid is under the price of the candidate's class."""
    PARTY_FULL = 10
    """The seat has `max_heroes` living heroes already."""
    OUTBID = 11
    """Another seat won the hire auction."""
    TAKEN = 12
    """The market slot was bought by a seat higher on the BUY board."""
    NO_ITEM = 13
    """The item is not in the stash, or not on the hero."""
    ALREADY = 14
    """The spell is already held, the door already spiked, or the room already has a trap."""
    NOT_HOME = 15
    """The hero is not in his seat's entry room."""
    NO_GOODS = 16
    """The gems, gold or item to be given are not there."""
    NO_MATCH = 17
    """No offer is the reverse of the trade offer, which stands for one turn."""
    NO_MANA = 18
    """The hero has too little Mana."""
    NOT_KNOWN = 19
    """The Wizard does not have the spell equipped."""
    NO_DOOR = 20
    """No door joins the two rooms."""
    SPIKED = 21
    """The door to pass is spiked."""
    NOT_SPIKED = 22
    """The door to free of spikes is not spiked."""
    GATE = 23
    """The room is another seat's entry room; or LURE into an entry room."""
    BLOCKED = 24
    """The room was entered this turn by another seat, or by creatures."""
    ENGAGED = 25
    """The hero is in a room with creatures or heroes of other seats, so he cannot move."""
    BAD_TARGET = 26
    """The target is dead or elsewhere, or the order makes no sense on it."""
    IMMUNE = 27
    """A Dragon is among the creatures, so they cannot be lured."""
    MORE = 28
    """Stands for all further refusals of one message after the first 32 (AM-3)."""


class OrderList(FromOne):
    """Part of a seat's message that a result refers to."""

    MESSAGE = 0
    """The whole message."""
    SHUFFLE = 1
    """Gold that is bid on the leader boards, by board."""
    HIRE = 2
    """Bids on candidates of the hire auction."""
    BUY = 3
    """Market slots to buy."""
    HEROES = 4
    """Orders to heroes; at setup, the heroes to buy."""
    IMPROVE = 5
    """At setup: points by which a hero's characteristics are raised, by Stat."""
    ITEMS = 6
    """At setup: items to buy for a hero."""
    STASH = 7
    """At setup: items to buy for the seat's stash."""
    BIDS = 8
    """At setup: gold that is bid on the leader boards, by board."""


class Cause(FromOne):
    """Why a seat's gold changed (PG-6.5)."""

    HERO = 0
    """The seat paid for a hero at setup."""
    IMPROVEMENT = 1
    """The seat paid for raising a hero's characteristic at setup."""
    ITEM = 2
    """The seat paid for an item at setup."""
    BID = 3
    """The seat paid its bid on a leader board, at setup or in a later turn."""
    HIRED = 4
    """The seat paid for a hero whom it hired in an auction."""
    BOUGHT = 5
    """The seat paid for an item from the market."""
    TRADE = 6
    """The seat's hero traded with another seat's hero."""
    LOOT = 7
    """The seat picked up gold from a room's floor."""
    CACHE = 8
    """A Thief of the seat found a hidden cache."""
    STOLEN = 9
    """A Thief of the seat stole gold from the hoard of creatures."""
    ROOMS = 10
    """The seat got the bonus gold for the most rooms, at the end of the match."""
    SURVIVORS = 11
    """The seat got the bonus gold for the most living heroes, at the end of the match."""


class EndCause(FromOne):
    """Why the match ended (PG-7.1)."""

    EXPLORED = 0
    """Every room has been entered."""
    FEW_ROOMS = 1
    """At most `end_rooms` rooms were unexplored, and dice then ended the match."""
    LATE = 2
    """The turn was after `late_turn`, and dice then ended the match."""
    NO_HEROES = 3
    """No seat has a living hero."""
    MAX_TURNS = 4
    """Turn `max_turns` is over."""


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
    fields={"Steal.gem": Gem, "Stolen.gem": Gem, "FinalSeat.qualified": Gem},
    lists={
        **dict.fromkeys(
            [
                *("ScenarioRoom.hoard_gems", "Pass.gems", "Deposit.gems", "Withdraw.gems"),
                *("Goods.gems", "Hoard.gems", "Floor.gems", "Hero.gems", "Own.vault"),
                *("Looted.gems", "FinalSeat.gems"),
            ],
            Gem,
        ),
        **dict.fromkeys(["HeroSpec.improve", "Candidate.stats", "Hero.stats"], Stat),
    },
)
"""Rule tables of Proving Grounds that are published to bots and shown to people."""
