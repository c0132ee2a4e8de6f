"""Converts protobuf messages to protobuf's JSON form, by plans that are made once for each message type.

`json_format.MessageToDict` looks up the kind of each field of each message again. Here a type is read once: which
fields always appear, which only where they are set, and which are messages. The result is the same in less time.
A type with a field whose JSON form is not simply its value, such as bytes or a map, is left to protobuf.
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

Convert: TypeAlias = Callable[[Any], Any]
"""Function that converts a message or a field's value to plain data."""

_AS_THEY_ARE = (
    FieldDescriptor.CPPTYPE_INT32,
    FieldDescriptor.CPPTYPE_UINT32,
    FieldDescriptor.CPPTYPE_BOOL,
)


def as_plain(type_name: str, data: bytes) -> Any:
    """Return a message in protobuf's JSON form, with field names as in the schema, zeros included.

    Args:
        type_name: Full name of the message type.
        data: The message in bytes.
    """
    parse, convert = _plan(type_name)
    return convert(parse(data))


@functools.cache
def _plan(type_name: str) -> tuple[Callable[[bytes], Message], Convert]:
    descriptor = descriptor_pool.Default().FindMessageTypeByName(type_name)
    return message_factory.GetMessageClass(descriptor).FromString, _converter(type_name)


@functools.cache
def _converter(type_name: str) -> Convert:
    """Return the function that converts messages of this type to plain data."""
    descriptor = descriptor_pool.Default().FindMessageTypeByName(type_name)
    # Google's own types, such as Timestamp, have special JSON forms.
    is_own = not descriptor.file.package.startswith("google.")
    return (
        _MessageConverter(descriptor)
        if is_own and all(map(_is_plain, descriptor.fields))
        else _by_protobuf
    )


def _is_plain(field: FieldDescriptor) -> bool:
    """Return whether the field's JSON form is its plain value, an enum's name, or a message; False for bytes and maps."""
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


class _MessageConverter:
    """Converts messages of one type to plain data; call it with a message.

    Args:
        descriptor: Descriptor of the message type.
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
        # `strict` would cost time, and the getter returns as many values as there are names.
        plain: dict[str, Any] = dict(zip(self._names, self._get(message)))  # noqa: B905
        for name, convert in self._others:
            plain[name] = convert(plain[name])
        if self._present:
            # Only fields that are set; fields with presence do not appear otherwise.
            for field, value in message.ListFields():
                convert_one = self._present.get(field.name)
                if convert_one is not None:
                    plain[field.name] = convert_one(value)
        return plain


def _is_value(field: FieldDescriptor) -> bool:
    kinds = (*_AS_THEY_ARE, FieldDescriptor.CPPTYPE_STRING)
    return not field.is_repeated and field.cpp_type in kinds


def _getter(names: Sequence[str]) -> Callable[[Message], tuple[Any, ...]]:
    if len(names) > 1:
        return operator.attrgetter(*names)
    return lambda message: tuple(getattr(message, name) for name in names)


def _list(field: FieldDescriptor) -> Convert:
    """Return the function that converts the list of values of a repeated field."""
    one = _one(field)
    return list if one is _itself else lambda values: [one(value) for value in values]


def _one(field: FieldDescriptor) -> Convert:
    """Return the function that converts a single value of a field."""
    if field.message_type is not None:
        return _converter(field.message_type.full_name)
    if field.enum_type is None:
        return _itself
    names = {value.number: value.name for value in field.enum_type.values}
    return lambda number: names.get(number, number)


def _itself(value: Any) -> Any:
    return value
