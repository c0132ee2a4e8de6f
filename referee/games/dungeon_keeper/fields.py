"""Values of Dungeon Keeper as fields of messages, and back: both have the same fields by the same names.

In messages an enum's numbers are those of the rules plus 1, since 0 stands for none, and its names have
the enum's own before them; a cell is a message with row and column.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, MutableSequence
from typing import Any, TypeAlias, get_args, get_type_hints

from google.protobuf.message import Message

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.events import Place, Spot

__all__ = ["fields_of", "fill", "plain_of", "reader_of"]

Reader: TypeAlias = Callable[[Message], object]
"""Reads a message; None if it lacks something that must be there."""


def fields_of(record: tuple[Any, ...]) -> dict[str, object]:
    """A named tuple as the fields of its message; what is None is left out."""
    names: tuple[str, ...] = record._fields  # type: ignore[attr-defined]  # of a named tuple
    return {
        name: _field(value) for name, value in zip(names, record, strict=True) if value is not None
    }


def _field(value: object) -> object:
    if isinstance(value, enum.IntEnum):
        return value + 1
    if isinstance(value, Spot) and value.row == c.NO:
        return {"unit": value.unit}
    if isinstance(value, tuple):
        return fields_of(value) if hasattr(value, "_fields") else [_field(part) for part in value]
    return value


def reader_of(record: Callable[..., object]) -> Reader:
    """How a named tuple, given by its class, is read from its message.

    A field that may be None there may be absent here.
    """
    readers = [_field_reader(name, hint) for name, hint in get_type_hints(record).items()]
    optional = [type(None) in get_args(hint) for hint in get_type_hints(record).values()]

    def read(message: Message) -> object:
        values = [reader(message) for reader in readers]
        for value, may_be_none in zip(values, optional, strict=True):
            if value is None and not may_be_none:
                return None
        return record(*values)

    return read


def _field_reader(name: str, hint: object) -> Reader:
    kind = next((part for part in get_args(hint) if part is not type(None)), hint)
    if isinstance(kind, type) and issubclass(kind, enum.IntEnum):
        members = {member + 1: member for member in kind}
        return lambda message: members.get(getattr(message, name))
    if kind is Place:
        return lambda message: (
            Place(getattr(message, name).row, getattr(message, name).col)
            if message.HasField(name)
            else None
        )
    return lambda message: getattr(message, name) if message.HasField(name) else None


def fill(message: Message, values: Mapping[str, Any]) -> None:
    """Set fields of a message from plain values: enums are names in lower case, cells are pairs."""
    for name, value in values.items():
        if value is None:
            continue
        field = message.DESCRIPTOR.fields_by_name[name]
        if isinstance(getattr(message, name), MutableSequence):
            entries = getattr(message, name)
            for part in value:
                if field.message_type is None:
                    entries.append(_scalar(field, part))
                else:
                    _fill_one(entries.add(), part)
        elif field.message_type is None:
            setattr(message, name, _scalar(field, value))
        else:
            getattr(message, name).SetInParent()
            _fill_one(getattr(message, name), value)


def _fill_one(message: Message, value: Any) -> None:
    fill(message, value if isinstance(value, Mapping) else dict(zip(Place._fields, value)))  # noqa: B905


def _scalar(field: Any, value: Any) -> Any:
    if field.enum_type is None:
        return value
    return field.enum_type.values_by_name[_prefix(field.enum_type) + value.upper()].number


def plain_of(message: Message) -> dict[str, Any]:
    """The other way round; what is absent is left out, a number of no name stays one."""
    plain: dict[str, Any] = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if isinstance(value, MutableSequence):
            if value:
                plain[field.name] = [_plain(field, part) for part in value]
        elif message.HasField(field.name) if field.has_presence else not field.enum_type or value:
            plain[field.name] = _plain(field, value)
    return plain


def _plain(field: Any, value: Any) -> object:
    if field.message_type is not None:
        plain = plain_of(value)
        return list(plain.values()) if field.message_type.name == "Cell" else plain
    if field.enum_type is None or value not in field.enum_type.values_by_number:
        return value
    name: str = field.enum_type.values_by_number[value].name
    return name.removeprefix(_prefix(field.enum_type)).lower()


def _prefix(kinds: Any) -> str:
    name: str = kinds.values_by_number[0].name
    return name.removesuffix("UNSPECIFIED")
