from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ReasonCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REASON_CODE_UNSPECIFIED: _ClassVar[ReasonCode]
    REASON_CODE_BAD_VALUE: _ClassVar[ReasonCode]
    REASON_CODE_NO_PRIORITY: _ClassVar[ReasonCode]
    REASON_CODE_OVER_BUDGET: _ClassVar[ReasonCode]
    REASON_CODE_BAD_PLACE: _ClassVar[ReasonCode]
    REASON_CODE_NO_ACTION: _ClassVar[ReasonCode]
    REASON_CODE_BAD_FORM: _ClassVar[ReasonCode]
REASON_CODE_UNSPECIFIED: ReasonCode
REASON_CODE_BAD_VALUE: ReasonCode
REASON_CODE_NO_PRIORITY: ReasonCode
REASON_CODE_OVER_BUDGET: ReasonCode
REASON_CODE_BAD_PLACE: ReasonCode
REASON_CODE_NO_ACTION: ReasonCode
REASON_CODE_BAD_FORM: ReasonCode

class Config(_message.Message):
    __slots__ = ("power", "priority", "life", "locations", "guard_on", "guard_off", "games", "round_cap", "deadline_ms")
    POWER_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    LIFE_FIELD_NUMBER: _ClassVar[int]
    LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    GUARD_ON_FIELD_NUMBER: _ClassVar[int]
    GUARD_OFF_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    ROUND_CAP_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    power: int
    priority: bool
    life: int
    locations: int
    guard_on: int
    guard_off: int
    games: int
    round_cap: int
    deadline_ms: int
    def __init__(self, power: _Optional[int] = ..., priority: bool = ..., life: _Optional[int] = ..., locations: _Optional[int] = ..., guard_on: _Optional[int] = ..., guard_off: _Optional[int] = ..., games: _Optional[int] = ..., round_cap: _Optional[int] = ..., deadline_ms: _Optional[int] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("sword", "shield", "priority", "sword_at", "shield_at", "bad_form")
    SWORD_FIELD_NUMBER: _ClassVar[int]
    SHIELD_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    SWORD_AT_FIELD_NUMBER: _ClassVar[int]
    SHIELD_AT_FIELD_NUMBER: _ClassVar[int]
    BAD_FORM_FIELD_NUMBER: _ClassVar[int]
    sword: int
    shield: int
    priority: int
    sword_at: int
    shield_at: int
    bad_form: bool
    def __init__(self, sword: _Optional[int] = ..., shield: _Optional[int] = ..., priority: _Optional[int] = ..., sword_at: _Optional[int] = ..., shield_at: _Optional[int] = ..., bad_form: bool = ...) -> None: ...

class Setting(_message.Message):
    __slots__ = ("sword", "shield", "priority", "sword_at", "shield_at")
    SWORD_FIELD_NUMBER: _ClassVar[int]
    SHIELD_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    SWORD_AT_FIELD_NUMBER: _ClassVar[int]
    SHIELD_AT_FIELD_NUMBER: _ClassVar[int]
    sword: int
    shield: int
    priority: int
    sword_at: int
    shield_at: int
    def __init__(self, sword: _Optional[int] = ..., shield: _Optional[int] = ..., priority: _Optional[int] = ..., sword_at: _Optional[int] = ..., shield_at: _Optional[int] = ...) -> None: ...

class Round(_message.Message):
    __slots__ = ("game", "round", "settings", "blow", "landed", "first", "life_before", "life_after")
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    BLOW_FIELD_NUMBER: _ClassVar[int]
    LANDED_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    LIFE_BEFORE_FIELD_NUMBER: _ClassVar[int]
    LIFE_AFTER_FIELD_NUMBER: _ClassVar[int]
    game: int
    round: int
    settings: _containers.RepeatedCompositeFieldContainer[Setting]
    blow: _containers.RepeatedScalarFieldContainer[int]
    landed: _containers.RepeatedScalarFieldContainer[bool]
    first: int
    life_before: _containers.RepeatedScalarFieldContainer[int]
    life_after: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game: _Optional[int] = ..., round: _Optional[int] = ..., settings: _Optional[_Iterable[_Union[Setting, _Mapping]]] = ..., blow: _Optional[_Iterable[int]] = ..., landed: _Optional[_Iterable[bool]] = ..., first: _Optional[int] = ..., life_before: _Optional[_Iterable[int]] = ..., life_after: _Optional[_Iterable[int]] = ...) -> None: ...

class Notice(_message.Message):
    __slots__ = ("code", "field")
    CODE_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    code: ReasonCode
    field: str
    def __init__(self, code: _Optional[_Union[ReasonCode, str]] = ..., field: _Optional[str] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("seat", "game", "round", "life", "points", "last_round", "notices", "config")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    LIFE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    NOTICES_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    seat: int
    game: int
    round: int
    life: _containers.RepeatedScalarFieldContainer[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    last_round: Round
    notices: _containers.RepeatedCompositeFieldContainer[Notice]
    config: Config
    def __init__(self, seat: _Optional[int] = ..., game: _Optional[int] = ..., round: _Optional[int] = ..., life: _Optional[_Iterable[int]] = ..., points: _Optional[_Iterable[int]] = ..., last_round: _Optional[_Union[Round, _Mapping]] = ..., notices: _Optional[_Iterable[_Union[Notice, _Mapping]]] = ..., config: _Optional[_Union[Config, _Mapping]] = ...) -> None: ...

class MatchStart(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GameStart(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: int
    def __init__(self, game: _Optional[int] = ...) -> None: ...

class Reveal(_message.Message):
    __slots__ = ("settings",)
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    settings: _containers.RepeatedCompositeFieldContainer[Setting]
    def __init__(self, settings: _Optional[_Iterable[_Union[Setting, _Mapping]]] = ...) -> None: ...

class RoundEnd(_message.Message):
    __slots__ = ("record",)
    RECORD_FIELD_NUMBER: _ClassVar[int]
    record: Round
    def __init__(self, record: _Optional[_Union[Round, _Mapping]] = ...) -> None: ...

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
    __slots__ = ("points", "places", "last_round")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    places: _containers.RepeatedScalarFieldContainer[int]
    last_round: Round
    def __init__(self, points: _Optional[_Iterable[int]] = ..., places: _Optional[_Iterable[int]] = ..., last_round: _Optional[_Union[Round, _Mapping]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("match_start", "game_start", "reveal", "round_end", "slain", "game_end", "match_end", "notice")
    MATCH_START_FIELD_NUMBER: _ClassVar[int]
    GAME_START_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    ROUND_END_FIELD_NUMBER: _ClassVar[int]
    SLAIN_FIELD_NUMBER: _ClassVar[int]
    GAME_END_FIELD_NUMBER: _ClassVar[int]
    MATCH_END_FIELD_NUMBER: _ClassVar[int]
    NOTICE_FIELD_NUMBER: _ClassVar[int]
    match_start: MatchStart
    game_start: GameStart
    reveal: Reveal
    round_end: RoundEnd
    slain: Slain
    game_end: GameEnd
    match_end: MatchEnd
    notice: Notice
    def __init__(self, match_start: _Optional[_Union[MatchStart, _Mapping]] = ..., game_start: _Optional[_Union[GameStart, _Mapping]] = ..., reveal: _Optional[_Union[Reveal, _Mapping]] = ..., round_end: _Optional[_Union[RoundEnd, _Mapping]] = ..., slain: _Optional[_Union[Slain, _Mapping]] = ..., game_end: _Optional[_Union[GameEnd, _Mapping]] = ..., match_end: _Optional[_Union[MatchEnd, _Mapping]] = ..., notice: _Optional[_Union[Notice, _Mapping]] = ...) -> None: ...

class Events(_message.Message):
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...
