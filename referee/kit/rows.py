"""Records in rows of integers, as kernels leave them: read as records, or encoded without making records.

A game whose state is a table of columns declares once in which columns a record's fields are:

    LAST_ROUND = RowOf(Round, game=PLAYED_GAME, life_after=LIFE_AFTER)
    LAST_ROUND.read(columns)    # a Round
    LAST_ROUND.write(columns)   # the body of its message

A field takes one column; a list of fixed length takes one column for each entry; a record takes the
columns of its fields, one after another. An optional field is absent if its column is below the
field's least value. An enum is stored as its value; an enum given as a text is stored as the
member's position in the class, from 0.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np

from referee.core.game import Event, PublicEvents
from referee.core.kernel import Kernel
from referee.kit.records import FieldKind, RecordField, Scalar, fields_of, is_named_tuple
from referee.kit.wire.format import message
from referee.kit.wire.writer import REMEMBERED, Classes, Put, numbers_put

__all__ = ["EventsOf", "RowEvents", "RowOf", "Seen", "Where", "read_columns", "row_width"]

R = TypeVar("R")


@functools.lru_cache(maxsize=1024)
def read_columns(row: bytes) -> tuple[int, ...]:
    """Return the integers of a row that is kept as the bytes of int32 numbers."""
    return tuple(np.frombuffer(row, np.int32).tolist())


def row_width(kind: FieldKind) -> int:
    """Return the number of columns that a field takes in a row.

    Raises:
        TypeError: The number is not fixed, or the field holds texts or real numbers.
    """
    if kind.is_list and kind.length is None:
        raise TypeError("a list in a row must have a fixed length")
    each: int = 1
    if kind.scalar is Scalar.RECORD:
        each = sum([row_width(field.kind) for field in fields_of(_class(kind))])
    elif kind.scalar in (Scalar.TEXT, Scalar.REAL):
        raise TypeError("a row holds whole numbers, not texts or real numbers")
    return each * (kind.length or 1)


@dataclasses.dataclass(frozen=True, slots=True)
class _Slot:
    """Where one field is in a row, and the functions that read and encode it."""

    where: int | slice
    """Index of the field's column, or the slice of its columns."""
    read: Callable[[Any], Any]
    """Returns the field's value for the number in its column, or for the tuple of numbers in its
    columns.
    """
    put: Put
    """Encodes the field from the number in its column, or from the tuple of numbers in its columns."""
    number: int
    """Number of the field on the wire; 0 if it is not sent."""


class RowOf(Generic[R]):
    """Says in which columns of a row the fields of a record are.

    Args:
        cls: Class of the record.
        with_presence: Record classes whose fields have explicit presence.
        present: Index of a column that says whether the row has the record; None if it always has.
        above: The row has the record if the column `present` is above this number.
        places: Index of the first column of each field; for a field of a record or list of records,
            their `RowOf`. A field that is left out follows the one before, the first one being in
            column 0.

    Raises:
        TypeError: A field has no fixed number of columns, or a name in `places` is no field.
    """

    def __init__(
        self,
        cls: type[R],
        *,
        with_presence: Classes = frozenset(),
        present: int | None = None,
        above: int = 0,
        **places: Where,
    ) -> None:
        fields = fields_of(cls)
        unknown = places.keys() - {field.name for field in fields}
        if unknown:
            raise TypeError(f"{cls.__name__} has no field {min(unknown)}")
        self.cls = cls
        """Class of the record."""
        self.present = present
        """Index of a column that says whether the row has the record; None if it always has."""
        self.above = above
        """The row has the record if the column `present` is above this number."""
        self.with_presence = with_presence
        """Record classes whose fields have explicit presence."""
        self._places: list[Where] = []
        self._slots: list[_Slot] = []
        behind = 0
        for field in fields:
            place = places.get(field.name, behind)
            self._places.append(place)
            self._slots.append(_slot(field, place, cls in with_presence, with_presence))
            # A record with its own `RowOf` takes no columns here, so the next field does not move.
            if isinstance(place, int):
                behind = place + row_width(field.kind)
        # Records are read in the order of the class, but written in the order of field numbers.
        by_number = sorted(self._slots, key=lambda slot: slot.number)
        self._puts = [(slot.put, slot.where) for slot in by_number if slot.number]
        self.write_again = functools.lru_cache(maxsize=8)(self.write)
        """Cached form of `write`, for records that are encoded several times per step."""

    def places(self) -> list[tuple[RecordField, Where]]:
        """Return each field of the record, with its place: column or `RowOf`."""
        return list(zip(fields_of(self.cls), self._places, strict=True))

    def wire_fields(self) -> list[tuple[RecordField, Where]]:
        """Return each field that is sent, in the order of field numbers, with its place: column or `RowOf`."""
        pairs = [pair for pair in self.places() if pair[0].number]
        return sorted(pairs, key=lambda pair: pair[0].number)

    def is_there(self, columns: Sequence[int]) -> bool:
        """Return whether a row has this record: its column `present` is above the number `above`.

        If `present` is None, every row has it.

        Args:
            columns: All integers of the row.
        """
        return self.present is None or columns[self.present] > self.above

    def read(self, columns: Sequence[int]) -> R | None:
        """Return the record in a row; None if the row has none.

        Args:
            columns: All integers of the row.
        """
        if not self.is_there(columns):
            return None
        values = [slot.read(columns[slot.where]) for slot in self._slots]
        if is_named_tuple(self.cls):
            return self.cls(*values)
        # Without checks: the numbers come from the rules, not from a bot.
        names = (field.name for field in fields_of(self.cls))
        made: R = self.cls.model_construct(**dict(zip(names, values, strict=True)))  # type: ignore[attr-defined]
        return made

    def write(self, columns: Sequence[int]) -> bytes:
        """Return the encoded body of the record's message; the row must have the record.

        Args:
            columns: All integers of the row.
        """
        return b"".join([put(columns[where]) for put, where in self._puts])


Where: TypeAlias = int | RowOf[Any] | tuple[RowOf[Any], ...]
"""Place of a field: index of its first column, or the `RowOf` of its record, or of each record of
its list.
"""


@dataclasses.dataclass(slots=True)
class Seen(Generic[R]):
    """An observation made of the open table, which all seats see, and notices to one seat.

    Notices say which parts of the seat's last action did not count.

    The table is read from its row only when it is asked for.
    """

    seat: int
    """Index of the seat that observes, from 0."""
    row: bytes
    """All columns of the match's row at the moment of the observation, as bytes."""
    notices: tuple[Any, ...]
    """Notices to this seat alone: which parts of its last action did not count."""
    rows: RowOf[R] = dataclasses.field(compare=False, repr=False)
    """In which columns of the row the fields of the table are."""

    _fields = ("seat", "table", "notices")  # for `to_plain`

    @property
    def table(self) -> R:
        """Return the open table (what all seats see) as a record."""
        table = self.rows.read(read_columns(self.row))
        assert table is not None
        return table


@dataclasses.dataclass(frozen=True, slots=True)
class EventsOf:
    """Says in which columns of a row the public events of a step are, in the order of the events."""

    rows: tuple[RowOf[Any], ...]
    """Places of each event that a step can have; an event is absent if its record is."""
    derive: Kernel[[Sequence[int]], tuple[int, ...]] | None = None
    """Function that computes further columns from a row, for values that are sent but not stored;
    None if there are none.
    """
    num_derived: int = 0
    """Number of further columns that `derive` computes."""

    def columns(self, row: bytes) -> tuple[int, ...]:
        """Return the integers of a row, followed by the columns that `derive` computes."""
        # `plain` is the function as Python: the row is a tuple here, while the kernel takes an array.
        columns = read_columns(row)
        return columns if self.derive is None else (*columns, *self.derive.plain(columns))


class RowEvents(PublicEvents):
    """Public events of one step, encoded straight from the row that the step left.

    Args:
        row: The row after the step, as bytes.
        layout: In which columns the events are.
    """

    __slots__ = ("layout", "row")

    def __init__(self, row: bytes, layout: EventsOf) -> None:
        super().__init__()
        # Nothing is decoded here: most steps are only sent, and those are encoded from the row.
        self.row = row
        self.layout = layout

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Event]:
        columns = self.layout.columns(self.row)
        for place in self.layout.rows:
            if place.is_there(columns):
                yield Event(place.read(columns))


def _slot(field: RecordField, place: Where, has_presence: bool, with_presence: Classes) -> _Slot:
    kind, number = field.kind, field.number
    if isinstance(place, RowOf):
        # The whole row is passed on, because a record with its own `RowOf` counts columns from 0.
        return _Slot(slice(None), place.read, _put_elsewhere(number, place), number)
    if isinstance(place, tuple):
        return _Slot(slice(None), _read_each(place), _put_each(number, place), number)
    width = row_width(kind)
    # A single column gives a number, several a tuple: `read` and `put` must fit that.
    where = slice(place, place + width) if kind.is_list or width > 1 else place
    if kind.scalar is not Scalar.RECORD:
        return _Slot(where, _reader(kind), _put_raw(field, has_presence), number)
    inner = RowOf(_class(kind), with_presence=with_presence)
    each = width // (kind.length or 1)

    def cut(values: Sequence[int]) -> list[Sequence[int]]:
        return [values[start : start + each] for start in range(0, width, each)]

    def put(values: Sequence[int]) -> bytes:
        return b"".join([message(number, inner.write(part)) for part in cut(values)])

    def read_one(values: Sequence[int]) -> Any:
        return kind.value_of(inner.read(values))

    read: Callable[[Any], Any] = read_one
    if kind.is_list:
        # A list of records is cut into the columns of each.
        read = lambda values: tuple([read_one(part) for part in cut(values)])  # noqa: E731
    # Cached, since most records of a row are the same at the next step.
    return _Slot(where, read, functools.lru_cache(REMEMBERED)(put), number)


def _put_raw(field: RecordField, has_presence: bool) -> Put:
    put, kind = numbers_put(field, has_presence), field.kind
    if not kind.is_text:
        return put
    numbers = [member.value for member in _class(kind)]
    if kind.is_list:
        return lambda values: put(tuple([numbers[value] for value in values]))
    return lambda value: put(numbers[value])


def _put_elsewhere(number: int, place: RowOf[Any]) -> Put:
    """Return an encoder of the field `number`, whose value is a record at `place` in a row.

    The encoder takes all columns of a row, and gives no bytes for an absent record.
    """
    # With the cache of `write_again`: a record may be both in the table and in an event.
    write, is_there = place.write_again, place.is_there
    return lambda columns: message(number, write(columns)) if is_there(columns) else b""


def _put_each(number: int, places: tuple[RowOf[Any], ...]) -> Put:
    """Return an encoder of the field `number`, whose value is a list of records at `places` in a row.

    The encoder takes all columns of a row, and leaves absent records out.
    """
    puts = [_put_elsewhere(number, place) for place in places]
    return lambda columns: b"".join([put(columns) for put in puts])


def _read_each(places: tuple[RowOf[Any], ...]) -> Callable[[Any], Any]:
    return lambda columns: tuple(
        [place.read(columns) for place in places if place.is_there(columns)]
    )


def _reader(kind: FieldKind) -> Callable[[Any], Any]:
    """Return a function that makes a field's value from the number, or tuple of numbers, in the row."""
    convert: Callable[[Any], Any] | None = None
    if kind.scalar is Scalar.TRUTH:
        convert = bool
    elif kind.scalar is Scalar.CHOICE:
        choices: type[enum.Enum] = _class(kind)
        members = list(choices)
        by_number: Mapping[int, Any] = {member.value: member for member in members}
        texts = [member.name.lower() for member in members]
        # A text is kept as its position, other enums as their values.
        convert = texts.__getitem__ if kind.is_text else by_number.__getitem__
    elif kind.is_optional and kind.absent is None:
        low = kind.low or 0
        convert = lambda value: None if value < low else value  # noqa: E731
    if convert is None:
        return lambda value: value
    return (lambda values: tuple(map(convert, values))) if kind.is_list else convert


def _class(kind: FieldKind) -> type[Any]:
    assert kind.cls is not None
    return kind.cls
