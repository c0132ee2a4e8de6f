"""A kernel that encodes records from a row of integers; `rows` does the same in plain Python.

For a record and its columns in the row a program is made once: an array of steps that the kernel
interprets. Compiled, this takes a third of the time of `rows`. Not compiled, it would take ten
times as long, so it is not used then (`is_worth_it`). Each game has its own kernel that calls
`put_row` and is compiled with its others:

    @kernel
    def put(out: Bytes, row: bytes, program: Program) -> tuple[int, int]:
        return put_row(out, np.frombuffer(row, np.int32), program)

Values that are sent, but only derived from the row, are appended to it:

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
"""int32[step, 5]: kind of step; field number, or number of steps to jump; column; count or bound;
and number to add.
"""
Step: TypeAlias = tuple[int, int, int, int, int]

# Kinds of steps.
_NUMBER, _PRESENT_NUMBER, _OPTIONAL_NUMBER, _NUMBERS, _OPEN, _CLOSE, _SKIP, _MARK = range(8)
_ZIGZAG = -(2**31)
"""In place of a step's number to add: numbers are zigzag-encoded, as in sint32."""
_INT = np.dtype(np.int32)
_DEEPEST = 8
"""Highest number of messages that may be nested in one another."""
_LONGEST = 10
"""Most bytes that a varint takes: those of a negative number."""
_LENGTH = 5
"""Most bytes that a message's length takes."""


class RowWriter:
    """Encodes records from rows of integers with a game's kernel.

    Args:
        put: The game's kernel, which calls `put_row`.
        derived: Number of columns that the kernel appends to a row.
        first: Places of the first record, which is encoded as the body of a message.
        others: Places of further records, each with the field numbers of the messages around it,
            such as those of an event. An absent record is left out, together with these messages.

    Raises:
        TypeError: Messages are nested too deeply, or the numbers of an enum have gaps.
    """

    def __init__(
        self,
        put: Kernel[[Bytes, bytes, Program], tuple[int, int]],
        derived: int,
        first: RowOf[Any],
        *others: tuple[RowOf[Any], tuple[int, ...]],
    ) -> None:
        self._put = put
        # One program for observation and events: one call of the kernel encodes both, as both are
        # needed.
        steps = [*program_of(first), (_MARK, 0, 0, 0, 0)]
        steps += [step for other in others for step in _within(*other)]
        self._program = np.array(steps, np.int32)
        self._size = _room(self._program)
        self._shortest = _INT.itemsize * (_width(self._program) - derived)
        _check_depth(self._program)

    @property
    def is_worth_it(self) -> bool:
        """Return whether the kernel is compiled; if not, encoding in plain Python is faster."""
        return self._put.is_compiled

    def write(self, row: bytes) -> tuple[bytes, bytes]:
        """Return the bytes of the first record, and the joined bytes of all others.

        Raises:
            ValueError: The row has fewer columns than the program reads; compiled code would read
                past its end.
        """
        # Checked here, since compiled kernels read past the end of an array without an error.
        if len(row) < self._shortest:
            raise ValueError(f"a row must have {self._shortest} bytes at least, not {len(row)}")
        out = np.empty(self._size, np.uint8)
        mark, end = self._put(out, row, self._program)
        written = out[:end].tobytes()
        return written[:mark], written[mark:]


def program_of(record: RowOf[Any], shift: int = 0) -> list[Step]:
    """Return the steps that encode a record of a row as the body of its message.

    Args:
        record: Places of the record's fields.
        shift: Number added to all columns, for a record whose columns are counted from 0.

    Raises:
        TypeError: The numbers of an enum have gaps.
    """
    steps: list[Step] = []
    has_presence = record.cls in record.with_presence
    for field, place in record.wire_fields():
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
    """Return the steps that encode a record inside messages with the field numbers `around`.

    The first number is that of the outermost message. If a row does not have the record, the kernel
    skips these steps.
    """
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
    # A list of records is unrolled: each entry has its own columns, so the kernel needs no loop.
    for place in range(kind.length or 1):
        yield from _message(number, program_of(inner, column + width * place))


def _number(number: int, kind: FieldKind, column: int, has_presence: bool) -> Step:
    added = 0
    if kind.scalar is Scalar.WHOLE and kind.low is not None and kind.low < 0:
        added = _ZIGZAG
    elif kind.is_text:
        assert kind.cls is not None
        members: type[enum.Enum] = kind.cls
        # The kernel adds one constant, so the numbers of the members must be consecutive.
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
    """Return the number of bytes that are enough to encode any row with this program."""
    room = 0
    # The worst case: each number is negative, with ten bytes, and each length takes five.
    for what, field, _, count, _ in program.tolist():
        if what not in (_CLOSE, _SKIP, _MARK):
            room += len(varint(field << 3))
            room += {_OPEN: _LENGTH, _NUMBERS: _LENGTH + _LONGEST * count}.get(what, _LONGEST)
    return room


def _width(program: Program) -> int:
    """Return the number of columns that a row must have for this program."""
    last = np.where(program[:, 0] == _NUMBERS, program[:, 2] + program[:, 3], program[:, 2] + 1)
    return int(last.max(initial=0))


def _check_depth(program: Program) -> None:
    # The kernel does not check the bounds of its stack: a deeper program would write behind it.
    opened = (program[:, 0] == _OPEN).astype(int) - (program[:, 0] == _CLOSE)
    deepest = int(np.cumsum(opened).max(initial=0)) + 1  # a list is one more
    if deepest > _DEEPEST:
        raise TypeError(f"{deepest} messages within one another are more than {_DEEPEST}")


@inlined
def _wire_value(value: int, added: int) -> int:
    """Return the number to write as a varint for a value.

    It is the value in zigzag encoding if `added` is the marker `_ZIGZAG`, else `value + added`.
    """
    wide = int(np.int64(value))
    if added == _ZIGZAG:
        return 2 * wide if wide >= 0 else -2 * wide - 1
    return wide + added


@inlined
def with_more(columns: Ints, more: tuple[int, ...]) -> Ints:
    """Return a copy of a row's columns with further numbers appended."""
    width = len(columns)
    wide = np.empty(width + len(more), np.int32)
    for place in range(width):
        wide[place] = columns[place]
    for place in range(len(more)):
        wide[width + place] = more[place]
    return wide


@kernel
def put_row(out: Bytes, columns: Ints, program: Program) -> tuple[int, int]:
    """Encode a row by a program into `out`.

    Return the number of bytes of the first record, and the number of all bytes. In the program, a
    step of the kind `_MARK` stands behind the steps of the first record.

    Args:
        out: uint8[byte]: long enough for any row; `_room` returns that length.
        columns: int32[column]: the row.
        program: Steps that the kernel interprets.
    """
    # Start of each open message, the innermost last: a stack in place of recursion.
    bodies = np.empty(_DEEPEST, np.int64)
    depth = 0
    mark = 0
    at = 0
    step = 0
    while step < len(program):
        # Entry by entry: unpacking a whole row of the program costs twice as much.
        what, field, column = program[step, 0], program[step, 1], program[step, 2]
        count, added = program[step, 3], program[step, 4]
        step += 1
        if what == _SKIP:
            if columns[column] <= count:  # the record is absent: past its steps
                step += field
        elif what == _MARK:
            mark = at
        elif what in (_OPEN, _NUMBERS):
            at = open_message(out, at, field)
            bodies[depth] = at
            depth += 1
            if what == _NUMBERS:
                for place in range(column, column + count):
                    at = put_varint(out, at, _wire_value(columns[place], added))
        elif what != _CLOSE:
            # Presence is decided by the column, 0 as the default by the value on the wire.
            value = _wire_value(columns[column], added)
            is_there = columns[column] >= count if what == _OPTIONAL_NUMBER else value != 0
            if what == _PRESENT_NUMBER or is_there:
                at = put_present_int(out, at, field, value)
        # A packed list is opened and closed in one step, as its entries are no steps.
        if what in (_CLOSE, _NUMBERS):
            depth -= 1
            at = close_message(out, bodies[depth], at)
    return mark, at
