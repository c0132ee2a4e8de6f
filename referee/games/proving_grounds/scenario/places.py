"""Where a field of a scenario lies in a state, and how its value is written and read.

A place is part of its field's annotation, next to bounds and default. From it follow how a value is
written into a state, its plain form, and the checks that depend on a match.
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
"""Indices of the first axes of an array, such as a room, or a seat and a hero."""


class Bounds(NamedTuple):
    """Bounds of a number that depend on the match."""

    text: str
    """Text of the bounds for error messages; `{0}` and `{1}` stand for the least and greatest
    value.
    """
    of: Callable[[State, Index], tuple[int, int]]
    """Function that returns the least and greatest value, for a match and an index."""

    def check(self, state: State, at: Index, where: str, value: int) -> None:
        """Raise an error unless a value is within the bounds.

        Args:
            state: The match.
            at: Index of the value's row in the state's array.
            where: Name of the field, for the error.
            value: The number to check.

        Raises:
            ConfigError: The value is out of bounds.
        """
        low, high = self.of(state, at)
        if not low <= value <= high:
            raise ConfigError(where, self.text.format(low, high), value)


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Place of a field of a scenario: some columns of one of the state's arrays."""

    array: str
    first: int = 0
    kind: Any = int
    """Type of the plain value: int, bool, or the enum that names the number; with an enum, None
    stands for NONE.
    """
    bounds: Bounds | None = None
    """Bounds of each number written; None where the field's own type says enough."""
    end: int | None = None
    """Index of the column after the last one; None for the end of the row."""

    def put(self, state: State, at: Index, where: str, value: Any) -> None:
        """Write a value of the field into the state, after checking its bounds.

        Args:
            state: The match; changed in place.
            at: Index of the row in the state's array.
            where: Name of the field, for the error.
            value: The plain value.

        Raises:
            ConfigError: The value does not fit the match.
        """
        # Check before writing: NumPy raises its own error, without the field's name, for a number too large for the
        # array.
        if self.bounds is not None:
            for number in value if isinstance(value, tuple) else (value,):
                self.bounds.check(state, at, where, number)
        self._write(self._row(state, at), where, value)

    def plain(self, state: State, at: Index) -> Plain:
        """Return the field's value in the state as plain data; `at` is the index of its row."""
        return self._read(self._row(state, at).tolist())

    def _row(self, state: State, at: Index) -> Any:
        return getattr(state, self.array)[at][self.first : self.end]

    def _write(self, row: Any, where: str, value: Any) -> None:
        """Write a plain value into its columns; each kind of place overrides this.

        Args:
            row: The columns, as a view of the state's array.
            where: Name of the field, for errors.
            value: The plain value.
        """
        raise NotImplementedError(f"{type(self).__name__} has no _write()")

    def _read(self, numbers: list[int]) -> Plain:
        """Return the plain value of the columns; each kind of place overrides this."""
        raise NotImplementedError(f"{type(self).__name__} has no _read()")

    def _number(self, value: Any) -> int:
        if value is None:
            return c.NONE
        # The field's type has checked names, so the member is there.
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
    """Place of a single number."""

    __slots__ = ()

    def _write(self, row: Any, where: str, value: Any) -> None:  # noqa: ARG002
        row[0] = self._number(value)

    def _read(self, numbers: list[int]) -> Plain:
        return self._told(numbers[0])  # type: ignore[no-any-return]


class Row(Place):
    """Place of a list with exactly one number for each of the place's columns in the state's array."""

    __slots__ = ()

    def _write(self, row: Any, where: str, value: Any) -> None:
        _check_length(where, value, len(row))
        row[:] = [self._number(entry) for entry in value]

    def _read(self, numbers: list[int]) -> Plain:
        return [self._told(number) for number in numbers]


class UpTo(Place):
    """Place of a list with at most one number for each column; the columns left get 0."""

    __slots__ = ()

    def _write(self, row: Any, where: str, value: Any) -> None:
        _check_length(where, value, len(row), may_be_fewer=True)
        # 0 stands for none, so entries of the start behind the list's end must go.
        row[:] = 0
        row[: len(value)] = value

    def _read(self, numbers: list[int]) -> Plain:
        return [number for number in numbers if number]


class Counts(Place):
    """Place of numbers of items by name; items that are not named get 0."""

    __slots__ = ()

    def _write(self, row: Any, where: str, value: Any) -> None:  # noqa: ARG002
        row[:] = [value.get(item.name, 0) for item in Item]

    def _read(self, numbers: list[int]) -> Plain:
        return {Item(item).name: count for item, count in enumerate(numbers) if count}


class Rooms(Place):
    """Place of a set of rooms: those whose flag is set."""

    __slots__ = ()

    def _write(self, row: Any, where: str, value: Any) -> None:  # noqa: ARG002
        row[:] = False
        # `put` has checked the bounds: a negative number would set a room counted from the end.
        row[list(value)] = True

    def _read(self, numbers: list[int]) -> Plain:
        return [room for room, is_so in enumerate(numbers) if is_so]


@dataclasses.dataclass(frozen=True, slots=True)
class Tables(Place):
    """Place of a list of records of the class `kind`, each in one row of the array.

    In the list, None stands for a row that begins with NONE.
    """

    may_be_fewer: bool = False
    """Whether the list may have fewer entries than the array has rows."""

    def put(self, state: State, at: Index, where: str, value: Any) -> None:
        """Write the list's records into their rows; rows without a record get NONE.

        Args:
            state: The match; changed in place.
            at: Index of the list's rows in the state's array.
            where: Name of the field, for errors.
            value: The records; None for a row without one.

        Raises:
            ConfigError: A value does not fit the match.
        """
        rows = self._row(state, at)
        _check_length(where, value, len(rows), may_be_fewer=self.may_be_fewer)
        # All rows first: a list that ends early must leave nothing of the start behind it.
        rows[:] = c.NONE
        for place, values in enumerate(value):
            if values is not None:
                put_fields(state, (*at, place), f"{where}.{place}.", values)

    def plain(self, state: State, at: Index) -> Plain:
        """Return the records of all rows as plain data; None for a row that begins with NONE."""
        return [
            None if row[0] == c.NONE else plain_fields(state, (*at, place), self.kind)
            for place, row in enumerate(self._row(state, at))
        ]


def _places(cls: type[GameConfig]) -> Iterator[tuple[str, str, Place]]:
    """Yield name, plain name and place of each field of a record class that has a `Place`."""
    for name, field in cls.model_fields.items():
        for mark in field.metadata:
            if isinstance(mark, Place):
                yield name, field.alias or name, mark


def put_fields(state: State, at: Index, prefix: str, values: GameConfig) -> None:
    """Write those fields of a scenario's record into the state that were given and have a place.

    Args:
        state: State of the match; changed in place.
        at: Index of the record's rows in the arrays, such as seat and hero.
        prefix: Text that precedes the fields' names in errors.
        values: The record, such as a hero of the scenario.

    Raises:
        ConfigError: A value does not fit the match; names the field, the bound and the value.
    """
    for name, _, place in _places(type(values)):
        value = getattr(values, name)
        # None means that the scenario does not name the field: the state keeps what it has.
        if value is not None:
            place.put(state, at, prefix + name, value)


def plain_fields(state: State, at: Index, cls: type[GameConfig]) -> dict[str, Plain]:
    """Return those fields of a record class that have a place, as plain data read from the state.

    `at` is the index of the record's rows in the arrays, such as seat and hero.
    """
    return {name: place.plain(state, at) for _, name, place in _places(cls)}
