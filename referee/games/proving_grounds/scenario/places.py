"""Where a field of a scenario lies in a state, and how its value is written.

A place is part of its field's annotation, next to bounds and default. From it follow how a value is written into
a state, its plain form, and the checks that depend on a match.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from referee.core.config import GameConfig
from referee.core.errors import ConfigError
from referee.core.plain import Plain
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import Item

__all__ = [
    "Bounds",
    "Cell",
    "Counts",
    "Index",
    "Place",
    "Rooms",
    "Row",
    "Tables",
    "UpTo",
    "plain_fields",
    "put_fields",
]

Index: TypeAlias = tuple[int, ...]
"""Indices of the first axes of an array: a room, a hero of a seat."""


class Bounds(NamedTuple):
    """What a number can be in a match."""

    text: str
    """The same for people; `{0}` and `{1}` stand for the bounds."""
    of: Callable[[State, Index], tuple[int, int]]
    """Least and greatest value."""

    def check(self, state: State, at: Index, where: str, value: int) -> None:
        """Raise a ConfigError unless a value is within them."""
        low, high = self.of(state, at)
        if not low <= value <= high:
            raise ConfigError(where, self.text.format(low, high), value)


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Place of a field of a position: some columns of one of the state's arrays."""

    array: str
    first: int = 0
    kind: Any = int
    """Type of the plain form: int, bool, or the enum that names the number; None stands for NONE."""
    bounds: Bounds | None = None
    """Of each number."""
    end: int | None = None
    """The column behind the last; None for all."""

    def put(self, state: State, at: Index, where: str, value: Any) -> None:
        """Write a value; raises a ConfigError if it doesn't fit the match."""
        # Check before writing: NumPy raises its own error, without the field's name, for a number too large for the
        # array.
        if self.bounds is not None:
            for number in value if isinstance(value, tuple) else (value,):
                self.bounds.check(state, at, where, number)
        self._write(self._row(state, at), where, value)

    def plain(self, state: State, at: Index) -> Plain:
        """Return the value as plain data."""
        return self._read(self._row(state, at).tolist())

    def _row(self, state: State, at: Index) -> Any:
        return getattr(state, self.array)[at][self.first : self.end]

    def _write(self, row: Any, where: str, value: Any) -> None:
        """Write a plain value into its columns; every kind of place has its own."""
        raise NotImplementedError(f"{type(self).__name__} has no _write()")

    def _read(self, numbers: list[int]) -> Plain:
        """Return the plain value of its columns; every kind of place has its own."""
        raise NotImplementedError(f"{type(self).__name__} has no _read()")

    def _number(self, value: Any) -> int:
        if value is None:
            return c.NONE
        return int(self.kind[value] if issubclass(self.kind, enum.Enum) else value)

    def _told(self, number: int) -> Any:
        if not issubclass(self.kind, enum.Enum):
            return self.kind(number)
        return None if number == c.NONE else self.kind(number).name


def _check_length(
    where: str, values: Sequence[object], most: int, *, may_be_fewer: bool = False
) -> None:
    if may_be_fewer and len(values) > most:
        raise ConfigError(where, f"at most {most} entries", len(values))
    if not may_be_fewer and len(values) != most:
        raise ConfigError(where, f"{most} entries", list(values))


class Cell(Place):
    """One number."""

    __slots__ = ()

    def _write(self, row: Any, where: str, value: Any) -> None:  # noqa: ARG002
        row[0] = self._number(value)

    def _read(self, numbers: list[int]) -> Plain:
        return self._told(numbers[0])  # type: ignore[no-any-return]


class Row(Place):
    """A list of as many numbers as there are columns."""

    __slots__ = ()

    def _write(self, row: Any, where: str, value: Any) -> None:
        _check_length(where, value, len(row))
        row[:] = [self._number(entry) for entry in value]

    def _read(self, numbers: list[int]) -> Plain:
        return [self._told(number) for number in numbers]


class UpTo(Place):
    """A list of at most as many numbers as there are columns; 0 stands for none."""

    __slots__ = ()

    def _write(self, row: Any, where: str, value: Any) -> None:
        _check_length(where, value, len(row), may_be_fewer=True)
        row[:] = 0
        row[: len(value)] = value

    def _read(self, numbers: list[int]) -> Plain:
        return [number for number in numbers if number]


class Counts(Place):
    """Number of each item by name; 0 for items that are not named."""

    __slots__ = ()

    def _write(self, row: Any, where: str, value: Any) -> None:  # noqa: ARG002
        row[:] = [value.get(item.name, 0) for item in Item]

    def _read(self, numbers: list[int]) -> Plain:
        return {Item(item).name: count for item, count in enumerate(numbers) if count}


class Rooms(Place):
    """Rooms for which a flag is set."""

    __slots__ = ()

    def _write(self, row: Any, where: str, value: Any) -> None:  # noqa: ARG002
        row[:] = False
        row[list(value)] = True

    def _read(self, numbers: list[int]) -> Plain:
        return [room for room, is_so in enumerate(numbers) if is_so]


@dataclasses.dataclass(frozen=True, slots=True)
class Tables(Place):
    """A list of tables of a `kind`; None for a row that begins with NONE."""

    may_be_fewer: bool = False
    """Whether the list may end before the rows do."""

    def put(self, state: State, at: Index, where: str, value: Any) -> None:
        """See `Place`."""
        rows = self._row(state, at)
        _check_length(where, value, len(rows), may_be_fewer=self.may_be_fewer)
        rows[:] = c.NONE
        for place, values in enumerate(value):
            if values is not None:
                put_fields(state, (*at, place), f"{where}.{place}.", values)

    def plain(self, state: State, at: Index) -> Plain:
        """See `Place`."""
        return [
            None if row[0] == c.NONE else plain_fields(state, (*at, place), self.kind)
            for place, row in enumerate(self._row(state, at))
        ]


def _places(cls: type[GameConfig]) -> Iterator[tuple[str, str, Place]]:
    """Yield name, plain name and place of each field that has a place."""
    for name, field in cls.model_fields.items():
        for mark in field.metadata:
            if isinstance(mark, Place):
                yield name, field.alias or name, mark


def put_fields(state: State, at: Index, prefix: str, values: GameConfig) -> None:
    """Write the fields of a table that were given and have a place.

    Args:
        state: The match.
        at: Index of the table's rows in the arrays: such as seat and hero.
        prefix: Prefix of its fields' names in errors.
        values: The table.

    Raises:
        ConfigError: A value doesn't fit the match; names the field, the bound and the value.
    """
    for name, _, place in _places(type(values)):
        value = getattr(values, name)
        if value is not None:
            place.put(state, at, prefix + name, value)


def plain_fields(state: State, at: Index, cls: type[GameConfig]) -> dict[str, Plain]:
    """Return the fields of a table that have a place, as plain data."""
    return {name: place.plain(state, at) for _, name, place in _places(cls)}
