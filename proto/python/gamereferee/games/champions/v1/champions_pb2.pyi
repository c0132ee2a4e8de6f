"""Champions on the wire. Rule numbers are those of its rulebook. Numbers of champions, categories,
actions and the like are those of the rulebook's first table: champions 0 Gladiator, 1 Rogue, 2
Healer, 3 Mage; categories 0 physical, 1 magical, 2 defensive, 3 support, 4 any; slots 0 and 1 for
weapons, 2 for armour; actions 0 attack, 1 heal, 2 boost, 3 guard, 4 evade; targets 0 self, 1
partner; tile classes 0 corner, 1 edge, 2 centre, 3 core; phases 0 MOVE, 1 LOOT, 2 EQUIP, 3 BATTLE,
4 over. Items have an instance id from 1 and a kind from 0 to 35 (CH-3.6).
"""
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Scoring(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """What seats are ranked by at the end of a match (CH-7.2 to CH-7.4)."""
    __slots__ = ()
    SCORING_UNSPECIFIED: _ClassVar[Scoring]
    """Never sent."""
    SCORING_OUTLAST: _ClassVar[Scoring]
    """Seats are ranked by the rounds that they survived, then by kills and damage."""
    SCORING_ROYALE: _ClassVar[Scoring]
    """Seats are ranked by points for places and for kills, so that a seat that is out may be placed
    before one that is still in.
    """

class RefusalCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Why a part of an action did not count, and notices of what was filled in (CH-4.11). STALE and
    the codes of chat messages appear in the referee's own rejections.
    """
    __slots__ = ()
    REFUSAL_CODE_UNSPECIFIED: _ClassVar[RefusalCode]
    """Never sent."""
    REFUSAL_CODE_MISSED_DEADLINE: _ClassVar[RefusalCode]
    """No action came before the deadline; the default action was played."""
    REFUSAL_CODE_MALFORMED: _ClassVar[RefusalCode]
    """The action has no readable body for this phase; the default action was played."""
    REFUSAL_CODE_LIST_TOO_LONG: _ClassVar[RefusalCode]
    """An element beyond the highest length of its list was ignored."""
    REFUSAL_CODE_MOVE_BAD: _ClassVar[RefusalCode]
    """dr or dc of a move is not -1, 0 or 1; the seat stays on its tile."""
    REFUSAL_CODE_MOVE_OFF_MAP: _ClassVar[RefusalCode]
    """The move leads off the map; the seat stays on its tile."""
    REFUSAL_CODE_LOOT_BAD_CATEGORY: _ClassVar[RefusalCode]
    """No such item category; the looting action looked for ANY."""
    REFUSAL_CODE_EQUIP_BAD: _ClassVar[RefusalCode]
    """No such kind of equipment order, champion or slot; the order was ignored."""
    REFUSAL_CODE_CHAMPION_DEAD: _ClassVar[RefusalCode]
    """The champion is dead; the equipment order or fighter entry was ignored."""
    REFUSAL_CODE_NOTHING_EQUIPPED: _ClassVar[RefusalCode]
    """The slot to be emptied is empty; the order was ignored."""
    REFUSAL_CODE_NOT_YOUR_ITEM: _ClassVar[RefusalCode]
    """The seat does not own the item to be equipped; the order was ignored."""
    REFUSAL_CODE_WRONG_SLOT: _ClassVar[RefusalCode]
    """Armour was ordered into a weapon slot, or another item into the armour slot; the order was
    ignored.
    """
    REFUSAL_CODE_WEIGHT_NOT_ALLOWED: _ClassVar[RefusalCode]
    """The armour is too heavy for the champion's type; the order was ignored."""
    REFUSAL_CODE_FIGHTER_BAD: _ClassVar[RefusalCode]
    """No such champion, or not a battle of this seat; the fighter entry was dropped."""
    REFUSAL_CODE_CHAMPION_TAKEN: _ClassVar[RefusalCode]
    """The champion has been picked for a battle already; the fighter entry was dropped."""
    REFUSAL_CODE_BATTLE_FULL: _ClassVar[RefusalCode]
    """The battle has two fighters of this seat already; the fighter entry was dropped."""
    REFUSAL_CODE_BATTLE_WOULD_BE_EMPTY: _ClassVar[RefusalCode]
    """The seat's other battle would have no fighter left; the fighter entry was dropped."""
    REFUSAL_CODE_ACTION_BAD: _ClassVar[RefusalCode]
    """No such battle action; the fighter attacks instead."""
    REFUSAL_CODE_HEAL_NOT_ALLOWED: _ClassVar[RefusalCode]
    """Only Healers may heal; the fighter attacks instead."""
    REFUSAL_CODE_SUPPORT_NOT_ALLOWED: _ClassVar[RefusalCode]
    """Gladiators may not boost or guard; the fighter attacks instead."""
    REFUSAL_CODE_BAD_PREFS: _ClassVar[RefusalCode]
    """The preference list (types to attack) has an unknown or repeated type; the default list
    counts.
    """
    REFUSAL_CODE_BAD_TARGET: _ClassVar[RefusalCode]
    """The target of healing or guarding is missing or unknown; it is SELF."""
    REFUSAL_CODE_FIGHTER_FILLED: _ClassVar[RefusalCode]
    """A champion that was not picked fights; index is its type."""
    REFUSAL_CODE_SET_FILLED: _ClassVar[RefusalCode]
    """The set had too few actions; turn is the first turn that was filled in."""
    REFUSAL_CODE_MORE: _ClassVar[RefusalCode]
    """32 refused parts of this action were reported one by one; index is the number of further
    ones.
    """
SCORING_UNSPECIFIED: Scoring
"""Never sent."""
SCORING_OUTLAST: Scoring
"""Seats are ranked by the rounds that they survived, then by kills and damage."""
SCORING_ROYALE: Scoring
"""Seats are ranked by points for places and for kills, so that a seat that is out may be placed
before one that is still in.
"""
REFUSAL_CODE_UNSPECIFIED: RefusalCode
"""Never sent."""
REFUSAL_CODE_MISSED_DEADLINE: RefusalCode
"""No action came before the deadline; the default action was played."""
REFUSAL_CODE_MALFORMED: RefusalCode
"""The action has no readable body for this phase; the default action was played."""
REFUSAL_CODE_LIST_TOO_LONG: RefusalCode
"""An element beyond the highest length of its list was ignored."""
REFUSAL_CODE_MOVE_BAD: RefusalCode
"""dr or dc of a move is not -1, 0 or 1; the seat stays on its tile."""
REFUSAL_CODE_MOVE_OFF_MAP: RefusalCode
"""The move leads off the map; the seat stays on its tile."""
REFUSAL_CODE_LOOT_BAD_CATEGORY: RefusalCode
"""No such item category; the looting action looked for ANY."""
REFUSAL_CODE_EQUIP_BAD: RefusalCode
"""No such kind of equipment order, champion or slot; the order was ignored."""
REFUSAL_CODE_CHAMPION_DEAD: RefusalCode
"""The champion is dead; the equipment order or fighter entry was ignored."""
REFUSAL_CODE_NOTHING_EQUIPPED: RefusalCode
"""The slot to be emptied is empty; the order was ignored."""
REFUSAL_CODE_NOT_YOUR_ITEM: RefusalCode
"""The seat does not own the item to be equipped; the order was ignored."""
REFUSAL_CODE_WRONG_SLOT: RefusalCode
"""Armour was ordered into a weapon slot, or another item into the armour slot; the order was
ignored.
"""
REFUSAL_CODE_WEIGHT_NOT_ALLOWED: RefusalCode
"""The armour is too heavy for the champion's type; the order was ignored."""
REFUSAL_CODE_FIGHTER_BAD: RefusalCode
"""No such champion, or not a battle of this seat; the fighter entry was dropped."""
REFUSAL_CODE_CHAMPION_TAKEN: RefusalCode
"""The champion has been picked for a battle already; the fighter entry was dropped."""
REFUSAL_CODE_BATTLE_FULL: RefusalCode
"""The battle has two fighters of this seat already; the fighter entry was dropped."""
REFUSAL_CODE_BATTLE_WOULD_BE_EMPTY: RefusalCode
"""The seat's other battle would have no fighter left; the fighter entry was dropped."""
REFUSAL_CODE_ACTION_BAD: RefusalCode
"""No such battle action; the fighter attacks instead."""
REFUSAL_CODE_HEAL_NOT_ALLOWED: RefusalCode
"""Only Healers may heal; the fighter attacks instead."""
REFUSAL_CODE_SUPPORT_NOT_ALLOWED: RefusalCode
"""Gladiators may not boost or guard; the fighter attacks instead."""
REFUSAL_CODE_BAD_PREFS: RefusalCode
"""The preference list (types to attack) has an unknown or repeated type; the default list counts.
"""
REFUSAL_CODE_BAD_TARGET: RefusalCode
"""The target of healing or guarding is missing or unknown; it is SELF."""
REFUSAL_CODE_FIGHTER_FILLED: RefusalCode
"""A champion that was not picked fights; index is its type."""
REFUSAL_CODE_SET_FILLED: RefusalCode
"""The set had too few actions; turn is the first turn that was filled in."""
REFUSAL_CODE_MORE: RefusalCode
"""32 refused parts of this action were reported one by one; index is the number of further ones."""

class Config(_message.Message):
    """Parameters of a match (CH-2.1). Seed and number of players belong to the match, not to the
    config.
    """
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
    """Number of looting actions of each seat in a round. From 1 to 6. Default 3."""
    stage_rounds: int
    """Highest number of rounds that a map may last, the same for all map sizes (CH-5.41); may not
    be set together with stage_lengths. Default 8 in version 1 of the rules, else absent. From 2 to
    100.
    """
    max_rounds: int
    """Highest number of rounds: the match ends after this round in any case (CH-7.1). From 1 to
    200. Default 36.
    """
    msgs_per_action: int
    """Highest number of chat messages that a seat may send at a decision point. From 0 to 8.
    Default 2.
    """
    msg_bytes: int
    """Highest size of a chat message in bytes of UTF-8. From 1 to 1000. Default 200."""
    deadline_ms: int
    """Suggested move time of a decision, in milliseconds; the match's time control decides. From 50
    to 600000. Default 2000.
    """
    stage_lengths: _containers.RepeatedScalarFieldContainer[int]
    """Highest numbers of rounds that the 4x4, 3x3 and 2x2 map may last (CH-5.41); not in version 1
    of the rules. Default: `stage_rounds` for each map size if that is set, else 2 for each. From 2
    to 100. 3 entries.
    """
    scoring: Scoring
    """What ranks the seats: lasting longer (outlast), or points for places and kills (royale;
    CH-7.2 to CH-7.4). In version 1 of the rules always outlast. Default royale.
    """
    def __init__(self, loot_actions: _Optional[int] = ..., stage_rounds: _Optional[int] = ..., max_rounds: _Optional[int] = ..., msgs_per_action: _Optional[int] = ..., msg_bytes: _Optional[int] = ..., deadline_ms: _Optional[int] = ..., stage_lengths: _Optional[_Iterable[int]] = ..., scoring: _Optional[_Union[Scoring, str]] = ...) -> None: ...

class Move(_message.Message):
    """Action of the phase MOVE: one tile in any of eight directions, or 0, 0 to stay (CH-4.3)."""
    __slots__ = ("dr", "dc")
    DR_FIELD_NUMBER: _ClassVar[int]
    DC_FIELD_NUMBER: _ClassVar[int]
    dr: int
    """Rows to move; 1 is down, -1 is up. From -1 to 1."""
    dc: int
    """Columns to move; 1 is right, -1 is left. From -1 to 1."""
    def __init__(self, dr: _Optional[int] = ..., dc: _Optional[int] = ...) -> None: ...

class Loot(_message.Message):
    """Action of the phase LOOT: what each looting action looks for (CH-4.4)."""
    __slots__ = ("categories",)
    CATEGORIES_FIELD_NUMBER: _ClassVar[int]
    categories: _containers.RepeatedScalarFieldContainer[int]
    """An item category for each looting action; missing ones are ANY. From 0 to 4."""
    def __init__(self, categories: _Optional[_Iterable[int]] = ...) -> None: ...

class EquipOrder(_message.Message):
    """One equipment order: put an item into a slot, or take one off (CH-4.5)."""
    __slots__ = ("kind", "item", "champion", "slot")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    CHAMPION_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    kind: int
    """0 puts an item into the slot, 1 takes the item in the slot off. From 0 to 1."""
    item: int
    """Instance id of the item to put in; ignored for taking off. From 0 to 360."""
    champion: int
    """Index of the seat's champion that the slot belongs to. From 0 to 3."""
    slot: int
    """Index of the slot: 0 and 1 for weapons, 2 for armour. From 0 to 2."""
    def __init__(self, kind: _Optional[int] = ..., item: _Optional[int] = ..., champion: _Optional[int] = ..., slot: _Optional[int] = ...) -> None: ...

class Equip(_message.Message):
    """Action of the phase EQUIP: equipment orders, carried out one after another."""
    __slots__ = ("orders",)
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    orders: _containers.RepeatedCompositeFieldContainer[EquipOrder]
    """Equipment orders; at most 24 are read."""
    def __init__(self, orders: _Optional[_Iterable[_Union[EquipOrder, _Mapping]]] = ...) -> None: ...

class SetAction(_message.Message):
    """One action of a fighter's set: what it does in one turn of the battle (CH-4.8)."""
    __slots__ = ("action", "prefs", "target")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    PREFS_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    action: int
    """Battle action: 0 attack, 1 heal, 2 boost, 3 guard, 4 evade. From 0 to 4."""
    prefs: _containers.RepeatedScalarFieldContainer[int]
    """For an attack: champion types to attack, most wanted first; missing types are appended. From
    0 to 3.
    """
    target: int
    """Whom healing or guarding is for: 0 the fighter itself, 1 its partner; ignored for other
    actions. From 0 to 1.
    """
    def __init__(self, action: _Optional[int] = ..., prefs: _Optional[_Iterable[int]] = ..., target: _Optional[int] = ...) -> None: ...

class Fighter(_message.Message):
    """A champion that is picked for a battle, and its set of actions (CH-4.6)."""
    __slots__ = ("battle", "champion", "set")
    BATTLE_FIELD_NUMBER: _ClassVar[int]
    CHAMPION_FIELD_NUMBER: _ClassVar[int]
    SET_FIELD_NUMBER: _ClassVar[int]
    battle: int
    """Id of the battle; may be absent for a seat with one battle."""
    champion: int
    """Index of the champion, which is its type. From 0 to 3."""
    set: _containers.RepeatedCompositeFieldContainer[SetAction]
    """Up to four actions, one for each turn; missing ones are attacks."""
    def __init__(self, battle: _Optional[int] = ..., champion: _Optional[int] = ..., set: _Optional[_Iterable[_Union[SetAction, _Mapping]]] = ...) -> None: ...

class Battle(_message.Message):
    """Action of the phase BATTLE: fighters; missing ones are filled in (CH-4.7)."""
    __slots__ = ("fighters",)
    FIGHTERS_FIELD_NUMBER: _ClassVar[int]
    fighters: _containers.RepeatedCompositeFieldContainer[Fighter]
    """Fighter entries; at most 8 are read."""
    def __init__(self, fighters: _Optional[_Iterable[_Union[Fighter, _Mapping]]] = ...) -> None: ...

class Action(_message.Message):
    """What a seat decides: one of these."""
    __slots__ = ("move", "loot", "equip", "battle")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    LOOT_FIELD_NUMBER: _ClassVar[int]
    EQUIP_FIELD_NUMBER: _ClassVar[int]
    BATTLE_FIELD_NUMBER: _ClassVar[int]
    move: Move
    """Action of the phase MOVE: one tile in any of eight directions, or 0, 0 to stay (CH-4.3)."""
    loot: Loot
    """Action of the phase LOOT: what each looting action looks for (CH-4.4)."""
    equip: Equip
    """Action of the phase EQUIP: equipment orders, carried out one after another."""
    battle: Battle
    """Action of the phase BATTLE: fighters; missing ones are filled in (CH-4.7)."""
    def __init__(self, move: _Optional[_Union[Move, _Mapping]] = ..., loot: _Optional[_Union[Loot, _Mapping]] = ..., equip: _Optional[_Union[Equip, _Mapping]] = ..., battle: _Optional[_Union[Battle, _Mapping]] = ...) -> None: ...

class Seat(_message.Message):
    """A seat as everybody sees it."""
    __slots__ = ("alive", "row", "col", "out_round")
    ALIVE_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    COL_FIELD_NUMBER: _ClassVar[int]
    OUT_ROUND_FIELD_NUMBER: _ClassVar[int]
    alive: bool
    """Whether the seat is in play."""
    row: int
    """Row of the seat's tile, from 0 at the top; -1 once the seat is out. From -1 to 3."""
    col: int
    """Column of the seat's tile, from 0 at the left; -1 once the seat is out. From -1 to 3."""
    out_round: int
    """Round in which the seat was eliminated; 0 while it is in play. From 0 to 1000000."""
    def __init__(self, alive: bool = ..., row: _Optional[int] = ..., col: _Optional[int] = ..., out_round: _Optional[int] = ...) -> None: ...

class Item(_message.Message):
    """An item that the observing seat owns."""
    __slots__ = ("id", "kind")
    ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    id: int
    """Instance id of the item, from 1; 0 for an empty slot. From 0 to 360."""
    kind: int
    """Kind of the item, 0 to 35. From 0 to 35."""
    def __init__(self, id: _Optional[int] = ..., kind: _Optional[int] = ...) -> None: ...

class Champion(_message.Message):
    """One of the observing seat's own champions."""
    __slots__ = ("health", "slots")
    HEALTH_FIELD_NUMBER: _ClassVar[int]
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    health: int
    """Health of the champion; 0 is dead. From 0 to 100."""
    slots: _containers.RepeatedCompositeFieldContainer[Item]
    """Items in slots 0 to 2; an entry without fields is an empty slot. 3 entries."""
    def __init__(self, health: _Optional[int] = ..., slots: _Optional[_Iterable[_Union[Item, _Mapping]]] = ...) -> None: ...

class Me(_message.Message):
    """What the observing seat knows of itself."""
    __slots__ = ("seat", "champions", "stash", "kills", "damage")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHAMPIONS_FIELD_NUMBER: _ClassVar[int]
    STASH_FIELD_NUMBER: _ClassVar[int]
    KILLS_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the observing seat. From 0 to 15."""
    champions: _containers.RepeatedCompositeFieldContainer[Champion]
    """The seat's champions: Gladiator, Rogue, Healer, Mage. 4 entries."""
    stash: _containers.RepeatedCompositeFieldContainer[Item]
    """Items of the seat that are in no slot, by ascending instance id. 0 to 360 entries."""
    kills: int
    """Number of rivals' champions that died in this seat's battles. From 0."""
    damage: int
    """Sum of the damage of the seat's attacks in the match. From 0."""
    def __init__(self, seat: _Optional[int] = ..., champions: _Optional[_Iterable[_Union[Champion, _Mapping]]] = ..., stash: _Optional[_Iterable[_Union[Item, _Mapping]]] = ..., kills: _Optional[int] = ..., damage: _Optional[int] = ...) -> None: ...

class Tile(_message.Message):
    """The tile that the observing seat stands on."""
    __slots__ = ("tile_class", "left")
    TILE_CLASS_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    tile_class: int
    """Class of the tile: 0 corner, 1 edge, 2 centre, 3 core. From 0 to 3."""
    left: _containers.RepeatedScalarFieldContainer[int]
    """Number of items left in the tile's pool: physical, magical, defensive, support. From 0 to
    360. 4 entries.
    """
    def __init__(self, tile_class: _Optional[int] = ..., left: _Optional[_Iterable[int]] = ...) -> None: ...

class Pair(_message.Message):
    """A battle of this round, with its two seats."""
    __slots__ = ("battle", "side_a", "side_b")
    BATTLE_FIELD_NUMBER: _ClassVar[int]
    SIDE_A_FIELD_NUMBER: _ClassVar[int]
    SIDE_B_FIELD_NUMBER: _ClassVar[int]
    battle: int
    """Id of the battle, by which fighter entries name it. From 0 to 9."""
    side_a: int
    """Side A: the seat with the lower index. From 0 to 15."""
    side_b: int
    """Side B: the seat with the higher index. From 0 to 15."""
    def __init__(self, battle: _Optional[int] = ..., side_a: _Optional[int] = ..., side_b: _Optional[int] = ...) -> None: ...

class Strength(_message.Message):
    """Health of a seat's champions, which the seats on its tile see when BATTLE opens."""
    __slots__ = ("seat", "health")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HEALTH_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat whose champions these are. From 0 to 15."""
    health: _containers.RepeatedScalarFieldContainer[int]
    """Health of Gladiator, Rogue, Healer, Mage; 0 is dead. From 0 to 100. 4 entries."""
    def __init__(self, seat: _Optional[int] = ..., health: _Optional[_Iterable[int]] = ...) -> None: ...

class TileReport(_message.Message):
    """The seats on a tile when BATTLE opens, and their battles (CH-6.5). Seen by these seats."""
    __slots__ = ("tile", "seats", "battles")
    TILE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    BATTLES_FIELD_NUMBER: _ClassVar[int]
    tile: int
    """Index of the tile. From 0 to 15."""
    seats: _containers.RepeatedCompositeFieldContainer[Strength]
    """All seats in play on the tile, ascending, with their champions' health. 2 to 16 entries."""
    battles: _containers.RepeatedCompositeFieldContainer[Pair]
    """All battles between seats on the tile. 0 to 10 entries."""
    def __init__(self, tile: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[Strength, _Mapping]]] = ..., battles: _Optional[_Iterable[_Union[Pair, _Mapping]]] = ...) -> None: ...

class Observation(_message.Message):
    """All that a seat may know now (CH-6.2). Events, refusals and messages since its last
    observation are sent together with it.
    """
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
    """Number of the current round, from 1. From 1 to 200."""
    phase: int
    """Number of the open phase; 4 once the match is over. From 0 to 4."""
    size: int
    """Number of tiles in a row of the map, 4 to 1. From 1 to 4."""
    stage_age: int
    """Number of rounds completed at this map size. From 0."""
    seats: _containers.RepeatedCompositeFieldContainer[Seat]
    """All seats as everybody sees them, by index. 0 to 16 entries."""
    me: Me
    """The observing seat itself. This and all following fields are absent in the public
    observation.
    """
    tile: Tile
    """The tile that the seat stands on; absent once the seat is out."""
    my_battles: _containers.RepeatedCompositeFieldContainer[Pair]
    """The seat's battles of this round, in the phase BATTLE. 0 to 2 entries."""
    report: TileReport
    """Report of the seat's tile, in the phase BATTLE, if other seats stand there."""
    def __init__(self, round: _Optional[int] = ..., phase: _Optional[int] = ..., size: _Optional[int] = ..., stage_age: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[Seat, _Mapping]]] = ..., me: _Optional[_Union[Me, _Mapping]] = ..., tile: _Optional[_Union[Tile, _Mapping]] = ..., my_battles: _Optional[_Iterable[_Union[Pair, _Mapping]]] = ..., report: _Optional[_Union[TileReport, _Mapping]] = ...) -> None: ...

class Refusal(_message.Message):
    """A part of a seat's own action that was refused or filled in (CH-4.11). Seen by that seat."""
    __slots__ = ("phase", "code", "index", "turn")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    phase: int
    """Phase of the refused action. From 0 to 3."""
    code: RefusalCode
    """Why the part did not count, or what was filled in."""
    index: int
    """Index in the action's list; absent if the refusal is about the whole action. With MORE, the
    number of further refused parts. From 0.
    """
    turn: int
    """Index of the action in the set of the fighter entry `index`; absent if the refusal is about
    no single action. From 0.
    """
    def __init__(self, phase: _Optional[int] = ..., code: _Optional[_Union[RefusalCode, str]] = ..., index: _Optional[int] = ..., turn: _Optional[int] = ...) -> None: ...

class LootFound(_message.Message):
    """A looting action has found an item. Seen by the looter alone."""
    __slots__ = ("action", "item", "kind")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    action: int
    """Index of the looting action in the round, from 0. From 0 to 5."""
    item: int
    """Instance id of the item found. From 1 to 360."""
    kind: int
    """Kind of the item found. From 0 to 35."""
    def __init__(self, action: _Optional[int] = ..., item: _Optional[int] = ..., kind: _Optional[int] = ...) -> None: ...

class LootNothing(_message.Message):
    """A looting action has found nothing. Seen by the looter alone."""
    __slots__ = ("action",)
    ACTION_FIELD_NUMBER: _ClassVar[int]
    action: int
    """Index of the looting action in the round, from 0. From 0 to 5."""
    def __init__(self, action: _Optional[int] = ...) -> None: ...

class FighterRef(_message.Message):
    """A fighter in a battle: its seat and its champion type."""
    __slots__ = ("seat", "champion")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHAMPION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the fighter's seat. From 0 to 15."""
    champion: int
    """Index of the champion, which is its type. From 0 to 3."""
    def __init__(self, seat: _Optional[int] = ..., champion: _Optional[int] = ...) -> None: ...

class Dice(_message.Message):
    """Dice rolled for one source: an action itself, or one item."""
    __slots__ = ("kind", "faces")
    KIND_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    kind: int
    """Kind of the item that the dice come from; absent for the action's own dice. From 0 to 35."""
    faces: _containers.RepeatedScalarFieldContainer[int]
    """Faces of the dice, in the order of the roll. From 1 to 20. 0 to 3 entries."""
    def __init__(self, kind: _Optional[int] = ..., faces: _Optional[_Iterable[int]] = ...) -> None: ...

class Executed(_message.Message):
    """An action in a turn of a battle, as it was executed, with its dice (CH-6.4)."""
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
    """Fighter that acted."""
    action: int
    """Battle action that was executed. From 0 to 4."""
    target: FighterRef
    """Fighter that was attacked, healed, boosted or guarded; absent for evading."""
    evade_roll: int
    """Evade roll of the attacked fighter; absent if there was none. From 1 to 20."""
    evade_need: int
    """Lowest evade roll that would have evaded; absent if there was no roll. From 1 to 20."""
    base: _containers.RepeatedScalarFieldContainer[int]
    """Faces of the action's own dice; empty for evading, and for an attack that was evaded. From 1
    to 20. 0 to 4 entries.
    """
    items: _containers.RepeatedCompositeFieldContainer[Dice]
    """Dice of the actor's items, slot 0 before slot 1. 0 to 2 entries."""
    boost: int
    """Boost from the partner that was added to the dice; 0 for none. From 0."""
    defence: Dice
    """Defence roll of the target's armour; absent without armour."""
    factor: int
    """Factor applied to the sum, in hundredths; 0 where an attack was evaded. From 0 to 150."""
    amount: int
    """Resulting damage, healing, boost or guard. From 0."""
    def __init__(self, actor: _Optional[_Union[FighterRef, _Mapping]] = ..., action: _Optional[int] = ..., target: _Optional[_Union[FighterRef, _Mapping]] = ..., evade_roll: _Optional[int] = ..., evade_need: _Optional[int] = ..., base: _Optional[_Iterable[int]] = ..., items: _Optional[_Iterable[_Union[Dice, _Mapping]]] = ..., boost: _Optional[int] = ..., defence: _Optional[_Union[Dice, _Mapping]] = ..., factor: _Optional[int] = ..., amount: _Optional[int] = ...) -> None: ...

class FighterHealth(_message.Message):
    """Health of a fighter after a turn of a battle."""
    __slots__ = ("fighter", "health")
    FIGHTER_FIELD_NUMBER: _ClassVar[int]
    HEALTH_FIELD_NUMBER: _ClassVar[int]
    fighter: FighterRef
    """The fighter whose health this is."""
    health: int
    """Health of the fighter after the turn; 0 is dead. From 0 to 100."""
    def __init__(self, fighter: _Optional[_Union[FighterRef, _Mapping]] = ..., health: _Optional[int] = ...) -> None: ...

class BattleTurn(_message.Message):
    """One turn of a battle. Seen by the two seats of the battle."""
    __slots__ = ("battle", "turn", "actions", "healths")
    BATTLE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    HEALTHS_FIELD_NUMBER: _ClassVar[int]
    battle: int
    """Id of the battle that the turn belongs to. From 0 to 9."""
    turn: int
    """Index of the turn, 0 to 3. From 0 to 3."""
    actions: _containers.RepeatedCompositeFieldContainer[Executed]
    """Actions in the order of execution; evading is listed last. 0 to 4 entries."""
    healths: _containers.RepeatedCompositeFieldContainer[FighterHealth]
    """Health of all fighters after the turn, side A first. 2 to 4 entries."""
    def __init__(self, battle: _Optional[int] = ..., turn: _Optional[int] = ..., actions: _Optional[_Iterable[_Union[Executed, _Mapping]]] = ..., healths: _Optional[_Iterable[_Union[FighterHealth, _Mapping]]] = ...) -> None: ...

class ChampionDied(_message.Message):
    """A champion has died. Seen by the seats that were on its tile when BATTLE opened."""
    __slots__ = ("seat", "champion")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHAMPION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat that the champion belongs to. From 0 to 15."""
    champion: int
    """Index of the champion, which is its type. From 0 to 3."""
    def __init__(self, seat: _Optional[int] = ..., champion: _Optional[int] = ...) -> None: ...

class ItemsReturned(_message.Message):
    """Items of dead champions are back in their seat's stash (CH-5.33). Seen by that seat alone."""
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[int]
    """Instance ids of the items, ascending. From 1 to 360. 0 to 12 entries."""
    def __init__(self, items: _Optional[_Iterable[int]] = ...) -> None: ...

class Eliminated(_message.Message):
    """A seat has been eliminated (CH-5.34). Seen by everybody."""
    __slots__ = ("seat", "round")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the eliminated seat. From 0 to 15."""
    round: int
    """Round in which the seat was eliminated. From 1 to 200."""
    def __init__(self, seat: _Optional[int] = ..., round: _Optional[int] = ...) -> None: ...

class Cut(_message.Message):
    """One step of shrinking, which removes one row and one column."""
    __slots__ = ("oy", "ox")
    OY_FIELD_NUMBER: _ClassVar[int]
    OX_FIELD_NUMBER: _ClassVar[int]
    oy: int
    """1 if the first row vanished, 0 if the last. From 0 to 1."""
    ox: int
    """1 if the first column vanished, 0 if the last. From 0 to 1."""
    def __init__(self, oy: _Optional[int] = ..., ox: _Optional[int] = ...) -> None: ...

class MapShrunk(_message.Message):
    """The map has shrunk by one or more rows and columns (CH-5.42). Seen by everybody."""
    __slots__ = ("old_size", "new_size", "cuts")
    OLD_SIZE_FIELD_NUMBER: _ClassVar[int]
    NEW_SIZE_FIELD_NUMBER: _ClassVar[int]
    CUTS_FIELD_NUMBER: _ClassVar[int]
    old_size: int
    """Size of the map before, in tiles of a row. From 1 to 4."""
    new_size: int
    """Size of the map now, in tiles of a row. From 1 to 4."""
    cuts: _containers.RepeatedCompositeFieldContainer[Cut]
    """Steps of shrinking, in order; each says which row vanished and which column: 1 the first, 0
    the last. 1 to 3 entries.
    """
    def __init__(self, old_size: _Optional[int] = ..., new_size: _Optional[int] = ..., cuts: _Optional[_Iterable[_Union[Cut, _Mapping]]] = ...) -> None: ...

class MatchEnd(_message.Message):
    """The match is over. Each list has one entry for each seat. Seen by everybody."""
    __slots__ = ("placements", "scores", "kills", "damage")
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    KILLS_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    placements: _containers.RepeatedScalarFieldContainer[int]
    """Placement of each seat, from 1. From 1 to 16. 0 to 16 entries."""
    scores: _containers.RepeatedScalarFieldContainer[int]
    """Score of each seat (CH-7.3), in millionths. From 0 to 1000000. 0 to 16 entries."""
    kills: _containers.RepeatedScalarFieldContainer[int]
    """Number of kills of each seat: rivals' champions that died in its battles. From 0. 0 to 16
    entries.
    """
    damage: _containers.RepeatedScalarFieldContainer[int]
    """Sum of the damage of each seat's attacks. From 0. 0 to 16 entries."""
    def __init__(self, placements: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[int]] = ..., kills: _Optional[_Iterable[int]] = ..., damage: _Optional[_Iterable[int]] = ...) -> None: ...

class Event(_message.Message):
    """Something that happened: one of these."""
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
    """A refusal in its plain form, in which the phase is a name."""
    loot_found: LootFound
    """A looting action has found an item. Seen by the looter alone."""
    loot_nothing: LootNothing
    """A looting action has found nothing. Seen by the looter alone."""
    tile_report: TileReport
    """The seats on a tile when BATTLE opens, and their battles (CH-6.5). Seen by these seats."""
    battle_turn: BattleTurn
    """One turn of a battle. Seen by the two seats of the battle."""
    champion_died: ChampionDied
    """A champion has died. Seen by the seats that were on its tile when BATTLE opened."""
    items_returned: ItemsReturned
    """Items of dead champions are back in their seat's stash (CH-5.33). Seen by that seat alone."""
    eliminated: Eliminated
    """A seat has been eliminated (CH-5.34). Seen by everybody."""
    map_shrunk: MapShrunk
    """The map has shrunk by one or more rows and columns (CH-5.42). Seen by everybody."""
    match_end: MatchEnd
    """The match is over. Each list has one entry for each seat. Seen by everybody."""
    def __init__(self, refusal: _Optional[_Union[Refusal, _Mapping]] = ..., loot_found: _Optional[_Union[LootFound, _Mapping]] = ..., loot_nothing: _Optional[_Union[LootNothing, _Mapping]] = ..., tile_report: _Optional[_Union[TileReport, _Mapping]] = ..., battle_turn: _Optional[_Union[BattleTurn, _Mapping]] = ..., champion_died: _Optional[_Union[ChampionDied, _Mapping]] = ..., items_returned: _Optional[_Union[ItemsReturned, _Mapping]] = ..., eliminated: _Optional[_Union[Eliminated, _Mapping]] = ..., map_shrunk: _Optional[_Union[MapShrunk, _Mapping]] = ..., match_end: _Optional[_Union[MatchEnd, _Mapping]] = ...) -> None: ...

class Events(_message.Message):
    """What happened."""
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    """The events, in order."""
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...
