"""Dungeon Keeper's numbers and names, row by row as the rulebook's tables give them.

Whatever has a name in the rulebook is an `IntEnum` whose value is its number in the arrays, and whose
name in lower case is the rulebook's identifier. What the enums cannot say stands in `UNITS`,
`BUILDINGS`, `ARTIFACTS`, `SPELLS` and `STATUSES`, one row for each member, in its order.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

from referee.core.tables import RuleTables

__all__ = [
    "ARTIFACTS",
    "BUILDINGS",
    "CAPTURE_AP",
    "CHANCES",
    "CLOSE",
    "DIRECTIONS",
    "EXCHANGE_MANA",
    "KILL_MANA",
    "LIGHT",
    "LIGHT_KEY",
    "LIGHT_UNITS",
    "LUCK_BONUS",
    "MAX_SEATS",
    "MAX_SOURCE_LEVEL",
    "MELEE_RANGE",
    "NEUTRAL",
    "NUM_STATUSES",
    "RANGED_RANGE",
    "REPAIR_HP",
    "RUNE_MANA",
    "SLOWING_RADIUS",
    "SOURCE_GOLD",
    "SOURCE_RADIUS",
    "SPELLS",
    "STATUSES",
    "SUMMONED",
    "TABLES",
    "TOWER_AP",
    "TOWER_ATTACK",
    "TOWER_RANGE",
    "UNITS",
    "VAMPIRISM_HP",
    "WALL_BREAKER_ATTACK",
    "Ability",
    "Artifact",
    "ArtifactRow",
    "Building",
    "BuildingRow",
    "Category",
    "Code",
    "Item",
    "Kind",
    "MineKind",
    "Resource",
    "Roll",
    "Rune",
    "Spell",
    "SpellRow",
    "Spirit",
    "Status",
    "StatusRow",
    "UnitRow",
]

MAX_SEATS = 8
"""Most seats (DK-1.3)."""
LIGHT = -2
"""Owner of the Hero and his gnome (DK-3.5)."""
NEUTRAL = -1
"""Owner of walls and of Sources that nobody has."""
LIGHT_KEY = 8
"""Key of the dice of the neutral phase (DK-2.5)."""
LIGHT_UNITS = 2
"""The Hero and his gnome."""
MAX_SOURCE_LEVEL = 10
"""Top level of a Source (DK-3.10)."""
SOURCE_GOLD = 10
"""Gold for the next level of a Source, for each level that it has (DK-3.10)."""
CAPTURE_AP = 10
"""Action points that capturing a Source takes (DK-5.60)."""
SOURCE_RADIUS = 2
"""How near to a Source units are upgraded (DK-5.62)."""
MELEE_RANGE, RANGED_RANGE = 1, 3
"""How far units strike (DK-5.20)."""
CLOSE = 1
"""Distance within which a ranged unit deals half of its damage (DK-5.21)."""
WALL_BREAKER_ATTACK = 10
"""What wall_breaker adds against buildings (DK-5.21)."""
VAMPIRISM_HP = 3
"""The most that a vampire gains by one strike (DK-5.21)."""
KILL_MANA = 2
"""What a combat unit of another is worth to its killer (DK-5.25)."""
RUNE_MANA = 10
"""Mana for a rune that is exchanged (DK-5.19)."""
REPAIR_HP = 10
"""Most hit points that a repair gives a building (DK-5.17)."""

DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Rows and columns of a step, by direction: N, NE, E, SE, S, SW, W, NW (DK-2.8)."""


class Code(enum.IntEnum):
    """What came of an order (DK-4.12)."""

    OK = 0
    BAD_SCHEMA = 1
    NOT_YOUR_TURN = 2
    LIMIT = 3
    MATCH_OVER = 4
    DISABLED = 5
    NO_SUCH_UNIT = 6
    NOT_YOURS = 7
    NO_ABILITY = 8
    NO_AP = 9
    OUT_OF_BOARD = 10
    NOT_ADJACENT = 11
    BLOCKED = 12
    CORNER = 13
    OCCUPIED = 14
    STACK_FULL = 15
    NO_SUCH_TARGET = 16
    BAD_TARGET = 17
    OUT_OF_RANGE = 18
    NO_LOS = 19
    NOT_UNDUG = 20
    NOT_MINE = 21
    NOT_EMPTY = 22
    ITEM_THERE = 23
    NO_MANA = 24
    NO_GOLD = 25
    NO_IRON = 26
    NO_TALDEAR = 27
    FULL_HP = 28
    NO_ITEM = 29
    HANDS_FULL = 30
    NO_RUNE = 31
    ALREADY_INSTALLED = 32
    OWN_SOURCE = 33
    NO_BUILDING = 34
    NOTHING_TO_REMOVE = 35
    ALREADY_ACTIVE = 36
    UNIT_CAP = 37
    BAD_UPGRADE = 38
    NEEDS_RUNE = 39
    NOT_NEAR_SOURCE = 40
    ALREADY_UPGRADED = 41
    MAX_LEVEL = 42
    ALREADY_KNOWN = 43
    NOT_RESEARCHED = 44
    NO_ARTIFACT = 45
    SLOT_FULL = 46
    NO_SPIRIT = 47
    NOT_NEAREST = 48
    MORE = 49
    """In place of further results of a batch (DK-4.6)."""


class MineKind(enum.IntEnum):
    """What a mine holds (DK-3.2)."""

    GOLD = 0
    IRON = 1
    GEM = 2


class Resource(enum.IntEnum):
    """What an Alchemy Lab makes out of mana, in the order of a seat's stocks (DK-4.11)."""

    GOLD = 0
    IRON = 1
    TALDEAR = 2


EXCHANGE_MANA = (1, 3, 100)
"""Mana for one piece, by Resource (DK-4.11)."""


class Rune(enum.IntEnum):
    """Runes, in the order of the rulebook (DK-5.19)."""

    FIRE = 0
    DARKNESS = 1
    DEATH = 2


class Artifact(enum.IntEnum):
    """Artifacts (DK-3.11)."""

    SWORD = 0
    ARMOUR = 1
    AMULET = 2
    CROWN = 3


class Spirit(enum.IntEnum):
    """Spirits (DK-5.66)."""

    GUARDIAN = 0
    VALOUR = 1
    LIFE = 2


class Item(enum.IntEnum):
    """What can lie on a cell (DK-3.3)."""

    CHEST = 0
    MANA_CRYSTAL = 1
    RUNE_FIRE = 2
    RUNE_DARKNESS = 3
    RUNE_DEATH = 4
    SWORD = 5
    ARMOUR = 6
    AMULET = 7
    CROWN = 8

    @property
    def rune(self) -> Rune | None:
        """The rune that it is."""
        place = self - Item.RUNE_FIRE
        return Rune(place) if 0 <= place < len(Rune) else None

    @property
    def artifact(self) -> Artifact | None:
        """The artifact that it is."""
        return Artifact(self - Item.SWORD) if self >= Item.SWORD else None

    @classmethod
    def of_rune(cls, rune: int) -> Item:
        """A rune as it lies on a cell."""
        return cls(cls.RUNE_FIRE + rune)

    @classmethod
    def of_artifact(cls, artifact: int) -> Item:
        """An artifact as it lies on a cell."""
        return cls(cls.SWORD + artifact)


class Ability(enum.IntFlag):
    """What a kind of unit can do beyond what everybody can (DK-3.7)."""

    MELEE = enum.auto()
    RANGED = enum.auto()
    DIG = enum.auto()
    MINE = enum.auto()
    BUILD = enum.auto()
    REPAIR = enum.auto()
    HEAL = enum.auto()
    SACRIFICE = enum.auto()
    PURIFY = enum.auto()
    ZEAL = enum.auto()
    WALL_BREAKER = enum.auto()
    CONTROL_RESISTANCE = enum.auto()
    FIRE_BREATH = enum.auto()
    FIRE_STREAM = enum.auto()
    FIRE_AURA = enum.auto()
    EXHAUST = enum.auto()
    POISON = enum.auto()
    SUBJUGATE = enum.auto()
    CANCEL_BLESSING = enum.auto()
    CURSE_ABSORPTION = enum.auto()
    REGENERATION = enum.auto()
    CURSED_BLADE = enum.auto()
    FEAR = enum.auto()
    DEATH_CLOUD = enum.auto()
    VAMPIRISM = enum.auto()
    DISPEL = enum.auto()


class Kind(enum.IntEnum):
    """Kinds of units (DK-3.7)."""

    IMP = 0
    BES = 1
    PRIEST = 2
    GRASDIR = 3
    KERUB = 4
    SIEGE_BEAST = 5
    OGNEVIK = 6
    IFRIT = 7
    ANGUTHEI = 8
    KADET = 9
    SUCCUBUS = 10
    AGGEL = 11
    MOONGLAIR = 12
    LICH = 13
    VAMPIRE = 14
    YAFALEN = 15
    HERO = 16
    GNOME = 17


class UnitRow(NamedTuple):
    """A row of the unit table (DK-3.7)."""

    parent: Kind | None
    """What it is upgraded from; None for what is summoned or comes by itself."""
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
    is_worker: bool = False
    """Whether it is no combat unit."""


_A = Ability
_WORK = _A.MELEE | _A.DIG | _A.MINE | _A.BUILD | _A.REPAIR
_PRIEST = _A.RANGED | _A.HEAL | _A.SACRIFICE | _A.PURIFY
_BEAST = _A.MELEE | _A.WALL_BREAKER | _A.CONTROL_RESISTANCE
_IFRIT = _A.MELEE | _A.FIRE_BREATH | _A.FIRE_STREAM | _A.FIRE_AURA
_SUCCUBUS = _A.RANGED | _A.SUBJUGATE | _A.CANCEL_BLESSING
_AGGEL = _A.MELEE | _A.ZEAL | _A.CURSE_ABSORPTION | _A.REGENERATION | _A.CURSED_BLADE
_LICH = _A.RANGED | _A.EXHAUST | _A.FEAR | _A.DEATH_CLOUD
_YAFALEN = _A.MELEE | _A.FEAR | _A.CURSE_ABSORPTION | _A.VAMPIRISM
_HERO = _A.MELEE | _A.ZEAL | _A.REGENERATION | _A.DISPEL | _A.CONTROL_RESISTANCE
_FIRE, _DARK, _DEATH = Rune.FIRE, Rune.DARKNESS, Rune.DEATH
_K = Kind

UNITS: tuple[UnitRow, ...] = (
    UnitRow(None, 2, 1, 1, 0, 1, 0, 1, None, _WORK, 1, is_worker=True),
    UnitRow(None, 2, 3, 2, 1, 3, 0, 1, None, _A.MELEE, 3),
    UnitRow(_K.BES, 2, 10, 2, 1, 10, 20, 3, None, _PRIEST, 33),
    UnitRow(_K.BES, 4, 10, 4, 1, 3, 5, 2, None, _A.MELEE, 11),
    UnitRow(_K.GRASDIR, 3, 20, 5, 3, 5, 20, 3, None, _A.MELEE | _A.ZEAL, 36),
    UnitRow(_K.BES, 2, 30, 1, 8, 20, 30, 4, None, _BEAST, 53),
    UnitRow(_K.BES, 3, 12, 4, 2, 3, 5, 2, _FIRE, _A.MELEE | _A.FIRE_BREATH, 11),
    UnitRow(_K.OGNEVIK, 4, 20, 5, 3, 10, 40, 4, _FIRE, _IFRIT, 61),
    UnitRow(_K.BES, 3, 12, 4, 2, 3, 5, 2, _DARK, _A.RANGED | _A.EXHAUST, 11),
    UnitRow(_K.ANGUTHEI, 3, 20, 5, 2, 10, 25, 4, _DARK, _A.RANGED | _A.EXHAUST | _A.POISON, 46),
    UnitRow(_K.ANGUTHEI, 2, 20, 4, 2, 10, 25, 4, _DARK, _SUCCUBUS, 46),
    UnitRow(_K.KADET, 4, 25, 6, 4, 20, 50, 5, _DARK, _AGGEL, 116),
    UnitRow(_K.BES, 3, 12, 4, 2, 3, 5, 2, _DEATH, _A.RANGED | _A.REGENERATION, 11),
    UnitRow(_K.MOONGLAIR, 3, 20, 4, 2, 10, 25, 4, _DEATH, _LICH, 46),
    UnitRow(_K.MOONGLAIR, 3, 18, 5, 3, 10, 25, 4, _DEATH, _A.MELEE | _A.VAMPIRISM, 46),
    UnitRow(_K.VAMPIRE, 3, 25, 6, 4, 20, 50, 5, _DEATH, _YAFALEN, 116),
    UnitRow(None, 4, 40, 6, 4, 0, 0, 0, None, _HERO, 0),
    UnitRow(None, 2, 10, 1, 1, 0, 0, 0, None, _A.MELEE | _A.DIG, 0, is_worker=True),
)
"""Units, by Kind (DK-3.7)."""


SUMMONED = (Kind.IMP, Kind.BES)
"""What comes out of a Circle (DK-5.61)."""


class Building(enum.IntEnum):
    """Kinds of buildings (DK-3.9)."""

    ALTAR = 0
    SOURCE = 1
    CIRCLE = 2
    BATTLE_TOWER = 3
    SLOWING_TOWER = 4
    ARMOURY = 5
    WALL = 6
    ALCHEMY_LAB = 7
    HOSPITAL = 8


TOWER_AP = 3
"""Action points of a battle tower, each turn (DK-3.9)."""
TOWER_ATTACK = 8
"""Attack of a battle tower (DK-3.9)."""
TOWER_RANGE = 3
"""How far a battle tower shoots (DK-5.34)."""
SLOWING_RADIUS = 3
"""How far a slowing tower reaches (DK-3.9, DK-5.14)."""


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
    is_buildable: bool = True


BUILDINGS: tuple[BuildingRow, ...] = (
    BuildingRow(100, 0, 0, 0, 0, 1, is_buildable=False),
    BuildingRow(0, 0, 0, 0, 0, 0, is_buildable=False),
    BuildingRow(50, 0, 50, 0, 5, 1),
    BuildingRow(50, 1, 50, 10, 0, 1),
    BuildingRow(50, 1, 50, 10, 0, 1),
    BuildingRow(100, 0, 100, 0, 0, 1),
    BuildingRow(50, 1, 25, 0, 0, 2),
    BuildingRow(50, 0, 50, 0, 0, 1),
    BuildingRow(50, 0, 50, 0, 0, 1),
)
"""Buildings, by Building (DK-3.9)."""


class ArtifactRow(NamedTuple):
    """Prices of an artifact, and what it adds to its bearer (DK-3.8, DK-3.11)."""

    gold: int
    iron: int
    taldear: int
    attack: int = 0
    defence: int = 0
    hp: int = 0
    ap: int = 0


ARTIFACTS: tuple[ArtifactRow, ...] = (
    ArtifactRow(25, 10, 1, attack=2),
    ArtifactRow(25, 25, 1, defence=2),
    ArtifactRow(30, 5, 1, hp=10),
    ArtifactRow(100, 10, 1, ap=1),
)
"""Artifacts, by Artifact (DK-3.11)."""


class Category(enum.IntEnum):
    """What sort of status a spell puts on (DK-3.12)."""

    BUFF = 0
    DEBUFF = 1
    INSTANT = 2


class Status(enum.IntEnum):
    """Statuses that do not stack, in the order of their columns (DK-3.13)."""

    HASTE = 0
    SLOW = 1
    RAGE = 2
    WEAKNESS = 3
    IRON_SKIN = 4
    CORRUPTION = 5
    EXHAUSTION = 6
    BERSERK = 7
    MAGIC_ABSORPTION = 8
    GHOSTLINESS = 9
    LUCK = 10
    # Those below have columns of their own.
    CURSED_BLADE = 11
    FEAR = 12
    POISON = 13


NUM_STATUSES = 11
"""Statuses that do not stack."""


class StatusRow(NamedTuple):
    """What a status adds (DK-5.40), and whether cancelling or purifying takes it away."""

    is_buff: bool = False
    is_curse: bool = False
    """Whether purify and dispel remove it (DK-5.45)."""
    attack: int = 0
    defence: int = 0


STATUSES: tuple[StatusRow, ...] = (
    StatusRow(is_buff=True),
    StatusRow(is_curse=True),
    StatusRow(is_buff=True, attack=1),
    StatusRow(is_curse=True, attack=-1),
    StatusRow(is_buff=True, defence=1),
    StatusRow(is_curse=True, defence=-1),
    StatusRow(is_curse=True, attack=-1, defence=-1),
    StatusRow(is_buff=True),
    StatusRow(is_buff=True),
    StatusRow(is_buff=True),
    StatusRow(is_buff=True),
    StatusRow(is_curse=True),
    StatusRow(is_curse=True),
    StatusRow(is_curse=True),
)
"""Statuses, by Status."""


class Spell(enum.IntEnum):
    """Spells (DK-3.12)."""

    HASTE = 0
    SLOW = 1
    RAGE = 2
    WEAKNESS = 3
    IRON_SKIN = 4
    CORRUPTION = 5
    HEALING = 6
    DISPEL = 7
    BERSERK = 8
    MAGIC_ABSORPTION = 9
    GHOSTLINESS = 10
    LUCK = 11


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


SPELLS: tuple[SpellRow, ...] = (
    SpellRow(30, 5, (), Category.BUFF, Status.HASTE),
    SpellRow(30, 5, (), Category.DEBUFF, Status.SLOW),
    SpellRow(10, 3, (), Category.BUFF, Status.RAGE),
    SpellRow(10, 3, (), Category.DEBUFF, Status.WEAKNESS),
    SpellRow(20, 4, (), Category.BUFF, Status.IRON_SKIN),
    SpellRow(20, 4, (), Category.DEBUFF, Status.CORRUPTION),
    SpellRow(20, 4, (), Category.INSTANT, None),
    SpellRow(20, 4, (), Category.INSTANT, None),
    SpellRow(40, 6, (_FIRE,), Category.BUFF, Status.BERSERK),
    SpellRow(40, 6, (_DARK,), Category.BUFF, Status.MAGIC_ABSORPTION),
    SpellRow(40, 6, (_DEATH,), Category.BUFF, Status.GHOSTLINESS),
    SpellRow(100, 10, (_FIRE, _DARK, _DEATH), Category.BUFF, Status.LUCK),
)
"""Spells, by Spell (DK-3.12)."""


class Roll(enum.IntEnum):
    """What a d100 is rolled for."""

    ZEAL = 0
    BERSERK = 1
    SUBJUGATE = 2
    FEAR = 3
    CANCEL_BLESSING = 4
    CURSE_ABSORPTION = 5
    MAGIC_ABSORPTION = 6
    GHOSTLINESS = 7
    CONTROL_RESISTANCE = 8


CHANCES: tuple[int, ...] = (50, 50, 50, 50, 50, 50, 50, 40, 75)
"""Percent, by Roll (DK-5.20, DK-5.21, DK-5.43, DK-5.46, DK-5.47, DK-5.50)."""
LUCK_BONUS = 20
"""Percentage points that luck adds, up to 100 (DK-5.48)."""

TABLES = RuleTables(
    __name__,
    enums=(
        *(MineKind, Resource, Rune, Artifact, Item, Ability, Kind, Building),
        *(Category, Status, Spell, Roll),
    ),
    numbers=(
        *("LIGHT", "NEUTRAL", "CAPTURE_AP", "MAX_SOURCE_LEVEL", "SOURCE_GOLD", "SOURCE_RADIUS"),
        *("MELEE_RANGE", "RANGED_RANGE", "CLOSE", "WALL_BREAKER_ATTACK", "VAMPIRISM_HP"),
        *("KILL_MANA", "RUNE_MANA", "REPAIR_HP", "LUCK_BONUS"),
        *("TOWER_AP", "TOWER_ATTACK", "TOWER_RANGE", "SLOWING_RADIUS"),
    ),
    rows={
        "DIRECTIONS": (),
        "EXCHANGE_MANA": (Resource,),
        "UNITS": (Kind,),
        "SUMMONED": (),
        "BUILDINGS": (Building,),
        "ARTIFACTS": (Artifact,),
        "STATUSES": (Status,),
        "SPELLS": (Spell,),
        "CHANCES": (Roll,),
    },
)
"""What is told to bots and people."""
