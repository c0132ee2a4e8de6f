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
    """Kinds of gems; the first K are in play (PG-2.2)."""

    RUBY = 0
    SAPPHIRE = 1
    EMERALD = 2
    DIAMOND = 3


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


class HeroClass(enum.IntEnum):
    """Classes of heroes (PG-3.2)."""

    FIGHTER = 0
    """Strong, and the only one with the heaviest weapons."""
    CLERIC = 1
    """Heals, blesses, and saves the dying."""
    WIZARD = 2
    """Casts spells and battlemagic."""
    THIEF = 3
    """Searches, scouts, spikes, traps and steals."""


class Policy(enum.IntEnum):
    """Retreat policies (PG-5.27)."""

    NEVER = 0
    """Fights to the end."""
    FIRST_DEATH = 1
    """Leaves once somebody of his side has died or was saved."""
    WOUNDED = 2
    """Leaves then, or when he has half of his hit points or less."""


class Creature(enum.IntEnum):
    """Kinds of creatures (PG-3.4)."""

    GOBLIN = 0
    """4 hit points, 1 gold."""
    ORC = 1
    """8 hit points, 3 gold."""
    URAKAI = 2
    """14 hit points, 6 gold."""
    DRAGON = 3
    """30 hit points, 25 gold, two attacks."""


class ItemKind(enum.IntEnum):
    """Where an item goes (PG-3.7)."""

    WEAPON = 0
    ARMOR = 1
    CHARM = 2
    BATTLEMAGIC = 3
    SPELL = 4
    CONSUMABLE = 5


class Item(enum.IntEnum):
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


class Board(enum.IntEnum):
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


class Spell(enum.IntEnum):
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


class ClassRow(NamedTuple):
    """A row of the table of classes (PG-3.2)."""

    price: int
    """Gold."""
    stats: tuple[int, int, int, int, int]
    """Base values by Stat."""
    letter: str
    """For people."""


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
    weapon: int
    """Percent of STR."""
    absorb: int
    strength: int
    dexterity: int
    initiative: int
    mana: int
    """Of a charm: added to the maximum; of battlemagic: what a cast takes (PG-5.24)."""


class SpellRow(NamedTuple):
    """A row of the table of spells (PG-5.9)."""

    mana: int
    item: Item | None
    """What must be equipped; None for what every Wizard knows."""
    is_on_hero: bool
    """Whether its field is `target`; else it is `room`."""


MAX_LEVEL: Final = 4
"""Highest knowledge level (PG-6.2)."""
BEST: Final = 12
"""Highest base value of a characteristic; the lowest is 2 (PG-3.1)."""
WORST: Final = 2
"""Lowest base value of a characteristic (PG-3.1)."""
UNARMED: Final = 25
"""Percent of a hero without a weapon (PG-3.7)."""
MOST_ITEMS: Final = 12
"""Items of a hero at setup (PG-2.11)."""
MOST_STASH: Final = 32
"""Items for the stash at setup (PG-2.11)."""
MOST_IMPROVEMENT: Final = 10
"""Points of a characteristic at setup (PG-2.11)."""
PREPARATION: Final = 3
"""Turns between two casts of battlemagic (PG-5.22)."""
SLEEP_TURNS: Final = 2
"""Turns that a sleeper loses (PG-5.24)."""
THIEF_SKILL: Final = 2
"""What a Thief's skill is above eDEX (PG-3.1)."""
FORCING: Final = 2
"""What is added to eSTR for breaking spikes (PG-5.8)."""
BLOW: Final = 2
"""What is added to the d6 of a trap, or of a blow at a Thief (PG-5.10, PG-5.13)."""
MOST_STOLEN: Final = 5
"""Gold that a theft from a hoard without gems brings at most (PG-5.10)."""
SCOUTED_LEVEL: Final = 3
"""Level of a room that a Thief at its door learns with SCOUT (PG-5.8)."""
CLW_MANA: Final = 1
"""Mana of a Cleric's actions (PG-4.6)."""
CSW_MANA: Final = 2
"""Mana of a Cleric's actions (PG-4.6)."""
BLESS_MANA: Final = 2
"""Mana of a Cleric's actions (PG-4.6)."""
CSW_BONUS: Final = 3
"""What is added to the 2d6 of CSW (PG-5.8)."""
CAUGHT: Final = 3
"""By how much a theft must fail for the Thief to be struck (PG-5.10)."""
REST_HP: Final = 2
"""Hit points of a turn's rest (PG-5.31)."""
HERO_WATCH: Final = 3
"""Watch of heroes against a thief (PG-5.10)."""
SHIELD_ABSORB: Final = 2
"""What the spell SHIELD absorbs (PG-3.1)."""
NUM_TIERS: Final = 5
"""Tiers of the encounter table."""
NUM_SLOTS: Final = 4
"""Slots of a hero: weapon, armor, charm and battlemagic, numbered as ItemKind."""
NUM_BOARDS: Final = 5
"""Leader boards."""
MARKET_WEIGHT: Final = 48
"""Sides of the market's draw (PG-5.1a)."""
CLASSES: Final[tuple[ClassRow, ...]] = (
    ClassRow(price=12, stats=(8, 7, 8, 4, 5), letter="F"),  # FIGHTER
    ClassRow(price=16, stats=(6, 6, 7, 7, 7), letter="C"),  # CLERIC
    ClassRow(price=14, stats=(4, 7, 5, 9, 6), letter="W"),  # WIZARD
    ClassRow(price=10, stats=(5, 9, 6, 6, 8), letter="T"),  # THIEF
)
"""Classes, by HeroClass (PG-3.2)."""
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
"""Gold for raising a characteristic to this value (PG-3.3)."""
CREATURES_TABLE: Final[tuple[CreatureRow, ...]] = (
    CreatureRow(strength=4, weapon=75, damage=3, dexterity=6, hp=4, initiative=6, absorb=0, attacks=1, gold=1, watch=1, letter="G"),  # GOBLIN
    CreatureRow(strength=6, weapon=75, damage=4, dexterity=7, hp=8, initiative=5, absorb=1, attacks=1, gold=3, watch=2, letter="O"),  # ORC
    CreatureRow(strength=8, weapon=75, damage=6, dexterity=8, hp=14, initiative=6, absorb=3, attacks=1, gold=6, watch=3, letter="U"),  # URAKAI
    CreatureRow(strength=8, weapon=100, damage=8, dexterity=8, hp=30, initiative=8, absorb=2, attacks=2, gold=25, watch=4, letter="D"),  # DRAGON
)
"""Creatures, by Creature (PG-3.4)."""
ENCOUNTERS: Final[tuple[tuple[tuple[Creature, ...], ...], ...]] = (
    ((), (), (), (Creature.GOBLIN,), (Creature.GOBLIN,), (Creature.GOBLIN, Creature.GOBLIN)),
    ((), (Creature.GOBLIN, Creature.GOBLIN), (Creature.GOBLIN, Creature.GOBLIN), (Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN), (Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN), (Creature.ORC, Creature.GOBLIN)),
    ((), (Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN), (Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN), (Creature.ORC, Creature.ORC), (Creature.ORC, Creature.ORC), (Creature.ORC, Creature.ORC, Creature.GOBLIN, Creature.GOBLIN)),
    ((Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN, Creature.GOBLIN), (Creature.ORC, Creature.ORC, Creature.ORC), (Creature.ORC, Creature.ORC, Creature.ORC), (Creature.URAKAI, Creature.ORC), (Creature.URAKAI, Creature.ORC), (Creature.URAKAI, Creature.URAKAI)),
    ((Creature.ORC, Creature.ORC, Creature.ORC, Creature.ORC), (Creature.URAKAI, Creature.URAKAI), (Creature.URAKAI, Creature.URAKAI), (Creature.URAKAI, Creature.ORC, Creature.ORC), (Creature.URAKAI, Creature.ORC, Creature.ORC), (Creature.URAKAI, Creature.URAKAI, Creature.URAKAI)),
)
"""Creatures of a room by tier and d6 - 1 (PG-2.7)."""
HALL_CREATURES: Final[tuple[Creature, ...]] = (
    Creature.DRAGON,
    Creature.URAKAI,
    Creature.URAKAI,
)
"""Creatures in the hall (PG-2.7)."""
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
"""Items, by Item (PG-3.7, PG-5.24)."""
DEFAULT_ITEMS: Final[tuple[tuple[Item, ...], ...]] = (
    (Item.LONG_SWORD, Item.LIGHT_ARMOR),  # FIGHTER
    (Item.MACE,),  # CLERIC
    (Item.MAGIC_MISSILE,),  # WIZARD
    (Item.SHORT_SWORD,),  # THIEF
)
"""What a hero of the default party has, by HeroClass (PG-2.13)."""
SPELLS: Final[tuple[SpellRow, ...]] = (
    SpellRow(mana=1, item=None, is_on_hero=False),  # NOISE
    SpellRow(mana=2, item=None, is_on_hero=False),  # LURE
    SpellRow(mana=1, item=Item.KNOCK, is_on_hero=False),  # KNOCK
    SpellRow(mana=1, item=Item.SHIELD, is_on_hero=True),  # SHIELD
    SpellRow(mana=2, item=Item.HASTE, is_on_hero=True),  # HASTE
    SpellRow(mana=3, item=Item.SCRY, is_on_hero=False),  # SCRY
    SpellRow(mana=3, item=Item.TELEPORT, is_on_hero=True),  # TELEPORT
)
"""Spells, by Spell (PG-5.9)."""
