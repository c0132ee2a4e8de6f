"""Markers for the types of a record's fields: what `Annotated` adds to a type for the wire and the rules."""

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
    """The number of a field on the wire, if it isn't its position in the class, from 1.

    Args:
        number: 1..536870911; the number of a removed field is never used again. 0 keeps the field off the wire.
    """

    number: int


@dataclasses.dataclass(frozen=True, slots=True)
class Name:
    """The name of a field on the wire, if it is another."""

    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class Absent:
    """The whole number that stands for an absent field, outside of its bounds."""

    value: int


@dataclasses.dataclass(frozen=True, slots=True)
class Presence:
    """Whether a field has explicit presence, if not as its kind and its record imply: for packages older than the kit."""

    is_explicit: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Read:
    """Most entries that the rules read of an action's list, if its type has no `max_length`.

    Further entries are counted, but not read.
    """

    most: int


@dataclasses.dataclass(frozen=True, slots=True)
class Int32:
    """A whole number that is protobuf's int32, in which a negative number takes ten bytes, not sint32."""


@dataclasses.dataclass(frozen=True, slots=True)
class Uncached:
    """Marks a record whose values seldom repeat, so that its encoded bytes are not worth caching."""


@dataclasses.dataclass(frozen=True, slots=True)
class InOneof:
    """An optional record in a choice, of which exactly one is set; its docstring is that of its class by default.

    Args:
        name: Name of the choice.
    """

    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class MapEntries:
    """A list of records of key and value that is a map on the wire; entries are in the order of their keys."""


@dataclasses.dataclass(frozen=True, slots=True)
class OneOf:
    """A text or a whole number that stands for a member of an enum, and is its number on the wire.

    A text is the member's name in lower case. A whole number is the member's value, or any other number: such a
    game keeps unknown numbers, to refuse them by its rules.
    """

    choices: type[enum.Enum]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: pydantic.GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Refuse texts that name no member; a `Literal` lists its texts itself."""
        if source is not str:
            return handler(source)
        return core_schema.literal_schema([each.name.lower() for each in self.choices])


@dataclasses.dataclass(frozen=True, slots=True)
class Entries:
    """The named tuple of a list's entries, for a config whose type says only `tuple`."""

    cls: type[Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Wrap:
    """A value that is on the wire the only field of a message, such as a list within a list.

    Args:
        record: The record of the message, a named tuple of one field.
    """

    record: type[Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Inline:
    """A record whose fields are on the wire fields of the record that holds it."""
