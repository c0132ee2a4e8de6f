"""A kernel that encodes records from a sequence of numbers, in the layout that `flat` reads.

A game whose kernels leave events or observations as such numbers can encode them without making
records. For each record class a program is made once: an array of steps that the kernel interprets.
Compiled, this is faster than making and encoding records. Not compiled, it would take ten times as
long, so it is not used then (`is_worth_it`). Each game has its own kernel that calls `put_flats`
and is compiled with the game's others:

    @kernel
    def put(
        out: Bytes, numbers: Ints, starts: Longs, which: Longs, program: Program, ends: Longs
    ) -> None:
        put_flats(out, numbers, starts, which, program, ends)
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.core.kernel import Kernel, borrowing, kernel
from referee.kit.enums import wire_number
from referee.kit.flat import most_numbers
from referee.kit.records import FieldKind, RecordField, Scalar, fields_of, wire_class
from referee.kit.wire.kernels import Bytes, close_message, open_message, put_present_int, put_varint

__all__ = ["Bytes", "FlatWriter", "Ints", "Longs", "Program", "flat_program", "put_flats"]

Ints: TypeAlias = npt.NDArray[np.int32]
Longs: TypeAlias = npt.NDArray[np.int64]
Program: TypeAlias = npt.NDArray[np.int32]
"""Steps by which a kernel encodes the records of one class, in order, as int32[step, 4]. Each has its
kind, such as writing a number or opening a message; the field number, or for steps that repeat or
skip others how many steps to jump; a count of numbers, or the least value of an optional number that
is present; and what is added to each number before it is written.
"""
Step: TypeAlias = tuple[int, int, int, int]

# Kinds of steps.
_STOP, _NUMBER, _PRESENT_NUMBER, _OPTIONAL_NUMBER, _NUMBERS, _OPEN, _CLOSE, _EACH, _AGAIN, _SKIP = (
    range(10)
)
_LED = -1
"""In place of a step's count: the next number in the sequence is the count."""
_ZIGZAG = -(2**31)
"""In place of a step's number to add: numbers are zigzag-encoded, as in sint32."""
_DEEPEST = 8
"""Highest number of messages, and of lists, that may be nested in one another."""
_A_NUMBER = 12
"""Most bytes that a number and its tag take."""
_A_MESSAGE = 7
"""Most bytes that a message's tag and length take."""


class FlatWriter:
    """Encodes records from flat numbers with a game's kernel.

    Args:
        put: The game's kernel, which calls `put_flats`.
        records: For each kind of record: its class, the slice of its fields to encode, and the
            field numbers of the messages around it (none for the body of a message; those of an
            event for an Events message).

    Raises:
        TypeError: A field can't be encoded from numbers; the error names the field.
    """

    def __init__(
        self,
        put: Kernel[[Bytes, Ints, Longs, Longs, Program, Longs], None],
        *records: tuple[type[Any], slice, tuple[int, ...]],
    ) -> None:
        self._put = put
        steps: list[Step] = []
        self.where: list[int] = []
        """For each kind of record, the index of the step at which its part of the program begins."""
        for cls, which, around in records:
            body = flat_program(cls, which)
            for number in reversed(around):
                body = _message(number, body)
            self.where.append(len(steps))
            steps += [*body, (_STOP, 0, 0, 0)]
        self._program = np.array(steps, np.int32)
        # The room for the worst case: before each number every level of message, and one list, may be opened.
        self._a_number = _A_NUMBER + _A_MESSAGE * (1 + _depth(self._program))

    @property
    def is_worth_it(self) -> bool:
        """Return whether the kernel is compiled; if not, encoding records in Python is faster."""
        return self._put.is_compiled

    def write(self, numbers: Ints, starts: Longs, which: Longs) -> list[bytes]:
        """Return the encoded bytes of each record.

        Args:
            numbers: int32[number]: numbers of all records.
            starts: int64[n]: index in `numbers` at which each record begins.
            which: int64[n]: for each record, the entry of the attribute `where` for its kind; a
                negative number gives empty bytes.
        """
        # The kernel does not check bounds: too little room would write past the end of `out`.
        room = self._a_number * (len(numbers) + len(starts))
        out, ends = np.empty(room, np.uint8), np.empty(len(starts), np.int64)
        self._put(out, numbers, starts, which, self._program, ends)
        bounds: list[int] = ends.tolist()
        if not bounds:
            return []
        # One copy for all records: a slice of bytes is cheaper than a slice of the array for each.
        written, begin, parts = out[: bounds[-1]].tobytes(), 0, []
        for end in bounds:
            parts.append(written[begin:end])
            begin = end
        return parts


def flat_program(cls: type[Any], which: slice = slice(None)) -> list[Step]:
    """Return the steps that encode a record as the body of its message, from the layout of `flat.read_flat`.

    Args:
        cls: Record class; its fields have no explicit presence unless they are optional or declare
            it.
        which: Slice of the class's fields that are in the numbers.

    Raises:
        TypeError: A field can't be encoded from numbers; the error names the field.
    """
    wire = wire_class(cls)
    fields = fields_of(wire)
    # If both take the same numbers, those of the record are those of its wire record.
    if wire is not cls and most_numbers(wire) != most_numbers(cls):
        return _wrapped(cls, wire)
    # Parts are written in the order of the numbers, without sorting: a message with fields out of
    # order would differ from what the protobuf library writes.
    numbers = [field.number for field in fields]
    if not numbers or 0 in numbers or numbers != sorted(numbers):
        raise TypeError(f"{wire.__name__} must have fields, in the order of their numbers")
    return [step for field in fields[which] for step in _field(wire.__name__, field)]


def _wrapped(cls: type[Any], wire: type[Any]) -> list[Step]:
    """Return the steps for a record whose only field is the optional record that is sent for it.

    If that field is absent, nothing is written.

    Args:
        cls: Class of the record.
        wire: Class of the record that is sent for it.

    Raises:
        TypeError: The class has other fields.
    """
    fields = fields_of(cls)
    if len(fields) != 1 or fields[0].kind.cls is not wire or not fields[0].kind.is_optional:
        raise TypeError(f"{cls.__name__} and its wire record {wire.__name__} differ in numbers")
    return _optional(flat_program(wire))


def _field(owner: str, field: RecordField) -> Iterator[Step]:
    kind, number = field.kind, field.number
    is_number = kind.scalar not in (Scalar.TEXT, Scalar.REAL) and not kind.is_number
    if not is_number or kind.is_inline or kind.is_map or kind.absent is not None:
        raise TypeError(f"{owner}.{field.name} can't be written from numbers")
    if kind.scalar is not Scalar.RECORD:
        yield _number(f"{owner}.{field.name}", number, kind)
        return
    assert kind.cls is not None
    steps = _message(number, flat_program(kind.cls))
    if kind.is_list:
        count = _LED if kind.length is None else kind.length
        # _AGAIN jumps back to the steps of an entry, _EACH past _AGAIN if the list is empty.
        yield (_EACH, len(steps) + 1, count, 0)
        yield from steps
        yield (_AGAIN, len(steps) + 1, 0, 0)
    else:
        yield from _optional(steps) if kind.is_optional else steps


def _message(number: int, steps: Sequence[Step]) -> list[Step]:
    return [(_OPEN, number, 0, 0), *steps, (_CLOSE, 0, 0, 0)]


def _optional(steps: Sequence[Step]) -> list[Step]:
    return [(_SKIP, len(steps), 0, 0), *steps]


def _number(where: str, number: int, kind: FieldKind) -> Step:
    added = 0
    if kind.scalar is Scalar.WHOLE and kind.low is not None and kind.low < 0 and not kind.is_int32:
        added = _ZIGZAG
    elif kind.scalar is Scalar.CHOICE:
        assert kind.cls is not None
        members: type[enum.Enum] = kind.cls
        # The kernel adds one constant, so all members must differ from their wire numbers by the
        # same.
        apart = {wire_number(member) - member.value for member in members}
        if len(apart) > 1:
            raise TypeError(f"{where} can't be written from numbers")
        (added,) = apart
    if kind.is_list:
        return _NUMBERS, number, _LED if kind.length is None else kind.length, added
    if kind.is_optional and not kind.is_implicit:
        # The bound is compared with the number in the array, before anything is added to it.
        return _OPTIONAL_NUMBER, number, kind.low or 0, added
    return _PRESENT_NUMBER if kind.has_presence else _NUMBER, number, 0, added


def _depth(program: Program) -> int:
    """Return the greatest number of messages nested in one another that a program opens.

    Raises:
        TypeError: More than `_DEEPEST` messages are nested.
    """
    # Checked once here, because the kernel writes to its stacks without checking bounds.
    opened = (program[:, 0] == _OPEN).astype(int) - (program[:, 0] == _CLOSE)
    deepest = int(np.cumsum(opened).max(initial=0))
    if deepest > _DEEPEST:
        raise TypeError(f"{deepest} messages within one another are more than {_DEEPEST}")
    return deepest


@borrowing
def _wire_value(value: int, added: int) -> int:
    """Return the number to write as a varint for a value.

    It is the value in zigzag encoding if `added` is the marker `_ZIGZAG`, else `value + added`.
    """
    # Widened first: in int32, doubling a large number for zigzag would overflow.
    wide = int(np.int64(value))
    if added == _ZIGZAG:
        return 2 * wide if wide >= 0 else -2 * wide - 1
    return wide + added


@borrowing
def _put_flat(
    out: Bytes,
    at: int,
    numbers: Ints,
    place: int,
    program: Program,
    step: int,
    bodies: Longs,
    left: Longs,
) -> int:
    """Encode one record into `out` from index `at`; return the index after its last byte.

    The record's numbers begin at index `place` of `numbers`, its steps at index `step` of
    `program`. Two stacks take the place of recursion: `bodies` has the start of each open message,
    `left` the number of entries still to write of each open list.
    """
    depth = 0
    lists = 0
    while program[step, 0] != _STOP:
        what, field = program[step, 0], program[step, 1]
        count, added = int(program[step, 2]), int(program[step, 3])
        step += 1
        if what == _OPEN:
            at = open_message(out, at, field)
            bodies[depth] = at
            depth += 1
        elif what == _CLOSE:
            depth -= 1
            at = close_message(out, int(bodies[depth]), at)
        elif what == _AGAIN:
            left[lists - 1] -= 1
            # The same steps again for the next entry; `place` has moved on, so they read its
            # numbers.
            if left[lists - 1]:
                step -= field  # back to the first step of an entry
            else:
                lists -= 1
        elif what in (_EACH, _NUMBERS):
            if count == _LED:
                count = int(numbers[place])
                place += 1
            if what == _NUMBERS and count:
                body = open_message(out, at, field)
                at = body
                for _ in range(count):
                    at = put_varint(out, at, _wire_value(int(numbers[place]), added))
                    place += 1
                at = close_message(out, body, at)
            elif what == _EACH and count:
                left[lists] = count
                lists += 1
            elif what == _EACH:
                step += field  # an empty list: past the steps of an entry and their _AGAIN
        else:
            number = int(numbers[place])
            place += 1
            if what == _SKIP:
                if number == 0:  # the record is absent, and then none of its numbers follow
                    step += field
            else:
                # Presence is decided by the number in the array, 0 as the default by the value on the wire.
                value = _wire_value(number, added)
                is_there = number >= count if what == _OPTIONAL_NUMBER else value != 0
                if what == _PRESENT_NUMBER or is_there:
                    at = put_present_int(out, at, field, value)
    return at


@kernel
def put_flats(
    out: Bytes, numbers: Ints, starts: Longs, which: Longs, program: Program, ends: Longs
) -> None:
    """Encode records one after another into `out`.

    Args:
        out: uint8[byte], long enough for all records.
        numbers: int32[number]: numbers of all records.
        starts: int64[n]: index in `numbers` at which each record begins.
        which: int64[n]: index of the step at which each record's part of the program begins; a
            negative number writes nothing.
        program: Steps of all kinds of records.
        ends: int64[n]: set to the index after the last byte of each record.
    """
    # Both stacks are allocated once for all records; each record leaves them empty.
    bodies, left = np.empty(_DEEPEST, np.int64), np.empty(_DEEPEST, np.int64)
    at = 0
    for index in range(len(starts)):
        if which[index] >= 0:
            start, step = int(starts[index]), int(which[index])
            at = _put_flat(out, at, numbers, start, program, step, bodies, left)
        ends[index] = at
