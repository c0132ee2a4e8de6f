"""Why something was not done, for programs."""
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor

class ErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Reason of a Rejected, and of a failed call in google.rpc.ErrorInfo."""
    __slots__ = ()
    ERROR_REASON_UNSPECIFIED: _ClassVar[ErrorReason]
    """Never sent."""
    ERROR_REASON_BAD_TOKEN: _ClassVar[ErrorReason]
    """The token names no seat of this server."""
    ERROR_REASON_TAKEN_OVER: _ClassVar[ErrorReason]
    """Another stream has presented the seat's token and holds it now."""
    ERROR_REASON_TOO_MANY_JOINS: _ClassVar[ErrorReason]
    """The seat has been joined more often than the server allows."""
    ERROR_REASON_NOT_YOUR_SEAT: _ClassVar[ErrorReason]
    """This stream has not joined that seat."""
    ERROR_REASON_STALE: _ClassVar[ErrorReason]
    """The action answers a turn before the open one, or none is open."""
    ERROR_REASON_DUPLICATE: _ClassVar[ErrorReason]
    """The turn has an answer; the first one stands."""
    ERROR_REASON_LATE: _ClassVar[ErrorReason]
    """The deadline had passed; the default action was played."""
    ERROR_REASON_EARLY: _ClassVar[ErrorReason]
    """The action answers a turn that has not been opened yet."""
    ERROR_REASON_MALFORMED: _ClassVar[ErrorReason]
    """The payload can't be read as the game's Action. The turn stays open."""
    ERROR_REASON_WRONG_TYPE: _ClassVar[ErrorReason]
    """The payload is another message than the game's Action. The turn stays open."""
    ERROR_REASON_ENDED: _ClassVar[ErrorReason]
    """The match has ended, or the seat is out."""
    ERROR_REASON_FLOOD: _ClassVar[ErrorReason]
    """Too many messages or actions for the turns that were open."""
    ERROR_REASON_DRAINING: _ClassVar[ErrorReason]
    """The server is going to stop."""
    ERROR_REASON_UNKNOWN_GAME: _ClassVar[ErrorReason]
    """No such game."""
    ERROR_REASON_UNKNOWN_MATCH: _ClassVar[ErrorReason]
    """No such match."""
    ERROR_REASON_UNKNOWN_REPLAY: _ClassVar[ErrorReason]
    """No such replay."""
    ERROR_REASON_BAD_FIELD: _ClassVar[ErrorReason]
    """A field of the request is out of bounds; the text names it."""
    ERROR_REASON_BAD_CONFIG: _ClassVar[ErrorReason]
    """The game's config is out of bounds; the text names field, bound and value."""
    ERROR_REASON_BAD_ORGANIZER_KEY: _ClassVar[ErrorReason]
    """The organizer key is missing or wrong."""
    ERROR_REASON_TOO_MANY_MATCHES: _ClassVar[ErrorReason]
    """The server runs as many matches as it may."""
    ERROR_REASON_SEAT_TAKEN: _ClassVar[ErrorReason]
    """The seat is taken."""
    ERROR_REASON_NO_HOUSE_BOT: _ClassVar[ErrorReason]
    """No such house bot, or the server runs none."""
    ERROR_REASON_NOT_VISIBLE: _ClassVar[ErrorReason]
    """What was asked for may not be seen (yet)."""
    ERROR_REASON_CORRUPT_REPLAY: _ClassVar[ErrorReason]
    """The replay's file is damaged."""
    ERROR_REASON_REFEREE_FAULT: _ClassVar[ErrorReason]
    """A fault of the referee; the log has the story."""
    ERROR_REASON_NOT_READING: _ClassVar[ErrorReason]
    """The bot does not read what it is sent, and too much has gathered for it."""
    ERROR_REASON_MSG_BAD_TEXT: _ClassVar[ErrorReason]
    """A message names no channel of the game, is empty, is not valid UTF-8 or has control
    characters.
    """
    ERROR_REASON_MSG_TOO_LONG: _ClassVar[ErrorReason]
    """A message has more bytes than the game's config allows."""
    ERROR_REASON_MSG_NO_ROOM: _ClassVar[ErrorReason]
    """The seat is in no channel of that name now, or the game has no chat."""
    ERROR_REASON_MSG_TOO_MANY: _ClassVar[ErrorReason]
    """The seat has sent as many messages at this decision point as it may."""
    ERROR_REASON_BAD_NONCE: _ClassVar[ErrorReason]
    """The nonce is not the one the seat has committed itself to, or comes before all commitments
    were shown, or after the match began.
    """
    ERROR_REASON_NOT_ENDED: _ClassVar[ErrorReason]
    """The match has not ended."""
    ERROR_REASON_TOO_MANY_CALLS: _ClassVar[ErrorReason]
    """The caller, or all callers without the organizer key together, do as much of this at once as
    they may; the text says how much that is.
    """
    ERROR_REASON_BAD_ENTRY_KEY: _ClassVar[ErrorReason]
    """The key of an entry is not known, or the stream has not shown one in time."""
    ERROR_REASON_ENTRY_REFUSED: _ClassVar[ErrorReason]
    """The entry belongs to another key, or the organizer has dismissed it."""
    ERROR_REASON_REPLACED: _ClassVar[ErrorReason]
    """Another stream of the same entry has taken this one's place."""
    ERROR_REASON_NOT_ATTENDED: _ClassVar[ErrorReason]
    """The organizer takes no attendance (yet)."""
    ERROR_REASON_SILENT: _ClassVar[ErrorReason]
    """The helper has given no sign of life for too long."""
    ERROR_REASON_NO_ROOM: _ClassVar[ErrorReason]
    """The entry takes no more matches."""
    ERROR_REASON_ATTENDANCE_OVER: _ClassVar[ErrorReason]
    """The entry has no more matches to play here: the season is over, or the entry has left it.
    That is no fault of its helper's.
    """
ERROR_REASON_UNSPECIFIED: ErrorReason
"""Never sent."""
ERROR_REASON_BAD_TOKEN: ErrorReason
"""The token names no seat of this server."""
ERROR_REASON_TAKEN_OVER: ErrorReason
"""Another stream has presented the seat's token and holds it now."""
ERROR_REASON_TOO_MANY_JOINS: ErrorReason
"""The seat has been joined more often than the server allows."""
ERROR_REASON_NOT_YOUR_SEAT: ErrorReason
"""This stream has not joined that seat."""
ERROR_REASON_STALE: ErrorReason
"""The action answers a turn before the open one, or none is open."""
ERROR_REASON_DUPLICATE: ErrorReason
"""The turn has an answer; the first one stands."""
ERROR_REASON_LATE: ErrorReason
"""The deadline had passed; the default action was played."""
ERROR_REASON_EARLY: ErrorReason
"""The action answers a turn that has not been opened yet."""
ERROR_REASON_MALFORMED: ErrorReason
"""The payload can't be read as the game's Action. The turn stays open."""
ERROR_REASON_WRONG_TYPE: ErrorReason
"""The payload is another message than the game's Action. The turn stays open."""
ERROR_REASON_ENDED: ErrorReason
"""The match has ended, or the seat is out."""
ERROR_REASON_FLOOD: ErrorReason
"""Too many messages or actions for the turns that were open."""
ERROR_REASON_DRAINING: ErrorReason
"""The server is going to stop."""
ERROR_REASON_UNKNOWN_GAME: ErrorReason
"""No such game."""
ERROR_REASON_UNKNOWN_MATCH: ErrorReason
"""No such match."""
ERROR_REASON_UNKNOWN_REPLAY: ErrorReason
"""No such replay."""
ERROR_REASON_BAD_FIELD: ErrorReason
"""A field of the request is out of bounds; the text names it."""
ERROR_REASON_BAD_CONFIG: ErrorReason
"""The game's config is out of bounds; the text names field, bound and value."""
ERROR_REASON_BAD_ORGANIZER_KEY: ErrorReason
"""The organizer key is missing or wrong."""
ERROR_REASON_TOO_MANY_MATCHES: ErrorReason
"""The server runs as many matches as it may."""
ERROR_REASON_SEAT_TAKEN: ErrorReason
"""The seat is taken."""
ERROR_REASON_NO_HOUSE_BOT: ErrorReason
"""No such house bot, or the server runs none."""
ERROR_REASON_NOT_VISIBLE: ErrorReason
"""What was asked for may not be seen (yet)."""
ERROR_REASON_CORRUPT_REPLAY: ErrorReason
"""The replay's file is damaged."""
ERROR_REASON_REFEREE_FAULT: ErrorReason
"""A fault of the referee; the log has the story."""
ERROR_REASON_NOT_READING: ErrorReason
"""The bot does not read what it is sent, and too much has gathered for it."""
ERROR_REASON_MSG_BAD_TEXT: ErrorReason
"""A message names no channel of the game, is empty, is not valid UTF-8 or has control characters.
"""
ERROR_REASON_MSG_TOO_LONG: ErrorReason
"""A message has more bytes than the game's config allows."""
ERROR_REASON_MSG_NO_ROOM: ErrorReason
"""The seat is in no channel of that name now, or the game has no chat."""
ERROR_REASON_MSG_TOO_MANY: ErrorReason
"""The seat has sent as many messages at this decision point as it may."""
ERROR_REASON_BAD_NONCE: ErrorReason
"""The nonce is not the one the seat has committed itself to, or comes before all commitments were
shown, or after the match began.
"""
ERROR_REASON_NOT_ENDED: ErrorReason
"""The match has not ended."""
ERROR_REASON_TOO_MANY_CALLS: ErrorReason
"""The caller, or all callers without the organizer key together, do as much of this at once as they
may; the text says how much that is.
"""
ERROR_REASON_BAD_ENTRY_KEY: ErrorReason
"""The key of an entry is not known, or the stream has not shown one in time."""
ERROR_REASON_ENTRY_REFUSED: ErrorReason
"""The entry belongs to another key, or the organizer has dismissed it."""
ERROR_REASON_REPLACED: ErrorReason
"""Another stream of the same entry has taken this one's place."""
ERROR_REASON_NOT_ATTENDED: ErrorReason
"""The organizer takes no attendance (yet)."""
ERROR_REASON_SILENT: ErrorReason
"""The helper has given no sign of life for too long."""
ERROR_REASON_NO_ROOM: ErrorReason
"""The entry takes no more matches."""
ERROR_REASON_ATTENDANCE_OVER: ErrorReason
"""The entry has no more matches to play here: the season is over, or the entry has left it. That is
no fault of its helper's.
"""
