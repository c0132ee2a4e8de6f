"""Writes protobuf's wire format from numbers, for messages that a game makes at every step.

Each function returns bytes of one part. Parts must be joined in ascending order of their field
numbers, as the protobuf library writes them. The functions know no schema: the codec chooses the
fields. Nothing here decodes.

    message(3, int_field(1, game) + ints_field(2, lives))

Most values of a match occur again. With the caches here and in a game's own messages, this is about
as fast as compiled code, and needs no compiler.
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
"""Event bodies of fewer bytes than this are short: their length, and that of the Event around, take
one byte each.
"""


_BYTES = [bytes([value]) for value in range(0x80)]
"""Varints of one byte, by their number, 0..127."""
_HEADS = [_BYTES[field << 3 | _LENGTH_DELIMITED] for field in range(16)]
"""Tags of embedded messages by field number 0..15: those that take one byte."""


@functools.lru_cache(maxsize=_REMEMBERED)
def varint(value: int) -> bytes:
    """Return an integer, -2^63..2^64-1, as a varint: seven bits a byte.

    A negative one takes ten bytes.
    """
    # A negative number becomes its two's complement of 64 bits, as protobuf has it: ten bytes.
    rest, out = value & 0xFFFF_FFFF_FFFF_FFFF, []
    while rest >= 0x80:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    out.append(rest)
    return bytes(out)


@functools.lru_cache(maxsize=_REMEMBERED)
def present_int_field(field: int, value: int) -> bytes:
    """Return the bytes of an integer, enum or bool field with explicit presence: 0 is written like any other value."""
    return varint(field << 3 | _VARINT) + varint(value)


def int_field(field: int, value: int) -> bytes:
    """Return the bytes of an integer, enum or bool field without explicit presence.

    The result is empty if the value is 0.
    """
    return present_int_field(field, value) if value else b""


def ints_field(field: int, values: Sequence[int]) -> bytes:
    """Return the bytes of a packed list of integers; the result is empty for an empty list."""
    try:
        # One call for the common case, numbers below 0x80: each is its own varint.
        body = bytes(values)
        if not body.isascii():  # a value from 0x80 takes more than one byte
            body = b"".join(map(varint, values))
    except ValueError:  # a value is negative or above 255
        body = b"".join(map(varint, values))
    return message(field, body) if body else b""


def message(field: int, body: bytes) -> bytes:
    """Return the bytes of an embedded message with this body, or of a text field with these bytes."""
    length = len(body)
    # The common case: tag and length take one byte each.
    if length < 0x80 and field < len(_HEADS):
        return _HEADS[field] + _BYTES[length] + body
    return varint(field << 3 | _LENGTH_DELIMITED) + varint(length) + body


def event(kind: int, body: bytes) -> bytes:
    """Return the bytes of an Events message with one event.

    Such messages may be joined end to end.

    Args:
        kind: Field number of the event's kind in the oneof of Event.
        body: Encoded fields of the event's record.
    """
    return message(1, message(kind, body))


def event_put(kind: int) -> Callable[[bytes], bytes]:
    """Return a function that wraps the body of an event of one kind into an Events message.

    The bytes in front of short bodies are computed in advance.

    Args:
        kind: Field number of the event's kind in the oneof of Event.
    """
    # `or None` for the length 0: a slice up to -0 would be empty.
    heads = [event(kind, bytes(length))[: -length or None] for length in range(_SHORT)]

    def put(body: bytes) -> bytes:
        length = len(body)
        return heads[length] + body if length < _SHORT else event(kind, body)

    return put


def nth_event(events: bytes, index: int) -> bytes:
    """Return one event of an Events message, again as an Events message.

    Args:
        events: Events message, as this module writes it.
        index: Index of the event, from 0; must be below the number of events.
    """
    start = 0
    for _ in range(index):
        start = _end_of_event(events, start)
    return events[start : _end_of_event(events, start)]


def _end_of_event(events: bytes, start: int) -> int:
    """Return the index after the event that begins at `start`, which is a tag of one byte, a length and a body."""
    length, at, shift = 0, start + 1, 0
    # The tag of `events` is one byte, as its field number is 1; only the length may take more.
    while events[at] & 0x80:
        length |= (events[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
    return at + 1 + (length | events[at] << shift)
