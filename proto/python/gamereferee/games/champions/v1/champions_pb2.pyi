from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Scoring(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SCORING_UNSPECIFIED: _ClassVar[Scoring]
    SCORING_OUTLAST: _ClassVar[Scoring]
    SCORING_ROYALE: _ClassVar[Scoring]

class RefusalCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REFUSAL_CODE_UNSPECIFIED: _ClassVar[RefusalCode]
    REFUSAL_CODE_MISSED_DEADLINE: _ClassVar[RefusalCode]
    REFUSAL_CODE_MALFORMED: _ClassVar[RefusalCode]
    REFUSAL_CODE_LIST_TOO_LONG: _ClassVar[RefusalCode]
    REFUSAL_CODE_MOVE_BAD: _ClassVar[RefusalCode]
    REFUSAL_CODE_MOVE_OFF_MAP: _ClassVar[RefusalCode]
    REFUSAL_CODE_LOOT_BAD_CATEGORY: _ClassVar[RefusalCode]
    REFUSAL_CODE_EQUIP_BAD: _ClassVar[RefusalCode]
    REFUSAL_CODE_CHAMPION_DEAD: _ClassVar[RefusalCode]
    REFUSAL_CODE_NOTHING_EQUIPPED: _ClassVar[RefusalCode]
    REFUSAL_CODE_NOT_YOUR_ITEM: _ClassVar[RefusalCode]
    REFUSAL_CODE_WRONG_SLOT: _ClassVar[RefusalCode]
    REFUSAL_CODE_WEIGHT_NOT_ALLOWED: _ClassVar[RefusalCode]
    REFUSAL_CODE_FIGHTER_BAD: _ClassVar[RefusalCode]
    REFUSAL_CODE_CHAMPION_TAKEN: _ClassVar[RefusalCode]
    REFUSAL_CODE_BATTLE_FULL: _ClassVar[RefusalCode]
    REFUSAL_CODE_BATTLE_WOULD_BE_EMPTY: _ClassVar[RefusalCode]
    REFUSAL_CODE_ACTION_BAD: _ClassVar[RefusalCode]
    REFUSAL_CODE_HEAL_NOT_ALLOWED: _ClassVar[RefusalCode]
    REFUSAL_CODE_SUPPORT_NOT_ALLOWED: _ClassVar[RefusalCode]
    REFUSAL_CODE_BAD_PREFS: _ClassVar[RefusalCode]
    REFUSAL_CODE_BAD_TARGET: _ClassVar[RefusalCode]
    REFUSAL_CODE_FIGHTER_FILLED: _ClassVar[RefusalCode]
    REFUSAL_CODE_SET_FILLED: _ClassVar[RefusalCode]
    REFUSAL_CODE_MORE: _ClassVar[RefusalCode]
SCORING_UNSPECIFIED: Scoring
SCORING_OUTLAST: Scoring
SCORING_ROYALE: Scoring
REFUSAL_CODE_UNSPECIFIED: RefusalCode
REFUSAL_CODE_MISSED_DEADLINE: RefusalCode
REFUSAL_CODE_MALFORMED: RefusalCode
REFUSAL_CODE_LIST_TOO_LONG: RefusalCode
REFUSAL_CODE_MOVE_BAD: RefusalCode
REFUSAL_CODE_MOVE_OFF_MAP: RefusalCode
REFUSAL_CODE_LOOT_BAD_CATEGORY: RefusalCode
REFUSAL_CODE_EQUIP_BAD: RefusalCode
REFUSAL_CODE_CHAMPION_DEAD: RefusalCode
REFUSAL_CODE_NOTHING_EQUIPPED: RefusalCode
REFUSAL_CODE_NOT_YOUR_ITEM: RefusalCode
REFUSAL_CODE_WRONG_SLOT: RefusalCode
REFUSAL_CODE_WEIGHT_NOT_ALLOWED: RefusalCode
REFUSAL_CODE_FIGHTER_BAD: RefusalCode
REFUSAL_CODE_CHAMPION_TAKEN: RefusalCode
REFUSAL_CODE_BATTLE_FULL: RefusalCode
REFUSAL_CODE_BATTLE_WOULD_BE_EMPTY: RefusalCode
REFUSAL_CODE_ACTION_BAD: RefusalCode
REFUSAL_CODE_HEAL_NOT_ALLOWED: RefusalCode
REFUSAL_CODE_SUPPORT_NOT_ALLOWED: RefusalCode
REFUSAL_CODE_BAD_PREFS: RefusalCode
REFUSAL_CODE_BAD_TARGET: RefusalCode
REFUSAL_CODE_FIGHTER_FILLED: RefusalCode
REFUSAL_CODE_SET_FILLED: RefusalCode
REFUSAL_CODE_MORE: RefusalCode

class Config(_message.Message):
    __slots__ = ("loot_actions", "stage_rounds", "max_rounds", "msgs_per_action", "msg_bytes", "deadline_ms", "stage_lengths", "scoring")
    LOOT_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    STAGE_ROUNDS_FIELD_NUMBER: _ClassVar[int]
    MAX_ROUNDS_FIELD_NUMBER: _ClassVar[int]
    MSGS_PER_ACTION_FIELD_NUMBER: _ClassVar[int]
    MSG_BYTES_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    STAGE_LENGTHS_FIELD_NUMBER: _ClassVar[int]
    SCORING_FIELD_NUMBER: _ClassVar[int]
    loot_actions: int
    stage_rounds: int
    max_rounds: int
    msgs_per_action: int
    msg_bytes: int
    deadline_ms: int
    stage_lengths: _containers.RepeatedScalarFieldContainer[int]
    scoring: Scoring
    def __init__(self, loot_actions: _Optional[int] = ..., stage_rounds: _Optional[int] = ..., max_rounds: _Optional[int] = ..., msgs_per_action: _Optional[int] = ..., msg_bytes: _Optional[int] = ..., deadline_ms: _Optional[int] = ..., stage_lengths: _Optional[_Iterable[int]] = ..., scoring: _Optional[_Union[Scoring, str]] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("dr", "dc")
    DR_FIELD_NUMBER: _ClassVar[int]
    DC_FIELD_NUMBER: _ClassVar[int]
    dr: int
    dc: int
    def __init__(self, dr: _Optional[int] = ..., dc: _Optional[int] = ...) -> None: ...

class Loot(_message.Message):
    __slots__ = ("categories",)
    CATEGORIES_FIELD_NUMBER: _ClassVar[int]
    categories: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, categories: _Optional[_Iterable[int]] = ...) -> None: ...

class EquipOrder(_message.Message):
    __slots__ = ("kind", "item", "champion", "slot")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    CHAMPION_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    kind: int
    item: int
    champion: int
    slot: int
    def __init__(self, kind: _Optional[int] = ..., item: _Optional[int] = ..., champion: _Optional[int] = ..., slot: _Optional[int] = ...) -> None: ...

class Equip(_message.Message):
    __slots__ = ("orders",)
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    orders: _containers.RepeatedCompositeFieldContainer[EquipOrder]
    def __init__(self, orders: _Optional[_Iterable[_Union[EquipOrder, _Mapping]]] = ...) -> None: ...

class SetAction(_message.Message):
    __slots__ = ("action", "prefs", "target")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    PREFS_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    action: int
    prefs: _containers.RepeatedScalarFieldContainer[int]
    target: int
    def __init__(self, action: _Optional[int] = ..., prefs: _Optional[_Iterable[int]] = ..., target: _Optional[int] = ...) -> None: ...

class Fighter(_message.Message):
    __slots__ = ("battle", "champion", "set")
    BATTLE_FIELD_NUMBER: _ClassVar[int]
    CHAMPION_FIELD_NUMBER: _ClassVar[int]
    SET_FIELD_NUMBER: _ClassVar[int]
    battle: int
    champion: int
    set: _containers.RepeatedCompositeFieldContainer[SetAction]
    def __init__(self, battle: _Optional[int] = ..., champion: _Optional[int] = ..., set: _Optional[_Iterable[_Union[SetAction, _Mapping]]] = ...) -> None: ...

class Battle(_message.Message):
    __slots__ = ("fighters",)
    FIGHTERS_FIELD_NUMBER: _ClassVar[int]
    fighters: _containers.RepeatedCompositeFieldContainer[Fighter]
    def __init__(self, fighters: _Optional[_Iterable[_Union[Fighter, _Mapping]]] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("move", "loot", "equip", "battle")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    LOOT_FIELD_NUMBER: _ClassVar[int]
    EQUIP_FIELD_NUMBER: _ClassVar[int]
    BATTLE_FIELD_NUMBER: _ClassVar[int]
    move: Move
    loot: Loot
    equip: Equip
    battle: Battle
    def __init__(self, move: _Optional[_Union[Move, _Mapping]] = ..., loot: _Optional[_Union[Loot, _Mapping]] = ..., equip: _Optional[_Union[Equip, _Mapping]] = ..., battle: _Optional[_Union[Battle, _Mapping]] = ...) -> None: ...

class Seat(_message.Message):
    __slots__ = ("alive", "row", "col", "out_round")
    ALIVE_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    OUT_ROUND_FIELD_NUMBER: _ClassVar[int]
    alive: bool
    row: int
    col: int
    out_round: int
    def __init__(self, alive: bool = ..., row: _Optional[int] = ..., col: _Optional[int] = ..., out_round: _Optional[int] = ...) -> None: ...

class Item(_message.Message):
    __slots__ = ("id", "kind")
    ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    id: int
    kind: int
    def __init__(self, id: _Optional[int] = ..., kind: _Optional[int] = ...) -> None: ...

class Champion(_message.Message):
    __slots__ = ("health", "slots")
    HEALTH_FIELD_NUMBER: _ClassVar[int]
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    health: int
    slots: _containers.RepeatedCompositeFieldContainer[Item]
    def __init__(self, health: _Optional[int] = ..., slots: _Optional[_Iterable[_Union[Item, _Mapping]]] = ...) -> None: ...

class Me(_message.Message):
    __slots__ = ("seat", "champions", "stash", "kills", "damage")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHAMPIONS_FIELD_NUMBER: _ClassVar[int]
    STASH_FIELD_NUMBER: _ClassVar[int]
    KILLS_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    champions: _containers.RepeatedCompositeFieldContainer[Champion]
    stash: _containers.RepeatedCompositeFieldContainer[Item]
    kills: int
    damage: int
    def __init__(self, seat: _Optional[int] = ..., champions: _Optional[_Iterable[_Union[Champion, _Mapping]]] = ..., stash: _Optional[_Iterable[_Union[Item, _Mapping]]] = ..., kills: _Optional[int] = ..., damage: _Optional[int] = ...) -> None: ...

class Tile(_message.Message):
    __slots__ = ("tile_class", "left")
    TILE_CLASS_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    tile_class: int
    left: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, tile_class: _Optional[int] = ..., left: _Optional[_Iterable[int]] = ...) -> None: ...

class Pair(_message.Message):
    __slots__ = ("battle", "side_a", "side_b")
    BATTLE_FIELD_NUMBER: _ClassVar[int]
    SIDE_A_FIELD_NUMBER: _ClassVar[int]
    SIDE_B_FIELD_NUMBER: _ClassVar[int]
    battle: int
    side_a: int
    side_b: int
    def __init__(self, battle: _Optional[int] = ..., side_a: _Optional[int] = ..., side_b: _Optional[int] = ...) -> None: ...

class Strength(_message.Message):
    __slots__ = ("seat", "health")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HEALTH_FIELD_NUMBER: _ClassVar[int]
    seat: int
    health: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., health: _Optional[_Iterable[int]] = ...) -> None: ...

class TileReport(_message.Message):
    __slots__ = ("tile", "seats", "battles")
    TILE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    BATTLES_FIELD_NUMBER: _ClassVar[int]
    tile: int
    seats: _containers.RepeatedCompositeFieldContainer[Strength]
    battles: _containers.RepeatedCompositeFieldContainer[Pair]
    def __init__(self, tile: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[Strength, _Mapping]]] = ..., battles: _Optional[_Iterable[_Union[Pair, _Mapping]]] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("round", "phase", "size", "stage_age", "seats", "me", "tile", "my_battles", "report")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    STAGE_AGE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    ME_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    MY_BATTLES_FIELD_NUMBER: _ClassVar[int]
    REPORT_FIELD_NUMBER: _ClassVar[int]
    round: int
    phase: int
    size: int
    stage_age: int
    seats: _containers.RepeatedCompositeFieldContainer[Seat]
    me: Me
    tile: Tile
    my_battles: _containers.RepeatedCompositeFieldContainer[Pair]
    report: TileReport
    def __init__(self, round: _Optional[int] = ..., phase: _Optional[int] = ..., size: _Optional[int] = ..., stage_age: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[Seat, _Mapping]]] = ..., me: _Optional[_Union[Me, _Mapping]] = ..., tile: _Optional[_Union[Tile, _Mapping]] = ..., my_battles: _Optional[_Iterable[_Union[Pair, _Mapping]]] = ..., report: _Optional[_Union[TileReport, _Mapping]] = ...) -> None: ...

class Refusal(_message.Message):
    __slots__ = ("phase", "code", "index", "turn")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    phase: int
    code: RefusalCode
    index: int
    turn: int
    def __init__(self, phase: _Optional[int] = ..., code: _Optional[_Union[RefusalCode, str]] = ..., index: _Optional[int] = ..., turn: _Optional[int] = ...) -> None: ...

class LootFound(_message.Message):
    __slots__ = ("action", "item", "kind")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    action: int
    item: int
    kind: int
    def __init__(self, action: _Optional[int] = ..., item: _Optional[int] = ..., kind: _Optional[int] = ...) -> None: ...

class LootNothing(_message.Message):
    __slots__ = ("action",)
    ACTION_FIELD_NUMBER: _ClassVar[int]
    action: int
    def __init__(self, action: _Optional[int] = ...) -> None: ...

class FighterRef(_message.Message):
    __slots__ = ("seat", "champion")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHAMPION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    champion: int
    def __init__(self, seat: _Optional[int] = ..., champion: _Optional[int] = ...) -> None: ...

class Dice(_message.Message):
    __slots__ = ("kind", "faces")
    KIND_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    kind: int
    faces: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, kind: _Optional[int] = ..., faces: _Optional[_Iterable[int]] = ...) -> None: ...

class Executed(_message.Message):
    __slots__ = ("actor", "action", "target", "evade_roll", "evade_need", "base", "items", "boost", "defence", "factor", "amount")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    EVADE_ROLL_FIELD_NUMBER: _ClassVar[int]
    EVADE_NEED_FIELD_NUMBER: _ClassVar[int]
    BASE_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    BOOST_FIELD_NUMBER: _ClassVar[int]
    DEFENCE_FIELD_NUMBER: _ClassVar[int]
    FACTOR_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    actor: FighterRef
    action: int
    target: FighterRef
    evade_roll: int
    evade_need: int
    base: _containers.RepeatedScalarFieldContainer[int]
    items: _containers.RepeatedCompositeFieldContainer[Dice]
    boost: int
    defence: Dice
    factor: int
    amount: int
    def __init__(self, actor: _Optional[_Union[FighterRef, _Mapping]] = ..., action: _Optional[int] = ..., target: _Optional[_Union[FighterRef, _Mapping]] = ..., evade_roll: _Optional[int] = ..., evade_need: _Optional[int] = ..., base: _Optional[_Iterable[int]] = ..., items: _Optional[_Iterable[_Union[Dice, _Mapping]]] = ..., boost: _Optional[int] = ..., defence: _Optional[_Union[Dice, _Mapping]] = ..., factor: _Optional[int] = ..., amount: _Optional[int] = ...) -> None: ...

class FighterHealth(_message.Message):
    __slots__ = ("fighter", "health")
    FIGHTER_FIELD_NUMBER: _ClassVar[int]
    HEALTH_FIELD_NUMBER: _ClassVar[int]
    fighter: FighterRef
    health: int
    def __init__(self, fighter: _Optional[_Union[FighterRef, _Mapping]] = ..., health: _Optional[int] = ...) -> None: ...

class BattleTurn(_message.Message):
    __slots__ = ("battle", "turn", "actions", "healths")
    BATTLE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    HEALTHS_FIELD_NUMBER: _ClassVar[int]
    battle: int
    turn: int
    actions: _containers.RepeatedCompositeFieldContainer[Executed]
    healths: _containers.RepeatedCompositeFieldContainer[FighterHealth]
    def __init__(self, battle: _Optional[int] = ..., turn: _Optional[int] = ..., actions: _Optional[_Iterable[_Union[Executed, _Mapping]]] = ..., healths: _Optional[_Iterable[_Union[FighterHealth, _Mapping]]] = ...) -> None: ...

class ChampionDied(_message.Message):
    __slots__ = ("seat", "champion")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHAMPION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    champion: int
    def __init__(self, seat: _Optional[int] = ..., champion: _Optional[int] = ...) -> None: ...

class ItemsReturned(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, items: _Optional[_Iterable[int]] = ...) -> None: ...

class Eliminated(_message.Message):
    __slots__ = ("seat", "round")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    seat: int
    round: int
    def __init__(self, seat: _Optional[int] = ..., round: _Optional[int] = ...) -> None: ...

class Cut(_message.Message):
    __slots__ = ("oy", "ox")
    OY_FIELD_NUMBER: _ClassVar[int]
    OX_FIELD_NUMBER: _ClassVar[int]
    oy: int
    ox: int
    def __init__(self, oy: _Optional[int] = ..., ox: _Optional[int] = ...) -> None: ...

class MapShrunk(_message.Message):
    __slots__ = ("old_size", "new_size", "cuts")
    OLD_SIZE_FIELD_NUMBER: _ClassVar[int]
    NEW_SIZE_FIELD_NUMBER: _ClassVar[int]
    CUTS_FIELD_NUMBER: _ClassVar[int]
    old_size: int
    new_size: int
    cuts: _containers.RepeatedCompositeFieldContainer[Cut]
    def __init__(self, old_size: _Optional[int] = ..., new_size: _Optional[int] = ..., cuts: _Optional[_Iterable[_Union[Cut, _Mapping]]] = ...) -> None: ...

class MatchEnd(_message.Message):
    __slots__ = ("placements", "scores", "kills", "damage")
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    KILLS_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    placements: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    kills: _containers.RepeatedScalarFieldContainer[int]
    damage: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, placements: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[int]] = ..., kills: _Optional[_Iterable[int]] = ..., damage: _Optional[_Iterable[int]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("refusal", "loot_found", "loot_nothing", "tile_report", "battle_turn", "champion_died", "items_returned", "eliminated", "map_shrunk", "match_end")
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    LOOT_FOUND_FIELD_NUMBER: _ClassVar[int]
    LOOT_NOTHING_FIELD_NUMBER: _ClassVar[int]
    TILE_REPORT_FIELD_NUMBER: _ClassVar[int]
    BATTLE_TURN_FIELD_NUMBER: _ClassVar[int]
    CHAMPION_DIED_FIELD_NUMBER: _ClassVar[int]
    ITEMS_RETURNED_FIELD_NUMBER: _ClassVar[int]
    ELIMINATED_FIELD_NUMBER: _ClassVar[int]
    MAP_SHRUNK_FIELD_NUMBER: _ClassVar[int]
    MATCH_END_FIELD_NUMBER: _ClassVar[int]
    refusal: Refusal
    loot_found: LootFound
    loot_nothing: LootNothing
    tile_report: TileReport
    battle_turn: BattleTurn
    champion_died: ChampionDied
    items_returned: ItemsReturned
    eliminated: Eliminated
    map_shrunk: MapShrunk
    match_end: MatchEnd
    def __init__(self, refusal: _Optional[_Union[Refusal, _Mapping]] = ..., loot_found: _Optional[_Union[LootFound, _Mapping]] = ..., loot_nothing: _Optional[_Union[LootNothing, _Mapping]] = ..., tile_report: _Optional[_Union[TileReport, _Mapping]] = ..., battle_turn: _Optional[_Union[BattleTurn, _Mapping]] = ..., champion_died: _Optional[_Union[ChampionDied, _Mapping]] = ..., items_returned: _Optional[_Union[ItemsReturned, _Mapping]] = ..., eliminated: _Optional[_Union[Eliminated, _Mapping]] = ..., map_shrunk: _Optional[_Union[MapShrunk, _Mapping]] = ..., match_end: _Optional[_Union[MatchEnd, _Mapping]] = ...) -> None: ...

class Events(_message.Message):
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...
