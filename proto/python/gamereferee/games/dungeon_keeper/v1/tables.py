"""Rule tables of Dungeon Keeper, as the referee has them. Generated from the game's own; do not edit."""

from __future__ import annotations

import enum
from typing import Final, NamedTuple

__all__ = [
    "MineKind",
    "Resource",
    "Rune",
    "Artifact",
    "Item",
    "Ability",
    "Kind",
    "Building",
    "Category",
    "Status",
    "Spell",
    "Roll",
    "LIGHT",
    "NEUTRAL",
    "CAPTURE_AP",
    "MAX_SOURCE_LEVEL",
    "SOURCE_GOLD",
    "SOURCE_RADIUS",
    "MELEE_RANGE",
    "RANGED_RANGE",
    "CLOSE",
    "WALL_BREAKER_ATTACK",
    "VAMPIRISM_HP",
    "KILL_MANA",
    "RUNE_MANA",
    "REPAIR_HP",
    "LUCK_BONUS",
    "TOWER_AP",
    "TOWER_ATTACK",
    "TOWER_RANGE",
    "SLOWING_RADIUS",
    "DIRECTIONS",
    "EXCHANGE_MANA",
    "UNITS",
    "SUMMONED",
    "BUILDINGS",
    "ARTIFACTS",
    "STATUSES",
    "SPELLS",
    "CHANCES",
    "UnitRow",
    "BuildingRow",
    "ArtifactRow",
    "StatusRow",
    "SpellRow",
]


class MineKind(enum.IntEnum):
    """What a mine holds (DK-3.2)."""

    GOLD = 0
    """Gold."""
    IRON = 1
    """Iron."""
    GEM = 2
    """Taldear."""


class Resource(enum.IntEnum):
    """What an Alchemy Lab makes out of mana, in the order of a seat's stocks (DK-4.11)."""

    GOLD = 0
    """1 mana each."""
    IRON = 1
    """3 mana each."""
    TALDEAR = 2
    """100 mana each."""


class Rune(enum.IntEnum):
    """Runes, in the order of the rulebook (DK-5.19)."""

    FIRE = 0
    """Of Fire."""
    DARKNESS = 1
    """Of Darkness."""
    DEATH = 2
    """Of Death."""


class Artifact(enum.IntEnum):
    """Artifacts (DK-3.11)."""

    SWORD = 0
    """Attack + 2."""
    ARMOUR = 1
    """Defence + 2."""
    AMULET = 2
    """10 hit points more."""
    CROWN = 3
    """1 action point more."""


class Item(enum.IntEnum):
    """What can lie on a cell (DK-3.3)."""

    CHEST = 0
    """Gold and taldear; how much is seen when it is picked up."""
    MANA_CRYSTAL = 1
    """Mana; how much is seen when it is picked up."""
    RUNE_FIRE = 2
    """Rune of Fire."""
    RUNE_DARKNESS = 3
    """Rune of Darkness."""
    RUNE_DEATH = 4
    """Rune of Death."""
    SWORD = 5
    """Artifact."""
    ARMOUR = 6
    """Artifact."""
    AMULET = 7
    """Artifact."""
    CROWN = 8
    """Artifact."""


class Ability(enum.IntFlag):
    """What a kind of unit can do beyond what everybody can (DK-3.7)."""

    MELEE = 1
    RANGED = 2
    DIG = 4
    MINE = 8
    BUILD = 16
    REPAIR = 32
    HEAL = 64
    SACRIFICE = 128
    PURIFY = 256
    ZEAL = 512
    WALL_BREAKER = 1024
    CONTROL_RESISTANCE = 2048
    FIRE_BREATH = 4096
    FIRE_STREAM = 8192
    FIRE_AURA = 16384
    EXHAUST = 32768
    POISON = 65536
    SUBJUGATE = 131072
    CANCEL_BLESSING = 262144
    CURSE_ABSORPTION = 524288
    REGENERATION = 1048576
    CURSED_BLADE = 2097152
    FEAR = 4194304
    DEATH_CLOUD = 8388608
    VAMPIRISM = 16777216
    DISPEL = 33554432


class Kind(enum.IntEnum):
    """Kinds of units (DK-3.7)."""

    IMP = 0
    """Worker."""
    BES = 1
    """Basic fighter."""
    PRIEST = 2
    """Devoted servant."""
    GRASDIR = 3
    """Swift flyer."""
    KERUB = 4
    """Horned, winged, with a scythe."""
    SIEGE_BEAST = 5
    """Huge overfed bes."""
    OGNEVIK = 6
    """Fire breather."""
    IFRIT = 7
    """Fast and strong, burns what is near."""
    ANGUTHEI = 8
    """Demon of the dark."""
    KADET = 9
    """Black sorcerer."""
    SUCCUBUS = 10
    """Subjugates others."""
    AGGEL = 11
    """Angel of darkness."""
    MOONGLAIR = 12
    """Ghost sorcerer."""
    LICH = 13
    """Risen sorcerer."""
    VAMPIRE = 14
    """Heals by what it strikes."""
    YAFALEN = 15
    """Void spirit."""
    HERO = 16
    """The light Hero."""
    GNOME = 17
    """The Hero's gnome."""


class Building(enum.IntEnum):
    """Kinds of buildings (DK-3.9)."""

    ALTAR = 0
    """Its loss eliminates the seat."""
    SOURCE = 1
    """Source of Power; gives mana."""
    CIRCLE = 2
    """Circle of Summoning."""
    BATTLE_TOWER = 3
    """Shoots."""
    SLOWING_TOWER = 4
    """Takes action points."""
    ARMOURY = 5
    """Forges artifacts."""
    WALL = 6
    """Nobody's."""
    ALCHEMY_LAB = 7
    """Makes resources out of mana."""
    HOSPITAL = 8
    """Heals."""


class Category(enum.IntEnum):
    """What sort of status a spell puts on (DK-3.12)."""

    BUFF = 0
    DEBUFF = 1
    INSTANT = 2


class Status(enum.IntEnum):
    """Statuses that do not stack, in the order of their columns (DK-3.13)."""

    HASTE = 0
    """Buff."""
    SLOW = 1
    """Debuff."""
    RAGE = 2
    """Buff."""
    WEAKNESS = 3
    """Debuff."""
    IRON_SKIN = 4
    """Buff."""
    CORRUPTION = 5
    """Debuff."""
    EXHAUSTION = 6
    """Debuff: attack and defence - 1."""
    BERSERK = 7
    """Buff."""
    MAGIC_ABSORPTION = 8
    """Buff."""
    GHOSTLINESS = 9
    """Buff."""
    LUCK = 10
    """Buff."""
    CURSED_BLADE = 11
    """Debuff: defence - 1 a stack (DK-5.42)."""
    FEAR = 12
    """Debuff: an action point a count (DK-5.43)."""
    POISON = 13
    """4 hit points a turn (DK-5.44)."""


class Spell(enum.IntEnum):
    """Spells (DK-3.12)."""

    HASTE = 0
    """1 action point at once, for an own unit."""
    SLOW = 1
    """1 action point less, for an enemy."""
    RAGE = 2
    """Attack + 1, for an own unit."""
    WEAKNESS = 3
    """Attack - 1, for an enemy."""
    IRON_SKIN = 4
    """Defence + 1, for an own unit."""
    CORRUPTION = 5
    """Defence - 1, for an enemy."""
    HEALING = 6
    """5 hit points, for an own or allied unit."""
    DISPEL = 7
    """Removes debuffs and poison from an own or allied unit."""
    BERSERK = 8
    """One more attack in half the cases, for an own unit."""
    MAGIC_ABSORPTION = 9
    """Absorbs debuffs in half the cases, for an own unit."""
    GHOSTLINESS = 10
    """Evades four attacks in ten, for an own unit."""
    LUCK = 11
    """20 points more to every chance, for an own unit."""


class Roll(enum.IntEnum):
    """What a d100 is rolled for."""

    ZEAL = 0
    """A second attack (DK-5.20)."""
    BERSERK = 1
    """One more attack (DK-5.20)."""
    SUBJUGATE = 2
    """Control (DK-5.50)."""
    FEAR = 3
    """Fear (DK-5.43)."""
    CANCEL_BLESSING = 4
    """Removing a buff (DK-5.46)."""
    CURSE_ABSORPTION = 5
    """Absorbing (DK-5.47)."""
    MAGIC_ABSORPTION = 6
    """Absorbing by the spell (DK-5.47)."""
    GHOSTLINESS = 7
    """Evading (DK-5.21)."""
    CONTROL_RESISTANCE = 8
    """Resisting control (DK-5.50)."""


class UnitRow(NamedTuple):
    """A row of the unit table (DK-3.7)."""

    parent: Kind | None
    """What it is upgraded from; None for what is summoned or appears without an order."""
    ap: int
    hp: int
    attack: int
    defence: int
    mana: int
    """Price in mana, of summoning or of the upgrade."""
    gold: int
    """Price in gold."""
    upkeep: int
    """Mana a turn."""
    rune: Rune | None
    """What the Altar must hold."""
    abilities: Ability
    value: int
    """Mana and gold spent along its branch; for the score alone."""
    is_worker: bool
    """Whether it is no combat unit."""


class BuildingRow(NamedTuple):
    """A row of the building table (DK-3.9)."""

    hp: int
    """0 for what cannot be destroyed."""
    defence: int
    gold: int
    iron: int
    mana: int
    repair: int
    """Hit points for a piece of gold; 0 for what is not repaired."""
    is_buildable: bool


class ArtifactRow(NamedTuple):
    """Prices of an artifact, and what it adds to its bearer (DK-3.8, DK-3.11)."""

    gold: int
    iron: int
    taldear: int
    attack: int
    defence: int
    hp: int
    ap: int


class StatusRow(NamedTuple):
    """What a status adds (DK-5.40), and whether cancelling or purifying takes it away."""

    is_buff: bool
    is_curse: bool
    """Whether purify and dispel remove it (DK-5.45)."""
    attack: int
    defence: int


class SpellRow(NamedTuple):
    """A row of the spell table (DK-3.12)."""

    research: int
    """Mana."""
    cast: int
    """Mana."""
    runes: tuple[Rune, ...]
    """What the Altar must hold for the research."""
    category: Category
    status: Status | None
    """What it puts on; None for what works at once."""


LIGHT: Final = -2
"""Owner of the Hero and his gnome (DK-3.5)."""
NEUTRAL: Final = -1
"""Owner of walls and of Sources that nobody has."""
CAPTURE_AP: Final = 10
"""Action points that capturing a Source takes (DK-5.60)."""
MAX_SOURCE_LEVEL: Final = 10
"""Top level of a Source (DK-3.10)."""
SOURCE_GOLD: Final = 10
"""Gold for the next level of a Source, for each level that it has (DK-3.10)."""
SOURCE_RADIUS: Final = 2
"""How near to a Source units are upgraded (DK-5.62)."""
MELEE_RANGE: Final = 1
"""How far units strike (DK-5.20)."""
RANGED_RANGE: Final = 3
"""How far units strike (DK-5.20)."""
CLOSE: Final = 1
"""Distance within which a ranged unit deals half of its damage (DK-5.21)."""
WALL_BREAKER_ATTACK: Final = 10
"""What wall_breaker adds against buildings (DK-5.21)."""
VAMPIRISM_HP: Final = 3
"""The most that a vampire gains by one strike (DK-5.21)."""
KILL_MANA: Final = 2
"""What a combat unit of another is worth to its killer (DK-5.25)."""
RUNE_MANA: Final = 10
"""Mana for a rune that is exchanged (DK-5.19)."""
REPAIR_HP: Final = 10
"""Most hit points that a repair gives a building (DK-5.17)."""
LUCK_BONUS: Final = 20
"""Percentage points that luck adds, up to 100 (DK-5.48)."""
TOWER_AP: Final = 3
"""Action points of a battle tower, each turn (DK-3.9)."""
TOWER_ATTACK: Final = 8
"""Attack of a battle tower (DK-3.9)."""
TOWER_RANGE: Final = 3
"""How far a battle tower shoots (DK-5.34)."""
SLOWING_RADIUS: Final = 3
"""How far a slowing tower reaches (DK-3.9, DK-5.14)."""
DIRECTIONS: Final[tuple[tuple[int, int], ...]] = (
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
)
"""Rows and columns of a step, by direction: N, NE, E, SE, S, SW, W, NW (DK-2.8)."""
EXCHANGE_MANA: Final[tuple[int, ...]] = (
    1,  # GOLD
    3,  # IRON
    100,  # TALDEAR
)
"""Mana for one piece, by Resource (DK-4.11)."""
UNITS: Final[tuple[UnitRow, ...]] = (
    UnitRow(parent=None, ap=2, hp=1, attack=1, defence=0, mana=1, gold=0, upkeep=1, rune=None, abilities=Ability.MELEE | Ability.DIG | Ability.MINE | Ability.BUILD | Ability.REPAIR, value=1, is_worker=True),  # IMP
    UnitRow(parent=None, ap=2, hp=3, attack=2, defence=1, mana=3, gold=0, upkeep=1, rune=None, abilities=Ability.MELEE, value=3, is_worker=False),  # BES
    UnitRow(parent=Kind.BES, ap=2, hp=10, attack=2, defence=1, mana=10, gold=20, upkeep=3, rune=None, abilities=Ability.RANGED | Ability.HEAL | Ability.SACRIFICE | Ability.PURIFY, value=33, is_worker=False),  # PRIEST
    UnitRow(parent=Kind.BES, ap=4, hp=10, attack=4, defence=1, mana=3, gold=5, upkeep=2, rune=None, abilities=Ability.MELEE, value=11, is_worker=False),  # GRASDIR
    UnitRow(parent=Kind.GRASDIR, ap=3, hp=20, attack=5, defence=3, mana=5, gold=20, upkeep=3, rune=None, abilities=Ability.MELEE | Ability.ZEAL, value=36, is_worker=False),  # KERUB
    UnitRow(parent=Kind.BES, ap=2, hp=30, attack=1, defence=8, mana=20, gold=30, upkeep=4, rune=None, abilities=Ability.MELEE | Ability.WALL_BREAKER | Ability.CONTROL_RESISTANCE, value=53, is_worker=False),  # SIEGE_BEAST
    UnitRow(parent=Kind.BES, ap=3, hp=12, attack=4, defence=2, mana=3, gold=5, upkeep=2, rune=Rune.FIRE, abilities=Ability.MELEE | Ability.FIRE_BREATH, value=11, is_worker=False),  # OGNEVIK
    UnitRow(parent=Kind.OGNEVIK, ap=4, hp=20, attack=5, defence=3, mana=10, gold=40, upkeep=4, rune=Rune.FIRE, abilities=Ability.MELEE | Ability.FIRE_BREATH | Ability.FIRE_STREAM | Ability.FIRE_AURA, value=61, is_worker=False),  # IFRIT
    UnitRow(parent=Kind.BES, ap=3, hp=12, attack=4, defence=2, mana=3, gold=5, upkeep=2, rune=Rune.DARKNESS, abilities=Ability.RANGED | Ability.EXHAUST, value=11, is_worker=False),  # ANGUTHEI
    UnitRow(parent=Kind.ANGUTHEI, ap=3, hp=20, attack=5, defence=2, mana=10, gold=25, upkeep=4, rune=Rune.DARKNESS, abilities=Ability.RANGED | Ability.EXHAUST | Ability.POISON, value=46, is_worker=False),  # KADET
    UnitRow(parent=Kind.ANGUTHEI, ap=2, hp=20, attack=4, defence=2, mana=10, gold=25, upkeep=4, rune=Rune.DARKNESS, abilities=Ability.RANGED | Ability.SUBJUGATE | Ability.CANCEL_BLESSING, value=46, is_worker=False),  # SUCCUBUS
    UnitRow(parent=Kind.KADET, ap=4, hp=25, attack=6, defence=4, mana=20, gold=50, upkeep=5, rune=Rune.DARKNESS, abilities=Ability.MELEE | Ability.ZEAL | Ability.CURSE_ABSORPTION | Ability.REGENERATION | Ability.CURSED_BLADE, value=116, is_worker=False),  # AGGEL
    UnitRow(parent=Kind.BES, ap=3, hp=12, attack=4, defence=2, mana=3, gold=5, upkeep=2, rune=Rune.DEATH, abilities=Ability.RANGED | Ability.REGENERATION, value=11, is_worker=False),  # MOONGLAIR
    UnitRow(parent=Kind.MOONGLAIR, ap=3, hp=20, attack=4, defence=2, mana=10, gold=25, upkeep=4, rune=Rune.DEATH, abilities=Ability.RANGED | Ability.EXHAUST | Ability.FEAR | Ability.DEATH_CLOUD, value=46, is_worker=False),  # LICH
    UnitRow(parent=Kind.MOONGLAIR, ap=3, hp=18, attack=5, defence=3, mana=10, gold=25, upkeep=4, rune=Rune.DEATH, abilities=Ability.MELEE | Ability.VAMPIRISM, value=46, is_worker=False),  # VAMPIRE
    UnitRow(parent=Kind.VAMPIRE, ap=3, hp=25, attack=6, defence=4, mana=20, gold=50, upkeep=5, rune=Rune.DEATH, abilities=Ability.MELEE | Ability.CURSE_ABSORPTION | Ability.FEAR | Ability.VAMPIRISM, value=116, is_worker=False),  # YAFALEN
    UnitRow(parent=None, ap=4, hp=40, attack=6, defence=4, mana=0, gold=0, upkeep=0, rune=None, abilities=Ability.MELEE | Ability.ZEAL | Ability.CONTROL_RESISTANCE | Ability.REGENERATION | Ability.DISPEL, value=0, is_worker=False),  # HERO
    UnitRow(parent=None, ap=2, hp=10, attack=1, defence=1, mana=0, gold=0, upkeep=0, rune=None, abilities=Ability.MELEE | Ability.DIG, value=0, is_worker=True),  # GNOME
)
"""Units, by Kind (DK-3.7)."""
SUMMONED: Final[tuple[Kind, ...]] = (
    Kind.IMP,
    Kind.BES,
)
"""What comes out of a Circle (DK-5.61)."""
BUILDINGS: Final[tuple[BuildingRow, ...]] = (
    BuildingRow(hp=100, defence=0, gold=0, iron=0, mana=0, repair=1, is_buildable=False),  # ALTAR
    BuildingRow(hp=0, defence=0, gold=0, iron=0, mana=0, repair=0, is_buildable=False),  # SOURCE
    BuildingRow(hp=50, defence=0, gold=50, iron=0, mana=5, repair=1, is_buildable=True),  # CIRCLE
    BuildingRow(hp=50, defence=1, gold=50, iron=10, mana=0, repair=1, is_buildable=True),  # BATTLE_TOWER
    BuildingRow(hp=50, defence=1, gold=50, iron=10, mana=0, repair=1, is_buildable=True),  # SLOWING_TOWER
    BuildingRow(hp=100, defence=0, gold=100, iron=0, mana=0, repair=1, is_buildable=True),  # ARMOURY
    BuildingRow(hp=50, defence=1, gold=25, iron=0, mana=0, repair=2, is_buildable=True),  # WALL
    BuildingRow(hp=50, defence=0, gold=50, iron=0, mana=0, repair=1, is_buildable=True),  # ALCHEMY_LAB
    BuildingRow(hp=50, defence=0, gold=50, iron=0, mana=0, repair=1, is_buildable=True),  # HOSPITAL
)
"""Buildings, by Building (DK-3.9)."""
ARTIFACTS: Final[tuple[ArtifactRow, ...]] = (
    ArtifactRow(gold=25, iron=10, taldear=1, attack=2, defence=0, hp=0, ap=0),  # SWORD
    ArtifactRow(gold=25, iron=25, taldear=1, attack=0, defence=2, hp=0, ap=0),  # ARMOUR
    ArtifactRow(gold=30, iron=5, taldear=1, attack=0, defence=0, hp=10, ap=0),  # AMULET
    ArtifactRow(gold=100, iron=10, taldear=1, attack=0, defence=0, hp=0, ap=1),  # CROWN
)
"""Artifacts, by Artifact (DK-3.11)."""
STATUSES: Final[tuple[StatusRow, ...]] = (
    StatusRow(is_buff=True, is_curse=False, attack=0, defence=0),  # HASTE
    StatusRow(is_buff=False, is_curse=True, attack=0, defence=0),  # SLOW
    StatusRow(is_buff=True, is_curse=False, attack=1, defence=0),  # RAGE
    StatusRow(is_buff=False, is_curse=True, attack=-1, defence=0),  # WEAKNESS
    StatusRow(is_buff=True, is_curse=False, attack=0, defence=1),  # IRON_SKIN
    StatusRow(is_buff=False, is_curse=True, attack=0, defence=-1),  # CORRUPTION
    StatusRow(is_buff=False, is_curse=True, attack=-1, defence=-1),  # EXHAUSTION
    StatusRow(is_buff=True, is_curse=False, attack=0, defence=0),  # BERSERK
    StatusRow(is_buff=True, is_curse=False, attack=0, defence=0),  # MAGIC_ABSORPTION
    StatusRow(is_buff=True, is_curse=False, attack=0, defence=0),  # GHOSTLINESS
    StatusRow(is_buff=True, is_curse=False, attack=0, defence=0),  # LUCK
    StatusRow(is_buff=False, is_curse=True, attack=0, defence=0),  # CURSED_BLADE
    StatusRow(is_buff=False, is_curse=True, attack=0, defence=0),  # FEAR
    StatusRow(is_buff=False, is_curse=True, attack=0, defence=0),  # POISON
)
"""Statuses, by Status."""
SPELLS: Final[tuple[SpellRow, ...]] = (
    SpellRow(research=30, cast=5, runes=(), category=Category.BUFF, status=Status.HASTE),  # HASTE
    SpellRow(research=30, cast=5, runes=(), category=Category.DEBUFF, status=Status.SLOW),  # SLOW
    SpellRow(research=10, cast=3, runes=(), category=Category.BUFF, status=Status.RAGE),  # RAGE
    SpellRow(research=10, cast=3, runes=(), category=Category.DEBUFF, status=Status.WEAKNESS),  # WEAKNESS
    SpellRow(research=20, cast=4, runes=(), category=Category.BUFF, status=Status.IRON_SKIN),  # IRON_SKIN
    SpellRow(research=20, cast=4, runes=(), category=Category.DEBUFF, status=Status.CORRUPTION),  # CORRUPTION
    SpellRow(research=20, cast=4, runes=(), category=Category.INSTANT, status=None),  # HEALING
    SpellRow(research=20, cast=4, runes=(), category=Category.INSTANT, status=None),  # DISPEL
    SpellRow(research=40, cast=6, runes=(Rune.FIRE,), category=Category.BUFF, status=Status.BERSERK),  # BERSERK
    SpellRow(research=40, cast=6, runes=(Rune.DARKNESS,), category=Category.BUFF, status=Status.MAGIC_ABSORPTION),  # MAGIC_ABSORPTION
    SpellRow(research=40, cast=6, runes=(Rune.DEATH,), category=Category.BUFF, status=Status.GHOSTLINESS),  # GHOSTLINESS
    SpellRow(research=100, cast=10, runes=(Rune.FIRE, Rune.DARKNESS, Rune.DEATH), category=Category.BUFF, status=Status.LUCK),  # LUCK
)
"""Spells, by Spell (DK-3.12)."""
CHANCES: Final[tuple[int, ...]] = (
    50,  # ZEAL
    50,  # BERSERK
    50,  # SUBJUGATE
    50,  # FEAR
    50,  # CANCEL_BLESSING
    50,  # CURSE_ABSORPTION
    50,  # MAGIC_ABSORPTION
    40,  # GHOSTLINESS
    75,  # CONTROL_RESISTANCE
)
"""Percent, by Roll (DK-5.20, DK-5.21, DK-5.43, DK-5.46, DK-5.47, DK-5.50)."""
