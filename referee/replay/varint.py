"""Protobuf's wire format by hand, for the few messages that are made at every decision.

The protobuf library makes everything else, and reads everything. What is written here field by field
is the same bytes that it would write; the tests compare them.
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
"""All varints of one or two bytes."""
_GOING_ON: Final = [bytes([n & 0x7F | 0x80, n >> 7 | 0x80]) for n in range(_SHORT_LIMIT)]
"""The lowest 14 bits of longer ones."""


def varint(value: int) -> bytes:
    """Return an integer, -2^63..2^64-1, seven bits a byte; a negative one takes ten bytes."""
    if 0 <= value < _SHORT_LIMIT:
        return _SHORT[value]
    if value < 0:
        value &= _UINT64
    return _GOING_ON[value & (_SHORT_LIMIT - 1)] + varint(value >> _SHORT_BITS)


def tag(field: int, wire_type: int) -> bytes:
    """Return what stands before a field's value.

    Args:
        field: Its number.
        wire_type: 0 for a varint, 2 for what says its length.
    """
    return varint(field << 3 | wire_type)


def bytes_field(field: int, value: bytes) -> bytes:
    """Return a field that is a string, bytes or a message; also if it is empty."""
    return tag(field, 2) + varint(len(value)) + value
