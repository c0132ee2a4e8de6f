"""The protobuf messages of a game as descriptors, made from its record and enum classes."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from google.protobuf import descriptor_pb2

from referee.kit.enums import FromOne, wire_number
from referee.kit.records import (
    FieldKind,
    RecordField,
    Scalar,
    Variant,
    attribute_docs,
    fields_of,
    meaning_of,
    wire_class,
)
from referee.kit.wire.writer import Classes

__all__ = ["Choice", "Message", "Messages", "enum_values", "map_of", "free_numbers"]

_Field = descriptor_pb2.FieldDescriptorProto
_TYPES = {
    Scalar.TRUTH: _Field.TYPE_BOOL,
    Scalar.REAL: _Field.TYPE_DOUBLE,
    Scalar.TEXT: _Field.TYPE_STRING,
    Scalar.CHOICE: _Field.TYPE_ENUM,
    Scalar.RECORD: _Field.TYPE_MESSAGE,
}


@dataclasses.dataclass(frozen=True, slots=True)
class Message:
    """Declaration of one protobuf message: its name, comment, fields and oneof."""

    name: str
    """Name of the message, without its package."""
    meaning: str
    """Docstring of the record or choice, which becomes the message's comment."""
    cls: type[Any] | None
    """Record class that the message carries; None for a choice between records, and for Events."""
    fields: tuple[RecordField, ...]
    """Fields of the message, in the order of their numbers."""
    oneof: str = ""
    """Name of the protobuf oneof that all fields are in; empty for a record."""
    outside: tuple[RecordField, ...] = ()
    """Further fields of the message that are not part of the oneof."""

    def oneof_of(self, field: RecordField) -> str:
        """Return the name of the oneof that a field is in; empty if it is in none."""
        return self.oneof or field.oneof


Choice = type[enum.Enum]
"""An enum class to be declared in the `.proto` file."""


class Messages:
    """All messages of one protobuf package; each follows the messages that it contains.

    Args:
        package: Name of the package.
        names: Message names of record classes whose message is not named after the class.
        with_presence: Record classes whose fields have explicit presence.
        before_kit: Whether the package is older than this kit and keeps its old types, as described
            in `Schema`.
    """

    def __init__(
        self,
        package: str,
        names: dict[type[Any], str],
        *,
        with_presence: Classes,
        before_kit: bool,
    ) -> None:
        self.package = package
        self.parts: dict[str, Message | Choice] = {}
        """Message and enum declarations by name, in the order in which they are written."""
        self._names = names
        self._with_presence = with_presence
        self._before_kit = before_kit

    @property
    def messages(self) -> list[Message]:
        """Return the message declarations, without the enums."""
        return [part for part in self.parts.values() if isinstance(part, Message)]

    def name_of(self, cls: type[Any]) -> str:
        """Return the protobuf name of a record's message or of an enum."""
        cls = wire_class(cls)
        return self._names.get(cls, cls.__name__)

    def add(self, cls: type[Any]) -> None:
        """Add the message of a record, after the messages and enums that it contains.

        Raises:
            TypeError: A field has a type that can't be sent, or another record has the same message
                name but other fields.
        """
        cls = wire_class(cls)
        name, fields = self.name_of(cls), tuple(_on_wire(cls))
        known = self.parts.get(name)
        # Records may share a message if its fields include all of theirs.
        if known is not None:
            if not isinstance(known, Message) or not {*self._shapes(fields)} <= {
                *self._shapes(known.fields)
            }:
                raise TypeError(f"two records are called {name}")
            return
        for field in fields:
            inner = field.kind.cls
            if field.kind.scalar is Scalar.RECORD:
                assert inner is not None
                # The record of a map's entries has no message: protobuf declares the entry within
                # the field's message.
                if field.kind.is_map:
                    _, inner = map_of(inner)
                self.add(inner)
            elif field.kind.scalar is Scalar.CHOICE:
                assert inner is not None
                proto_name = self.name_of(inner)
                if self.parts.setdefault(proto_name, inner) is not inner:
                    raise TypeError(f"two enums are called {proto_name}")
        oneof = cls.oneof if issubclass(cls, Variant) else ""
        # After all that it contains: parts are in the order in which they are declared.
        self.parts[name] = Message(name, meaning_of(cls), None if oneof else cls, fields, oneof)

    def _shapes(self, fields: Iterable[RecordField]) -> Iterator[object]:
        """Yield the wire form of each field, for comparing two records that share one message name.

        Names in records, docstrings and bounds are left out, as the wire does not depend on them.
        """
        for field in fields:
            kind = field.kind
            inner = None if kind.cls is None else self.name_of(kind.cls)
            # What decides about the bytes: two records with equal shapes may share one message.
            shape = self.wire_type(kind), inner, kind.is_list, kind.is_optional, kind.is_implicit
            yield field.number, field.proto_name, *shape

    def add_choice(
        self,
        name: str,
        meaning: str,
        kinds: Sequence[tuple[str, type[Any]]],
        oneof: str,
        private: Collection[type[Any]] = (),
        outside: Sequence[RecordField] = (),
    ) -> None:
        """Add a message with a oneof: it contains exactly one of several records.

        Args:
            name: Name of the message.
            meaning: Comment of the message.
            kinds: Field name and record class of each alternative; their order gives the field
                numbers, from 1.
            oneof: Name of the oneof.
            private: Record classes that only the concerned seat receives.
            outside: Fields of the message outside of the oneof; the alternatives skip their
                numbers.
        """
        fields = []
        for number, (proto_name, cls) in zip(free_numbers(outside), kinds, strict=False):
            self.add(cls)
            said = f"{meaning_of(cls)} Sent to its own seat." if cls in private else meaning_of(cls)
            fields.append(RecordField(proto_name, number, FieldKind(Scalar.RECORD, cls=cls), said))
        self.parts[name] = Message(name, meaning, None, tuple(fields), oneof, tuple(outside))

    def has_presence(self, cls: type[Any] | None, field: RecordField) -> bool:
        """Return whether a message field of a record has explicit presence in protobuf."""
        kind = field.kind
        if kind.is_list or kind.is_implicit:
            return False
        if kind.has_presence is not None:
            return kind.has_presence
        if kind.scalar is Scalar.RECORD or kind.is_optional:
            return True
        return _declaring_class(cls, field) in self._with_presence and not self.is_old_choice(kind)

    def is_old_choice(self, kind: FieldKind) -> bool:
        """Return whether a field is an enum of a package older than the kit: its number 0 means absent."""
        return self._before_kit and kind.scalar is Scalar.CHOICE and not kind.is_list

    @property
    def path(self) -> str:
        """Return the relative path of the package's `.proto` file, such as `pig/v1/pig.proto`."""
        return f"{self.package.replace('.', '/')}/{self.package.split('.')[-2]}.proto"

    def file(self) -> descriptor_pb2.FileDescriptorProto:
        """Return all messages and enums as a protobuf file descriptor."""
        file = descriptor_pb2.FileDescriptorProto(
            name=self.path, package=self.package, syntax="proto3"
        )
        for proto_name, part in self.parts.items():
            if isinstance(part, Message):
                self._fill(file.message_type.add(name=proto_name), part)
                continue
            values = [
                descriptor_pb2.EnumValueDescriptorProto(name=name, number=number)
                for name, number, _ in enum_values(part, proto_name)
            ]
            file.enum_type.add(name=proto_name, value=values)
        return file

    def _fill(self, proto: descriptor_pb2.DescriptorProto, part: Message) -> None:
        oneofs = list(dict.fromkeys(part.oneof_of(field) for field in part.fields))
        oneofs = [name for name in oneofs if name]
        for name in oneofs:
            proto.oneof_decl.add(name=name)
        for field in (*part.fields, *part.outside):
            kind = field.kind
            made = proto.field.add(
                name=field.proto_name, number=field.number, type=self.wire_type(kind)
            )
            made.label = _Field.LABEL_REPEATED if kind.is_list else _Field.LABEL_OPTIONAL
            if kind.is_map:
                made.type_name = f".{self.package}.{part.name}.{self._add_entry(proto, field)}"
            elif kind.cls is not None:
                made.type_name = f".{self.package}.{self.name_of(kind.cls)}"
            if field not in part.outside and part.oneof_of(field):
                made.oneof_index = oneofs.index(part.oneof_of(field))
        # A second pass, as all real oneofs must be declared before the synthetic ones.
        for made, field in zip(proto.field, part.fields, strict=False):
            if self.is_optional(
                part, field
            ):  # protobuf wants a synthetic oneof for each, after all real ones
                made.proto3_optional = True
                made.oneof_index = len(proto.oneof_decl)
                proto.oneof_decl.add(name=f"_{field.proto_name}")

    def _add_entry(self, proto: descriptor_pb2.DescriptorProto, field: RecordField) -> str:
        """Add to `proto` the nested entry message of a map field; return the name of that message."""
        entry = proto.nested_type.add(name=f"{field.proto_name.title().replace('_', '')}Entry")
        # Protobuf sees a map as a repeated message with this option.
        entry.options.map_entry = True
        assert field.kind.cls is not None
        for each in fields_of(field.kind.cls):
            made = entry.field.add(
                name=each.name, number=each.number, type=self.wire_type(each.kind)
            )
            made.label = _Field.LABEL_OPTIONAL
            if each.kind.cls is not None:
                made.type_name = f".{self.package}.{self.name_of(each.kind.cls)}"
        return entry.name

    def is_optional(self, part: Message, field: RecordField) -> bool:
        """Return whether a field of the message `part` is declared `optional`.

        Fields of a message type never are, as they always have presence.
        """
        is_single = part.cls is not None and field.kind.scalar is not Scalar.RECORD
        return is_single and self.has_presence(_owner(part.cls, field), field)

    def wire_type(self, kind: FieldKind) -> Any:
        """Return protobuf's type number for a field, or for the entries of a list."""
        if kind.scalar is not Scalar.WHOLE:
            return _TYPES[kind.scalar]
        assert kind.low is not None
        assert kind.high is not None
        # sint types are zigzag-encoded: a small negative number takes one byte, not ten.
        if kind.low < 0 and not kind.is_int32:
            is_long = kind.low < -(2**31) or kind.high >= 2**31
            return _Field.TYPE_SINT64 if is_long else _Field.TYPE_SINT32
        # Numbers from 0 on are the same on the wire in both; only the declared type differs.
        if kind.is_int32 or (self._before_kit and kind.high < 2**63):
            return _Field.TYPE_INT64 if kind.high >= 2**31 else _Field.TYPE_INT32
        return _Field.TYPE_UINT64 if kind.high >= 2**32 else _Field.TYPE_UINT32


def _on_wire(cls: type[Any]) -> Iterator[RecordField]:
    """Yield the fields of a record's message, inline ones included, in the order of their numbers."""
    found: list[RecordField] = []
    for field in fields_of(cls):
        if field.kind.is_inline:
            assert field.kind.cls is not None
            found += _on_wire(field.kind.cls)
        elif field.number:
            found.append(field)
    yield from sorted(found, key=lambda field: field.number)


def _owner(cls: type[Any] | None, field: RecordField) -> type[Any] | None:
    """Return the record class that declares a field: `cls` itself, or a record that is inline in it.

    None if `cls` is None.
    """
    if cls is None or field in fields_of(cls):
        return cls
    # Presence follows from the record that declares the field, not from the one that sends it.
    inline = [each.kind.cls for each in fields_of(cls) if each.kind.is_inline]
    return next((each for each in inline if each and field in fields_of(each)), cls)


def _declaring_class(cls: type[Any] | None, field: RecordField) -> type[Any] | None:
    """Return the class that declares a field: `cls` itself, or one of its base classes.

    None if `cls` is None.
    """
    bases = cls.__mro__ if cls is not None else ()
    return next((each for each in bases if field.name in inspect.get_annotations(each)), cls)


def free_numbers(outside: Sequence[RecordField]) -> Iterator[int]:
    """Yield field numbers from 1 on, without those that the fields in `outside` have."""
    taken = {field.number for field in outside}
    return (number for number in itertools.count(1) if number not in taken)


def map_of(cls: type[Any]) -> tuple[FieldKind, type[Any]]:
    """Return the kind of a map's keys, and the record class of its values.

    Args:
        cls: Record class of the map's entries, with the fields key and value.
    """
    key, value = fields_of(cls)
    assert value.kind.cls is not None
    return key.kind, value.kind.cls


def enum_values(cls: type[enum.Enum], proto_name: str) -> list[tuple[str, int, str]]:
    """Return name, number and meaning of each value of an enum that is called `proto_name` in protobuf.

    As proto3 requires 0 as the first number, `..._UNSPECIFIED` is put in front where no member has
    it.
    """
    prefix = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", proto_name).upper()
    docs = attribute_docs(cls)
    values = [
        (
            f"{prefix}_{member.name}",
            wire_number(member),
            " ".join(docs.get(member.name, "").split()),
        )
        for member in cls
    ]
    # proto3 takes the first value for an unset field, so it must have the number 0.
    if values[0][1] == 0:
        return values
    about = "None of these." if issubclass(cls, FromOne) else "Never sent."
    return [(f"{prefix}_UNSPECIFIED", 0, about), *values]
