from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Creature(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CREATURE_UNSPECIFIED: _ClassVar[Creature]
    CREATURE_GOBLIN: _ClassVar[Creature]
    CREATURE_ORC: _ClassVar[Creature]
    CREATURE_URAKAI: _ClassVar[Creature]
    CREATURE_DRAGON: _ClassVar[Creature]

class HeroClass(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HERO_CLASS_UNSPECIFIED: _ClassVar[HeroClass]
    HERO_CLASS_FIGHTER: _ClassVar[HeroClass]
    HERO_CLASS_CLERIC: _ClassVar[HeroClass]
    HERO_CLASS_WIZARD: _ClassVar[HeroClass]
    HERO_CLASS_THIEF: _ClassVar[HeroClass]

class Item(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ITEM_UNSPECIFIED: _ClassVar[Item]
    ITEM_DAGGER: _ClassVar[Item]
    ITEM_MACE: _ClassVar[Item]
    ITEM_SHORT_SWORD: _ClassVar[Item]
    ITEM_LONG_SWORD: _ClassVar[Item]
    ITEM_GREAT_SWORD: _ClassVar[Item]
    ITEM_HOLY_MACE: _ClassVar[Item]
    ITEM_FLAME_SWORD: _ClassVar[Item]
    ITEM_LIGHT_ARMOR: _ClassVar[Item]
    ITEM_HEAVY_ARMOR: _ClassVar[Item]
    ITEM_RING: _ClassVar[Item]
    ITEM_BOOTS: _ClassVar[Item]
    ITEM_GAUNTLETS: _ClassVar[Item]
    ITEM_CLOAK: _ClassVar[Item]
    ITEM_MANA_STONE: _ClassVar[Item]
    ITEM_MAGIC_MISSILE: _ClassVar[Item]
    ITEM_SLEEP: _ClassVar[Item]
    ITEM_LIGHTNING: _ClassVar[Item]
    ITEM_FIREBALL: _ClassVar[Item]
    ITEM_KNOCK: _ClassVar[Item]
    ITEM_SHIELD: _ClassVar[Item]
    ITEM_HASTE: _ClassVar[Item]
    ITEM_SCRY: _ClassVar[Item]
    ITEM_TELEPORT: _ClassVar[Item]
    ITEM_SPIKES: _ClassVar[Item]
    ITEM_TRAP_KIT: _ClassVar[Item]
    ITEM_POTION: _ClassVar[Item]

class Policy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    POLICY_UNSPECIFIED: _ClassVar[Policy]
    POLICY_NEVER: _ClassVar[Policy]
    POLICY_FIRST_DEATH: _ClassVar[Policy]
    POLICY_WOUNDED: _ClassVar[Policy]

class Spell(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SPELL_UNSPECIFIED: _ClassVar[Spell]
    SPELL_NOISE: _ClassVar[Spell]
    SPELL_LURE: _ClassVar[Spell]
    SPELL_KNOCK: _ClassVar[Spell]
    SPELL_SHIELD: _ClassVar[Spell]
    SPELL_HASTE: _ClassVar[Spell]
    SPELL_SCRY: _ClassVar[Spell]
    SPELL_TELEPORT: _ClassVar[Spell]

class Board(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BOARD_UNSPECIFIED: _ClassVar[Board]
    BOARD_ORDER: _ClassVar[Board]
    BOARD_MOVE: _ClassVar[Board]
    BOARD_HIRE: _ClassVar[Board]
    BOARD_BUY: _ClassVar[Board]
    BOARD_TIE: _ClassVar[Board]

class OrderList(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ORDER_LIST_UNSPECIFIED: _ClassVar[OrderList]
    ORDER_LIST_MESSAGE: _ClassVar[OrderList]
    ORDER_LIST_SHUFFLE: _ClassVar[OrderList]
    ORDER_LIST_HIRE: _ClassVar[OrderList]
    ORDER_LIST_BUY: _ClassVar[OrderList]
    ORDER_LIST_HEROES: _ClassVar[OrderList]
    ORDER_LIST_IMPROVE: _ClassVar[OrderList]
    ORDER_LIST_ITEMS: _ClassVar[OrderList]
    ORDER_LIST_STASH: _ClassVar[OrderList]
    ORDER_LIST_BIDS: _ClassVar[OrderList]

class Code(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CODE_UNSPECIFIED: _ClassVar[Code]
    CODE_OK: _ClassVar[Code]
    CODE_BAD_MESSAGE: _ClassVar[Code]
    CODE_TOO_MANY: _ClassVar[Code]
    CODE_BAD_FIELD: _ClassVar[Code]
    CODE_NO_HERO: _ClassVar[Code]
    CODE_BAD_CLASS: _ClassVar[Code]
    CODE_DUPLICATE: _ClassVar[Code]
    CODE_NOT_OPEN: _ClassVar[Code]
    CODE_NO_GOLD: _ClassVar[Code]
    CODE_BELOW_MIN: _ClassVar[Code]
    CODE_PARTY_FULL: _ClassVar[Code]
    CODE_OUTBID: _ClassVar[Code]
    CODE_TAKEN: _ClassVar[Code]
    CODE_NO_ITEM: _ClassVar[Code]
    CODE_ALREADY: _ClassVar[Code]
    CODE_NOT_HOME: _ClassVar[Code]
    CODE_NO_GOODS: _ClassVar[Code]
    CODE_NO_MATCH: _ClassVar[Code]
    CODE_NO_MANA: _ClassVar[Code]
    CODE_NOT_KNOWN: _ClassVar[Code]
    CODE_NO_DOOR: _ClassVar[Code]
    CODE_SPIKED: _ClassVar[Code]
    CODE_NOT_SPIKED: _ClassVar[Code]
    CODE_GATE: _ClassVar[Code]
    CODE_BLOCKED: _ClassVar[Code]
    CODE_ENGAGED: _ClassVar[Code]
    CODE_BAD_TARGET: _ClassVar[Code]
    CODE_IMMUNE: _ClassVar[Code]
    CODE_MORE: _ClassVar[Code]

class Cause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CAUSE_UNSPECIFIED: _ClassVar[Cause]
    CAUSE_HERO: _ClassVar[Cause]
    CAUSE_IMPROVEMENT: _ClassVar[Cause]
    CAUSE_ITEM: _ClassVar[Cause]
    CAUSE_BID: _ClassVar[Cause]
    CAUSE_HIRED: _ClassVar[Cause]
    CAUSE_BOUGHT: _ClassVar[Cause]
    CAUSE_TRADE: _ClassVar[Cause]
    CAUSE_LOOT: _ClassVar[Cause]
    CAUSE_CACHE: _ClassVar[Cause]
    CAUSE_STOLEN: _ClassVar[Cause]
    CAUSE_ROOMS: _ClassVar[Cause]
    CAUSE_SURVIVORS: _ClassVar[Cause]

class EndCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_CAUSE_UNSPECIFIED: _ClassVar[EndCause]
    END_CAUSE_EXPLORED: _ClassVar[EndCause]
    END_CAUSE_FEW_ROOMS: _ClassVar[EndCause]
    END_CAUSE_LATE: _ClassVar[EndCause]
    END_CAUSE_NO_HEROES: _ClassVar[EndCause]
    END_CAUSE_MAX_TURNS: _ClassVar[EndCause]
CREATURE_UNSPECIFIED: Creature
CREATURE_GOBLIN: Creature
CREATURE_ORC: Creature
CREATURE_URAKAI: Creature
CREATURE_DRAGON: Creature
HERO_CLASS_UNSPECIFIED: HeroClass
HERO_CLASS_FIGHTER: HeroClass
HERO_CLASS_CLERIC: HeroClass
HERO_CLASS_WIZARD: HeroClass
HERO_CLASS_THIEF: HeroClass
ITEM_UNSPECIFIED: Item
ITEM_DAGGER: Item
ITEM_MACE: Item
ITEM_SHORT_SWORD: Item
ITEM_LONG_SWORD: Item
ITEM_GREAT_SWORD: Item
ITEM_HOLY_MACE: Item
ITEM_FLAME_SWORD: Item
ITEM_LIGHT_ARMOR: Item
ITEM_HEAVY_ARMOR: Item
ITEM_RING: Item
ITEM_BOOTS: Item
ITEM_GAUNTLETS: Item
ITEM_CLOAK: Item
ITEM_MANA_STONE: Item
ITEM_MAGIC_MISSILE: Item
ITEM_SLEEP: Item
ITEM_LIGHTNING: Item
ITEM_FIREBALL: Item
ITEM_KNOCK: Item
ITEM_SHIELD: Item
ITEM_HASTE: Item
ITEM_SCRY: Item
ITEM_TELEPORT: Item
ITEM_SPIKES: Item
ITEM_TRAP_KIT: Item
ITEM_POTION: Item
POLICY_UNSPECIFIED: Policy
POLICY_NEVER: Policy
POLICY_FIRST_DEATH: Policy
POLICY_WOUNDED: Policy
SPELL_UNSPECIFIED: Spell
SPELL_NOISE: Spell
SPELL_LURE: Spell
SPELL_KNOCK: Spell
SPELL_SHIELD: Spell
SPELL_HASTE: Spell
SPELL_SCRY: Spell
SPELL_TELEPORT: Spell
BOARD_UNSPECIFIED: Board
BOARD_ORDER: Board
BOARD_MOVE: Board
BOARD_HIRE: Board
BOARD_BUY: Board
BOARD_TIE: Board
ORDER_LIST_UNSPECIFIED: OrderList
ORDER_LIST_MESSAGE: OrderList
ORDER_LIST_SHUFFLE: OrderList
ORDER_LIST_HIRE: OrderList
ORDER_LIST_BUY: OrderList
ORDER_LIST_HEROES: OrderList
ORDER_LIST_IMPROVE: OrderList
ORDER_LIST_ITEMS: OrderList
ORDER_LIST_STASH: OrderList
ORDER_LIST_BIDS: OrderList
CODE_UNSPECIFIED: Code
CODE_OK: Code
CODE_BAD_MESSAGE: Code
CODE_TOO_MANY: Code
CODE_BAD_FIELD: Code
CODE_NO_HERO: Code
CODE_BAD_CLASS: Code
CODE_DUPLICATE: Code
CODE_NOT_OPEN: Code
CODE_NO_GOLD: Code
CODE_BELOW_MIN: Code
CODE_PARTY_FULL: Code
CODE_OUTBID: Code
CODE_TAKEN: Code
CODE_NO_ITEM: Code
CODE_ALREADY: Code
CODE_NOT_HOME: Code
CODE_NO_GOODS: Code
CODE_NO_MATCH: Code
CODE_NO_MANA: Code
CODE_NOT_KNOWN: Code
CODE_NO_DOOR: Code
CODE_SPIKED: Code
CODE_NOT_SPIKED: Code
CODE_GATE: Code
CODE_BLOCKED: Code
CODE_ENGAGED: Code
CODE_BAD_TARGET: Code
CODE_IMMUNE: Code
CODE_MORE: Code
CAUSE_UNSPECIFIED: Cause
CAUSE_HERO: Cause
CAUSE_IMPROVEMENT: Cause
CAUSE_ITEM: Cause
CAUSE_BID: Cause
CAUSE_HIRED: Cause
CAUSE_BOUGHT: Cause
CAUSE_TRADE: Cause
CAUSE_LOOT: Cause
CAUSE_CACHE: Cause
CAUSE_STOLEN: Cause
CAUSE_ROOMS: Cause
CAUSE_SURVIVORS: Cause
END_CAUSE_UNSPECIFIED: EndCause
END_CAUSE_EXPLORED: EndCause
END_CAUSE_FEW_ROOMS: EndCause
END_CAUSE_LATE: EndCause
END_CAUSE_NO_HEROES: EndCause
END_CAUSE_MAX_TURNS: EndCause

class Door(_message.Message):
    __slots__ = ("room", "other")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    room: int
    other: int
    def __init__(self, room: _Optional[int] = ..., other: _Optional[int] = ...) -> None: ...

class ScenarioRoom(_message.Message):
    __slots__ = ("creatures", "hoard_gold", "hoard_gems", "caches", "trap")
    CREATURES_FIELD_NUMBER: _ClassVar[int]
    HOARD_GOLD_FIELD_NUMBER: _ClassVar[int]
    HOARD_GEMS_FIELD_NUMBER: _ClassVar[int]
    CACHES_FIELD_NUMBER: _ClassVar[int]
    TRAP_FIELD_NUMBER: _ClassVar[int]
    creatures: _containers.RepeatedScalarFieldContainer[Creature]
    hoard_gold: int
    hoard_gems: _containers.RepeatedScalarFieldContainer[int]
    caches: _containers.RepeatedScalarFieldContainer[int]
    trap: int
    def __init__(self, creatures: _Optional[_Iterable[_Union[Creature, str]]] = ..., hoard_gold: _Optional[int] = ..., hoard_gems: _Optional[_Iterable[int]] = ..., caches: _Optional[_Iterable[int]] = ..., trap: _Optional[int] = ...) -> None: ...

class Scenario(_message.Message):
    __slots__ = ("players", "width", "depth", "doors", "rooms")
    class RoomsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: int
        value: ScenarioRoom
        def __init__(self, key: _Optional[int] = ..., value: _Optional[_Union[ScenarioRoom, _Mapping]] = ...) -> None: ...
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    DOORS_FIELD_NUMBER: _ClassVar[int]
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    players: int
    width: int
    depth: int
    doors: _containers.RepeatedCompositeFieldContainer[Door]
    rooms: _containers.MessageMap[int, ScenarioRoom]
    def __init__(self, players: _Optional[int] = ..., width: _Optional[int] = ..., depth: _Optional[int] = ..., doors: _Optional[_Iterable[_Union[Door, _Mapping]]] = ..., rooms: _Optional[_Mapping[int, ScenarioRoom]] = ...) -> None: ...

class Config(_message.Message):
    __slots__ = ("scenario", "sector_width", "sector_depth", "extra_door_pct", "wrap_doors", "gems_per_kind", "trap_pct", "start_gold", "max_heroes", "hire_period", "combat_round_cap", "end_rooms", "late_turn", "end_pct", "bonus_gold", "max_turns", "max_orders", "deadline_ms")
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    SECTOR_WIDTH_FIELD_NUMBER: _ClassVar[int]
    SECTOR_DEPTH_FIELD_NUMBER: _ClassVar[int]
    EXTRA_DOOR_PCT_FIELD_NUMBER: _ClassVar[int]
    WRAP_DOORS_FIELD_NUMBER: _ClassVar[int]
    GEMS_PER_KIND_FIELD_NUMBER: _ClassVar[int]
    TRAP_PCT_FIELD_NUMBER: _ClassVar[int]
    START_GOLD_FIELD_NUMBER: _ClassVar[int]
    MAX_HEROES_FIELD_NUMBER: _ClassVar[int]
    HIRE_PERIOD_FIELD_NUMBER: _ClassVar[int]
    COMBAT_ROUND_CAP_FIELD_NUMBER: _ClassVar[int]
    END_ROOMS_FIELD_NUMBER: _ClassVar[int]
    LATE_TURN_FIELD_NUMBER: _ClassVar[int]
    END_PCT_FIELD_NUMBER: _ClassVar[int]
    BONUS_GOLD_FIELD_NUMBER: _ClassVar[int]
    MAX_TURNS_FIELD_NUMBER: _ClassVar[int]
    MAX_ORDERS_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    scenario: Scenario
    sector_width: int
    sector_depth: int
    extra_door_pct: int
    wrap_doors: int
    gems_per_kind: int
    trap_pct: int
    start_gold: int
    max_heroes: int
    hire_period: int
    combat_round_cap: int
    end_rooms: int
    late_turn: int
    end_pct: int
    bonus_gold: int
    max_turns: int
    max_orders: int
    deadline_ms: int
    def __init__(self, scenario: _Optional[_Union[Scenario, _Mapping]] = ..., sector_width: _Optional[int] = ..., sector_depth: _Optional[int] = ..., extra_door_pct: _Optional[int] = ..., wrap_doors: _Optional[int] = ..., gems_per_kind: _Optional[int] = ..., trap_pct: _Optional[int] = ..., start_gold: _Optional[int] = ..., max_heroes: _Optional[int] = ..., hire_period: _Optional[int] = ..., combat_round_cap: _Optional[int] = ..., end_rooms: _Optional[int] = ..., late_turn: _Optional[int] = ..., end_pct: _Optional[int] = ..., bonus_gold: _Optional[int] = ..., max_turns: _Optional[int] = ..., max_orders: _Optional[int] = ..., deadline_ms: _Optional[int] = ...) -> None: ...

class HeroSpec(_message.Message):
    __slots__ = ("hero_class", "improve", "items", "guard", "policy")
    HERO_CLASS_FIELD_NUMBER: _ClassVar[int]
    IMPROVE_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    GUARD_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    hero_class: HeroClass
    improve: _containers.RepeatedScalarFieldContainer[int]
    items: _containers.RepeatedScalarFieldContainer[Item]
    guard: bool
    policy: Policy
    def __init__(self, hero_class: _Optional[_Union[HeroClass, str]] = ..., improve: _Optional[_Iterable[int]] = ..., items: _Optional[_Iterable[_Union[Item, str]]] = ..., guard: bool = ..., policy: _Optional[_Union[Policy, str]] = ...) -> None: ...

class Setup(_message.Message):
    __slots__ = ("heroes", "stash", "bids")
    HEROES_FIELD_NUMBER: _ClassVar[int]
    STASH_FIELD_NUMBER: _ClassVar[int]
    BIDS_FIELD_NUMBER: _ClassVar[int]
    heroes: _containers.RepeatedCompositeFieldContainer[HeroSpec]
    stash: _containers.RepeatedScalarFieldContainer[Item]
    bids: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, heroes: _Optional[_Iterable[_Union[HeroSpec, _Mapping]]] = ..., stash: _Optional[_Iterable[_Union[Item, str]]] = ..., bids: _Optional[_Iterable[int]] = ...) -> None: ...

class HireBid(_message.Message):
    __slots__ = ("candidate", "gold")
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    gold: int
    def __init__(self, candidate: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class Equip(_message.Message):
    __slots__ = ("item",)
    ITEM_FIELD_NUMBER: _ClassVar[int]
    item: Item
    def __init__(self, item: _Optional[_Union[Item, str]] = ...) -> None: ...

class Unequip(_message.Message):
    __slots__ = ("item",)
    ITEM_FIELD_NUMBER: _ClassVar[int]
    item: Item
    def __init__(self, item: _Optional[_Union[Item, str]] = ...) -> None: ...

class Guard(_message.Message):
    __slots__ = ("on",)
    ON_FIELD_NUMBER: _ClassVar[int]
    on: bool
    def __init__(self, on: bool = ...) -> None: ...

class SetPolicy(_message.Message):
    __slots__ = ("policy",)
    POLICY_FIELD_NUMBER: _ClassVar[int]
    policy: Policy
    def __init__(self, policy: _Optional[_Union[Policy, str]] = ...) -> None: ...

class Pass(_message.Message):
    __slots__ = ("target", "gems")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    target: int
    gems: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, target: _Optional[int] = ..., gems: _Optional[_Iterable[int]] = ...) -> None: ...

class Deposit(_message.Message):
    __slots__ = ("gems",)
    GEMS_FIELD_NUMBER: _ClassVar[int]
    gems: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, gems: _Optional[_Iterable[int]] = ...) -> None: ...

class Withdraw(_message.Message):
    __slots__ = ("gems",)
    GEMS_FIELD_NUMBER: _ClassVar[int]
    gems: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, gems: _Optional[_Iterable[int]] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("path",)
    PATH_FIELD_NUMBER: _ClassVar[int]
    path: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, path: _Optional[_Iterable[int]] = ...) -> None: ...

class Goods(_message.Message):
    __slots__ = ("gold", "gems", "item")
    GOLD_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    gold: int
    gems: _containers.RepeatedScalarFieldContainer[int]
    item: Item
    def __init__(self, gold: _Optional[int] = ..., gems: _Optional[_Iterable[int]] = ..., item: _Optional[_Union[Item, str]] = ...) -> None: ...

class Trade(_message.Message):
    __slots__ = ("with_seat", "with_hero", "give", "want")
    WITH_SEAT_FIELD_NUMBER: _ClassVar[int]
    WITH_HERO_FIELD_NUMBER: _ClassVar[int]
    GIVE_FIELD_NUMBER: _ClassVar[int]
    WANT_FIELD_NUMBER: _ClassVar[int]
    with_seat: int
    with_hero: int
    give: Goods
    want: Goods
    def __init__(self, with_seat: _Optional[int] = ..., with_hero: _Optional[int] = ..., give: _Optional[_Union[Goods, _Mapping]] = ..., want: _Optional[_Union[Goods, _Mapping]] = ...) -> None: ...

class Rest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Force(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: int
    def __init__(self, room: _Optional[int] = ...) -> None: ...

class Potion(_message.Message):
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: int
    def __init__(self, target: _Optional[int] = ...) -> None: ...

class Clw(_message.Message):
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: int
    def __init__(self, target: _Optional[int] = ...) -> None: ...

class Csw(_message.Message):
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: int
    def __init__(self, target: _Optional[int] = ...) -> None: ...

class Bless(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Cast(_message.Message):
    __slots__ = ("spell", "room", "target")
    SPELL_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    spell: Spell
    room: int
    target: int
    def __init__(self, spell: _Optional[_Union[Spell, str]] = ..., room: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class Search(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Spike(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: int
    def __init__(self, room: _Optional[int] = ...) -> None: ...

class Unspike(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: int
    def __init__(self, room: _Optional[int] = ...) -> None: ...

class SetTrap(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Disarm(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: int
    def __init__(self, room: _Optional[int] = ...) -> None: ...

class Scout(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: int
    def __init__(self, room: _Optional[int] = ...) -> None: ...

class Steal(_message.Message):
    __slots__ = ("room", "gem")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    GEM_FIELD_NUMBER: _ClassVar[int]
    room: int
    gem: int
    def __init__(self, room: _Optional[int] = ..., gem: _Optional[int] = ...) -> None: ...

class HeroOrder(_message.Message):
    __slots__ = ("hero", "equip", "unequip", "guard", "policy", "deposit", "withdraw", "move", "trade", "rest", "force", "potion", "clw", "csw", "bless", "cast", "search", "spike", "unspike", "trap", "disarm", "scout", "steal")
    HERO_FIELD_NUMBER: _ClassVar[int]
    EQUIP_FIELD_NUMBER: _ClassVar[int]
    UNEQUIP_FIELD_NUMBER: _ClassVar[int]
    GUARD_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    PASS_FIELD_NUMBER: _ClassVar[int]
    DEPOSIT_FIELD_NUMBER: _ClassVar[int]
    WITHDRAW_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    TRADE_FIELD_NUMBER: _ClassVar[int]
    REST_FIELD_NUMBER: _ClassVar[int]
    FORCE_FIELD_NUMBER: _ClassVar[int]
    POTION_FIELD_NUMBER: _ClassVar[int]
    CLW_FIELD_NUMBER: _ClassVar[int]
    CSW_FIELD_NUMBER: _ClassVar[int]
    BLESS_FIELD_NUMBER: _ClassVar[int]
    CAST_FIELD_NUMBER: _ClassVar[int]
    SEARCH_FIELD_NUMBER: _ClassVar[int]
    SPIKE_FIELD_NUMBER: _ClassVar[int]
    UNSPIKE_FIELD_NUMBER: _ClassVar[int]
    TRAP_FIELD_NUMBER: _ClassVar[int]
    DISARM_FIELD_NUMBER: _ClassVar[int]
    SCOUT_FIELD_NUMBER: _ClassVar[int]
    STEAL_FIELD_NUMBER: _ClassVar[int]
    hero: int
    equip: Equip
    unequip: Unequip
    guard: Guard
    policy: SetPolicy
    deposit: Deposit
    withdraw: Withdraw
    move: Move
    trade: Trade
    rest: Rest
    force: Force
    potion: Potion
    clw: Clw
    csw: Csw
    bless: Bless
    cast: Cast
    search: Search
    spike: Spike
    unspike: Unspike
    trap: SetTrap
    disarm: Disarm
    scout: Scout
    steal: Steal
    def __init__(self, hero: _Optional[int] = ..., equip: _Optional[_Union[Equip, _Mapping]] = ..., unequip: _Optional[_Union[Unequip, _Mapping]] = ..., guard: _Optional[_Union[Guard, _Mapping]] = ..., policy: _Optional[_Union[SetPolicy, _Mapping]] = ..., deposit: _Optional[_Union[Deposit, _Mapping]] = ..., withdraw: _Optional[_Union[Withdraw, _Mapping]] = ..., move: _Optional[_Union[Move, _Mapping]] = ..., trade: _Optional[_Union[Trade, _Mapping]] = ..., rest: _Optional[_Union[Rest, _Mapping]] = ..., force: _Optional[_Union[Force, _Mapping]] = ..., potion: _Optional[_Union[Potion, _Mapping]] = ..., clw: _Optional[_Union[Clw, _Mapping]] = ..., csw: _Optional[_Union[Csw, _Mapping]] = ..., bless: _Optional[_Union[Bless, _Mapping]] = ..., cast: _Optional[_Union[Cast, _Mapping]] = ..., search: _Optional[_Union[Search, _Mapping]] = ..., spike: _Optional[_Union[Spike, _Mapping]] = ..., unspike: _Optional[_Union[Unspike, _Mapping]] = ..., trap: _Optional[_Union[SetTrap, _Mapping]] = ..., disarm: _Optional[_Union[Disarm, _Mapping]] = ..., scout: _Optional[_Union[Scout, _Mapping]] = ..., steal: _Optional[_Union[Steal, _Mapping]] = ..., **kwargs) -> None: ...

class Orders(_message.Message):
    __slots__ = ("shuffle", "hire", "buy", "heroes")
    SHUFFLE_FIELD_NUMBER: _ClassVar[int]
    HIRE_FIELD_NUMBER: _ClassVar[int]
    BUY_FIELD_NUMBER: _ClassVar[int]
    HEROES_FIELD_NUMBER: _ClassVar[int]
    shuffle: _containers.RepeatedScalarFieldContainer[int]
    hire: _containers.RepeatedCompositeFieldContainer[HireBid]
    buy: _containers.RepeatedScalarFieldContainer[int]
    heroes: _containers.RepeatedCompositeFieldContainer[HeroOrder]
    def __init__(self, shuffle: _Optional[_Iterable[int]] = ..., hire: _Optional[_Iterable[_Union[HireBid, _Mapping]]] = ..., buy: _Optional[_Iterable[int]] = ..., heroes: _Optional[_Iterable[_Union[HeroOrder, _Mapping]]] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("setup", "orders")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    setup: Setup
    orders: Orders
    def __init__(self, setup: _Optional[_Union[Setup, _Mapping]] = ..., orders: _Optional[_Union[Orders, _Mapping]] = ...) -> None: ...

class BoardOrder(_message.Message):
    __slots__ = ("board", "seats")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    board: Board
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, board: _Optional[_Union[Board, str]] = ..., seats: _Optional[_Iterable[int]] = ...) -> None: ...

class Slot(_message.Message):
    __slots__ = ("slot", "item")
    SLOT_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    slot: int
    item: Item
    def __init__(self, slot: _Optional[int] = ..., item: _Optional[_Union[Item, str]] = ...) -> None: ...

class Candidate(_message.Message):
    __slots__ = ("candidate", "hero_class", "stats")
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    HERO_CLASS_FIELD_NUMBER: _ClassVar[int]
    STATS_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    hero_class: HeroClass
    stats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, candidate: _Optional[int] = ..., hero_class: _Optional[_Union[HeroClass, str]] = ..., stats: _Optional[_Iterable[int]] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("seat", "gold", "gems", "heroes", "rooms")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    HEROES_FIELD_NUMBER: _ClassVar[int]
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    gold: int
    gems: int
    heroes: int
    rooms: int
    def __init__(self, seat: _Optional[int] = ..., gold: _Optional[int] = ..., gems: _Optional[int] = ..., heroes: _Optional[int] = ..., rooms: _Optional[int] = ...) -> None: ...

class CreatureCount(_message.Message):
    __slots__ = ("creature", "count")
    CREATURE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    creature: Creature
    count: int
    def __init__(self, creature: _Optional[_Union[Creature, str]] = ..., count: _Optional[int] = ...) -> None: ...

class CreatureHp(_message.Message):
    __slots__ = ("creature", "hp")
    CREATURE_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    creature: Creature
    hp: int
    def __init__(self, creature: _Optional[_Union[Creature, str]] = ..., hp: _Optional[int] = ...) -> None: ...

class Hoard(_message.Message):
    __slots__ = ("gold", "gems")
    GOLD_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    gold: int
    gems: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, gold: _Optional[int] = ..., gems: _Optional[_Iterable[int]] = ...) -> None: ...

class KnownDoor(_message.Message):
    __slots__ = ("room", "is_spiked")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    IS_SPIKED_FIELD_NUMBER: _ClassVar[int]
    room: int
    is_spiked: bool
    def __init__(self, room: _Optional[int] = ..., is_spiked: bool = ...) -> None: ...

class ItemCount(_message.Message):
    __slots__ = ("item", "count")
    ITEM_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    item: Item
    count: int
    def __init__(self, item: _Optional[_Union[Item, str]] = ..., count: _Optional[int] = ...) -> None: ...

class Floor(_message.Message):
    __slots__ = ("gold", "gems", "items")
    GOLD_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    gold: int
    gems: _containers.RepeatedScalarFieldContainer[int]
    items: _containers.RepeatedCompositeFieldContainer[ItemCount]
    def __init__(self, gold: _Optional[int] = ..., gems: _Optional[_Iterable[int]] = ..., items: _Optional[_Iterable[_Union[ItemCount, _Mapping]]] = ...) -> None: ...

class Room(_message.Message):
    __slots__ = ("room", "level", "is_explored", "owner", "has_creatures", "counts", "creatures", "hoard", "doors", "floor", "has_trap", "is_tapped")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    IS_EXPLORED_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    HAS_CREATURES_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    CREATURES_FIELD_NUMBER: _ClassVar[int]
    HOARD_FIELD_NUMBER: _ClassVar[int]
    DOORS_FIELD_NUMBER: _ClassVar[int]
    FLOOR_FIELD_NUMBER: _ClassVar[int]
    HAS_TRAP_FIELD_NUMBER: _ClassVar[int]
    IS_TAPPED_FIELD_NUMBER: _ClassVar[int]
    room: int
    level: int
    is_explored: bool
    owner: int
    has_creatures: bool
    counts: _containers.RepeatedCompositeFieldContainer[CreatureCount]
    creatures: _containers.RepeatedCompositeFieldContainer[CreatureHp]
    hoard: Hoard
    doors: _containers.RepeatedCompositeFieldContainer[KnownDoor]
    floor: Floor
    has_trap: bool
    is_tapped: bool
    def __init__(self, room: _Optional[int] = ..., level: _Optional[int] = ..., is_explored: bool = ..., owner: _Optional[int] = ..., has_creatures: bool = ..., counts: _Optional[_Iterable[_Union[CreatureCount, _Mapping]]] = ..., creatures: _Optional[_Iterable[_Union[CreatureHp, _Mapping]]] = ..., hoard: _Optional[_Union[Hoard, _Mapping]] = ..., doors: _Optional[_Iterable[_Union[KnownDoor, _Mapping]]] = ..., floor: _Optional[_Union[Floor, _Mapping]] = ..., has_trap: bool = ..., is_tapped: bool = ...) -> None: ...

class HeroRef(_message.Message):
    __slots__ = ("seat", "hero")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HERO_FIELD_NUMBER: _ClassVar[int]
    seat: int
    hero: int
    def __init__(self, seat: _Optional[int] = ..., hero: _Optional[int] = ...) -> None: ...

class Dot(_message.Message):
    __slots__ = ("hero", "room", "hero_class", "hp")
    HERO_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    HERO_CLASS_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    room: int
    hero_class: HeroClass
    hp: int
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., room: _Optional[int] = ..., hero_class: _Optional[_Union[HeroClass, str]] = ..., hp: _Optional[int] = ...) -> None: ...

class Hero(_message.Message):
    __slots__ = ("hero", "hero_class", "room", "hp", "max_hp", "mana", "max_mana", "stats", "items", "gems", "guard", "policy", "arrival")
    HERO_FIELD_NUMBER: _ClassVar[int]
    HERO_CLASS_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    MAX_HP_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    MAX_MANA_FIELD_NUMBER: _ClassVar[int]
    STATS_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    GUARD_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    ARRIVAL_FIELD_NUMBER: _ClassVar[int]
    hero: int
    hero_class: HeroClass
    room: int
    hp: int
    max_hp: int
    mana: int
    max_mana: int
    stats: _containers.RepeatedScalarFieldContainer[int]
    items: _containers.RepeatedScalarFieldContainer[Item]
    gems: _containers.RepeatedScalarFieldContainer[int]
    guard: bool
    policy: Policy
    arrival: int
    def __init__(self, hero: _Optional[int] = ..., hero_class: _Optional[_Union[HeroClass, str]] = ..., room: _Optional[int] = ..., hp: _Optional[int] = ..., max_hp: _Optional[int] = ..., mana: _Optional[int] = ..., max_mana: _Optional[int] = ..., stats: _Optional[_Iterable[int]] = ..., items: _Optional[_Iterable[_Union[Item, str]]] = ..., gems: _Optional[_Iterable[int]] = ..., guard: bool = ..., policy: _Optional[_Union[Policy, str]] = ..., arrival: _Optional[int] = ...) -> None: ...

class Own(_message.Message):
    __slots__ = ("seat", "stash", "vault", "heroes")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    STASH_FIELD_NUMBER: _ClassVar[int]
    VAULT_FIELD_NUMBER: _ClassVar[int]
    HEROES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    stash: _containers.RepeatedCompositeFieldContainer[ItemCount]
    vault: _containers.RepeatedScalarFieldContainer[int]
    heroes: _containers.RepeatedCompositeFieldContainer[Hero]
    def __init__(self, seat: _Optional[int] = ..., stash: _Optional[_Iterable[_Union[ItemCount, _Mapping]]] = ..., vault: _Optional[_Iterable[int]] = ..., heroes: _Optional[_Iterable[_Union[Hero, _Mapping]]] = ...) -> None: ...

class Offer(_message.Message):
    __slots__ = ("giver", "taker", "give", "want")
    GIVER_FIELD_NUMBER: _ClassVar[int]
    TAKER_FIELD_NUMBER: _ClassVar[int]
    GIVE_FIELD_NUMBER: _ClassVar[int]
    WANT_FIELD_NUMBER: _ClassVar[int]
    giver: HeroRef
    taker: HeroRef
    give: Goods
    want: Goods
    def __init__(self, giver: _Optional[_Union[HeroRef, _Mapping]] = ..., taker: _Optional[_Union[HeroRef, _Mapping]] = ..., give: _Optional[_Union[Goods, _Mapping]] = ..., want: _Optional[_Union[Goods, _Mapping]] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("turn", "num_seats", "width", "depth", "num_kinds", "boards", "open", "market", "candidates", "players", "unexplored", "rooms", "dots", "own", "offers")
    TURN_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    NUM_KINDS_FIELD_NUMBER: _ClassVar[int]
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    MARKET_FIELD_NUMBER: _ClassVar[int]
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    UNEXPLORED_FIELD_NUMBER: _ClassVar[int]
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    DOTS_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    OFFERS_FIELD_NUMBER: _ClassVar[int]
    turn: int
    num_seats: int
    width: int
    depth: int
    num_kinds: int
    boards: _containers.RepeatedCompositeFieldContainer[BoardOrder]
    open: _containers.RepeatedScalarFieldContainer[Board]
    market: _containers.RepeatedCompositeFieldContainer[Slot]
    candidates: _containers.RepeatedCompositeFieldContainer[Candidate]
    players: _containers.RepeatedCompositeFieldContainer[Player]
    unexplored: int
    rooms: _containers.RepeatedCompositeFieldContainer[Room]
    dots: _containers.RepeatedCompositeFieldContainer[Dot]
    own: Own
    offers: _containers.RepeatedCompositeFieldContainer[Offer]
    def __init__(self, turn: _Optional[int] = ..., num_seats: _Optional[int] = ..., width: _Optional[int] = ..., depth: _Optional[int] = ..., num_kinds: _Optional[int] = ..., boards: _Optional[_Iterable[_Union[BoardOrder, _Mapping]]] = ..., open: _Optional[_Iterable[_Union[Board, str]]] = ..., market: _Optional[_Iterable[_Union[Slot, _Mapping]]] = ..., candidates: _Optional[_Iterable[_Union[Candidate, _Mapping]]] = ..., players: _Optional[_Iterable[_Union[Player, _Mapping]]] = ..., unexplored: _Optional[int] = ..., rooms: _Optional[_Iterable[_Union[Room, _Mapping]]] = ..., dots: _Optional[_Iterable[_Union[Dot, _Mapping]]] = ..., own: _Optional[_Union[Own, _Mapping]] = ..., offers: _Optional[_Iterable[_Union[Offer, _Mapping]]] = ...) -> None: ...

class Result(_message.Message):
    __slots__ = ("part", "place", "hero", "code")
    PART_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    HERO_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    part: OrderList
    place: int
    hero: int
    code: Code
    def __init__(self, part: _Optional[_Union[OrderList, str]] = ..., place: _Optional[int] = ..., hero: _Optional[int] = ..., code: _Optional[_Union[Code, str]] = ...) -> None: ...

class Ledger(_message.Message):
    __slots__ = ("amount", "cause", "gold")
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    amount: int
    cause: Cause
    gold: int
    def __init__(self, amount: _Optional[int] = ..., cause: _Optional[_Union[Cause, str]] = ..., gold: _Optional[int] = ...) -> None: ...

class Hired(_message.Message):
    __slots__ = ("seat", "candidate", "hero", "gold")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    HERO_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    candidate: int
    hero: int
    gold: int
    def __init__(self, seat: _Optional[int] = ..., candidate: _Optional[int] = ..., hero: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class Bought(_message.Message):
    __slots__ = ("seat", "slot", "item")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    slot: int
    item: Item
    def __init__(self, seat: _Optional[int] = ..., slot: _Optional[int] = ..., item: _Optional[_Union[Item, str]] = ...) -> None: ...

class Died(_message.Message):
    __slots__ = ("hero",)
    HERO_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ...) -> None: ...

class TradeEvent(_message.Message):
    __slots__ = ("giver", "taker", "give", "want")
    GIVER_FIELD_NUMBER: _ClassVar[int]
    TAKER_FIELD_NUMBER: _ClassVar[int]
    GIVE_FIELD_NUMBER: _ClassVar[int]
    WANT_FIELD_NUMBER: _ClassVar[int]
    giver: HeroRef
    taker: HeroRef
    give: Goods
    want: Goods
    def __init__(self, giver: _Optional[_Union[HeroRef, _Mapping]] = ..., taker: _Optional[_Union[HeroRef, _Mapping]] = ..., give: _Optional[_Union[Goods, _Mapping]] = ..., want: _Optional[_Union[Goods, _Mapping]] = ...) -> None: ...

class ActionResult(_message.Message):
    __slots__ = ("hero", "place", "roll", "need", "is_success")
    HERO_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    NEED_FIELD_NUMBER: _ClassVar[int]
    IS_SUCCESS_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    place: int
    roll: int
    need: int
    is_success: bool
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., place: _Optional[int] = ..., roll: _Optional[int] = ..., need: _Optional[int] = ..., is_success: bool = ...) -> None: ...

class Healed(_message.Message):
    __slots__ = ("hero", "amount", "hp")
    HERO_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    amount: int
    hp: int
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., amount: _Optional[int] = ..., hp: _Optional[int] = ...) -> None: ...

class Rested(_message.Message):
    __slots__ = ("hero", "hp", "mana")
    HERO_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    hp: int
    mana: int
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., hp: _Optional[int] = ..., mana: _Optional[int] = ...) -> None: ...

class Went(_message.Message):
    __slots__ = ("hero", "origin", "room")
    HERO_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    origin: int
    room: int
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., origin: _Optional[int] = ..., room: _Optional[int] = ...) -> None: ...

class TrapSprung(_message.Message):
    __slots__ = ("room", "hero", "roll", "damage")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    HERO_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    room: int
    hero: HeroRef
    roll: int
    damage: int
    def __init__(self, room: _Optional[int] = ..., hero: _Optional[_Union[HeroRef, _Mapping]] = ..., roll: _Optional[int] = ..., damage: _Optional[int] = ...) -> None: ...

class Lured(_message.Message):
    __slots__ = ("wizard", "origin", "room")
    WIZARD_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    wizard: HeroRef
    origin: int
    room: int
    def __init__(self, wizard: _Optional[_Union[HeroRef, _Mapping]] = ..., origin: _Optional[int] = ..., room: _Optional[int] = ...) -> None: ...

class InRoom(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: int
    def __init__(self, room: _Optional[int] = ...) -> None: ...

class AtDoor(_message.Message):
    __slots__ = ("room", "other")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    room: int
    other: int
    def __init__(self, room: _Optional[int] = ..., other: _Optional[int] = ...) -> None: ...

class TrapSet(_message.Message):
    __slots__ = ("hero", "room")
    HERO_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    room: int
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., room: _Optional[int] = ...) -> None: ...

class TrapDisarmed(_message.Message):
    __slots__ = ("hero", "room", "was_there", "is_removed")
    HERO_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    WAS_THERE_FIELD_NUMBER: _ClassVar[int]
    IS_REMOVED_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    room: int
    was_there: bool
    is_removed: bool
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., room: _Optional[int] = ..., was_there: bool = ..., is_removed: bool = ...) -> None: ...

class Stolen(_message.Message):
    __slots__ = ("thief", "room", "victim", "gem", "gold")
    THIEF_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    VICTIM_FIELD_NUMBER: _ClassVar[int]
    GEM_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    thief: HeroRef
    room: int
    victim: int
    gem: int
    gold: int
    def __init__(self, thief: _Optional[_Union[HeroRef, _Mapping]] = ..., room: _Optional[int] = ..., victim: _Optional[int] = ..., gem: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class Struck(_message.Message):
    __slots__ = ("thief", "room", "damage")
    THIEF_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    thief: HeroRef
    room: int
    damage: int
    def __init__(self, thief: _Optional[_Union[HeroRef, _Mapping]] = ..., room: _Optional[int] = ..., damage: _Optional[int] = ...) -> None: ...

class Fighter(_message.Message):
    __slots__ = ("hero", "hero_class", "creature", "place", "hp")
    HERO_FIELD_NUMBER: _ClassVar[int]
    HERO_CLASS_FIELD_NUMBER: _ClassVar[int]
    CREATURE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    hero_class: HeroClass
    creature: Creature
    place: int
    hp: int
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., hero_class: _Optional[_Union[HeroClass, str]] = ..., creature: _Optional[_Union[Creature, str]] = ..., place: _Optional[int] = ..., hp: _Optional[int] = ...) -> None: ...

class FightBegan(_message.Message):
    __slots__ = ("room", "defenders", "entrants")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    DEFENDERS_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    room: int
    defenders: _containers.RepeatedCompositeFieldContainer[Fighter]
    entrants: _containers.RepeatedCompositeFieldContainer[Fighter]
    def __init__(self, room: _Optional[int] = ..., defenders: _Optional[_Iterable[_Union[Fighter, _Mapping]]] = ..., entrants: _Optional[_Iterable[_Union[Fighter, _Mapping]]] = ...) -> None: ...

class Round(_message.Message):
    __slots__ = ("room", "number")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    room: int
    number: int
    def __init__(self, room: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

class Swung(_message.Message):
    __slots__ = ("room", "attacker", "target", "roll", "is_hit", "damage")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    ATTACKER_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    IS_HIT_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    room: int
    attacker: Fighter
    target: Fighter
    roll: int
    is_hit: bool
    damage: int
    def __init__(self, room: _Optional[int] = ..., attacker: _Optional[_Union[Fighter, _Mapping]] = ..., target: _Optional[_Union[Fighter, _Mapping]] = ..., roll: _Optional[int] = ..., is_hit: bool = ..., damage: _Optional[int] = ...) -> None: ...

class Prepared(_message.Message):
    __slots__ = ("room", "wizard", "roll", "left")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    WIZARD_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    room: int
    wizard: Fighter
    roll: int
    left: int
    def __init__(self, room: _Optional[int] = ..., wizard: _Optional[_Union[Fighter, _Mapping]] = ..., roll: _Optional[int] = ..., left: _Optional[int] = ...) -> None: ...

class CastBattlemagic(_message.Message):
    __slots__ = ("room", "wizard", "item", "roll", "targets", "damages")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    WIZARD_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    DAMAGES_FIELD_NUMBER: _ClassVar[int]
    room: int
    wizard: Fighter
    item: Item
    roll: int
    targets: _containers.RepeatedCompositeFieldContainer[Fighter]
    damages: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, room: _Optional[int] = ..., wizard: _Optional[_Union[Fighter, _Mapping]] = ..., item: _Optional[_Union[Item, str]] = ..., roll: _Optional[int] = ..., targets: _Optional[_Iterable[_Union[Fighter, _Mapping]]] = ..., damages: _Optional[_Iterable[int]] = ...) -> None: ...

class Befell(_message.Message):
    __slots__ = ("room", "fighter")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    FIGHTER_FIELD_NUMBER: _ClassVar[int]
    room: int
    fighter: Fighter
    def __init__(self, room: _Optional[int] = ..., fighter: _Optional[_Union[Fighter, _Mapping]] = ...) -> None: ...

class EmergencyCure(_message.Message):
    __slots__ = ("room", "cleric", "hero")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    CLERIC_FIELD_NUMBER: _ClassVar[int]
    HERO_FIELD_NUMBER: _ClassVar[int]
    room: int
    cleric: Fighter
    hero: Fighter
    def __init__(self, room: _Optional[int] = ..., cleric: _Optional[_Union[Fighter, _Mapping]] = ..., hero: _Optional[_Union[Fighter, _Mapping]] = ...) -> None: ...

class FightEnded(_message.Message):
    __slots__ = ("room", "rounds", "is_broken_off")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    IS_BROKEN_OFF_FIELD_NUMBER: _ClassVar[int]
    room: int
    rounds: int
    is_broken_off: bool
    def __init__(self, room: _Optional[int] = ..., rounds: _Optional[int] = ..., is_broken_off: bool = ...) -> None: ...

class Looted(_message.Message):
    __slots__ = ("room", "hero", "gold", "gems", "items")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    HERO_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    room: int
    hero: int
    gold: int
    gems: _containers.RepeatedScalarFieldContainer[int]
    items: _containers.RepeatedScalarFieldContainer[Item]
    def __init__(self, room: _Optional[int] = ..., hero: _Optional[int] = ..., gold: _Optional[int] = ..., gems: _Optional[_Iterable[int]] = ..., items: _Optional[_Iterable[_Union[Item, str]]] = ...) -> None: ...

class Searched(_message.Message):
    __slots__ = ("hero", "room", "roll", "gold")
    HERO_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    room: int
    roll: int
    gold: int
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., room: _Optional[int] = ..., roll: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class SpellCast(_message.Message):
    __slots__ = ("hero", "spell")
    HERO_FIELD_NUMBER: _ClassVar[int]
    SPELL_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    spell: Spell
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., spell: _Optional[_Union[Spell, str]] = ...) -> None: ...

class FinalSeat(_message.Message):
    __slots__ = ("seat", "gems", "gold", "rooms", "heroes", "qualified", "bonus", "placement")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    HEROES_FIELD_NUMBER: _ClassVar[int]
    QUALIFIED_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    PLACEMENT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    gems: _containers.RepeatedScalarFieldContainer[int]
    gold: int
    rooms: int
    heroes: int
    qualified: _containers.RepeatedScalarFieldContainer[int]
    bonus: int
    placement: int
    def __init__(self, seat: _Optional[int] = ..., gems: _Optional[_Iterable[int]] = ..., gold: _Optional[int] = ..., rooms: _Optional[int] = ..., heroes: _Optional[int] = ..., qualified: _Optional[_Iterable[int]] = ..., bonus: _Optional[int] = ..., placement: _Optional[int] = ...) -> None: ...

class End(_message.Message):
    __slots__ = ("cause", "turn", "seed", "seats")
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    cause: EndCause
    turn: int
    seed: int
    seats: _containers.RepeatedCompositeFieldContainer[FinalSeat]
    def __init__(self, cause: _Optional[_Union[EndCause, str]] = ..., turn: _Optional[int] = ..., seed: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[FinalSeat, _Mapping]]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("result", "ledger", "board", "hired", "bought", "died", "traded", "offer_made", "action", "healed", "rested", "entered", "retreated", "teleported", "trap_sprung", "lured", "noise", "clamor", "spikes_set", "spikes_removed", "trap_set", "trap_disarmed", "stolen", "struck", "fight_began", "round", "swung", "prepared", "cast_battlemagic", "slept", "emergency_cure", "creature_died", "fight_ended", "looted", "searched", "tapped", "spell_cast", "end")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    LEDGER_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    HIRED_FIELD_NUMBER: _ClassVar[int]
    BOUGHT_FIELD_NUMBER: _ClassVar[int]
    DIED_FIELD_NUMBER: _ClassVar[int]
    TRADED_FIELD_NUMBER: _ClassVar[int]
    OFFER_MADE_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    HEALED_FIELD_NUMBER: _ClassVar[int]
    RESTED_FIELD_NUMBER: _ClassVar[int]
    ENTERED_FIELD_NUMBER: _ClassVar[int]
    RETREATED_FIELD_NUMBER: _ClassVar[int]
    TELEPORTED_FIELD_NUMBER: _ClassVar[int]
    TRAP_SPRUNG_FIELD_NUMBER: _ClassVar[int]
    LURED_FIELD_NUMBER: _ClassVar[int]
    NOISE_FIELD_NUMBER: _ClassVar[int]
    CLAMOR_FIELD_NUMBER: _ClassVar[int]
    SPIKES_SET_FIELD_NUMBER: _ClassVar[int]
    SPIKES_REMOVED_FIELD_NUMBER: _ClassVar[int]
    TRAP_SET_FIELD_NUMBER: _ClassVar[int]
    TRAP_DISARMED_FIELD_NUMBER: _ClassVar[int]
    STOLEN_FIELD_NUMBER: _ClassVar[int]
    STRUCK_FIELD_NUMBER: _ClassVar[int]
    FIGHT_BEGAN_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    SWUNG_FIELD_NUMBER: _ClassVar[int]
    PREPARED_FIELD_NUMBER: _ClassVar[int]
    CAST_BATTLEMAGIC_FIELD_NUMBER: _ClassVar[int]
    SLEPT_FIELD_NUMBER: _ClassVar[int]
    EMERGENCY_CURE_FIELD_NUMBER: _ClassVar[int]
    CREATURE_DIED_FIELD_NUMBER: _ClassVar[int]
    FIGHT_ENDED_FIELD_NUMBER: _ClassVar[int]
    LOOTED_FIELD_NUMBER: _ClassVar[int]
    SEARCHED_FIELD_NUMBER: _ClassVar[int]
    TAPPED_FIELD_NUMBER: _ClassVar[int]
    SPELL_CAST_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    result: Result
    ledger: Ledger
    board: BoardOrder
    hired: Hired
    bought: Bought
    died: Died
    traded: TradeEvent
    offer_made: TradeEvent
    action: ActionResult
    healed: Healed
    rested: Rested
    entered: Went
    retreated: Went
    teleported: Went
    trap_sprung: TrapSprung
    lured: Lured
    noise: InRoom
    clamor: InRoom
    spikes_set: AtDoor
    spikes_removed: AtDoor
    trap_set: TrapSet
    trap_disarmed: TrapDisarmed
    stolen: Stolen
    struck: Struck
    fight_began: FightBegan
    round: Round
    swung: Swung
    prepared: Prepared
    cast_battlemagic: CastBattlemagic
    slept: Befell
    emergency_cure: EmergencyCure
    creature_died: Befell
    fight_ended: FightEnded
    looted: Looted
    searched: Searched
    tapped: Searched
    spell_cast: SpellCast
    end: End
    def __init__(self, result: _Optional[_Union[Result, _Mapping]] = ..., ledger: _Optional[_Union[Ledger, _Mapping]] = ..., board: _Optional[_Union[BoardOrder, _Mapping]] = ..., hired: _Optional[_Union[Hired, _Mapping]] = ..., bought: _Optional[_Union[Bought, _Mapping]] = ..., died: _Optional[_Union[Died, _Mapping]] = ..., traded: _Optional[_Union[TradeEvent, _Mapping]] = ..., offer_made: _Optional[_Union[TradeEvent, _Mapping]] = ..., action: _Optional[_Union[ActionResult, _Mapping]] = ..., healed: _Optional[_Union[Healed, _Mapping]] = ..., rested: _Optional[_Union[Rested, _Mapping]] = ..., entered: _Optional[_Union[Went, _Mapping]] = ..., retreated: _Optional[_Union[Went, _Mapping]] = ..., teleported: _Optional[_Union[Went, _Mapping]] = ..., trap_sprung: _Optional[_Union[TrapSprung, _Mapping]] = ..., lured: _Optional[_Union[Lured, _Mapping]] = ..., noise: _Optional[_Union[InRoom, _Mapping]] = ..., clamor: _Optional[_Union[InRoom, _Mapping]] = ..., spikes_set: _Optional[_Union[AtDoor, _Mapping]] = ..., spikes_removed: _Optional[_Union[AtDoor, _Mapping]] = ..., trap_set: _Optional[_Union[TrapSet, _Mapping]] = ..., trap_disarmed: _Optional[_Union[TrapDisarmed, _Mapping]] = ..., stolen: _Optional[_Union[Stolen, _Mapping]] = ..., struck: _Optional[_Union[Struck, _Mapping]] = ..., fight_began: _Optional[_Union[FightBegan, _Mapping]] = ..., round: _Optional[_Union[Round, _Mapping]] = ..., swung: _Optional[_Union[Swung, _Mapping]] = ..., prepared: _Optional[_Union[Prepared, _Mapping]] = ..., cast_battlemagic: _Optional[_Union[CastBattlemagic, _Mapping]] = ..., slept: _Optional[_Union[Befell, _Mapping]] = ..., emergency_cure: _Optional[_Union[EmergencyCure, _Mapping]] = ..., creature_died: _Optional[_Union[Befell, _Mapping]] = ..., fight_ended: _Optional[_Union[FightEnded, _Mapping]] = ..., looted: _Optional[_Union[Looted, _Mapping]] = ..., searched: _Optional[_Union[Searched, _Mapping]] = ..., tapped: _Optional[_Union[Searched, _Mapping]] = ..., spell_cast: _Optional[_Union[SpellCast, _Mapping]] = ..., end: _Optional[_Union[End, _Mapping]] = ...) -> None: ...

class Events(_message.Message):
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...
