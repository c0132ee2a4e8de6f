from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor

class ErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ERROR_REASON_UNSPECIFIED: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_TOKEN: _ClassVar[ErrorReason]
    ERROR_REASON_TAKEN_OVER: _ClassVar[ErrorReason]
    ERROR_REASON_TOO_MANY_JOINS: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_YOUR_SEAT: _ClassVar[ErrorReason]
    ERROR_REASON_STALE: _ClassVar[ErrorReason]
    ERROR_REASON_DUPLICATE: _ClassVar[ErrorReason]
    ERROR_REASON_LATE: _ClassVar[ErrorReason]
    ERROR_REASON_EARLY: _ClassVar[ErrorReason]
    ERROR_REASON_MALFORMED: _ClassVar[ErrorReason]
    ERROR_REASON_WRONG_TYPE: _ClassVar[ErrorReason]
    ERROR_REASON_ENDED: _ClassVar[ErrorReason]
    ERROR_REASON_FLOOD: _ClassVar[ErrorReason]
    ERROR_REASON_DRAINING: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_GAME: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_MATCH: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_REPLAY: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_FIELD: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_CONFIG: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_ORGANIZER_KEY: _ClassVar[ErrorReason]
    ERROR_REASON_TOO_MANY_MATCHES: _ClassVar[ErrorReason]
    ERROR_REASON_SEAT_TAKEN: _ClassVar[ErrorReason]
    ERROR_REASON_NO_HOUSE_BOT: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_VISIBLE: _ClassVar[ErrorReason]
    ERROR_REASON_CORRUPT_REPLAY: _ClassVar[ErrorReason]
    ERROR_REASON_REFEREE_FAULT: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_READING: _ClassVar[ErrorReason]
    ERROR_REASON_MSG_BAD_TEXT: _ClassVar[ErrorReason]
    ERROR_REASON_MSG_TOO_LONG: _ClassVar[ErrorReason]
    ERROR_REASON_MSG_NO_ROOM: _ClassVar[ErrorReason]
    ERROR_REASON_MSG_TOO_MANY: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_NONCE: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_ENDED: _ClassVar[ErrorReason]
    ERROR_REASON_TOO_MANY_CALLS: _ClassVar[ErrorReason]
ERROR_REASON_UNSPECIFIED: ErrorReason
ERROR_REASON_BAD_TOKEN: ErrorReason
ERROR_REASON_TAKEN_OVER: ErrorReason
ERROR_REASON_TOO_MANY_JOINS: ErrorReason
ERROR_REASON_NOT_YOUR_SEAT: ErrorReason
ERROR_REASON_STALE: ErrorReason
ERROR_REASON_DUPLICATE: ErrorReason
ERROR_REASON_LATE: ErrorReason
ERROR_REASON_EARLY: ErrorReason
ERROR_REASON_MALFORMED: ErrorReason
ERROR_REASON_WRONG_TYPE: ErrorReason
ERROR_REASON_ENDED: ErrorReason
ERROR_REASON_FLOOD: ErrorReason
ERROR_REASON_DRAINING: ErrorReason
ERROR_REASON_UNKNOWN_GAME: ErrorReason
ERROR_REASON_UNKNOWN_MATCH: ErrorReason
ERROR_REASON_UNKNOWN_REPLAY: ErrorReason
ERROR_REASON_BAD_FIELD: ErrorReason
ERROR_REASON_BAD_CONFIG: ErrorReason
ERROR_REASON_BAD_ORGANIZER_KEY: ErrorReason
ERROR_REASON_TOO_MANY_MATCHES: ErrorReason
ERROR_REASON_SEAT_TAKEN: ErrorReason
ERROR_REASON_NO_HOUSE_BOT: ErrorReason
ERROR_REASON_NOT_VISIBLE: ErrorReason
ERROR_REASON_CORRUPT_REPLAY: ErrorReason
ERROR_REASON_REFEREE_FAULT: ErrorReason
ERROR_REASON_NOT_READING: ErrorReason
ERROR_REASON_MSG_BAD_TEXT: ErrorReason
ERROR_REASON_MSG_TOO_LONG: ErrorReason
ERROR_REASON_MSG_NO_ROOM: ErrorReason
ERROR_REASON_MSG_TOO_MANY: ErrorReason
ERROR_REASON_BAD_NONCE: ErrorReason
ERROR_REASON_NOT_ENDED: ErrorReason
ERROR_REASON_TOO_MANY_CALLS: ErrorReason
