"""Dungeon Keeper's numbers and names, row by row as the rulebook's tables give them.

Whatever has a name in the rulebook is an `IntEnum` whose value is its number in the arrays, and whose
name in lower case is the rulebook's identifier. What the enums cannot say stands in `UNITS`,
`BUILDINGS`, `ARTIFACTS`, `SPELLS` and `STATUSES`, one row for each member, by it and in its order.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

from referee.core.tables import RuleTables
from referee.kit.enums import FromOne

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
    "MOST_ORDERS",
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
MOST_ORDERS = 10_000
"""Orders of a turn, at most, whatever a config says (DK-2.1)."""
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


class Code(FromOne):
    """Result of an order (DK-4.12)."""

    OK = 0
    """Carried out."""
    BAD_SCHEMA = 1
    """A field is missing, has no such value, or the order is none."""
    NOT_YOUR_TURN = 2
    """Never sent: the referee's own rejections say it, NOT_YOUR_TURN or, of a batch after its
    deadline, LATE (DK-4.4)."""
    LIMIT = 3
    """More orders than a turn may have."""
    MATCH_OVER = 4
    """The match ended before this order."""
    DISABLED = 5
    """Alliances are off."""
    NO_SUCH_UNIT = 6
    """No such unit."""
    NOT_YOURS = 7
    """The unit is not the seat's to command."""
    NO_ABILITY = 8
    """The unit cannot do this."""
    NO_AP = 9
    """Too few action points."""
    OUT_OF_BOARD = 10
    """There is no such cell."""
    NOT_ADJACENT = 11
    """The cell is not adjacent."""
    BLOCKED = 12
    """The cell is not empty."""
    CORNER = 13
    """Two solid cells bar the diagonal."""
    OCCUPIED = 14
    """A unit stands there that bars it."""
    STACK_FULL = 15
    """No more units fit there."""
    NO_SUCH_TARGET = 16
    """There is no such unit or building, or nobody to hit."""
    BAD_TARGET = 17
    """It may not be the target of this."""
    OUT_OF_RANGE = 18
    """It is too far."""
    NO_LOS = 19
    """It is not in line of sight."""
    NOT_UNDUG = 20
    """The cell is not undug."""
    NOT_MINE = 21
    """The cell is no mine."""
    NOT_EMPTY = 22
    """The cell is not empty."""
    ITEM_THERE = 23
    """Something lies there."""
    NO_MANA = 24
    """Too little mana."""
    NO_GOLD = 25
    """Too little gold."""
    NO_IRON = 26
    """Too little iron."""
    NO_TALDEAR = 27
    """Too little taldear."""
    FULL_HP = 28
    """Nothing to heal or repair."""
    NO_ITEM = 29
    """No such item lies there."""
    HANDS_FULL = 30
    """The unit carries a rune already."""
    NO_RUNE = 31
    """The unit carries no rune."""
    ALREADY_INSTALLED = 32
    """The Altar holds this rune."""
    OWN_SOURCE = 33
    """The Source is the seat's own or an ally's."""
    NO_BUILDING = 34
    """The building that it takes is not there."""
    NOTHING_TO_REMOVE = 35
    """There is nothing that it could remove."""
    ALREADY_ACTIVE = 36
    """The unit has it from this seat."""
    UNIT_CAP = 37
    """No more units."""
    BAD_UPGRADE = 38
    """The unit does not become this."""
    NEEDS_RUNE = 39
    """The Altar lacks a rune."""
    NOT_NEAR_SOURCE = 40
    """No own Source is near."""
    ALREADY_UPGRADED = 41
    """Once a turn."""
    MAX_LEVEL = 42
    """The Source is at the top level."""
    ALREADY_KNOWN = 43
    """The spell is known."""
    NOT_RESEARCHED = 44
    """The spell is not known."""
    NO_ARTIFACT = 45
    """None in store."""
    SLOT_FULL = 46
    """The unit has one."""
    NO_SPIRIT = 47
    """No such spirit."""
    NOT_NEAREST = 48
    """A hostile unit is nearer to the tower."""
    MORE = 49
    """Of the orders behind LIMIT or MATCH_OVER 32 were answered one by one; the place is how many
    followed."""
    """In place of further results of a batch (DK-4.6)."""


class MineKind(FromOne):
    """What a mine holds (DK-3.2)."""

    GOLD = 0
    """Gold."""
    IRON = 1
    """Iron."""
    GEM = 2
    """Taldear."""


class Resource(FromOne):
    """What an Alchemy Lab makes out of mana, in the order of a seat's stocks (DK-4.11)."""

    GOLD = 0
    """1 mana each."""
    IRON = 1
    """3 mana each."""
    TALDEAR = 2
    """100 mana each."""


EXCHANGE_MANA = (1, 3, 100)
"""Mana for one piece, by Resource (DK-4.11)."""


class Rune(FromOne):
    """Runes, in the order of the rulebook (DK-5.19)."""

    FIRE = 0
    """Of Fire."""
    DARKNESS = 1
    """Of Darkness."""
    DEATH = 2
    """Of Death."""


class Artifact(FromOne):
    """Artifacts (DK-3.11)."""

    SWORD = 0
    """Attack + 2."""
    ARMOUR = 1
    """Defence + 2."""
    AMULET = 2
    """10 hit points more."""
    CROWN = 3
    """1 action point more."""


class Spirit(FromOne):
    """Spirits (DK-5.66)."""

    GUARDIAN = 0
    """Defence + 1."""
    VALOUR = 1
    """Attack + 1."""
    LIFE = 2
    """5 hit points more."""


class Item(FromOne):
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
        """Return a rune as it lies on a cell."""
        return cls(cls.RUNE_FIRE + rune)

    @classmethod
    def of_artifact(cls, artifact: int) -> Item:
        """Return an artifact as it lies on a cell."""
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


class Kind(FromOne):
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

UNITS: dict[int, UnitRow] = {
    _K.IMP: UnitRow(None, 2, 1, 1, 0, 1, 0, 1, None, _WORK, 1, is_worker=True),
    _K.BES: UnitRow(None, 2, 3, 2, 1, 3, 0, 1, None, _A.MELEE, 3),
    _K.PRIEST: UnitRow(_K.BES, 2, 10, 2, 1, 10, 20, 3, None, _PRIEST, 33),
    _K.GRASDIR: UnitRow(_K.BES, 4, 10, 4, 1, 3, 5, 2, None, _A.MELEE, 11),
    _K.KERUB: UnitRow(_K.GRASDIR, 3, 20, 5, 3, 5, 20, 3, None, _A.MELEE | _A.ZEAL, 36),
    _K.SIEGE_BEAST: UnitRow(_K.BES, 2, 30, 1, 8, 20, 30, 4, None, _BEAST, 53),
    _K.OGNEVIK: UnitRow(_K.BES, 3, 12, 4, 2, 3, 5, 2, _FIRE, _A.MELEE | _A.FIRE_BREATH, 11),
    _K.IFRIT: UnitRow(_K.OGNEVIK, 4, 20, 5, 3, 10, 40, 4, _FIRE, _IFRIT, 61),
    _K.ANGUTHEI: UnitRow(_K.BES, 3, 12, 4, 2, 3, 5, 2, _DARK, _A.RANGED | _A.EXHAUST, 11),
    _K.KADET: UnitRow(
        _K.ANGUTHEI, 3, 20, 5, 2, 10, 25, 4, _DARK, _A.RANGED | _A.EXHAUST | _A.POISON, 46
    ),
    _K.SUCCUBUS: UnitRow(_K.ANGUTHEI, 2, 20, 4, 2, 10, 25, 4, _DARK, _SUCCUBUS, 46),
    _K.AGGEL: UnitRow(_K.KADET, 4, 25, 6, 4, 20, 50, 5, _DARK, _AGGEL, 116),
    _K.MOONGLAIR: UnitRow(_K.BES, 3, 12, 4, 2, 3, 5, 2, _DEATH, _A.RANGED | _A.REGENERATION, 11),
    _K.LICH: UnitRow(_K.MOONGLAIR, 3, 20, 4, 2, 10, 25, 4, _DEATH, _LICH, 46),
    _K.VAMPIRE: UnitRow(_K.MOONGLAIR, 3, 18, 5, 3, 10, 25, 4, _DEATH, _A.MELEE | _A.VAMPIRISM, 46),
    _K.YAFALEN: UnitRow(_K.VAMPIRE, 3, 25, 6, 4, 20, 50, 5, _DEATH, _YAFALEN, 116),
    _K.HERO: UnitRow(None, 4, 40, 6, 4, 0, 0, 0, None, _HERO, 0),
    _K.GNOME: UnitRow(None, 2, 10, 1, 1, 0, 0, 0, None, _A.MELEE | _A.DIG, 0, is_worker=True),
}
"""Units, by Kind (DK-3.7)."""


SUMMONED = (Kind.IMP, Kind.BES)
"""What comes out of a Circle (DK-5.61)."""


class Building(FromOne):
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


BUILDINGS: dict[int, BuildingRow] = {
    Building.ALTAR: BuildingRow(100, 0, 0, 0, 0, 1, is_buildable=False),
    Building.SOURCE: BuildingRow(0, 0, 0, 0, 0, 0, is_buildable=False),
    Building.CIRCLE: BuildingRow(50, 0, 50, 0, 5, 1),
    Building.BATTLE_TOWER: BuildingRow(50, 1, 50, 10, 0, 1),
    Building.SLOWING_TOWER: BuildingRow(50, 1, 50, 10, 0, 1),
    Building.ARMOURY: BuildingRow(100, 0, 100, 0, 0, 1),
    Building.WALL: BuildingRow(50, 1, 25, 0, 0, 2),
    Building.ALCHEMY_LAB: BuildingRow(50, 0, 50, 0, 0, 1),
    Building.HOSPITAL: BuildingRow(50, 0, 50, 0, 0, 1),
}
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


ARTIFACTS: dict[int, ArtifactRow] = {
    Artifact.SWORD: ArtifactRow(25, 10, 1, attack=2),
    Artifact.ARMOUR: ArtifactRow(25, 25, 1, defence=2),
    Artifact.AMULET: ArtifactRow(30, 5, 1, hp=10),
    Artifact.CROWN: ArtifactRow(100, 10, 1, ap=1),
}
"""Artifacts, by Artifact (DK-3.11)."""


class Category(enum.IntEnum):
    """What sort of status a spell puts on (DK-3.12)."""

    BUFF = 0
    DEBUFF = 1
    INSTANT = 2


class Status(FromOne):
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
    # Those below have separate columns.
    CURSED_BLADE = 11
    """Debuff: defence - 1 a stack (DK-5.42)."""
    FEAR = 12
    """Debuff: an action point a count (DK-5.43)."""
    POISON = 13
    """4 hit points a turn (DK-5.44)."""


NUM_STATUSES = 11
"""Statuses that do not stack."""


class StatusRow(NamedTuple):
    """What a status adds (DK-5.40), and whether cancelling or purifying takes it away."""

    is_buff: bool = False
    is_curse: bool = False
    """Whether purify and dispel remove it (DK-5.45)."""
    attack: int = 0
    defence: int = 0


STATUSES: dict[int, StatusRow] = {
    Status.HASTE: StatusRow(is_buff=True),
    Status.SLOW: StatusRow(is_curse=True),
    Status.RAGE: StatusRow(is_buff=True, attack=1),
    Status.WEAKNESS: StatusRow(is_curse=True, attack=-1),
    Status.IRON_SKIN: StatusRow(is_buff=True, defence=1),
    Status.CORRUPTION: StatusRow(is_curse=True, defence=-1),
    Status.EXHAUSTION: StatusRow(is_curse=True, attack=-1, defence=-1),
    Status.BERSERK: StatusRow(is_buff=True),
    Status.MAGIC_ABSORPTION: StatusRow(is_buff=True),
    Status.GHOSTLINESS: StatusRow(is_buff=True),
    Status.LUCK: StatusRow(is_buff=True),
    Status.CURSED_BLADE: StatusRow(is_curse=True),
    Status.FEAR: StatusRow(is_curse=True),
    Status.POISON: StatusRow(is_curse=True),
}
"""Statuses, by Status."""


class Spell(FromOne):
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


SPELLS: dict[int, SpellRow] = {
    Spell.HASTE: SpellRow(30, 5, (), Category.BUFF, Status.HASTE),
    Spell.SLOW: SpellRow(30, 5, (), Category.DEBUFF, Status.SLOW),
    Spell.RAGE: SpellRow(10, 3, (), Category.BUFF, Status.RAGE),
    Spell.WEAKNESS: SpellRow(10, 3, (), Category.DEBUFF, Status.WEAKNESS),
    Spell.IRON_SKIN: SpellRow(20, 4, (), Category.BUFF, Status.IRON_SKIN),
    Spell.CORRUPTION: SpellRow(20, 4, (), Category.DEBUFF, Status.CORRUPTION),
    Spell.HEALING: SpellRow(20, 4, (), Category.INSTANT, None),
    Spell.DISPEL: SpellRow(20, 4, (), Category.INSTANT, None),
    Spell.BERSERK: SpellRow(40, 6, (_FIRE,), Category.BUFF, Status.BERSERK),
    Spell.MAGIC_ABSORPTION: SpellRow(40, 6, (_DARK,), Category.BUFF, Status.MAGIC_ABSORPTION),
    Spell.GHOSTLINESS: SpellRow(40, 6, (_DEATH,), Category.BUFF, Status.GHOSTLINESS),
    Spell.LUCK: SpellRow(100, 10, (_FIRE, _DARK, _DEATH), Category.BUFF, Status.LUCK),
}
"""Spells, by Spell (DK-3.12)."""


class Roll(FromOne):
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


CHANCES: dict[int, int] = {
    **dict.fromkeys(Roll, 50),
    Roll.GHOSTLINESS: 40,
    Roll.CONTROL_RESISTANCE: 75,
}
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
"""Rule tables that bots and people can read."""
