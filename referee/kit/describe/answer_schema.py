"""Makes the JSON Schema of a game's Action message in protobuf's JSON form, for players that write JSON.

`json_schema` describes records in the form in which rulebooks and scenarios write them. This module
describes the message that a bot sends: names and values as protobuf writes them, with meanings and
bounds from the records where the game has been made with the kit.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping
from typing import Any

from google.protobuf import descriptor_pool
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from referee.core.plain import Plain
from referee.kit.describe.messages import Message, Messages, enum_values
from referee.kit.records import RecordField, Scalar

__all__ = ["VALUE", "answer_schema", "is_own_form"]

VALUE = "value"
"""Only field of an answer in a game whose Action message is one of Google's own types."""

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_TYPES = {
    FieldDescriptor.CPPTYPE_BOOL: "boolean",
    FieldDescriptor.CPPTYPE_DOUBLE: "number",
    FieldDescriptor.CPPTYPE_FLOAT: "number",
    FieldDescriptor.CPPTYPE_INT32: "integer",
    FieldDescriptor.CPPTYPE_UINT32: "integer",
    # Protobuf writes these as texts: not every reader of JSON can hold so large a number.
    FieldDescriptor.CPPTYPE_INT64: "string",
    FieldDescriptor.CPPTYPE_UINT64: "string",
    FieldDescriptor.CPPTYPE_STRING: "string",
}
_BOUNDS = {
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, 2**32 - 1),
}


def answer_schema(
    action_type: str, messages: Messages | None = None, *, left_out: Collection[str] = ()
) -> dict[str, Plain]:
    """Return the JSON Schema of an Action message in protobuf's JSON form.

    Fields of which exactly one must be given are listed under `x-one-of`. A type of Google's own, such
    as `google.protobuf.Value`, is any value in the field `value`.

    Args:
        action_type: Full protobuf name of the Action message.
        messages: Declarations of the game's messages, for meanings and bounds; None for a game that
            is not made with the kit.
        left_out: Names of fields of the Action message that the schema does not have.
    """
    if is_own_form(action_type):
        return {
            **{"$schema": _DRAFT, "type": "object", "properties": {VALUE: {}}},
            **{"required": [VALUE], "additionalProperties": False},
        }
    descriptor = descriptor_pool.Default().FindMessageTypeByName(action_type)
    schemas = _Schemas({} if messages is None else messages.parts, left_out)
    reference = schemas.reference(descriptor)
    return {"$schema": _DRAFT, **reference, "$defs": dict(schemas.defs)}


def is_own_form(type_name: str) -> bool:
    """Return whether a message type is one of Google's own, whose JSON form need not be an object.

    Args:
        type_name: Full protobuf name, such as `google.protobuf.Value`.
    """
    return type_name.startswith("google.protobuf.")


class _Schemas:
    """Schemas of messages, each made once.

    Args:
        parts: Declared messages and enums by protobuf name; empty if unknown.
        left_out: Names of fields to leave out of the message that is described first.
    """

    def __init__(
        self, parts: Mapping[str, Message | type[enum.Enum]], left_out: Collection[str]
    ) -> None:
        self.defs: dict[str, Plain] = {}
        """Schemas by name of the message."""
        self._parts, self._left_out = parts, left_out

    def reference(self, descriptor: Descriptor) -> dict[str, Plain]:
        """Return a reference to the schema of a message, which is made if it is new."""
        name = descriptor.name
        if name not in self.defs:
            self.defs[name] = None  # so that it is not begun again: a message may hold itself
            self.defs[name] = self._object(descriptor)
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, descriptor: Descriptor) -> dict[str, Plain]:
        part = self._parts.get(descriptor.name)
        declared = part if isinstance(part, Message) else None
        fields = {} if declared is None else {each.proto_name: each for each in declared.fields}
        made: dict[str, Plain] = {} if declared is None else {"description": declared.meaning}
        # For the first message alone; its parts are described while it is.
        left_out, self._left_out = self._left_out, ()
        properties: dict[str, Plain] = {
            each.name: self._property(each, fields.get(each.name))
            for each in descriptor.fields
            if each.name not in left_out
        }
        made |= {"type": "object", "properties": properties, "additionalProperties": False}
        cls = None if declared is None else declared.cls
        needed: list[Plain] = [
            name for name, each in fields.items() if cls is not None and _is_needed(cls, each)
        ]
        if needed:
            made["required"] = needed
        groups: list[Plain] = [
            [field.name for field in oneof.fields]
            for oneof in descriptor.oneofs
            # A field declared `optional` is the only member of an unseen group.
            if not oneof.name.startswith("_")
        ]
        if groups:
            made["x-one-of"] = groups
        return made

    def _property(self, field: FieldDescriptor, declared: RecordField | None) -> dict[str, Plain]:
        made = self._entry(field, declared)
        if field.is_repeated:
            made = {"type": "array", "items": made}
            if declared is not None:
                made["minItems"] = declared.kind.least
                if declared.kind.entries_read is not None:
                    made["maxItems"] = declared.kind.entries_read
        return made if declared is None else {**made, "description": declared.meaning}

    def _entry(self, field: FieldDescriptor, declared: RecordField | None) -> dict[str, Plain]:
        if field.message_type is not None:
            return self.reference(field.message_type)
        if field.enum_type is not None:
            return self._named(field.enum_type)
        made: dict[str, Plain] = {"type": _TYPES[field.cpp_type]}
        if field.cpp_type in _BOUNDS:
            low, high = _BOUNDS[field.cpp_type]
            if declared is not None and declared.kind.scalar is Scalar.WHOLE:
                kind = declared.kind
                low = low if kind.low is None else kind.low
                high = high if kind.high is None else kind.high
                # The number that stands for an absent value is allowed, too.
                low = low if kind.absent is None else min(low, kind.absent)
            made |= {"minimum": low, "maximum": high}
        return made

    def _named(self, descriptor: EnumDescriptor) -> dict[str, Plain]:
        """Return a reference to the schema of an enum, which is made if it is new."""
        if descriptor.name not in self.defs:
            self.defs[descriptor.name] = self._enum(descriptor)
        return {"$ref": f"#/$defs/{descriptor.name}"}

    def _enum(self, descriptor: EnumDescriptor) -> dict[str, Plain]:
        names: list[Plain] = [
            value.name
            for value in descriptor.values
            if value.number or not value.name.endswith("_UNSPECIFIED")
        ]
        part = self._parts.get(descriptor.name)
        if not isinstance(part, type):
            return {"enum": names}
        meanings = [
            f"{name}: {meaning}"
            for name, _, meaning in enum_values(part, descriptor.name)
            if name in names and meaning
        ]
        return {"enum": names, "description": " ".join(meanings)} if meanings else {"enum": names}


def _is_needed(cls: type[Any], field: RecordField) -> bool:
    """Return whether a record can't be made without this field."""
    if field.kind.is_optional or field.kind.is_list or field.kind.absent is not None:
        return False
    declared = getattr(cls, "model_fields", None)
    if declared is not None:
        return field.name in declared and bool(declared[field.name].is_required())
    return field.name not in getattr(cls, "_field_defaults", {})
