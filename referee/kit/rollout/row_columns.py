"""Reads columns of records straight from rows of integers, without making the records.

`ColumnSet` defines the columns, and `RowOf` says where in a row their values are. For each column a
`_Source` with arrays of indices is computed once, so that one call of NumPy reads all rows.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from referee.kit.columns import Column, ColumnSet
from referee.kit.enums import wire_number
from referee.kit.records import FieldKind, Scalar, fields_of
from referee.kit.rollout.dtypes import Array, Ints, Longs
from referee.kit.rows import RowOf, Where, row_width

__all__ = ["TableColumns"]


@dataclasses.dataclass(frozen=True, slots=True)
class _Need:
    """Condition under which a value is present: a certain number of the row is above a bound."""

    places: Longs
    """Index in the row of the number to compare, for each entry of a column."""
    above: Longs
    """Bound that the number must exceed, for each entry of a column."""

    def holds(self, table: Ints) -> Array:
        held: Array = table[:, self.places] > self.above
        return held


@dataclasses.dataclass(frozen=True, slots=True)
class _Source:
    """Says where in a row the values of one column are, and how to convert them."""

    places: Longs
    """Indices in the row of the column's numbers; for a `present` or `count` column they are not
    read.
    """
    needs: tuple[_Need, ...] = ()
    """Conditions of presence; an entry for which one fails is 0."""
    convert: Callable[[Array], Array] | None = None
    """Function from the row's numbers to the column's values; None if they are the same."""
    derived: str = ""
    """`present`: the column says whether `needs` hold. `count`: it says for how many entries they
    hold. Empty: it has the numbers.
    """
    span: slice | None = None
    """`places` as a slice, if they are consecutive, because NumPy reads a slice faster; else None.
    Set by `_with_span`.
    """


class TableColumns:
    """Columns of a record class whose records are in rows of integers.

    Args:
        observation: Record class of observations.
        places: Where in a row each field is, by field name; fields that are left out have no
            columns here.
        numbered: Whether the row has the wire number of a text enum's member; if not, it has the
            position in the class.
    """

    def __init__(
        self, observation: type[Any], places: Mapping[str, Where], *, numbered: bool = False
    ) -> None:
        sources = {
            field.name + suffix: _with_span(source)
            for field in fields_of(observation)
            if field.name in places
            for suffix, source in _of_field(field.kind, places[field.name], 0, numbered)
        }
        every = ColumnSet(observation).columns
        self.columns = tuple(column for column in every if column.name in sources)
        """Columns that can be read, in the order of the record's fields."""
        self._sources = {column.name: (column, sources[column.name]) for column in self.columns}

    def array(self, name: str, table: Ints) -> Array:
        """Return one column of all rows.

        Args:
            name: Name of the column.
            table: int32[row, column]: all rows.

        Returns:
            Array of the column's dtype, whose first axis is the rows.
        """
        column, source = self._sources[name]
        return _values(column, source, table)


def _values(column: Column, source: _Source, table: Ints) -> Array:
    if source.derived == "present":
        return _all_hold(source.needs, table)
    if source.derived == "count":
        counted: Array = _all_hold(source.needs, table).sum(-1, dtype=column.dtype)
        return counted
    values = _read(source, table)
    if source.convert is not None:
        values = source.convert(values)
    # This makes a copy, which must stay: `_read` may return a view of the game's table, and zeros
    # follow.
    values = values.astype(column.dtype)
    if source.needs:
        values[~_all_hold(source.needs, table)] = 0
    return values


def _read(source: _Source, table: Ints) -> Array:
    """Return the numbers of one observed column from all rows of a table, before they are converted.

    They are a view of the table if they are consecutive in a row, else a copy.

    Args:
        source: Where in a row the numbers are.
        table: int32[row, column]: all rows.

    Returns:
        int32[row, ...], with the shape of `source.places` after the rows.
    """
    if source.span is not None:
        return table[:, source.span].reshape(len(table), *source.places.shape)
    return table[:, source.places]


def _with_span(source: _Source) -> _Source:
    first, count = int(source.places.flat[0]), source.places.size
    # A slice of NumPy is a view; an array of indices copies.
    if not np.array_equal(source.places.ravel(), np.arange(first, first + count)):
        return source
    return dataclasses.replace(source, span=slice(first, first + count))


def _all_hold(needs: Sequence[_Need], table: Ints) -> Array:
    held: Array = needs[0].holds(table)
    for need in needs[1:]:
        held = held & need.holds(table)
    return held


def _sources(rows: RowOf[Any], start: int, numbered: bool) -> Iterator[tuple[str, _Source]]:
    """Yield name and source of each column of a record.

    Args:
        rows: Where in a row the record's fields are.
        start: Number added to each index, for a record that begins there.
        numbered: Whether the row has the wire number of a text enum's member; if not, it has the
            member's position in the class.
    """
    own = () if rows.present is None else (_need(start + rows.present, rows.above),)
    for field, where in rows.places():
        for suffix, source in _of_field(field.kind, where, start, numbered):
            # The condition of the record holds for every entry of each of its columns.
            needs = tuple(_spread(need, _shape(source)) for need in own)
            yield field.name + suffix, dataclasses.replace(source, needs=needs + source.needs)


def _shape(source: _Source) -> tuple[int, ...]:
    return source.needs[0].places.shape if source.derived else source.places.shape


def _need(place: int, above: int) -> _Need:
    return _Need(np.array(place), np.array(above))


def _spread(need: _Need, shape: tuple[int, ...]) -> _Need:
    return _Need(np.broadcast_to(need.places, shape), np.broadcast_to(need.above, shape))


def _of_field(
    kind: FieldKind, where: Where, start: int, numbered: bool
) -> Iterator[tuple[str, _Source]]:
    if isinstance(where, RowOf):
        if kind.is_optional:
            assert where.present is not None
            # The index of a `present` column is never read: only its condition counts.
            needs = (_need(start + where.present, where.above),)
            yield ".present", _Source(np.array(0), needs, derived="present")
        for name, source in _sources(where, start, numbered):
            yield f".{name}", source
    elif isinstance(where, tuple):
        # The records that a list of varying length has are those whose conditions hold.
        if kind.length is None:
            firsts = [_need(start + (row.present or 0), row.above) for row in where]
            yield ".count", _Source(np.array(0), (_stacked_needs(firsts),), derived="count")
        yield from _stacked([dict(_sources(row, start, numbered)) for row in where])
    elif kind.scalar is Scalar.RECORD:
        assert kind.cls is not None
        inner = RowOf(kind.cls)
        each = row_width(kind) // (kind.length or 1)
        starts = [start + where + each * place for place in range(kind.length or 1)]
        if kind.is_list:
            yield from _stacked([dict(_sources(inner, first, numbered)) for first in starts])
        else:
            for name, source in _sources(inner, starts[0], numbered):
                yield f".{name}", source
    else:
        yield from _of_numbers(kind, start + where, numbered)


def _of_numbers(kind: FieldKind, place: int, numbered: bool) -> Iterator[tuple[str, _Source]]:
    places = np.arange(place, place + kind.length) if kind.length else np.array(place)
    if kind.is_optional:
        # Absence is a number below the field's bounds.
        needs = (_Need(places, np.full(places.shape, (kind.low or 0) - 1)),)
        yield ".present", _Source(np.array(0), needs, derived="present")
        yield "", _Source(places, needs, _converter(kind, numbered))
    else:
        yield "", _Source(places, (), _converter(kind, numbered))


def _converter(kind: FieldKind, numbered: bool) -> Callable[[Array], Array] | None:
    if kind.scalar is not Scalar.CHOICE or (kind.is_text and not numbered):
        return None
    assert kind.cls is not None
    choices: Any = kind.cls
    numbers = [wire_number(member) if kind.is_text else member.value for member in choices]
    if numbers == list(range(len(numbers))):
        return None
    # From the number of a member to its position in the class, for all entries at once.
    order = np.argsort(numbers)
    return lambda values: order[np.searchsorted(numbers, values, sorter=order)]


def _stacked(entries: Sequence[dict[str, _Source]]) -> Iterator[tuple[str, _Source]]:
    """Yield name and source of each column of a list of records, joined from the sources of its entries.

    The list's positions are a new axis in front.
    """
    for name, first in entries[0].items():
        sources = [entry[name] for entry in entries]
        needs = tuple(
            _stacked_needs(each) for each in zip(*(source.needs for source in sources), strict=True)
        )
        places = np.stack([source.places for source in sources])
        yield f".{name}", dataclasses.replace(first, places=places, needs=needs)


def _stacked_needs(needs: Sequence[_Need]) -> _Need:
    places, above = zip(*((need.places, need.above) for need in needs), strict=True)
    return _Need(np.stack(places), np.stack(above))
