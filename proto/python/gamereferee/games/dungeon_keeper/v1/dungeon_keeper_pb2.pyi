from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Preset(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PRESET_UNSPECIFIED: _ClassVar[Preset]
    PRESET_SMALL: _ClassVar[Preset]
    PRESET_MEDIUM: _ClassVar[Preset]
    PRESET_STANDARD: _ClassVar[Preset]

class Symmetry(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SYMMETRY_UNSPECIFIED: _ClassVar[Symmetry]
    SYMMETRY_ROTATION: _ClassVar[Symmetry]
    SYMMETRY_MIRROR: _ClassVar[Symmetry]

class Seating(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEATING_UNSPECIFIED: _ClassVar[Seating]
    SEATING_SHUFFLED: _ClassVar[Seating]
    SEATING_FIXED: _ClassVar[Seating]

class MineKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MINE_KIND_UNSPECIFIED: _ClassVar[MineKind]
    MINE_KIND_GOLD: _ClassVar[MineKind]
    MINE_KIND_IRON: _ClassVar[MineKind]
    MINE_KIND_GEM: _ClassVar[MineKind]

class BuildingKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BUILDING_KIND_UNSPECIFIED: _ClassVar[BuildingKind]
    BUILDING_KIND_ALTAR: _ClassVar[BuildingKind]
    BUILDING_KIND_SOURCE: _ClassVar[BuildingKind]
    BUILDING_KIND_CIRCLE: _ClassVar[BuildingKind]
    BUILDING_KIND_BATTLE_TOWER: _ClassVar[BuildingKind]
    BUILDING_KIND_SLOWING_TOWER: _ClassVar[BuildingKind]
    BUILDING_KIND_ARMOURY: _ClassVar[BuildingKind]
    BUILDING_KIND_WALL: _ClassVar[BuildingKind]
    BUILDING_KIND_ALCHEMY_LAB: _ClassVar[BuildingKind]
    BUILDING_KIND_HOSPITAL: _ClassVar[BuildingKind]

class ItemKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ITEM_KIND_UNSPECIFIED: _ClassVar[ItemKind]
    ITEM_KIND_CHEST: _ClassVar[ItemKind]
    ITEM_KIND_MANA_CRYSTAL: _ClassVar[ItemKind]
    ITEM_KIND_RUNE_FIRE: _ClassVar[ItemKind]
    ITEM_KIND_RUNE_DARKNESS: _ClassVar[ItemKind]
    ITEM_KIND_RUNE_DEATH: _ClassVar[ItemKind]
    ITEM_KIND_SWORD: _ClassVar[ItemKind]
    ITEM_KIND_ARMOUR: _ClassVar[ItemKind]
    ITEM_KIND_AMULET: _ClassVar[ItemKind]
    ITEM_KIND_CROWN: _ClassVar[ItemKind]

class UnitKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNIT_KIND_UNSPECIFIED: _ClassVar[UnitKind]
    UNIT_KIND_IMP: _ClassVar[UnitKind]
    UNIT_KIND_BES: _ClassVar[UnitKind]
    UNIT_KIND_PRIEST: _ClassVar[UnitKind]
    UNIT_KIND_GRASDIR: _ClassVar[UnitKind]
    UNIT_KIND_KERUB: _ClassVar[UnitKind]
    UNIT_KIND_SIEGE_BEAST: _ClassVar[UnitKind]
    UNIT_KIND_OGNEVIK: _ClassVar[UnitKind]
    UNIT_KIND_IFRIT: _ClassVar[UnitKind]
    UNIT_KIND_ANGUTHEI: _ClassVar[UnitKind]
    UNIT_KIND_KADET: _ClassVar[UnitKind]
    UNIT_KIND_SUCCUBUS: _ClassVar[UnitKind]
    UNIT_KIND_AGGEL: _ClassVar[UnitKind]
    UNIT_KIND_MOONGLAIR: _ClassVar[UnitKind]
    UNIT_KIND_LICH: _ClassVar[UnitKind]
    UNIT_KIND_VAMPIRE: _ClassVar[UnitKind]
    UNIT_KIND_YAFALEN: _ClassVar[UnitKind]
    UNIT_KIND_HERO: _ClassVar[UnitKind]
    UNIT_KIND_GNOME: _ClassVar[UnitKind]

class Artifact(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ARTIFACT_UNSPECIFIED: _ClassVar[Artifact]
    ARTIFACT_SWORD: _ClassVar[Artifact]
    ARTIFACT_ARMOUR: _ClassVar[Artifact]
    ARTIFACT_AMULET: _ClassVar[Artifact]
    ARTIFACT_CROWN: _ClassVar[Artifact]

class Spirit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SPIRIT_UNSPECIFIED: _ClassVar[Spirit]
    SPIRIT_GUARDIAN: _ClassVar[Spirit]
    SPIRIT_VALOUR: _ClassVar[Spirit]
    SPIRIT_LIFE: _ClassVar[Spirit]

class Rune(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RUNE_UNSPECIFIED: _ClassVar[Rune]
    RUNE_FIRE: _ClassVar[Rune]
    RUNE_DARKNESS: _ClassVar[Rune]
    RUNE_DEATH: _ClassVar[Rune]

class Status(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STATUS_UNSPECIFIED: _ClassVar[Status]
    STATUS_HASTE: _ClassVar[Status]
    STATUS_SLOW: _ClassVar[Status]
    STATUS_RAGE: _ClassVar[Status]
    STATUS_WEAKNESS: _ClassVar[Status]
    STATUS_IRON_SKIN: _ClassVar[Status]
    STATUS_CORRUPTION: _ClassVar[Status]
    STATUS_EXHAUSTION: _ClassVar[Status]
    STATUS_BERSERK: _ClassVar[Status]
    STATUS_MAGIC_ABSORPTION: _ClassVar[Status]
    STATUS_GHOSTLINESS: _ClassVar[Status]
    STATUS_LUCK: _ClassVar[Status]
    STATUS_CURSED_BLADE: _ClassVar[Status]
    STATUS_FEAR: _ClassVar[Status]
    STATUS_POISON: _ClassVar[Status]

class Spell(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SPELL_UNSPECIFIED: _ClassVar[Spell]
    SPELL_HASTE: _ClassVar[Spell]
    SPELL_SLOW: _ClassVar[Spell]
    SPELL_RAGE: _ClassVar[Spell]
    SPELL_WEAKNESS: _ClassVar[Spell]
    SPELL_IRON_SKIN: _ClassVar[Spell]
    SPELL_CORRUPTION: _ClassVar[Spell]
    SPELL_HEALING: _ClassVar[Spell]
    SPELL_DISPEL: _ClassVar[Spell]
    SPELL_BERSERK: _ClassVar[Spell]
    SPELL_MAGIC_ABSORPTION: _ClassVar[Spell]
    SPELL_GHOSTLINESS: _ClassVar[Spell]
    SPELL_LUCK: _ClassVar[Spell]

class RuneMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RUNE_MODE_UNSPECIFIED: _ClassVar[RuneMode]
    RUNE_MODE_INSTALL: _ClassVar[RuneMode]
    RUNE_MODE_EXCHANGE: _ClassVar[RuneMode]

class Resource(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RESOURCE_UNSPECIFIED: _ClassVar[Resource]
    RESOURCE_GOLD: _ClassVar[Resource]
    RESOURCE_IRON: _ClassVar[Resource]
    RESOURCE_TALDEAR: _ClassVar[Resource]

class Code(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CODE_UNSPECIFIED: _ClassVar[Code]
    CODE_OK: _ClassVar[Code]
    CODE_BAD_SCHEMA: _ClassVar[Code]
    CODE_NOT_YOUR_TURN: _ClassVar[Code]
    CODE_LIMIT: _ClassVar[Code]
    CODE_MATCH_OVER: _ClassVar[Code]
    CODE_DISABLED: _ClassVar[Code]
    CODE_NO_SUCH_UNIT: _ClassVar[Code]
    CODE_NOT_YOURS: _ClassVar[Code]
    CODE_NO_ABILITY: _ClassVar[Code]
    CODE_NO_AP: _ClassVar[Code]
    CODE_OUT_OF_BOARD: _ClassVar[Code]
    CODE_NOT_ADJACENT: _ClassVar[Code]
    CODE_BLOCKED: _ClassVar[Code]
    CODE_CORNER: _ClassVar[Code]
    CODE_OCCUPIED: _ClassVar[Code]
    CODE_STACK_FULL: _ClassVar[Code]
    CODE_NO_SUCH_TARGET: _ClassVar[Code]
    CODE_BAD_TARGET: _ClassVar[Code]
    CODE_OUT_OF_RANGE: _ClassVar[Code]
    CODE_NO_LOS: _ClassVar[Code]
    CODE_NOT_UNDUG: _ClassVar[Code]
    CODE_NOT_MINE: _ClassVar[Code]
    CODE_NOT_EMPTY: _ClassVar[Code]
    CODE_ITEM_THERE: _ClassVar[Code]
    CODE_NO_MANA: _ClassVar[Code]
    CODE_NO_GOLD: _ClassVar[Code]
    CODE_NO_IRON: _ClassVar[Code]
    CODE_NO_TALDEAR: _ClassVar[Code]
    CODE_FULL_HP: _ClassVar[Code]
    CODE_NO_ITEM: _ClassVar[Code]
    CODE_HANDS_FULL: _ClassVar[Code]
    CODE_NO_RUNE: _ClassVar[Code]
    CODE_ALREADY_INSTALLED: _ClassVar[Code]
    CODE_OWN_SOURCE: _ClassVar[Code]
    CODE_NO_BUILDING: _ClassVar[Code]
    CODE_NOTHING_TO_REMOVE: _ClassVar[Code]
    CODE_ALREADY_ACTIVE: _ClassVar[Code]
    CODE_UNIT_CAP: _ClassVar[Code]
    CODE_BAD_UPGRADE: _ClassVar[Code]
    CODE_NEEDS_RUNE: _ClassVar[Code]
    CODE_NOT_NEAR_SOURCE: _ClassVar[Code]
    CODE_ALREADY_UPGRADED: _ClassVar[Code]
    CODE_MAX_LEVEL: _ClassVar[Code]
    CODE_ALREADY_KNOWN: _ClassVar[Code]
    CODE_NOT_RESEARCHED: _ClassVar[Code]
    CODE_NO_ARTIFACT: _ClassVar[Code]
    CODE_SLOT_FULL: _ClassVar[Code]
    CODE_NO_SPIRIT: _ClassVar[Code]
    CODE_NOT_NEAREST: _ClassVar[Code]
    CODE_MORE: _ClassVar[Code]

class RollKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLL_KIND_UNSPECIFIED: _ClassVar[RollKind]
    ROLL_KIND_ZEAL: _ClassVar[RollKind]
    ROLL_KIND_BERSERK: _ClassVar[RollKind]
    ROLL_KIND_SUBJUGATE: _ClassVar[RollKind]
    ROLL_KIND_FEAR: _ClassVar[RollKind]
    ROLL_KIND_CANCEL_BLESSING: _ClassVar[RollKind]
    ROLL_KIND_CURSE_ABSORPTION: _ClassVar[RollKind]
    ROLL_KIND_MAGIC_ABSORPTION: _ClassVar[RollKind]
    ROLL_KIND_GHOSTLINESS: _ClassVar[RollKind]
    ROLL_KIND_CONTROL_RESISTANCE: _ClassVar[RollKind]
PRESET_UNSPECIFIED: Preset
PRESET_SMALL: Preset
PRESET_MEDIUM: Preset
PRESET_STANDARD: Preset
SYMMETRY_UNSPECIFIED: Symmetry
SYMMETRY_ROTATION: Symmetry
SYMMETRY_MIRROR: Symmetry
SEATING_UNSPECIFIED: Seating
SEATING_SHUFFLED: Seating
SEATING_FIXED: Seating
MINE_KIND_UNSPECIFIED: MineKind
MINE_KIND_GOLD: MineKind
MINE_KIND_IRON: MineKind
MINE_KIND_GEM: MineKind
BUILDING_KIND_UNSPECIFIED: BuildingKind
BUILDING_KIND_ALTAR: BuildingKind
BUILDING_KIND_SOURCE: BuildingKind
BUILDING_KIND_CIRCLE: BuildingKind
BUILDING_KIND_BATTLE_TOWER: BuildingKind
BUILDING_KIND_SLOWING_TOWER: BuildingKind
BUILDING_KIND_ARMOURY: BuildingKind
BUILDING_KIND_WALL: BuildingKind
BUILDING_KIND_ALCHEMY_LAB: BuildingKind
BUILDING_KIND_HOSPITAL: BuildingKind
ITEM_KIND_UNSPECIFIED: ItemKind
ITEM_KIND_CHEST: ItemKind
ITEM_KIND_MANA_CRYSTAL: ItemKind
ITEM_KIND_RUNE_FIRE: ItemKind
ITEM_KIND_RUNE_DARKNESS: ItemKind
ITEM_KIND_RUNE_DEATH: ItemKind
ITEM_KIND_SWORD: ItemKind
ITEM_KIND_ARMOUR: ItemKind
ITEM_KIND_AMULET: ItemKind
ITEM_KIND_CROWN: ItemKind
UNIT_KIND_UNSPECIFIED: UnitKind
UNIT_KIND_IMP: UnitKind
UNIT_KIND_BES: UnitKind
UNIT_KIND_PRIEST: UnitKind
UNIT_KIND_GRASDIR: UnitKind
UNIT_KIND_KERUB: UnitKind
UNIT_KIND_SIEGE_BEAST: UnitKind
UNIT_KIND_OGNEVIK: UnitKind
UNIT_KIND_IFRIT: UnitKind
UNIT_KIND_ANGUTHEI: UnitKind
UNIT_KIND_KADET: UnitKind
UNIT_KIND_SUCCUBUS: UnitKind
UNIT_KIND_AGGEL: UnitKind
UNIT_KIND_MOONGLAIR: UnitKind
UNIT_KIND_LICH: UnitKind
UNIT_KIND_VAMPIRE: UnitKind
UNIT_KIND_YAFALEN: UnitKind
UNIT_KIND_HERO: UnitKind
UNIT_KIND_GNOME: UnitKind
ARTIFACT_UNSPECIFIED: Artifact
ARTIFACT_SWORD: Artifact
ARTIFACT_ARMOUR: Artifact
ARTIFACT_AMULET: Artifact
ARTIFACT_CROWN: Artifact
SPIRIT_UNSPECIFIED: Spirit
SPIRIT_GUARDIAN: Spirit
SPIRIT_VALOUR: Spirit
SPIRIT_LIFE: Spirit
RUNE_UNSPECIFIED: Rune
RUNE_FIRE: Rune
RUNE_DARKNESS: Rune
RUNE_DEATH: Rune
STATUS_UNSPECIFIED: Status
STATUS_HASTE: Status
STATUS_SLOW: Status
STATUS_RAGE: Status
STATUS_WEAKNESS: Status
STATUS_IRON_SKIN: Status
STATUS_CORRUPTION: Status
STATUS_EXHAUSTION: Status
STATUS_BERSERK: Status
STATUS_MAGIC_ABSORPTION: Status
STATUS_GHOSTLINESS: Status
STATUS_LUCK: Status
STATUS_CURSED_BLADE: Status
STATUS_FEAR: Status
STATUS_POISON: Status
SPELL_UNSPECIFIED: Spell
SPELL_HASTE: Spell
SPELL_SLOW: Spell
SPELL_RAGE: Spell
SPELL_WEAKNESS: Spell
SPELL_IRON_SKIN: Spell
SPELL_CORRUPTION: Spell
SPELL_HEALING: Spell
SPELL_DISPEL: Spell
SPELL_BERSERK: Spell
SPELL_MAGIC_ABSORPTION: Spell
SPELL_GHOSTLINESS: Spell
SPELL_LUCK: Spell
RUNE_MODE_UNSPECIFIED: RuneMode
RUNE_MODE_INSTALL: RuneMode
RUNE_MODE_EXCHANGE: RuneMode
RESOURCE_UNSPECIFIED: Resource
RESOURCE_GOLD: Resource
RESOURCE_IRON: Resource
RESOURCE_TALDEAR: Resource
CODE_UNSPECIFIED: Code
CODE_OK: Code
CODE_BAD_SCHEMA: Code
CODE_NOT_YOUR_TURN: Code
CODE_LIMIT: Code
CODE_MATCH_OVER: Code
CODE_DISABLED: Code
CODE_NO_SUCH_UNIT: Code
CODE_NOT_YOURS: Code
CODE_NO_ABILITY: Code
CODE_NO_AP: Code
CODE_OUT_OF_BOARD: Code
CODE_NOT_ADJACENT: Code
CODE_BLOCKED: Code
CODE_CORNER: Code
CODE_OCCUPIED: Code
CODE_STACK_FULL: Code
CODE_NO_SUCH_TARGET: Code
CODE_BAD_TARGET: Code
CODE_OUT_OF_RANGE: Code
CODE_NO_LOS: Code
CODE_NOT_UNDUG: Code
CODE_NOT_MINE: Code
CODE_NOT_EMPTY: Code
CODE_ITEM_THERE: Code
CODE_NO_MANA: Code
CODE_NO_GOLD: Code
CODE_NO_IRON: Code
CODE_NO_TALDEAR: Code
CODE_FULL_HP: Code
CODE_NO_ITEM: Code
CODE_HANDS_FULL: Code
CODE_NO_RUNE: Code
CODE_ALREADY_INSTALLED: Code
CODE_OWN_SOURCE: Code
CODE_NO_BUILDING: Code
CODE_NOTHING_TO_REMOVE: Code
CODE_ALREADY_ACTIVE: Code
CODE_UNIT_CAP: Code
CODE_BAD_UPGRADE: Code
CODE_NEEDS_RUNE: Code
CODE_NOT_NEAR_SOURCE: Code
CODE_ALREADY_UPGRADED: Code
CODE_MAX_LEVEL: Code
CODE_ALREADY_KNOWN: Code
CODE_NOT_RESEARCHED: Code
CODE_NO_ARTIFACT: Code
CODE_SLOT_FULL: Code
CODE_NO_SPIRIT: Code
CODE_NOT_NEAREST: Code
CODE_MORE: Code
ROLL_KIND_UNSPECIFIED: RollKind
ROLL_KIND_ZEAL: RollKind
ROLL_KIND_BERSERK: RollKind
ROLL_KIND_SUBJUGATE: RollKind
ROLL_KIND_FEAR: RollKind
ROLL_KIND_CANCEL_BLESSING: RollKind
ROLL_KIND_CURSE_ABSORPTION: RollKind
ROLL_KIND_MAGIC_ABSORPTION: RollKind
ROLL_KIND_GHOSTLINESS: RollKind
ROLL_KIND_CONTROL_RESISTANCE: RollKind

class ScenarioMine(_message.Message):
    __slots__ = ("row", "col", "kind", "left")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    row: int
    col: int
    kind: MineKind
    left: int
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., kind: _Optional[_Union[MineKind, str]] = ..., left: _Optional[int] = ...) -> None: ...

class ScenarioBuilding(_message.Message):
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
    col: int
    kind: BuildingKind
    owner: int
    hp: int
    level: int
    ap: int
    upgraded: bool
    low_mark: int
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., kind: _Optional[_Union[BuildingKind, str]] = ..., owner: _Optional[int] = ..., hp: _Optional[int] = ..., level: _Optional[int] = ..., ap: _Optional[int] = ..., upgraded: bool = ..., low_mark: _Optional[int] = ...) -> None: ...

class ScenarioItem(_message.Message):
    __slots__ = ("row", "col", "kind", "gold", "taldear", "mana")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    TALDEAR_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    row: int
    col: int
    kind: ItemKind
    gold: int
    taldear: int
    mana: int
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., kind: _Optional[_Union[ItemKind, str]] = ..., gold: _Optional[int] = ..., taldear: _Optional[int] = ..., mana: _Optional[int] = ...) -> None: ...

class ScenarioStatus(_message.Message):
    __slots__ = ("status", "source", "turns", "stacks")
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    STACKS_FIELD_NUMBER: _ClassVar[int]
    status: Status
    source: int
    turns: int
    stacks: int
    def __init__(self, status: _Optional[_Union[Status, str]] = ..., source: _Optional[int] = ..., turns: _Optional[int] = ..., stacks: _Optional[int] = ...) -> None: ...

class Cell(_message.Message):
    __slots__ = ("row", "col")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    row: int
    col: int
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ...) -> None: ...

class ScenarioUnit(_message.Message):
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
    owner: int
    controller: int
    kind: UnitKind
    row: int
    col: int
    hp: int
    ap: int
    artifacts: _containers.RepeatedScalarFieldContainer[Artifact]
    spirits: _containers.RepeatedScalarFieldContainer[Spirit]
    rune: Rune
    statuses: _containers.RepeatedCompositeFieldContainer[ScenarioStatus]
    upgraded: bool
    tower_slowed: bool
    ap_debt: int
    capture_cell: Cell
    capture_points: int
    bare: bool
    def __init__(self, id: _Optional[int] = ..., owner: _Optional[int] = ..., controller: _Optional[int] = ..., kind: _Optional[_Union[UnitKind, str]] = ..., row: _Optional[int] = ..., col: _Optional[int] = ..., hp: _Optional[int] = ..., ap: _Optional[int] = ..., artifacts: _Optional[_Iterable[_Union[Artifact, str]]] = ..., spirits: _Optional[_Iterable[_Union[Spirit, str]]] = ..., rune: _Optional[_Union[Rune, str]] = ..., statuses: _Optional[_Iterable[_Union[ScenarioStatus, _Mapping]]] = ..., upgraded: bool = ..., tower_slowed: bool = ..., ap_debt: _Optional[int] = ..., capture_cell: _Optional[_Union[Cell, _Mapping]] = ..., capture_points: _Optional[int] = ..., bare: bool = ...) -> None: ...

class ScenarioSeat(_message.Message):
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
    iron: int
    taldear: int
    mana: int
    store: _containers.RepeatedScalarFieldContainer[int]
    spirits: _containers.RepeatedScalarFieldContainer[int]
    runes: _containers.RepeatedScalarFieldContainer[Rune]
    spells: _containers.RepeatedScalarFieldContainer[Spell]
    def __init__(self, gold: _Optional[int] = ..., iron: _Optional[int] = ..., taldear: _Optional[int] = ..., mana: _Optional[int] = ..., store: _Optional[_Iterable[int]] = ..., spirits: _Optional[_Iterable[int]] = ..., runes: _Optional[_Iterable[_Union[Rune, str]]] = ..., spells: _Optional[_Iterable[_Union[Spell, str]]] = ...) -> None: ...

class Scenario(_message.Message):
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
    players: int
    turn_order: _containers.RepeatedScalarFieldContainer[int]
    rows: _containers.RepeatedScalarFieldContainer[str]
    mines: _containers.RepeatedCompositeFieldContainer[ScenarioMine]
    buildings: _containers.RepeatedCompositeFieldContainer[ScenarioBuilding]
    items: _containers.RepeatedCompositeFieldContainer[ScenarioItem]
    units: _containers.RepeatedCompositeFieldContainer[ScenarioUnit]
    seats: _containers.RepeatedCompositeFieldContainer[ScenarioSeat]
    round: int
    acting_seat: int
    hero_direction: int
    def __init__(self, size: _Optional[int] = ..., players: _Optional[int] = ..., turn_order: _Optional[_Iterable[int]] = ..., rows: _Optional[_Iterable[str]] = ..., mines: _Optional[_Iterable[_Union[ScenarioMine, _Mapping]]] = ..., buildings: _Optional[_Iterable[_Union[ScenarioBuilding, _Mapping]]] = ..., items: _Optional[_Iterable[_Union[ScenarioItem, _Mapping]]] = ..., units: _Optional[_Iterable[_Union[ScenarioUnit, _Mapping]]] = ..., seats: _Optional[_Iterable[_Union[ScenarioSeat, _Mapping]]] = ..., round: _Optional[int] = ..., acting_seat: _Optional[int] = ..., hero_direction: _Optional[int] = ...) -> None: ...

class Config(_message.Message):
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
    size: int
    max_rounds: int
    symmetry: Symmetry
    seating: Seating
    start_gold: int
    start_mana: int
    start_iron: int
    start_taldear: int
    base_source_level: int
    centre_source_level: int
    unit_cap: int
    stack_limit: int
    gold_mine_amount: int
    iron_mine_amount: int
    gem_mine_amount: int
    gold_per_ap: int
    iron_per_ap: int
    gem_per_ap: int
    fog_of_war: bool
    sight_radius: int
    alliances: bool
    hero_enabled: bool
    hero_first_round: int
    hero_chance: int
    hero_sense: int
    hero_min_distance: int
    hero_razes: bool
    turn_time_ms: int
    max_orders_per_turn: int
    max_batches_per_turn: int
    scenario: Scenario
    later_mana: int
    waning_round: int
    def __init__(self, preset: _Optional[_Union[Preset, str]] = ..., size: _Optional[int] = ..., max_rounds: _Optional[int] = ..., symmetry: _Optional[_Union[Symmetry, str]] = ..., seating: _Optional[_Union[Seating, str]] = ..., start_gold: _Optional[int] = ..., start_mana: _Optional[int] = ..., start_iron: _Optional[int] = ..., start_taldear: _Optional[int] = ..., base_source_level: _Optional[int] = ..., centre_source_level: _Optional[int] = ..., unit_cap: _Optional[int] = ..., stack_limit: _Optional[int] = ..., gold_mine_amount: _Optional[int] = ..., iron_mine_amount: _Optional[int] = ..., gem_mine_amount: _Optional[int] = ..., gold_per_ap: _Optional[int] = ..., iron_per_ap: _Optional[int] = ..., gem_per_ap: _Optional[int] = ..., fog_of_war: bool = ..., sight_radius: _Optional[int] = ..., alliances: bool = ..., hero_enabled: bool = ..., hero_first_round: _Optional[int] = ..., hero_chance: _Optional[int] = ..., hero_sense: _Optional[int] = ..., hero_min_distance: _Optional[int] = ..., hero_razes: bool = ..., turn_time_ms: _Optional[int] = ..., max_orders_per_turn: _Optional[int] = ..., max_batches_per_turn: _Optional[int] = ..., scenario: _Optional[_Union[Scenario, _Mapping]] = ..., later_mana: _Optional[int] = ..., waning_round: _Optional[int] = ...) -> None: ...

class MoveOrder(_message.Message):
    __slots__ = ("unit", "to")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    unit: int
    to: Cell
    def __init__(self, unit: _Optional[int] = ..., to: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class AttackOrder(_message.Message):
    __slots__ = ("unit", "target", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    target: int
    cell: Cell
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class DigOrder(_message.Message):
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    cell: Cell
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class MineOrder(_message.Message):
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    cell: Cell
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class BuildOrder(_message.Message):
    __slots__ = ("unit", "cell", "building")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    unit: int
    cell: Cell
    building: BuildingKind
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., building: _Optional[_Union[BuildingKind, str]] = ...) -> None: ...

class RepairOrder(_message.Message):
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    cell: Cell
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class PickupOrder(_message.Message):
    __slots__ = ("unit", "cell", "item")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    unit: int
    cell: Cell
    item: ItemKind
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., item: _Optional[_Union[ItemKind, str]] = ...) -> None: ...

class UseRuneOrder(_message.Message):
    __slots__ = ("unit", "mode")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    unit: int
    mode: RuneMode
    def __init__(self, unit: _Optional[int] = ..., mode: _Optional[_Union[RuneMode, str]] = ...) -> None: ...

class CaptureOrder(_message.Message):
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    cell: Cell
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class RestOrder(_message.Message):
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    cell: Cell
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class HealOrder(_message.Message):
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: int
    target: int
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class PurifyOrder(_message.Message):
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: int
    target: int
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class SacrificeOrder(_message.Message):
    __slots__ = ("unit", "target", "spirit")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    SPIRIT_FIELD_NUMBER: _ClassVar[int]
    unit: int
    target: int
    spirit: Spirit
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ..., spirit: _Optional[_Union[Spirit, str]] = ...) -> None: ...

class FireBreathOrder(_message.Message):
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    cell: Cell
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class FireStreamOrder(_message.Message):
    __slots__ = ("unit", "direction")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    unit: int
    direction: int
    def __init__(self, unit: _Optional[int] = ..., direction: _Optional[int] = ...) -> None: ...

class DeathCloudOrder(_message.Message):
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    cell: Cell
    def __init__(self, unit: _Optional[int] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class SubjugateOrder(_message.Message):
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: int
    target: int
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class ExhaustOrder(_message.Message):
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: int
    target: int
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class FearOrder(_message.Message):
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: int
    target: int
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class PoisonOrder(_message.Message):
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: int
    target: int
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class CancelBlessingOrder(_message.Message):
    __slots__ = ("unit", "target", "buff")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    BUFF_FIELD_NUMBER: _ClassVar[int]
    unit: int
    target: int
    buff: Status
    def __init__(self, unit: _Optional[int] = ..., target: _Optional[int] = ..., buff: _Optional[_Union[Status, str]] = ...) -> None: ...

class SummonOrder(_message.Message):
    __slots__ = ("circle", "kind", "cell")
    CIRCLE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    circle: Cell
    kind: UnitKind
    cell: Cell
    def __init__(self, circle: _Optional[_Union[Cell, _Mapping]] = ..., kind: _Optional[_Union[UnitKind, str]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class UpgradeUnitOrder(_message.Message):
    __slots__ = ("unit", "to")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    unit: int
    to: UnitKind
    def __init__(self, unit: _Optional[int] = ..., to: _Optional[_Union[UnitKind, str]] = ...) -> None: ...

class UpgradeSourceOrder(_message.Message):
    __slots__ = ("source",)
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    source: Cell
    def __init__(self, source: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class ResearchOrder(_message.Message):
    __slots__ = ("spell",)
    SPELL_FIELD_NUMBER: _ClassVar[int]
    spell: Spell
    def __init__(self, spell: _Optional[_Union[Spell, str]] = ...) -> None: ...

class CastOrder(_message.Message):
    __slots__ = ("spell", "target")
    SPELL_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    spell: Spell
    target: int
    def __init__(self, spell: _Optional[_Union[Spell, str]] = ..., target: _Optional[int] = ...) -> None: ...

class ForgeOrder(_message.Message):
    __slots__ = ("artifact",)
    ARTIFACT_FIELD_NUMBER: _ClassVar[int]
    artifact: Artifact
    def __init__(self, artifact: _Optional[_Union[Artifact, str]] = ...) -> None: ...

class EquipOrder(_message.Message):
    __slots__ = ("unit", "artifact")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ARTIFACT_FIELD_NUMBER: _ClassVar[int]
    unit: int
    artifact: Artifact
    def __init__(self, unit: _Optional[int] = ..., artifact: _Optional[_Union[Artifact, str]] = ...) -> None: ...

class AssignSpiritOrder(_message.Message):
    __slots__ = ("unit", "spirit")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SPIRIT_FIELD_NUMBER: _ClassVar[int]
    unit: int
    spirit: Spirit
    def __init__(self, unit: _Optional[int] = ..., spirit: _Optional[_Union[Spirit, str]] = ...) -> None: ...

class ExchangeOrder(_message.Message):
    __slots__ = ("resource", "amount")
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    resource: Resource
    amount: int
    def __init__(self, resource: _Optional[_Union[Resource, str]] = ..., amount: _Optional[int] = ...) -> None: ...

class TowerShotOrder(_message.Message):
    __slots__ = ("tower", "target")
    TOWER_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    tower: Cell
    target: int
    def __init__(self, tower: _Optional[_Union[Cell, _Mapping]] = ..., target: _Optional[int] = ...) -> None: ...

class AllyOrder(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class UnallyOrder(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Order(_message.Message):
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
    attack: AttackOrder
    dig: DigOrder
    mine: MineOrder
    build: BuildOrder
    repair: RepairOrder
    pickup: PickupOrder
    use_rune: UseRuneOrder
    capture: CaptureOrder
    rest: RestOrder
    heal: HealOrder
    purify: PurifyOrder
    sacrifice: SacrificeOrder
    fire_breath: FireBreathOrder
    fire_stream: FireStreamOrder
    death_cloud: DeathCloudOrder
    subjugate: SubjugateOrder
    exhaust: ExhaustOrder
    fear: FearOrder
    poison: PoisonOrder
    cancel_blessing: CancelBlessingOrder
    summon: SummonOrder
    upgrade_unit: UpgradeUnitOrder
    upgrade_source: UpgradeSourceOrder
    research: ResearchOrder
    cast: CastOrder
    forge: ForgeOrder
    equip: EquipOrder
    assign_spirit: AssignSpiritOrder
    exchange: ExchangeOrder
    tower_shot: TowerShotOrder
    ally: AllyOrder
    unally: UnallyOrder
    def __init__(self, move: _Optional[_Union[MoveOrder, _Mapping]] = ..., attack: _Optional[_Union[AttackOrder, _Mapping]] = ..., dig: _Optional[_Union[DigOrder, _Mapping]] = ..., mine: _Optional[_Union[MineOrder, _Mapping]] = ..., build: _Optional[_Union[BuildOrder, _Mapping]] = ..., repair: _Optional[_Union[RepairOrder, _Mapping]] = ..., pickup: _Optional[_Union[PickupOrder, _Mapping]] = ..., use_rune: _Optional[_Union[UseRuneOrder, _Mapping]] = ..., capture: _Optional[_Union[CaptureOrder, _Mapping]] = ..., rest: _Optional[_Union[RestOrder, _Mapping]] = ..., heal: _Optional[_Union[HealOrder, _Mapping]] = ..., purify: _Optional[_Union[PurifyOrder, _Mapping]] = ..., sacrifice: _Optional[_Union[SacrificeOrder, _Mapping]] = ..., fire_breath: _Optional[_Union[FireBreathOrder, _Mapping]] = ..., fire_stream: _Optional[_Union[FireStreamOrder, _Mapping]] = ..., death_cloud: _Optional[_Union[DeathCloudOrder, _Mapping]] = ..., subjugate: _Optional[_Union[SubjugateOrder, _Mapping]] = ..., exhaust: _Optional[_Union[ExhaustOrder, _Mapping]] = ..., fear: _Optional[_Union[FearOrder, _Mapping]] = ..., poison: _Optional[_Union[PoisonOrder, _Mapping]] = ..., cancel_blessing: _Optional[_Union[CancelBlessingOrder, _Mapping]] = ..., summon: _Optional[_Union[SummonOrder, _Mapping]] = ..., upgrade_unit: _Optional[_Union[UpgradeUnitOrder, _Mapping]] = ..., upgrade_source: _Optional[_Union[UpgradeSourceOrder, _Mapping]] = ..., research: _Optional[_Union[ResearchOrder, _Mapping]] = ..., cast: _Optional[_Union[CastOrder, _Mapping]] = ..., forge: _Optional[_Union[ForgeOrder, _Mapping]] = ..., equip: _Optional[_Union[EquipOrder, _Mapping]] = ..., assign_spirit: _Optional[_Union[AssignSpiritOrder, _Mapping]] = ..., exchange: _Optional[_Union[ExchangeOrder, _Mapping]] = ..., tower_shot: _Optional[_Union[TowerShotOrder, _Mapping]] = ..., ally: _Optional[_Union[AllyOrder, _Mapping]] = ..., unally: _Optional[_Union[UnallyOrder, _Mapping]] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("orders", "end_turn", "delta", "is_bad")
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    END_TURN_FIELD_NUMBER: _ClassVar[int]
    DELTA_FIELD_NUMBER: _ClassVar[int]
    IS_BAD_FIELD_NUMBER: _ClassVar[int]
    orders: _containers.RepeatedCompositeFieldContainer[Order]
    end_turn: bool
    delta: bool
    is_bad: bool
    def __init__(self, orders: _Optional[_Iterable[_Union[Order, _Mapping]]] = ..., end_turn: bool = ..., delta: bool = ..., is_bad: bool = ...) -> None: ...

class Mine(_message.Message):
    __slots__ = ("row", "col", "kind", "left")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    row: int
    col: int
    kind: MineKind
    left: int
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., kind: _Optional[_Union[MineKind, str]] = ..., left: _Optional[int] = ...) -> None: ...

class Building(_message.Message):
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
    col: int
    kind: BuildingKind
    owner: int
    hp: int
    level: int
    ap: int
    upgraded: bool
    low_mark: int
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., kind: _Optional[_Union[BuildingKind, str]] = ..., owner: _Optional[int] = ..., hp: _Optional[int] = ..., level: _Optional[int] = ..., ap: _Optional[int] = ..., upgraded: bool = ..., low_mark: _Optional[int] = ...) -> None: ...

class Item(_message.Message):
    __slots__ = ("row", "col", "kind")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    row: int
    col: int
    kind: ItemKind
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., kind: _Optional[_Union[ItemKind, str]] = ...) -> None: ...

class CellView(_message.Message):
    __slots__ = ("row", "col", "look", "mine", "building", "items")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    LOOK_FIELD_NUMBER: _ClassVar[int]
    MINE_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    row: int
    col: int
    look: str
    mine: Mine
    building: Building
    items: _containers.RepeatedCompositeFieldContainer[Item]
    def __init__(self, row: _Optional[int] = ..., col: _Optional[int] = ..., look: _Optional[str] = ..., mine: _Optional[_Union[Mine, _Mapping]] = ..., building: _Optional[_Union[Building, _Mapping]] = ..., items: _Optional[_Iterable[_Union[Item, _Mapping]]] = ...) -> None: ...

class UnitStatus(_message.Message):
    __slots__ = ("status", "source", "turns", "stacks")
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    STACKS_FIELD_NUMBER: _ClassVar[int]
    status: Status
    source: int
    turns: int
    stacks: int
    def __init__(self, status: _Optional[_Union[Status, str]] = ..., source: _Optional[int] = ..., turns: _Optional[int] = ..., stacks: _Optional[int] = ...) -> None: ...

class Unit(_message.Message):
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
    owner: int
    controller: int
    kind: UnitKind
    row: int
    col: int
    hp: int
    ap: int
    attack: int
    defence: int
    max_hp: int
    max_ap: int
    artifacts: _containers.RepeatedScalarFieldContainer[Artifact]
    spirits: _containers.RepeatedScalarFieldContainer[Spirit]
    rune: Rune
    statuses: _containers.RepeatedCompositeFieldContainer[UnitStatus]
    fear: int
    upgraded: bool
    tower_slowed: bool
    ap_debt: int
    capture_cell: Cell
    capture_points: int
    def __init__(self, id: _Optional[int] = ..., owner: _Optional[int] = ..., controller: _Optional[int] = ..., kind: _Optional[_Union[UnitKind, str]] = ..., row: _Optional[int] = ..., col: _Optional[int] = ..., hp: _Optional[int] = ..., ap: _Optional[int] = ..., attack: _Optional[int] = ..., defence: _Optional[int] = ..., max_hp: _Optional[int] = ..., max_ap: _Optional[int] = ..., artifacts: _Optional[_Iterable[_Union[Artifact, str]]] = ..., spirits: _Optional[_Iterable[_Union[Spirit, str]]] = ..., rune: _Optional[_Union[Rune, str]] = ..., statuses: _Optional[_Iterable[_Union[UnitStatus, _Mapping]]] = ..., fear: _Optional[int] = ..., upgraded: bool = ..., tower_slowed: bool = ..., ap_debt: _Optional[int] = ..., capture_cell: _Optional[_Union[Cell, _Mapping]] = ..., capture_points: _Optional[int] = ...) -> None: ...

class Holdings(_message.Message):
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
    iron: int
    taldear: int
    mana: int
    store: _containers.RepeatedScalarFieldContainer[int]
    spirits: _containers.RepeatedScalarFieldContainer[int]
    runes: _containers.RepeatedScalarFieldContainer[Rune]
    spells: _containers.RepeatedScalarFieldContainer[Spell]
    altar_damage: int
    score: int
    def __init__(self, gold: _Optional[int] = ..., iron: _Optional[int] = ..., taldear: _Optional[int] = ..., mana: _Optional[int] = ..., store: _Optional[_Iterable[int]] = ..., spirits: _Optional[_Iterable[int]] = ..., runes: _Optional[_Iterable[_Union[Rune, str]]] = ..., spells: _Optional[_Iterable[_Union[Spell, str]]] = ..., altar_damage: _Optional[int] = ..., score: _Optional[int] = ...) -> None: ...

class Seat(_message.Message):
    __slots__ = ("seat", "alive", "eliminated_order", "serial", "allies", "holdings")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ALIVE_FIELD_NUMBER: _ClassVar[int]
    ELIMINATED_ORDER_FIELD_NUMBER: _ClassVar[int]
    SERIAL_FIELD_NUMBER: _ClassVar[int]
    ALLIES_FIELD_NUMBER: _ClassVar[int]
    HOLDINGS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    alive: bool
    eliminated_order: int
    serial: int
    allies: _containers.RepeatedScalarFieldContainer[int]
    holdings: Holdings
    def __init__(self, seat: _Optional[int] = ..., alive: bool = ..., eliminated_order: _Optional[int] = ..., serial: _Optional[int] = ..., allies: _Optional[_Iterable[int]] = ..., holdings: _Optional[_Union[Holdings, _Mapping]] = ...) -> None: ...

class Observation(_message.Message):
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
    round: int
    you: int
    acting_seat: int
    batch: int
    orders: int
    turn_order: _containers.RepeatedScalarFieldContainer[int]
    rows: _containers.RepeatedScalarFieldContainer[str]
    mines: _containers.RepeatedCompositeFieldContainer[Mine]
    buildings: _containers.RepeatedCompositeFieldContainer[Building]
    items: _containers.RepeatedCompositeFieldContainer[Item]
    cells: _containers.RepeatedCompositeFieldContainer[CellView]
    units: _containers.RepeatedCompositeFieldContainer[Unit]
    gone_units: _containers.RepeatedScalarFieldContainer[int]
    seats: _containers.RepeatedCompositeFieldContainer[Seat]
    def __init__(self, is_delta: bool = ..., round: _Optional[int] = ..., you: _Optional[int] = ..., acting_seat: _Optional[int] = ..., batch: _Optional[int] = ..., orders: _Optional[int] = ..., turn_order: _Optional[_Iterable[int]] = ..., rows: _Optional[_Iterable[str]] = ..., mines: _Optional[_Iterable[_Union[Mine, _Mapping]]] = ..., buildings: _Optional[_Iterable[_Union[Building, _Mapping]]] = ..., items: _Optional[_Iterable[_Union[Item, _Mapping]]] = ..., cells: _Optional[_Iterable[_Union[CellView, _Mapping]]] = ..., units: _Optional[_Iterable[_Union[Unit, _Mapping]]] = ..., gone_units: _Optional[_Iterable[int]] = ..., seats: _Optional[_Iterable[_Union[Seat, _Mapping]]] = ...) -> None: ...

class OrderResult(_message.Message):
    __slots__ = ("seat", "place", "code")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    place: int
    code: Code
    def __init__(self, seat: _Optional[int] = ..., place: _Optional[int] = ..., code: _Optional[_Union[Code, str]] = ...) -> None: ...

class Spot(_message.Message):
    __slots__ = ("unit", "row", "col")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    unit: int
    row: int
    col: int
    def __init__(self, unit: _Optional[int] = ..., row: _Optional[int] = ..., col: _Optional[int] = ...) -> None: ...

class Moved(_message.Message):
    __slots__ = ("unit", "to")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    to: Cell
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., to: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class Dug(_message.Message):
    __slots__ = ("unit", "cell")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    cell: Cell
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class Mined(_message.Message):
    __slots__ = ("unit", "cell", "kind", "amount")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    cell: Cell
    kind: MineKind
    amount: int
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., kind: _Optional[_Union[MineKind, str]] = ..., amount: _Optional[int] = ...) -> None: ...

class Attacked(_message.Message):
    __slots__ = ("attacker", "target", "cell", "damage", "is_counter")
    ATTACKER_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    IS_COUNTER_FIELD_NUMBER: _ClassVar[int]
    attacker: Spot
    target: Spot
    cell: Cell
    damage: int
    is_counter: bool
    def __init__(self, attacker: _Optional[_Union[Spot, _Mapping]] = ..., target: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., damage: _Optional[int] = ..., is_counter: bool = ...) -> None: ...

class Rolled(_message.Message):
    __slots__ = ("unit", "roll", "value", "chance")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    roll: RollKind
    value: int
    chance: int
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., roll: _Optional[_Union[RollKind, str]] = ..., value: _Optional[int] = ..., chance: _Optional[int] = ...) -> None: ...

class Died(_message.Message):
    __slots__ = ("unit", "killer", "mana")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    KILLER_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    killer: int
    mana: int
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., killer: _Optional[int] = ..., mana: _Optional[int] = ...) -> None: ...

class TurnStart(_message.Message):
    __slots__ = ("seat", "income", "upkeep")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    INCOME_FIELD_NUMBER: _ClassVar[int]
    UPKEEP_FIELD_NUMBER: _ClassVar[int]
    seat: int
    income: int
    upkeep: int
    def __init__(self, seat: _Optional[int] = ..., income: _Optional[int] = ..., upkeep: _Optional[int] = ...) -> None: ...

class Summoned(_message.Message):
    __slots__ = ("unit", "seat", "kind", "circle")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CIRCLE_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    seat: int
    kind: UnitKind
    circle: Cell
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., seat: _Optional[int] = ..., kind: _Optional[_Union[UnitKind, str]] = ..., circle: _Optional[_Union[Cell, _Mapping]] = ...) -> None: ...

class Upgraded(_message.Message):
    __slots__ = ("unit", "old", "new")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    OLD_FIELD_NUMBER: _ClassVar[int]
    NEW_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    old: UnitKind
    new: UnitKind
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., old: _Optional[_Union[UnitKind, str]] = ..., new: _Optional[_Union[UnitKind, str]] = ...) -> None: ...

class Healed(_message.Message):
    __slots__ = ("unit", "amount")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    amount: int
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., amount: _Optional[int] = ...) -> None: ...

class Hurt(_message.Message):
    __slots__ = ("unit", "damage", "by_poison")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    BY_POISON_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    damage: int
    by_poison: bool
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., damage: _Optional[int] = ..., by_poison: bool = ...) -> None: ...

class PickedUp(_message.Message):
    __slots__ = ("unit", "cell", "item", "gold", "taldear", "mana")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    TALDEAR_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    cell: Cell
    item: ItemKind
    gold: int
    taldear: int
    mana: int
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., item: _Optional[_Union[ItemKind, str]] = ..., gold: _Optional[int] = ..., taldear: _Optional[int] = ..., mana: _Optional[int] = ...) -> None: ...

class Dropped(_message.Message):
    __slots__ = ("cell", "item")
    CELL_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    cell: Cell
    item: ItemKind
    def __init__(self, cell: _Optional[_Union[Cell, _Mapping]] = ..., item: _Optional[_Union[ItemKind, str]] = ...) -> None: ...

class Vanished(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ...) -> None: ...

class Slowed(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ...) -> None: ...

class Built(_message.Message):
    __slots__ = ("unit", "cell", "building")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    cell: Cell
    building: BuildingKind
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., building: _Optional[_Union[BuildingKind, str]] = ...) -> None: ...

class Repaired(_message.Message):
    __slots__ = ("unit", "cell", "amount", "gold")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    cell: Cell
    amount: int
    gold: int
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., amount: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class BuildingDestroyed(_message.Message):
    __slots__ = ("cell", "building", "owner")
    CELL_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    cell: Cell
    building: BuildingKind
    owner: int
    def __init__(self, cell: _Optional[_Union[Cell, _Mapping]] = ..., building: _Optional[_Union[BuildingKind, str]] = ..., owner: _Optional[int] = ...) -> None: ...

class RuneUsed(_message.Message):
    __slots__ = ("unit", "rune", "is_installed")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    RUNE_FIELD_NUMBER: _ClassVar[int]
    IS_INSTALLED_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    rune: Rune
    is_installed: bool
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., rune: _Optional[_Union[Rune, str]] = ..., is_installed: bool = ...) -> None: ...

class CaptureProgress(_message.Message):
    __slots__ = ("unit", "cell", "points")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    cell: Cell
    points: int
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., points: _Optional[int] = ...) -> None: ...

class Captured(_message.Message):
    __slots__ = ("cell", "old", "new")
    CELL_FIELD_NUMBER: _ClassVar[int]
    OLD_FIELD_NUMBER: _ClassVar[int]
    NEW_FIELD_NUMBER: _ClassVar[int]
    cell: Cell
    old: int
    new: int
    def __init__(self, cell: _Optional[_Union[Cell, _Mapping]] = ..., old: _Optional[int] = ..., new: _Optional[int] = ...) -> None: ...

class Blasted(_message.Message):
    __slots__ = ("attacker", "target", "damage")
    ATTACKER_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    attacker: Spot
    target: Spot
    damage: int
    def __init__(self, attacker: _Optional[_Union[Spot, _Mapping]] = ..., target: _Optional[_Union[Spot, _Mapping]] = ..., damage: _Optional[int] = ...) -> None: ...

class TowerShot(_message.Message):
    __slots__ = ("tower", "target", "damage")
    TOWER_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    tower: Cell
    target: Spot
    damage: int
    def __init__(self, tower: _Optional[_Union[Cell, _Mapping]] = ..., target: _Optional[_Union[Spot, _Mapping]] = ..., damage: _Optional[int] = ...) -> None: ...

class Sacrificed(_message.Message):
    __slots__ = ("priest", "unit", "spirit")
    PRIEST_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SPIRIT_FIELD_NUMBER: _ClassVar[int]
    priest: Spot
    unit: Spot
    spirit: Spirit
    def __init__(self, priest: _Optional[_Union[Spot, _Mapping]] = ..., unit: _Optional[_Union[Spot, _Mapping]] = ..., spirit: _Optional[_Union[Spirit, str]] = ...) -> None: ...

class StatusAdded(_message.Message):
    __slots__ = ("unit", "status", "source")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    status: Status
    source: int
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., status: _Optional[_Union[Status, str]] = ..., source: _Optional[int] = ...) -> None: ...

class StatusRemoved(_message.Message):
    __slots__ = ("unit", "status", "source")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    status: Status
    source: int
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., status: _Optional[_Union[Status, str]] = ..., source: _Optional[int] = ...) -> None: ...

class Controlled(_message.Message):
    __slots__ = ("unit", "seat")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    seat: int
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., seat: _Optional[int] = ...) -> None: ...

class Released(_message.Message):
    __slots__ = ("unit", "seat")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    seat: int
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., seat: _Optional[int] = ...) -> None: ...

class SourceUpgraded(_message.Message):
    __slots__ = ("cell", "level")
    CELL_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    cell: Cell
    level: int
    def __init__(self, cell: _Optional[_Union[Cell, _Mapping]] = ..., level: _Optional[int] = ...) -> None: ...

class Researched(_message.Message):
    __slots__ = ("seat", "spell")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPELL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    spell: Spell
    def __init__(self, seat: _Optional[int] = ..., spell: _Optional[_Union[Spell, str]] = ...) -> None: ...

class Cast(_message.Message):
    __slots__ = ("seat", "spell", "target")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPELL_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    seat: int
    spell: Spell
    target: Spot
    def __init__(self, seat: _Optional[int] = ..., spell: _Optional[_Union[Spell, str]] = ..., target: _Optional[_Union[Spot, _Mapping]] = ...) -> None: ...

class Forged(_message.Message):
    __slots__ = ("seat", "artifact")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ARTIFACT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    artifact: Artifact
    def __init__(self, seat: _Optional[int] = ..., artifact: _Optional[_Union[Artifact, str]] = ...) -> None: ...

class Equipped(_message.Message):
    __slots__ = ("unit", "artifact")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ARTIFACT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    artifact: Artifact
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., artifact: _Optional[_Union[Artifact, str]] = ...) -> None: ...

class SpiritAssigned(_message.Message):
    __slots__ = ("unit", "spirit")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SPIRIT_FIELD_NUMBER: _ClassVar[int]
    unit: Spot
    spirit: Spirit
    def __init__(self, unit: _Optional[_Union[Spot, _Mapping]] = ..., spirit: _Optional[_Union[Spirit, str]] = ...) -> None: ...

class Exchanged(_message.Message):
    __slots__ = ("seat", "resource", "amount", "mana")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    seat: int
    resource: Resource
    amount: int
    mana: int
    def __init__(self, seat: _Optional[int] = ..., resource: _Optional[_Union[Resource, str]] = ..., amount: _Optional[int] = ..., mana: _Optional[int] = ...) -> None: ...

class Eliminated(_message.Message):
    __slots__ = ("seat", "by")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    by: int
    def __init__(self, seat: _Optional[int] = ..., by: _Optional[int] = ...) -> None: ...

class HeroAppeared(_message.Message):
    __slots__ = ("hero", "gnome")
    HERO_FIELD_NUMBER: _ClassVar[int]
    GNOME_FIELD_NUMBER: _ClassVar[int]
    hero: Spot
    gnome: Spot
    def __init__(self, hero: _Optional[_Union[Spot, _Mapping]] = ..., gnome: _Optional[_Union[Spot, _Mapping]] = ...) -> None: ...

class HeroDied(_message.Message):
    __slots__ = ("hero",)
    HERO_FIELD_NUMBER: _ClassVar[int]
    hero: Spot
    def __init__(self, hero: _Optional[_Union[Spot, _Mapping]] = ...) -> None: ...

class AllianceChanged(_message.Message):
    __slots__ = ("seat", "other", "is_declared")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    IS_DECLARED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    other: int
    is_declared: bool
    def __init__(self, seat: _Optional[int] = ..., other: _Optional[int] = ..., is_declared: bool = ...) -> None: ...

class MatchEnd(_message.Message):
    __slots__ = ("placements", "scores")
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    placements: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, placements: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[int]] = ...) -> None: ...

class AltarsWaned(_message.Message):
    __slots__ = ("hp",)
    HP_FIELD_NUMBER: _ClassVar[int]
    hp: int
    def __init__(self, hp: _Optional[int] = ...) -> None: ...

class Event(_message.Message):
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
    moved: Moved
    dug: Dug
    mined: Mined
    attacked: Attacked
    rolled: Rolled
    died: Died
    turn_start: TurnStart
    summoned: Summoned
    upgraded: Upgraded
    healed: Healed
    hurt: Hurt
    picked_up: PickedUp
    dropped: Dropped
    vanished: Vanished
    slowed: Slowed
    built: Built
    repaired: Repaired
    building_destroyed: BuildingDestroyed
    rune_used: RuneUsed
    capture_progress: CaptureProgress
    captured: Captured
    blasted: Blasted
    tower_shot: TowerShot
    sacrificed: Sacrificed
    status_added: StatusAdded
    status_removed: StatusRemoved
    controlled: Controlled
    released: Released
    source_upgraded: SourceUpgraded
    researched: Researched
    cast: Cast
    forged: Forged
    equipped: Equipped
    spirit_assigned: SpiritAssigned
    exchanged: Exchanged
    eliminated: Eliminated
    hero_appeared: HeroAppeared
    hero_died: HeroDied
    alliance_changed: AllianceChanged
    match_end: MatchEnd
    altars_waned: AltarsWaned
    partial: bool
    def __init__(self, order_result: _Optional[_Union[OrderResult, _Mapping]] = ..., moved: _Optional[_Union[Moved, _Mapping]] = ..., dug: _Optional[_Union[Dug, _Mapping]] = ..., mined: _Optional[_Union[Mined, _Mapping]] = ..., attacked: _Optional[_Union[Attacked, _Mapping]] = ..., rolled: _Optional[_Union[Rolled, _Mapping]] = ..., died: _Optional[_Union[Died, _Mapping]] = ..., turn_start: _Optional[_Union[TurnStart, _Mapping]] = ..., summoned: _Optional[_Union[Summoned, _Mapping]] = ..., upgraded: _Optional[_Union[Upgraded, _Mapping]] = ..., healed: _Optional[_Union[Healed, _Mapping]] = ..., hurt: _Optional[_Union[Hurt, _Mapping]] = ..., picked_up: _Optional[_Union[PickedUp, _Mapping]] = ..., dropped: _Optional[_Union[Dropped, _Mapping]] = ..., vanished: _Optional[_Union[Vanished, _Mapping]] = ..., slowed: _Optional[_Union[Slowed, _Mapping]] = ..., built: _Optional[_Union[Built, _Mapping]] = ..., repaired: _Optional[_Union[Repaired, _Mapping]] = ..., building_destroyed: _Optional[_Union[BuildingDestroyed, _Mapping]] = ..., rune_used: _Optional[_Union[RuneUsed, _Mapping]] = ..., capture_progress: _Optional[_Union[CaptureProgress, _Mapping]] = ..., captured: _Optional[_Union[Captured, _Mapping]] = ..., blasted: _Optional[_Union[Blasted, _Mapping]] = ..., tower_shot: _Optional[_Union[TowerShot, _Mapping]] = ..., sacrificed: _Optional[_Union[Sacrificed, _Mapping]] = ..., status_added: _Optional[_Union[StatusAdded, _Mapping]] = ..., status_removed: _Optional[_Union[StatusRemoved, _Mapping]] = ..., controlled: _Optional[_Union[Controlled, _Mapping]] = ..., released: _Optional[_Union[Released, _Mapping]] = ..., source_upgraded: _Optional[_Union[SourceUpgraded, _Mapping]] = ..., researched: _Optional[_Union[Researched, _Mapping]] = ..., cast: _Optional[_Union[Cast, _Mapping]] = ..., forged: _Optional[_Union[Forged, _Mapping]] = ..., equipped: _Optional[_Union[Equipped, _Mapping]] = ..., spirit_assigned: _Optional[_Union[SpiritAssigned, _Mapping]] = ..., exchanged: _Optional[_Union[Exchanged, _Mapping]] = ..., eliminated: _Optional[_Union[Eliminated, _Mapping]] = ..., hero_appeared: _Optional[_Union[HeroAppeared, _Mapping]] = ..., hero_died: _Optional[_Union[HeroDied, _Mapping]] = ..., alliance_changed: _Optional[_Union[AllianceChanged, _Mapping]] = ..., match_end: _Optional[_Union[MatchEnd, _Mapping]] = ..., altars_waned: _Optional[_Union[AltarsWaned, _Mapping]] = ..., partial: bool = ...) -> None: ...

class Events(_message.Message):
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...
