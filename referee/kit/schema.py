"""Makes a game's protobuf messages from its records: as classes at run time, and as the text of a `.proto` file.

`Schema` needs no generated code. It puts the messages into protobuf's pool of descriptors under the
package `<game>.v1`, unless the game has stubs that were generated from its text. Bots in other
languages are generated from that text, and it locks the numbers of fields: the contract of games
compares it with the file next to the game, and Buf can check two versions for compatibility.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import pydantic
from google.protobuf import descriptor_pool, message_factory
from google.protobuf.message import DecodeError

from referee.core.errors import MalformedError
from referee.core.game import AnyPlugin
from referee.core.plain import Plain
from referee.kit.columns import ColumnSet
from referee.kit.describe.json_schema import json_schema
from referee.kit.describe.messages import Message, Messages, free_numbers
from referee.kit.describe.proto import proto_text
from referee.kit.describe.reference import reference
from referee.kit.reader import Entries, Reader
from referee.kit.records import (
    FieldKind,
    Partial,
    RecordField,
    Scalar,
    fields_of,
    kind_name,
)
from referee.kit.shallow import shallow_classes
from referee.kit.version import KIT_VERSION
from referee.kit.wire.format import event, event_put, int_field, message
from referee.kit.wire.writer import Put, writer_of

__all__ = ["Schema", "kind_name"]

_PARSED_WHOLE = 8 * 1024
"""Size in bytes up to which protobuf parses all of an action; in a longer one, list entries stay
bytes (`shallow`).
"""


class Schema:
    """The messages of a game: Config, Action, Observation, Event and Events, and all messages they contain.

    Args:
        game: Identifier of the game.
        config: Class of the game's config.
        actions: Record classes of actions; a single one is the message Action itself, several are
            fields of it.
        observation: Record class of what a seat sees.
        events: Record classes of events, by event name or named after the class; their order gives
            their numbers, from 1. Classes with equal messages may share a name, and so a number.
        private: Record classes of events that only one seat receives.
        names: Message names of record classes whose message is not named after the class. Records
            may share a message if their fields are equal, or if some have only the first fields.
        package: Package of the messages; None for `<game>.v1`.
        before_kit: Whether the package is older than the kit: whole numbers from 0 have signed types, an enum
            has no explicit presence, since its 0 is never sent, and the choice in an Event is called `event`
            instead of `kind`.
        with_presence: Record classes whose fields have explicit presence; None for the config, the
            actions and all records that actions contain.
        oneof: Name of the oneof in Action and Event; empty for `kind`, and with `before_kit` for
            `event` in Event.
        event_oneof: Name of the oneof in Event, if it differs from `oneof`.
        stubs: Module of stubs generated from the text; None to declare the messages at run time.
        partial: Number of the Event field that says whether fields are left out (`Partial`); 0 if
            there is none.
        about: Comment at the top of the text.

    Raises:
        TypeError: A field has a type that can't be sent; the error names the field.
    """

    def __init__(
        self,
        game: str,
        *,
        config: type[pydantic.BaseModel],
        actions: Sequence[type[Any]],
        observation: type[Any],
        events: Sequence[type[Any]] | Mapping[str, type[Any] | Sequence[type[Any]]],
        private: Collection[type[Any]] = (),
        names: Mapping[type[Any], str] | None = None,
        package: str | None = None,
        before_kit: bool = False,
        with_presence: Collection[type[Any]] | None = None,
        oneof: str = "",
        event_oneof: str = "",
        stubs: Any = None,
        partial: int = 0,
        about: str = "",
    ) -> None:
        self.game = game
        """Identifier of the game."""
        self.package = package or f"{game}.v1"
        """Protobuf package of the messages."""
        self.config, self.observation = config, observation
        self.actions = tuple(actions)
        """Record classes of the game's kinds of actions."""
        self._partial = int_field(partial, 1)
        about_partial = "Whether something is left out that the seat may not know."
        outside = [RecordField("partial", partial, FieldKind(Scalar.TRUTH), about_partial)]
        # The flag is next to the oneof, so that every kind of event can be partial.
        outside = outside if partial else []
        self._events: dict[type[Any], int] = {}
        kinds: list[tuple[str, type[Any]]] = []
        named_events = events.items() if isinstance(events, Mapping) else _named(events)
        for number, (name, held) in zip(free_numbers(outside), named_events, strict=False):
            # Several classes under one name have equal messages; the first one declares them.
            classes = (held,) if isinstance(held, type) else tuple(held)
            kinds.append((name, classes[0]))
            self._events |= dict.fromkeys(classes, number)
        self._about = about
        # In what clients send, an unset field must be distinguished from 0.
        if with_presence is None:
            with_presence = {config, *_held_by(actions)}
        self.with_presence = frozenset(with_presence)
        """Record classes whose fields have explicit presence."""
        named = {config: "Config", observation: "Observation", **(names or {})}
        # The only kind is the Action itself: bots then fill in its fields without a oneof.
        if len(actions) == 1:
            named[actions[0]] = "Action"
        self.messages = Messages(
            self.package, named, with_presence=self.with_presence, before_kit=before_kit
        )
        """Declarations of all messages of the game."""
        self._read_action = Reader(self.messages, self._entry_class, is_bounded=True)
        self._read_config = Reader(self.messages, self.message_class, is_bounded=False)
        self._oneof = oneof or "kind"
        event_oneof = event_oneof or oneof or ("event" if before_kit else "kind")
        self._add_all(kinds, private, event_oneof, outside)
        self.stubs = stubs
        """Module of stubs that was generated from the text; None if messages are declared at run
        time.
        """
        if stubs is None:
            assert (
                self._classes
            )  # makes the classes now, so that a record that can't be carried is refused at once

    def _add_all(
        self,
        kinds: Sequence[tuple[str, type[Any]]],
        private: Collection[type[Any]],
        oneof: str,
        outside: Sequence[RecordField],
    ) -> None:
        messages = self.messages
        messages.add(self.config)
        if len(self.actions) == 1:
            messages.add(self.actions[0])
        else:
            about = "What a seat decides: one of these."
            messages.add_choice("Action", about, _named(self.actions), self._oneof)
        messages.add(self.observation)
        about = "Something that happened: one of these."
        messages.add_choice("Event", about, kinds, oneof, private, outside)
        held = FieldKind(Scalar.RECORD, is_list=True, cls=type("Event", (), {}))
        field = RecordField("events", 1, held, "The events, in order.")
        messages.parts["Events"] = Message("Events", "What happened.", None, (field,))

    @functools.cached_property
    def _classes(self) -> dict[str, type[Any]]:
        """Return the message classes by name.

        Stubs are read only on first use, so that outdated stubs don't prevent generating new ones.
        """
        names = [part.name for part in self.messages.messages]
        if self.stubs is not None:
            return {name: getattr(self.stubs, name) for name in names}
        # Into the default pool, where `Any` and JSON of protobuf find the messages by name.
        pool, file = descriptor_pool.Default(), self.messages.file()
        pool.AddSerializedFile(file.SerializeToString())
        found = pool.FindFileByName(file.name).message_types_by_name
        return {name: message_factory.GetMessageClass(found[name]) for name in names}

    def message_class(self, name: str) -> type[Any]:
        """Return the protobuf class of the message with this name, such as `Action`."""
        return self._classes[name]

    def full_name(self, name: str) -> str:
        """Return the name of a message with its package in front."""
        return f"{self.package}.{name}"

    # Values.

    def writer(self, cls: type[Any]) -> Put:
        """Return a function that encodes records of this class as the bodies of their messages."""
        return writer_of(cls, self.with_presence)

    def encode(self, record: Any) -> bytes:
        """Return a record as the bytes of its message."""
        return self.writer(type(record))(record)

    def encode_action(self, record: Any) -> bytes:
        """Return an action as the bytes of an Action message."""
        body = self.encode(record)
        if len(self.actions) == 1:
            return body
        # Numbers of the kinds in the oneof are their positions, from 1.
        return message(1 + self.actions.index(type(record)), body)

    def encode_event(self, record: Any) -> bytes:
        """Return an event as the bytes of an Events message that holds it alone.

        Raises:
            TypeError: The event's class is not among the declared ones.
        """
        # The flag is a field of the Event next to its oneof, so it is appended to that.
        if isinstance(record, Partial):
            body = record.body
            return message(1, message(self._number(body), self.encode(body)) + self._partial)
        return event(self._number(record), self.encode(record))

    def _number(self, record: Any) -> int:
        number = self._events.get(type(record))
        if number is None:
            raise TypeError(
                f"{record!r} is no event of {self.game}: list its class among the game's events"
            )
        return number

    def event_put(self, cls: type[Any]) -> Put:
        """Return a function that encodes an event of this class as an Events message, faster than `encode_event`."""
        write, put = self.writer(cls), event_put(self._events[cls])
        return lambda record: put(write(record))

    def event_number(self, cls: type[Any]) -> int:
        """Return the number of the Event field for events of this class."""
        return self._events[cls]

    def parse_action(self, data: bytes) -> Any:
        """Return the parsed Action message.

        In a long one, list entries stay bytes, which the reader from `entries_reader` parses.

        Raises:
            MalformedError: The bytes are no Action message.
        """
        # A long action may hold tens of thousands of entries; making objects of all would take
        # long.
        is_long = len(data) > _PARSED_WHOLE
        return self._parsed((self._shallow if is_long else self._classes)["Action"], data)

    def decode_action(self, data: bytes) -> tuple[type[Any] | None, dict[str, Any]]:
        """Return the kind of the action in the bytes of an Action message, and its set fields by name.

        Of each list, no more entries are decoded than the rules can use. The kind is
        None if none is set.

        Raises:
            MalformedError: The bytes are no Action message, or a list without a bound is too long.
        """
        sent = self.parse_action(data)
        if len(self.actions) == 1:
            return self.actions[0], self.set_fields(sent, self.actions[0])
        name = sent.WhichOneof(self._oneof)
        for cls in self.actions:
            if kind_name(cls) == name:
                return cls, self.set_fields(getattr(sent, name), cls)
        return None, {}

    def decode_config(self, data: bytes) -> dict[str, object]:
        """Return the fields that are set in the bytes of a Config message, by name.

        Raises:
            MalformedError: The bytes are no Config message.
        """
        return self._read_config.fields(self._parsed(self._classes["Config"], data), self.config)

    def _parsed(self, cls: Any, data: bytes) -> Any:
        try:
            return cls.FromString(data)
        except DecodeError as error:
            raise MalformedError(f"no {cls.DESCRIPTOR.full_name}: {error}") from None

    @functools.cached_property
    def _shallow(self) -> dict[str, type[Any]]:
        return shallow_classes(self._classes["Action"].DESCRIPTOR.file)

    def _entry_class(self, name: str) -> type[Any]:
        return self._shallow[name]

    def set_fields(self, sent: Any, cls: type[Any]) -> dict[str, Any]:
        """Return the fields of a message that is part of an action, by their names in the record.

        They are decoded as `Reader.fields` does.
        """
        return self._read_action.fields(sent, cls)

    def entries_reader(self, cls: type[Any], name: str) -> Entries:
        """Return an `Entries` for the list field `name` of an action's record class `cls`.

        It gives the first entries of the list as messages.
        """
        return self._read_action.entries(_field(cls, name))

    def field_reader(self, cls: type[Any], name: str) -> Callable[[Any], Any]:
        """Return a function that reads the field `name` of a record of class `cls` from its message.

        The message must be an action or a part of one, whose lists are read up to their bounds.
        """
        return self._read_action.field_reader(cls, _field(cls, name))

    def entry_converter(self, cls: type[Any], name: str) -> Callable[[Any], Any]:
        """Return a function that converts an entry of the list field `name` to a value of the record.

        It takes the message of an entry, as the result of `entries_reader` gives it. `cls` is the
        class of the record that has the list.
        """
        return self._read_action.converter(_field(cls, name).kind)

    # Other forms.

    def proto(self) -> str:
        """Return the text of the `.proto` file that declares the game's messages."""
        return proto_text(self.messages, self._about)

    def reference(self, title: str) -> str:
        """Return a Markdown page that documents the game's messages.

        Args:
            title: The game's name for people.
        """
        return reference(self.messages, title)

    def columns(self) -> dict[str, Plain]:
        """Return the columns of observations and of each kind of action, as plain data, with the kit's version.

        Names of fields that have no column are listed under `left_out`.
        """
        kinds = {kind_name(cls): cls for cls in self.actions}
        told: dict[str, Plain] = {name: _columns(cls) for name, cls in kinds.items()}
        return {
            "kit": KIT_VERSION,
            "observation": _columns(self.observation),
            "actions": told,
        }

    def json_schemas(self) -> dict[str, Plain]:
        """Return the JSON Schemas of the plain forms of config, actions, observations and events."""
        return {
            "config": self.config.model_json_schema(),
            "action": json_schema(*self.actions),
            "observation": json_schema(self.observation),
            "event": json_schema(*self._events),
        }

    @classmethod
    def of(cls, plugin: AnyPlugin) -> Schema | None:
        """Return the schema of a game that is made with the kit; None for any other game."""
        schema = getattr(plugin.codec, "schema", None)
        return schema if isinstance(schema, cls) else None


def _field(cls: type[Any], name: str) -> RecordField:
    (field,) = [field for field in fields_of(cls) if field.name == name]
    return field


def _columns(cls: type[Any]) -> dict[str, Plain]:
    found = ColumnSet(cls)
    columns: list[Plain] = [column.describe() for column in found.columns]
    return {"columns": columns, "left_out": [*found.left_out]}


def _named(classes: Sequence[type[Any]]) -> list[tuple[str, type[Any]]]:
    return [(kind_name(cls), cls) for cls in classes]


def _held_by(classes: Iterable[type[Any]]) -> set[type[Any]]:
    """Return these record classes and all record classes that they contain."""
    found: set[type[Any]] = set()
    for cls in classes:
        found.add(cls)
        inner = [f.kind.cls for f in fields_of(cls) if f.kind.scalar is Scalar.RECORD]
        found |= _held_by(each for each in inner if each is not None)
    return found
