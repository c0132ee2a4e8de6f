"""Makes Action messages that are expensive to read, with as many list entries as bytes allow.

The messages are made from the descriptor of the Action message alone, so they work for any game.
They contain entries of every repeated field, packed and unpacked, occurrences of every other field,
maps, oneofs whose members are set in turn, unknown fields and groups, each also followed by garbage.
"""

from __future__ import annotations

import contextlib
import dataclasses
import sys
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pool import Default

from referee.core.errors import MalformedError

__all__ = ["MOST_BYTES", "Payload", "action_descriptor", "dear_payloads", "lines_run"]

MOST_BYTES = 64 * 1024
"""Size in bytes of the largest payloads."""
_VARINT, _FIXED64, _BYTES, _GROUP, _GROUP_END, _FIXED32 = range(6)
_GARBAGE = b"\xff" * 11
"""Invalid bytes: a protobuf tag that is longer than any valid one."""
_DEEPEST = 6
"""Highest nesting depth of messages to which payloads are made. Without a limit, a message that can
contain itself would nest without end.
"""
_NESTED_GROUPS = 90
"""Nesting depth of groups in a payload; protobuf refuses more than 100."""
_CHILDREN = (1, 4, 64)
"""Numbers of inner entries with which payloads are made, for each entry of an outer list."""
_UNKNOWN = 2047
_WIRE_TYPES = {
    FieldDescriptor.TYPE_DOUBLE: _FIXED64,
    FieldDescriptor.TYPE_FIXED64: _FIXED64,
    FieldDescriptor.TYPE_SFIXED64: _FIXED64,
    FieldDescriptor.TYPE_FLOAT: _FIXED32,
    FieldDescriptor.TYPE_FIXED32: _FIXED32,
    FieldDescriptor.TYPE_SFIXED32: _FIXED32,
    FieldDescriptor.TYPE_STRING: _BYTES,
    FieldDescriptor.TYPE_BYTES: _BYTES,
    FieldDescriptor.TYPE_MESSAGE: _BYTES,
}
_SCALARS = {
    _VARINT: (b"\x00", b"\x01", b"\xff" * 9 + b"\x01"),
    _FIXED64: (bytes(8),),
    _FIXED32: (bytes(4),),
    _BYTES: (b"\x00", b"\x01x"),
}
"""Encoded values with which fields are filled, by protobuf wire type."""


@dataclasses.dataclass(frozen=True, slots=True)
class Payload:
    """Bytes that claim to be an Action message, with a name that describes them."""

    name: str
    """Description of the payload's content, for messages of failed checks."""
    data: bytes
    """The payload itself."""


def action_descriptor(action_type: str) -> Descriptor | None:
    """Return the descriptor of an Action message by its full name.

    None if protobuf does not know it.
    """
    try:
        found: Descriptor = Default().FindMessageTypeByName(action_type)
    except KeyError:
        return None
    return found


def dear_payloads(action: Descriptor, size: int = MOST_BYTES) -> Iterator[Payload]:
    """Yield payloads of nearly `size` bytes that are expensive to read.

    They cover each field of each message type that an action can contain.
    """
    for path in _paths(action):
        message = path[-1].message_type if path else action
        name = ".".join(field.name for field in path) or action.name
        units = [unit for field in message.fields for unit in _units(field)]
        units += _unknown_units()
        if len(message.fields) > 1:
            units.append(("all its fields in turn", b"".join(unit for _, unit in units)))
        for what, unit in units:
            yield from _filled(f"{name}: {what}", path, unit, size)


def _paths(message: Descriptor) -> list[tuple[Any, ...]]:
    """Return one path of fields to each message type inside an action.

    The action itself has the empty path.
    """
    found: dict[str, tuple[Any, ...]] = {message.full_name: ()}
    waiting = [(message, ())]
    while waiting:
        within, path = waiting.pop(0)
        for field in within.fields:
            inner = field.message_type
            # One path to each class of messages is enough: the reader of a class does not know the
            # path.
            if inner is None or len(path) == _DEEPEST or inner.full_name in found:
                continue
            found[inner.full_name] = longer = (*path, field)
            waiting.append((inner, longer))  # type: ignore[arg-type]  # a path of any length
    return list(found.values())


def _units(field: FieldDescriptor) -> Iterator[tuple[str, bytes]]:
    """Yield encoded pieces of a field with their descriptions; payloads repeat one of them."""
    wire_type = _WIRE_TYPES.get(field.type, _VARINT)
    if field.message_type is not None:
        yield f"{field.name} empty", _delimited(field.number, b"")
        for inner in field.message_type.fields:
            values = _SCALARS[_WIRE_TYPES.get(inner.type, _VARINT)]
            body = _tag(inner.number, _WIRE_TYPES.get(inner.type, _VARINT)) + values[0]
            yield f"{field.name} with {inner.name}", _delimited(field.number, body)
        return
    for value in _SCALARS[wire_type]:
        yield f"{field.name} = {value.hex()}", _tag(field.number, wire_type) + value
        if _is_list(field) and wire_type != _BYTES:
            packed = value * (4096 // len(value))
            yield f"{field.name} packed {value.hex()}", _delimited(field.number, packed)
    if wire_type == _BYTES:
        yield f"{field.name} long", _delimited(field.number, b"x" * 4096)


def _unknown_units() -> list[tuple[str, bytes]]:
    start, end = _tag(_UNKNOWN, _GROUP), _tag(_UNKNOWN, _GROUP_END)
    return [
        ("unknown numbers", _tag(_UNKNOWN, _VARINT) + b"\x00"),
        ("unknown bytes", _delimited(_UNKNOWN, b"")),
        ("unknown groups", start + end),
        ("unknown groups in groups", start * _NESTED_GROUPS + end * _NESTED_GROUPS),
    ]


def _filled(
    name: str, path: Sequence[FieldDescriptor], unit: bytes, size: int
) -> Iterator[Payload]:
    """Yield payloads of nearly `size` bytes that repeat `unit`, an encoded piece of a field.

    `name` describes the piece; `path` has the fields that lead to its message from the action.

    The first payloads repeat it in one message, alone and followed by garbage; the others in many entries of each outer
    list on the path.
    """
    room = size - 6 * len(path) - len(_GARBAGE)
    many = unit * (room // len(unit))
    yield Payload(f"{name}, over and over", _wrapped(path, many))
    yield Payload(f"{name}, then garbage", _wrapped(path, many + _GARBAGE))
    for place, outer in enumerate(path):
        if not _is_list(outer):
            continue
        for count in _CHILDREN:
            entry = _wrapped(path[place:], unit * count)
            if len(entry) <= room:
                entries = entry * (room // len(entry))
                text = f"{name}, {count} in each of {outer.name}"
                yield Payload(text, _wrapped(path[:place], entries))


def _wrapped(path: Sequence[FieldDescriptor], body: bytes) -> bytes:
    for field in reversed(path):
        body = _delimited(field.number, body)
    return body


def _is_list(field: FieldDescriptor) -> bool:
    return bool(field.is_repeated)


def _delimited(number: int, body: bytes) -> bytes:
    return _tag(number, _BYTES) + _varint(len(body)) + body


def _tag(number: int, wire_type: int) -> bytes:
    return _varint(number << 3 | wire_type)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def lines_run(read: Callable[[bytes], object], data: bytes, most: int) -> int:
    """Return how many lines of Python run while `data` is read, malformed or not.

    A line in a loop counts every time. A call of a function that is not Python counts once.
    Counting stops at `most` + 1.
    """
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:  # noqa: ARG001
        nonlocal count
        count += event in ("line", "call")
        if count > most:
            raise _TooManyError
        return trace

    # Lines, not time: the count is the same on every machine.
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with contextlib.suppress(MalformedError, _TooManyError):
            read(data)
    finally:
        sys.settrace(before)
    return count


class _TooManyError(Exception):
    """Raised inside `lines_run` to stop reading once more lines were counted than allowed."""
