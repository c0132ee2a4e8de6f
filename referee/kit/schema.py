"""A game's messages, made from its records: at run time, and as the text of a `.proto` file.

`Schema` needs no generated code: it puts the messages into protobuf's pool of descriptors under the
package `<game>.v1`, unless the game has stubs that were generated from its text. The text is what bots of
other languages are generated from, and what locks the numbers of fields: kept beside the game, it is
compared by the contract, and Buf can judge two of them.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pydantic
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError

from referee.core.errors import MalformedError
from referee.core.game import AnyPlugin
from referee.core.plain import Plain
from referee.kit.columns import ColumnSet
from referee.kit.json_schema import json_schema
from referee.kit.records import (
    FieldKind,
    RecordField,
    Scalar,
    attribute_docs,
    fields_of,
    is_named_tuple,
)
from referee.kit.version import KIT_VERSION
from referee.kit.wire import event, message
from referee.kit.writer import Put, writer_of

__all__ = ["Schema", "kind_name"]

_Field = descriptor_pb2.FieldDescriptorProto
_TYPES = {
    Scalar.TRUTH: _Field.TYPE_BOOL,
    Scalar.REAL: _Field.TYPE_DOUBLE,
    Scalar.TEXT: _Field.TYPE_STRING,
    Scalar.CHOICE: _Field.TYPE_ENUM,
    Scalar.RECORD: _Field.TYPE_MESSAGE,
}
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
_LEFT_OUT: Any = object()
"""Stands for a field that is not set."""
_COLUMNS = 80
_MOST_TOLD = 2**31 - 1
"""A bound that no reader wants to be told."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Message:
    """A message to be declared."""

    name: str
    meaning: str
    cls: type[Any] | None
    """The record; None of a choice and of Events."""
    fields: tuple[RecordField, ...]
    oneof: str = ""
    """Name of the choice, of which exactly one field is set; empty for a record."""


def kind_name(cls: type) -> str:
    """The name of a kind of record as a field: CardDealt is card_dealt."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()


class Schema:
    """The messages of a game: Config, Action, Observation, Event and Events, and all they hold.

    Args:
        game: Identifier of the game.
        config: Its config.
        actions: Kinds of actions; one is the message Action itself, several are its fields.
        observation: What a seat sees.
        events: Kinds of events, by their names or named after their classes; their order gives their
            numbers, from 1.
        private: Kinds of events that are told to their own seat only.
        package: The messages' package; None for `<game>.v1`.
        before_kit: Whether the package is older than the kit: whole numbers from 0 have signed types, a choice
            does not tell whether it was set, since its 0 is never sent, and what an Event holds is called
            `event` in place of `kind`.
        with_presence: Records each field of which tells whether it was set; None for the config, what
            actions hold, and what these are shown in.
        stubs: The module that was generated from the text; None declares the messages at run time.
        about: What the text says at its top.

    Raises:
        TypeError: A field can't be carried; names it.
    """

    def __init__(
        self,
        game: str,
        *,
        config: type[pydantic.BaseModel],
        actions: Sequence[type[Any]],
        observation: type[Any],
        events: Sequence[type[Any]] | Mapping[str, type[Any]],
        private: Collection[type[Any]] = (),
        package: str | None = None,
        before_kit: bool = False,
        with_presence: Collection[type[Any]] | None = None,
        stubs: Any = None,
        about: str = "",
    ) -> None:
        self.game = game
        """Identifier of the game."""
        self.package = package or f"{game}.v1"
        """The messages' package."""
        self.config, self.observation = config, observation
        self.actions = tuple(actions)
        """Kinds of actions."""
        kinds = list(events.items()) if isinstance(events, Mapping) else _named(events)
        self._events = {cls: number for number, (_, cls) in enumerate(kinds, 1)}
        self._about, self._before_kit = about, before_kit
        self._parts: dict[str, _Message | type[enum.Enum]] = {}
        self._readers: dict[type[Any], list[tuple[str, Callable[[Any], Any]]]] = {}
        self._names: dict[type[Any], str] = {config: "Config", observation: "Observation"}
        if len(actions) == 1:
            self._names[actions[0]] = "Action"
        if with_presence is None:
            with_presence = {config, *_held_by(actions)}
        self.with_presence = frozenset(with_presence)
        """Records each field of which tells whether it was set."""
        self._add(config)
        if len(actions) == 1:
            self._add(actions[0])
        else:
            about_action = "What a seat decides: one of these."
            self._add_choice("Action", about_action, _named(actions), "kind")
        self._add(observation)
        oneof = "event" if before_kit else "kind"
        self._add_choice("Event", "Something that happened: one of these.", kinds, oneof, private)
        held = FieldKind(Scalar.RECORD, is_list=True, cls=type("Event", (), {}))
        field = RecordField("events", 1, held, "The events, in order.")
        self._parts["Events"] = _Message("Events", "What happened.", None, (field,))
        self.stubs = stubs
        """The module that was generated from the text; None where there is none."""
        if stubs is None:
            assert self._classes  # what can't be carried is refused now

    def message_class(self, name: str) -> type[Any]:
        """The class of a message, such as `Action`."""
        return self._classes[name]

    def full_name(self, name: str) -> str:
        """A message's name with its package."""
        return f"{self.package}.{name}"

    # Values.

    def writer(self, cls: type[Any]) -> Put:
        """What writes records of a class as the bodies of their messages."""
        return writer_of(cls, self.with_presence)

    def encode(self, record: Any) -> bytes:
        """A record as its message."""
        return self.writer(type(record))(record)

    def encode_action(self, record: Any) -> bytes:
        """An action as an Action message."""
        body = self.encode(record)
        if len(self.actions) == 1:
            return body
        return message(1 + self.actions.index(type(record)), body)

    def encode_event(self, record: Any) -> bytes:
        """An event as an Events message that holds it alone.

        Raises:
            TypeError: It is of no kind that was declared.
        """
        number = self._events.get(type(record))
        if number is None:
            raise TypeError(f"{record!r} is no event of {self.game}")
        return event(number, self.encode(record))

    def event_number(self, cls: type[Any]) -> int:
        """Number of a kind of events."""
        return self._events[cls]

    def decode_action(self, data: bytes) -> tuple[type[Any] | None, dict[str, Any]]:
        """What an Action message holds: its kind, and its fields that are set, by name.

        Raises:
            MalformedError: The bytes are no such message.
        """
        sent = self._parsed("Action", data)
        if len(self.actions) == 1:
            return self.actions[0], self.set_fields(sent, self.actions[0])
        name = sent.WhichOneof("kind")
        for cls in self.actions:
            if kind_name(cls) == name:
                return cls, self.set_fields(getattr(sent, name), cls)
        return None, {}

    def decode_config(self, data: bytes) -> dict[str, object]:
        """The fields that are set in a Config message, by name.

        Raises:
            MalformedError: The bytes are no such message.
        """
        return self.set_fields(self._parsed("Config", data), self.config)

    def _parsed(self, name: str, data: bytes) -> Any:
        try:
            return self._classes[name].FromString(data)
        except DecodeError as error:
            raise MalformedError(f"no {self.full_name(name)}: {error}") from None

    def set_fields(self, sent: Any, cls: type[Any]) -> dict[str, Any]:
        """Fields of a message by their names in the record.

        Those that can tell that they are not set are left out, or are what stands for absence. Lists always
        are there. Numbers of an enum are its members, if it has them.
        """
        readers = self._readers.get(cls)
        if readers is None:
            fields = [field for field in fields_of(cls) if field.number]
            readers = self._readers[cls] = [
                (field.name, self._reader(cls, field)) for field in fields
            ]
        values = {}
        for name, read in readers:
            value = read(sent)
            if value is not _LEFT_OUT:
                values[name] = value
        return values

    def _reader(self, cls: type[Any], field: RecordField) -> Callable[[Any], Any]:
        """Reads a field from a message of its record; `_LEFT_OUT` where it isn't set."""
        kind, name = field.kind, field.told_as
        unset = kind.absent if kind.absent is not None or is_named_tuple(cls) else _LEFT_OUT
        convert = self._converter(kind)
        if kind.is_list:
            many = tuple if is_named_tuple(cls) else list
            return lambda sent: many([convert(each) for each in getattr(sent, name)])
        if self._tells_presence(cls, field):
            return lambda sent: convert(getattr(sent, name)) if sent.HasField(name) else unset
        if self._is_old_choice(kind):
            return lambda sent: convert(getattr(sent, name)) if getattr(sent, name) else _LEFT_OUT
        return lambda sent: convert(getattr(sent, name))

    def _converter(self, kind: FieldKind) -> Callable[[Any], Any]:
        """Makes the value of one entry.

        A number that is none of an enum's stays one, and a model is told by its fields, which it checks.
        """
        cls = kind.cls
        if cls is None:
            return lambda value: value
        if kind.scalar is Scalar.CHOICE:
            choices = _choices(kind)
            return lambda value: choices.get(value, value)
        if is_named_tuple(cls):
            return lambda value: cls(**self.set_fields(value, cls))
        return lambda value: self.set_fields(value, cls)

    def _tells_presence(self, cls: type[Any] | None, field: RecordField) -> bool:
        kind = field.kind
        if kind.is_list:
            return False
        if kind.scalar is Scalar.RECORD or kind.is_optional:
            return True
        return cls in self.with_presence and not self._is_old_choice(kind)

    def _is_old_choice(self, kind: FieldKind) -> bool:
        """Whether a choice is not there where its number is 0."""
        return self._before_kit and kind.scalar is Scalar.CHOICE and not kind.is_list

    # Declaration.

    def _add(self, cls: type[Any]) -> None:
        """Add a record, behind what it holds."""
        name = self._name_of(cls)
        known = self._parts.get(name)
        if known is not None:
            if not isinstance(known, _Message) or known.cls is not cls:
                raise TypeError(f"two records are called {name}")
            return
        fields = tuple(_on_wire(cls))
        for field in fields:
            inner = field.kind.cls
            if field.kind.scalar is Scalar.RECORD:
                assert inner is not None
                self._add(inner)
            elif field.kind.scalar is Scalar.CHOICE:
                assert inner is not None
                if self._parts.setdefault(inner.__name__, inner) is not inner:
                    raise TypeError(f"two enums are called {inner.__name__}")
        self._parts[name] = _Message(name, _meaning(cls), cls, fields)

    def _add_choice(
        self,
        name: str,
        meaning: str,
        kinds: Sequence[tuple[str, type[Any]]],
        oneof: str,
        private: Collection[type[Any]] = (),
    ) -> None:
        fields = []
        for number, (told_as, cls) in enumerate(kinds, 1):
            self._add(cls)
            said = f"{_meaning(cls)} Told to its own seat." if cls in private else _meaning(cls)
            fields.append(RecordField(told_as, number, FieldKind(Scalar.RECORD, cls=cls), said))
        self._parts[name] = _Message(name, meaning, None, tuple(fields), oneof)

    def _name_of(self, cls: type[Any]) -> str:
        return self._names.get(cls, cls.__name__)

    @property
    def _messages(self) -> list[_Message]:
        return [part for part in self._parts.values() if isinstance(part, _Message)]

    @functools.cached_property
    def _classes(self) -> dict[str, type[Any]]:
        """Classes of the messages; stubs are looked into late, so that new ones can be generated from here."""
        if self.stubs is not None:
            return {part.name: getattr(self.stubs, part.name) for part in self._messages}
        pool = descriptor_pool.Default()
        file = self.file()
        pool.AddSerializedFile(file.SerializeToString())
        found = pool.FindFileByName(file.name).message_types_by_name
        return {
            part.name: message_factory.GetMessageClass(found[part.name]) for part in self._messages
        }

    @property
    def path(self) -> str:
        """Where the text lies below a folder of `.proto` files."""
        return f"{self.package.replace('.', '/')}/{self.package.split('.')[-2]}.proto"

    def file(self) -> descriptor_pb2.FileDescriptorProto:
        """All messages and enums as protobuf describes them."""
        file = descriptor_pb2.FileDescriptorProto(
            name=self.path, package=self.package, syntax="proto3"
        )
        for part in self._parts.values():
            if isinstance(part, _Message):
                self._fill(file.message_type.add(name=part.name), part)
                continue
            values = [
                descriptor_pb2.EnumValueDescriptorProto(name=name, number=number)
                for name, number, _ in _enum_values(part)
            ]
            file.enum_type.add(name=part.__name__, value=values)
        return file

    def _fill(self, proto: descriptor_pb2.DescriptorProto, part: _Message) -> None:
        if part.oneof:
            proto.oneof_decl.add(name=part.oneof)
        for field in part.fields:
            kind = field.kind
            made = proto.field.add(
                name=field.told_as, number=field.number, type=self._wire_type(kind)
            )
            made.label = _Field.LABEL_REPEATED if kind.is_list else _Field.LABEL_OPTIONAL
            if kind.cls is not None:
                made.type_name = f".{self.package}.{self._name_of(kind.cls)}"
            if part.oneof:
                made.oneof_index = 0
        for made, field in zip(proto.field, part.fields, strict=True):
            if self._is_optional(part, field):  # each has a oneof of its own, behind the real ones
                made.proto3_optional = True
                made.oneof_index = len(proto.oneof_decl)
                proto.oneof_decl.add(name=f"_{field.told_as}")

    def _is_optional(self, part: _Message, field: RecordField) -> bool:
        """Whether a field is marked as optional: one that holds a record tells anyway if it is set."""
        is_single = part.cls is not None and field.kind.scalar is not Scalar.RECORD
        return is_single and self._tells_presence(_owner(part.cls, field), field)

    def _wire_type(self, kind: FieldKind) -> Any:
        if kind.scalar is not Scalar.WHOLE:
            return _TYPES[kind.scalar]
        assert kind.low is not None
        assert kind.high is not None
        if kind.low < 0:
            is_long = kind.low < -(2**31) or kind.high >= 2**31
            return _Field.TYPE_SINT64 if is_long else _Field.TYPE_SINT32
        if self._before_kit:
            return _Field.TYPE_INT64 if kind.high >= 2**31 else _Field.TYPE_INT32
        return _Field.TYPE_UINT64 if kind.high >= 2**32 else _Field.TYPE_UINT32

    # Text.

    def proto(self) -> str:
        """The messages as the text of a `.proto` file."""
        lines = [*_comment(self._about), 'syntax = "proto3";', "", f"package {self.package};"]
        for part in self._parts.values():
            lines.append("")
            lines += self._text(part) if isinstance(part, _Message) else _enum_text(part)
        return "\n".join(lines) + "\n"

    def _text(self, part: _Message) -> Iterator[str]:
        yield from _comment(part.meaning)
        if not part.fields:
            yield f"message {part.name} {{}}"
            return
        yield f"message {part.name} {{"
        indent = "  "
        if part.oneof:
            yield from ("  // Which.", f"  oneof {part.oneof} {{")
            indent = "    "
        for field in part.fields:
            yield from (indent + line for line in self._field_text(part, field, len(indent)))
        if part.oneof:
            yield "  }"
        yield "}"

    def _field_text(self, part: _Message, field: RecordField, indent: int) -> Iterator[str]:
        kind = field.kind
        said = [field.meaning]
        if kind.scalar is Scalar.WHOLE:
            to = f" to {kind.high}" if kind.high != _MOST_TOLD else ""
            said.append(f"From {kind.low}{to}.")
        if kind.is_list and kind.most is not None:
            count = f"{kind.least} to {kind.most}" if kind.least != kind.most else f"{kind.most}"
            said.append(f"{count} entries.")
        if part.cls is self.config:
            said.append(_default(self.config, field))
        yield from _comment(" ".join(each for each in said if each), indent)
        wire = self._wire_type(kind)
        name = self._name_of(kind.cls) if kind.cls is not None else _NAMES[wire]
        label = "optional " if self._is_optional(part, field) else ""
        label = "repeated " if kind.is_list else label
        yield f"{label}{name} {field.told_as} = {field.number};"

    # Other forms.

    def columns(self) -> dict[str, Plain]:
        """The columns of observations, and of each kind of actions, as plain data, with the kit's version.

        Fields that are no columns are under `left_out`.
        """
        kinds = {kind_name(cls): cls for cls in self.actions}
        told: dict[str, Plain] = {name: _columns(cls) for name, cls in kinds.items()}
        return {
            "kit": KIT_VERSION,
            "observation": _columns(self.observation),
            "actions": told,
        }

    def json_schemas(self) -> dict[str, Plain]:
        """The JSON Schemas of the plain forms of config, actions, observations and events."""
        return {
            "config": self.config.model_json_schema(),
            "action": json_schema(*self.actions),
            "observation": json_schema(self.observation),
            "event": json_schema(*self._events),
        }

    @classmethod
    def of(cls, plugin: AnyPlugin) -> Schema | None:
        """The schema of a game that is made with the kit; None of another."""
        schema = getattr(plugin.codec, "schema", None)
        return schema if isinstance(schema, cls) else None


def _columns(cls: type[Any]) -> dict[str, Plain]:
    found = ColumnSet(cls)
    columns: list[Plain] = [column.describe() for column in found.columns]
    return {"columns": columns, "left_out": [*found.left_out]}


def _named(classes: Sequence[type[Any]]) -> list[tuple[str, type[Any]]]:
    return [(kind_name(cls), cls) for cls in classes]


def _held_by(classes: Iterable[type[Any]]) -> set[type[Any]]:
    """Records, and all they hold."""
    found: set[type[Any]] = set()
    for cls in classes:
        found.add(cls)
        inner = [f.kind.cls for f in fields_of(cls) if f.kind.scalar is Scalar.RECORD]
        found |= _held_by(each for each in inner if each is not None)
    return found


def _on_wire(cls: type[Any]) -> Iterator[RecordField]:
    """Fields of a record's message, in the order of their numbers."""
    found: list[RecordField] = []
    for field in fields_of(cls):
        if field.kind.is_inline:
            assert field.kind.cls is not None
            found += _on_wire(field.kind.cls)
        elif field.number:
            found.append(field)
    yield from sorted(found, key=lambda field: field.number)


def _owner(cls: type[Any] | None, field: RecordField) -> type[Any] | None:
    """The record that tells a field, which may stand inline in another."""
    if cls is None or field in fields_of(cls):
        return cls
    inline = [each.kind.cls for each in fields_of(cls) if each.kind.is_inline]
    return next((each for each in inline if each and field in fields_of(each)), cls)


def _default(config: type[pydantic.BaseModel], field: RecordField) -> str:
    value = config.model_fields[field.name].default
    if isinstance(value, bool):
        return f"Default {str(value).lower()}."
    return f"Default {value}." if isinstance(value, int | str) else ""


def _comment(text: str, indent: int = 0) -> list[str]:
    return [f"// {line}" for line in textwrap.wrap(text, _COLUMNS - indent - 3)]


def _meaning(cls: type) -> str:
    return " ".join((cls.__doc__ or "").split())


def _enum_text(cls: type[enum.Enum]) -> Iterator[str]:
    yield from _comment(_meaning(cls))
    yield f"enum {cls.__name__} {{"
    for name, number, meaning in _enum_values(cls):
        yield from (f"  {line}" for line in _comment(meaning, 2))
        yield f"  {name} = {number};"
    yield "}"


def _enum_values(cls: type[enum.Enum]) -> list[tuple[str, int, str]]:
    """Names, numbers and meanings; proto3 wants a first one of 0."""
    prefix = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).upper()
    docs = attribute_docs(cls)
    values = [
        (f"{prefix}_{member.name}", member.value, " ".join(docs.get(member.name, "").split()))
        for member in cls
    ]
    return values if values[0][1] == 0 else [(f"{prefix}_UNSPECIFIED", 0, "Never sent."), *values]


@functools.cache
def _choices(kind: FieldKind) -> Mapping[int, Any]:
    assert kind.cls is not None
    return {each.value: each.name.lower() if kind.is_text else each for each in kind.cls}
