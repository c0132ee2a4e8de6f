import datetime

from gamereferee.v1 import time_control_pb2 as _time_control_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MatchPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_PHASE_UNSPECIFIED: _ClassVar[MatchPhase]
    MATCH_PHASE_WAITING: _ClassVar[MatchPhase]
    MATCH_PHASE_RUNNING: _ClassVar[MatchPhase]
    MATCH_PHASE_ENDED: _ClassVar[MatchPhase]

class EndCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_CAUSE_UNSPECIFIED: _ClassVar[EndCause]
    END_CAUSE_RULES: _ClassVar[EndCause]
    END_CAUSE_BOT_TIME: _ClassVar[EndCause]
    END_CAUSE_BOT_ERROR: _ClassVar[EndCause]
    END_CAUSE_FORFEIT: _ClassVar[EndCause]
    END_CAUSE_REFEREE_FAULT: _ClassVar[EndCause]
    END_CAUSE_HOST_FAILURE: _ClassVar[EndCause]
    END_CAUSE_OPERATOR: _ClassVar[EndCause]
    END_CAUSE_NOBODY_JOINED: _ClassVar[EndCause]

class ForfeitCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FORFEIT_CAUSE_UNSPECIFIED: _ClassVar[ForfeitCause]
    FORFEIT_CAUSE_TIME: _ClassVar[ForfeitCause]
    FORFEIT_CAUSE_ABSENT: _ClassVar[ForfeitCause]
    FORFEIT_CAUSE_MALFORMED: _ClassVar[ForfeitCause]
    FORFEIT_CAUSE_RESIGNED: _ClassVar[ForfeitCause]
    FORFEIT_CAUSE_GONE: _ClassVar[ForfeitCause]

class NonceState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NONCE_STATE_UNSPECIFIED: _ClassVar[NonceState]
    NONCE_STATE_NONE: _ClassVar[NonceState]
    NONCE_STATE_PLAIN: _ClassVar[NonceState]
    NONCE_STATE_COMMITTED: _ClassVar[NonceState]
    NONCE_STATE_OPENED: _ClassVar[NonceState]
MATCH_PHASE_UNSPECIFIED: MatchPhase
MATCH_PHASE_WAITING: MatchPhase
MATCH_PHASE_RUNNING: MatchPhase
MATCH_PHASE_ENDED: MatchPhase
END_CAUSE_UNSPECIFIED: EndCause
END_CAUSE_RULES: EndCause
END_CAUSE_BOT_TIME: EndCause
END_CAUSE_BOT_ERROR: EndCause
END_CAUSE_FORFEIT: EndCause
END_CAUSE_REFEREE_FAULT: EndCause
END_CAUSE_HOST_FAILURE: EndCause
END_CAUSE_OPERATOR: EndCause
END_CAUSE_NOBODY_JOINED: EndCause
FORFEIT_CAUSE_UNSPECIFIED: ForfeitCause
FORFEIT_CAUSE_TIME: ForfeitCause
FORFEIT_CAUSE_ABSENT: ForfeitCause
FORFEIT_CAUSE_MALFORMED: ForfeitCause
FORFEIT_CAUSE_RESIGNED: ForfeitCause
FORFEIT_CAUSE_GONE: ForfeitCause
NONCE_STATE_UNSPECIFIED: NonceState
NONCE_STATE_NONE: NonceState
NONCE_STATE_PLAIN: NonceState
NONCE_STATE_COMMITTED: NonceState
NONCE_STATE_OPENED: NonceState

class ReasonCount(_message.Message):
    __slots__ = ("reason", "count")
    REASON_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    reason: str
    count: int
    def __init__(self, reason: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class TieBreak(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: int
    def __init__(self, name: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...

class SeatResult(_message.Message):
    __slots__ = ("seat", "placement", "score", "strikes", "forfeit", "refusals", "rejections", "given_up", "tie_breaks", "times")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACEMENT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    FORFEIT_FIELD_NUMBER: _ClassVar[int]
    REFUSALS_FIELD_NUMBER: _ClassVar[int]
    REJECTIONS_FIELD_NUMBER: _ClassVar[int]
    GIVEN_UP_FIELD_NUMBER: _ClassVar[int]
    TIE_BREAKS_FIELD_NUMBER: _ClassVar[int]
    TIMES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    placement: int
    score: int
    strikes: int
    forfeit: ForfeitCause
    refusals: _containers.RepeatedCompositeFieldContainer[ReasonCount]
    rejections: _containers.RepeatedCompositeFieldContainer[ReasonCount]
    given_up: int
    tie_breaks: _containers.RepeatedCompositeFieldContainer[TieBreak]
    times: DecisionTimes
    def __init__(self, seat: _Optional[int] = ..., placement: _Optional[int] = ..., score: _Optional[int] = ..., strikes: _Optional[int] = ..., forfeit: _Optional[_Union[ForfeitCause, str]] = ..., refusals: _Optional[_Iterable[_Union[ReasonCount, _Mapping]]] = ..., rejections: _Optional[_Iterable[_Union[ReasonCount, _Mapping]]] = ..., given_up: _Optional[int] = ..., tie_breaks: _Optional[_Iterable[_Union[TieBreak, _Mapping]]] = ..., times: _Optional[_Union[DecisionTimes, _Mapping]] = ...) -> None: ...

class DecisionTimes(_message.Message):
    __slots__ = ("decisions", "total", "longest")
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LONGEST_FIELD_NUMBER: _ClassVar[int]
    decisions: int
    total: _duration_pb2.Duration
    longest: _duration_pb2.Duration
    def __init__(self, decisions: _Optional[int] = ..., total: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., longest: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("cause", "text", "seats")
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    cause: EndCause
    text: str
    seats: _containers.RepeatedCompositeFieldContainer[SeatResult]
    def __init__(self, cause: _Optional[_Union[EndCause, str]] = ..., text: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[SeatResult, _Mapping]]] = ...) -> None: ...

class SeedReveal(_message.Message):
    __slots__ = ("server_seed", "salt", "nonces", "match_seed", "fixed", "nonce_commitments")
    SERVER_SEED_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    NONCES_FIELD_NUMBER: _ClassVar[int]
    MATCH_SEED_FIELD_NUMBER: _ClassVar[int]
    FIXED_FIELD_NUMBER: _ClassVar[int]
    NONCE_COMMITMENTS_FIELD_NUMBER: _ClassVar[int]
    server_seed: bytes
    salt: bytes
    nonces: _containers.RepeatedScalarFieldContainer[bytes]
    match_seed: int
    fixed: bool
    nonce_commitments: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, server_seed: _Optional[bytes] = ..., salt: _Optional[bytes] = ..., nonces: _Optional[_Iterable[bytes]] = ..., match_seed: _Optional[int] = ..., fixed: bool = ..., nonce_commitments: _Optional[_Iterable[bytes]] = ...) -> None: ...

class SeatNonce(_message.Message):
    __slots__ = ("state", "commitment", "nonce")
    STATE_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    state: NonceState
    commitment: bytes
    nonce: bytes
    def __init__(self, state: _Optional[_Union[NonceState, str]] = ..., commitment: _Optional[bytes] = ..., nonce: _Optional[bytes] = ...) -> None: ...

class SeatInfo(_message.Message):
    __slots__ = ("seat", "joined", "connected", "bot_name", "player", "strikes", "forfeit", "round_trip", "eliminated")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    JOINED_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    FORFEIT_FIELD_NUMBER: _ClassVar[int]
    ROUND_TRIP_FIELD_NUMBER: _ClassVar[int]
    ELIMINATED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    joined: bool
    connected: bool
    bot_name: str
    player: str
    strikes: int
    forfeit: ForfeitCause
    round_trip: _duration_pb2.Duration
    eliminated: bool
    def __init__(self, seat: _Optional[int] = ..., joined: bool = ..., connected: bool = ..., bot_name: _Optional[str] = ..., player: _Optional[str] = ..., strikes: _Optional[int] = ..., forfeit: _Optional[_Union[ForfeitCause, str]] = ..., round_trip: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., eliminated: bool = ...) -> None: ...

class Match(_message.Message):
    __slots__ = ("match_id", "game", "config", "time_control", "phase", "seats", "steps", "outcome", "create_time", "seed_commitment", "label", "reveal", "reveal_withheld")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    REVEAL_WITHHELD_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    game: str
    config: _any_pb2.Any
    time_control: _time_control_pb2.TimeControl
    phase: MatchPhase
    seats: _containers.RepeatedCompositeFieldContainer[SeatInfo]
    steps: int
    outcome: Outcome
    create_time: _timestamp_pb2.Timestamp
    seed_commitment: bytes
    label: str
    reveal: SeedReveal
    reveal_withheld: bool
    def __init__(self, match_id: _Optional[str] = ..., game: _Optional[str] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., time_control: _Optional[_Union[_time_control_pb2.TimeControl, _Mapping]] = ..., phase: _Optional[_Union[MatchPhase, str]] = ..., seats: _Optional[_Iterable[_Union[SeatInfo, _Mapping]]] = ..., steps: _Optional[int] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., seed_commitment: _Optional[bytes] = ..., label: _Optional[str] = ..., reveal: _Optional[_Union[SeedReveal, _Mapping]] = ..., reveal_withheld: bool = ...) -> None: ...
