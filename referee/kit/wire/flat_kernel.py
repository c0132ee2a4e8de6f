"""A kernel that writes records from numbers one behind the other, as `flat` reads them.

A game whose kernels leave what happens, or what a seat sees, as such numbers has them put on the wire
without making a record. A record becomes a program, an array of steps that is made once. It pays where it
is compiled; interpreted it would cost ten times as much as making the record and writing that, so then
nobody calls it. Each game has a kernel of its own that calls `put_flats`, to be compiled with its others:

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
"""int32[step, 4]: what, number of a field or of steps, count or bound, and what is added."""
Step: TypeAlias = tuple[int, int, int, int]

_STOP, _NUMBER, _PRESENT_NUMBER, _OPTIONAL_NUMBER, _NUMBERS, _OPEN, _CLOSE, _EACH, _AGAIN, _SKIP = (
    range(10)
)
_LED = -1
"""In place of a count: it is the next number."""
_ZIGZAG = -(2**31)
"""In place of what is added: numbers are written as signed ones are."""
_DEEPEST = 8
"""Messages, and lists, within one another."""
_A_NUMBER = 12
"""Bytes of a number with its tag at most."""
_A_MESSAGE = 7
"""Bytes of a message's tag and length at most."""


class FlatWriter:
    """Writes records that lie in numbers, by a kernel as soon as that is compiled.

    Args:
        put: The game's kernel.
        records: Each record's class, or some of its fields, with the field numbers of the messages around it:
            none for the body of a message, those of an event for an Events message.

    Raises:
        TypeError: A field can't be written from numbers; names it.
    """

    def __init__(
        self,
        put: Kernel[[Bytes, Ints, Longs, Longs, Program, Longs], None],
        *records: tuple[type[Any], slice, tuple[int, ...]],
    ) -> None:
        self._put = put
        steps: list[Step] = []
        self.where: list[int] = []
        """Of each record, the step of the program at which it begins."""
        for cls, which, around in records:
            body = flat_program(cls, which)
            for number in reversed(around):
                body = _message(number, body)
            self.where.append(len(steps))
            steps += [*body, (_STOP, 0, 0, 0)]
        self._program = np.array(steps, np.int32)
        # Between two numbers only messages are opened that are within one another, or a list.
        self._a_number = _A_NUMBER + _A_MESSAGE * (1 + _depth(self._program))

    @property
    def is_worth_it(self) -> bool:
        """Whether the kernel is compiled."""
        return self._put.is_compiled

    def write(self, numbers: Ints, starts: Longs, which: Longs) -> list[bytes]:
        """Return the bytes of records.

        Args:
            numbers: int32[number]: in which they lie.
            starts: int64[n]: where each begins.
            which: int64[n]: what each is, out of `where`; below 0 for what is left out, and empty.
        """
        room = self._a_number * (len(numbers) + len(starts))
        out, ends = np.empty(room, np.uint8), np.empty(len(starts), np.int64)
        self._put(out, numbers, starts, which, self._program, ends)
        bounds: list[int] = ends.tolist()
        if not bounds:
            return []
        written, begin, parts = out[: bounds[-1]].tobytes(), 0, []
        for end in bounds:
            parts.append(written[begin:end])
            begin = end
        return parts


def flat_program(cls: type[Any], which: slice = slice(None)) -> list[Step]:
    """Return what writes the body of a record's message, from numbers as `flat.read_flat` takes them.

    Args:
        cls: The class; single fields of it don't tell whether they were set.
        which: Some of its fields, by their places: those that the numbers hold.

    Raises:
        TypeError: A field can't be written from numbers; names it.
    """
    told = wire_class(cls)
    fields = fields_of(told)
    if told is not cls and most_numbers(told) != most_numbers(cls):
        return _wrapped(cls, told)
    numbers = [field.number for field in fields]
    if not numbers or 0 in numbers or numbers != sorted(numbers):
        raise TypeError(f"{told.__name__} must have fields, in the order of their numbers")
    return [step for field in fields[which] for step in _field(told.__name__, field)]


def _wrapped(cls: type[Any], told: type[Any]) -> list[Step]:
    """Return what writes a record whose only field is what it is on the wire; where that is absent, nothing."""
    fields = fields_of(cls)
    if len(fields) != 1 or fields[0].kind.cls is not told or not fields[0].kind.is_optional:
        raise TypeError(
            f"{cls.__name__} and {told.__name__}, which it is told as, differ in numbers"
        )
    return _optional(flat_program(told))


def _field(owner: str, field: RecordField) -> Iterator[Step]:
    kind, number = field.kind, field.number
    is_told = kind.scalar not in (Scalar.TEXT, Scalar.REAL) and not kind.is_number
    if not is_told or kind.is_inline or kind.is_map or kind.absent is not None:
        raise TypeError(f"{owner}.{field.name} can't be written from numbers")
    if kind.scalar is not Scalar.RECORD:
        yield _number(f"{owner}.{field.name}", number, kind)
        return
    assert kind.cls is not None
    steps = _message(number, flat_program(kind.cls))
    if kind.is_list:
        count = _LED if kind.length is None else kind.length
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
        apart = {wire_number(member) - member.value for member in members}
        if len(apart) > 1:
            raise TypeError(f"{where} can't be written from numbers")
        (added,) = apart
    if kind.is_list:
        return _NUMBERS, number, _LED if kind.length is None else kind.length, added
    if kind.is_optional and not kind.is_implicit:
        return _OPTIONAL_NUMBER, number, kind.low or 0, added
    return _PRESENT_NUMBER if kind.has_presence else _NUMBER, number, 0, added


def _depth(program: Program) -> int:
    """Return how deep messages are within one another.

    Raises:
        TypeError: Too deep.
    """
    opened = (program[:, 0] == _OPEN).astype(int) - (program[:, 0] == _CLOSE)
    deepest = int(np.cumsum(opened).max(initial=0))
    if deepest > _DEEPEST:
        raise TypeError(f"{deepest} messages within one another are more than {_DEEPEST}")
    return deepest


@borrowing
def _told(value: int, added: int) -> int:
    """Return a number as it is on the wire."""
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
    """Write one record; return the place behind it."""
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
            if left[lists - 1]:
                step -= field
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
                    at = put_varint(out, at, _told(int(numbers[place]), added))
                    place += 1
                at = close_message(out, body, at)
            elif what == _EACH and count:
                left[lists] = count
                lists += 1
            elif what == _EACH:
                step += field
        else:
            number = int(numbers[place])
            place += 1
            if what == _SKIP:
                if number == 0:
                    step += field
            else:
                value = _told(number, added)
                is_there = number >= count if what == _OPTIONAL_NUMBER else value != 0
                if what == _PRESENT_NUMBER or is_there:
                    at = put_present_int(out, at, field, value)
    return at


@kernel
def put_flats(
    out: Bytes, numbers: Ints, starts: Longs, which: Longs, program: Program, ends: Longs
) -> None:
    """Write records one behind the other.

    Args:
        out: uint8[byte], long enough.
        numbers: int32[number].
        starts: int64[n]: where in them each record begins.
        which: int64[n]: at which step of the program what writes it begins; below 0 writes nothing.
        program: The steps.
        ends: int64[n]: places behind each; written.
    """
    bodies, left = np.empty(_DEEPEST, np.int64), np.empty(_DEEPEST, np.int64)
    at = 0
    for index in range(len(starts)):
        if which[index] >= 0:
            start, step = int(starts[index]), int(which[index])
            at = _put_flat(out, at, numbers, start, program, step, bodies, left)
        ends[index] = at
