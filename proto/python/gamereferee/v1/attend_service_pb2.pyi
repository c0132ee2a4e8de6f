"""Entries whose programs run elsewhere: they attend, and get matches."""
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
    """What a change of attendance is."""
    __slots__ = ()
    ATTENDANCE_KIND_UNSPECIFIED: _ClassVar[AttendanceKind]
    """Never sent."""
    ATTENDANCE_KIND_CONNECTED: _ClassVar[AttendanceKind]
    """A stream of the entry was accepted. If another one was open, it has ended."""
    ATTENDANCE_KIND_ALIVE: _ClassVar[AttendanceKind]
    """The helper has answered a ping."""
    ATTENDANCE_KIND_ROOM: _ClassVar[AttendanceKind]
    """The helper has announced another room."""
    ATTENDANCE_KIND_DISCONNECTED: _ClassVar[AttendanceKind]
    """The stream has ended."""
ATTENDANCE_KIND_UNSPECIFIED: AttendanceKind
"""Never sent."""
ATTENDANCE_KIND_CONNECTED: AttendanceKind
"""A stream of the entry was accepted. If another one was open, it has ended."""
ATTENDANCE_KIND_ALIVE: AttendanceKind
"""The helper has answered a ping."""
ATTENDANCE_KIND_ROOM: AttendanceKind
"""The helper has announced another room."""
ATTENDANCE_KIND_DISCONNECTED: AttendanceKind
"""The stream has ended."""

class AttendRequest(_message.Message):
    """From helper to referee: one field a message."""
    __slots__ = ("hello", "pong", "room")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    hello: AttendHello
    """The entry; in the first message, and in no later one."""
    pong: AttendPong
    """Answer to a ping."""
    room: AttendRoom
    """How many matches the entry takes from now on."""
    def __init__(self, hello: _Optional[_Union[AttendHello, _Mapping]] = ..., pong: _Optional[_Union[AttendPong, _Mapping]] = ..., room: _Optional[_Union[AttendRoom, _Mapping]] = ...) -> None: ...

class AttendHello(_message.Message):
    """The entry that attends, and its terms."""
    __slots__ = ("key", "entry", "version", "language", "client", "room")
    KEY_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    key: str
    """The entry's key, `gr_` and 52 characters."""
    entry: str
    """The entry's name: 1 to 40 ASCII letters, digits, `-`, `_` and `.`."""
    version: str
    """What the author calls the present program, at most 100 characters. Another text means another
    version of the entry. May be empty.
    """
    language: str
    """The program's language, for tables; at most 40 characters; may be empty."""
    client: str
    """Name and version of the helper, at most 100 characters."""
    room: AttendRoom
    """How many matches it takes."""
    def __init__(self, key: _Optional[str] = ..., entry: _Optional[str] = ..., version: _Optional[str] = ..., language: _Optional[str] = ..., client: _Optional[str] = ..., room: _Optional[_Union[AttendRoom, _Mapping]] = ...) -> None: ...

class AttendRoom(_message.Message):
    """How many matches an entry takes."""
    __slots__ = ("at_once", "further")
    AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    FURTHER_FIELD_NUMBER: _ClassVar[int]
    at_once: int
    """Most matches at the same time, open ones included, from 0 to 1000; 0 takes no more matches,
    and open ones are played to their end.
    """
    further: int
    """Most matches beyond those that are assigned when this is said, from 1; absent means any
    number.
    """
    def __init__(self, at_once: _Optional[int] = ..., further: _Optional[int] = ...) -> None: ...

class AttendPong(_message.Message):
    """Answer to a ping."""
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    """Number of the ping."""
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class AttendResponse(_message.Message):
    """From referee to helper. Read `accepted` first, then assignments, then withdrawn ones."""
    __slots__ = ("accepted", "assignments", "withdrawn", "ping", "room_taken")
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    ASSIGNMENTS_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    ROOM_TAKEN_FIELD_NUMBER: _ClassVar[int]
    accepted: AttendAccepted
    """Set in the first message alone: the stream is this entry's now. `assignments` of the same
    message has all open seats of the entry, perhaps some that an earlier stream was sent; others
    are over.
    """
    assignments: _containers.RepeatedCompositeFieldContainer[SeatAssignment]
    """Seats to play."""
    withdrawn: _containers.RepeatedCompositeFieldContainer[WithdrawnSeat]
    """Matches that need the entry no longer, in most cases since they are over."""
    ping: AttendPing
    """Question for a pong."""
    room_taken: bool
    """The room that was announced last is in force: what is assigned from now on keeps to it."""
    def __init__(self, accepted: _Optional[_Union[AttendAccepted, _Mapping]] = ..., assignments: _Optional[_Iterable[_Union[SeatAssignment, _Mapping]]] = ..., withdrawn: _Optional[_Iterable[_Union[WithdrawnSeat, _Mapping]]] = ..., ping: _Optional[_Union[AttendPing, _Mapping]] = ..., room_taken: bool = ...) -> None: ...

class AttendAccepted(_message.Message):
    """Terms of the stream."""
    __slots__ = ("sign_of_life", "silence")
    SIGN_OF_LIFE_FIELD_NUMBER: _ClassVar[int]
    SILENCE_FIELD_NUMBER: _ClassVar[int]
    sign_of_life: _duration_pb2.Duration
    """Time between two pings. A helper that gets none for three times as long should open another
    stream.
    """
    silence: _duration_pb2.Duration
    """Time without a pong after which the stream ends."""
    def __init__(self, sign_of_life: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., silence: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class SeatAssignment(_message.Message):
    """A seat to play."""
    __slots__ = ("match_id", "seat", "token", "game", "num_seats", "join_within")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    JOIN_WITHIN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    seat: int
    """The seat, from 0."""
    token: str
    """Secret token of the seat, for Join."""
    game: str
    """Identifier of the game."""
    num_seats: int
    """Number of seats in the match."""
    join_within: _duration_pb2.Duration
    """Time left to join when this was sent, never negative; a seat that is not joined by then
    forfeits. Absent if the match had begun when it was assigned.
    """
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., token: _Optional[str] = ..., game: _Optional[str] = ..., num_seats: _Optional[int] = ..., join_within: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class WithdrawnSeat(_message.Message):
    """A seat that need not be played any longer."""
    __slots__ = ("match_id", "seat")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    seat: int
    """The seat, from 0."""
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class AttendPing(_message.Message):
    """Question for a pong."""
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    """Any number; comes back in the pong."""
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class SetAttendeesRequest(_message.Message):
    """Request of AttendService.SetAttendees."""
    __slots__ = ("keys",)
    KEYS_FIELD_NUMBER: _ClassVar[int]
    keys: _containers.RepeatedCompositeFieldContainer[AttendeeKey]
    """All keys, at most 10,000."""
    def __init__(self, keys: _Optional[_Iterable[_Union[AttendeeKey, _Mapping]]] = ...) -> None: ...

class AttendeeKey(_message.Message):
    """A key, and the entries that may attend with it."""
    __slots__ = ("key_sha256", "entries", "may_add")
    KEY_SHA256_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    MAY_ADD_FIELD_NUMBER: _ClassVar[int]
    key_sha256: bytes
    """SHA-256 of the key's text, 32 bytes."""
    entries: _containers.RepeatedScalarFieldContainer[str]
    """Names of its entries, at most 100. No other key may have one of them, in whatever case."""
    may_add: bool
    """Whether a stream with this key may name an entry that no key has. The organizer then sees it
    on WatchAttendance and decides about it.
    """
    def __init__(self, key_sha256: _Optional[bytes] = ..., entries: _Optional[_Iterable[str]] = ..., may_add: bool = ...) -> None: ...

class SetAttendeesResponse(_message.Message):
    """Response of AttendService.SetAttendees."""
    __slots__ = ()
    def __init__(self) -> None: ...

class WatchAttendanceRequest(_message.Message):
    """Request of AttendService.WatchAttendance."""
    __slots__ = ()
    def __init__(self) -> None: ...

class WatchAttendanceResponse(_message.Message):
    """Response of AttendService.WatchAttendance."""
    __slots__ = ("snapshot", "changes")
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    snapshot: bool
    """Whether `changes` has all streams that are open now, each CONNECTED: so in the first message,
    and in no other.
    """
    changes: _containers.RepeatedCompositeFieldContainer[AttendanceChange]
    """What has happened, in order."""
    def __init__(self, snapshot: bool = ..., changes: _Optional[_Iterable[_Union[AttendanceChange, _Mapping]]] = ...) -> None: ...

class AttendanceChange(_message.Message):
    """One change of attendance."""
    __slots__ = ("kind", "entry", "stream", "round_trip", "room", "info", "in_order")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    STREAM_FIELD_NUMBER: _ClassVar[int]
    ROUND_TRIP_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    INFO_FIELD_NUMBER: _ClassVar[int]
    IN_ORDER_FIELD_NUMBER: _ClassVar[int]
    kind: AttendanceKind
    """What has happened."""
    entry: str
    """Name of the entry."""
    stream: int
    """Number of the stream, from 1, higher for later streams of this server's life."""
    round_trip: _duration_pb2.Duration
    """Round trip of the ping that was answered; only with ALIVE."""
    room: AttendRoom
    """The room in force; only with CONNECTED and ROOM."""
    info: AttendeeInfo
    """What the hello said, without the key; only with CONNECTED."""
    in_order: bool
    """Whether the helper had said before that it takes no more matches; only with DISCONNECTED."""
    def __init__(self, kind: _Optional[_Union[AttendanceKind, str]] = ..., entry: _Optional[str] = ..., stream: _Optional[int] = ..., round_trip: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., room: _Optional[_Union[AttendRoom, _Mapping]] = ..., info: _Optional[_Union[AttendeeInfo, _Mapping]] = ..., in_order: bool = ...) -> None: ...

class AttendeeInfo(_message.Message):
    """What a stream has said of its entry."""
    __slots__ = ("key_sha256", "version", "language", "client")
    KEY_SHA256_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    key_sha256: bytes
    """SHA-256 of the key's text, 32 bytes."""
    version: str
    """As in AttendHello."""
    language: str
    """As in AttendHello."""
    client: str
    """As in AttendHello."""
    def __init__(self, key_sha256: _Optional[bytes] = ..., version: _Optional[str] = ..., language: _Optional[str] = ..., client: _Optional[str] = ...) -> None: ...

class AssignSeatsRequest(_message.Message):
    """Request of AttendService.AssignSeats."""
    __slots__ = ("seats",)
    SEATS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedCompositeFieldContainer[AssignedSeat]
    """What to assign, at most 256."""
    def __init__(self, seats: _Optional[_Iterable[_Union[AssignedSeat, _Mapping]]] = ...) -> None: ...

class AssignedSeat(_message.Message):
    """A seat for an entry."""
    __slots__ = ("entry", "token")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    entry: str
    """Name of the entry."""
    token: str
    """Secret token of the seat, from CreateMatch."""
    def __init__(self, entry: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class AssignSeatsResponse(_message.Message):
    """Response of AttendService.AssignSeats."""
    __slots__ = ("refused",)
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    refused: _containers.RepeatedCompositeFieldContainer[RefusedSeat]
    """Seats that were not assigned."""
    def __init__(self, refused: _Optional[_Iterable[_Union[RefusedSeat, _Mapping]]] = ...) -> None: ...

class RefusedSeat(_message.Message):
    """A seat that was not assigned."""
    __slots__ = ("token", "reason", "text")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    token: str
    """As it was named."""
    reason: _error_pb2.ErrorReason
    """Why, for programs: BAD_TOKEN, BAD_FIELD for a name that no entry can have, or NO_ROOM where
    the entry takes no more matches.
    """
    text: str
    """Why, for people."""
    def __init__(self, token: _Optional[str] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., text: _Optional[str] = ...) -> None: ...

class ReleaseSeatsRequest(_message.Message):
    """Request of AttendService.ReleaseSeats."""
    __slots__ = ("tokens", "all_others")
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    ALL_OTHERS_FIELD_NUMBER: _ClassVar[int]
    tokens: _containers.RepeatedScalarFieldContainer[str]
    """Tokens of the seats, at most 10,000."""
    all_others: bool
    """Whether `tokens` are instead the seats to keep, and all others are taken back: for an
    organizer who does not know what was assigned before.
    """
    def __init__(self, tokens: _Optional[_Iterable[str]] = ..., all_others: bool = ...) -> None: ...

class ReleaseSeatsResponse(_message.Message):
    """Response of AttendService.ReleaseSeats."""
    __slots__ = ()
    def __init__(self) -> None: ...

class DismissAttendeeRequest(_message.Message):
    """Request of AttendService.DismissAttendee."""
    __slots__ = ("entry", "text", "over")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    entry: str
    """Name of the entry."""
    text: str
    """What its author is sent, at most 200 characters."""
    over: bool
    """Whether the entry has no more matches to play: its stream ends with
    ERROR_REASON_ATTENDANCE_OVER, so that its helper leaves as after its last match. Without it, the
    stream ends with ERROR_REASON_ENTRY_REFUSED.
    """
    def __init__(self, entry: _Optional[str] = ..., text: _Optional[str] = ..., over: bool = ...) -> None: ...

class DismissAttendeeResponse(_message.Message):
    """Response of AttendService.DismissAttendee."""
    __slots__ = ()
    def __init__(self) -> None: ...
