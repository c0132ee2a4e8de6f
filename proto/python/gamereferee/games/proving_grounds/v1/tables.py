"""Rule tables of Proving Grounds, as the referee has them. Generated from the game's own; do not edit."""

from __future__ import annotations

import enum
from typing import Final, NamedTuple

__all__ = [
    "Gem",
    "Direction",
    "Stat",
    "HeroClass",
    "Policy",
    "Creature",
    "ItemKind",
    "Item",
    "Board",
    "Spell",
    "MAX_LEVEL",
    "BEST",
    "WORST",
    "UNARMED",
    "MOST_ITEMS",
    "MOST_STASH",
    "MOST_IMPROVEMENT",
    "PREPARATION",
    "SLEEP_TURNS",
    "THIEF_SKILL",
    "FORCING",
    "BLOW",
    "MOST_STOLEN",
    "SCOUTED_LEVEL",
    "CLW_MANA",
    "CSW_MANA",
    "BLESS_MANA",
    "CSW_BONUS",
    "CAUGHT",
    "REST_HP",
    "HERO_WATCH",
    "SHIELD_ABSORB",
    "NUM_TIERS",
    "NUM_SLOTS",
    "NUM_BOARDS",
    "MARKET_WEIGHT",
    "CLASSES",
    "IMPROVEMENT_PRICES",
    "CREATURES_TABLE",
    "ENCOUNTERS",
    "HALL_CREATURES",
    "ITEMS",
    "DEFAULT_ITEMS",
    "SPELLS",
    "ClassRow",
    "CreatureRow",
    "ItemRow",
    "SpellRow",
]


class Gem(enum.IntEnum):
    """Kinds of gems; the first K are in play: half the seats, rounded up, at least 2 (PG-2.2)."""

    RUBY = 0
    SAPPHIRE = 1
    EMERALD = 2
    DIAMOND = 3


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


class HeroClass(enum.IntEnum):
    """Classes of heroes (PG-3.2)."""

    FIGHTER = 0
    """Fighter: strong; the only class that can use the heaviest weapons."""
    CLERIC = 1
    """Cleric: heals and blesses; saves a dying hero once in each fight."""
    WIZARD = 2
    """Wizard: casts regular spells, and battlemagic in fights."""
    THIEF = 3
    """Thief: finds caches, scouts, steals, and handles spikes and traps."""


class Policy(enum.IntEnum):
    """Retreat policies: when a hero leaves a fight (PG-5.27)."""

    NEVER = 0
    """The hero fights to the end."""
    FIRST_DEATH = 1
    """The hero leaves once somebody on his side has died or was saved by an emergency cure."""
    WOUNDED = 2
    """The hero leaves as under FIRST_DEATH, or when half of his hit points or fewer are left."""


class Creature(enum.IntEnum):
    """Kinds of creatures (PG-3.4)."""

    GOBLIN = 0
    """Creature with 4 hit points, worth 1 gold."""
    ORC = 1
    """Creature with 8 hit points, worth 3 gold."""
    URAKAI = 2
    """Creature with 14 hit points, worth 6 gold."""
    DRAGON = 3
    """Creature with 30 hit points and two attacks, worth 25 gold."""


class ItemKind(enum.IntEnum):
    """Kinds of items: which slot of a hero they go to, or his spells, or the stash (PG-3.7)."""

    WEAPON = 0
    ARMOR = 1
    CHARM = 2
    BATTLEMAGIC = 3
    SPELL = 4
    CONSUMABLE = 5


class Item(enum.IntEnum):
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


class Board(enum.IntEnum):
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


class Spell(enum.IntEnum):
    """Regular spells, which Wizards cast outside fights (PG-5.9)."""

    NOISE = 0
    """1 Mana; on the caster's room or a neighbouring one, to which nobody then retreats this
turn."""
    LURE = 1
    """2 Mana; draws the creatures of a neighbouring room, with their hoard, into the caster's
room."""
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


class ClassRow(NamedTuple):
    """A row of the table of hero classes (PG-3.2)."""

    price: int
    """Gold to buy a hero of the class; the lowest bid when one is hired."""
    stats: tuple[int, int, int, int, int]
    """Base values of a new hero's five characteristics, indexed by Stat."""
    letter: str
    """Letter that stands for the class in views for people."""


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
(PG-5.1a)."""
    weapon: int
    """Percent of STR that a hit with the weapon does; 0 if the item is no weapon."""
    absorb: int
    strength: int
    dexterity: int
    initiative: int
    mana: int
    """Of a charm: added to the maximum of Mana. Of battlemagic: Mana that one cast costs
(PG-5.24)."""


class SpellRow(NamedTuple):
    """A row of the table of regular spells (PG-5.9)."""

    mana: int
    item: Item | None
    """Item that the Wizard must have equipped to cast the spell; None if every Wizard knows the
spell."""
    is_on_hero: bool
    """Whether an order to cast the spell names a hero in `target`; otherwise it names a room in
`room`."""


MAX_LEVEL: Final = 4
"""Highest level of a seat's knowledge of a room, reached by entering the room (PG-6.2)."""
BEST: Final = 12
"""Highest base value of a characteristic; the lowest is 2 (PG-3.1)."""
WORST: Final = 2
"""Lowest base value of a characteristic (PG-3.1)."""
UNARMED: Final = 25
"""Percent of a hero's strength that a hit does without a weapon (PG-3.7)."""
MOST_ITEMS: Final = 12
"""Highest number of items that one hero may be bought at setup (PG-2.11)."""
MOST_STASH: Final = 32
"""Highest number of items that a seat may buy for its stash at setup (PG-2.11)."""
MOST_IMPROVEMENT: Final = 10
"""Highest number of points that one characteristic may be raised by at setup (PG-2.11)."""
PREPARATION: Final = 3
"""Turns in a fight that a Wizard prepares before each cast of battlemagic after his first
(PG-5.22)."""
SLEEP_TURNS: Final = 2
"""Turns in a fight that a target of the SLEEP spell loses (PG-5.24)."""
THIEF_SKILL: Final = 2
"""Added to a Thief's effective DEX to get his thief skill (PG-3.1)."""
FORCING: Final = 2
"""Added to a hero's effective STR to get the number that 3d6 must not exceed to break spikes
(PG-5.8)."""
BLOW: Final = 2
"""Added to the d6 of damage by a trap, or by a blow at a caught Thief (PG-5.10, PG-5.13)."""
MOST_STOLEN: Final = 5
"""Most gold that one theft takes from a creatures' hoard without gems (PG-5.10)."""
SCOUTED_LEVEL: Final = 3
"""Level of knowledge to which SCOUT raises the room behind a door (PG-5.8)."""
CLW_MANA: Final = 1
"""Mana costs of a Cleric's cure light wounds, cure serious wounds and bless (PG-4.6)."""
CSW_MANA: Final = 2
"""Mana costs of a Cleric's cure light wounds, cure serious wounds and bless (PG-4.6)."""
BLESS_MANA: Final = 2
"""Mana costs of a Cleric's cure light wounds, cure serious wounds and bless (PG-4.6)."""
CSW_BONUS: Final = 3
"""Added to the 2d6 hit points that cure serious wounds heals (PG-5.8)."""
CAUGHT: Final = 3
"""A Thief is struck if his 3d6 exceed the needed number by this much or more (PG-5.10)."""
REST_HP: Final = 2
"""Hit points that a hero regains by resting for one turn (PG-5.31)."""
HERO_WATCH: Final = 3
"""Watch of heroes: subtracted from the skill of a Thief who steals from them (PG-5.10)."""
SHIELD_ABSORB: Final = 2
"""Points of each hit that the spell SHIELD absorbs, in addition to armor and charm (PG-3.1)."""
NUM_TIERS: Final = 5
"""Number of tiers of the encounter table; higher tiers are rows closer to the hall (PG-2.7)."""
NUM_SLOTS: Final = 4
"""Number of a hero's slots: weapon, armor, charm and battlemagic, numbered as in ItemKind."""
NUM_BOARDS: Final = 5
"""Number of leader boards."""
MARKET_WEIGHT: Final = 48
"""Sum of all items' weights: the number of sides of the die that draws a market slot (PG-5.1a)."""
CLASSES: Final[tuple[ClassRow, ...]] = (
    ClassRow(price=12, stats=(8, 7, 8, 4, 5), letter="F"),  # FIGHTER
    ClassRow(price=16, stats=(6, 6, 7, 7, 7), letter="C"),  # CLERIC
    ClassRow(price=14, stats=(4, 7, 5, 9, 6), letter="W"),  # WIZARD
    ClassRow(price=10, stats=(5, 9, 6, 6, 8), letter="T"),  # THIEF
)
"""Price, base values and letter of each hero class, indexed by HeroClass (PG-3.2)."""
IMPROVEMENT_PRICES: Final[tuple[int, ...]] = (
    0,
    0,
    1,
    1,
    1,
    1,
    1,
    2,
    2,
    3,
    3,
    5,
    5,
)
"""Gold to raise a characteristic by one point, indexed by the value that it reaches (PG-3.3)."""
CREATURES_TABLE: Final[tuple[CreatureRow, ...]] = (
    CreatureRow(strength=4, weapon=75, damage=3, dexterity=6, hp=4, initiative=6, absorb=0, attacks=1, gold=1, watch=1, letter="G"),  # GOBLIN
    CreatureRow(strength=6, weapon=75, damage=4, dexterity=7, hp=8, initiative=5, absorb=1, attacks=1, gold=3, watch=2, letter="O"),  # ORC
    CreatureRow(strength=8, weapon=75, damage=6, dexterity=8, hp=14, initiative=6, absorb=3, attacks=1, gold=6, watch=3, letter="U"),  # URAKAI
    CreatureRow(strength=8, weapon=100, damage=8, dexterity=8, hp=30, initiative=8, absorb=2, attacks=2, gold=25, watch=4, letter="D"),  # DRAGON
)
"""Values of each kind of creature, indexed by Creature (PG-3.4)."""
ENCOUNTERS: Final[tuple[tuple[tuple[Creature, ...], ...], ...]] = (
    ((), (), (), (Creature.GOBLIN,), (Creature.GOBLIN,), (Creature.GOBLIN, Creature.GOBLIN)),
    ((), (Creature.GOBLIN, Creature.GOBLIN), (Creature.GOBLIN, Creature.GOBLIN), (Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN), (Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN), (Creature.ORC, Creature.GOBLIN)),
    ((), (Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN), (Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN), (Creature.ORC, Creature.ORC), (Creature.ORC, Creature.ORC), (Creature.ORC, Creature.ORC, Creature.GOBLIN, Creature.GOBLIN)),
    ((Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN), (Creature.ORC, Creature.ORC, Creature.ORC), (Creature.ORC, Creature.ORC, Creature.ORC), (Creature.URAKAI, Creature.ORC), (Creature.URAKAI, Creature.ORC), (Creature.URAKAI, Creature.URAKAI)),
    ((Creature.ORC, Creature.ORC, Creature.ORC, Creature.ORC), (Creature.URAKAI, Creature.URAKAI), (Creature.URAKAI, Creature.URAKAI), (Creature.URAKAI, Creature.ORC, Creature.ORC), (Creature.URAKAI, Creature.ORC, Creature.ORC), (Creature.URAKAI, Creature.URAKAI, Creature.URAKAI)),
)
"""Creatures that a room gets when the map is made, indexed by tier and by d6 - 1 (PG-2.7)."""
HALL_CREATURES: Final[tuple[Creature, ...]] = (
    Creature.DRAGON,
    Creature.URAKAI,
    Creature.URAKAI,
)
"""Creatures in the hall when the match begins, in their order (PG-2.7)."""
ITEMS: Final[tuple[ItemRow, ...]] = (
    ItemRow(kind=ItemKind.WEAPON, gold=1, users=frozenset({HeroClass.FIGHTER, HeroClass.CLERIC, HeroClass.WIZARD, HeroClass.THIEF}), is_in_setup=True, weight=2, weapon=50, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # DAGGER
    ItemRow(kind=ItemKind.WEAPON, gold=3, users=frozenset({HeroClass.FIGHTER, HeroClass.CLERIC}), is_in_setup=True, weight=3, weapon=75, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # MACE
    ItemRow(kind=ItemKind.WEAPON, gold=3, users=frozenset({HeroClass.FIGHTER, HeroClass.THIEF}), is_in_setup=True, weight=3, weapon=75, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # SHORT_SWORD
    ItemRow(kind=ItemKind.WEAPON, gold=6, users=frozenset({HeroClass.FIGHTER}), is_in_setup=True, weight=4, weapon=100, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # LONG_SWORD
    ItemRow(kind=ItemKind.WEAPON, gold=10, users=frozenset({HeroClass.FIGHTER}), is_in_setup=True, weight=2, weapon=125, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # GREAT_SWORD
    ItemRow(kind=ItemKind.WEAPON, gold=8, users=frozenset({HeroClass.CLERIC}), is_in_setup=False, weight=1, weapon=100, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # HOLY_MACE
    ItemRow(kind=ItemKind.WEAPON, gold=14, users=frozenset({HeroClass.FIGHTER}), is_in_setup=False, weight=1, weapon=150, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # FLAME_SWORD
    ItemRow(kind=ItemKind.ARMOR, gold=4, users=frozenset({HeroClass.FIGHTER, HeroClass.CLERIC, HeroClass.THIEF}), is_in_setup=True, weight=4, weapon=0, absorb=1, strength=0, dexterity=0, initiative=0, mana=0),  # LIGHT_ARMOR
    ItemRow(kind=ItemKind.ARMOR, gold=10, users=frozenset({HeroClass.FIGHTER, HeroClass.CLERIC}), is_in_setup=True, weight=3, weapon=0, absorb=3, strength=0, dexterity=-2, initiative=0, mana=0),  # HEAVY_ARMOR
    ItemRow(kind=ItemKind.CHARM, gold=8, users=frozenset({HeroClass.FIGHTER, HeroClass.CLERIC, HeroClass.WIZARD, HeroClass.THIEF}), is_in_setup=False, weight=1, weapon=0, absorb=1, strength=0, dexterity=0, initiative=0, mana=0),  # RING
    ItemRow(kind=ItemKind.CHARM, gold=5, users=frozenset({HeroClass.FIGHTER, HeroClass.CLERIC, HeroClass.WIZARD, HeroClass.THIEF}), is_in_setup=False, weight=1, weapon=0, absorb=0, strength=0, dexterity=0, initiative=3, mana=0),  # BOOTS
    ItemRow(kind=ItemKind.CHARM, gold=7, users=frozenset({HeroClass.FIGHTER, HeroClass.CLERIC, HeroClass.THIEF}), is_in_setup=False, weight=1, weapon=0, absorb=0, strength=2, dexterity=0, initiative=0, mana=0),  # GAUNTLETS
    ItemRow(kind=ItemKind.CHARM, gold=9, users=frozenset({HeroClass.FIGHTER, HeroClass.CLERIC, HeroClass.WIZARD, HeroClass.THIEF}), is_in_setup=False, weight=1, weapon=0, absorb=0, strength=0, dexterity=1, initiative=0, mana=0),  # CLOAK
    ItemRow(kind=ItemKind.CHARM, gold=6, users=frozenset({HeroClass.CLERIC, HeroClass.WIZARD}), is_in_setup=False, weight=1, weapon=0, absorb=0, strength=0, dexterity=0, initiative=0, mana=4),  # MANA_STONE
    ItemRow(kind=ItemKind.BATTLEMAGIC, gold=4, users=frozenset({HeroClass.WIZARD}), is_in_setup=True, weight=2, weapon=0, absorb=0, strength=0, dexterity=0, initiative=0, mana=1),  # MAGIC_MISSILE
    ItemRow(kind=ItemKind.BATTLEMAGIC, gold=6, users=frozenset({HeroClass.WIZARD}), is_in_setup=True, weight=2, weapon=0, absorb=0, strength=0, dexterity=0, initiative=0, mana=2),  # SLEEP
    ItemRow(kind=ItemKind.BATTLEMAGIC, gold=8, users=frozenset({HeroClass.WIZARD}), is_in_setup=False, weight=2, weapon=0, absorb=0, strength=0, dexterity=0, initiative=0, mana=2),  # LIGHTNING
    ItemRow(kind=ItemKind.BATTLEMAGIC, gold=12, users=frozenset({HeroClass.WIZARD}), is_in_setup=False, weight=2, weapon=0, absorb=0, strength=0, dexterity=0, initiative=0, mana=3),  # FIREBALL
    ItemRow(kind=ItemKind.SPELL, gold=2, users=frozenset({HeroClass.WIZARD}), is_in_setup=True, weight=1, weapon=0, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # KNOCK
    ItemRow(kind=ItemKind.SPELL, gold=4, users=frozenset({HeroClass.WIZARD}), is_in_setup=True, weight=1, weapon=0, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # SHIELD
    ItemRow(kind=ItemKind.SPELL, gold=5, users=frozenset({HeroClass.WIZARD}), is_in_setup=False, weight=1, weapon=0, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # HASTE
    ItemRow(kind=ItemKind.SPELL, gold=4, users=frozenset({HeroClass.WIZARD}), is_in_setup=False, weight=1, weapon=0, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # SCRY
    ItemRow(kind=ItemKind.SPELL, gold=5, users=frozenset({HeroClass.WIZARD}), is_in_setup=False, weight=1, weapon=0, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # TELEPORT
    ItemRow(kind=ItemKind.CONSUMABLE, gold=1, users=frozenset(), is_in_setup=True, weight=2, weapon=0, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # SPIKES
    ItemRow(kind=ItemKind.CONSUMABLE, gold=2, users=frozenset(), is_in_setup=True, weight=2, weapon=0, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # TRAP_KIT
    ItemRow(kind=ItemKind.CONSUMABLE, gold=3, users=frozenset(), is_in_setup=True, weight=3, weapon=0, absorb=0, strength=0, dexterity=0, initiative=0, mana=0),  # POTION
)
"""Values of each item, indexed by Item (PG-3.7, PG-5.24)."""
DEFAULT_ITEMS: Final[tuple[tuple[Item, ...], ...]] = (
    (Item.LONG_SWORD, Item.LIGHT_ARMOR),  # FIGHTER
    (Item.MACE,),  # CLERIC
    (Item.MAGIC_MISSILE,),  # WIZARD
    (Item.SHORT_SWORD,),  # THIEF
)
"""Items that a hero of the default party has, indexed by HeroClass (PG-2.13)."""
SPELLS: Final[tuple[SpellRow, ...]] = (
    SpellRow(mana=1, item=None, is_on_hero=False),  # NOISE
    SpellRow(mana=2, item=None, is_on_hero=False),  # LURE
    SpellRow(mana=1, item=Item.KNOCK, is_on_hero=False),  # KNOCK
    SpellRow(mana=1, item=Item.SHIELD, is_on_hero=True),  # SHIELD
    SpellRow(mana=2, item=Item.HASTE, is_on_hero=True),  # HASTE
    SpellRow(mana=3, item=Item.SCRY, is_on_hero=False),  # SCRY
    SpellRow(mana=3, item=Item.TELEPORT, is_on_hero=True),  # TELEPORT
)
"""Mana, item and target of each regular spell, indexed by Spell (PG-5.9)."""
