"""Writes message declarations as the text of a `.proto` file, formatted as the tool Buf formats it."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator
from typing import Any

from google.protobuf import descriptor_pb2

from referee.core.config import GameConfig
from referee.kit.describe.messages import Choice, Message, Messages, enum_values, map_of
from referee.kit.records import FieldKind, RecordField, Scalar, meaning_of

__all__ = ["LEAST_STATED", "MOST_STATED", "proto_text", "type_name"]

_Field = descriptor_pb2.FieldDescriptorProto
_NAMES = {
    _Field.TYPE_BOOL: "bool",
    _Field.TYPE_DOUBLE: "double",
    _Field.TYPE_STRING: "string",
    _Field.TYPE_INT32: "int32",
    _Field.TYPE_INT64: "int64",
    _Field.TYPE_UINT32: "uint32",
    _Field.TYPE_SINT32: "sint32",
    _Field.TYPE_UINT64: "uint64",
    _Field.TYPE_SINT64: "sint64",
}
_COLUMNS = 80
MOST_STATED = 2**31 - 1
"""Greatest int32. An upper bound of this value is left out of the comments of fields."""
LEAST_STATED = -(2**31)
"""Least int32. With this lower bound, both bounds are left out of the comments of fields."""


def proto_text(messages: Messages, about: str) -> str:
    """Return the `.proto` text of all messages.

    Args:
        messages: Message declarations.
        about: Comment at the top of the file.
    """
    lines = [*_comment(about), 'syntax = "proto3";', "", f"package {messages.package};"]
    for name, part in messages.parts.items():
        lines.append("")
        lines += _text(messages, part) if isinstance(part, Message) else _enum_text(part, name)
    return "\n".join(lines) + "\n"


def _text(messages: Messages, part: Message) -> Iterator[str]:
    yield from _comment(part.meaning)
    # In the form that `buf format` gives an empty message.
    if not part.fields:
        yield f"message {part.name} {{}}"
        return
    yield f"message {part.name} {{"
    # Fields of one oneof follow one another, so each oneof is opened once.
    for oneof, fields in itertools.groupby(part.fields, part.oneof_of):
        if oneof:
            yield from ("  // Which.", f"  oneof {oneof} {{")
        indent = "    " if oneof else "  "
        for field in fields:
            yield from (indent + line for line in _field_text(messages, part, field, len(indent)))
        if oneof:
            yield "  }"
    for field in part.outside:
        yield from ("  " + line for line in _field_text(messages, part, field, 2))
    yield "}"


def type_name(messages: Messages, kind: FieldKind) -> str:
    """Return the type of a field, or of a list's entries, as it is written in a `.proto` file."""
    if kind.is_map and kind.cls is not None:
        key, value = map_of(kind.cls)
        return f"map<{type_name(messages, key)}, {messages.name_of(value)}>"
    if kind.cls is not None:
        return messages.name_of(kind.cls)
    return _NAMES[messages.wire_type(kind)]


def _field_text(
    messages: Messages, part: Message, field: RecordField, indent: int
) -> Iterator[str]:
    kind = field.kind
    # Protobuf has no bounds, so comments say what the rules refuse.
    said = [field.meaning]
    if kind.scalar is Scalar.WHOLE:
        to = f" to {kind.high}" if kind.high != MOST_STATED else ""
        said.append(f"From {kind.low}{to}." if kind.low != LEAST_STATED else "")
    if kind.is_list and kind.most is not None:
        count = f"{kind.least} to {kind.most}" if kind.least != kind.most else f"{kind.most}"
        said.append(f"{count} entries.")
    said.append(_default(part.cls, field))
    yield from _comment(" ".join(each for each in said if each), indent)
    name = type_name(messages, kind)
    label = "optional " if messages.is_optional(part, field) else ""
    # A map is written without `repeated`, although it is a list in the descriptor.
    label = "repeated " if kind.is_list and not kind.is_map else label
    yield f"{label}{name} {field.proto_name} = {field.number};"


def _default(cls: type[Any] | None, field: RecordField) -> str:
    """Return a sentence that states the default of a config field; empty for other fields."""
    if cls is None or not issubclass(cls, GameConfig):
        return ""
    value = cls.model_fields[field.name].default
    if isinstance(value, bool):
        return f"Default {str(value).lower()}."
    return f"Default {value}." if isinstance(value, int | str) and value != "" else ""


def _comment(text: str, indent: int = 0) -> list[str]:
    return [f"// {line}" for line in textwrap.wrap(text, _COLUMNS - indent - 3)]


def _enum_text(cls: Choice, proto_name: str) -> Iterator[str]:
    yield from _comment(meaning_of(cls))
    yield f"enum {proto_name} {{"
    for name, number, meaning in enum_values(cls, proto_name):
        yield from (f"  {line}" for line in _comment(meaning, 2))
        yield f"  {name} = {number};"
    yield "}"
