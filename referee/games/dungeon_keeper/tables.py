"""Dungeon Keeper's numbers and names, row by row as the rulebook's tables give them.

Whatever has a name in the rulebook is an `IntEnum` whose value is its number in the arrays, and
whose name in lower case is the rulebook's identifier. Other facts about the members are in `UNITS`,
`BUILDINGS`, `ARTIFACTS`, `SPELLS` and `STATUSES`: one row for each member, in the order of the
enum.
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
    "Direction",
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
"""Highest number of seats in a match (DK-1.3)."""
LIGHT = -2
"""Owner number of units of the light side, the Hero and his gnome (DK-3.5)."""
NEUTRAL = -1
"""Owner number of walls, and of Sources that belong to no seat."""
LIGHT_KEY = 8
"""Key of the dice stream for the turn of the light side, where a seat's turn has the acting seat (DK-2.5)."""
LIGHT_UNITS = 2
"""Highest number of light units at a time: the Hero and his gnome."""
MOST_ORDERS = 10_000
"""Upper bound of the config field `max_orders_per_turn` (DK-2.1)."""
MAX_SOURCE_LEVEL = 10
"""Highest level of a Source, a building that yields as much mana each turn as its level (DK-3.10)."""
SOURCE_GOLD = 10
"""Gold to raise a Source (a building that yields mana) by one level, per level that it has already (DK-3.10)."""
CAPTURE_AP = 10
"""Action points of one unit that it takes to capture a Source (DK-5.60)."""
SOURCE_RADIUS = 2
"""Distance from a Source of the seat within which its units can be upgraded (DK-5.62)."""
MELEE_RANGE, RANGED_RANGE = 1, 3
"""Distances in cells up to which melee units and ranged units can strike (DK-5.20)."""
CLOSE = 1
"""Distance up to which a ranged unit deals only half of its damage (DK-5.21)."""
WALL_BREAKER_ATTACK = 10
"""Attack that the ability wall_breaker adds against buildings (DK-5.21)."""
VAMPIRISM_HP = 3
"""Most hit points that a unit with vampirism gains by one strike (DK-5.21)."""
KILL_MANA = 2
"""Mana that a seat gains for killing a combat unit of another owner, allies excepted (DK-5.25)."""
RUNE_MANA = 10
"""Mana that a seat gains by exchanging a rune (DK-5.19)."""
REPAIR_HP = 10
"""Most hit points that one repair order gives a building (DK-5.17)."""


class Direction(enum.IntEnum):
    """Directions of a step, clockwise from north (DK-2.8)."""

    N = 0
    NE = 1
    E = 2
    SE = 3
    S = 4
    SW = 5
    W = 6
    NW = 7


DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Change of row and column for a step in each direction: N, NE, E, SE, S, SW, W, NW (DK-2.8)."""


class Code(FromOne):
    """Result code of an order: OK, or the reason why it was refused (DK-4.12)."""

    # Append only, as the other enums: a value plus 1 is the number on the wire.
    OK = 0
    """The order was carried out."""
    BAD_SCHEMA = 1
    """The message or order is malformed: a field is missing or has an invalid value."""
    NOT_YOUR_TURN = 2
    """Never sent as an order's result. The referee rejects the whole message instead, as
    NOT_YOUR_TURN or, after the deadline of the batch, as LATE (DK-4.4)."""
    LIMIT = 3
    """The turn has had as many orders as `max_orders_per_turn` allows."""
    MATCH_OVER = 4
    """The match ended before this order was reached."""
    DISABLED = 5
    """Alliances are off in this match."""
    NO_SUCH_UNIT = 6
    """No unit with the id given in `unit` exists, or under fog none in sight."""
    NOT_YOURS = 7
    """The seat does not control the unit, or does not own it if the order is the archdemon's."""
    NO_ABILITY = 8
    """The unit lacks the ability that the order takes."""
    NO_AP = 9
    """The unit or tower has too few action points."""
    OUT_OF_BOARD = 10
    """The cell is not on the board."""
    NOT_ADJACENT = 11
    """The cell is not adjacent to the unit or building, or the unit is not adjacent to the
    Altar."""
    BLOCKED = 12
    """The cell to enter is solid: undug, a mine or a building."""
    CORNER = 13
    """Both cells next to a diagonal step are solid."""
    OCCUPIED = 14
    """A unit that bars the order stands on the cell."""
    STACK_FULL = 15
    """The cell holds `stack_limit` units already."""
    NO_SUCH_TARGET = 16
    """The unit or building aimed at does not exist, or an area attack would hit nobody."""
    BAD_TARGET = 17
    """The order may not be aimed at this unit, building or seat."""
    OUT_OF_RANGE = 18
    """The target is too far away."""
    NO_LOS = 19
    """There is no line of sight to the target."""
    NOT_UNDUG = 20
    """The cell to dig is not undug rock."""
    NOT_MINE = 21
    """The cell to mine is no mine."""
    NOT_EMPTY = 22
    """The cell to build on is solid."""
    ITEM_THERE = 23
    """An item lies on the cell to build on."""
    NO_MANA = 24
    """The seat has too little mana for the price."""
    NO_GOLD = 25
    """The seat has too little gold for the price."""
    NO_IRON = 26
    """The seat has too little iron for the price."""
    NO_TALDEAR = 27
    """The seat has too little taldear (the resource of gem mines) for the price."""
    FULL_HP = 28
    """The unit or building has all its hit points already."""
    NO_ITEM = 29
    """No item of this kind lies on the cell."""
    HANDS_FULL = 30
    """The unit carries a rune already, so it cannot pick up another one."""
    NO_RUNE = 31
    """The unit carries no rune to use."""
    ALREADY_INSTALLED = 32
    """The seat's Altar holds this rune already."""
    OWN_SOURCE = 33
    """The Source to capture is the seat's own or an ally's."""
    NO_BUILDING = 34
    """The seat lacks the building that the order takes, or it is not on the cell given."""
    NOTHING_TO_REMOVE = 35
    """The target has no status that the order could remove."""
    ALREADY_ACTIVE = 36
    """The target has this status from the same seat already."""
    UNIT_CAP = 37
    """The seat owns as many units as `unit_cap` allows."""
    BAD_UPGRADE = 38
    """The unit's kind cannot be upgraded to this kind."""
    NEEDS_RUNE = 39
    """The seat's Altar lacks a rune that the upgrade or research takes."""
    NOT_NEAR_SOURCE = 40
    """No Source of the seat is near enough to the unit."""
    ALREADY_UPGRADED = 41
    """The unit or Source has been upgraded in this turn already."""
    MAX_LEVEL = 42
    """The Source is at its highest level."""
    ALREADY_KNOWN = 43
    """The seat has researched the spell already."""
    NOT_RESEARCHED = 44
    """The seat has not researched the spell."""
    NO_ARTIFACT = 45
    """The seat has no artifact of this kind in its store."""
    SLOT_FULL = 46
    """The unit has an artifact or spirit of this kind already."""
    NO_SPIRIT = 47
    """The seat has no spirit of this kind."""
    NOT_NEAREST = 48
    """Another hostile unit is nearer to the tower than the target."""
    MORE = 49
    """Stands for further orders refused as LIMIT or MATCH_OVER, of which 32 were answered one by
    one; `place` is the number of the others."""


class MineKind(FromOne):
    """Kinds of mines, by the resource that they hold (DK-3.2)."""

    GOLD = 0
    """Mine that holds gold."""
    IRON = 1
    """Mine that holds iron."""
    GEM = 2
    """Mine that holds taldear."""


class Resource(FromOne):
    """Resources that an Alchemy Lab makes out of mana, in the order of the stocks (DK-4.11)."""

    GOLD = 0
    """Gold, at 1 mana for each piece."""
    IRON = 1
    """Iron, at 3 mana for each piece."""
    TALDEAR = 2
    """Taldear, at 100 mana for each piece."""


EXCHANGE_MANA = (1, 3, 100)
"""Mana that an Alchemy Lab takes for one piece of each Resource, in order (DK-4.11)."""


class Rune(FromOne):
    """Kinds of runes, which open upgrades and spells once installed in the Altar (DK-5.19)."""

    FIRE = 0
    """Rune of Fire, for the upgrades to ognevik and ifrit, and for the spells berserk and luck."""
    DARKNESS = 1
    """Rune of Darkness, for the upgrades to anguthei, kadet, succubus and aggel, and for the spells
    magic_absorption and luck.
    """
    DEATH = 2
    """Rune of Death, for the upgrades to moonglair, lich, vampire and yafalen, and for the spells
    ghostliness and luck.
    """


class Artifact(FromOne):
    """Kinds of artifacts, which strengthen the unit that bears one (DK-3.11)."""

    SWORD = 0
    """Sword: attack + 2."""
    ARMOUR = 1
    """Armour: defence + 2."""
    AMULET = 2
    """Amulet: 10 hit points more."""
    CROWN = 3
    """Crown: 1 action point more."""


class Spirit(FromOne):
    """Kinds of spirits, which are bound to a unit for life and strengthen it (DK-5.66)."""

    GUARDIAN = 0
    """Guardian spirit: defence + 1."""
    VALOUR = 1
    """Spirit of valour: attack + 1."""
    LIFE = 2
    """Spirit of life: 5 hit points more."""


class Item(FromOne):
    """Kinds of items that can lie on a cell (DK-3.3)."""

    CHEST = 0
    """Chest with gold and taldear; how much is seen when it is picked up."""
    MANA_CRYSTAL = 1
    """Mana crystal; how much mana it gives is seen when it is picked up."""
    RUNE_FIRE = 2
    """Rune of Fire, which a unit carries to its Altar."""
    RUNE_DARKNESS = 3
    """Rune of Darkness, which a unit carries to its Altar."""
    RUNE_DEATH = 4
    """Rune of Death, which a unit carries to its Altar."""
    SWORD = 5
    """Sword, an artifact that raises attack."""
    ARMOUR = 6
    """Armour, an artifact that raises defence."""
    AMULET = 7
    """Amulet, an artifact that raises hit points."""
    CROWN = 8
    """Crown, an artifact that raises action points."""

    @property
    def rune(self) -> Rune | None:
        """The kind of rune that this item is; None if it is no rune."""
        place = self - Item.RUNE_FIRE
        return Rune(place) if 0 <= place < len(Rune) else None

    @property
    def artifact(self) -> Artifact | None:
        """The kind of artifact that this item is; None if it is no artifact."""
        return Artifact(self - Item.SWORD) if self >= Item.SWORD else None

    @classmethod
    def of_rune(cls, rune: int) -> Item:
        """Return the kind of item for a rune that lies on a cell."""
        return cls(cls.RUNE_FIRE + rune)

    @classmethod
    def of_artifact(cls, artifact: int) -> Item:
        """Return the kind of item for an artifact that lies on a cell."""
        return cls(cls.SWORD + artifact)


class Ability(enum.IntFlag):
    """Abilities that only some kinds of units have (DK-3.7)."""

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
    """Imp: a worker, which digs, mines, builds and repairs."""
    BES = 1
    """Bes: the basic fighter, from which all others are upgraded."""
    PRIEST = 2
    """Priest: a devoted servant, which heals, purifies and sacrifices."""
    GRASDIR = 3
    """Grasdir: a swift flyer, with many action points."""
    KERUB = 4
    """Kerub: horned, winged, with a scythe; may strike twice (zeal)."""
    SIEGE_BEAST = 5
    """Siege beast: a huge overfed bes, which breaks walls."""
    OGNEVIK = 6
    """Ognevik: a fire breather."""
    IFRIT = 7
    """Ifrit: fast and strong; its aura burns enemies on adjacent cells."""
    ANGUTHEI = 8
    """Anguthei: a demon of the dark, which exhausts enemies."""
    KADET = 9
    """Kadet: a black sorcerer, which exhausts and poisons enemies."""
    SUCCUBUS = 10
    """Succubus: subjugates enemies and cancels their buffs."""
    AGGEL = 11
    """Aggel: an angel of darkness, which may strike twice, absorbs curses and regenerates."""
    MOONGLAIR = 12
    """Moonglair: a ghost sorcerer, which regenerates."""
    LICH = 13
    """Lich: a risen sorcerer, which exhausts and frightens enemies, and sends death clouds."""
    VAMPIRE = 14
    """Vampire: gains hit points by its strikes."""
    YAFALEN = 15
    """Yafalen: a void spirit, which absorbs curses, frightens enemies, and gains hit points by its strikes."""
    HERO = 16
    """Hero of the light side, who belongs to no seat."""
    GNOME = 17
    """Gnome of the light side, who digs for the Hero."""


class UnitRow(NamedTuple):
    """Row of the unit table: the numbers of one kind of unit (DK-3.7)."""

    parent: Kind | None
    """Kind from which this kind is upgraded; None for kinds that are summoned or appear without an
    order."""
    ap: int
    hp: int
    attack: int
    defence: int
    mana: int
    """Price in mana of the summoning or of the upgrade to this kind."""
    gold: int
    """Price in gold of the summoning or of the upgrade to this kind."""
    upkeep: int
    """Mana that the owner pays for the unit at each of its turn starts."""
    rune: Rune | None
    """Rune that the Altar must hold for the upgrade; None if no rune is needed."""
    abilities: Ability
    value: int
    """Sum of mana and gold spent on the unit, earlier upgrades included; used for the score
    only."""
    is_worker: bool = False
    """Whether the kind is a worker; all other kinds are combat units."""


# Short names, so that each row of a table fits on a line as in the rulebook.
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

# Columns as in DK-3.7: parent, AP, hp, attack, defence, mana, gold, upkeep, rune, abilities, value.
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
"""Row of the unit table for each Kind (DK-3.7)."""


SUMMONED = (Kind.IMP, Kind.BES)
"""Kinds of units that can be summoned from a Circle (DK-5.61)."""


class Building(FromOne):
    """Kinds of buildings (DK-3.9)."""

    ALTAR = 0
    """Altar; the seat that loses it is eliminated."""
    SOURCE = 1
    """Source of Power; gives its owner mana each turn."""
    CIRCLE = 2
    """Circle of Summoning, from which imps and bes are summoned."""
    BATTLE_TOWER = 3
    """Battle tower, which shoots at units."""
    SLOWING_TOWER = 4
    """Slowing tower, which takes an action point from each enemy unit near it."""
    ARMOURY = 5
    """Armoury, in which artifacts are forged."""
    WALL = 6
    """Wall; belongs to no seat."""
    ALCHEMY_LAB = 7
    """Alchemy Lab, which makes gold, iron and taldear out of mana."""
    HOSPITAL = 8
    """Hospital, which heals units that rest next to it."""


TOWER_AP = 3
"""Action points that a battle tower gets at each turn start of its owner (DK-3.9)."""
TOWER_ATTACK = 8
"""Attack of a battle tower (DK-3.9)."""
TOWER_RANGE = 3
"""Distance in cells up to which a battle tower can shoot (DK-5.34)."""
SLOWING_RADIUS = 3
"""Distance in cells within which a slowing tower slows enemy units (DK-3.9, DK-5.14)."""


class BuildingRow(NamedTuple):
    """Row of the building table: the numbers of one kind of building (DK-3.9)."""

    hp: int
    """Hit points of an undamaged building; 0 for kinds that cannot be destroyed."""
    defence: int
    gold: int
    iron: int
    mana: int
    repair: int
    """Hit points that a piece of gold restores; 0 for kinds that are not repaired."""
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
"""Row of the building table for each Building (DK-3.9)."""


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
"""Prices and effects of each Artifact (DK-3.11)."""


class Category(enum.IntEnum):
    """Categories of spells: what the spell does to its target (DK-3.12)."""

    BUFF = 0
    DEBUFF = 1
    INSTANT = 2


class Status(FromOne):
    """Statuses of units; the first 11 don't stack, in the order of their columns (DK-3.13)."""

    HASTE = 0
    """Haste, a buff: 1 action point more at once."""
    SLOW = 1
    """Slow, a debuff: 1 action point less when points are next given."""
    RAGE = 2
    """Rage, a buff: attack + 1."""
    WEAKNESS = 3
    """Weakness, a debuff: attack - 1."""
    IRON_SKIN = 4
    """Iron skin, a buff: defence + 1."""
    CORRUPTION = 5
    """Corruption, a debuff: defence - 1."""
    EXHAUSTION = 6
    """Exhaustion, a debuff: attack and defence - 1."""
    BERSERK = 7
    """Berserk, a buff: one more melee attack in half the cases."""
    MAGIC_ABSORPTION = 8
    """Magic absorption, a buff: absorbs a debuff or control in half the cases."""
    GHOSTLINESS = 9
    """Ghostliness, a buff: the unit evades four attacks in ten."""
    LUCK = 10
    """Luck, a buff: 20 points more to every chance of the unit."""
    # Those below have separate columns.
    CURSED_BLADE = 11
    """Cursed blade, a debuff: defence - 1 for each stack (DK-5.42)."""
    FEAR = 12
    """Fear, a debuff: 1 action point less at the next turn start for each count (DK-5.43)."""
    POISON = 13
    """Poison: 4 hit points lost at each turn start of the unit's owner (DK-5.44)."""


NUM_STATUSES = 11
"""Number of statuses that do not stack, the first ones of Status."""


class StatusRow(NamedTuple):
    """Effects of one status on a unit, and what can remove the status (DK-5.40)."""

    is_buff: bool = False
    is_curse: bool = False
    """Whether purify and dispel remove the status (DK-5.45)."""
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
"""Effects of each Status."""


class Spell(FromOne):
    """Spells that an archdemon can research and cast (DK-3.12)."""

    HASTE = 0
    """Gives an own unit 1 action point at once."""
    SLOW = 1
    """Takes 1 action point from an enemy when it is next given points."""
    RAGE = 2
    """Raises the attack of an own unit by 1."""
    WEAKNESS = 3
    """Lowers the attack of an enemy by 1."""
    IRON_SKIN = 4
    """Raises the defence of an own unit by 1."""
    CORRUPTION = 5
    """Lowers the defence of an enemy by 1."""
    HEALING = 6
    """Gives an own or allied unit 5 hit points."""
    DISPEL = 7
    """Removes debuffs and poison from an own or allied unit."""
    BERSERK = 8
    """Gives an own melee unit one more attack in half the cases."""
    MAGIC_ABSORPTION = 9
    """Lets an own unit absorb debuffs and control in half the cases."""
    GHOSTLINESS = 10
    """Lets an own unit evade four attacks in ten."""
    LUCK = 11
    """Adds 20 percentage points to every chance of an own unit."""


class SpellRow(NamedTuple):
    """Row of the spell table: price, condition and effect of one spell (DK-3.12)."""

    research: int
    """Mana that researching the spell costs."""
    cast: int
    """Mana that casting the spell costs each time."""
    runes: tuple[Rune, ...]
    """Runes that the seat's Altar must hold for the research."""
    category: Category
    status: Status | None
    """Status that the spell puts on its target; None if it works only at once."""


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
"""Row of the spell table for each Spell (DK-3.12)."""


class Roll(FromOne):
    """Kinds of chances that are decided by a d100."""

    ZEAL = 0
    """Zeal: whether the attacker attacks a second time (DK-5.20)."""
    BERSERK = 1
    """Berserk: whether the attacker gets one more attack (DK-5.20)."""
    SUBJUGATE = 2
    """Whether an attempt to control a unit succeeds (DK-5.50)."""
    FEAR = 3
    """Whether an attempt to frighten a unit succeeds (DK-5.43)."""
    CANCEL_BLESSING = 4
    """Whether an attempt to remove a buff succeeds (DK-5.46)."""
    CURSE_ABSORPTION = 5
    """Whether a unit's ability absorbs a debuff or control (DK-5.47)."""
    MAGIC_ABSORPTION = 6
    """Whether a unit's spell absorbs a debuff or control (DK-5.47)."""
    GHOSTLINESS = 7
    """Whether the target evades a strike or shot (DK-5.21)."""
    CONTROL_RESISTANCE = 8
    """Whether the target resists control (DK-5.50)."""


CHANCES: dict[int, int] = {
    **dict.fromkeys(Roll, 50),
    Roll.GHOSTLINESS: 40,
    Roll.CONTROL_RESISTANCE: 75,
}
"""Chance of success of each Roll in percent, without luck (DK-5.20, DK-5.21, DK-5.43, DK-5.46,
DK-5.47, DK-5.50)."""
LUCK_BONUS = 20
"""Percentage points that luck adds to a chance, which stays at most 100 (DK-5.48)."""

TABLES = RuleTables(
    __name__,
    enums=(
        *(MineKind, Resource, Rune, Artifact, Item, Ability, Kind, Building),
        *(Category, Status, Spell, Roll, Direction),
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
    fields={"FireStreamOrder.direction": Direction},
)
"""Rule tables that the referee publishes to bots and documents."""
