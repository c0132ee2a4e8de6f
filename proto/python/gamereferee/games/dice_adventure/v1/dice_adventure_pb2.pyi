"""Dice Adventure on the wire. Rule numbers are those of its rulebook. Cells are x, counted from 0
at the left, and y, counted from 0 at the top. Characters are map numbers: 1 Dwarf, 2 Giant, 3
Human. A code is two characters of a map, such as "R1".
"""
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class OnWipe(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """What happens when all three members are dead at once (DA-5.11)."""
    __slots__ = ()
    ON_WIPE_UNSPECIFIED: _ClassVar[OnWipe]
    """Never sent."""
    ON_WIPE_RESTART: _ClassVar[OnWipe]
    """The level restarts."""
    ON_WIPE_RESPAWN: _ClassVar[OnWipe]
    """Nothing special happens; the members return one by one."""
    ON_WIPE_LOSE: _ClassVar[OnWipe]
    """The level is lost."""

class OnFail(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """What happens after a level that was not cleared (DA-5.16)."""
    __slots__ = ()
    ON_FAIL_UNSPECIFIED: _ClassVar[OnFail]
    """Never sent."""
    ON_FAIL_NEXT: _ClassVar[OnFail]
    """The next level begins."""
    ON_FAIL_END: _ClassVar[OnFail]
    """The match is over for the party."""

class Step(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """One step of a plan."""
    __slots__ = ()
    STEP_UNSPECIFIED: _ClassVar[Step]
    """Never sent."""
    STEP_UP: _ClassVar[Step]
    """One cell up, to y - 1."""
    STEP_DOWN: _ClassVar[Step]
    """One cell down, to y + 1."""
    STEP_LEFT: _ClassVar[Step]
    """One cell to the left, to x - 1."""
    STEP_RIGHT: _ClassVar[Step]
    """One cell to the right, to x + 1."""
    STEP_WAIT: _ClassVar[Step]
    """The member stays where it is, for one action point."""

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Phases in which seats decide (DA-4.1)."""
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    """Never sent."""
    PHASE_COMMUNICATION: _ClassVar[Phase]
    """A ping window: members may mark cells for their party."""
    PHASE_PLANNING: _ClassVar[Phase]
    """Members plan their steps."""
    PHASE_DONE: _ClassVar[Phase]
    """The party has finished its match; its members decide no more."""

class RefusalCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Why a part of an order did not count (DA-4.7)."""
    __slots__ = ()
    REFUSAL_CODE_UNSPECIFIED: _ClassVar[RefusalCode]
    """Never sent."""
    REFUSAL_CODE_LATE: _ClassVar[RefusalCode]
    """No order came before the deadline."""
    REFUSAL_CODE_MALFORMED: _ClassVar[RefusalCode]
    """The order, or one of its pings, has the wrong form."""
    REFUSAL_CODE_WRONG_PHASE: _ClassVar[RefusalCode]
    """The order is a plan in a ping window, or pings in planning."""
    REFUSAL_CODE_ALREADY_SENT: _ClassVar[RefusalCode]
    """The seat had sent an order before. Never sent: the referee rejects such a message."""
    REFUSAL_CODE_NOT_ACTING: _ClassVar[RefusalCode]
    """The seat does not have to decide. Never sent: the referee rejects such a message."""
    REFUSAL_CODE_TOO_MANY: _ClassVar[RefusalCode]
    """The order has more than 32 entries; the rest was not read."""
    REFUSAL_CODE_BAD_SYMBOL: _ClassVar[RefusalCode]
    """The ping's symbol is unknown; the ping was dropped."""
    REFUSAL_CODE_OUT_OF_MAP: _ClassVar[RefusalCode]
    """The ping's cell is not on the map; the ping was dropped."""
    REFUSAL_CODE_NO_AP: _ClassVar[RefusalCode]
    """Too few action points were left for the entry; the entry was dropped."""
    REFUSAL_CODE_BAD_STEP: _ClassVar[RefusalCode]
    """The entry is no step; a wait took its place."""

class Outcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """How a level ended (DA-7.3)."""
    __slots__ = ()
    OUTCOME_UNSPECIFIED: _ClassVar[Outcome]
    """Never sent."""
    OUTCOME_CLEARED: _ClassVar[Outcome]
    """A member reached the tower while the party had all keys."""
    OUTCOME_TIMED_OUT: _ClassVar[Outcome]
    """The level's cap of rounds was reached."""
    OUTCOME_LOST: _ClassVar[Outcome]
    """A member had no life left, or a wipe lost the level (DA-5.11)."""
    OUTCOME_NOT_PLAYED: _ClassVar[Outcome]
    """An earlier failed level ended the party's match."""

class EnginePhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Phases in which members and pieces can meet in an encounter."""
    __slots__ = ()
    ENGINE_PHASE_UNSPECIFIED: _ClassVar[EnginePhase]
    """Never sent."""
    ENGINE_PHASE_ACTION: _ClassVar[EnginePhase]
    """Action Phase: members move."""
    ENGINE_PHASE_MONSTER: _ClassVar[EnginePhase]
    """Monster Phase: monsters move."""

class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Kinds that types of pieces can have: rock, trap or monster."""
    __slots__ = ()
    KIND_UNSPECIFIED: _ClassVar[Kind]
    """Never sent."""
    KIND_ROCK: _ClassVar[Kind]
    """Rocks, which must be broken to pass."""
    KIND_TRAP: _ClassVar[Kind]
    """Traps, which go off once."""
    KIND_MONSTER: _ClassVar[Kind]
    """Monsters, which move."""
ON_WIPE_UNSPECIFIED: OnWipe
"""Never sent."""
ON_WIPE_RESTART: OnWipe
"""The level restarts."""
ON_WIPE_RESPAWN: OnWipe
"""Nothing special happens; the members return one by one."""
ON_WIPE_LOSE: OnWipe
"""The level is lost."""
ON_FAIL_UNSPECIFIED: OnFail
"""Never sent."""
ON_FAIL_NEXT: OnFail
"""The next level begins."""
ON_FAIL_END: OnFail
"""The match is over for the party."""
STEP_UNSPECIFIED: Step
"""Never sent."""
STEP_UP: Step
"""One cell up, to y - 1."""
STEP_DOWN: Step
"""One cell down, to y + 1."""
STEP_LEFT: Step
"""One cell to the left, to x - 1."""
STEP_RIGHT: Step
"""One cell to the right, to x + 1."""
STEP_WAIT: Step
"""The member stays where it is, for one action point."""
PHASE_UNSPECIFIED: Phase
"""Never sent."""
PHASE_COMMUNICATION: Phase
"""A ping window: members may mark cells for their party."""
PHASE_PLANNING: Phase
"""Members plan their steps."""
PHASE_DONE: Phase
"""The party has finished its match; its members decide no more."""
REFUSAL_CODE_UNSPECIFIED: RefusalCode
"""Never sent."""
REFUSAL_CODE_LATE: RefusalCode
"""No order came before the deadline."""
REFUSAL_CODE_MALFORMED: RefusalCode
"""The order, or one of its pings, has the wrong form."""
REFUSAL_CODE_WRONG_PHASE: RefusalCode
"""The order is a plan in a ping window, or pings in planning."""
REFUSAL_CODE_ALREADY_SENT: RefusalCode
"""The seat had sent an order before. Never sent: the referee rejects such a message."""
REFUSAL_CODE_NOT_ACTING: RefusalCode
"""The seat does not have to decide. Never sent: the referee rejects such a message."""
REFUSAL_CODE_TOO_MANY: RefusalCode
"""The order has more than 32 entries; the rest was not read."""
REFUSAL_CODE_BAD_SYMBOL: RefusalCode
"""The ping's symbol is unknown; the ping was dropped."""
REFUSAL_CODE_OUT_OF_MAP: RefusalCode
"""The ping's cell is not on the map; the ping was dropped."""
REFUSAL_CODE_NO_AP: RefusalCode
"""Too few action points were left for the entry; the entry was dropped."""
REFUSAL_CODE_BAD_STEP: RefusalCode
"""The entry is no step; a wait took its place."""
OUTCOME_UNSPECIFIED: Outcome
"""Never sent."""
OUTCOME_CLEARED: Outcome
"""A member reached the tower while the party had all keys."""
OUTCOME_TIMED_OUT: Outcome
"""The level's cap of rounds was reached."""
OUTCOME_LOST: Outcome
"""A member had no life left, or a wipe lost the level (DA-5.11)."""
OUTCOME_NOT_PLAYED: Outcome
"""An earlier failed level ended the party's match."""
ENGINE_PHASE_UNSPECIFIED: EnginePhase
"""Never sent."""
ENGINE_PHASE_ACTION: EnginePhase
"""Action Phase: members move."""
ENGINE_PHASE_MONSTER: EnginePhase
"""Monster Phase: monsters move."""
KIND_UNSPECIFIED: Kind
"""Never sent."""
KIND_ROCK: Kind
"""Rocks, which must be broken to pass."""
KIND_TRAP: Kind
"""Traps, which go off once."""
KIND_MONSTER: Kind
"""Monsters, which move."""

class PieceCount(_message.Message):
    """Number of pieces of one type in a random level."""
    __slots__ = ("code", "count")
    CODE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    code: str
    """Code of the type of pieces."""
    count: int
    """Number of pieces; at most a third of the cells. From 0 to 341."""
    def __init__(self, code: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class RandomLevel(_message.Message):
    """Size, walls and pieces of a random level (DA-2.13)."""
    __slots__ = ("w", "h", "wall", "pieces")
    W_FIELD_NUMBER: _ClassVar[int]
    H_FIELD_NUMBER: _ClassVar[int]
    WALL_FIELD_NUMBER: _ClassVar[int]
    PIECES_FIELD_NUMBER: _ClassVar[int]
    w: int
    """Width of the level in cells. From 5 to 32."""
    h: int
    """Height of the level in cells. From 5 to 32."""
    wall: int
    """Chance of each cell to be a wall, in percent. From 0 to 40."""
    pieces: _containers.RepeatedCompositeFieldContainer[PieceCount]
    """Code and count of each type of pieces, placed in this order; at most a third of the cells in
    all.
    """
    def __init__(self, w: _Optional[int] = ..., h: _Optional[int] = ..., wall: _Optional[int] = ..., pieces: _Optional[_Iterable[_Union[PieceCount, _Mapping]]] = ...) -> None: ...

class LevelEntry(_message.Message):
    """One level of a match: a name, a map or a random level. A text alone is a name."""
    __slots__ = ("name", "map", "random", "cap")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MAP_FIELD_NUMBER: _ClassVar[int]
    RANDOM_FIELD_NUMBER: _ClassVar[int]
    CAP_FIELD_NUMBER: _ClassVar[int]
    name: str
    """Name of a built-in level or a preset."""
    map: str
    """Text of a map (DA-2.8)."""
    random: RandomLevel
    """Parameters from which a random level is generated."""
    cap: int
    """Highest number of rounds of the level; if absent, that of its name, or else `round_cap`. From
    1 to 500.
    """
    def __init__(self, name: _Optional[str] = ..., map: _Optional[str] = ..., random: _Optional[_Union[RandomLevel, _Mapping]] = ..., cap: _Optional[int] = ...) -> None: ...

class MemberStats(_message.Message):
    """Abilities of one member that differ from DA-2.2; an absent field keeps the value of DA-2.2.
    """
    __slots__ = ("vision", "ap", "hearts", "rock_die", "rock_modifier", "trap_die", "trap_modifier", "monster_die", "monster_modifier")
    VISION_FIELD_NUMBER: _ClassVar[int]
    AP_FIELD_NUMBER: _ClassVar[int]
    HEARTS_FIELD_NUMBER: _ClassVar[int]
    ROCK_DIE_FIELD_NUMBER: _ClassVar[int]
    ROCK_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    TRAP_DIE_FIELD_NUMBER: _ClassVar[int]
    TRAP_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    MONSTER_DIE_FIELD_NUMBER: _ClassVar[int]
    MONSTER_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    vision: int
    """Side in cells of the square that the member sees; odd. From 1 to 15."""
    ap: int
    """Action points of the member in each round. From 1 to 12."""
    hearts: int
    """Hearts of the member at full health. From 1 to 9."""
    rock_die: int
    """Sides of the member's die against rocks. From 0 to 20."""
    rock_modifier: int
    """Number added to the member's die against rocks. From 0 to 20."""
    trap_die: int
    """Sides of the member's die against traps. From 0 to 20."""
    trap_modifier: int
    """Number added to the member's die against traps. From 0 to 20."""
    monster_die: int
    """Sides of the member's die against monsters. From 0 to 20."""
    monster_modifier: int
    """Number added to the member's die against monsters. From 0 to 20."""
    def __init__(self, vision: _Optional[int] = ..., ap: _Optional[int] = ..., hearts: _Optional[int] = ..., rock_die: _Optional[int] = ..., rock_modifier: _Optional[int] = ..., trap_die: _Optional[int] = ..., trap_modifier: _Optional[int] = ..., monster_die: _Optional[int] = ..., monster_modifier: _Optional[int] = ...) -> None: ...

class Stats(_message.Message):
    """Abilities of the three members that differ from DA-2.2."""
    __slots__ = ("dwarf", "giant", "human")
    DWARF_FIELD_NUMBER: _ClassVar[int]
    GIANT_FIELD_NUMBER: _ClassVar[int]
    HUMAN_FIELD_NUMBER: _ClassVar[int]
    dwarf: MemberStats
    """Abilities of the Dwarf that differ from DA-2.2."""
    giant: MemberStats
    """Abilities of the Giant that differ from DA-2.2."""
    human: MemberStats
    """Abilities of the Human that differ from DA-2.2."""
    def __init__(self, dwarf: _Optional[_Union[MemberStats, _Mapping]] = ..., giant: _Optional[_Union[MemberStats, _Mapping]] = ..., human: _Optional[_Union[MemberStats, _Mapping]] = ...) -> None: ...

class PieceType(_message.Message):
    """A type of pieces: rock, trap or monster (DA-2.6)."""
    __slots__ = ("code", "name", "die", "modifier", "steps", "hunt")
    CODE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    DIE_FIELD_NUMBER: _ClassVar[int]
    MODIFIER_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    HUNT_FIELD_NUMBER: _ClassVar[int]
    code: str
    """Code of the type on maps: letter of the kind (R, T or M) and a digit."""
    name: str
    """Name of the type for people."""
    die: int
    """Sides of the die that the piece rolls; 0 is no die. From 0 to 20."""
    modifier: int
    """Number added to the die. From 0 to 20. Default 0."""
    steps: int
    """Steps that a monster takes in a Monster Phase. From 0 to 5. Default 0."""
    hunt: int
    """Walking distance up to which a monster hunts members; 0 is never. From 0 to 10. Default 0."""
    def __init__(self, code: _Optional[str] = ..., name: _Optional[str] = ..., die: _Optional[int] = ..., modifier: _Optional[int] = ..., steps: _Optional[int] = ..., hunt: _Optional[int] = ...) -> None: ...

class Config(_message.Message):
    """Parameters of a match (DA-2.1). An absent field means its default."""
    __slots__ = ("levels", "round_cap", "ping_windows", "ping_symbols", "ping_cost", "damage", "respawn_wait", "lives", "on_wipe", "on_fail", "comm_deadline_ms", "plan_deadline_ms", "stats", "types", "num_levels")
    LEVELS_FIELD_NUMBER: _ClassVar[int]
    ROUND_CAP_FIELD_NUMBER: _ClassVar[int]
    PING_WINDOWS_FIELD_NUMBER: _ClassVar[int]
    PING_SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    PING_COST_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    RESPAWN_WAIT_FIELD_NUMBER: _ClassVar[int]
    LIVES_FIELD_NUMBER: _ClassVar[int]
    ON_WIPE_FIELD_NUMBER: _ClassVar[int]
    ON_FAIL_FIELD_NUMBER: _ClassVar[int]
    COMM_DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    PLAN_DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    STATS_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    NUM_LEVELS_FIELD_NUMBER: _ClassVar[int]
    levels: _containers.RepeatedCompositeFieldContainer[LevelEntry]
    """Levels of the match in order, each by name, as a map, or as parameters of a generator
    (DA-2.13); secret. 1 to 20 entries.
    """
    round_cap: int
    """Highest number of rounds of a level whose entry gives none. From 1 to 500. Default 40."""
    ping_windows: int
    """Number of ping windows in a Communication Phase; 0 is a silent game. From 0 to 6. Default 2.
    """
    ping_symbols: int
    """Number of different ping symbols: letters, from A on. From 1 to 26. Default 4."""
    ping_cost: int
    """Action points that each ping costs. From 1 to 3. Default 1."""
    damage: int
    """Hearts that each member loses in a lost encounter with a trap or monsters. From 1 to 3.
    Default 1.
    """
    respawn_wait: int
    """Number of Cleanup Phases after which a dead member returns (DA-5.8). From 1 to 10. Default 2.
    """
    lives: int
    """Number of deaths of one member on a level that lose the level; 0 is no limit (DA-5.11). From
    0 to 9. Default 0.
    """
    on_wipe: OnWipe
    """What happens when all three are dead at once (DA-5.11). Default restart."""
    on_fail: OnFail
    """What happens after a level that was not cleared (DA-5.16). Default next."""
    comm_deadline_ms: int
    """Suggested move time of a ping window in milliseconds; used only if the match's creator sets
    no time control. From 50 to 120000. Default 2000.
    """
    plan_deadline_ms: int
    """Suggested move time for a plan in milliseconds; used only if the match's creator sets no time
    control. From 50 to 120000. Default 3000.
    """
    stats: Stats
    """Abilities of members that differ from DA-2.2."""
    types: _containers.RepeatedCompositeFieldContainer[PieceType]
    """Types of pieces: a custom table, "default" or "extended" (DA-2.4 to DA-2.6). 1 to 27 entries.
    """
    num_levels: int
    """Number of levels, which the referee sends to seats in place of the levels. Ignored in a
    config that it reads. From 0 to 20. Default 0.
    """
    def __init__(self, levels: _Optional[_Iterable[_Union[LevelEntry, _Mapping]]] = ..., round_cap: _Optional[int] = ..., ping_windows: _Optional[int] = ..., ping_symbols: _Optional[int] = ..., ping_cost: _Optional[int] = ..., damage: _Optional[int] = ..., respawn_wait: _Optional[int] = ..., lives: _Optional[int] = ..., on_wipe: _Optional[_Union[OnWipe, str]] = ..., on_fail: _Optional[_Union[OnFail, str]] = ..., comm_deadline_ms: _Optional[int] = ..., plan_deadline_ms: _Optional[int] = ..., stats: _Optional[_Union[Stats, _Mapping]] = ..., types: _Optional[_Iterable[_Union[PieceType, _Mapping]]] = ..., num_levels: _Optional[int] = ...) -> None: ...

class PingOrder(_message.Message):
    """An order to mark a cell for the whole party (DA-4.5). If one of its fields is absent, it is
    malformed.
    """
    __slots__ = ("symbol", "x", "y")
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    symbol: str
    """Letter of the ping: one of the first ping_symbols letters."""
    x: int
    """Column of the cell to mark. From 0."""
    y: int
    """Row of the cell to mark. From 0."""
    def __init__(self, symbol: _Optional[str] = ..., x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class Pings(_message.Message):
    """The pings that a seat makes in one window."""
    __slots__ = ("pings",)
    PINGS_FIELD_NUMBER: _ClassVar[int]
    pings: _containers.RepeatedCompositeFieldContainer[PingOrder]
    """The pings in order; at most 32 are read."""
    def __init__(self, pings: _Optional[_Iterable[_Union[PingOrder, _Mapping]]] = ...) -> None: ...

class Plan(_message.Message):
    """The steps that a seat plans for the round (DA-4.6)."""
    __slots__ = ("steps",)
    STEPS_FIELD_NUMBER: _ClassVar[int]
    steps: _containers.RepeatedScalarFieldContainer[Step]
    """The steps in order. At most 32 are read, and no more of them count than there are action
    points. An entry that is no step is refused as BAD_STEP.
    """
    def __init__(self, steps: _Optional[_Iterable[_Union[Step, str]]] = ...) -> None: ...

class Action(_message.Message):
    """An order: pings in the Communication Phase, a plan in planning. A present but empty list is a
    pass. If the list that the phase asks for is absent, the order does not count.
    """
    __slots__ = ("pings", "plan")
    PINGS_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    pings: Pings
    """Pings, asked for in the phase COMMUNICATION."""
    plan: Plan
    """The plan, asked for in the phase PLANNING."""
    def __init__(self, pings: _Optional[_Union[Pings, _Mapping]] = ..., plan: _Optional[_Union[Plan, _Mapping]] = ...) -> None: ...

class Level(_message.Message):
    """The level that a party is on. Seen by the party."""
    __slots__ = ("index", "count", "w", "h", "cap", "attempt")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    W_FIELD_NUMBER: _ClassVar[int]
    H_FIELD_NUMBER: _ClassVar[int]
    CAP_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    index: int
    """Index of the level in the list of levels, from 0. From 0 to 19."""
    count: int
    """Number of levels in the match. From 1 to 20."""
    w: int
    """Number of cells in a row of the map. From 1 to 32."""
    h: int
    """Number of rows of the map. From 1 to 32."""
    cap: int
    """Highest number of rounds that the level may last. From 1 to 500."""
    attempt: int
    """Number of times that the level has been restarted so far. From 0 to 499."""
    def __init__(self, index: _Optional[int] = ..., count: _Optional[int] = ..., w: _Optional[int] = ..., h: _Optional[int] = ..., cap: _Optional[int] = ..., attempt: _Optional[int] = ...) -> None: ...

class Monster(_message.Message):
    """A monster on the map. Seen by seats that have it in sight."""
    __slots__ = ("code", "x", "y")
    CODE_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    code: str
    """Code of the monster's type."""
    x: int
    """Column of the monster's cell. From 0 to 31."""
    y: int
    """Row of the monster's cell. From 0 to 31."""
    def __init__(self, code: _Optional[str] = ..., x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class Me(_message.Message):
    """The seat's own member. Seen by this seat alone."""
    __slots__ = ("x", "y", "hearts", "ap")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    HEARTS_FIELD_NUMBER: _ClassVar[int]
    AP_FIELD_NUMBER: _ClassVar[int]
    x: int
    """Column of the member's cell; absent while it is dead. From 0 to 31."""
    y: int
    """Row of the member's cell; absent while it is dead. From 0 to 31."""
    hearts: int
    """Hearts that the member has left. From 0 to 9."""
    ap: int
    """Action points that the member has left in this round. From 0 to 12."""
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., hearts: _Optional[int] = ..., ap: _Optional[int] = ...) -> None: ...

class Member(_message.Message):
    """A member of the seat's own party. Seen by the party, except its place."""
    __slots__ = ("character", "alive", "hearts", "respawn", "lives", "key", "x", "y")
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    ALIVE_FIELD_NUMBER: _ClassVar[int]
    HEARTS_FIELD_NUMBER: _ClassVar[int]
    RESPAWN_FIELD_NUMBER: _ClassVar[int]
    LIVES_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    character: int
    """Map number of the member. From 1 to 3."""
    alive: bool
    """Whether the member lives."""
    hearts: int
    """Hearts that the member has left. From 0 to 9."""
    respawn: int
    """Number of Cleanup Phases until the member returns; 0 while it lives. From 0 to 10."""
    lives: int
    """Number of lives that the member has left on this level; 0 if they are not counted. From 0 to
    9.
    """
    key: bool
    """Whether the member holds its key."""
    x: int
    """Column of the member's cell; absent unless the seat has the member in sight. From 0 to 31."""
    y: int
    """Row of the member's cell; absent unless the seat has the member in sight. From 0 to 31."""
    def __init__(self, character: _Optional[int] = ..., alive: bool = ..., hearts: _Optional[int] = ..., respawn: _Optional[int] = ..., lives: _Optional[int] = ..., key: bool = ..., x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class Ping(_message.Message):
    """A mark that a member has put on the map in this round. Seen by the party once its window is
    over.
    """
    __slots__ = ("by", "symbol", "x", "y", "window")
    BY_FIELD_NUMBER: _ClassVar[int]
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    by: int
    """Map number of the member that made the ping. From 1 to 3."""
    symbol: str
    """Letter of the ping."""
    x: int
    """Column of the marked cell. From 0 to 31."""
    y: int
    """Row of the marked cell. From 0 to 31."""
    window: int
    """Window in which the ping was made, from 1. From 0 to 6."""
    def __init__(self, by: _Optional[int] = ..., symbol: _Optional[str] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., window: _Optional[int] = ...) -> None: ...

class Refusal(_message.Message):
    """A part of a seat's own order that did not count (DA-4.7). Seen by that seat alone."""
    __slots__ = ("phase", "window", "index", "code", "more")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    MORE_FIELD_NUMBER: _ClassVar[int]
    phase: Phase
    """Phase in which the order was asked for."""
    window: int
    """Ping window in which the order was asked for; 0 in planning. From 0 to 6."""
    index: int
    """Index of the refused entry; absent if the whole order is refused. From 0 to 32."""
    code: RefusalCode
    """Why the entry or the order is refused."""
    more: int
    """With TOO_MANY, how many entries followed this one and were not read either; 0 under version 1
    of the rules. From 0 to 65000.
    """
    def __init__(self, phase: _Optional[_Union[Phase, str]] = ..., window: _Optional[int] = ..., index: _Optional[int] = ..., code: _Optional[_Union[RefusalCode, str]] = ..., more: _Optional[int] = ...) -> None: ...

class LevelRecord(_message.Message):
    """Record of a level that has ended (DA-7.3). Seen by the party."""
    __slots__ = ("level", "outcome", "keys", "rounds", "score")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    level: int
    """Index of the level in the list of levels, from 0. From 0 to 19."""
    outcome: Outcome
    """How the level ended."""
    keys: int
    """Number of keys that the party held at the end. From 0 to 3."""
    rounds: int
    """Round in which the level was cleared; if it was not, its cap of rounds. From 1 to 500."""
    score: int
    """Points that the party got for the level. From 0 to 999."""
    def __init__(self, level: _Optional[int] = ..., outcome: _Optional[_Union[Outcome, str]] = ..., keys: _Optional[int] = ..., rounds: _Optional[int] = ..., score: _Optional[int] = ...) -> None: ...

class Observation(_message.Message):
    """What a seat may know at a decision (DA-6.5). Events of the step are sent along with it. The
    config, with num_levels in place of levels, is sent when the seat joins.
    """
    __slots__ = ("party", "seat", "character", "level", "round", "phase", "window", "grid", "seen", "monsters", "me", "members", "pings", "refused", "results", "score")
    PARTY_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    GRID_FIELD_NUMBER: _ClassVar[int]
    SEEN_FIELD_NUMBER: _ClassVar[int]
    MONSTERS_FIELD_NUMBER: _ClassVar[int]
    ME_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    PINGS_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    party: int
    """Index of the seat's party, from 0. From 0 to 7."""
    seat: int
    """Index of the seat that this observation is for. From 0 to 23."""
    character: int
    """Map number of the seat's member: 1 Dwarf, 2 Giant, 3 Human. From 1 to 3."""
    level: Level
    """The level that the party is on."""
    round: int
    """Current round of the level, from 1. From 1 to 500."""
    phase: Phase
    """Phase of the party: whether pings or a plan are asked for."""
    window: int
    """Current ping window, from 1; 0 in planning. From 0 to 6."""
    grid: _containers.RepeatedScalarFieldContainer[str]
    """The map as the member remembers it: a text for each row, two characters for each cell, "??"
    where the cell was never in sight.
    """
    seen: _containers.RepeatedScalarFieldContainer[str]
    """How the member knows each cell: a text for each row, a digit for each cell: 0 unexplored, 1
    remembered, 2 in sight.
    """
    monsters: _containers.RepeatedCompositeFieldContainer[Monster]
    """Monsters in sight, by y, then x, then code."""
    me: Me
    """State of the seat's own member."""
    members: _containers.RepeatedCompositeFieldContainer[Member]
    """State of all three members of the party, by map number. 3 entries."""
    pings: _containers.RepeatedCompositeFieldContainer[Ping]
    """Pings of the party in this round, in order."""
    refused: _containers.RepeatedCompositeFieldContainer[Refusal]
    """Refused parts of this seat's last order."""
    results: _containers.RepeatedCompositeFieldContainer[LevelRecord]
    """Records of the levels that the party has ended, in order."""
    score: int
    """Points of the party so far, over all levels. From 0 to 19980."""
    def __init__(self, party: _Optional[int] = ..., seat: _Optional[int] = ..., character: _Optional[int] = ..., level: _Optional[_Union[Level, _Mapping]] = ..., round: _Optional[int] = ..., phase: _Optional[_Union[Phase, str]] = ..., window: _Optional[int] = ..., grid: _Optional[_Iterable[str]] = ..., seen: _Optional[_Iterable[str]] = ..., monsters: _Optional[_Iterable[_Union[Monster, _Mapping]]] = ..., me: _Optional[_Union[Me, _Mapping]] = ..., members: _Optional[_Iterable[_Union[Member, _Mapping]]] = ..., pings: _Optional[_Iterable[_Union[Ping, _Mapping]]] = ..., refused: _Optional[_Iterable[_Union[Refusal, _Mapping]]] = ..., results: _Optional[_Iterable[_Union[LevelRecord, _Mapping]]] = ..., score: _Optional[int] = ...) -> None: ...

class LevelStart(_message.Message):
    """A level begins, or restarts. Sent to the party."""
    __slots__ = ("index", "w", "h", "cap", "attempt")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    W_FIELD_NUMBER: _ClassVar[int]
    H_FIELD_NUMBER: _ClassVar[int]
    CAP_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    index: int
    """Index of the level in the list of levels, from 0. From 0 to 19."""
    w: int
    """Number of cells in a row of the map. From 1 to 32."""
    h: int
    """Number of rows of the map. From 1 to 32."""
    cap: int
    """Highest number of rounds that the level may last. From 1 to 500."""
    attempt: int
    """Number of times that the level has been restarted so far. From 0 to 499."""
    def __init__(self, index: _Optional[int] = ..., w: _Optional[int] = ..., h: _Optional[int] = ..., cap: _Optional[int] = ..., attempt: _Optional[int] = ...) -> None: ...

class MemberRoll(_message.Message):
    """What a member rolled in an encounter."""
    __slots__ = ("character", "number")
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    character: int
    """Map number of the member. From 1 to 3."""
    number: int
    """Result of the roll, modifier included. From 0 to 40."""
    def __init__(self, character: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

class PieceRoll(_message.Message):
    """What a piece rolled in an encounter."""
    __slots__ = ("code", "number")
    CODE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    code: str
    """Code of the piece's type."""
    number: int
    """Result of the roll, modifier included. From 0 to 40."""
    def __init__(self, code: _Optional[str] = ..., number: _Optional[int] = ...) -> None: ...

class Encounter(_message.Message):
    """Members and pieces met in a cell (DA-5.4). Sent to participants, and to members that had the
    cell in sight.
    """
    __slots__ = ("phase", "step", "x", "y", "kind", "members", "pieces", "success")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    PIECES_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    phase: EnginePhase
    """Phase in which the encounter happened: the Action Phase or the Monster Phase."""
    step: int
    """Number of the step, or of the sub-step of monsters, from 1. From 1 to 12."""
    x: int
    """Column of the cell where they met. From 0 to 31."""
    y: int
    """Row of the cell where they met. From 0 to 31."""
    kind: Kind
    """Kind of all pieces in the cell."""
    members: _containers.RepeatedCompositeFieldContainer[MemberRoll]
    """Rolls of the participants, in the order of rolling."""
    pieces: _containers.RepeatedCompositeFieldContainer[PieceRoll]
    """Rolls of the pieces, in the order of rolling."""
    success: bool
    """Whether the party won the encounter."""
    def __init__(self, phase: _Optional[_Union[EnginePhase, str]] = ..., step: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., kind: _Optional[_Union[Kind, str]] = ..., members: _Optional[_Iterable[_Union[MemberRoll, _Mapping]]] = ..., pieces: _Optional[_Iterable[_Union[PieceRoll, _Mapping]]] = ..., success: bool = ...) -> None: ...

class Bump(_message.Message):
    """A member walked against a wall or the edge of the map. Sent to its seat."""
    __slots__ = ("step", "x", "y")
    STEP_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    step: int
    """Number of the step in the Action Phase, from 1. From 1 to 12."""
    x: int
    """Column of the cell walked against; -1 is beyond the left edge. From -1 to 32."""
    y: int
    """Row of the cell walked against; -1 is beyond the upper edge. From -1 to 32."""
    def __init__(self, step: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class Death(_message.Message):
    """A member has died. Sent to the party."""
    __slots__ = ("character",)
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    character: int
    """Map number of the member that died. From 1 to 3."""
    def __init__(self, character: _Optional[int] = ...) -> None: ...

class Respawn(_message.Message):
    """A dead member has returned. Sent to the party."""
    __slots__ = ("character",)
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    character: int
    """Map number of the member that returned: 1 Dwarf, 2 Giant, 3 Human. From 1 to 3."""
    def __init__(self, character: _Optional[int] = ...) -> None: ...

class Key(_message.Message):
    """A member has got its key; the party needs all keys to clear the level. Sent to the party."""
    __slots__ = ("character",)
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    character: int
    """Map number of the member. From 1 to 3."""
    def __init__(self, character: _Optional[int] = ...) -> None: ...

class Wipe(_message.Message):
    """All three members were dead at once; the level restarts or is lost. Sent to the party."""
    __slots__ = ()
    def __init__(self) -> None: ...

class MatchEnd(_message.Message):
    """The last event of a match; the seed is sent in the referee's own message. Sent to everybody.
    """
    __slots__ = ("scores", "placements")
    SCORES_FIELD_NUMBER: _ClassVar[int]
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    """Score of each party. From 0 to 19980."""
    placements: _containers.RepeatedScalarFieldContainer[int]
    """Placement of each party: one more than the parties ranked above it (DA-7.4). From 1 to 8."""
    def __init__(self, scores: _Optional[_Iterable[int]] = ..., placements: _Optional[_Iterable[int]] = ...) -> None: ...

class Event(_message.Message):
    """Something that happened: one of these."""
    __slots__ = ("level_start", "encounter", "bump", "death", "respawn", "key", "wipe", "level_end", "match_end", "refusal")
    LEVEL_START_FIELD_NUMBER: _ClassVar[int]
    ENCOUNTER_FIELD_NUMBER: _ClassVar[int]
    BUMP_FIELD_NUMBER: _ClassVar[int]
    DEATH_FIELD_NUMBER: _ClassVar[int]
    RESPAWN_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    WIPE_FIELD_NUMBER: _ClassVar[int]
    LEVEL_END_FIELD_NUMBER: _ClassVar[int]
    MATCH_END_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    level_start: LevelStart
    """A level begins, or restarts. Sent to the party."""
    encounter: Encounter
    """Members and pieces met in a cell (DA-5.4). Sent to participants, and to members that had the
    cell in sight.
    """
    bump: Bump
    """A member walked against a wall or the edge of the map. Sent to its seat."""
    death: Death
    """A member has died. Sent to the party."""
    respawn: Respawn
    """A dead member has returned. Sent to the party."""
    key: Key
    """A member has got its key; the party needs all keys to clear the level. Sent to the party."""
    wipe: Wipe
    """All three members were dead at once; the level restarts or is lost. Sent to the party."""
    level_end: LevelRecord
    """A level has ended; this is its record. Sent to the party."""
    match_end: MatchEnd
    """The last event of a match; the seed is sent in the referee's own message. Sent to everybody.
    """
    refusal: Refusal
    """A part of a seat's own order that did not count (DA-4.7). Seen by that seat alone."""
    def __init__(self, level_start: _Optional[_Union[LevelStart, _Mapping]] = ..., encounter: _Optional[_Union[Encounter, _Mapping]] = ..., bump: _Optional[_Union[Bump, _Mapping]] = ..., death: _Optional[_Union[Death, _Mapping]] = ..., respawn: _Optional[_Union[Respawn, _Mapping]] = ..., key: _Optional[_Union[Key, _Mapping]] = ..., wipe: _Optional[_Union[Wipe, _Mapping]] = ..., level_end: _Optional[_Union[LevelRecord, _Mapping]] = ..., match_end: _Optional[_Union[MatchEnd, _Mapping]] = ..., refusal: _Optional[_Union[Refusal, _Mapping]] = ...) -> None: ...

class Events(_message.Message):
    """What happened."""
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    """The events, in order."""
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...
