"""A game's messages, made from its records: at run time, and as the text of a `.proto` file.

`Schema` needs no generated code: it puts the messages into protobuf's pool of descriptors under the
package `<game>.v1`. Its text is what bots of other languages are generated from, and what locks the
numbers of fields: kept beside the game, it is compared by the contract, and Buf can judge two of them.
"""

from __future__ import annotations

import dataclasses
import enum
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pydantic
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError, Message

from referee.core.errors import MalformedError
from referee.core.game import AnyPlugin
from referee.kit.records import FieldKind, Record, RecordField, Scalar, fields_of

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
    _Field.TYPE_UINT32: "uint32",
    _Field.TYPE_SINT32: "sint32",
    _Field.TYPE_UINT64: "uint64",
    _Field.TYPE_SINT64: "sint64",
}


@dataclasses.dataclass(frozen=True, slots=True)
class _Message:
    """A message to be declared."""

    name: str
    meaning: str
    fields: tuple[RecordField, ...]
    is_choice: bool = False
    """Whether exactly one of the fields is set."""
    tells_presence: bool = False
    """Whether each single field tells if it was set: what a bot forgets is no zero."""


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
        events: Kinds of events; their order gives their numbers, from 1.

    Raises:
        TypeError: A field can't be carried; names it.
    """

    def __init__(
        self,
        game: str,
        *,
        config: type[pydantic.BaseModel],
        actions: Sequence[type[Record]],
        observation: type[pydantic.BaseModel],
        events: Sequence[type[pydantic.BaseModel]],
    ) -> None:
        self.package = f"{game}.v1"
        """The messages' package."""
        self._actions = tuple(actions)
        self._messages: dict[str, _Message] = {}
        self._enums: dict[str, type[enum.IntEnum]] = {}
        self._add("Config", config)
        if len(actions) == 1:
            self._add("Action", actions[0], tells_presence=True)
        else:
            self._add_choice("Action", "What a seat decides: one of these.", actions, asked=True)
        self._add("Observation", observation)
        self._add_choice("Event", "Something that happened: one of these.", events)
        event = FieldKind(Scalar.RECORD, is_list=True, cls=type("Event", (), {}))
        field = RecordField("events", 1, event, "The events, in order.")
        self._messages["Events"] = _Message("Events", "What happened.", (field,))
        self._classes = self._declare()

    def message_class(self, name: str) -> type[Message]:
        """The class of a message, such as `Action`."""
        return self._classes[name]

    def full_name(self, name: str) -> str:
        """A message's name with its package."""
        return f"{self.package}.{name}"

    # Values.

    def encode(self, name: str, record: pydantic.BaseModel) -> bytes:
        """A record as the message of this name."""
        return _filled(self._classes[name], record).SerializeToString(deterministic=True)

    def encode_action(self, record: pydantic.BaseModel) -> bytes:
        """An action as an Action message."""
        if len(self._actions) == 1:
            return self.encode("Action", record)
        message = self._classes["Action"](**{kind_name(type(record)): _values(record)})
        return message.SerializeToString(deterministic=True)

    def encode_event(self, record: pydantic.BaseModel) -> bytes:
        """An event as an Events message that holds it alone."""
        event = {kind_name(type(record)): _values(record)}
        return self._classes["Events"](events=[event]).SerializeToString(deterministic=True)

    def decode_action(self, data: bytes) -> tuple[type[Record] | None, dict[str, Any]]:
        """What an Action message holds: its kind, and its fields that are set, by name.

        Raises:
            MalformedError: The bytes are no such message.
        """
        message = self._parsed("Action", data)
        if len(self._actions) == 1:
            return self._actions[0], _set_fields(message, self._actions[0])
        name = message.WhichOneof("kind")
        for cls in self._actions:
            if kind_name(cls) == name:
                return cls, _set_fields(getattr(message, name), cls)
        return None, {}

    def decode_config(self, data: bytes, cls: type[pydantic.BaseModel]) -> dict[str, object]:
        """The fields that are set in a Config message, by name.

        Raises:
            MalformedError: The bytes are no such message.
        """
        return _set_fields(self._parsed("Config", data), cls)

    def _parsed(self, name: str, data: bytes) -> Any:
        try:
            return self._classes[name].FromString(data)
        except DecodeError as error:
            raise MalformedError(f"no {self.full_name(name)}: {error}") from None

    # Declaration.

    def _add(
        self, name: str, cls: type[pydantic.BaseModel], *, tells_presence: bool = False
    ) -> None:
        # A config that is not given in full has its defaults, so that its fields tell whether they are.
        presence = tells_presence or name == "Config"
        message = _Message(name, _meaning(cls), fields_of(cls), tells_presence=presence)
        known = self._messages.get(name, message)
        if (known.meaning, known.fields) != (message.meaning, message.fields):
            raise TypeError(f"two records are called {name}")
        presence |= known.tells_presence  # what seats may send, and are shown too
        self._messages[name] = dataclasses.replace(message, tells_presence=presence)
        for field in message.fields:
            inner = field.kind.cls
            if field.kind.scalar is Scalar.RECORD:
                assert inner is not None
                self._add(inner.__name__, inner, tells_presence=tells_presence)
            elif field.kind.scalar is Scalar.CHOICE:
                assert inner is not None
                if self._enums.setdefault(inner.__name__, inner) is not inner:
                    raise TypeError(f"two enums are called {inner.__name__}")

    def _add_choice(
        self,
        name: str,
        meaning: str,
        kinds: Sequence[type[pydantic.BaseModel]],
        asked: bool = False,
    ) -> None:
        fields = tuple(
            RecordField(kind_name(cls), number, FieldKind(Scalar.RECORD, cls=cls), _meaning(cls))
            for number, cls in enumerate(kinds, 1)
        )
        self._messages[name] = _Message(name, meaning, fields, is_choice=True)
        for cls in kinds:
            self._add(cls.__name__, cls, tells_presence=asked)

    def _declare(self) -> dict[str, type[Message]]:
        path = f"{self.package.replace('.', '/')}/{self.package.partition('.')[0]}.proto"
        file = descriptor_pb2.FileDescriptorProto(name=path, package=self.package, syntax="proto3")
        for name, cls in self._enums.items():
            values = [
                descriptor_pb2.EnumValueDescriptorProto(name=value, number=number)
                for value, number in _enum_values(cls)
            ]
            file.enum_type.add(name=name, value=values)
        for message in self._messages.values():
            self._fill(file.message_type.add(name=message.name), message)
        pool = descriptor_pool.Default()
        pool.AddSerializedFile(file.SerializeToString())
        found = pool.FindFileByName(path).message_types_by_name
        return {name: message_factory.GetMessageClass(found[name]) for name in self._messages}

    def _fill(self, proto: descriptor_pb2.DescriptorProto, message: _Message) -> None:
        if message.is_choice:
            proto.oneof_decl.add(name="kind")
        for field in message.fields:
            kind = field.kind
            made = proto.field.add(name=field.name, number=field.number, type=_wire_type(kind))
            made.label = _Field.LABEL_REPEATED if kind.is_list else _Field.LABEL_OPTIONAL
            if kind.cls is not None:
                made.type_name = f".{self.package}.{kind.cls.__name__}"
            if message.is_choice:
                made.oneof_index = 0
        for made, field in zip(proto.field, message.fields, strict=True):
            if _is_optional(message, field):  # each has a oneof of its own, behind the real ones
                made.proto3_optional = True
                made.oneof_index = len(proto.oneof_decl)
                proto.oneof_decl.add(name=f"_{field.name}")

    # Text.

    def proto(self) -> str:
        """The messages as the text of a `.proto` file."""
        lines = ['syntax = "proto3";', "", f"package {self.package};"]
        for message in self._messages.values():
            lines += ["", *_comment(message.meaning), f"message {message.name} {{"]
            lines += ["  oneof kind {"] if message.is_choice else []
            indent = "    " if message.is_choice else "  "
            for field in message.fields:
                lines += [f"{indent}{line}" for line in _field_text(message, field)]
            lines += ["  }", "}"] if message.is_choice else ["}"]
        for name, cls in self._enums.items():
            lines += ["", *_comment(_meaning(cls)), f"enum {name} {{"]
            lines += [f"  {value} = {number};" for value, number in _enum_values(cls)]
            lines += ["}"]
        return "\n".join(lines) + "\n"

    @classmethod
    def of(cls, plugin: AnyPlugin) -> Schema | None:
        """The schema of a game that is made with the kit; None of another."""
        schema = getattr(plugin.codec, "schema", None)
        return schema if isinstance(schema, cls) else None


def _is_optional(message: _Message, field: RecordField) -> bool:
    kind = field.kind
    if kind.is_list or kind.scalar is Scalar.RECORD or message.is_choice:
        return False  # such a field tells anyway whether it is set, or is empty
    return kind.is_optional or message.tells_presence


def _field_text(message: _Message, field: RecordField) -> Iterator[str]:
    kind = field.kind
    said = [field.meaning]
    if kind.scalar is Scalar.WHOLE:
        said.append(f"From {kind.low} to {kind.high}.")
    if kind.is_list and kind.most is not None:
        count = f"{kind.least} to {kind.most}" if kind.least != kind.most else f"{kind.most}"
        said.append(f"{count} entries.")
    yield from _comment(" ".join(said))
    wire = _wire_type(kind)
    name = kind.cls.__name__ if kind.cls is not None else _NAMES[wire]
    label = "repeated " if kind.is_list else "optional " if _is_optional(message, field) else ""
    yield f"{label}{name} {field.name} = {field.number};"


def _comment(text: str) -> list[str]:
    return [f"// {text}"] if text else []


def _meaning(cls: type) -> str:
    return " ".join((cls.__doc__ or "").partition("\n\n")[0].split())


def _enum_values(cls: type[enum.IntEnum]) -> Iterable[tuple[str, int]]:
    """Names and numbers; proto3 wants a first one of 0."""
    prefix = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).upper()
    values = [(f"{prefix}_{member.name}", member.value) for member in cls]
    return values if values[0][1] == 0 else [(f"{prefix}_UNSPECIFIED", 0), *values]


def _wire_type(kind: FieldKind) -> Any:
    if kind.scalar is not Scalar.WHOLE:
        return _TYPES[kind.scalar]
    assert kind.low is not None
    assert kind.high is not None
    if kind.low < 0:
        is_long = kind.low < -(2**31) or kind.high >= 2**31
        return _Field.TYPE_SINT64 if is_long else _Field.TYPE_SINT32
    return _Field.TYPE_UINT64 if kind.high >= 2**32 else _Field.TYPE_UINT32


def _filled(cls: type[Message], record: pydantic.BaseModel) -> Message:
    return cls(**_values(record))


def _values(record: pydantic.BaseModel) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for field in fields_of(type(record)):
        value = getattr(record, field.name)
        if value is None:
            continue
        if field.kind.scalar is Scalar.RECORD:
            value = [_values(each) for each in value] if field.kind.is_list else _values(value)
        values[field.name] = value
    return values


def _set_fields(message: Any, cls: type[pydantic.BaseModel]) -> dict[str, Any]:
    """Fields of a message that are set; lists always are. Numbers of an enum are its members, if it has them."""
    values: dict[str, Any] = {}
    for field in fields_of(cls):
        kind = field.kind
        if not kind.is_list and not message.HasField(field.name):
            continue
        told = getattr(message, field.name)
        entries = [_read(kind, each) for each in (told if kind.is_list else [told])]
        values[field.name] = entries if kind.is_list else entries[0]
    return values


def _read(kind: FieldKind, value: Any) -> Any:
    if kind.scalar is Scalar.RECORD:
        assert kind.cls is not None
        return _set_fields(value, kind.cls)
    if kind.scalar is Scalar.CHOICE:
        assert kind.cls is not None
        return next((member for member in kind.cls if member.value == value), value)
    return value
