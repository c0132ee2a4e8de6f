"""Markers for `Annotated` types of a record's fields: facts about the wire and the rules that a type can't express."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any

import pydantic
from pydantic_core import core_schema

__all__ = [
    "Absent",
    "Entries",
    "InOneof",
    "Inline",
    "Int32",
    "MapEntries",
    "Name",
    "Number",
    "OneOf",
    "Presence",
    "Read",
    "Uncached",
    "Wrap",
]


@dataclasses.dataclass(frozen=True, slots=True)
class Number:
    """Marks a field whose number on the wire is not its position in the class, counted from 1.

    Args:
        number: 1..536870911; never reuse the number of a removed field. 0 keeps the field off the
            wire.
    """

    number: int


@dataclasses.dataclass(frozen=True, slots=True)
class Name:
    """Marks a field that has another name on the wire than in the class."""

    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class Absent:
    """Marks a whole-number field in which one number, outside of its bounds, stands for an absent value."""

    value: int


@dataclasses.dataclass(frozen=True, slots=True)
class Presence:
    """Marks whether a field has explicit presence in protobuf, against what its kind and record imply.

    Protobuf packages that are older than the kit need this marker.
    """

    is_explicit: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Read:
    """Marks a list in an action that has no `max_length` with the number of entries that the rules read.

    Further entries are counted, but not read.
    """

    most: int


@dataclasses.dataclass(frozen=True, slots=True)
class Int32:
    """Marks a whole number that is sent as protobuf's int32, not sint32.

    A negative one takes ten bytes.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class Uncached:
    """Marks a record whose values seldom repeat, so that its encoded bytes are not worth caching."""


@dataclasses.dataclass(frozen=True, slots=True)
class InOneof:
    """Marks an optional record field as part of a protobuf oneof, of which exactly one field is set.

    A field without a docstring gets that of its record class.

    Args:
        name: Name of the oneof.
    """

    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class MapEntries:
    """Marks a list of key-value records that is sent as a protobuf map.

    Decoded entries are sorted by key.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class OneOf:
    """Marks a text or whole number that stands for an enum member and is sent as the member's number.

    A text is the member's name in lower case. A whole number is the member's value, or a number
    that no member has: such a game keeps unknown numbers, and its rules refuse them.
    """

    choices: type[enum.Enum]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: pydantic.GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Return a pydantic schema that refuses texts which name no member.

        Fields of other types than text keep their own schema.
        """
        if source is not str:
            return handler(source)
        return core_schema.literal_schema([each.name.lower() for each in self.choices])


@dataclasses.dataclass(frozen=True, slots=True)
class Entries:
    """Names the class of a list's entries where the field's type doesn't.

    The type of a config's field is only `tuple`, or the entries are records of a `Variant`.
    """

    cls: type[Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Wrap:
    """Marks a value that is sent as the only field of a separate message, such as a list within a list.

    Args:
        record: Record class of that message: a named tuple of one field.
    """

    record: type[Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Inline:
    """Marks a record field whose own fields are sent as fields of the record around it."""
