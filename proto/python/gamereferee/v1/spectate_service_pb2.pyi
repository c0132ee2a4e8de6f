import datetime

from gamereferee.v1 import error_pb2 as _error_pb2
from gamereferee.v1 import match_pb2 as _match_pb2
from gamereferee.v1 import play_service_pb2 as _play_service_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WatchRequest(_message.Message):
    __slots__ = ("match_id", "public", "seat_token", "full", "only_end", "from_step", "deadlines")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    FULL_FIELD_NUMBER: _ClassVar[int]
    ONLY_END_FIELD_NUMBER: _ClassVar[int]
    FROM_STEP_FIELD_NUMBER: _ClassVar[int]
    DEADLINES_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    public: bool
    seat_token: str
    full: bool
    only_end: bool
    from_step: int
    deadlines: bool
    def __init__(self, match_id: _Optional[str] = ..., public: bool = ..., seat_token: _Optional[str] = ..., full: bool = ..., only_end: bool = ..., from_step: _Optional[int] = ..., deadlines: bool = ...) -> None: ...

class WatchResponse(_message.Message):
    __slots__ = ("step", "phase", "events", "observations", "outcome", "reveal", "said", "public_observation", "told_to", "clocks", "forfeited", "left_out", "public_clocks", "deadlines")
    STEP_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    OBSERVATIONS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    SAID_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    TOLD_TO_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_CLOCKS_FIELD_NUMBER: _ClassVar[int]
    DEADLINES_FIELD_NUMBER: _ClassVar[int]
    step: int
    phase: str
    events: _any_pb2.Any
    observations: _containers.RepeatedCompositeFieldContainer[SeatObservation]
    outcome: _match_pb2.Outcome
    reveal: _match_pb2.SeedReveal
    said: _containers.RepeatedCompositeFieldContainer[_play_service_pb2.Said]
    public_observation: _any_pb2.Any
    told_to: _containers.RepeatedScalarFieldContainer[int]
    clocks: _containers.RepeatedCompositeFieldContainer[SeatClock]
    forfeited: _containers.RepeatedScalarFieldContainer[int]
    left_out: bool
    public_clocks: _containers.RepeatedCompositeFieldContainer[PublicClock]
    deadlines: Deadlines
    def __init__(self, step: _Optional[int] = ..., phase: _Optional[str] = ..., events: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., observations: _Optional[_Iterable[_Union[SeatObservation, _Mapping]]] = ..., outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., reveal: _Optional[_Union[_match_pb2.SeedReveal, _Mapping]] = ..., said: _Optional[_Iterable[_Union[_play_service_pb2.Said, _Mapping]]] = ..., public_observation: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., told_to: _Optional[_Iterable[int]] = ..., clocks: _Optional[_Iterable[_Union[SeatClock, _Mapping]]] = ..., forfeited: _Optional[_Iterable[int]] = ..., left_out: bool = ..., public_clocks: _Optional[_Iterable[_Union[PublicClock, _Mapping]]] = ..., deadlines: _Optional[_Union[Deadlines, _Mapping]] = ...) -> None: ...

class PublicClock(_message.Message):
    __slots__ = ("seat", "asked", "out", "bank_left")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    BANK_LEFT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    asked: bool
    out: bool
    bank_left: _duration_pb2.Duration
    def __init__(self, seat: _Optional[int] = ..., asked: bool = ..., out: bool = ..., bank_left: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Deadlines(_message.Message):
    __slots__ = ("now", "latest", "seats")
    NOW_FIELD_NUMBER: _ClassVar[int]
    LATEST_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    now: _timestamp_pb2.Timestamp
    latest: _timestamp_pb2.Timestamp
    seats: _containers.RepeatedCompositeFieldContainer[SeatDeadline]
    def __init__(self, now: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., latest: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[SeatDeadline, _Mapping]]] = ...) -> None: ...

class SeatDeadline(_message.Message):
    __slots__ = ("seat", "deadline")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    deadline: _timestamp_pb2.Timestamp
    def __init__(self, seat: _Optional[int] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class SeatClock(_message.Message):
    __slots__ = ("seat", "asked", "out", "bank_left", "decisions", "strikes", "refusals", "last_elapsed")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    BANK_LEFT_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    REFUSALS_FIELD_NUMBER: _ClassVar[int]
    LAST_ELAPSED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    asked: bool
    out: bool
    bank_left: _duration_pb2.Duration
    decisions: int
    strikes: int
    refusals: int
    last_elapsed: _duration_pb2.Duration
    def __init__(self, seat: _Optional[int] = ..., asked: bool = ..., out: bool = ..., bank_left: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., decisions: _Optional[int] = ..., strikes: _Optional[int] = ..., refusals: _Optional[int] = ..., last_elapsed: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class SeatObservation(_message.Message):
    __slots__ = ("seat", "observation")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    observation: _any_pb2.Any
    def __init__(self, seat: _Optional[int] = ..., observation: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class WatchEndsRequest(_message.Message):
    __slots__ = ("match_ids",)
    MATCH_IDS_FIELD_NUMBER: _ClassVar[int]
    match_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, match_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class WatchEndsResponse(_message.Message):
    __slots__ = ("ends", "unwatched")
    ENDS_FIELD_NUMBER: _ClassVar[int]
    UNWATCHED_FIELD_NUMBER: _ClassVar[int]
    ends: _containers.RepeatedCompositeFieldContainer[WatchedEnd]
    unwatched: _containers.RepeatedCompositeFieldContainer[UnwatchedMatch]
    def __init__(self, ends: _Optional[_Iterable[_Union[WatchedEnd, _Mapping]]] = ..., unwatched: _Optional[_Iterable[_Union[UnwatchedMatch, _Mapping]]] = ...) -> None: ...

class WatchedEnd(_message.Message):
    __slots__ = ("match_id", "outcome")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    outcome: _match_pb2.Outcome
    def __init__(self, match_id: _Optional[str] = ..., outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ...) -> None: ...

class UnwatchedMatch(_message.Message):
    __slots__ = ("match_id", "reason", "text")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    reason: _error_pb2.ErrorReason
    text: str
    def __init__(self, match_id: _Optional[str] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., text: _Optional[str] = ...) -> None: ...
