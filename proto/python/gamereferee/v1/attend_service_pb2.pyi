import datetime

from gamereferee.v1 import error_pb2 as _error_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class AttendanceKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ATTENDANCE_KIND_UNSPECIFIED: _ClassVar[AttendanceKind]
    ATTENDANCE_KIND_CONNECTED: _ClassVar[AttendanceKind]
    ATTENDANCE_KIND_ALIVE: _ClassVar[AttendanceKind]
    ATTENDANCE_KIND_ROOM: _ClassVar[AttendanceKind]
    ATTENDANCE_KIND_DISCONNECTED: _ClassVar[AttendanceKind]
ATTENDANCE_KIND_UNSPECIFIED: AttendanceKind
ATTENDANCE_KIND_CONNECTED: AttendanceKind
ATTENDANCE_KIND_ALIVE: AttendanceKind
ATTENDANCE_KIND_ROOM: AttendanceKind
ATTENDANCE_KIND_DISCONNECTED: AttendanceKind

class AttendRequest(_message.Message):
    __slots__ = ("hello", "pong", "room")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    hello: AttendHello
    pong: AttendPong
    room: AttendRoom
    def __init__(self, hello: _Optional[_Union[AttendHello, _Mapping]] = ..., pong: _Optional[_Union[AttendPong, _Mapping]] = ..., room: _Optional[_Union[AttendRoom, _Mapping]] = ...) -> None: ...

class AttendHello(_message.Message):
    __slots__ = ("key", "entry", "version", "language", "client", "room")
    KEY_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    key: str
    entry: str
    version: str
    language: str
    client: str
    room: AttendRoom
    def __init__(self, key: _Optional[str] = ..., entry: _Optional[str] = ..., version: _Optional[str] = ..., language: _Optional[str] = ..., client: _Optional[str] = ..., room: _Optional[_Union[AttendRoom, _Mapping]] = ...) -> None: ...

class AttendRoom(_message.Message):
    __slots__ = ("at_once", "further")
    AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    FURTHER_FIELD_NUMBER: _ClassVar[int]
    at_once: int
    further: int
    def __init__(self, at_once: _Optional[int] = ..., further: _Optional[int] = ...) -> None: ...

class AttendPong(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class AttendResponse(_message.Message):
    __slots__ = ("accepted", "assignments", "withdrawn", "ping", "room_taken")
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    ASSIGNMENTS_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    ROOM_TAKEN_FIELD_NUMBER: _ClassVar[int]
    accepted: AttendAccepted
    assignments: _containers.RepeatedCompositeFieldContainer[SeatAssignment]
    withdrawn: _containers.RepeatedCompositeFieldContainer[WithdrawnSeat]
    ping: AttendPing
    room_taken: bool
    def __init__(self, accepted: _Optional[_Union[AttendAccepted, _Mapping]] = ..., assignments: _Optional[_Iterable[_Union[SeatAssignment, _Mapping]]] = ..., withdrawn: _Optional[_Iterable[_Union[WithdrawnSeat, _Mapping]]] = ..., ping: _Optional[_Union[AttendPing, _Mapping]] = ..., room_taken: bool = ...) -> None: ...

class AttendAccepted(_message.Message):
    __slots__ = ("sign_of_life", "silence")
    SIGN_OF_LIFE_FIELD_NUMBER: _ClassVar[int]
    SILENCE_FIELD_NUMBER: _ClassVar[int]
    sign_of_life: _duration_pb2.Duration
    silence: _duration_pb2.Duration
    def __init__(self, sign_of_life: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., silence: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class SeatAssignment(_message.Message):
    __slots__ = ("match_id", "seat", "token", "game", "num_seats", "join_within")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    JOIN_WITHIN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    token: str
    game: str
    num_seats: int
    join_within: _duration_pb2.Duration
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., token: _Optional[str] = ..., game: _Optional[str] = ..., num_seats: _Optional[int] = ..., join_within: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class WithdrawnSeat(_message.Message):
    __slots__ = ("match_id", "seat")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class AttendPing(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class SetAttendeesRequest(_message.Message):
    __slots__ = ("keys",)
    KEYS_FIELD_NUMBER: _ClassVar[int]
    keys: _containers.RepeatedCompositeFieldContainer[AttendeeKey]
    def __init__(self, keys: _Optional[_Iterable[_Union[AttendeeKey, _Mapping]]] = ...) -> None: ...

class AttendeeKey(_message.Message):
    __slots__ = ("key_sha256", "entries", "may_add")
    KEY_SHA256_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    MAY_ADD_FIELD_NUMBER: _ClassVar[int]
    key_sha256: bytes
    entries: _containers.RepeatedScalarFieldContainer[str]
    may_add: bool
    def __init__(self, key_sha256: _Optional[bytes] = ..., entries: _Optional[_Iterable[str]] = ..., may_add: bool = ...) -> None: ...

class SetAttendeesResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class WatchAttendanceRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class WatchAttendanceResponse(_message.Message):
    __slots__ = ("snapshot", "changes")
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    snapshot: bool
    changes: _containers.RepeatedCompositeFieldContainer[AttendanceChange]
    def __init__(self, snapshot: bool = ..., changes: _Optional[_Iterable[_Union[AttendanceChange, _Mapping]]] = ...) -> None: ...

class AttendanceChange(_message.Message):
    __slots__ = ("kind", "entry", "stream", "round_trip", "room", "info", "in_order")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    STREAM_FIELD_NUMBER: _ClassVar[int]
    ROUND_TRIP_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    INFO_FIELD_NUMBER: _ClassVar[int]
    IN_ORDER_FIELD_NUMBER: _ClassVar[int]
    kind: AttendanceKind
    entry: str
    stream: int
    round_trip: _duration_pb2.Duration
    room: AttendRoom
    info: AttendeeInfo
    in_order: bool
    def __init__(self, kind: _Optional[_Union[AttendanceKind, str]] = ..., entry: _Optional[str] = ..., stream: _Optional[int] = ..., round_trip: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., room: _Optional[_Union[AttendRoom, _Mapping]] = ..., info: _Optional[_Union[AttendeeInfo, _Mapping]] = ..., in_order: bool = ...) -> None: ...

class AttendeeInfo(_message.Message):
    __slots__ = ("key_sha256", "version", "language", "client")
    KEY_SHA256_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    key_sha256: bytes
    version: str
    language: str
    client: str
    def __init__(self, key_sha256: _Optional[bytes] = ..., version: _Optional[str] = ..., language: _Optional[str] = ..., client: _Optional[str] = ...) -> None: ...

class AssignSeatsRequest(_message.Message):
    __slots__ = ("seats",)
    SEATS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedCompositeFieldContainer[AssignedSeat]
    def __init__(self, seats: _Optional[_Iterable[_Union[AssignedSeat, _Mapping]]] = ...) -> None: ...

class AssignedSeat(_message.Message):
    __slots__ = ("entry", "token")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    entry: str
    token: str
    def __init__(self, entry: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class AssignSeatsResponse(_message.Message):
    __slots__ = ("refused",)
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    refused: _containers.RepeatedCompositeFieldContainer[RefusedSeat]
    def __init__(self, refused: _Optional[_Iterable[_Union[RefusedSeat, _Mapping]]] = ...) -> None: ...

class RefusedSeat(_message.Message):
    __slots__ = ("token", "reason", "text")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    token: str
    reason: _error_pb2.ErrorReason
    text: str
    def __init__(self, token: _Optional[str] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., text: _Optional[str] = ...) -> None: ...

class ReleaseSeatsRequest(_message.Message):
    __slots__ = ("tokens", "all_others")
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    ALL_OTHERS_FIELD_NUMBER: _ClassVar[int]
    tokens: _containers.RepeatedScalarFieldContainer[str]
    all_others: bool
    def __init__(self, tokens: _Optional[_Iterable[str]] = ..., all_others: bool = ...) -> None: ...

class ReleaseSeatsResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DismissAttendeeRequest(_message.Message):
    __slots__ = ("entry", "text", "over")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    entry: str
    text: str
    over: bool
    def __init__(self, entry: _Optional[str] = ..., text: _Optional[str] = ..., over: bool = ...) -> None: ...

class DismissAttendeeResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
