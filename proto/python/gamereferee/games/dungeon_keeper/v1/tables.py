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
    "Direction",
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
    """Kinds of mines, by the resource that they hold (DK-3.2)."""

    GOLD = 0
    """Mine that holds gold."""
    IRON = 1
    """Mine that holds iron."""
    GEM = 2
    """Mine that holds taldear."""


class Resource(enum.IntEnum):
    """Resources that an Alchemy Lab makes out of mana, in the order of the stocks (DK-4.11)."""

    GOLD = 0
    """Gold, at 1 mana for each piece."""
    IRON = 1
    """Iron, at 3 mana for each piece."""
    TALDEAR = 2
    """Taldear, at 100 mana for each piece."""


class Rune(enum.IntEnum):
    """Kinds of runes, which open upgrades and spells once installed in the Altar (DK-5.19)."""

    FIRE = 0
    """Rune of Fire, for the upgrades to ognevik and ifrit, and for the spells berserk and luck."""
    DARKNESS = 1
    """Rune of Darkness, for the upgrades to anguthei, kadet, succubus and aggel, and for the spells
magic_absorption and luck."""
    DEATH = 2
    """Rune of Death, for the upgrades to moonglair, lich, vampire and yafalen, and for the spells
ghostliness and luck."""


class Artifact(enum.IntEnum):
    """Kinds of artifacts, which strengthen the unit that bears one (DK-3.11)."""

    SWORD = 0
    """Sword: attack + 2."""
    ARMOUR = 1
    """Armour: defence + 2."""
    AMULET = 2
    """Amulet: 10 hit points more."""
    CROWN = 3
    """Crown: 1 action point more."""


class Item(enum.IntEnum):
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


class Ability(enum.IntFlag):
    """Abilities that only some kinds of units have (DK-3.7)."""

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


class Building(enum.IntEnum):
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


class Category(enum.IntEnum):
    """Categories of spells: what the spell does to its target (DK-3.12)."""

    BUFF = 0
    DEBUFF = 1
    INSTANT = 2


class Status(enum.IntEnum):
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
    CURSED_BLADE = 11
    """Cursed blade, a debuff: defence - 1 for each stack (DK-5.42)."""
    FEAR = 12
    """Fear, a debuff: 1 action point less at the next turn start for each count (DK-5.43)."""
    POISON = 13
    """Poison: 4 hit points lost at each turn start of the unit's owner (DK-5.44)."""


class Spell(enum.IntEnum):
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


class Roll(enum.IntEnum):
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
    is_worker: bool
    """Whether the kind is a worker; all other kinds are combat units."""


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
    """Effects of one status on a unit, and what can remove the status (DK-5.40)."""

    is_buff: bool
    is_curse: bool
    """Whether purify and dispel remove the status (DK-5.45)."""
    attack: int
    defence: int


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


LIGHT: Final = -2
"""Owner number of units of the light side, the Hero and his gnome (DK-3.5)."""
NEUTRAL: Final = -1
"""Owner number of walls, and of Sources that belong to no seat."""
CAPTURE_AP: Final = 10
"""Action points of one unit that it takes to capture a Source (DK-5.60)."""
MAX_SOURCE_LEVEL: Final = 10
"""Highest level of a Source, a building that yields as much mana each turn as its level (DK-3.10)."""
SOURCE_GOLD: Final = 10
"""Gold to raise a Source (a building that yields mana) by one level, per level that it has already (DK-3.10)."""
SOURCE_RADIUS: Final = 2
"""Distance from a Source of the seat within which its units can be upgraded (DK-5.62)."""
MELEE_RANGE: Final = 1
"""Distances in cells up to which melee units and ranged units can strike (DK-5.20)."""
RANGED_RANGE: Final = 3
"""Distances in cells up to which melee units and ranged units can strike (DK-5.20)."""
CLOSE: Final = 1
"""Distance up to which a ranged unit deals only half of its damage (DK-5.21)."""
WALL_BREAKER_ATTACK: Final = 10
"""Attack that the ability wall_breaker adds against buildings (DK-5.21)."""
VAMPIRISM_HP: Final = 3
"""Most hit points that a unit with vampirism gains by one strike (DK-5.21)."""
KILL_MANA: Final = 2
"""Mana that a seat gains for killing a combat unit of another owner, allies excepted (DK-5.25)."""
RUNE_MANA: Final = 10
"""Mana that a seat gains by exchanging a rune (DK-5.19)."""
REPAIR_HP: Final = 10
"""Most hit points that one repair order gives a building (DK-5.17)."""
LUCK_BONUS: Final = 20
"""Percentage points that luck adds to a chance, which stays at most 100 (DK-5.48)."""
TOWER_AP: Final = 3
"""Action points that a battle tower gets at each turn start of its owner (DK-3.9)."""
TOWER_ATTACK: Final = 8
"""Attack of a battle tower (DK-3.9)."""
TOWER_RANGE: Final = 3
"""Distance in cells up to which a battle tower can shoot (DK-5.34)."""
SLOWING_RADIUS: Final = 3
"""Distance in cells within which a slowing tower slows enemy units (DK-3.9, DK-5.14)."""
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
"""Change of row and column for a step in each direction: N, NE, E, SE, S, SW, W, NW (DK-2.8)."""
EXCHANGE_MANA: Final[tuple[int, ...]] = (
    1,  # GOLD
    3,  # IRON
    100,  # TALDEAR
)
"""Mana that an Alchemy Lab takes for one piece of each Resource, in order (DK-4.11)."""
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
"""Row of the unit table for each Kind (DK-3.7)."""
SUMMONED: Final[tuple[Kind, ...]] = (
    Kind.IMP,
    Kind.BES,
)
"""Kinds of units that can be summoned from a Circle (DK-5.61)."""
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
"""Row of the building table for each Building (DK-3.9)."""
ARTIFACTS: Final[tuple[ArtifactRow, ...]] = (
    ArtifactRow(gold=25, iron=10, taldear=1, attack=2, defence=0, hp=0, ap=0),  # SWORD
    ArtifactRow(gold=25, iron=25, taldear=1, attack=0, defence=2, hp=0, ap=0),  # ARMOUR
    ArtifactRow(gold=30, iron=5, taldear=1, attack=0, defence=0, hp=10, ap=0),  # AMULET
    ArtifactRow(gold=100, iron=10, taldear=1, attack=0, defence=0, hp=0, ap=1),  # CROWN
)
"""Prices and effects of each Artifact (DK-3.11)."""
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
"""Effects of each Status."""
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
"""Row of the spell table for each Spell (DK-3.12)."""
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
"""Chance of success of each Roll in percent, without luck (DK-5.20, DK-5.21, DK-5.43, DK-5.46,
DK-5.47, DK-5.50)."""
