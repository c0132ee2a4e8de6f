"""Makes encoded fields that no version of the protocol has, to imitate a newer referee and to make messages large."""

from __future__ import annotations

from typing import TypeVar

from google.protobuf import any_pb2
from google.protobuf.message import Message

from gamereferee.v1 import play_service_pb2 as wire

__all__ = ["MIB", "UNKNOWN_FIELDS", "UNKNOWN_TYPE", "bytes_field", "everywhere", "padded", "varint"]

M = TypeVar("M", bound=Message)

MIB = 1 << 20
"""Number of bytes in one MiB."""
UNKNOWN_TYPE = "gamereferee.games.of_a_newer_version.v9.Observation"
"""Full name of a message type that does not exist."""
_NUMBER = 7000
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


def varint(value: int) -> bytes:
    """Return an integer that is 0 or more as a varint of protobuf's wire format."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _tag(number: int, wire_type: int) -> bytes:
    return varint(number << 3 | wire_type)


def bytes_field(number: int, value: bytes) -> bytes:
    """Return the encoded field with this number, whose value are these bytes."""
    return _tag(number, _BYTES) + varint(len(value)) + value


UNKNOWN_FIELDS = (
    _tag(_NUMBER, _VARINT)
    + varint(2**40)
    + _tag(_NUMBER + 1, _FIXED64)
    + bytes(range(8))
    + bytes_field(_NUMBER + 2, b"of a newer version")
    + _tag(_NUMBER + 3, _FIXED32)
    + bytes(range(4))
)
"""Encoded bytes of unknown fields, one of each wire type."""


def everywhere(message: M) -> M:
    """Return a copy of a message with unknown fields added at every level of nesting.

    That includes messages that are packed as `Any`.
    """
    copy = type(message)()
    copy.CopyFrom(message)
    for field, value in copy.ListFields():
        if isinstance(value, any_pb2.Any):
            value.value += UNKNOWN_FIELDS
            value.MergeFromString(UNKNOWN_FIELDS)
        elif isinstance(value, Message):
            value.CopyFrom(everywhere(value))
        elif field.message_type is not None:
            for index, item in enumerate(value):
                value[index].CopyFrom(everywhere(item))
    copy.MergeFromString(UNKNOWN_FIELDS)
    return copy


def padded(turn: wire.Turn, size: int) -> wire.Turn:
    """Return a copy of a turn with an observation larger by `size` bytes, in a field that no SDK knows."""
    copy = wire.Turn()
    copy.CopyFrom(turn)
    copy.observation.value += bytes_field(_NUMBER + 4, bytes(size))
    return copy
