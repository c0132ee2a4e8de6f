"""Protobuf's wire format, written from numbers, for messages that a game makes every step.

Each function returns bytes, to be joined in ascending order of their fields, as the protobuf library
writes them. They know no schema: the codec chooses the fields. Nothing here decodes.

    message(3, int_field(1, game) + ints_field(2, lives))

Most values of a match come again: with the caches here and in a game's own messages, this is about as quick as
compiled code, and needs no compiler.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

__all__ = [
    "event",
    "event_put",
    "int_field",
    "ints_field",
    "message",
    "nth_event",
    "present_int_field",
    "varint",
]

# Wire types, the lowest three bits of a tag.
_VARINT, _LENGTH_DELIMITED = 0, 2
_REMEMBERED = 1 << 14
_SHORT = 0x78
"""A body of fewer bytes is short: its length, and that of the Event around it, take one byte each."""


_BYTES = [bytes([value]) for value in range(0x80)]
"""Integers that take one byte."""
_HEADS = [_BYTES[field << 3 | _LENGTH_DELIMITED] for field in range(16)]
"""Tags of messages by field, those that take one byte."""


@functools.lru_cache(maxsize=_REMEMBERED)
def varint(value: int) -> bytes:
    """Return an integer, -2^63..2^64-1, seven bits a byte; a negative one takes ten bytes."""
    rest, out = value & 0xFFFF_FFFF_FFFF_FFFF, []
    while rest >= 0x80:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    out.append(rest)
    return bytes(out)


@functools.lru_cache(maxsize=_REMEMBERED)
def present_int_field(field: int, value: int) -> bytes:
    """Return an integer, enum or bool that can be absent: 0 is written like any other value."""
    return varint(field << 3 | _VARINT) + varint(value)


def int_field(field: int, value: int) -> bytes:
    """Return an integer, enum or bool whose 0 means the same as its absence."""
    return present_int_field(field, value) if value else b""


def ints_field(field: int, values: Sequence[int]) -> bytes:
    """Return a packed list of integers; nothing if it is empty."""
    try:
        body = bytes(values)
        if not body.isascii():  # a value from 0x80 takes more than one byte
            body = b"".join(map(varint, values))
    except ValueError:  # a value is negative or above 255
        body = b"".join(map(varint, values))
    return message(field, body) if body else b""


def message(field: int, body: bytes) -> bytes:
    """Return an embedded message with these fields, or a text of these bytes."""
    length = len(body)
    # The common case: tag and length take one byte each.
    if length < 0x80 and field < len(_HEADS):
        return _HEADS[field] + _BYTES[length] + body
    return varint(field << 3 | _LENGTH_DELIMITED) + varint(length) + body


def event(kind: int, body: bytes) -> bytes:
    """Return an Events message of one event; such messages may be joined end to end.

    Args:
        kind: Field number of the event's kind in its oneof.
        body: The fields of what happened.
    """
    return message(1, message(kind, body))


def event_put(kind: int) -> Callable[[bytes], bytes]:
    """Return a function that makes events of a kind as `event` does, with prefixes made once for short bodies.

    Args:
        kind: Field number of the kind in its oneof.
    """
    heads = [event(kind, bytes(length))[: -length or None] for length in range(_SHORT)]

    def put(body: bytes) -> bytes:
        length = len(body)
        return heads[length] + body if length < _SHORT else event(kind, body)

    return put


def nth_event(events: bytes, index: int) -> bytes:
    """Return one event of an Events message, as such a message.

    Args:
        events: Events as they are written here.
        index: From 0; below the number of events.
    """
    start = 0
    for _ in range(index):
        start = _end_of_event(events, start)
    return events[start : _end_of_event(events, start)]


def _end_of_event(events: bytes, start: int) -> int:
    """Return the index after the event at `start`: a tag of one byte, a length as a varint, and the body."""
    length, at, shift = 0, start + 1, 0
    while events[at] & 0x80:
        length |= (events[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
    return at + 1 + (length | events[at] << shift)
