"""Messages in protobuf's JSON form, read by plans made once for each message type.

`json_format.MessageToDict` asks each field of each message again what it is. Here a type is looked at once: what is
always told, what only where it is set, what of it are messages. It gives the same in less time; a type
with a field that is told in another way than as its value, such as bytes or a map, is left to protobuf.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from google.protobuf import descriptor_pool, json_format, message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

__all__ = ["as_plain"]

Tell: TypeAlias = Callable[[Any], Any]
"""Makes plain data of a value."""

_AS_THEY_ARE = (
    FieldDescriptor.CPPTYPE_INT32,
    FieldDescriptor.CPPTYPE_UINT32,
    FieldDescriptor.CPPTYPE_BOOL,
)


def as_plain(type_name: str, data: bytes) -> Any:
    """Return a message in protobuf's JSON form with the schema's own names, zeros included."""
    parse, tell = _plan(type_name)
    return tell(parse(data))


@functools.cache
def _plan(type_name: str) -> tuple[Callable[[bytes], Message], Tell]:
    descriptor = descriptor_pool.Default().FindMessageTypeByName(type_name)
    return message_factory.GetMessageClass(descriptor).FromString, _teller(type_name)


@functools.cache
def _teller(type_name: str) -> Tell:
    """Return what tells a message of a type."""
    descriptor = descriptor_pool.Default().FindMessageTypeByName(type_name)
    is_own = not descriptor.file.package.startswith("google.")
    return (
        _Teller(descriptor) if is_own and all(map(_is_plain, descriptor.fields)) else _by_protobuf
    )


def _is_plain(field: FieldDescriptor) -> bool:
    """Return whether it is told as its value, its name, or as a message of its own."""
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_MESSAGE:
            inner = field.message_type
            return inner is not None and not inner.GetOptions().map_entry
        case FieldDescriptor.CPPTYPE_STRING:
            return field.type != FieldDescriptor.TYPE_BYTES
        case kind:
            return kind in _AS_THEY_ARE or kind == FieldDescriptor.CPPTYPE_ENUM


def _by_protobuf(message: Message) -> Any:
    return json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


class _Teller:
    """Tells the messages of one type.

    Args:
        descriptor: The type.
    """

    def __init__(self, descriptor: Descriptor) -> None:
        fields = descriptor.fields
        always = [field for field in fields if not field.has_presence]
        self._names = tuple(field.name for field in always)
        self._get = _getter(self._names)
        self._others = [
            (field.name, _list(field) if field.is_repeated else _one(field))
            for field in always
            if not _is_value(field)
        ]
        self._present = {field.name: _one(field) for field in fields if field.has_presence}

    def __call__(self, message: Message) -> dict[str, Any]:
        told: dict[str, Any] = dict(zip(self._names, self._get(message)))  # noqa: B905  # as many, and in a hurry
        for name, tell in self._others:
            told[name] = tell(told[name])
        if self._present:
            for field, value in message.ListFields():
                tell_one = self._present.get(field.name)
                if tell_one is not None:
                    told[field.name] = tell_one(value)
        return told


def _is_value(field: FieldDescriptor) -> bool:
    kinds = (*_AS_THEY_ARE, FieldDescriptor.CPPTYPE_STRING)
    return not field.is_repeated and field.cpp_type in kinds


def _getter(names: Sequence[str]) -> Callable[[Message], tuple[Any, ...]]:
    if len(names) > 1:
        return operator.attrgetter(*names)
    return lambda message: tuple(getattr(message, name) for name in names)


def _list(field: FieldDescriptor) -> Tell:
    """Return what tells all values of a field."""
    one = _one(field)
    return list if one is _itself else lambda values: [one(value) for value in values]


def _one(field: FieldDescriptor) -> Tell:
    """Return what tells one value of a field."""
    if field.message_type is not None:
        return _teller(field.message_type.full_name)
    if field.enum_type is None:
        return _itself
    names = {value.number: value.name for value in field.enum_type.values}
    return lambda number: names.get(number, number)


def _itself(value: Any) -> Any:
    return value
