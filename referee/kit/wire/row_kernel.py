"""A kernel that writes records from a row of integers, for games with compiled code; `rows` is its plain twin.

A record and its places in the row become a program, an array of steps that is made once. It saves two
thirds of the time where it is compiled, and would cost ten times as much interpreted, so then nobody
calls it. Each game has a kernel of its own that calls `put_row`, to be compiled with its others:

    @kernel
    def put(out: Bytes, row: bytes, program: Program) -> tuple[int, int]:
        return put_row(out, np.frombuffer(row, np.int32), program)

Where more is told of a row than it holds, that is made of it and put behind it:

        columns = np.frombuffer(row, np.int32)
        return put_row(out, with_more(columns, derive(columns)), program)
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.core.kernel import Kernel, inlined, kernel
from referee.kit.records import FieldKind, Scalar, fields_of
from referee.kit.rows import RowOf, row_width
from referee.kit.wire.format import varint
from referee.kit.wire.kernels import Bytes, close_message, open_message, put_present_int, put_varint
from referee.kit.wire.writer import Classes

__all__ = ["Bytes", "Ints", "Program", "RowWriter", "program_of", "put_row", "with_more"]

Ints: TypeAlias = npt.NDArray[np.int32]
Program: TypeAlias = npt.NDArray[np.int32]
"""int32[step, 5]: what, number of a field or of steps, column, count or bound, and what is added."""
Step: TypeAlias = tuple[int, int, int, int, int]

_NUMBER, _PRESENT_NUMBER, _OPTIONAL_NUMBER, _NUMBERS, _OPEN, _CLOSE, _SKIP, _MARK = range(8)
_ZIGZAG = -(2**31)
"""In place of what is added: numbers are written as signed ones are."""
_INT = np.dtype(np.int32)
_DEEPEST = 8
"""Messages within one another."""
_LONGEST = 10
"""Bytes of a number at most: of one below 0."""
_LENGTH = 5
"""Bytes of a message's length at most."""


class RowWriter:
    """Writes records from rows, by a kernel as soon as that is compiled.

    Args:
        put: The game's kernel.
        derived: How many columns the kernel puts behind those of a row.
        first: A record, which is written as the body of a message.
        others: More of them, each with the field numbers of the messages around it: those of an event. One
            that isn't there is left out, with what is around it.

    Raises:
        TypeError: Messages lie too deep within one another, or choices have no numbers in a row.
    """

    def __init__(
        self,
        put: Kernel[[Bytes, bytes, Program], tuple[int, int]],
        derived: int,
        first: RowOf[Any],
        *others: tuple[RowOf[Any], tuple[int, ...]],
    ) -> None:
        self._put = put
        steps = [*program_of(first), (_MARK, 0, 0, 0, 0)]
        steps += [step for other in others for step in _within(*other)]
        self._program = np.array(steps, np.int32)
        self._size = _room(self._program)
        self._shortest = _INT.itemsize * (_width(self._program) - derived)
        _check_depth(self._program)

    @property
    def is_worth_it(self) -> bool:
        """Whether the kernel is compiled."""
        return self._put.is_compiled

    def write(self, row: bytes) -> tuple[bytes, bytes]:
        """Return the bytes of the first record, and of all others, one behind the other.

        Raises:
            ValueError: The row is too short to hold them; compiled code would read what lies behind it.
        """
        if len(row) < self._shortest:
            raise ValueError(f"a row must have {self._shortest} bytes at least, not {len(row)}")
        out = np.empty(self._size, np.uint8)
        mark, end = self._put(out, row, self._program)
        written = out[:end].tobytes()
        return written[:mark], written[mark:]


def program_of(record: RowOf[Any], shift: int = 0) -> list[Step]:
    """Return what writes the body of a record's message.

    Args:
        record: Where its fields are.
        shift: Where the record's first column is, if that is told from 0 on.

    Raises:
        TypeError: Choices have no numbers one behind the other.
    """
    steps: list[Step] = []
    has_presence = record.cls in record.with_presence
    for field, place in record.told():
        number = field.number
        if isinstance(place, RowOf):
            steps += _within(place, (number,))
        elif isinstance(place, tuple):
            steps += [step for each in place for step in _within(each, (number,))]
        elif field.kind.scalar is Scalar.RECORD:
            steps += _records(number, field.kind, place + shift, record.with_presence)
        else:
            steps.append(_number(number, field.kind, place + shift, has_presence))
    return steps


def _within(place: RowOf[Any], around: tuple[int, ...]) -> list[Step]:
    """Return a record that has its own place in the row, where it is there, within messages of these numbers."""
    steps = program_of(place)
    for number in reversed(around):
        steps = _message(number, steps)
    if place.present is None:
        return steps
    return [(_SKIP, len(steps), place.present, place.above, 0), *steps]


def _message(number: int, steps: Sequence[Step]) -> list[Step]:
    return [(_OPEN, number, 0, 0, 0), *steps, (_CLOSE, 0, 0, 0, 0)]


def _records(number: int, kind: FieldKind, column: int, with_presence: Classes) -> Iterator[Step]:
    assert kind.cls is not None
    inner: RowOf[Any] = RowOf(kind.cls, with_presence=with_presence)
    width = sum([row_width(field.kind) for field in fields_of(kind.cls)])
    for place in range(kind.length or 1):
        yield from _message(number, program_of(inner, column + width * place))


def _number(number: int, kind: FieldKind, column: int, has_presence: bool) -> Step:
    added = 0
    if kind.scalar is Scalar.WHOLE and kind.low is not None and kind.low < 0:
        added = _ZIGZAG
    elif kind.is_text:
        assert kind.cls is not None
        members: type[enum.Enum] = kind.cls
        apart = {member.value - place for place, member in enumerate(members)}
        if len(apart) > 1:
            raise TypeError(f"numbers of {kind.cls.__name__} don't follow one another")
        (added,) = apart
    if kind.is_list:
        return _NUMBERS, number, column, kind.length or 0, added
    if kind.is_optional:
        low = kind.low or 0
        return _OPTIONAL_NUMBER, number, column, low, added
    return _PRESENT_NUMBER if has_presence else _NUMBER, number, column, 0, added


def _room(program: Program) -> int:
    """Return bytes that suffice for whatever numbers are in a row."""
    room = 0
    for what, field, _, count, _ in program.tolist():
        if what not in (_CLOSE, _SKIP, _MARK):
            room += len(varint(field << 3))
            room += {_OPEN: _LENGTH, _NUMBERS: _LENGTH + _LONGEST * count}.get(what, _LONGEST)
    return room


def _width(program: Program) -> int:
    """Return columns that suffice."""
    last = np.where(program[:, 0] == _NUMBERS, program[:, 2] + program[:, 3], program[:, 2] + 1)
    return int(last.max(initial=0))


def _check_depth(program: Program) -> None:
    opened = (program[:, 0] == _OPEN).astype(int) - (program[:, 0] == _CLOSE)
    deepest = int(np.cumsum(opened).max(initial=0)) + 1  # a list is one more
    if deepest > _DEEPEST:
        raise TypeError(f"{deepest} messages within one another are more than {_DEEPEST}")


@inlined
def _told(value: int, added: int) -> int:
    """Return a number of a row as it is on the wire."""
    wide = int(np.int64(value))
    if added == _ZIGZAG:
        return 2 * wide if wide >= 0 else -2 * wide - 1
    return wide + added


@inlined
def with_more(columns: Ints, more: tuple[int, ...]) -> Ints:
    """Return the columns of a row, and more behind them."""
    width = len(columns)
    wide = np.empty(width + len(more), np.int32)
    for place in range(width):
        wide[place] = columns[place]
    for place in range(len(more)):
        wide[width + place] = more[place]
    return wide


@kernel
def put_row(out: Bytes, columns: Ints, program: Program) -> tuple[int, int]:
    """Write what a program says of a row; return the place of its mark, and how many bytes there are.

    Args:
        out: uint8[byte], long enough for any row.
        columns: int32[column].
        program: The steps.
    """
    bodies = np.empty(_DEEPEST, np.int64)
    depth = 0
    mark = 0
    at = 0
    step = 0
    while step < len(program):
        # By number: a row of the program that is taken apart as a whole costs twice.
        what, field, column = program[step, 0], program[step, 1], program[step, 2]
        count, added = program[step, 3], program[step, 4]
        step += 1
        if what == _SKIP:
            if columns[column] <= count:
                step += field
        elif what == _MARK:
            mark = at
        elif what in (_OPEN, _NUMBERS):
            at = open_message(out, at, field)
            bodies[depth] = at
            depth += 1
            if what == _NUMBERS:
                for place in range(column, column + count):
                    at = put_varint(out, at, _told(columns[place], added))
        elif what != _CLOSE:
            value = _told(columns[column], added)
            is_there = columns[column] >= count if what == _OPTIONAL_NUMBER else value != 0
            if what == _PRESENT_NUMBER or is_there:
                at = put_present_int(out, at, field, value)
        if what in (_CLOSE, _NUMBERS):
            depth -= 1
            at = close_message(out, bodies[depth], at)
    return mark, at
