"""Turns records into arrays of fixed size (columns), for training and statistics.

A field becomes a column with a dtype, a shape and bounds; the fields of a record within a record
become columns named `outer.inner`. An optional field also has a column `name.present`, and a list
of varying length a column `name.count`. After a list's last entry, and for absent values, columns
are 0. An enum is the position of its member in the class, from 0. Texts, and lists without a
greatest length, have no column: `left_out` names these fields. A game whose config bounds such a
list passes the bound as `most`.
"""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.core.plain import Plain
from referee.kit.records import FieldKind, RecordField, Scalar, fields_of, on_wire, wire_class

__all__ = ["Column", "ColumnSet"]


@dataclasses.dataclass(frozen=True, slots=True)
class Column:
    """Description of one array: name, dtype, shape, bounds and meaning of a field of records."""

    name: str
    """Names of the fields that lead from the record to the value, joined by dots."""
    dtype: np.dtype[Any]
    """Smallest signed integer type that holds the bounds; bool for truth values, float64 for real
    numbers.
    """
    shape: tuple[int, ...]
    """Shape of the array for one record; arrays of several records have one more axis, in front."""
    low: float
    """Least value of the column; at most 0 if the value may be absent, because absent values are
    stored as 0.
    """
    high: float
    """Greatest value of the column."""
    meaning: str
    """Docstring of the field that the column holds."""

    @property
    def scale(self) -> float:
        """Number by which values are divided to lie from -1 to 1; 0 if a bound is infinite."""
        largest = max(abs(self.low), abs(self.high))
        return largest if math.isfinite(largest) else 0

    def describe(self) -> dict[str, Plain]:
        """Return all attributes of the column as plain data; an infinite bound is left out."""
        bounds = {"low": self.low, "high": self.high}
        return {
            "name": self.name,
            "dtype": self.dtype.name,
            "shape": list(self.shape),
            **{name: bound for name, bound in bounds.items() if math.isfinite(bound)},
            "meaning": self.meaning,
        }


@dataclasses.dataclass(frozen=True, slots=True)
class _Path:
    """The fields that lead from a record to the values of a column."""

    column: Column
    steps: tuple[RecordField, ...]
    part: str = ""
    """`present`: the column says whether the last field is present. `count`: it has the number of
    entries of that field. Empty: it has the field's value.
    """


class ColumnSet:
    """All columns of one class of records.

    Args:
        cls: Class of the records.
        most: Greatest lengths of lists that declare none, by column name.

    Raises:
        TypeError: A field has a type that can't be sent; the error names the field.
    """

    def __init__(self, cls: type[Any], most: Mapping[str, int] | None = None) -> None:
        self._most = most or {}
        self.left_out: list[str] = []
        """Names of the fields that have no column: texts, and lists without a greatest length."""
        self._paths = list(self._walk(cls, "", (), (), may_lack=False))
        self.columns = tuple(path.column for path in self._paths)
        """All columns, in the order of the record's fields."""
        self._by_name = {path.column.name: path for path in self._paths}

    def arrays(self, records: Sequence[Any]) -> dict[str, npt.NDArray[Any]]:
        """Return all columns of some records, by column name.

        The first axis of each array is the records.
        """
        return {column.name: self.array(column.name, records) for column in self.columns}

    def array(self, name: str, records: Sequence[Any]) -> npt.NDArray[Any]:
        """Return one column of some records; the first axis of the array is the records.

        Raises:
            KeyError: There is no column of this name.
        """
        # Zeros first: what is absent, or behind the end of a list, is then left as it is.
        path = self._by_name[name]
        array = np.zeros((len(records), *path.column.shape), path.column.dtype)
        for index, record in enumerate(records):
            _fill(array, (index,), record, path.steps, path.part)
        return array

    def _walk(
        self,
        cls: type[Any],
        prefix: str,
        steps: tuple[RecordField, ...],
        shape: tuple[int, ...],
        *,
        may_lack: bool,
    ) -> Iterator[_Path]:
        for field in fields_of(wire_class(cls)):
            kind, name = field.kind, prefix + field.name
            longest = kind.most if kind.most is not None else self._most.get(name)
            # Their arrays would have no fixed size.
            if kind.scalar is Scalar.TEXT or (kind.is_list and longest is None):
                self.left_out.append(name)
                continue
            path = (*steps, field)
            varies = kind.is_list and kind.length is None
            if kind.is_optional:
                about = f"Whether there is one: {field.meaning}"
                present = Column(f"{name}.present", np.dtype(bool), shape, 0, 1, about)
                yield _Path(present, path, "present")
            if varies:
                about = f"How many there are: {field.meaning}"
                # Of an absent record the count is 0, even if the list itself may not be empty.
                least, most = 0 if may_lack else kind.least, longest or 0
                count = Column(f"{name}.count", _dtype(0, most), shape, least, most, about)
                yield _Path(count, path, "count")
            # Every list around a value adds an axis in front of those of lists within it.
            inner = (*shape, longest or 0) if kind.is_list else shape
            lacks = may_lack or varies or kind.is_optional
            if kind.scalar is Scalar.RECORD:
                assert kind.cls is not None
                yield from self._walk(kind.cls, f"{name}.", path, inner, may_lack=lacks)
            else:
                low, high, dtype = _bounds(kind)
                if lacks:  # an absent value is 0, even if the field's own bounds exclude it
                    low, high = min(low, 0), max(high, 0)
                yield _Path(Column(name, dtype, inner, low, high, field.meaning), path)


def _bounds(kind: FieldKind) -> tuple[float, float, np.dtype[Any]]:
    match kind.scalar:
        case Scalar.TRUTH:
            return 0, 1, np.dtype(bool)
        case Scalar.REAL:
            return *kind.real_bounds, np.dtype(np.float64)
        case Scalar.CHOICE:
            # Positions in the class, not values: those may have gaps or begin anywhere.
            high = len(_members(kind)) - 1
            return 0, high, _dtype(0, high)
    assert kind.low is not None
    assert kind.high is not None
    return kind.low, kind.high, _dtype(kind.low, kind.high)


def _dtype(low: int, high: int) -> np.dtype[Any]:
    """Return the smallest signed integer type that holds `low` and `high`.

    If no signed type does, return uint64.
    """
    for dtype in (np.int8, np.int16, np.int32, np.int64):
        if np.iinfo(dtype).min <= low and high <= np.iinfo(dtype).max:
            return np.dtype(dtype)
    return np.dtype(np.uint64)


def _fill(
    array: npt.NDArray[Any],
    at: tuple[int, ...],
    record: Any,
    steps: tuple[RecordField, ...],
    part: str,
) -> None:
    """Write the value of a field, reached from `record` by `steps`, into an array of zeros at `at`.

    Where the value is absent, the array stays 0. If `part` is not empty, write instead whether the
    field is present (`present`), or its number of entries (`count`).
    """
    field, *rest = steps
    kind, value = field.kind, getattr(on_wire(record), field.name)
    # The number that stands for absence must not appear in a column: it is outside the bounds.
    is_absent = value is None or (kind.absent is not None and value == kind.absent)
    if not rest and part:
        array[at] = len(value) if part == "count" else not is_absent
        return
    if is_absent:
        return
    # Whole lists of numbers at once: NumPy converts them several times as fast as one by one.
    if kind.is_list and not rest and kind.scalar is not Scalar.CHOICE:
        array[at][: len(value)] = value
        return
    # Each list on the path adds an index, a single record or value none.
    for place, entry in enumerate(value) if kind.is_list else ((None, value),):
        here = at if place is None else (*at, place)
        if rest:
            _fill(array, here, kind.record_of(entry), tuple(rest), part)
        else:
            array[here] = _number(kind, entry)


def _number(kind: FieldKind, value: Any) -> Any:
    if kind.scalar is not Scalar.CHOICE:
        return value
    members = _members(kind)
    names = [member.name.lower() for member in members]
    return names.index(value) if kind.is_text else members.index(value)


def _members(kind: FieldKind) -> list[enum.Enum]:
    assert kind.cls is not None
    choices: type[enum.Enum] = kind.cls
    return list(choices)
