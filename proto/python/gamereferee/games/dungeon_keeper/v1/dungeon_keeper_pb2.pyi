"""Dungeon Keeper on the wire. Rule numbers are those of its rulebook. What has a name in the
rulebook is an enum here. Seats are numbered from 0; where a unit or a building is nobody's, its
owner is -1 for what is neutral and -2 for the light side. Cells are row and column from 0 at the
top left; a cell without one of them has 0 for it. Directions are 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6
W, 7 NW. Units have ids (DK-3.6), buildings are named by their cells.
"""
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Preset(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Presets of a match's config: board size, seats, rounds and Hero (DK-2.3)."""
    __slots__ = ()
    PRESET_UNSPECIFIED: _ClassVar[Preset]
    """Never sent."""
    PRESET_SMALL: _ClassVar[Preset]
    """Preset of 15 x 15 cells, 2 seats and 60 rounds, without a Hero."""
    PRESET_MEDIUM: _ClassVar[Preset]
    """Preset of 25 x 25 cells, up to 4 seats and 100 rounds, with a Hero."""
    PRESET_STANDARD: _ClassVar[Preset]
    """Preset of 45 x 45 cells, up to 8 seats and 150 rounds, with a Hero."""

class Symmetry(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Symmetry of a generated map with 2 to 4 bases (DK-2.9)."""
    __slots__ = ()
    SYMMETRY_UNSPECIFIED: _ClassVar[Symmetry]
    """Never sent."""
    SYMMETRY_ROTATION: _ClassVar[Symmetry]
    """Each base is the first one rotated about the centre of the board."""
    SYMMETRY_MIRROR: _ClassVar[Symmetry]
    """Each base is the first one mirrored at an axis of the board, or at both."""

class Seating(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """How bases and the turn order are assigned to seats (DK-2.18)."""
    __slots__ = ()
    SEATING_UNSPECIFIED: _ClassVar[Seating]
    """Never sent."""
    SEATING_SHUFFLED: _ClassVar[Seating]
    """Bases and turn order are drawn at random from the match's seed."""
    SEATING_FIXED: _ClassVar[Seating]
    """Nothing is drawn: seat i has base i and takes the i-th turn of a round, counted from 0."""

class MineKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Kinds of mines, by the resource that they hold (DK-3.2)."""
    __slots__ = ()
    MINE_KIND_UNSPECIFIED: _ClassVar[MineKind]
    """None of these."""
    MINE_KIND_GOLD: _ClassVar[MineKind]
    """Mine that holds gold."""
    MINE_KIND_IRON: _ClassVar[MineKind]
    """Mine that holds iron."""
    MINE_KIND_GEM: _ClassVar[MineKind]
    """Mine that holds taldear."""

class BuildingKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Kinds of buildings (DK-3.9)."""
    __slots__ = ()
    BUILDING_KIND_UNSPECIFIED: _ClassVar[BuildingKind]
    """None of these."""
    BUILDING_KIND_ALTAR: _ClassVar[BuildingKind]
    """Altar; the seat that loses it is eliminated."""
    BUILDING_KIND_SOURCE: _ClassVar[BuildingKind]
    """Source of Power; gives its owner mana each turn."""
    BUILDING_KIND_CIRCLE: _ClassVar[BuildingKind]
    """Circle of Summoning, from which imps and bes are summoned."""
    BUILDING_KIND_BATTLE_TOWER: _ClassVar[BuildingKind]
    """Battle tower, which shoots at units."""
    BUILDING_KIND_SLOWING_TOWER: _ClassVar[BuildingKind]
    """Slowing tower, which takes an action point from each enemy unit near it."""
    BUILDING_KIND_ARMOURY: _ClassVar[BuildingKind]
    """Armoury, in which artifacts are forged."""
    BUILDING_KIND_WALL: _ClassVar[BuildingKind]
    """Wall; belongs to no seat."""
    BUILDING_KIND_ALCHEMY_LAB: _ClassVar[BuildingKind]
    """Alchemy Lab, which makes gold, iron and taldear out of mana."""
    BUILDING_KIND_HOSPITAL: _ClassVar[BuildingKind]
    """Hospital, which heals units that rest next to it."""

class ItemKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Kinds of items that can lie on a cell (DK-3.3)."""
    __slots__ = ()
    ITEM_KIND_UNSPECIFIED: _ClassVar[ItemKind]
    """None of these."""
    ITEM_KIND_CHEST: _ClassVar[ItemKind]
    """Chest with gold and taldear; how much is seen when it is picked up."""
    ITEM_KIND_MANA_CRYSTAL: _ClassVar[ItemKind]
    """Mana crystal; how much mana it gives is seen when it is picked up."""
    ITEM_KIND_RUNE_FIRE: _ClassVar[ItemKind]
    """Rune of Fire, which a unit carries to its Altar."""
    ITEM_KIND_RUNE_DARKNESS: _ClassVar[ItemKind]
    """Rune of Darkness, which a unit carries to its Altar."""
    ITEM_KIND_RUNE_DEATH: _ClassVar[ItemKind]
    """Rune of Death, which a unit carries to its Altar."""
    ITEM_KIND_SWORD: _ClassVar[ItemKind]
    """Sword, an artifact that raises attack."""
    ITEM_KIND_ARMOUR: _ClassVar[ItemKind]
    """Armour, an artifact that raises defence."""
    ITEM_KIND_AMULET: _ClassVar[ItemKind]
    """Amulet, an artifact that raises hit points."""
    ITEM_KIND_CROWN: _ClassVar[ItemKind]
    """Crown, an artifact that raises action points."""

class UnitKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Kinds of units (DK-3.7)."""
    __slots__ = ()
    UNIT_KIND_UNSPECIFIED: _ClassVar[UnitKind]
    """None of these."""
    UNIT_KIND_IMP: _ClassVar[UnitKind]
    """Imp: a worker, which digs, mines, builds and repairs."""
    UNIT_KIND_BES: _ClassVar[UnitKind]
    """Bes: the basic fighter, from which all others are upgraded."""
    UNIT_KIND_PRIEST: _ClassVar[UnitKind]
    """Priest: a devoted servant, which heals, purifies and sacrifices."""
    UNIT_KIND_GRASDIR: _ClassVar[UnitKind]
    """Grasdir: a swift flyer, with many action points."""
    UNIT_KIND_KERUB: _ClassVar[UnitKind]
    """Kerub: horned, winged, with a scythe; may strike twice (zeal)."""
    UNIT_KIND_SIEGE_BEAST: _ClassVar[UnitKind]
    """Siege beast: a huge overfed bes, which breaks walls."""
    UNIT_KIND_OGNEVIK: _ClassVar[UnitKind]
    """Ognevik: a fire breather."""
    UNIT_KIND_IFRIT: _ClassVar[UnitKind]
    """Ifrit: fast and strong; its aura burns enemies on adjacent cells."""
    UNIT_KIND_ANGUTHEI: _ClassVar[UnitKind]
    """Anguthei: a demon of the dark, which exhausts enemies."""
    UNIT_KIND_KADET: _ClassVar[UnitKind]
    """Kadet: a black sorcerer, which exhausts and poisons enemies."""
    UNIT_KIND_SUCCUBUS: _ClassVar[UnitKind]
    """Succubus: subjugates enemies and cancels their buffs."""
    UNIT_KIND_AGGEL: _ClassVar[UnitKind]
    """Aggel: an angel of darkness, which may strike twice, absorbs curses and regenerates."""
    UNIT_KIND_MOONGLAIR: _ClassVar[UnitKind]
    """Moonglair: a ghost sorcerer, which regenerates."""
    UNIT_KIND_LICH: _ClassVar[UnitKind]
    """Lich: a risen sorcerer, which exhausts and frightens enemies, and sends death clouds."""
    UNIT_KIND_VAMPIRE: _ClassVar[UnitKind]
    """Vampire: gains hit points by its strikes."""
    UNIT_KIND_YAFALEN: _ClassVar[UnitKind]
    """Yafalen: a void spirit, which absorbs curses, frightens enemies, and gains hit points by its
    strikes.
    """
    UNIT_KIND_HERO: _ClassVar[UnitKind]
    """Hero of the light side, who belongs to no seat."""
    UNIT_KIND_GNOME: _ClassVar[UnitKind]
    """Gnome of the light side, who digs for the Hero."""

class Artifact(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Kinds of artifacts, which strengthen the unit that bears one (DK-3.11)."""
    __slots__ = ()
    ARTIFACT_UNSPECIFIED: _ClassVar[Artifact]
    """None of these."""
    ARTIFACT_SWORD: _ClassVar[Artifact]
    """Sword: attack + 2."""
    ARTIFACT_ARMOUR: _ClassVar[Artifact]
    """Armour: defence + 2."""
    ARTIFACT_AMULET: _ClassVar[Artifact]
    """Amulet: 10 hit points more."""
    ARTIFACT_CROWN: _ClassVar[Artifact]
    """Crown: 1 action point more."""

class Spirit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Kinds of spirits, which are bound to a unit for life and strengthen it (DK-5.66)."""
    __slots__ = ()
    SPIRIT_UNSPECIFIED: _ClassVar[Spirit]
    """None of these."""
    SPIRIT_GUARDIAN: _ClassVar[Spirit]
    """Guardian spirit: defence + 1."""
    SPIRIT_VALOUR: _ClassVar[Spirit]
    """Spirit of valour: attack + 1."""
    SPIRIT_LIFE: _ClassVar[Spirit]
    """Spirit of life: 5 hit points more."""

class Rune(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Kinds of runes, which open upgrades and spells once installed in the Altar (DK-5.19)."""
    __slots__ = ()
    RUNE_UNSPECIFIED: _ClassVar[Rune]
    """None of these."""
    RUNE_FIRE: _ClassVar[Rune]
    """Rune of Fire, for the upgrades to ognevik and ifrit, and for the spells berserk and luck."""
    RUNE_DARKNESS: _ClassVar[Rune]
    """Rune of Darkness, for the upgrades to anguthei, kadet, succubus and aggel, and for the spells
    magic_absorption and luck.
    """
    RUNE_DEATH: _ClassVar[Rune]
    """Rune of Death, for the upgrades to moonglair, lich, vampire and yafalen, and for the spells
    ghostliness and luck.
    """

class Status(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Statuses of units; the first 11 don't stack, in the order of their columns (DK-3.13)."""
    __slots__ = ()
    STATUS_UNSPECIFIED: _ClassVar[Status]
    """None of these."""
    STATUS_HASTE: _ClassVar[Status]
    """Haste, a buff: 1 action point more at once."""
    STATUS_SLOW: _ClassVar[Status]
    """Slow, a debuff: 1 action point less when points are next given."""
    STATUS_RAGE: _ClassVar[Status]
    """Rage, a buff: attack + 1."""
    STATUS_WEAKNESS: _ClassVar[Status]
    """Weakness, a debuff: attack - 1."""
    STATUS_IRON_SKIN: _ClassVar[Status]
    """Iron skin, a buff: defence + 1."""
    STATUS_CORRUPTION: _ClassVar[Status]
    """Corruption, a debuff: defence - 1."""
    STATUS_EXHAUSTION: _ClassVar[Status]
    """Exhaustion, a debuff: attack and defence - 1."""
    STATUS_BERSERK: _ClassVar[Status]
    """Berserk, a buff: one more melee attack in half the cases."""
    STATUS_MAGIC_ABSORPTION: _ClassVar[Status]
    """Magic absorption, a buff: absorbs a debuff or control in half the cases."""
    STATUS_GHOSTLINESS: _ClassVar[Status]
    """Ghostliness, a buff: the unit evades four attacks in ten."""
    STATUS_LUCK: _ClassVar[Status]
    """Luck, a buff: 20 points more to every chance of the unit."""
    STATUS_CURSED_BLADE: _ClassVar[Status]
    """Cursed blade, a debuff: defence - 1 for each stack (DK-5.42)."""
    STATUS_FEAR: _ClassVar[Status]
    """Fear, a debuff: 1 action point less at the next turn start for each count (DK-5.43)."""
    STATUS_POISON: _ClassVar[Status]
    """Poison: 4 hit points lost at each turn start of the unit's owner (DK-5.44)."""

class Spell(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Spells that an archdemon can research and cast (DK-3.12)."""
    __slots__ = ()
    SPELL_UNSPECIFIED: _ClassVar[Spell]
    """None of these."""
    SPELL_HASTE: _ClassVar[Spell]
    """Gives an own unit 1 action point at once."""
    SPELL_SLOW: _ClassVar[Spell]
    """Takes 1 action point from an enemy when it is next given points."""
    SPELL_RAGE: _ClassVar[Spell]
    """Raises the attack of an own unit by 1."""
    SPELL_WEAKNESS: _ClassVar[Spell]
    """Lowers the attack of an enemy by 1."""
    SPELL_IRON_SKIN: _ClassVar[Spell]
    """Raises the defence of an own unit by 1."""
    SPELL_CORRUPTION: _ClassVar[Spell]
    """Lowers the defence of an enemy by 1."""
    SPELL_HEALING: _ClassVar[Spell]
    """Gives an own or allied unit 5 hit points."""
    SPELL_DISPEL: _ClassVar[Spell]
    """Removes debuffs and poison from an own or allied unit."""
    SPELL_BERSERK: _ClassVar[Spell]
    """Gives an own melee unit one more attack in half the cases."""
    SPELL_MAGIC_ABSORPTION: _ClassVar[Spell]
    """Lets an own unit absorb debuffs and control in half the cases."""
    SPELL_GHOSTLINESS: _ClassVar[Spell]
    """Lets an own unit evade four attacks in ten."""
    SPELL_LUCK: _ClassVar[Spell]
    """Adds 20 percentage points to every chance of an own unit."""

class RuneMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """What a unit does with its rune at the Altar (DK-5.19)."""
    __slots__ = ()
    RUNE_MODE_UNSPECIFIED: _ClassVar[RuneMode]
    """None of these."""
    RUNE_MODE_INSTALL: _ClassVar[RuneMode]
    """The rune is installed in the Altar."""
    RUNE_MODE_EXCHANGE: _ClassVar[RuneMode]
    """The rune is exchanged for 10 mana."""

class Resource(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Resources that an Alchemy Lab makes out of mana, in the order of the stocks (DK-4.11)."""
    __slots__ = ()
    RESOURCE_UNSPECIFIED: _ClassVar[Resource]
    """None of these."""
    RESOURCE_GOLD: _ClassVar[Resource]
    """Gold, at 1 mana for each piece."""
    RESOURCE_IRON: _ClassVar[Resource]
    """Iron, at 3 mana for each piece."""
    RESOURCE_TALDEAR: _ClassVar[Resource]
    """Taldear, at 100 mana for each piece."""

class Code(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Result code of an order: OK, or the reason why it was refused (DK-4.12)."""
    __slots__ = ()
    CODE_UNSPECIFIED: _ClassVar[Code]
    """None of these."""
    CODE_OK: _ClassVar[Code]
    """The order was carried out."""
    CODE_BAD_SCHEMA: _ClassVar[Code]
    """The message or order is malformed: a field is missing or has an invalid value."""
    CODE_NOT_YOUR_TURN: _ClassVar[Code]
    """Never sent as an order's result. The referee rejects the whole message instead, as
    NOT_YOUR_TURN or, after the deadline of the batch, as LATE (DK-4.4).
    """
    CODE_LIMIT: _ClassVar[Code]
    """The turn has had as many orders as `max_orders_per_turn` allows."""
    CODE_MATCH_OVER: _ClassVar[Code]
    """The match ended before this order was reached."""
    CODE_DISABLED: _ClassVar[Code]
    """Alliances are off in this match."""
    CODE_NO_SUCH_UNIT: _ClassVar[Code]
    """No unit with the id given in `unit` exists, or under fog none in sight."""
    CODE_NOT_YOURS: _ClassVar[Code]
    """The seat does not control the unit, or does not own it if the order is the archdemon's."""
    CODE_NO_ABILITY: _ClassVar[Code]
    """The unit lacks the ability that the order takes."""
    CODE_NO_AP: _ClassVar[Code]
    """The unit or tower has too few action points."""
    CODE_OUT_OF_BOARD: _ClassVar[Code]
    """The cell is not on the board."""
    CODE_NOT_ADJACENT: _ClassVar[Code]
    """The cell is not adjacent to the unit or building, or the unit is not adjacent to the Altar.
    """
    CODE_BLOCKED: _ClassVar[Code]
    """The cell to enter is solid: undug, a mine or a building."""
    CODE_CORNER: _ClassVar[Code]
    """Both cells next to a diagonal step are solid."""
    CODE_OCCUPIED: _ClassVar[Code]
    """A unit that bars the order stands on the cell."""
    CODE_STACK_FULL: _ClassVar[Code]
    """The cell holds `stack_limit` units already."""
    CODE_NO_SUCH_TARGET: _ClassVar[Code]
    """The unit or building aimed at does not exist, or an area attack would hit nobody."""
    CODE_BAD_TARGET: _ClassVar[Code]
    """The order may not be aimed at this unit, building or seat."""
    CODE_OUT_OF_RANGE: _ClassVar[Code]
    """The target is too far away."""
    CODE_NO_LOS: _ClassVar[Code]
    """There is no line of sight to the target."""
    CODE_NOT_UNDUG: _ClassVar[Code]
    """The cell to dig is not undug rock."""
    CODE_NOT_MINE: _ClassVar[Code]
    """The cell to mine is no mine."""
    CODE_NOT_EMPTY: _ClassVar[Code]
    """The cell to build on is solid."""
    CODE_ITEM_THERE: _ClassVar[Code]
    """An item lies on the cell to build on."""
    CODE_NO_MANA: _ClassVar[Code]
    """The seat has too little mana for the price."""
    CODE_NO_GOLD: _ClassVar[Code]
    """The seat has too little gold for the price."""
    CODE_NO_IRON: _ClassVar[Code]
    """The seat has too little iron for the price."""
    CODE_NO_TALDEAR: _ClassVar[Code]
    """The seat has too little taldear (the resource of gem mines) for the price."""
    CODE_FULL_HP: _ClassVar[Code]
    """The unit or building has all its hit points already."""
    CODE_NO_ITEM: _ClassVar[Code]
    """No item of this kind lies on the cell."""
    CODE_HANDS_FULL: _ClassVar[Code]
    """The unit carries a rune already, so it cannot pick up another one."""
    CODE_NO_RUNE: _ClassVar[Code]
    """The unit carries no rune to use."""
    CODE_ALREADY_INSTALLED: _ClassVar[Code]
    """The seat's Altar holds this rune already."""
    CODE_OWN_SOURCE: _ClassVar[Code]
    """The Source to capture is the seat's own or an ally's."""
    CODE_NO_BUILDING: _ClassVar[Code]
    """The seat lacks the building that the order takes, or it is not on the cell given."""
    CODE_NOTHING_TO_REMOVE: _ClassVar[Code]
    """The target has no status that the order could remove."""
    CODE_ALREADY_ACTIVE: _ClassVar[Code]
    """The target has this status from the same seat already."""
    CODE_UNIT_CAP: _ClassVar[Code]
    """The seat owns as many units as `unit_cap` allows."""
    CODE_BAD_UPGRADE: _ClassVar[Code]
    """The unit's kind cannot be upgraded to this kind."""
    CODE_NEEDS_RUNE: _ClassVar[Code]
    """The seat's Altar lacks a rune that the upgrade or research takes."""
    CODE_NOT_NEAR_SOURCE: _ClassVar[Code]
    """No Source of the seat is near enough to the unit."""
    CODE_ALREADY_UPGRADED: _ClassVar[Code]
    """The unit or Source has been upgraded in this turn already."""
    CODE_MAX_LEVEL: _ClassVar[Code]
    """The Source is at its highest level."""
    CODE_ALREADY_KNOWN: _ClassVar[Code]
    """The seat has researched the spell already."""
    CODE_NOT_RESEARCHED: _ClassVar[Code]
    """The seat has not researched the spell."""
    CODE_NO_ARTIFACT: _ClassVar[Code]
    """The seat has no artifact of this kind in its store."""
    CODE_SLOT_FULL: _ClassVar[Code]
    """The unit has an artifact or spirit of this kind already."""
    CODE_NO_SPIRIT: _ClassVar[Code]
    """The seat has no spirit of this kind."""
    CODE_NOT_NEAREST: _ClassVar[Code]
    """Another hostile unit is nearer to the tower than the target."""
    CODE_MORE: _ClassVar[Code]
    """Stands for further orders refused as LIMIT or MATCH_OVER, of which 32 were answered one by
    one; `place` is the number of the others.
    """

class RollKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Kinds of chances that are decided by a d100."""
    __slots__ = ()
    ROLL_KIND_UNSPECIFIED: _ClassVar[RollKind]
    """None of these."""
    ROLL_KIND_ZEAL: _ClassVar[RollKind]
    """Zeal: whether the attacker attacks a second time (DK-5.20)."""
    ROLL_KIND_BERSERK: _ClassVar[RollKind]
    """Berserk: whether the attacker gets one more attack (DK-5.20)."""
    ROLL_KIND_SUBJUGATE: _ClassVar[RollKind]
    """Whether an attempt to control a unit succeeds (DK-5.50)."""
    ROLL_KIND_FEAR: _ClassVar[RollKind]
    """Whether an attempt to frighten a unit succeeds (DK-5.43)."""
    ROLL_KIND_CANCEL_BLESSING: _ClassVar[RollKind]
    """Whether an attempt to remove a buff succeeds (DK-5.46)."""
    ROLL_KIND_CURSE_ABSORPTION: _ClassVar[RollKind]
    """Whether a unit's ability absorbs a debuff or control (DK-5.47)."""
    ROLL_KIND_MAGIC_ABSORPTION: _ClassVar[RollKind]
    """Whether a unit's spell absorbs a debuff or control (DK-5.47)."""
    ROLL_KIND_GHOSTLINESS: _ClassVar[RollKind]
    """Whether the target evades a strike or shot (DK-5.21)."""
    ROLL_KIND_CONTROL_RESISTANCE: _ClassVar[RollKind]
    """Whether the target resists control (DK-5.50)."""
PRESET_UNSPECIFIED: Preset
"""Never sent."""
PRESET_SMALL: Preset
"""Preset of 15 x 15 cells, 2 seats and 60 rounds, without a Hero."""
PRESET_MEDIUM: Preset
"""Preset of 25 x 25 cells, up to 4 seats and 100 rounds, with a Hero."""
PRESET_STANDARD: Preset
"""Preset of 45 x 45 cells, up to 8 seats and 150 rounds, with a Hero."""
SYMMETRY_UNSPECIFIED: Symmetry
"""Never sent."""
SYMMETRY_ROTATION: Symmetry
"""Each base is the first one rotated about the centre of the board."""
SYMMETRY_MIRROR: Symmetry
"""Each base is the first one mirrored at an axis of the board, or at both."""
SEATING_UNSPECIFIED: Seating
"""Never sent."""
SEATING_SHUFFLED: Seating
"""Bases and turn order are drawn at random from the match's seed."""
SEATING_FIXED: Seating
"""Nothing is drawn: seat i has base i and takes the i-th turn of a round, counted from 0."""
MINE_KIND_UNSPECIFIED: MineKind
"""None of these."""
MINE_KIND_GOLD: MineKind
"""Mine that holds gold."""
MINE_KIND_IRON: MineKind
"""Mine that holds iron."""
MINE_KIND_GEM: MineKind
"""Mine that holds taldear."""
BUILDING_KIND_UNSPECIFIED: BuildingKind
"""None of these."""
BUILDING_KIND_ALTAR: BuildingKind
"""Altar; the seat that loses it is eliminated."""
BUILDING_KIND_SOURCE: BuildingKind
"""Source of Power; gives its owner mana each turn."""
BUILDING_KIND_CIRCLE: BuildingKind
"""Circle of Summoning, from which imps and bes are summoned."""
BUILDING_KIND_BATTLE_TOWER: BuildingKind
"""Battle tower, which shoots at units."""
BUILDING_KIND_SLOWING_TOWER: BuildingKind
"""Slowing tower, which takes an action point from each enemy unit near it."""
BUILDING_KIND_ARMOURY: BuildingKind
"""Armoury, in which artifacts are forged."""
BUILDING_KIND_WALL: BuildingKind
"""Wall; belongs to no seat."""
BUILDING_KIND_ALCHEMY_LAB: BuildingKind
"""Alchemy Lab, which makes gold, iron and taldear out of mana."""
BUILDING_KIND_HOSPITAL: BuildingKind
"""Hospital, which heals units that rest next to it."""
ITEM_KIND_UNSPECIFIED: ItemKind
"""None of these."""
ITEM_KIND_CHEST: ItemKind
"""Chest with gold and taldear; how much is seen when it is picked up."""
ITEM_KIND_MANA_CRYSTAL: ItemKind
"""Mana crystal; how much mana it gives is seen when it is picked up."""
ITEM_KIND_RUNE_FIRE: ItemKind
"""Rune of Fire, which a unit carries to its Altar."""
ITEM_KIND_RUNE_DARKNESS: ItemKind
"""Rune of Darkness, which a unit carries to its Altar."""
ITEM_KIND_RUNE_DEATH: ItemKind
"""Rune of Death, which a unit carries to its Altar."""
ITEM_KIND_SWORD: ItemKind
"""Sword, an artifact that raises attack."""
ITEM_KIND_ARMOUR: ItemKind
"""Armour, an artifact that raises defence."""
ITEM_KIND_AMULET: ItemKind
"""Amulet, an artifact that raises hit points."""
ITEM_KIND_CROWN: ItemKind
"""Crown, an artifact that raises action points."""
UNIT_KIND_UNSPECIFIED: UnitKind
"""None of these."""
UNIT_KIND_IMP: UnitKind
"""Imp: a worker, which digs, mines, builds and repairs."""
UNIT_KIND_BES: UnitKind
"""Bes: the basic fighter, from which all others are upgraded."""
UNIT_KIND_PRIEST: UnitKind
"""Priest: a devoted servant, which heals, purifies and sacrifices."""
UNIT_KIND_GRASDIR: UnitKind
"""Grasdir: a swift flyer, with many action points."""
UNIT_KIND_KERUB: UnitKind
"""Kerub: horned, winged, with a scythe; may strike twice (zeal)."""
UNIT_KIND_SIEGE_BEAST: UnitKind
"""Siege beast: a huge overfed bes, which breaks walls."""
UNIT_KIND_OGNEVIK: UnitKind
"""Ognevik: a fire breather."""
UNIT_KIND_IFRIT: UnitKind
"""Ifrit: fast and strong; its aura burns enemies on adjacent cells."""
UNIT_KIND_ANGUTHEI: UnitKind
"""Anguthei: a demon of the dark, which exhausts enemies."""
UNIT_KIND_KADET: UnitKind
"""Kadet: a black sorcerer, which exhausts and poisons enemies."""
UNIT_KIND_SUCCUBUS: UnitKind
"""Succubus: subjugates enemies and cancels their buffs."""
UNIT_KIND_AGGEL: UnitKind
"""Aggel: an angel of darkness, which may strike twice, absorbs curses and regenerates."""
UNIT_KIND_MOONGLAIR: UnitKind
"""Moonglair: a ghost sorcerer, which regenerates."""
UNIT_KIND_LICH: UnitKind
"""Lich: a risen sorcerer, which exhausts and frightens enemies, and sends death clouds."""
UNIT_KIND_VAMPIRE: UnitKind
"""Vampire: gains hit points by its strikes."""
UNIT_KIND_YAFALEN: UnitKind
"""Yafalen: a void spirit, which absorbs curses, frightens enemies, and gains hit points by its
strikes.
"""
UNIT_KIND_HERO: UnitKind
"""Hero of the light side, who belongs to no seat."""
UNIT_KIND_GNOME: UnitKind
"""Gnome of the light side, who digs for the Hero."""
ARTIFACT_UNSPECIFIED: Artifact
"""None of these."""
ARTIFACT_SWORD: Artifact
"""Sword: attack + 2."""
ARTIFACT_ARMOUR: Artifact
"""Armour: defence + 2."""
ARTIFACT_AMULET: Artifact
"""Amulet: 10 hit points more."""
ARTIFACT_CROWN: Artifact
"""Crown: 1 action point more."""
SPIRIT_UNSPECIFIED: Spirit
"""None of these."""
SPIRIT_GUARDIAN: Spirit
"""Guardian spirit: defence + 1."""
SPIRIT_VALOUR: Spirit
"""Spirit of valour: attack + 1."""
SPIRIT_LIFE: Spirit
"""Spirit of life: 5 hit points more."""
RUNE_UNSPECIFIED: Rune
"""None of these."""
RUNE_FIRE: Rune
"""Rune of Fire, for the upgrades to ognevik and ifrit, and for the spells berserk and luck."""
RUNE_DARKNESS: Rune
"""Rune of Darkness, for the upgrades to anguthei, kadet, succubus and aggel, and for the spells
magic_absorption and luck.
"""
RUNE_DEATH: Rune
"""Rune of Death, for the upgrades to moonglair, lich, vampire and yafalen, and for the spells
ghostliness and luck.
"""
STATUS_UNSPECIFIED: Status
"""None of these."""
STATUS_HASTE: Status
"""Haste, a buff: 1 action point more at once."""
STATUS_SLOW: Status
"""Slow, a debuff: 1 action point less when points are next given."""
STATUS_RAGE: Status
"""Rage, a buff: attack + 1."""
STATUS_WEAKNESS: Status
"""Weakness, a debuff: attack - 1."""
STATUS_IRON_SKIN: Status
"""Iron skin, a buff: defence + 1."""
STATUS_CORRUPTION: Status
"""Corruption, a debuff: defence - 1."""
STATUS_EXHAUSTION: Status
"""Exhaustion, a debuff: attack and defence - 1."""
STATUS_BERSERK: Status
"""Berserk, a buff: one more melee attack in half the cases."""
STATUS_MAGIC_ABSORPTION: Status
"""Magic absorption, a buff: absorbs a debuff or control in half the cases."""
STATUS_GHOSTLINESS: Status
"""Ghostliness, a buff: the unit evades four attacks in ten."""
STATUS_LUCK: Status
"""Luck, a buff: 20 points more to every chance of the unit."""
STATUS_CURSED_BLADE: Status
"""Cursed blade, a debuff: defence - 1 for each stack (DK-5.42)."""
STATUS_FEAR: Status
"""Fear, a debuff: 1 action point less at the next turn start for each count (DK-5.43)."""
STATUS_POISON: Status
"""Poison: 4 hit points lost at each turn start of the unit's owner (DK-5.44)."""
SPELL_UNSPECIFIED: Spell
"""None of these."""
SPELL_HASTE: Spell
"""Gives an own unit 1 action point at once."""
SPELL_SLOW: Spell
"""Takes 1 action point from an enemy when it is next given points."""
SPELL_RAGE: Spell
"""Raises the attack of an own unit by 1."""
SPELL_WEAKNESS: Spell
"""Lowers the attack of an enemy by 1."""
SPELL_IRON_SKIN: Spell
"""Raises the defence of an own unit by 1."""
SPELL_CORRUPTION: Spell
"""Lowers the defence of an enemy by 1."""
SPELL_HEALING: Spell
"""Gives an own or allied unit 5 hit points."""
SPELL_DISPEL: Spell
"""Removes debuffs and poison from an own or allied unit."""
SPELL_BERSERK: Spell
"""Gives an own melee unit one more attack in half the cases."""
SPELL_MAGIC_ABSORPTION: Spell
"""Lets an own unit absorb debuffs and control in half the cases."""
SPELL_GHOSTLINESS: Spell
"""Lets an own unit evade four attacks in ten."""
SPELL_LUCK: Spell
"""Adds 20 percentage points to every chance of an own unit."""
RUNE_MODE_UNSPECIFIED: RuneMode
"""None of these."""
RUNE_MODE_INSTALL: RuneMode
"""The rune is installed in the Altar."""
RUNE_MODE_EXCHANGE: RuneMode
"""The rune is exchanged for 10 mana."""
RESOURCE_UNSPECIFIED: Resource
"""None of these."""
RESOURCE_GOLD: Resource
"""Gold, at 1 mana for each piece."""
RESOURCE_IRON: Resource
"""Iron, at 3 mana for each piece."""
RESOURCE_TALDEAR: Resource
"""Taldear, at 100 mana for each piece."""
CODE_UNSPECIFIED: Code
"""None of these."""
CODE_OK: Code
"""The order was carried out."""
CODE_BAD_SCHEMA: Code
"""The message or order is malformed: a field is missing or has an invalid value."""
CODE_NOT_YOUR_TURN: Code
"""Never sent as an order's result. The referee rejects the whole message instead, as NOT_YOUR_TURN
or, after the deadline of the batch, as LATE (DK-4.4).
"""
CODE_LIMIT: Code
"""The turn has had as many orders as `max_orders_per_turn` allows."""
CODE_MATCH_OVER: Code
"""The match ended before this order was reached."""
CODE_DISABLED: Code
"""Alliances are off in this match."""
CODE_NO_SUCH_UNIT: Code
"""No unit with the id given in `unit` exists, or under fog none in sight."""
CODE_NOT_YOURS: Code
"""The seat does not control the unit, or does not own it if the order is the archdemon's."""
CODE_NO_ABILITY: Code
"""The unit lacks the ability that the order takes."""
CODE_NO_AP: Code
"""The unit or tower has too few action points."""
CODE_OUT_OF_BOARD: Code
"""The cell is not on the board."""
CODE_NOT_ADJACENT: Code
"""The cell is not adjacent to the unit or building, or the unit is not adjacent to the Altar."""
CODE_BLOCKED: Code
"""The cell to enter is solid: undug, a mine or a building."""
CODE_CORNER: Code
"""Both cells next to a diagonal step are solid."""
CODE_OCCUPIED: Code
"""A unit that bars the order stands on the cell."""
CODE_STACK_FULL: Code
"""The cell holds `stack_limit` units already."""
CODE_NO_SUCH_TARGET: Code
"""The unit or building aimed at does not exist, or an area attack would hit nobody."""
CODE_BAD_TARGET: Code
"""The order may not be aimed at this unit, building or seat."""
CODE_OUT_OF_RANGE: Code
"""The target is too far away."""
CODE_NO_LOS: Code
"""There is no line of sight to the target."""
CODE_NOT_UNDUG: Code
"""The cell to dig is not undug rock."""
CODE_NOT_MINE: Code
"""The cell to mine is no mine."""
CODE_NOT_EMPTY: Code
"""The cell to build on is solid."""
CODE_ITEM_THERE: Code
"""An item lies on the cell to build on."""
CODE_NO_MANA: Code
"""The seat has too little mana for the price."""
CODE_NO_GOLD: Code
"""The seat has too little gold for the price."""
CODE_NO_IRON: Code
"""The seat has too little iron for the price."""
CODE_NO_TALDEAR: Code
"""The seat has too little taldear (the resource of gem mines) for the price."""
CODE_FULL_HP: Code
"""The unit or building has all its hit points already."""
CODE_NO_ITEM: Code
"""No item of this kind lies on the cell."""
CODE_HANDS_FULL: Code
"""The unit carries a rune already, so it cannot pick up another one."""
CODE_NO_RUNE: Code
"""The unit carries no rune to use."""
CODE_ALREADY_INSTALLED: Code
"""The seat's Altar holds this rune already."""
CODE_OWN_SOURCE: Code
"""The Source to capture is the seat's own or an ally's."""
CODE_NO_BUILDING: Code
"""The seat lacks the building that the order takes, or it is not on the cell given."""
CODE_NOTHING_TO_REMOVE: Code
"""The target has no status that the order could remove."""
CODE_ALREADY_ACTIVE: Code
"""The target has this status from the same seat already."""
CODE_UNIT_CAP: Code
"""The seat owns as many units as `unit_cap` allows."""
CODE_BAD_UPGRADE: Code
"""The unit's kind cannot be upgraded to this kind."""
CODE_NEEDS_RUNE: Code
"""The seat's Altar lacks a rune that the upgrade or research takes."""
CODE_NOT_NEAR_SOURCE: Code
"""No Source of the seat is near enough to the unit."""
CODE_ALREADY_UPGRADED: Code
"""The unit or Source has been upgraded in this turn already."""
CODE_MAX_LEVEL: Code
"""The Source is at its highest level."""
CODE_ALREADY_KNOWN: Code
"""The seat has researched the spell already."""
CODE_NOT_RESEARCHED: Code
"""The seat has not researched the spell."""
CODE_NO_ARTIFACT: Code
"""The seat has no artifact of this kind in its store."""
CODE_SLOT_FULL: Code
"""The unit has an artifact or spirit of this kind already."""
CODE_NO_SPIRIT: Code
"""The seat has no spirit of this kind."""
CODE_NOT_NEAREST: Code
"""Another hostile unit is nearer to the tower than the target."""
CODE_MORE: Code
"""Stands for further orders refused as LIMIT or MATCH_OVER, of which 32 were answered one by one;
`place` is the number of the others.
"""
ROLL_KIND_UNSPECIFIED: RollKind
"""None of these."""
ROLL_KIND_ZEAL: RollKind
"""Zeal: whether the attacker attacks a second time (DK-5.20)."""
ROLL_KIND_BERSERK: RollKind
"""Berserk: whether the attacker gets one more attack (DK-5.20)."""
ROLL_KIND_SUBJUGATE: RollKind
"""Whether an attempt to control a unit succeeds (DK-5.50)."""
ROLL_KIND_FEAR: RollKind
"""Whether an attempt to frighten a unit succeeds (DK-5.43)."""
ROLL_KIND_CANCEL_BLESSING: RollKind
"""Whether an attempt to remove a buff succeeds (DK-5.46)."""
ROLL_KIND_CURSE_ABSORPTION: RollKind
"""Whether a unit's ability absorbs a debuff or control (DK-5.47)."""
ROLL_KIND_MAGIC_ABSORPTION: RollKind
"""Whether a unit's spell absorbs a debuff or control (DK-5.47)."""
ROLL_KIND_GHOSTLINESS: RollKind
"""Whether the target evades a strike or shot (DK-5.21)."""
ROLL_KIND_CONTROL_RESISTANCE: RollKind
"""Whether the target resists control (DK-5.50)."""

class ScenarioMine(_message.Message):
    """A mine of a scenario (DK-2.20)."""
    __slots__ = ("row", "col", "kind", "left")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    row: int
    """Row of the mine's cell, from 0 at the top. From 0 to 62."""
    col: int
    """Column of the mine's cell, from 0 at the left. From 0 to 62."""
    kind: MineKind
    """Resource that the mine holds."""
    left: int
    """Amount left in the mine; by default the config's amount for its kind. From 1 to 10000."""
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., kind: _Optional[_Union[MineKind, str]] = ..., left: _Optional[int] = ...) -> None: ...

class ScenarioBuilding(_message.Message):
    """A building of a scenario (DK-2.20)."""
    __slots__ = ("row", "col", "kind", "owner", "hp", "level", "ap", "upgraded", "low_mark")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    AP_FIELD_NUMBER: _ClassVar[int]
    UPGRADED_FIELD_NUMBER: _ClassVar[int]
    LOW_MARK_FIELD_NUMBER: _ClassVar[int]
    row: int
    """Row of the building's cell, from 0 at the top. From 0 to 62."""
    col: int
    """Column of the building's cell, from 0 at the left. From 0 to 62."""
    kind: BuildingKind
    """Kind of the building."""
    owner: int
    """Seat that owns the building; -1 for walls and neutral Sources. From -1 to 7. Default -1."""
    hp: int
    """Hit points of the building; by default all that its kind can have. From 1 to 100."""
    level: int
    """Level of a Source; by default base_source_level, or 1 for a neutral one. From 1 to 10."""
    ap: int
    """Action points of a battle tower; by default 3. From 0 to 3."""
    upgraded: bool
    """Whether a Source was upgraded in this turn. Default false."""
    low_mark: int
    """Low mark of an Altar, the lowest hit points that it has had (DK-3.14); by default its hit
    points. From 1 to 100.
    """
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., kind: _Optional[_Union[BuildingKind, str]] = ..., owner: _Optional[int] = ..., hp: _Optional[int] = ..., level: _Optional[int] = ..., ap: _Optional[int] = ..., upgraded: bool = ..., low_mark: _Optional[int] = ...) -> None: ...

class ScenarioItem(_message.Message):
    """An item that lies on a cell in a scenario; items of a cell are in order of arrival."""
    __slots__ = ("row", "col", "kind", "gold", "taldear", "mana")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    TALDEAR_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    row: int
    """Row of the item's cell, from 0 at the top. From 0 to 62."""
    col: int
    """Column of the item's cell, from 0 at the left. From 0 to 62."""
    kind: ItemKind
    """Kind of the item."""
    gold: int
    """Gold in a chest. From 0 to 10000. Default 0."""
    taldear: int
    """Taldear (the resource of gem mines) in a chest. From 0 to 10000. Default 0."""
    mana: int
    """Mana in a mana crystal. From 0 to 10000. Default 0."""
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., kind: _Optional[_Union[ItemKind, str]] = ..., gold: _Optional[int] = ..., taldear: _Optional[int] = ..., mana: _Optional[int] = ...) -> None: ...

class ScenarioStatus(_message.Message):
    """A status that a unit has at the start of a scenario (DK-5.40)."""
    __slots__ = ("status", "source", "turns", "stacks")
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    STACKS_FIELD_NUMBER: _ClassVar[int]
    status: Status
    """Kind of the status."""
    source: int
    """Seat from which the status comes; all statuses have one except fear. From 0 to 7."""
    turns: int
    """Turns left of poison, by default 3, or of a cursed blade, by default the number of its
    stacks. From 1 to 1000.
    """
    stacks: int
    """Number of stacks of a cursed blade, or of counts of fear; by default 1. From 1 to 1000."""
    def __init__(self, status: _Optional[_Union[Status, str]] = ..., source: _Optional[int] = ..., turns: _Optional[int] = ..., stacks: _Optional[int] = ...) -> None: ...

class Cell(_message.Message):
    """A cell by row and column; in orders it may lie off the board."""
    __slots__ = ("row", "col")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    row: int
    """Row of the cell, from 0 at the top."""
    col: int
    """Column of the cell, from 0 at the left."""
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ...) -> None: ...

class ScenarioUnit(_message.Message):
    """A unit of a scenario (DK-2.20)."""
    __slots__ = ("id", "owner", "controller", "kind", "row", "col", "hp", "ap", "artifacts", "spirits", "rune", "statuses", "upgraded", "tower_slowed", "ap_debt", "capture_cell", "capture_points", "bare")
    ID_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    CONTROLLER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    AP_FIELD_NUMBER: _ClassVar[int]
    ARTIFACTS_FIELD_NUMBER: _ClassVar[int]
    SPIRITS_FIELD_NUMBER: _ClassVar[int]
    RUNE_FIELD_NUMBER: _ClassVar[int]
    STATUSES_FIELD_NUMBER: _ClassVar[int]
    UPGRADED_FIELD_NUMBER: _ClassVar[int]
    TOWER_SLOWED_FIELD_NUMBER: _ClassVar[int]
    AP_DEBT_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_CELL_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_POINTS_FIELD_NUMBER: _ClassVar[int]
    BARE_FIELD_NUMBER: _ClassVar[int]
    id: int
    """Id of the unit; by default the next one of its owner, after the owner's units before it in
    the list. From 1.
    """
    owner: int
    """Seat that owns the unit; -2 for the Hero and his gnome. From -2 to 7."""
    controller: int
    """Seat that the unit obeys; by default its owner. From -2 to 7."""
    kind: UnitKind
    """Kind of the unit."""
    row: int
    """Row of the unit's cell, from 0 at the top. From 0 to 62."""
    col: int
    """Column of the unit's cell, from 0 at the left. From 0 to 62."""
    hp: int
    """Hit points of the unit; by default all that it can have. From 1 to 1000."""
    ap: int
    """Action points of the unit; by default those of a whole turn. From 0 to 1000."""
    artifacts: _containers.RepeatedScalarFieldContainer[Artifact]
    """Artifacts that the unit bears."""
    spirits: _containers.RepeatedScalarFieldContainer[Spirit]
    """Spirits bound to the unit."""
    rune: Rune
    """Rune that the unit carries; absent if it carries none."""
    statuses: _containers.RepeatedCompositeFieldContainer[ScenarioStatus]
    """Statuses that the unit has."""
    upgraded: bool
    """Whether the unit was upgraded in this turn. Default false."""
    tower_slowed: bool
    """Whether a slowing tower has slowed the unit in this turn. Default false."""
    ap_debt: int
    """Action points spent under foreign control, which the owner's next turn start takes off. From
    0 to 1000. Default 0.
    """
    capture_cell: Cell
    """Cell of the Source that the unit is capturing; absent if there is none."""
    capture_points: int
    """Action points that the unit has spent on capturing the Source in `capture_cell`. From 0 to 9.
    Default 0.
    """
    bare: bool
    """Whether a Hero bears no artifact; without this he bears all four unless some are named.
    Default false.
    """
    def __init__(self, id: _Optional[int] = ..., owner: _Optional[int] = ..., controller: _Optional[int] = ..., kind: _Optional[_Union[UnitKind, str]] = ..., row: _Optional[int] = ..., col: _Optional[int] = ..., hp: _Optional[int] = ..., ap: _Optional[int] = ..., artifacts: _Optional[_Iterable[_Union[Artifact, str]]] = ..., spirits: _Optional[_Iterable[_Union[Spirit, str]]] = ..., rune: _Optional[_Union[Rune, str]] = ..., statuses: _Optional[_Iterable[_Union[ScenarioStatus, _Mapping]]] = ..., upgraded: bool = ..., tower_slowed: bool = ..., ap_debt: _Optional[int] = ..., capture_cell: _Optional[_Union[Cell, _Mapping]] = ..., capture_points: _Optional[int] = ..., bare: bool = ...) -> None: ...

class ScenarioSeat(_message.Message):
    """Holdings of a seat in a scenario; stocks not named are as at the start of a match."""
    __slots__ = ("gold", "iron", "taldear", "mana", "store", "spirits", "runes", "spells")
    GOLD_FIELD_NUMBER: _ClassVar[int]
    IRON_FIELD_NUMBER: _ClassVar[int]
    TALDEAR_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    STORE_FIELD_NUMBER: _ClassVar[int]
    SPIRITS_FIELD_NUMBER: _ClassVar[int]
    RUNES_FIELD_NUMBER: _ClassVar[int]
    SPELLS_FIELD_NUMBER: _ClassVar[int]
    gold: int
    """Gold of the seat; by default the config's start_gold. From 0 to 1000000."""
    iron: int
    """Iron of the seat; by default the config's start_iron. From 0 to 1000000."""
    taldear: int
    """Taldear (the resource of gem mines) of the seat; by default the config's start_taldear. From
    0 to 1000000.
    """
    mana: int
    """Mana of the seat; by default start_mana, and later_mana for each place in the turn order.
    From 0 to 1000000.
    """
    store: _containers.RepeatedScalarFieldContainer[int]
    """Number of artifacts in store by kind: swords, armours, amulets, crowns. From 0 to 1000. 4
    entries.
    """
    spirits: _containers.RepeatedScalarFieldContainer[int]
    """Number of spirits not yet assigned, by kind: guardian, valour, life. From 0 to 1000. 3
    entries.
    """
    runes: _containers.RepeatedScalarFieldContainer[Rune]
    """Runes installed in the seat's Altar."""
    spells: _containers.RepeatedScalarFieldContainer[Spell]
    """Spells that the seat has researched."""
    def __init__(self, gold: _Optional[int] = ..., iron: _Optional[int] = ..., taldear: _Optional[int] = ..., mana: _Optional[int] = ..., store: _Optional[_Iterable[int]] = ..., spirits: _Optional[_Iterable[int]] = ..., runes: _Optional[_Iterable[_Union[Rune, str]]] = ..., spells: _Optional[_Iterable[_Union[Spell, str]]] = ...) -> None: ...

class Scenario(_message.Message):
    """A hand-made position (DK-2.20). What is absent is as at the start of a match."""
    __slots__ = ("size", "players", "turn_order", "rows", "mines", "buildings", "items", "units", "seats", "round", "acting_seat", "hero_direction")
    SIZE_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    TURN_ORDER_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    MINES_FIELD_NUMBER: _ClassVar[int]
    BUILDINGS_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    ACTING_SEAT_FIELD_NUMBER: _ClassVar[int]
    HERO_DIRECTION_FIELD_NUMBER: _ClassVar[int]
    size: int
    """Side of the board in cells; if given, it must equal the number of rows. From 5 to 63."""
    players: int
    """Number of seats. From 2 to 8. Default 2."""
    turn_order: _containers.RepeatedScalarFieldContainer[int]
    """Seats in the order of their turns; by default 0, 1 and so on. From 0 to 7."""
    rows: _containers.RepeatedScalarFieldContainer[str]
    """Rows of the board from the top, "#" for undug and "." for empty cells; mines and buildings
    override them.
    """
    mines: _containers.RepeatedCompositeFieldContainer[ScenarioMine]
    """Mines on the board."""
    buildings: _containers.RepeatedCompositeFieldContainer[ScenarioBuilding]
    """Buildings on the board."""
    items: _containers.RepeatedCompositeFieldContainer[ScenarioItem]
    """Items that lie on cells."""
    units: _containers.RepeatedCompositeFieldContainer[ScenarioUnit]
    """Units on the board."""
    seats: _containers.RepeatedCompositeFieldContainer[ScenarioSeat]
    """Holdings of the seats, from seat 0; seats left out at the end have those of a match's start.
    """
    round: int
    """Number of the round, from 1. From 1 to 1000. Default 1."""
    acting_seat: int
    """Seat whose turn it is; by default the first in the turn order. From 0 to 7."""
    hero_direction: int
    """Direction in which the Hero wanders: 0 N, 1 E, 2 S, 3 W. From 0 to 3. Default 0."""
    def __init__(self, size: _Optional[int] = ..., players: _Optional[int] = ..., turn_order: _Optional[_Iterable[int]] = ..., rows: _Optional[_Iterable[str]] = ..., mines: _Optional[_Iterable[_Union[ScenarioMine, _Mapping]]] = ..., buildings: _Optional[_Iterable[_Union[ScenarioBuilding, _Mapping]]] = ..., items: _Optional[_Iterable[_Union[ScenarioItem, _Mapping]]] = ..., units: _Optional[_Iterable[_Union[ScenarioUnit, _Mapping]]] = ..., seats: _Optional[_Iterable[_Union[ScenarioSeat, _Mapping]]] = ..., round: _Optional[int] = ..., acting_seat: _Optional[int] = ..., hero_direction: _Optional[int] = ...) -> None: ...

class Config(_message.Message):
    """Parameters of a match (DK-2.1). An absent field means its default."""
    __slots__ = ("preset", "size", "max_rounds", "symmetry", "seating", "start_gold", "start_mana", "start_iron", "start_taldear", "base_source_level", "centre_source_level", "unit_cap", "stack_limit", "gold_mine_amount", "iron_mine_amount", "gem_mine_amount", "gold_per_ap", "iron_per_ap", "gem_per_ap", "fog_of_war", "sight_radius", "alliances", "hero_enabled", "hero_first_round", "hero_chance", "hero_sense", "hero_min_distance", "hero_razes", "turn_time_ms", "max_orders_per_turn", "max_batches_per_turn", "scenario", "later_mana", "waning_round")
    PRESET_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    MAX_ROUNDS_FIELD_NUMBER: _ClassVar[int]
    SYMMETRY_FIELD_NUMBER: _ClassVar[int]
    SEATING_FIELD_NUMBER: _ClassVar[int]
    START_GOLD_FIELD_NUMBER: _ClassVar[int]
    START_MANA_FIELD_NUMBER: _ClassVar[int]
    START_IRON_FIELD_NUMBER: _ClassVar[int]
    START_TALDEAR_FIELD_NUMBER: _ClassVar[int]
    BASE_SOURCE_LEVEL_FIELD_NUMBER: _ClassVar[int]
    CENTRE_SOURCE_LEVEL_FIELD_NUMBER: _ClassVar[int]
    UNIT_CAP_FIELD_NUMBER: _ClassVar[int]
    STACK_LIMIT_FIELD_NUMBER: _ClassVar[int]
    GOLD_MINE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    IRON_MINE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    GEM_MINE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    GOLD_PER_AP_FIELD_NUMBER: _ClassVar[int]
    IRON_PER_AP_FIELD_NUMBER: _ClassVar[int]
    GEM_PER_AP_FIELD_NUMBER: _ClassVar[int]
    FOG_OF_WAR_FIELD_NUMBER: _ClassVar[int]
    SIGHT_RADIUS_FIELD_NUMBER: _ClassVar[int]
    ALLIANCES_FIELD_NUMBER: _ClassVar[int]
    HERO_ENABLED_FIELD_NUMBER: _ClassVar[int]
    HERO_FIRST_ROUND_FIELD_NUMBER: _ClassVar[int]
    HERO_CHANCE_FIELD_NUMBER: _ClassVar[int]
    HERO_SENSE_FIELD_NUMBER: _ClassVar[int]
    HERO_MIN_DISTANCE_FIELD_NUMBER: _ClassVar[int]
    HERO_RAZES_FIELD_NUMBER: _ClassVar[int]
    TURN_TIME_MS_FIELD_NUMBER: _ClassVar[int]
    MAX_ORDERS_PER_TURN_FIELD_NUMBER: _ClassVar[int]
    MAX_BATCHES_PER_TURN_FIELD_NUMBER: _ClassVar[int]
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    LATER_MANA_FIELD_NUMBER: _ClassVar[int]
    WANING_ROUND_FIELD_NUMBER: _ClassVar[int]
    preset: Preset
    """Preset that sets size, max_rounds, hero_enabled, hero_first_round and waning_round if they
    are not named (DK-2.3). Default standard.
    """
    size: int
    """Side of the board in cells, odd. By default the preset's: 15, 25, 45. A scenario has always
    its own side, 5 or more, odd or even. From 5 to 63.
    """
    max_rounds: int
    """Number of rounds after which the match ends. By default the preset's: 60, 100, 150. From 1 to
    1000.
    """
    symmetry: Symmetry
    """Symmetry of a generated map for up to 4 seats (DK-2.9). For more seats, maps always have all
    rotations and mirrors of a square. Default rotation.
    """
    seating: Seating
    """Whether bases and turn order are drawn, or seat i has base i and takes the i-th turn
    (DK-2.18). Default shuffled.
    """
    start_gold: int
    """Gold of each seat at the start of the match. From 0 to 10000. Default 50."""
    start_mana: int
    """Mana of each seat at the start of the match, before `later_mana` is added. From 0 to 10000.
    Default 5.
    """
    start_iron: int
    """Iron of each seat at the start of the match. From 0 to 10000. Default 0."""
    start_taldear: int
    """Taldear, the resource of gem mines, of each seat at the start of the match. From 0 to 10000.
    Default 0.
    """
    base_source_level: int
    """Level at the start of the Source, a building that yields mana, that each seat owns in its
    base. From 1 to 10. Default 3.
    """
    centre_source_level: int
    """Level of the neutral Source (a building that yields mana) in the centre of a generated map; 0
    for no Source there. From 0 to 10. Default 3.
    """
    unit_cap: int
    """Highest number of units that a seat may own at a time. From 1 to 100. Default 20."""
    stack_limit: int
    """Highest number of units of one owner in a cell (DK-5.12). From 1 to 100. Default 20."""
    gold_mine_amount: int
    """Gold in each gold mine at the start. From 1 to 10000. Default 100."""
    iron_mine_amount: int
    """Iron in each iron mine at the start. From 1 to 10000. Default 100."""
    gem_mine_amount: int
    """Taldear in each gem mine at the start. From 1 to 10000. Default 10."""
    gold_per_ap: int
    """Gold that one action point brings out of a gold mine. From 1 to 100. Default 10."""
    iron_per_ap: int
    """Iron that one action point brings out of an iron mine. From 1 to 100. Default 10."""
    gem_per_ap: int
    """Taldear that one action point brings out of a gem mine. From 1 to 100. Default 1."""
    fog_of_war: bool
    """Whether each seat sees only what is in sight of its units and buildings (DK-6.20). Default
    false.
    """
    sight_radius: int
    """How far units and buildings see under fog of war, in cells. From 3 to 20. Default 5."""
    alliances: bool
    """Whether seats may declare alliances (DK-5.90). Default false."""
    hero_enabled: bool
    """Whether the light Hero, an enemy of all seats, may appear (DK-5.80). By default the preset's:
    false, true, true.
    """
    hero_first_round: int
    """First round at whose end the Hero may appear. By default the preset's: 20, 20, 25. From 1 to
    1000.
    """
    hero_chance: int
    """Chance in percent that the Hero appears at the end of a round, while no Hero lives. From 0 to
    100. Default 5.
    """
    hero_sense: int
    """Distance in cells within which the Hero notices units to hunt. From 1 to 20. Default 5."""
    hero_min_distance: int
    """Least distance in cells from every living Altar at which the Hero appears. By default a third
    of the size. From 0 to 63.
    """
    hero_razes: bool
    """Whether the Hero, an enemy of all seats, also attacks their buildings (DK-5.84). Default
    false.
    """
    turn_time_ms: int
    """Suggested time for a whole turn in milliseconds; the match's time control decides. From 50 to
    600000. Default 3000.
    """
    max_orders_per_turn: int
    """Highest number of orders in a turn, executed and refused ones together; further orders are
    refused. From 1 to 10000. Default 600.
    """
    max_batches_per_turn: int
    """Highest number of batches of orders in a turn; the last of them ends the turn. From 1 to
    1000. Default 64.
    """
    scenario: Scenario
    """A hand-made position to begin with, instead of a generated map. Before the match has ended,
    no seat is shown the contents of its chests and mana crystals, nor under fog any part of it.
    """
    later_mana: int
    """Extra mana at the start for each place that a seat comes later in the turn order (DK-2.18).
    From 0 to 1000. Default 0.
    """
    waning_round: int
    """First round at whose end all Altars, the seats' main buildings, lose hit points; 0 for never
    (DK-7.5). By default the preset's: 40, 66, 100. From 0 to 1000.
    """
    def __init__(self, preset: _Optional[_Union[Preset, str]] = ..., size: _Optional[int] = ..., max_rounds: _Optional[int] = ..., symmetry: _Optional[_Union[Symmetry, str]] = ..., seating: _Optional[_Union[Seating, str]] = ..., start_gold: _Optional[int] = ..., start_mana: _Optional[int] = ..., start_iron: _Optional[int] = ..., start_taldear: _Optional[int] = ..., base_source_level: _Optional[int] = ..., centre_source_level: _Optional[int] = ..., unit_cap: _Optional[int] = ..., stack_limit: _Optional[int] = ..., gold_mine_amount: _Optional[int] = ..., iron_mine_amount: _Optional[int] = ..., gem_mine_amount: _Optional[int] = ..., gold_per_ap: _Optional[int] = ..., iron_per_ap: _Optional[int] = ..., gem_per_ap: _Optional[int] = ..., fog_of_war: bool = ..., sight_radius: _Optional[int] = ..., alliances: bool = ..., hero_enabled: bool = ..., hero_first_round: _Optional[int] = ..., hero_chance: _Optional[int] = ..., hero_sense: _Optional[int] = ..., hero_min_distance: _Optional[int] = ..., hero_razes: bool = ..., turn_time_ms: _Optional[int] = ..., max_orders_per_turn: _Optional[int] = ..., max_batches_per_turn: _Optional[int] = ..., scenario: _Optional[_Union[Scenario, _Mapping]] = ..., later_mana: _Optional[int] = ..., waning_round: _Optional[int] = ...) -> None: ...

class MoveOrder(_message.Message):
    """Order to move a unit one step to an adjacent cell (DK-5.12)."""
    __slots__ = ("unit", "to")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that moves."""
    to: Cell
    """Cell to which the unit moves."""
    def __init__(self, unit: _Optional[int] = ..., to: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class AttackOrder(_message.Message):
    """Order to attack a unit or a building (DK-5.20); exactly one of target and cell is given."""
    __slots__ = ("unit", "target", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that attacks."""
    target: int
    """Id of the unit to attack; absent if a building is attacked."""
    cell: Cell
    """Cell of the building to attack; absent if a unit is attacked."""
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class DigOrder(_message.Message):
    """Order to dig: an undug cell becomes empty."""
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that digs."""
    cell: Cell
    """Undug cell to dig."""
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class MineOrder(_message.Message):
    """Order to take gold, iron or taldear out of a mine (DK-5.15)."""
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that mines."""
    cell: Cell
    """Cell of the mine."""
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class BuildOrder(_message.Message):
    """Order to put up a building (DK-5.16)."""
    __slots__ = ("unit", "cell", "building")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that builds."""
    cell: Cell
    """Cell on which the building is put up."""
    building: BuildingKind
    """Kind of building to put up; any kind except ALTAR and SOURCE."""
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., building: _Optional[_Union[BuildingKind, str]] = ...) -> None: ...

class RepairOrder(_message.Message):
    """Order to repair a building, for gold (DK-5.17)."""
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that repairs."""
    cell: Cell
    """Cell of the building to repair."""
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class PickupOrder(_message.Message):
    """Order to pick up the oldest item of a kind on a cell (DK-5.18)."""
    __slots__ = ("unit", "cell", "item")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that picks the item up."""
    cell: Cell
    """Cell on which the item lies."""
    item: ItemKind
    """Kind of item to pick up."""
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., item: _Optional[_Union[ItemKind, str]] = ...) -> None: ...

class UseRuneOrder(_message.Message):
    """Order to install the rune that a unit carries in the Altar, or to exchange it (DK-5.19)."""
    __slots__ = ("unit", "mode")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that carries the rune."""
    mode: RuneMode
    """Whether the rune is installed or exchanged for mana."""
    def __init__(self, unit: _Optional[int] = ..., mode: _Optional[_Union[RuneMode, str]] = ...) -> None: ...

class CaptureOrder(_message.Message):
    """Order to spend an action point on capturing a Source, a building that yields mana (DK-5.60).
    """
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that captures."""
    cell: Cell
    """Cell of the Source to capture."""
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class RestOrder(_message.Message):
    """Order to rest at a Hospital, which heals the unit by 2 hit points."""
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that rests."""
    cell: Cell
    """Cell of the Hospital."""
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class HealOrder(_message.Message):
    """Order to heal a friendly unit by 3 hit points."""
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that heals."""
    target: int
    """Id of the unit to heal."""
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class PurifyOrder(_message.Message):
    """Order to remove debuffs and poison from a friendly unit (DK-5.45)."""
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that purifies."""
    target: int
    """Id of the unit to purify."""
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class SacrificeOrder(_message.Message):
    """Order to kill an own unit for a spirit, which strengthens another unit for life (DK-5.65)."""
    __slots__ = ("unit", "target", "spirit")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    SPIRIT_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the priest that sacrifices."""
    target: int
    """Id of the own unit to sacrifice."""
    spirit: Spirit
    """Kind of spirit that the seat gets."""
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ..., spirit: _Optional[_Union[Spirit, str]] = ...) -> None: ...

class FireBreathOrder(_message.Message):
    """Order to breathe fire on one cell, which burns all units there (DK-5.31)."""
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that breathes fire."""
    cell: Cell
    """Adjacent cell to burn."""
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class FireStreamOrder(_message.Message):
    """Order to burn all units on the next two cells in a direction (DK-5.32)."""
    __slots__ = ("unit", "direction")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that sends the stream of fire."""
    direction: int
    """Direction of the stream, 0 to 7: 0 N, 1 NE, 2 E and so on clockwise. From 0 to 7."""
    def __init__(self, unit: _Optional[int] = ..., direction: _Optional[int] = ...) -> None: ...

class DeathCloudOrder(_message.Message):
    """Order to send a death cloud to one cell, which hits all hostile units there (DK-5.33)."""
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that sends the cloud."""
    cell: Cell
    """Cell to hit, at most 3 away."""
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class SubjugateOrder(_message.Message):
    """Order to try to take control of a hostile unit for this turn (DK-5.50)."""
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that subjugates."""
    target: int
    """Id of the hostile unit to subjugate."""
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class ExhaustOrder(_message.Message):
    """Order to put exhaustion, which lowers attack and defence, on a hostile unit (DK-5.40)."""
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that exhausts."""
    target: int
    """Id of the hostile unit to exhaust."""
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class FearOrder(_message.Message):
    """Order to try to frighten a hostile unit (DK-5.43)."""
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that frightens."""
    target: int
    """Id of the hostile unit to frighten."""
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class PoisonOrder(_message.Message):
    """Order to poison a hostile unit (DK-5.44)."""
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that poisons."""
    target: int
    """Id of the hostile unit to poison."""
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class CancelBlessingOrder(_message.Message):
    """Order to try to remove a buff from a hostile unit (DK-5.46)."""
    __slots__ = ("unit", "target", "buff")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    BUFF_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that cancels the buff."""
    target: int
    """Id of the hostile unit that has the buff."""
    buff: Status
    """Buff (helpful status) to remove from the target."""
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ..., buff: _Optional[_Union[Status, str]] = ...) -> None: ...

class SummonOrder(_message.Message):
    """Order to summon a unit from a Circle, a building of the seat (DK-5.61)."""
    __slots__ = ("circle", "kind", "cell")
    CIRCLE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    circle: Cell
    """Cell of the seat's Circle."""
    kind: UnitKind
    """Kind of unit to summon: IMP or BES."""
    cell: Cell
    """Cell next to the Circle on which the unit appears."""
    def __init__(self, circle: _Optional[_Union[Cell, _Mapping]] = ..., kind: _Optional[_Union[UnitKind, str]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class UpgradeUnitOrder(_message.Message):
    """Order to upgrade a unit to a better kind (DK-5.62)."""
    __slots__ = ("unit", "to")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit to upgrade."""
    to: UnitKind
    """Kind that the unit becomes."""
    def __init__(self, unit: _Optional[int] = ..., to: _Optional[_Union[UnitKind, str]] = ...) -> None: ...

class UpgradeSourceOrder(_message.Message):
    """Order to raise an own Source, a building that yields mana, by a level (DK-3.10)."""
    __slots__ = ("source",)
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    source: Cell
    """Cell of the seat's Source to raise by a level."""
    def __init__(self, source: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class ResearchOrder(_message.Message):
    """Order to research a spell, which can be cast from then on."""
    __slots__ = ("spell",)
    SPELL_FIELD_NUMBER: _ClassVar[int]
    spell: Spell
    """Spell to research."""
    def __init__(self, spell: _Optional[_Union[Spell, str]] = ...) -> None: ...

class CastOrder(_message.Message):
    """Order to cast a spell on a unit (DK-5.70)."""
    __slots__ = ("spell", "target")
    SPELL_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    spell: Spell
    """Spell to cast."""
    target: int
    """Id of the unit on which the spell is cast."""
    def __init__(self, spell: _Optional[_Union[Spell, str]] = ..., target: _Optional[int] = ...) -> None: ...

class ForgeOrder(_message.Message):
    """Order to forge an artifact for the seat's store."""
    __slots__ = ("artifact",)
    ARTIFACT_FIELD_NUMBER: _ClassVar[int]
    artifact: Artifact
    """Kind of artifact to forge."""
    def __init__(self, artifact: _Optional[_Union[Artifact, str]] = ...) -> None: ...

class EquipOrder(_message.Message):
    """Order to give a unit an artifact from the seat's store (DK-5.64)."""
    __slots__ = ("unit", "artifact")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ARTIFACT_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that gets the artifact."""
    artifact: Artifact
    """Kind of artifact to give."""
    def __init__(self, unit: _Optional[int] = ..., artifact: _Optional[_Union[Artifact, str]] = ...) -> None: ...

class AssignSpiritOrder(_message.Message):
    """Order to bind a spirit of the seat to a unit, which it strengthens for life (DK-5.66)."""
    __slots__ = ("unit", "spirit")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SPIRIT_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit that gets the spirit."""
    spirit: Spirit
    """Kind of spirit to bind."""
    def __init__(self, unit: _Optional[int] = ..., spirit: _Optional[_Union[Spirit, str]] = ...) -> None: ...

class ExchangeOrder(_message.Message):
    """Order to exchange mana for gold, iron or taldear in an Alchemy Lab."""
    __slots__ = ("resource", "amount")
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    resource: Resource
    """Resource to make out of mana."""
    amount: int
    """Amount of the resource to make, 1 to 10000. From 1 to 10000."""
    def __init__(self, resource: _Optional[_Union[Resource, str]] = ..., amount: _Optional[int] = ...) -> None: ...

class TowerShotOrder(_message.Message):
    """Order to shoot at a unit from a battle tower (DK-5.34)."""
    __slots__ = ("tower", "target")
    TOWER_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    tower: Cell
    """Cell of the seat's battle tower."""
    target: int
    """Id of the unit to shoot at."""
    def __init__(self, tower: _Optional[_Union[Cell, _Mapping]] = ..., target: _Optional[int] = ...) -> None: ...

class AllyOrder(_message.Message):
    """Order to declare an alliance with another seat (DK-5.90)."""
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Seat with which the alliance is declared."""
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class UnallyOrder(_message.Message):
    """Order to withdraw the declaration of an alliance (DK-5.90)."""
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Seat with which the alliance was declared."""
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Order(_message.Message):
    """One order (DK-4.10, DK-4.11), as an entry of a batch. It is refused as BAD_SCHEMA if it is
    empty, or if one of its fields is absent, UNSPECIFIED or has a value that no order of its kind
    can have.
    """
    __slots__ = ("move", "attack", "dig", "mine", "build", "repair", "pickup", "use_rune", "capture", "rest", "heal", "purify", "sacrifice", "fire_breath", "fire_stream", "death_cloud", "subjugate", "exhaust", "fear", "poison", "cancel_blessing", "summon", "upgrade_unit", "upgrade_source", "research", "cast", "forge", "equip", "assign_spirit", "exchange", "tower_shot", "ally", "unally")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    DIG_FIELD_NUMBER: _ClassVar[int]
    MINE_FIELD_NUMBER: _ClassVar[int]
    BUILD_FIELD_NUMBER: _ClassVar[int]
    REPAIR_FIELD_NUMBER: _ClassVar[int]
    PICKUP_FIELD_NUMBER: _ClassVar[int]
    USE_RUNE_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_FIELD_NUMBER: _ClassVar[int]
    REST_FIELD_NUMBER: _ClassVar[int]
    HEAL_FIELD_NUMBER: _ClassVar[int]
    PURIFY_FIELD_NUMBER: _ClassVar[int]
    SACRIFICE_FIELD_NUMBER: _ClassVar[int]
    FIRE_BREATH_FIELD_NUMBER: _ClassVar[int]
    FIRE_STREAM_FIELD_NUMBER: _ClassVar[int]
    DEATH_CLOUD_FIELD_NUMBER: _ClassVar[int]
    SUBJUGATE_FIELD_NUMBER: _ClassVar[int]
    EXHAUST_FIELD_NUMBER: _ClassVar[int]
    FEAR_FIELD_NUMBER: _ClassVar[int]
    POISON_FIELD_NUMBER: _ClassVar[int]
    CANCEL_BLESSING_FIELD_NUMBER: _ClassVar[int]
    SUMMON_FIELD_NUMBER: _ClassVar[int]
    UPGRADE_UNIT_FIELD_NUMBER: _ClassVar[int]
    UPGRADE_SOURCE_FIELD_NUMBER: _ClassVar[int]
    RESEARCH_FIELD_NUMBER: _ClassVar[int]
    CAST_FIELD_NUMBER: _ClassVar[int]
    FORGE_FIELD_NUMBER: _ClassVar[int]
    EQUIP_FIELD_NUMBER: _ClassVar[int]
    ASSIGN_SPIRIT_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    TOWER_SHOT_FIELD_NUMBER: _ClassVar[int]
    ALLY_FIELD_NUMBER: _ClassVar[int]
    UNALLY_FIELD_NUMBER: _ClassVar[int]
    move: MoveOrder
    """Order to move a unit one step to an adjacent cell (DK-5.12)."""
    attack: AttackOrder
    """Order to attack a unit or a building (DK-5.20); exactly one of target and cell is given."""
    dig: DigOrder
    """Order to dig: an undug cell becomes empty."""
    mine: MineOrder
    """Order to take gold, iron or taldear out of a mine (DK-5.15)."""
    build: BuildOrder
    """Order to put up a building (DK-5.16)."""
    repair: RepairOrder
    """Order to repair a building, for gold (DK-5.17)."""
    pickup: PickupOrder
    """Order to pick up the oldest item of a kind on a cell (DK-5.18)."""
    use_rune: UseRuneOrder
    """Order to install the rune that a unit carries in the Altar, or to exchange it (DK-5.19)."""
    capture: CaptureOrder
    """Order to spend an action point on capturing a Source, a building that yields mana (DK-5.60).
    """
    rest: RestOrder
    """Order to rest at a Hospital, which heals the unit by 2 hit points."""
    heal: HealOrder
    """Order to heal a friendly unit by 3 hit points."""
    purify: PurifyOrder
    """Order to remove debuffs and poison from a friendly unit (DK-5.45)."""
    sacrifice: SacrificeOrder
    """Order to kill an own unit for a spirit, which strengthens another unit for life (DK-5.65)."""
    fire_breath: FireBreathOrder
    """Order to breathe fire on one cell, which burns all units there (DK-5.31)."""
    fire_stream: FireStreamOrder
    """Order to burn all units on the next two cells in a direction (DK-5.32)."""
    death_cloud: DeathCloudOrder
    """Order to send a death cloud to one cell, which hits all hostile units there (DK-5.33)."""
    subjugate: SubjugateOrder
    """Order to try to take control of a hostile unit for this turn (DK-5.50)."""
    exhaust: ExhaustOrder
    """Order to put exhaustion, which lowers attack and defence, on a hostile unit (DK-5.40)."""
    fear: FearOrder
    """Order to try to frighten a hostile unit (DK-5.43)."""
    poison: PoisonOrder
    """Order to poison a hostile unit (DK-5.44)."""
    cancel_blessing: CancelBlessingOrder
    """Order to try to remove a buff from a hostile unit (DK-5.46)."""
    summon: SummonOrder
    """Order to summon a unit from a Circle, a building of the seat (DK-5.61)."""
    upgrade_unit: UpgradeUnitOrder
    """Order to upgrade a unit to a better kind (DK-5.62)."""
    upgrade_source: UpgradeSourceOrder
    """Order to raise an own Source, a building that yields mana, by a level (DK-3.10)."""
    research: ResearchOrder
    """Order to research a spell, which can be cast from then on."""
    cast: CastOrder
    """Order to cast a spell on a unit (DK-5.70)."""
    forge: ForgeOrder
    """Order to forge an artifact for the seat's store."""
    equip: EquipOrder
    """Order to give a unit an artifact from the seat's store (DK-5.64)."""
    assign_spirit: AssignSpiritOrder
    """Order to bind a spirit of the seat to a unit, which it strengthens for life (DK-5.66)."""
    exchange: ExchangeOrder
    """Order to exchange mana for gold, iron or taldear in an Alchemy Lab."""
    tower_shot: TowerShotOrder
    """Order to shoot at a unit from a battle tower (DK-5.34)."""
    ally: AllyOrder
    """Order to declare an alliance with another seat (DK-5.90)."""
    unally: UnallyOrder
    """Order to withdraw the declaration of an alliance (DK-5.90)."""
    def __init__(self, move: _Optional[_Union[MoveOrder, _Mapping]] = ..., attack: _Optional[_Union[AttackOrder, _Mapping]] = ..., dig: _Optional[_Union[DigOrder, _Mapping]] = ..., mine: _Optional[_Union[MineOrder, _Mapping]] = ..., build: _Optional[_Union[BuildOrder, _Mapping]] = ..., repair: _Optional[_Union[RepairOrder, _Mapping]] = ..., pickup: _Optional[_Union[PickupOrder, _Mapping]] = ..., use_rune: _Optional[_Union[UseRuneOrder, _Mapping]] = ..., capture: _Optional[_Union[CaptureOrder, _Mapping]] = ..., rest: _Optional[_Union[RestOrder, _Mapping]] = ..., heal: _Optional[_Union[HealOrder, _Mapping]] = ..., purify: _Optional[_Union[PurifyOrder, _Mapping]] = ..., sacrifice: _Optional[_Union[SacrificeOrder, _Mapping]] = ..., fire_breath: _Optional[_Union[FireBreathOrder, _Mapping]] = ..., fire_stream: _Optional[_Union[FireStreamOrder, _Mapping]] = ..., death_cloud: _Optional[_Union[DeathCloudOrder, _Mapping]] = ..., subjugate: _Optional[_Union[SubjugateOrder, _Mapping]] = ..., exhaust: _Optional[_Union[ExhaustOrder, _Mapping]] = ..., fear: _Optional[_Union[FearOrder, _Mapping]] = ..., poison: _Optional[_Union[PoisonOrder, _Mapping]] = ..., cancel_blessing: _Optional[_Union[CancelBlessingOrder, _Mapping]] = ..., summon: _Optional[_Union[SummonOrder, _Mapping]] = ..., upgrade_unit: _Optional[_Union[UpgradeUnitOrder, _Mapping]] = ..., upgrade_source: _Optional[_Union[UpgradeSourceOrder, _Mapping]] = ..., research: _Optional[_Union[ResearchOrder, _Mapping]] = ..., cast: _Optional[_Union[CastOrder, _Mapping]] = ..., forge: _Optional[_Union[ForgeOrder, _Mapping]] = ..., equip: _Optional[_Union[EquipOrder, _Mapping]] = ..., assign_spirit: _Optional[_Union[AssignSpiritOrder, _Mapping]] = ..., exchange: _Optional[_Union[ExchangeOrder, _Mapping]] = ..., tower_shot: _Optional[_Union[TowerShotOrder, _Mapping]] = ..., ally: _Optional[_Union[AllyOrder, _Mapping]] = ..., unally: _Optional[_Union[UnallyOrder, _Mapping]] = ...) -> None: ...

class Action(_message.Message):
    """Batch of orders (DK-4.3), which are carried out one after another. A batch without orders
    only asks for an observation.
    """
    __slots__ = ("orders", "end_turn", "delta", "is_bad")
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    END_TURN_FIELD_NUMBER: _ClassVar[int]
    DELTA_FIELD_NUMBER: _ClassVar[int]
    IS_BAD_FIELD_NUMBER: _ClassVar[int]
    orders: _containers.RepeatedCompositeFieldContainer[Order]
    """Orders of the batch, in the order in which they are carried out."""
    end_turn: bool
    """Whether the seat's turn ends after the orders."""
    delta: bool
    """Whether the observation after the batch may hold only what differs from what the seat could
    see before the batch.
    """
    is_bad: bool
    """Whether this stands for a message that was no batch at all (DK-4.6); all other fields are
    ignored then. Set by the referee itself if actions come in another form.
    """
    def __init__(self, orders: _Optional[_Iterable[_Union[Order, _Mapping]]] = ..., end_turn: bool = ..., delta: bool = ..., is_bad: bool = ...) -> None: ...

class Mine(_message.Message):
    """A mine as a seat knows it."""
    __slots__ = ("row", "col", "kind", "left")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    row: int
    """Row of the mine's cell, from 0 at the top. From 0 to 62."""
    col: int
    """Column of the mine's cell, from 0 at the left. From 0 to 62."""
    kind: MineKind
    """Resource that the mine holds."""
    left: int
    """Amount of the resource that is left in the mine. From 0."""
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., kind: _Optional[_Union[MineKind, str]] = ..., left: _Optional[int] = ...) -> None: ...

class Building(_message.Message):
    """A building as a seat knows it."""
    __slots__ = ("row", "col", "kind", "owner", "hp", "level", "ap", "upgraded", "low_mark")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    AP_FIELD_NUMBER: _ClassVar[int]
    UPGRADED_FIELD_NUMBER: _ClassVar[int]
    LOW_MARK_FIELD_NUMBER: _ClassVar[int]
    row: int
    """Row of the building's cell, from 0 at the top. From 0 to 62."""
    col: int
    """Column of the building's cell, from 0 at the left. From 0 to 62."""
    kind: BuildingKind
    """Kind of the building, such as ALTAR."""
    owner: int
    """Seat that owns the building, or -1 for neutral. From -2 to 7."""
    hp: int
    """Hit points that the building has left; 0 for a Source, which cannot be destroyed. From 0."""
    level: int
    """Level of a Source; 0 for other buildings. From 0 to 10."""
    ap: int
    """Action points left of a battle tower; 0 for other buildings. From 0."""
    upgraded: bool
    """Whether the building, a Source, was upgraded in this turn."""
    low_mark: int
    """Low mark of an Altar: only hit points that an enemy takes below it count as damage; repairs
    do not raise it (DK-3.14). 0 for other buildings, and in version 1. From 0.
    """
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., kind: _Optional[_Union[BuildingKind, str]] = ..., owner: _Optional[int] = ..., hp: _Optional[int] = ..., level: _Optional[int] = ..., ap: _Optional[int] = ..., upgraded: bool = ..., low_mark: _Optional[int] = ...) -> None: ...

class Item(_message.Message):
    """An item that lies on a cell; what it contains is seen when it is picked up (DK-6.1)."""
    __slots__ = ("row", "col", "kind")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    row: int
    """Row of the item's cell, from 0 at the top. From 0 to 62."""
    col: int
    """Column of the item's cell, from 0 at the left. From 0 to 62."""
    kind: ItemKind
    """Kind of the item, such as CHEST."""
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., kind: _Optional[_Union[ItemKind, str]] = ...) -> None: ...

class CellView(_message.Message):
    """All that is known of a cell that has changed; it replaces what was known of the cell."""
    __slots__ = ("row", "col", "look", "mine", "building", "items")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    LOOK_FIELD_NUMBER: _ClassVar[int]
    MINE_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    row: int
    """Row of the cell, from 0 at the top. From 0 to 62."""
    col: int
    """Column of the cell, from 0 at the left. From 0 to 62."""
    look: str
    """Character of the cell, as in the `rows` of an observation."""
    mine: Mine
    """Mine on the cell; absent if there is none."""
    building: Building
    """Building on the cell; absent if there is none."""
    items: _containers.RepeatedCompositeFieldContainer[Item]
    """Items on the cell, the oldest first."""
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., look: _Optional[str] = ..., mine: _Optional[_Union[Mine, _Mapping]] = ..., building: _Optional[_Union[Building, _Mapping]] = ..., items: _Optional[_Iterable[_Union[Item, _Mapping]]] = ...) -> None: ...

class UnitStatus(_message.Message):
    """A status that a unit has."""
    __slots__ = ("status", "source", "turns", "stacks")
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    STACKS_FIELD_NUMBER: _ClassVar[int]
    status: Status
    """Kind of the status, such as POISON."""
    source: int
    """Seat from which the status comes. From 0 to 7."""
    turns: int
    """Turn starts until the status ends: of the source seat, for poison of the unit's owner. From
    0.
    """
    stacks: int
    """Number of stacks of CURSED_BLADE; 0 for other statuses. From 0."""
    def __init__(self, status: _Optional[_Union[Status, str]] = ..., source: _Optional[int] = ..., turns: _Optional[int] = ..., stacks: _Optional[int] = ...) -> None: ...

class Unit(_message.Message):
    """A unit with its attributes (DK-3.5) and the values derived from them (DK-3.8)."""
    __slots__ = ("id", "owner", "controller", "kind", "row", "col", "hp", "ap", "attack", "defence", "max_hp", "max_ap", "artifacts", "spirits", "rune", "statuses", "fear", "upgraded", "tower_slowed", "ap_debt", "capture_cell", "capture_points")
    ID_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    CONTROLLER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    AP_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    DEFENCE_FIELD_NUMBER: _ClassVar[int]
    MAX_HP_FIELD_NUMBER: _ClassVar[int]
    MAX_AP_FIELD_NUMBER: _ClassVar[int]
    ARTIFACTS_FIELD_NUMBER: _ClassVar[int]
    SPIRITS_FIELD_NUMBER: _ClassVar[int]
    RUNE_FIELD_NUMBER: _ClassVar[int]
    STATUSES_FIELD_NUMBER: _ClassVar[int]
    FEAR_FIELD_NUMBER: _ClassVar[int]
    UPGRADED_FIELD_NUMBER: _ClassVar[int]
    TOWER_SLOWED_FIELD_NUMBER: _ClassVar[int]
    AP_DEBT_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_CELL_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_POINTS_FIELD_NUMBER: _ClassVar[int]
    id: int
    """Id of the unit, by which orders name it. From 0."""
    owner: int
    """Seat that owns the unit, or -2 for the Hero and his gnome. From -2 to 7."""
    controller: int
    """Seat that the unit obeys, or -2; the owner unless the unit is subjugated. From -2 to 7."""
    kind: UnitKind
    """Kind of the unit, such as IMP."""
    row: int
    """Row of the unit's cell, from 0 at the top. From 0 to 62."""
    col: int
    """Column of the unit's cell, from 0 at the left. From 0 to 62."""
    hp: int
    """Hit points that the unit has left. From 0."""
    ap: int
    """Action points that the unit has left in this turn. From 0."""
    attack: int
    """Attack of the unit, with artifacts, spirits and statuses. From 0."""
    defence: int
    """Defence of the unit, with artifacts, spirits and statuses. From 0."""
    max_hp: int
    """Hit points of the unit when it is unhurt. From 0."""
    max_ap: int
    """Action points of the unit for a turn, if nothing takes any. From 0."""
    artifacts: _containers.RepeatedScalarFieldContainer[Artifact]
    """Artifacts that the unit bears."""
    spirits: _containers.RepeatedScalarFieldContainer[Spirit]
    """Spirits bound to the unit."""
    rune: Rune
    """Rune that the unit carries; absent if it carries none."""
    statuses: _containers.RepeatedCompositeFieldContainer[UnitStatus]
    """Statuses of the unit, except fear."""
    fear: int
    """Counts of fear, each of which takes an action point at the owner's next turn start. From 0.
    """
    upgraded: bool
    """Whether the unit was upgraded in this turn."""
    tower_slowed: bool
    """Whether a slowing tower has slowed the unit in this turn."""
    ap_debt: int
    """Action points spent under foreign control, which the owner's next turn start takes off. From
    0.
    """
    capture_cell: Cell
    """Cell of the Source that the unit is capturing; absent if there is none."""
    capture_points: int
    """Action points that the unit has spent on capturing the Source in `capture_cell`. From 0."""
    def __init__(self, id: _Optional[int] = ..., owner: _Optional[int] = ..., controller: _Optional[int] = ..., kind: _Optional[_Union[UnitKind, str]] = ..., row: _Optional[int] = ..., col: _Optional[int] = ..., hp: _Optional[int] = ..., ap: _Optional[int] = ..., attack: _Optional[int] = ..., defence: _Optional[int] = ..., max_hp: _Optional[int] = ..., max_ap: _Optional[int] = ..., artifacts: _Optional[_Iterable[_Union[Artifact, str]]] = ..., spirits: _Optional[_Iterable[_Union[Spirit, str]]] = ..., rune: _Optional[_Union[Rune, str]] = ..., statuses: _Optional[_Iterable[_Union[UnitStatus, _Mapping]]] = ..., fear: _Optional[int] = ..., upgraded: bool = ..., tower_slowed: bool = ..., ap_debt: _Optional[int] = ..., capture_cell: _Optional[_Union[Cell, _Mapping]] = ..., capture_points: _Optional[int] = ...) -> None: ...

class Holdings(_message.Message):
    """Stocks, artifacts, spirits, runes and spells of a seat, and its score (DK-3.4)."""
    __slots__ = ("gold", "iron", "taldear", "mana", "store", "spirits", "runes", "spells", "altar_damage", "score")
    GOLD_FIELD_NUMBER: _ClassVar[int]
    IRON_FIELD_NUMBER: _ClassVar[int]
    TALDEAR_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    STORE_FIELD_NUMBER: _ClassVar[int]
    SPIRITS_FIELD_NUMBER: _ClassVar[int]
    RUNES_FIELD_NUMBER: _ClassVar[int]
    SPELLS_FIELD_NUMBER: _ClassVar[int]
    ALTAR_DAMAGE_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    gold: int
    """Gold that the seat has to spend. From 0."""
    iron: int
    """Iron that the seat has to spend. From 0."""
    taldear: int
    """Taldear (the resource of gem mines) that the seat has to spend. From 0."""
    mana: int
    """Mana that the seat has to spend. From 0."""
    store: _containers.RepeatedScalarFieldContainer[int]
    """Number of artifacts in store by kind: swords, armours, amulets, crowns. From 0. 4 entries."""
    spirits: _containers.RepeatedScalarFieldContainer[int]
    """Number of spirits not yet assigned, by kind: guardian, valour, life. From 0. 3 entries."""
    runes: _containers.RepeatedScalarFieldContainer[Rune]
    """Runes installed in the seat's Altar."""
    spells: _containers.RepeatedScalarFieldContainer[Spell]
    """Spells that the seat has researched."""
    altar_damage: int
    """Damage that counts towards the score: hit points taken off enemies' Altars, each point once
    (DK-5.27). From 0.
    """
    score: int
    """Score of the seat so far (DK-7.3). From 0."""
    def __init__(self, gold: _Optional[int] = ..., iron: _Optional[int] = ..., taldear: _Optional[int] = ..., mana: _Optional[int] = ..., store: _Optional[_Iterable[int]] = ..., spirits: _Optional[_Iterable[int]] = ..., runes: _Optional[_Iterable[_Union[Rune, str]]] = ..., spells: _Optional[_Iterable[_Union[Spell, str]]] = ..., altar_damage: _Optional[int] = ..., score: _Optional[int] = ...) -> None: ...

class Seat(_message.Message):
    """A seat as another seat or a spectator knows it."""
    __slots__ = ("seat", "alive", "eliminated_order", "serial", "allies", "holdings")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ALIVE_FIELD_NUMBER: _ClassVar[int]
    ELIMINATED_ORDER_FIELD_NUMBER: _ClassVar[int]
    SERIAL_FIELD_NUMBER: _ClassVar[int]
    ALLIES_FIELD_NUMBER: _ClassVar[int]
    HOLDINGS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat, from 0. From 0 to 7."""
    alive: bool
    """Whether the seat is still in the match."""
    eliminated_order: int
    """Place in the order of eliminations, from 1; 0 while the seat is in the match. From 0 to 8."""
    serial: int
    """Number of units that the seat has created so far. From 0."""
    allies: _containers.RepeatedScalarFieldContainer[int]
    """Seats with which the seat has declared an alliance. Under fog, of another seat at most the
    observing seat. From 0 to 7.
    """
    holdings: Holdings
    """What the seat owns; absent for other seats under fog."""
    def __init__(self, seat: _Optional[int] = ..., alive: bool = ..., eliminated_order: _Optional[int] = ..., serial: _Optional[int] = ..., allies: _Optional[_Iterable[int]] = ..., holdings: _Optional[_Union[Holdings, _Mapping]] = ...) -> None: ...

class Observation(_message.Message):
    """All that a seat may know now (DK-4.13, DK-6.20). The events since the seat's last observation
    are sent along with it, results of orders first. A whole observation has everything. A delta has
    only those cells, units and seats that differ from what the seat could see before its last
    batch, and leaves out the fields marked "Not in a delta".
    """
    __slots__ = ("is_delta", "round", "you", "acting_seat", "batch", "orders", "turn_order", "rows", "mines", "buildings", "items", "cells", "units", "gone_units", "seats")
    IS_DELTA_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    YOU_FIELD_NUMBER: _ClassVar[int]
    ACTING_SEAT_FIELD_NUMBER: _ClassVar[int]
    BATCH_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    TURN_ORDER_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    MINES_FIELD_NUMBER: _ClassVar[int]
    BUILDINGS_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    GONE_UNITS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    is_delta: bool
    """Whether this is a delta; else it is a whole observation."""
    round: int
    """Number of the current round, from 1. From 0."""
    you: int
    """Seat that observes; absent in what spectators see. From 0 to 7."""
    acting_seat: int
    """Seat whose turn it is; absent once the match is over. From 0 to 7."""
    batch: int
    """Number of batches accepted in this turn; only for the acting seat. From 0."""
    orders: int
    """Number of orders counted in this turn, refused ones included; only for the acting seat. From
    0.
    """
    turn_order: _containers.RepeatedScalarFieldContainer[int]
    """Seats in the order of their turns. Not in a delta. From 0 to 7."""
    rows: _containers.RepeatedScalarFieldContainer[str]
    """Rows of the board, with one character for each cell: '#' undug, '.' empty, 'm' mine, 'b'
    building. Under fog, cells out of sight are as last seen: '%' undug, ',' empty, 'M' mine, 'B'
    building; '?' was never seen. Not in a delta, nor under fog in what spectators see.
    """
    mines: _containers.RepeatedCompositeFieldContainer[Mine]
    """Mines, row by row. Not in a delta."""
    buildings: _containers.RepeatedCompositeFieldContainer[Building]
    """Buildings, row by row. Not in a delta."""
    items: _containers.RepeatedCompositeFieldContainer[Item]
    """Items on the ground, row by row, oldest first within a cell. Not in a delta."""
    cells: _containers.RepeatedCompositeFieldContainer[CellView]
    """In a delta: cells that have changed, row by row; else empty."""
    units: _containers.RepeatedCompositeFieldContainer[Unit]
    """Units in sight, by id; in a delta only those that are new or have changed."""
    gone_units: _containers.RepeatedScalarFieldContainer[int]
    """In a delta: ids of units that are gone or out of sight; else empty. From 0."""
    seats: _containers.RepeatedCompositeFieldContainer[Seat]
    """All seats, in order from 0; in a delta only those that have changed."""
    def __init__(self, is_delta: bool = ..., round: _Optional[int] = ..., you: _Optional[int] = ..., acting_seat: _Optional[int] = ..., batch: _Optional[int] = ..., orders: _Optional[int] = ..., turn_order: _Optional[_Iterable[int]] = ..., rows: _Optional[_Iterable[str]] = ..., mines: _Optional[_Iterable[_Union[Mine, _Mapping]]] = ..., buildings: _Optional[_Iterable[_Union[Building, _Mapping]]] = ..., items: _Optional[_Iterable[_Union[Item, _Mapping]]] = ..., cells: _Optional[_Iterable[_Union[CellView, _Mapping]]] = ..., units: _Optional[_Iterable[_Union[Unit, _Mapping]]] = ..., gone_units: _Optional[_Iterable[int]] = ..., seats: _Optional[_Iterable[_Union[Seat, _Mapping]]] = ...) -> None: ...

class OrderResult(_message.Message):
    """Result of an order, or of a message that is no batch (DK-4.7). Only the seat that sent the
    order gets it, before the events of that order.
    """
    __slots__ = ("seat", "place", "code")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Seat that sent the order. From 0 to 7."""
    place: int
    """Place of the order in its batch, from 0; absent if the message was no batch. With the code
    MORE, the number of further orders that were refused. From 0.
    """
    code: Code
    """OK, or the reason why the order was refused."""
    def __init__(self, seat: _Optional[int] = ..., place: _Optional[int] = ..., code: _Optional[_Union[Code, str]] = ...) -> None: ...

class Spot(_message.Message):
    """A unit, and the cell on which it stood when the event happened."""
    __slots__ = ("unit", "row", "col")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    """Id of the unit, by which orders name it. From 0."""
    row: int
    """Row of the unit's cell; absent if the seat could not see the cell. From 0 to 62."""
    col: int
    """Column of the unit's cell; absent if the seat could not see the cell. From 0 to 62."""
    def __init__(self, unit: _Optional[int] = ..., row: _Optional[int] = ..., col: _Optional[int] = ...) -> None: ...

class Moved(_message.Message):
    """A unit has moved one step."""
    __slots__ = ("unit", "to")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that moved, and the cell that it left."""
    to: Cell
    """Cell to which the unit moved; absent under fog if the seat could not see it."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., to: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class Dug(_message.Message):
    """A unit has dug an undug cell, which is empty now."""
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that dug; absent under fog if the seat could not see it."""
    cell: Cell
    """Cell that is empty now; absent under fog if the seat could not see it."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class Mined(_message.Message):
    """A unit has taken gold, iron or taldear out of a mine."""
    __slots__ = ("unit", "cell", "kind", "amount")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that mined; absent under fog if the seat could not see it."""
    cell: Cell
    """Cell of the mine; absent under fog if the seat could not see it."""
    kind: MineKind
    """What the mine holds."""
    amount: int
    """Pieces of gold, iron or taldear that the seat gained. From 0."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., kind: _Optional[_Union[MineKind, str]] = ..., amount: _Optional[int] = ...) -> None: ...

class Attacked(_message.Message):
    """A unit has struck with its weapon (DK-5.21), also as a counter (DK-5.20)."""
    __slots__ = ("attacker", "target", "cell", "damage", "is_counter")
    ATTACKER_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    IS_COUNTER_FIELD_NUMBER: _ClassVar[int]
    attacker: Spot
    """Unit that struck; absent under fog if the seat could not see it."""
    target: Spot
    """Unit that was struck at; absent if a building was, or if hidden by fog."""
    cell: Cell
    """Cell of the building that was struck; absent if a unit was, or if hidden by fog."""
    damage: int
    """Hit points that the target lost; absent if it evaded the strike. From 0."""
    is_counter: bool
    """Whether the strike was a counter, the answer to an attack."""
    def __init__(self, attacker: _Optional[_Union[Spot, _Mapping]] = ..., target: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., damage: _Optional[int] = ..., is_counter: bool = ...) -> None: ...

class Rolled(_message.Message):
    """A d100 was rolled for a unit's chance; sent to the seats that get the event it belongs to."""
    __slots__ = ("unit", "roll", "value", "chance")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit whose chance was rolled for; absent under fog if the seat could not see it."""
    roll: RollKind
    """Kind of chance that was rolled for."""
    value: int
    """Result of the roll, 1 to 100. From 1 to 100."""
    chance: int
    """Chance in percent; the roll succeeded if `value` is not above it. From 0 to 100."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., roll: _Optional[_Union[RollKind, str]] = ..., value: _Optional[int] = ..., chance: _Optional[int] = ...) -> None: ...

class Died(_message.Message):
    """A unit was killed."""
    __slots__ = ("unit", "killer", "mana")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    KILLER_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that was killed."""
    killer: int
    """Seat that killed the unit; absent for the Hero and his gnome, and under fog for seats that
    could not see the killer. From 0 to 7.
    """
    mana: int
    """Mana that the killer gained; 0 if the killer is absent. From 0."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., killer: _Optional[int] = ..., mana: _Optional[int] = ...) -> None: ...

class TurnStart(_message.Message):
    """A seat's turn has started; all seats get this event, under fog without numbers (DK-6.22)."""
    __slots__ = ("seat", "income", "upkeep")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    INCOME_FIELD_NUMBER: _ClassVar[int]
    UPKEEP_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Seat whose turn has started. From 0 to 7."""
    income: int
    """Mana that the seat got from its Sources; absent under fog for other seats. From 0."""
    upkeep: int
    """Mana that the seat paid for its units; absent under fog for other seats. From 0."""
    def __init__(self, seat: _Optional[int] = ..., income: _Optional[int] = ..., upkeep: _Optional[int] = ...) -> None: ...

class Summoned(_message.Message):
    """A unit was summoned from a Circle, a building of the seat."""
    __slots__ = ("unit", "seat", "kind", "circle")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CIRCLE_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that was summoned; absent under fog if the seat could not see it."""
    seat: int
    """Seat that summoned the unit. From 0 to 7."""
    kind: UnitKind
    """Kind of the unit that was summoned."""
    circle: Cell
    """Cell of the Circle; absent under fog if the seat could not see it."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., seat: _Optional[int] = ..., kind: _Optional[_Union[UnitKind, str]] = ..., circle: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class Upgraded(_message.Message):
    """A unit was upgraded to another kind."""
    __slots__ = ("unit", "old", "new")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    OLD_FIELD_NUMBER: _ClassVar[int]
    NEW_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that was upgraded."""
    old: UnitKind
    """Kind of the unit before the upgrade."""
    new: UnitKind
    """Kind of the unit from now on."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., old: _Optional[_Union[UnitKind, str]] = ..., new: _Optional[_Union[UnitKind, str]] = ...) -> None: ...

class Healed(_message.Message):
    """A unit has gained hit points, for whatever reason."""
    __slots__ = ("unit", "amount")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that gained hit points."""
    amount: int
    """Hit points that the unit gained. From 0."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., amount: _Optional[int] = ...) -> None: ...

class Hurt(_message.Message):
    """A unit has lost hit points to poison or to an aura of fire."""
    __slots__ = ("unit", "damage", "by_poison")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    BY_POISON_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that lost hit points."""
    damage: int
    """Hit points that the unit lost. From 0."""
    by_poison: bool
    """Whether poison was the cause; false for an aura of fire."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., damage: _Optional[int] = ..., by_poison: bool = ...) -> None: ...

class PickedUp(_message.Message):
    """A unit has picked up an item."""
    __slots__ = ("unit", "cell", "item", "gold", "taldear", "mana")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    TALDEAR_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that picked the item up; absent under fog if the seat could not see it."""
    cell: Cell
    """Cell on which the item lay; absent under fog if the seat could not see it."""
    item: ItemKind
    """Kind of the item that was picked up."""
    gold: int
    """Gold that was in the item. From 0."""
    taldear: int
    """Taldear (the resource of gem mines) that was in the item. From 0."""
    mana: int
    """Mana that was in the item. From 0."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., item: _Optional[_Union[ItemKind, str]] = ..., gold: _Optional[int] = ..., taldear: _Optional[int] = ..., mana: _Optional[int] = ...) -> None: ...

class Dropped(_message.Message):
    """An item was dropped on a cell."""
    __slots__ = ("cell", "item")
    CELL_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    cell: Cell
    """Cell on which the item lies now."""
    item: ItemKind
    """Kind of the item that was dropped."""
    def __init__(self, cell: _Optional[_Union[Cell, _Mapping]] = ..., item: _Optional[_Union[ItemKind, str]] = ...) -> None: ...

class Vanished(_message.Message):
    """A unit is gone without a killer: upkeep was not paid, or its seat or its Hero has fallen."""
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that is gone, with the cell on which it stood."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ...) -> None: ...

class Slowed(_message.Message):
    """A slowing tower has taken an action point from a unit (DK-5.14). The cell of the tower is
    left out, since fog may hide it (DK-6.23).
    """
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that lost an action point."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ...) -> None: ...

class Built(_message.Message):
    """A unit has put up a building."""
    __slots__ = ("unit", "cell", "building")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that built; absent under fog if the seat could not see it."""
    cell: Cell
    """Cell of the new building; absent under fog if the seat could not see it."""
    building: BuildingKind
    """Kind of building that was put up."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., building: _Optional[_Union[BuildingKind, str]] = ...) -> None: ...

class Repaired(_message.Message):
    """A unit has repaired a building."""
    __slots__ = ("unit", "cell", "amount", "gold")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that repaired; absent under fog if the seat could not see it."""
    cell: Cell
    """Cell of the building; absent under fog if the seat could not see it."""
    amount: int
    """Hit points that the building gained. From 0."""
    gold: int
    """Gold that the seat paid for the repair. From 0."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., amount: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class BuildingDestroyed(_message.Message):
    """A building was destroyed."""
    __slots__ = ("cell", "building", "owner")
    CELL_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    cell: Cell
    """Cell on which the building stood."""
    building: BuildingKind
    """Kind of the building that was destroyed."""
    owner: int
    """Seat that owned the building, or -1 if it was neutral. From -2 to 7."""
    def __init__(self, cell: _Optional[_Union[Cell, _Mapping]] = ..., building: _Optional[_Union[BuildingKind, str]] = ..., owner: _Optional[int] = ...) -> None: ...

class RuneUsed(_message.Message):
    """A unit has installed its rune in its seat's Altar, or exchanged it for mana (DK-5.19)."""
    __slots__ = ("unit", "rune", "is_installed")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    RUNE_FIELD_NUMBER: _ClassVar[int]
    IS_INSTALLED_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that carried the rune."""
    rune: Rune
    """Kind of the rune that was used up."""
    is_installed: bool
    """Whether the rune was installed; false if it was exchanged for mana."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., rune: _Optional[_Union[Rune, str]] = ..., is_installed: bool = ...) -> None: ...

class CaptureProgress(_message.Message):
    """A unit has spent an action point on capturing a Source, a building that yields mana."""
    __slots__ = ("unit", "cell", "points")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that captures; absent under fog if the seat could not see it."""
    cell: Cell
    """Cell of the Source; absent under fog if the seat could not see it."""
    points: int
    """Action points that the unit has spent on the Source so far, of 10. From 0."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., points: _Optional[int] = ...) -> None: ...

class Captured(_message.Message):
    """The owner of a Source, a building that yields mana, has changed."""
    __slots__ = ("cell", "old", "new")
    CELL_FIELD_NUMBER: _ClassVar[int]
    OLD_FIELD_NUMBER: _ClassVar[int]
    NEW_FIELD_NUMBER: _ClassVar[int]
    cell: Cell
    """Cell of the Source; absent under fog if the seat could not see it."""
    old: int
    """Seat that owned the Source before; -1 for neutral. From -2 to 7."""
    new: int
    """Seat that owns the Source from now on; -1 for neutral. From -2 to 7."""
    def __init__(self, cell: _Optional[_Union[Cell, _Mapping]] = ..., old: _Optional[int] = ..., new: _Optional[int] = ...) -> None: ...

class Blasted(_message.Message):
    """A unit was hit by an area attack: fire breath, fire stream or death cloud (DK-5.30)."""
    __slots__ = ("attacker", "target", "damage")
    ATTACKER_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    attacker: Spot
    """Unit that made the attack; absent under fog if the seat could not see it."""
    target: Spot
    """Unit that was hit."""
    damage: int
    """Hit points that the target lost. From 0."""
    def __init__(self, attacker: _Optional[_Union[Spot, _Mapping]] = ..., target: _Optional[_Union[Spot, _Mapping]] = ..., damage: _Optional[int] = ...) -> None: ...

class TowerShot(_message.Message):
    """A battle tower has shot at a unit (DK-5.34)."""
    __slots__ = ("tower", "target", "damage")
    TOWER_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    tower: Cell
    """Cell of the tower; absent under fog if the seat could not see it."""
    target: Spot
    """Unit that was shot at; absent under fog if the seat could not see it."""
    damage: int
    """Hit points that the target lost; absent if it evaded the shot. From 0."""
    def __init__(self, tower: _Optional[_Union[Cell, _Mapping]] = ..., target: _Optional[_Union[Spot, _Mapping]] = ..., damage: _Optional[int] = ...) -> None: ...

class Sacrificed(_message.Message):
    """A priest has sacrificed a unit of its seat for a spirit, which strengthens another unit for
    life.
    """
    __slots__ = ("priest", "unit", "spirit")
    PRIEST_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SPIRIT_FIELD_NUMBER: _ClassVar[int]
    priest: Spot
    """Priest that sacrificed the unit."""
    unit: Spot
    """Unit that was sacrificed."""
    spirit: Spirit
    """Kind of spirit that the seat got."""
    def __init__(self, priest: _Optional[_Union[Spot, _Mapping]] = ..., unit: _Optional[_Union[Spot, _Mapping]] = ..., spirit: _Optional[_Union[Spirit, str]] = ...) -> None: ...

class StatusAdded(_message.Message):
    """A unit has got a status, or one more stack or count of it."""
    __slots__ = ("unit", "status", "source")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that has the status."""
    status: Status
    """Status that was added."""
    source: int
    """Seat from which the status comes. From 0 to 7."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., status: _Optional[_Union[Status, str]] = ..., source: _Optional[int] = ...) -> None: ...

class StatusRemoved(_message.Message):
    """A unit has lost a status."""
    __slots__ = ("unit", "status", "source")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that had the status."""
    status: Status
    """Status that was removed, with all its stacks."""
    source: int
    """Seat from which the status came; absent for fear. From 0 to 7."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., status: _Optional[_Union[Status, str]] = ..., source: _Optional[int] = ...) -> None: ...

class Controlled(_message.Message):
    """A unit was subjugated: it obeys another seat for the rest of the turn (DK-5.50)."""
    __slots__ = ("unit", "seat")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that was subjugated."""
    seat: int
    """Seat that the unit obeys from now on. From 0 to 7."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., seat: _Optional[int] = ...) -> None: ...

class Released(_message.Message):
    """A subjugated unit obeys its owner again."""
    __slots__ = ("unit", "seat")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that was released."""
    seat: int
    """Seat that the unit obeyed until now. From 0 to 7."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., seat: _Optional[int] = ...) -> None: ...

class SourceUpgraded(_message.Message):
    """A Source, a building that yields mana, was raised by one level."""
    __slots__ = ("cell", "level")
    CELL_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    cell: Cell
    """Cell of the Source; absent under fog if the seat could not see it."""
    level: int
    """Level of the Source from now on. From 0 to 10."""
    def __init__(self, cell: _Optional[_Union[Cell, _Mapping]] = ..., level: _Optional[int] = ...) -> None: ...

class Researched(_message.Message):
    """A seat has researched a spell, and can cast it from now on."""
    __slots__ = ("seat", "spell")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPELL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Seat that researched the spell. From 0 to 7."""
    spell: Spell
    """Spell that was researched."""
    def __init__(self, seat: _Optional[int] = ..., spell: _Optional[_Union[Spell, str]] = ...) -> None: ...

class Cast(_message.Message):
    """A seat has cast a spell; the events of its effect follow."""
    __slots__ = ("seat", "spell", "target")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPELL_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Seat that cast the spell. From 0 to 7."""
    spell: Spell
    """Spell that was cast."""
    target: Spot
    """Unit on which the spell was cast; absent under fog if the seat could not see it."""
    def __init__(self, seat: _Optional[int] = ..., spell: _Optional[_Union[Spell, str]] = ..., target: _Optional[_Union[Spot, _Mapping]] = ...) -> None: ...

class Forged(_message.Message):
    """A seat has forged an artifact, which is in its store now."""
    __slots__ = ("seat", "artifact")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ARTIFACT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Seat that forged the artifact. From 0 to 7."""
    artifact: Artifact
    """Kind of artifact that was forged."""
    def __init__(self, seat: _Optional[int] = ..., artifact: _Optional[_Union[Artifact, str]] = ...) -> None: ...

class Equipped(_message.Message):
    """A unit was given an artifact from its owner's store."""
    __slots__ = ("unit", "artifact")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ARTIFACT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit that bears the artifact now; absent under fog if the seat could not see it."""
    artifact: Artifact
    """Kind of artifact that the unit was given."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., artifact: _Optional[_Union[Artifact, str]] = ...) -> None: ...

class SpiritAssigned(_message.Message):
    """A spirit was bound to a unit, which it strengthens for life."""
    __slots__ = ("unit", "spirit")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SPIRIT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    """Unit to which the spirit was bound; absent under fog if the seat could not see it."""
    spirit: Spirit
    """Kind of spirit that was bound."""
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., spirit: _Optional[_Union[Spirit, str]] = ...) -> None: ...

class Exchanged(_message.Message):
    """A seat has exchanged mana for another resource."""
    __slots__ = ("seat", "resource", "amount", "mana")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Seat that exchanged mana. From 0 to 7."""
    resource: Resource
    """Resource that the seat got for its mana: gold, iron or taldear."""
    amount: int
    """Pieces of the resource that the seat got. From 0."""
    mana: int
    """Mana that the seat paid. From 0."""
    def __init__(self, seat: _Optional[int] = ..., resource: _Optional[_Union[Resource, str]] = ..., amount: _Optional[int] = ..., mana: _Optional[int] = ...) -> None: ...

class Eliminated(_message.Message):
    """A seat is out of the match; all seats get this event."""
    __slots__ = ("seat", "by")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat that is out of the match. From 0 to 7."""
    by: int
    """Seat that struck the last blow against its Altar; absent if the Hero or his gnome did, or if
    the Altar lost its last hit points at a round's end (waning). From 0 to 7.
    """
    def __init__(self, seat: _Optional[int] = ..., by: _Optional[int] = ...) -> None: ...

class HeroAppeared(_message.Message):
    """The light Hero, an enemy of all seats, has appeared with his gnome."""
    __slots__ = ("hero", "gnome")
    HERO_FIELD_NUMBER: _ClassVar[int]
    GNOME_FIELD_NUMBER: _ClassVar[int]
    hero: Spot
    """The Hero, and where he appeared; absent under fog if the seat could not see the cell."""
    gnome: Spot
    """The Hero's gnome, and where it appeared; absent under fog if the seat could not see the cell.
    """
    def __init__(self, hero: _Optional[_Union[Spot, _Mapping]] = ..., gnome: _Optional[_Union[Spot, _Mapping]] = ...) -> None: ...

class HeroDied(_message.Message):
    """The light Hero, an enemy of all seats, was killed."""
    __slots__ = ("hero",)
    HERO_FIELD_NUMBER: _ClassVar[int]
    hero: Spot
    """The Hero, and where he died; absent under fog if the seat could not see him."""
    def __init__(self, hero: _Optional[_Union[Spot, _Mapping]] = ...) -> None: ...

class AllianceChanged(_message.Message):
    """A seat has declared an alliance with another seat, or withdrawn its declaration."""
    __slots__ = ("seat", "other", "is_declared")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    IS_DECLARED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Seat that declared or withdrew the alliance. From 0 to 7."""
    other: int
    """Seat with which the alliance was declared or withdrawn. From 0 to 7."""
    is_declared: bool
    """Whether the alliance was declared; false if it was withdrawn."""
    def __init__(self, seat: _Optional[int] = ..., other: _Optional[int] = ..., is_declared: bool = ...) -> None: ...

class MatchEnd(_message.Message):
    """The match is over; all seats get this event."""
    __slots__ = ("placements", "scores")
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    placements: _containers.RepeatedScalarFieldContainer[int]
    """Placement of each seat, from 1; equal seats share one. From 1 to 8."""
    scores: _containers.RepeatedScalarFieldContainer[int]
    """Score of each seat (DK-7.3). From 0."""
    def __init__(self, placements: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[int]] = ...) -> None: ...

class AltarsWaned(_message.Message):
    """All Altars have lost hit points at the end of a round (DK-7.5). Not in version 1."""
    __slots__ = ("hp",)
    HP_FIELD_NUMBER: _ClassVar[int]
    hp: int
    """Hit points that each Altar lost, or fewer if it had fewer left. From 0."""
    def __init__(self, hp: _Optional[int] = ...) -> None: ...

class Event(_message.Message):
    """Something that happened: one of these."""
    __slots__ = ("order_result", "moved", "dug", "mined", "attacked", "rolled", "died", "turn_start", "summoned", "upgraded", "healed", "hurt", "picked_up", "dropped", "vanished", "slowed", "built", "repaired", "building_destroyed", "rune_used", "capture_progress", "captured", "blasted", "tower_shot", "sacrificed", "status_added", "status_removed", "controlled", "released", "source_upgraded", "researched", "cast", "forged", "equipped", "spirit_assigned", "exchanged", "eliminated", "hero_appeared", "hero_died", "alliance_changed", "match_end", "altars_waned", "partial")
    ORDER_RESULT_FIELD_NUMBER: _ClassVar[int]
    MOVED_FIELD_NUMBER: _ClassVar[int]
    DUG_FIELD_NUMBER: _ClassVar[int]
    MINED_FIELD_NUMBER: _ClassVar[int]
    ATTACKED_FIELD_NUMBER: _ClassVar[int]
    ROLLED_FIELD_NUMBER: _ClassVar[int]
    DIED_FIELD_NUMBER: _ClassVar[int]
    TURN_START_FIELD_NUMBER: _ClassVar[int]
    SUMMONED_FIELD_NUMBER: _ClassVar[int]
    UPGRADED_FIELD_NUMBER: _ClassVar[int]
    HEALED_FIELD_NUMBER: _ClassVar[int]
    HURT_FIELD_NUMBER: _ClassVar[int]
    PICKED_UP_FIELD_NUMBER: _ClassVar[int]
    DROPPED_FIELD_NUMBER: _ClassVar[int]
    VANISHED_FIELD_NUMBER: _ClassVar[int]
    SLOWED_FIELD_NUMBER: _ClassVar[int]
    BUILT_FIELD_NUMBER: _ClassVar[int]
    REPAIRED_FIELD_NUMBER: _ClassVar[int]
    BUILDING_DESTROYED_FIELD_NUMBER: _ClassVar[int]
    RUNE_USED_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_PROGRESS_FIELD_NUMBER: _ClassVar[int]
    CAPTURED_FIELD_NUMBER: _ClassVar[int]
    BLASTED_FIELD_NUMBER: _ClassVar[int]
    TOWER_SHOT_FIELD_NUMBER: _ClassVar[int]
    SACRIFICED_FIELD_NUMBER: _ClassVar[int]
    STATUS_ADDED_FIELD_NUMBER: _ClassVar[int]
    STATUS_REMOVED_FIELD_NUMBER: _ClassVar[int]
    CONTROLLED_FIELD_NUMBER: _ClassVar[int]
    RELEASED_FIELD_NUMBER: _ClassVar[int]
    SOURCE_UPGRADED_FIELD_NUMBER: _ClassVar[int]
    RESEARCHED_FIELD_NUMBER: _ClassVar[int]
    CAST_FIELD_NUMBER: _ClassVar[int]
    FORGED_FIELD_NUMBER: _ClassVar[int]
    EQUIPPED_FIELD_NUMBER: _ClassVar[int]
    SPIRIT_ASSIGNED_FIELD_NUMBER: _ClassVar[int]
    EXCHANGED_FIELD_NUMBER: _ClassVar[int]
    ELIMINATED_FIELD_NUMBER: _ClassVar[int]
    HERO_APPEARED_FIELD_NUMBER: _ClassVar[int]
    HERO_DIED_FIELD_NUMBER: _ClassVar[int]
    ALLIANCE_CHANGED_FIELD_NUMBER: _ClassVar[int]
    MATCH_END_FIELD_NUMBER: _ClassVar[int]
    ALTARS_WANED_FIELD_NUMBER: _ClassVar[int]
    PARTIAL_FIELD_NUMBER: _ClassVar[int]
    order_result: OrderResult
    """Result of an order, or of a message that is no batch (DK-4.7). Only the seat that sent the
    order gets it, before the events of that order.
    """
    moved: Moved
    """A unit has moved one step."""
    dug: Dug
    """A unit has dug an undug cell, which is empty now."""
    mined: Mined
    """A unit has taken gold, iron or taldear out of a mine."""
    attacked: Attacked
    """A unit has struck with its weapon (DK-5.21), also as a counter (DK-5.20)."""
    rolled: Rolled
    """A d100 was rolled for a unit's chance; sent to the seats that get the event it belongs to."""
    died: Died
    """A unit was killed."""
    turn_start: TurnStart
    """A seat's turn has started; all seats get this event, under fog without numbers (DK-6.22)."""
    summoned: Summoned
    """A unit was summoned from a Circle, a building of the seat."""
    upgraded: Upgraded
    """A unit was upgraded to another kind."""
    healed: Healed
    """A unit has gained hit points, for whatever reason."""
    hurt: Hurt
    """A unit has lost hit points to poison or to an aura of fire."""
    picked_up: PickedUp
    """A unit has picked up an item."""
    dropped: Dropped
    """An item was dropped on a cell."""
    vanished: Vanished
    """A unit is gone without a killer: upkeep was not paid, or its seat or its Hero has fallen."""
    slowed: Slowed
    """A slowing tower has taken an action point from a unit (DK-5.14). The cell of the tower is
    left out, since fog may hide it (DK-6.23).
    """
    built: Built
    """A unit has put up a building."""
    repaired: Repaired
    """A unit has repaired a building."""
    building_destroyed: BuildingDestroyed
    """A building was destroyed."""
    rune_used: RuneUsed
    """A unit has installed its rune in its seat's Altar, or exchanged it for mana (DK-5.19)."""
    capture_progress: CaptureProgress
    """A unit has spent an action point on capturing a Source, a building that yields mana."""
    captured: Captured
    """The owner of a Source, a building that yields mana, has changed."""
    blasted: Blasted
    """A unit was hit by an area attack: fire breath, fire stream or death cloud (DK-5.30)."""
    tower_shot: TowerShot
    """A battle tower has shot at a unit (DK-5.34)."""
    sacrificed: Sacrificed
    """A priest has sacrificed a unit of its seat for a spirit, which strengthens another unit for
    life.
    """
    status_added: StatusAdded
    """A unit has got a status, or one more stack or count of it."""
    status_removed: StatusRemoved
    """A unit has lost a status."""
    controlled: Controlled
    """A unit was subjugated: it obeys another seat for the rest of the turn (DK-5.50)."""
    released: Released
    """A subjugated unit obeys its owner again."""
    source_upgraded: SourceUpgraded
    """A Source, a building that yields mana, was raised by one level."""
    researched: Researched
    """A seat has researched a spell, and can cast it from now on."""
    cast: Cast
    """A seat has cast a spell; the events of its effect follow."""
    forged: Forged
    """A seat has forged an artifact, which is in its store now."""
    equipped: Equipped
    """A unit was given an artifact from its owner's store."""
    spirit_assigned: SpiritAssigned
    """A spirit was bound to a unit, which it strengthens for life."""
    exchanged: Exchanged
    """A seat has exchanged mana for another resource."""
    eliminated: Eliminated
    """A seat is out of the match; all seats get this event."""
    hero_appeared: HeroAppeared
    """The light Hero, an enemy of all seats, has appeared with his gnome."""
    hero_died: HeroDied
    """The light Hero, an enemy of all seats, was killed."""
    alliance_changed: AllianceChanged
    """A seat has declared an alliance with another seat, or withdrawn its declaration."""
    match_end: MatchEnd
    """The match is over; all seats get this event."""
    altars_waned: AltarsWaned
    """All Altars have lost hit points at the end of a round (DK-7.5). Not in version 1."""
    partial: bool
    """Whether something is left out that the seat may not know."""
    def __init__(self, order_result: _Optional[_Union[OrderResult, _Mapping]] = ..., moved: _Optional[_Union[Moved, _Mapping]] = ..., dug: _Optional[_Union[Dug, _Mapping]] = ..., mined: _Optional[_Union[Mined, _Mapping]] = ..., attacked: _Optional[_Union[Attacked, _Mapping]] = ..., rolled: _Optional[_Union[Rolled, _Mapping]] = ..., died: _Optional[_Union[Died, _Mapping]] = ..., turn_start: _Optional[_Union[TurnStart, _Mapping]] = ..., summoned: _Optional[_Union[Summoned, _Mapping]] = ..., upgraded: _Optional[_Union[Upgraded, _Mapping]] = ..., healed: _Optional[_Union[Healed, _Mapping]] = ..., hurt: _Optional[_Union[Hurt, _Mapping]] = ..., picked_up: _Optional[_Union[PickedUp, _Mapping]] = ..., dropped: _Optional[_Union[Dropped, _Mapping]] = ..., vanished: _Optional[_Union[Vanished, _Mapping]] = ..., slowed: _Optional[_Union[Slowed, _Mapping]] = ..., built: _Optional[_Union[Built, _Mapping]] = ..., repaired: _Optional[_Union[Repaired, _Mapping]] = ..., building_destroyed: _Optional[_Union[BuildingDestroyed, _Mapping]] = ..., rune_used: _Optional[_Union[RuneUsed, _Mapping]] = ..., capture_progress: _Optional[_Union[CaptureProgress, _Mapping]] = ..., captured: _Optional[_Union[Captured, _Mapping]] = ..., blasted: _Optional[_Union[Blasted, _Mapping]] = ..., tower_shot: _Optional[_Union[TowerShot, _Mapping]] = ..., sacrificed: _Optional[_Union[Sacrificed, _Mapping]] = ..., status_added: _Optional[_Union[StatusAdded, _Mapping]] = ..., status_removed: _Optional[_Union[StatusRemoved, _Mapping]] = ..., controlled: _Optional[_Union[Controlled, _Mapping]] = ..., released: _Optional[_Union[Released, _Mapping]] = ..., source_upgraded: _Optional[_Union[SourceUpgraded, _Mapping]] = ..., researched: _Optional[_Union[Researched, _Mapping]] = ..., cast: _Optional[_Union[Cast, _Mapping]] = ..., forged: _Optional[_Union[Forged, _Mapping]] = ..., equipped: _Optional[_Union[Equipped, _Mapping]] = ..., spirit_assigned: _Optional[_Union[SpiritAssigned, _Mapping]] = ..., exchanged: _Optional[_Union[Exchanged, _Mapping]] = ..., eliminated: _Optional[_Union[Eliminated, _Mapping]] = ..., hero_appeared: _Optional[_Union[HeroAppeared, _Mapping]] = ..., hero_died: _Optional[_Union[HeroDied, _Mapping]] = ..., alliance_changed: _Optional[_Union[AllianceChanged, _Mapping]] = ..., match_end: _Optional[_Union[MatchEnd, _Mapping]] = ..., altars_waned: _Optional[_Union[AltarsWaned, _Mapping]] = ..., partial: bool = ...) -> None: ...

class Events(_message.Message):
    """What happened."""
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    """The events, in order."""
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...
