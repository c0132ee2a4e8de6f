"""Decodes messages to the fields of their records, and limits how much of a list in an action is decoded.

Actions come from untrusted bots, so their lists have bounds (`entries_read`). Of a longer list only
the first entries are decoded; each further entry becomes the value of an empty message, or 0. The
game can count all entries, and no action takes longer to decode than the longest that the game can
use.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from google.protobuf.message import DecodeError

from referee.core.errors import MalformedError
from referee.kit.describe.messages import Messages
from referee.kit.enums import number_read, wire_number
from referee.kit.records import (
    FieldKind,
    RecordField,
    Scalar,
    Variant,
    fields_of,
    is_named_tuple,
    kind_name,
    wire_class,
)

__all__ = ["MOST_UNDECLARED", "Entries", "Reader"]

MOST_UNDECLARED = 1000
"""Most entries of an action's list whose record declares no bound; an action with a longer list is
malformed.
"""
_LEFT_OUT: Any = object()
"""Marker that a reader of a field returns if the field is not set in the message."""
_UNSET: Mapping[Scalar, Any] = {
    Scalar.WHOLE: 0,
    Scalar.TRUTH: False,
    Scalar.REAL: 0.0,
    Scalar.TEXT: "",
    Scalar.CHOICE: 0,
}
"""Default of each kind of value, for list entries past the bound, which are not decoded."""

ReadField: TypeAlias = Callable[[Any], Any]


class Entries:
    """Callable that returns the first entries of one list field of a message, as messages.

    Args:
        name: Name of the list field.
        entry_class: Returns the message class of the entries.
    """

    def __init__(self, name: str, entry_class: Callable[[], Any]) -> None:
        self._get = operator.attrgetter(name)
        self._entry_class = entry_class

    def __call__(self, sent: Any, most: int, *, is_strict: bool = True) -> Sequence[Any]:
        """Return the first entries of the list, as messages.

        Args:
            sent: The message that has the list.
            most: Number of entries returned at most.
            is_strict: Whether an entry that can't be parsed is an error; if not, an empty message
                takes its place.

        Raises:
            MalformedError: An entry can't be parsed, and `is_strict`.
        """
        # Cut before parsing: entries past the bound must not cost time.
        entries: Sequence[Any] = self._get(sent)
        if len(entries) > most:
            entries = entries[:most]
        # Bytes if the action was long and parsed by a shallow class; else messages.
        if not entries or type(entries[0]) is not bytes:
            return entries
        cls = self._entry_class()
        return [_parsed(cls, each, is_strict=is_strict) for each in entries]


def _parsed(cls: Any, data: bytes, *, is_strict: bool) -> Any:
    try:
        return cls.FromString(data)
    except DecodeError as error:
        if is_strict:
            raise MalformedError(f"no {cls.DESCRIPTOR.full_name}: {error}") from None
        return cls()


class Reader:
    """Decodes messages to the fields of their records.

    Args:
        messages: Declarations of the messages.
        entry_class: Returns the message class of a list's entries, by message name. If the list has
            bytes in place of messages, each entry is parsed as this class (see `shallow`).
        is_bounded: Whether lists are bounded as in actions; if not, all entries are decoded.
    """

    def __init__(
        self,
        messages: Messages,
        entry_class: Callable[[str], Callable[..., Any]],
        *,
        is_bounded: bool,
    ) -> None:
        self._messages = messages
        self._entry_class = entry_class
        self._is_bounded = is_bounded
        self._readers: dict[type[Any], list[tuple[str, ReadField]]] = {}

    def fields(self, sent: Any, cls: type[Any]) -> dict[str, Any]:
        """Return the fields of a message, by their names in the record.

        An unset field with explicit presence has the value that the record declares for absence; if
        it declares none, the field is left out, or None in a named tuple. Lists are always in the
        result. An enum's number becomes its member; a number that no member
        has stays a number.

        Raises:
            MalformedError: An entry can't be parsed, or a list whose length the record does not limit
                exceeds the limit of this reader.
        """
        readers = self._readers.get(cls)
        if readers is None:
            # Made once a class, at the first message.
            fields = [f for f in fields_of(cls) if f.number or f.kind.absent is not None]
            readers = self._readers[cls] = [
                (field.name, self.field_reader(cls, field)) for field in fields
            ]
        values = {}
        for name, read in readers:
            value = read(sent)
            if value is not _LEFT_OUT:
                values[name] = value
        return values

    def field_reader(self, cls: type[Any], field: RecordField) -> ReadField:
        """Return a function that reads a field from its record's message.

        It returns the marker `_LEFT_OUT` for a field that is not set in the message.
        """
        kind, name = field.kind, field.proto_name
        if not field.number:
            return lambda _: kind.absent
        # A named tuple needs a value for every field; a pydantic model has defaults of its fields.
        unset = kind.absent if kind.absent is not None or is_named_tuple(cls) else _LEFT_OUT
        get, has_presence = operator.attrgetter(name), self._messages.has_presence(cls, field)
        if kind.cls is None and not kind.is_list:
            return (
                (lambda sent: get(sent) if sent.HasField(name) else unset) if has_presence else get
            )
        if kind.is_map:
            return self._map_reader(cls, field)
        if kind.is_list:
            return self._list_reader(cls, field)
        convert = self.converter(kind)
        if has_presence:
            return lambda sent: convert(get(sent)) if sent.HasField(name) else unset
        if self._messages.is_old_choice(kind):
            unset = unset if kind.is_implicit else _LEFT_OUT
            return lambda sent: convert(get(sent)) if get(sent) else unset
        return lambda sent: convert(get(sent))

    def _list_reader(self, cls: type[Any], field: RecordField) -> ReadField:
        """Return a function that reads a list field.

        Of an action's list it decodes no more entries than its bound.
        """
        kind = field.kind
        many: Any = tuple if is_named_tuple(cls) else list
        get, convert = operator.attrgetter(field.proto_name), self.converter(kind)
        if not self._is_bounded:
            # A config's lists are bounded by the checks of its class, after reading.
            return lambda sent: many([convert(each) for each in get(sent)])
        declared = kind.entries_read
        most = MOST_UNDECLARED if declared is None else declared
        where = f"{cls.__name__}.{field.proto_name}"
        first_entries = self.entries(field) if kind.scalar is Scalar.RECORD else None
        is_plain = kind.cls is None

        def read(sent: Any) -> Any:
            entries = get(sent)
            if not entries:
                return many()
            count = len(entries)
            if count <= most and (is_plain or type(entries[0]) is not bytes):
                return many(entries if is_plain else [convert(each) for each in entries])
            # Without a declared bound, a record would have to be made for each entry that a bot
            # sends.
            if count > most and declared is None:
                raise MalformedError(f"{where} must have at most {most} entries, not {count}")
            first = first_entries(sent, most) if first_entries is not None else entries[:most]
            values = many([convert(each) for each in first])
            if count > most:
                # Repeating one value makes a single new object: to make a list and then a tuple takes twice as long.
                values += many((convert(self._nothing(kind)),)) * (count - most)
            return values

        return read

    def entries(self, field: RecordField) -> Entries:
        """Return an `Entries` for a list of records: it gives the first entries as messages."""
        return Entries(field.proto_name, functools.partial(self._class, field.kind))

    def _class(self, kind: FieldKind) -> Any:
        return self._entry_class(self._messages.name_of(_record(kind)))

    def _nothing(self, kind: FieldKind) -> Any:
        """Return the value that replaces a list entry past the bound: an empty message, or the default value."""
        return self._class(kind)() if kind.scalar is Scalar.RECORD else _UNSET[kind.scalar]

    def _map_reader(self, cls: type[Any], field: RecordField) -> ReadField:
        """Return a function that reads a map field as a tuple of its entries, sorted by key."""
        entry: Any = field.kind.cls
        _, value = fields_of(entry)
        convert, name = self.converter(value.kind), field.proto_name
        most, where = self._most_in_map(field.kind), f"{cls.__name__}.{name}"

        def read(sent: Any) -> Any:
            # Refused before the entries are converted, as they may be many.
            entries = getattr(sent, name)
            if most is not None and len(entries) > most:
                raise MalformedError(
                    f"{where} must have at most {most} entries, not {len(entries)}"
                )
            return tuple([entry(key, convert(held)) for key, held in sorted(entries.items())])

        return read

    def _most_in_map(self, kind: FieldKind) -> int | None:
        if not self._is_bounded:
            return None
        return MOST_UNDECLARED if kind.entries_read is None else kind.entries_read

    def converter(self, kind: FieldKind) -> ReadField:
        """Return a function that converts a field's wire value, or that of a list's entry, to the record's value.

        A number that no enum member has stays a number. A pydantic model becomes a dictionary of
        its fields, which are checked later, when the record that holds it is made.
        """
        cls = kind.cls
        if cls is None:
            return lambda value: value
        cls = wire_class(cls)
        if kind.is_number:
            return functools.partial(number_read, cls)
        if kind.scalar is Scalar.CHOICE:
            choices = _choices(kind)
            return lambda value: choices.get(value, value)
        if issubclass(cls, Variant):
            return self._variant_reader(cls)
        if not is_named_tuple(cls):
            return lambda value: self.fields(value, cls)
        fields = fields_of(cls)
        if any(self._messages.is_old_choice(field.kind) or not field.number for field in fields):
            return lambda value: kind.value_of(cls(**self.fields(value, cls)))
        readers = [self.field_reader(cls, field) for field in fields]
        return lambda value: kind.value_of(cls(*[read(value) for read in readers]))

    def _variant_reader(self, cls: type[Variant]) -> ReadField:
        """Return a function that reads the one record that is set in a message of a `Variant`.

        The function returns None if no record is set, if a required field is missing, or if an
        enum's number has no member.
        """
        kinds = {}
        for kind in cls.kinds:
            readers = [
                (self.field_reader(kind, f), f.kind.is_optional, f.kind.scalar is Scalar.CHOICE)
                for f in fields_of(kind)
            ]
            kinds[kind_name(kind)] = kind, readers

        def read(sent: Any) -> Any:
            name = sent.WhichOneof(cls.oneof)
            if name is None:
                return None
            kind, readers = kinds[name]
            held, values = getattr(sent, name), []
            for reader, may_lack, is_choice in readers:
                value = reader(held)
                if value is _LEFT_OUT or (value is None and not may_lack):
                    return None
                # An unknown number of an enum: the rules know no such record.
                if is_choice and type(value) is int:
                    return None
                values.append(value)
            return kind(*values)

        return read


def _record(kind: FieldKind) -> type[Any]:
    assert kind.cls is not None
    return kind.cls


@functools.cache
def _choices(kind: FieldKind) -> Mapping[int, Any]:
    assert kind.cls is not None
    return {wire_number(each): each.name.lower() if kind.is_text else each for each in kind.cls}
