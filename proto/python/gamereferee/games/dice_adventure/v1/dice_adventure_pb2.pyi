from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class OnWipe(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ON_WIPE_UNSPECIFIED: _ClassVar[OnWipe]
    ON_WIPE_RESTART: _ClassVar[OnWipe]
    ON_WIPE_RESPAWN: _ClassVar[OnWipe]
    ON_WIPE_LOSE: _ClassVar[OnWipe]

class OnFail(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ON_FAIL_UNSPECIFIED: _ClassVar[OnFail]
    ON_FAIL_NEXT: _ClassVar[OnFail]
    ON_FAIL_END: _ClassVar[OnFail]

class Step(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STEP_UNSPECIFIED: _ClassVar[Step]
    STEP_UP: _ClassVar[Step]
    STEP_DOWN: _ClassVar[Step]
    STEP_LEFT: _ClassVar[Step]
    STEP_RIGHT: _ClassVar[Step]
    STEP_WAIT: _ClassVar[Step]

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_COMMUNICATION: _ClassVar[Phase]
    PHASE_PLANNING: _ClassVar[Phase]
    PHASE_DONE: _ClassVar[Phase]

class RefusalCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REFUSAL_CODE_UNSPECIFIED: _ClassVar[RefusalCode]
    REFUSAL_CODE_LATE: _ClassVar[RefusalCode]
    REFUSAL_CODE_MALFORMED: _ClassVar[RefusalCode]
    REFUSAL_CODE_WRONG_PHASE: _ClassVar[RefusalCode]
    REFUSAL_CODE_ALREADY_SENT: _ClassVar[RefusalCode]
    REFUSAL_CODE_NOT_ACTING: _ClassVar[RefusalCode]
    REFUSAL_CODE_TOO_MANY: _ClassVar[RefusalCode]
    REFUSAL_CODE_BAD_SYMBOL: _ClassVar[RefusalCode]
    REFUSAL_CODE_OUT_OF_MAP: _ClassVar[RefusalCode]
    REFUSAL_CODE_NO_AP: _ClassVar[RefusalCode]
    REFUSAL_CODE_BAD_STEP: _ClassVar[RefusalCode]

class Outcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OUTCOME_UNSPECIFIED: _ClassVar[Outcome]
    OUTCOME_CLEARED: _ClassVar[Outcome]
    OUTCOME_TIMED_OUT: _ClassVar[Outcome]
    OUTCOME_LOST: _ClassVar[Outcome]
    OUTCOME_NOT_PLAYED: _ClassVar[Outcome]

class EnginePhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENGINE_PHASE_UNSPECIFIED: _ClassVar[EnginePhase]
    ENGINE_PHASE_ACTION: _ClassVar[EnginePhase]
    ENGINE_PHASE_MONSTER: _ClassVar[EnginePhase]

class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    KIND_UNSPECIFIED: _ClassVar[Kind]
    KIND_ROCK: _ClassVar[Kind]
    KIND_TRAP: _ClassVar[Kind]
    KIND_MONSTER: _ClassVar[Kind]
ON_WIPE_UNSPECIFIED: OnWipe
ON_WIPE_RESTART: OnWipe
ON_WIPE_RESPAWN: OnWipe
ON_WIPE_LOSE: OnWipe
ON_FAIL_UNSPECIFIED: OnFail
ON_FAIL_NEXT: OnFail
ON_FAIL_END: OnFail
STEP_UNSPECIFIED: Step
STEP_UP: Step
STEP_DOWN: Step
STEP_LEFT: Step
STEP_RIGHT: Step
STEP_WAIT: Step
PHASE_UNSPECIFIED: Phase
PHASE_COMMUNICATION: Phase
PHASE_PLANNING: Phase
PHASE_DONE: Phase
REFUSAL_CODE_UNSPECIFIED: RefusalCode
REFUSAL_CODE_LATE: RefusalCode
REFUSAL_CODE_MALFORMED: RefusalCode
REFUSAL_CODE_WRONG_PHASE: RefusalCode
REFUSAL_CODE_ALREADY_SENT: RefusalCode
REFUSAL_CODE_NOT_ACTING: RefusalCode
REFUSAL_CODE_TOO_MANY: RefusalCode
REFUSAL_CODE_BAD_SYMBOL: RefusalCode
REFUSAL_CODE_OUT_OF_MAP: RefusalCode
REFUSAL_CODE_NO_AP: RefusalCode
REFUSAL_CODE_BAD_STEP: RefusalCode
OUTCOME_UNSPECIFIED: Outcome
OUTCOME_CLEARED: Outcome
OUTCOME_TIMED_OUT: Outcome
OUTCOME_LOST: Outcome
OUTCOME_NOT_PLAYED: Outcome
ENGINE_PHASE_UNSPECIFIED: EnginePhase
ENGINE_PHASE_ACTION: EnginePhase
ENGINE_PHASE_MONSTER: EnginePhase
KIND_UNSPECIFIED: Kind
KIND_ROCK: Kind
KIND_TRAP: Kind
KIND_MONSTER: Kind

class PieceCount(_message.Message):
    __slots__ = ("code", "count")
    CODE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    code: str
    count: int
    def __init__(self, code: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class RandomLevel(_message.Message):
    __slots__ = ("w", "h", "wall", "pieces")
    W_FIELD_NUMBER: _ClassVar[int]
    H_FIELD_NUMBER: _ClassVar[int]
    WALL_FIELD_NUMBER: _ClassVar[int]
    PIECES_FIELD_NUMBER: _ClassVar[int]
    w: int
    h: int
    wall: int
    pieces: _containers.RepeatedCompositeFieldContainer[PieceCount]
    def __init__(self, w: _Optional[int] = ..., h: _Optional[int] = ..., wall: _Optional[int] = ..., pieces: _Optional[_Iterable[_Union[PieceCount, _Mapping]]] = ...) -> None: ...

class LevelEntry(_message.Message):
    __slots__ = ("name", "map", "random", "cap")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MAP_FIELD_NUMBER: _ClassVar[int]
    RANDOM_FIELD_NUMBER: _ClassVar[int]
    CAP_FIELD_NUMBER: _ClassVar[int]
    name: str
    map: str
    random: RandomLevel
    cap: int
    def __init__(self, name: _Optional[str] = ..., map: _Optional[str] = ..., random: _Optional[_Union[RandomLevel, _Mapping]] = ..., cap: _Optional[int] = ...) -> None: ...

class MemberStats(_message.Message):
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
    ap: int
    hearts: int
    rock_die: int
    rock_modifier: int
    trap_die: int
    trap_modifier: int
    monster_die: int
    monster_modifier: int
    def __init__(self, vision: _Optional[int] = ..., ap: _Optional[int] = ..., hearts: _Optional[int] = ..., rock_die: _Optional[int] = ..., rock_modifier: _Optional[int] = ..., trap_die: _Optional[int] = ..., trap_modifier: _Optional[int] = ..., monster_die: _Optional[int] = ..., monster_modifier: _Optional[int] = ...) -> None: ...

class Stats(_message.Message):
    __slots__ = ("dwarf", "giant", "human")
    DWARF_FIELD_NUMBER: _ClassVar[int]
    GIANT_FIELD_NUMBER: _ClassVar[int]
    HUMAN_FIELD_NUMBER: _ClassVar[int]
    dwarf: MemberStats
    giant: MemberStats
    human: MemberStats
    def __init__(self, dwarf: _Optional[_Union[MemberStats, _Mapping]] = ..., giant: _Optional[_Union[MemberStats, _Mapping]] = ..., human: _Optional[_Union[MemberStats, _Mapping]] = ...) -> None: ...

class PieceType(_message.Message):
    __slots__ = ("code", "name", "die", "modifier", "steps", "hunt")
    CODE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    DIE_FIELD_NUMBER: _ClassVar[int]
    MODIFIER_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    HUNT_FIELD_NUMBER: _ClassVar[int]
    code: str
    name: str
    die: int
    modifier: int
    steps: int
    hunt: int
    def __init__(self, code: _Optional[str] = ..., name: _Optional[str] = ..., die: _Optional[int] = ..., modifier: _Optional[int] = ..., steps: _Optional[int] = ..., hunt: _Optional[int] = ...) -> None: ...

class Config(_message.Message):
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
    round_cap: int
    ping_windows: int
    ping_symbols: int
    ping_cost: int
    damage: int
    respawn_wait: int
    lives: int
    on_wipe: OnWipe
    on_fail: OnFail
    comm_deadline_ms: int
    plan_deadline_ms: int
    stats: Stats
    types: _containers.RepeatedCompositeFieldContainer[PieceType]
    num_levels: int
    def __init__(self, levels: _Optional[_Iterable[_Union[LevelEntry, _Mapping]]] = ..., round_cap: _Optional[int] = ..., ping_windows: _Optional[int] = ..., ping_symbols: _Optional[int] = ..., ping_cost: _Optional[int] = ..., damage: _Optional[int] = ..., respawn_wait: _Optional[int] = ..., lives: _Optional[int] = ..., on_wipe: _Optional[_Union[OnWipe, str]] = ..., on_fail: _Optional[_Union[OnFail, str]] = ..., comm_deadline_ms: _Optional[int] = ..., plan_deadline_ms: _Optional[int] = ..., stats: _Optional[_Union[Stats, _Mapping]] = ..., types: _Optional[_Iterable[_Union[PieceType, _Mapping]]] = ..., num_levels: _Optional[int] = ...) -> None: ...

class PingOrder(_message.Message):
    __slots__ = ("symbol", "x", "y")
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    symbol: str
    x: int
    y: int
    def __init__(self, symbol: _Optional[str] = ..., x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class Pings(_message.Message):
    __slots__ = ("pings",)
    PINGS_FIELD_NUMBER: _ClassVar[int]
    pings: _containers.RepeatedCompositeFieldContainer[PingOrder]
    def __init__(self, pings: _Optional[_Iterable[_Union[PingOrder, _Mapping]]] = ...) -> None: ...

class Plan(_message.Message):
    __slots__ = ("steps",)
    STEPS_FIELD_NUMBER: _ClassVar[int]
    steps: _containers.RepeatedScalarFieldContainer[Step]
    def __init__(self, steps: _Optional[_Iterable[_Union[Step, str]]] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("pings", "plan")
    PINGS_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    pings: Pings
    plan: Plan
    def __init__(self, pings: _Optional[_Union[Pings, _Mapping]] = ..., plan: _Optional[_Union[Plan, _Mapping]] = ...) -> None: ...

class Level(_message.Message):
    __slots__ = ("index", "count", "w", "h", "cap", "attempt")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    W_FIELD_NUMBER: _ClassVar[int]
    H_FIELD_NUMBER: _ClassVar[int]
    CAP_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    index: int
    count: int
    w: int
    h: int
    cap: int
    attempt: int
    def __init__(self, index: _Optional[int] = ..., count: _Optional[int] = ..., w: _Optional[int] = ..., h: _Optional[int] = ..., cap: _Optional[int] = ..., attempt: _Optional[int] = ...) -> None: ...

class Monster(_message.Message):
    __slots__ = ("code", "x", "y")
    CODE_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    code: str
    x: int
    y: int
    def __init__(self, code: _Optional[str] = ..., x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class Me(_message.Message):
    __slots__ = ("x", "y", "hearts", "ap")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    HEARTS_FIELD_NUMBER: _ClassVar[int]
    AP_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    hearts: int
    ap: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., hearts: _Optional[int] = ..., ap: _Optional[int] = ...) -> None: ...

class Member(_message.Message):
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
    alive: bool
    hearts: int
    respawn: int
    lives: int
    key: bool
    x: int
    y: int
    def __init__(self, character: _Optional[int] = ..., alive: bool = ..., hearts: _Optional[int] = ..., respawn: _Optional[int] = ..., lives: _Optional[int] = ..., key: bool = ..., x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class Ping(_message.Message):
    __slots__ = ("by", "symbol", "x", "y", "window")
    BY_FIELD_NUMBER: _ClassVar[int]
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    by: int
    symbol: str
    x: int
    y: int
    window: int
    def __init__(self, by: _Optional[int] = ..., symbol: _Optional[str] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., window: _Optional[int] = ...) -> None: ...

class Refusal(_message.Message):
    __slots__ = ("phase", "window", "index", "code", "more")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    MORE_FIELD_NUMBER: _ClassVar[int]
    phase: Phase
    window: int
    index: int
    code: RefusalCode
    more: int
    def __init__(self, phase: _Optional[_Union[Phase, str]] = ..., window: _Optional[int] = ..., index: _Optional[int] = ..., code: _Optional[_Union[RefusalCode, str]] = ..., more: _Optional[int] = ...) -> None: ...

class LevelRecord(_message.Message):
    __slots__ = ("level", "outcome", "keys", "rounds", "score")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    level: int
    outcome: Outcome
    keys: int
    rounds: int
    score: int
    def __init__(self, level: _Optional[int] = ..., outcome: _Optional[_Union[Outcome, str]] = ..., keys: _Optional[int] = ..., rounds: _Optional[int] = ..., score: _Optional[int] = ...) -> None: ...

class Observation(_message.Message):
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
    seat: int
    character: int
    level: Level
    round: int
    phase: Phase
    window: int
    grid: _containers.RepeatedScalarFieldContainer[str]
    seen: _containers.RepeatedScalarFieldContainer[str]
    monsters: _containers.RepeatedCompositeFieldContainer[Monster]
    me: Me
    members: _containers.RepeatedCompositeFieldContainer[Member]
    pings: _containers.RepeatedCompositeFieldContainer[Ping]
    refused: _containers.RepeatedCompositeFieldContainer[Refusal]
    results: _containers.RepeatedCompositeFieldContainer[LevelRecord]
    score: int
    def __init__(self, party: _Optional[int] = ..., seat: _Optional[int] = ..., character: _Optional[int] = ..., level: _Optional[_Union[Level, _Mapping]] = ..., round: _Optional[int] = ..., phase: _Optional[_Union[Phase, str]] = ..., window: _Optional[int] = ..., grid: _Optional[_Iterable[str]] = ..., seen: _Optional[_Iterable[str]] = ..., monsters: _Optional[_Iterable[_Union[Monster, _Mapping]]] = ..., me: _Optional[_Union[Me, _Mapping]] = ..., members: _Optional[_Iterable[_Union[Member, _Mapping]]] = ..., pings: _Optional[_Iterable[_Union[Ping, _Mapping]]] = ..., refused: _Optional[_Iterable[_Union[Refusal, _Mapping]]] = ..., results: _Optional[_Iterable[_Union[LevelRecord, _Mapping]]] = ..., score: _Optional[int] = ...) -> None: ...

class LevelStart(_message.Message):
    __slots__ = ("index", "w", "h", "cap", "attempt")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    W_FIELD_NUMBER: _ClassVar[int]
    H_FIELD_NUMBER: _ClassVar[int]
    CAP_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    index: int
    w: int
    h: int
    cap: int
    attempt: int
    def __init__(self, index: _Optional[int] = ..., w: _Optional[int] = ..., h: _Optional[int] = ..., cap: _Optional[int] = ..., attempt: _Optional[int] = ...) -> None: ...

class MemberRoll(_message.Message):
    __slots__ = ("character", "number")
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    character: int
    number: int
    def __init__(self, character: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

class PieceRoll(_message.Message):
    __slots__ = ("code", "number")
    CODE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    code: str
    number: int
    def __init__(self, code: _Optional[str] = ..., number: _Optional[int] = ...) -> None: ...

class Encounter(_message.Message):
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
    step: int
    x: int
    y: int
    kind: Kind
    members: _containers.RepeatedCompositeFieldContainer[MemberRoll]
    pieces: _containers.RepeatedCompositeFieldContainer[PieceRoll]
    success: bool
    def __init__(self, phase: _Optional[_Union[EnginePhase, str]] = ..., step: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., kind: _Optional[_Union[Kind, str]] = ..., members: _Optional[_Iterable[_Union[MemberRoll, _Mapping]]] = ..., pieces: _Optional[_Iterable[_Union[PieceRoll, _Mapping]]] = ..., success: bool = ...) -> None: ...

class Bump(_message.Message):
    __slots__ = ("step", "x", "y")
    STEP_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    step: int
    x: int
    y: int
    def __init__(self, step: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class Death(_message.Message):
    __slots__ = ("character",)
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    character: int
    def __init__(self, character: _Optional[int] = ...) -> None: ...

class Respawn(_message.Message):
    __slots__ = ("character",)
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    character: int
    def __init__(self, character: _Optional[int] = ...) -> None: ...

class Key(_message.Message):
    __slots__ = ("character",)
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    character: int
    def __init__(self, character: _Optional[int] = ...) -> None: ...

class Wipe(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MatchEnd(_message.Message):
    __slots__ = ("scores", "placements")
    SCORES_FIELD_NUMBER: _ClassVar[int]
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    placements: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, scores: _Optional[_Iterable[int]] = ..., placements: _Optional[_Iterable[int]] = ...) -> None: ...

class Event(_message.Message):
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
    encounter: Encounter
    bump: Bump
    death: Death
    respawn: Respawn
    key: Key
    wipe: Wipe
    level_end: LevelRecord
    match_end: MatchEnd
    refusal: Refusal
    def __init__(self, level_start: _Optional[_Union[LevelStart, _Mapping]] = ..., encounter: _Optional[_Union[Encounter, _Mapping]] = ..., bump: _Optional[_Union[Bump, _Mapping]] = ..., death: _Optional[_Union[Death, _Mapping]] = ..., respawn: _Optional[_Union[Respawn, _Mapping]] = ..., key: _Optional[_Union[Key, _Mapping]] = ..., wipe: _Optional[_Union[Wipe, _Mapping]] = ..., level_end: _Optional[_Union[LevelRecord, _Mapping]] = ..., match_end: _Optional[_Union[MatchEnd, _Mapping]] = ..., refusal: _Optional[_Union[Refusal, _Mapping]] = ...) -> None: ...

class Events(_message.Message):
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...
