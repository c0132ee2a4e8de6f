from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MagicScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MAGIC_SCOPE_UNSPECIFIED: _ClassVar[MagicScope]
    MAGIC_SCOPE_PHASE: _ClassVar[MagicScope]
    MAGIC_SCOPE_SO_FAR: _ClassVar[MagicScope]

class ReasonCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REASON_CODE_UNSPECIFIED: _ClassVar[ReasonCode]
    REASON_CODE_NOT_A_DIE: _ClassVar[ReasonCode]
    REASON_CODE_DUPLICATE: _ClassVar[ReasonCode]
    REASON_CODE_TOO_MANY: _ClassVar[ReasonCode]
    REASON_CODE_TOO_LONG: _ClassVar[ReasonCode]
    REASON_CODE_INCOMPLETE: _ClassVar[ReasonCode]
    REASON_CODE_NO_ACTION: _ClassVar[ReasonCode]
    REASON_CODE_BAD_FORM: _ClassVar[ReasonCode]
MAGIC_SCOPE_UNSPECIFIED: MagicScope
MAGIC_SCOPE_PHASE: MagicScope
MAGIC_SCOPE_SO_FAR: MagicScope
REASON_CODE_UNSPECIFIED: ReasonCode
REASON_CODE_NOT_A_DIE: ReasonCode
REASON_CODE_DUPLICATE: ReasonCode
REASON_CODE_TOO_MANY: ReasonCode
REASON_CODE_TOO_LONG: ReasonCode
REASON_CODE_INCOMPLETE: ReasonCode
REASON_CODE_NO_ACTION: ReasonCode
REASON_CODE_BAD_FORM: ReasonCode

class Config(_message.Message):
    __slots__ = ("life", "die_magic", "die_priority", "die_sword", "die_shield", "magic_scope", "games", "round_cap", "deadline_ms")
    LIFE_FIELD_NUMBER: _ClassVar[int]
    DIE_MAGIC_FIELD_NUMBER: _ClassVar[int]
    DIE_PRIORITY_FIELD_NUMBER: _ClassVar[int]
    DIE_SWORD_FIELD_NUMBER: _ClassVar[int]
    DIE_SHIELD_FIELD_NUMBER: _ClassVar[int]
    MAGIC_SCOPE_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    ROUND_CAP_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    life: int
    die_magic: int
    die_priority: int
    die_sword: int
    die_shield: int
    magic_scope: MagicScope
    games: int
    round_cap: int
    deadline_ms: int
    def __init__(self, life: _Optional[int] = ..., die_magic: _Optional[int] = ..., die_priority: _Optional[int] = ..., die_sword: _Optional[int] = ..., die_shield: _Optional[int] = ..., magic_scope: _Optional[_Union[MagicScope, str]] = ..., games: _Optional[int] = ..., round_cap: _Optional[int] = ..., deadline_ms: _Optional[int] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("dice", "bad_form")
    DICE_FIELD_NUMBER: _ClassVar[int]
    BAD_FORM_FIELD_NUMBER: _ClassVar[int]
    dice: _containers.RepeatedScalarFieldContainer[int]
    bad_form: bool
    def __init__(self, dice: _Optional[_Iterable[int]] = ..., bad_form: bool = ...) -> None: ...

class PickCounts(_message.Message):
    __slots__ = ("counts",)
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    counts: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, counts: _Optional[_Iterable[int]] = ...) -> None: ...

class Roll(_message.Message):
    __slots__ = ("combo", "values")
    COMBO_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    combo: int
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, combo: _Optional[int] = ..., values: _Optional[_Iterable[int]] = ...) -> None: ...

class Phase(_message.Message):
    __slots__ = ("number", "edge", "preempt", "sword", "magic", "duel", "life")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    PREEMPT_FIELD_NUMBER: _ClassVar[int]
    SWORD_FIELD_NUMBER: _ClassVar[int]
    MAGIC_FIELD_NUMBER: _ClassVar[int]
    DUEL_FIELD_NUMBER: _ClassVar[int]
    LIFE_FIELD_NUMBER: _ClassVar[int]
    number: int
    edge: _containers.RepeatedScalarFieldContainer[int]
    preempt: _containers.RepeatedScalarFieldContainer[int]
    sword: _containers.RepeatedScalarFieldContainer[int]
    magic: _containers.RepeatedScalarFieldContainer[int]
    duel: bool
    life: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, number: _Optional[int] = ..., edge: _Optional[_Iterable[int]] = ..., preempt: _Optional[_Iterable[int]] = ..., sword: _Optional[_Iterable[int]] = ..., magic: _Optional[_Iterable[int]] = ..., duel: bool = ..., life: _Optional[_Iterable[int]] = ...) -> None: ...

class Round(_message.Message):
    __slots__ = ("game", "round", "rolls", "phases", "life_before", "life_after")
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    ROLLS_FIELD_NUMBER: _ClassVar[int]
    PHASES_FIELD_NUMBER: _ClassVar[int]
    LIFE_BEFORE_FIELD_NUMBER: _ClassVar[int]
    LIFE_AFTER_FIELD_NUMBER: _ClassVar[int]
    game: int
    round: int
    rolls: _containers.RepeatedCompositeFieldContainer[Roll]
    phases: _containers.RepeatedCompositeFieldContainer[Phase]
    life_before: _containers.RepeatedScalarFieldContainer[int]
    life_after: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game: _Optional[int] = ..., round: _Optional[int] = ..., rolls: _Optional[_Iterable[_Union[Roll, _Mapping]]] = ..., phases: _Optional[_Iterable[_Union[Phase, _Mapping]]] = ..., life_before: _Optional[_Iterable[int]] = ..., life_after: _Optional[_Iterable[int]] = ...) -> None: ...

class Notice(_message.Message):
    __slots__ = ("code", "index")
    CODE_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    code: ReasonCode
    index: int
    def __init__(self, code: _Optional[_Union[ReasonCode, str]] = ..., index: _Optional[int] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("seat", "game", "round", "life", "points", "pick_counts", "last_round", "notices", "config")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    LIFE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    PICK_COUNTS_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    NOTICES_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    seat: int
    game: int
    round: int
    life: _containers.RepeatedScalarFieldContainer[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    pick_counts: _containers.RepeatedCompositeFieldContainer[PickCounts]
    last_round: Round
    notices: _containers.RepeatedCompositeFieldContainer[Notice]
    config: Config
    def __init__(self, seat: _Optional[int] = ..., game: _Optional[int] = ..., round: _Optional[int] = ..., life: _Optional[_Iterable[int]] = ..., points: _Optional[_Iterable[int]] = ..., pick_counts: _Optional[_Iterable[_Union[PickCounts, _Mapping]]] = ..., last_round: _Optional[_Union[Round, _Mapping]] = ..., notices: _Optional[_Iterable[_Union[Notice, _Mapping]]] = ..., config: _Optional[_Union[Config, _Mapping]] = ...) -> None: ...

class MatchStart(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GameStart(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: int
    def __init__(self, game: _Optional[int] = ...) -> None: ...

class Reveal(_message.Message):
    __slots__ = ("rolls",)
    ROLLS_FIELD_NUMBER: _ClassVar[int]
    rolls: _containers.RepeatedCompositeFieldContainer[Roll]
    def __init__(self, rolls: _Optional[_Iterable[_Union[Roll, _Mapping]]] = ...) -> None: ...

class Slain(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class GameEnd(_message.Message):
    __slots__ = ("game", "winner", "life")
    GAME_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    LIFE_FIELD_NUMBER: _ClassVar[int]
    game: int
    winner: int
    life: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game: _Optional[int] = ..., winner: _Optional[int] = ..., life: _Optional[_Iterable[int]] = ...) -> None: ...

class MatchEnd(_message.Message):
    __slots__ = ("points", "places")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    places: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, points: _Optional[_Iterable[int]] = ..., places: _Optional[_Iterable[int]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("match_start", "game_start", "reveal", "phase", "slain", "game_end", "match_end", "notice")
    MATCH_START_FIELD_NUMBER: _ClassVar[int]
    GAME_START_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    SLAIN_FIELD_NUMBER: _ClassVar[int]
    GAME_END_FIELD_NUMBER: _ClassVar[int]
    MATCH_END_FIELD_NUMBER: _ClassVar[int]
    NOTICE_FIELD_NUMBER: _ClassVar[int]
    match_start: MatchStart
    game_start: GameStart
    reveal: Reveal
    phase: Phase
    slain: Slain
    game_end: GameEnd
    match_end: MatchEnd
    notice: Notice
    def __init__(self, match_start: _Optional[_Union[MatchStart, _Mapping]] = ..., game_start: _Optional[_Union[GameStart, _Mapping]] = ..., reveal: _Optional[_Union[Reveal, _Mapping]] = ..., phase: _Optional[_Union[Phase, _Mapping]] = ..., slain: _Optional[_Union[Slain, _Mapping]] = ..., game_end: _Optional[_Union[GameEnd, _Mapping]] = ..., match_end: _Optional[_Union[MatchEnd, _Mapping]] = ..., notice: _Optional[_Union[Notice, _Mapping]] = ...) -> None: ...

class Events(_message.Message):
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...
