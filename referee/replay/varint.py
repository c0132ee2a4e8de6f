"""Encodes protobuf's wire format by hand, for the few messages that are made at every decision.

The protobuf library encodes all other messages, and parses every message. Messages encoded here
have the same bytes as the library's; the tests compare them.
"""

from __future__ import annotations

from typing import Final

__all__ = ["bytes_field", "tag", "varint"]

_SHORT_BITS: Final = 14
_SHORT_LIMIT: Final = 1 << 14
_UINT64: Final = (1 << 64) - 1

_SHORT: Final = [
    bytes([n]) if n < 0x80 else bytes([n & 0x7F | 0x80, n >> 7]) for n in range(_SHORT_LIMIT)
]
"""Varints of one or two bytes, indexed by their value."""
_GOING_ON: Final = [bytes([n & 0x7F | 0x80, n >> 7 | 0x80]) for n in range(_SHORT_LIMIT)]
"""First two bytes of longer varints, indexed by the value's lowest 14 bits."""


def varint(value: int) -> bytes:
    """Return an integer from -2^63 to 2^64-1 as a varint, seven bits a byte.

    A negative integer takes ten bytes.
    """
    if 0 <= value < _SHORT_LIMIT:
        return _SHORT[value]
    if value < 0:
        value &= _UINT64
    return _GOING_ON[value & (_SHORT_LIMIT - 1)] + varint(value >> _SHORT_BITS)


def tag(field: int, wire_type: int) -> bytes:
    """Return the tag bytes that precede a field's value.

    Args:
        field: The field's number.
        wire_type: 0 for a varint, 2 for a value that begins with its length.
    """
    return varint(field << 3 | wire_type)


def bytes_field(field: int, value: bytes) -> bytes:
    """Return an encoded field whose value is a string, bytes or a message, even if the value is empty."""
    return tag(field, 2) + varint(len(value)) + value
