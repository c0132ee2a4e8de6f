"""Reads records from a flat sequence of whole numbers, the form in which kernels leave records in a log or in a row.

Each field is a number: booleans are 0 or 1, enums the values of their members, and a text is an
index into a list of texts that is chosen by the field's name. A list is preceded by the number of
its entries, unless its length is fixed. A number below the field's least value means that the field
is absent; an optional record is preceded by 1 if it is present, and by 0 if it is absent.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar

from referee.kit.records import RecordField, Scalar, fields_of

__all__ = ["LazyRecord", "Texts", "most_numbers", "read_field", "read_flat"]

R = TypeVar("R")
Texts: TypeAlias = Mapping[str, Sequence[str]]
"""Lists of texts by field name; the number of a text field is an index into its list."""
_Read: TypeAlias = Callable[[Iterator[int], Texts], Any]


class LazyRecord:
    """A record whose fields are decoded from a more compact form only when they are read."""

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]]
    """Names of the record's fields; `to_plain` and `fields_of` read them."""

    def __init_subclass__(cls) -> None:
        # Properties take the place of fields, so nothing is decoded before it is read.
        cls._fields = tuple([name for name in cls.__annotations__ if not name.startswith("_")])
        for name in cls._fields:
            setattr(cls, name, property(functools.partial(cls._read, name=name)))

    def _read(self, name: str) -> Any:
        """Return the value of the field `name`, decoded from the compact form.

        Every subclass implements this method.
        """
        raise NotImplementedError(f"{type(self).__name__} has no _read()")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._fields)

    __hash__ = None  # type: ignore[assignment]  # the data that fields are read from may change


def read_flat(cls: type[R], numbers: Iterator[int], texts: Texts) -> R:
    """Return the next record of class `cls`, consuming its numbers from the iterator.

    `texts` has the texts that numbers stand for, by the name of the field.
    """
    kind: Any = cls
    made: R = _reader_of(kind)(numbers, texts)
    return made


@functools.cache
def _reader_of(cls: Any) -> _Read:
    """Return a function that reads a record of this class.

    Plain whole numbers are passed to the class unconverted.
    """
    readers = [None if _is_bare(field) else read_field(field) for field in fields_of(cls)]
    count = len(readers)
    # The common case in logs: a record is the next few numbers.
    if not any(readers):
        return lambda numbers, _: cls(*itertools.islice(numbers, count))
    return lambda numbers, texts: cls(*[
        next(numbers) if read is None else read(numbers, texts) for read in readers
    ])  # fmt: skip


def most_numbers(cls: type[Any]) -> int:
    """Return the greatest count of numbers that one record of a class can take in the flat form.

    Raises:
        TypeError: A list field has no greatest length.
    """
    total = 0
    for field in fields_of(cls):
        kind = field.kind
        each = most_numbers(kind.cls) if kind.scalar is Scalar.RECORD and kind.cls else 1
        if not kind.is_list:
            # One more number in front of an optional record: whether it is there.
            total += each + (kind.scalar is Scalar.RECORD and kind.is_optional)
            continue
        if kind.most is None:
            raise TypeError(f"{cls.__name__}.{field.name} may have any number of entries")
        # One more for the number of entries, if the length is not fixed.
        total += kind.most * each + (kind.length is None)
    return total


def _is_bare(field: RecordField) -> bool:
    kind = field.kind
    return kind.scalar is Scalar.WHOLE and not kind.is_list and not kind.is_optional


def read_field(field: RecordField) -> _Read:
    """Return a function that reads the value of a field, consuming its numbers from an iterator.

    Raises:
        TypeError: The field holds real numbers, which the flat form can't hold.
    """
    kind, each = field.kind, _read_value(field)
    if not kind.is_list:
        return each
    length = kind.length
    if kind.scalar is Scalar.WHOLE:
        return lambda numbers, _: tuple(
            itertools.islice(numbers, next(numbers) if length is None else length)
        )
    return lambda numbers, texts: tuple([
        each(numbers, texts) for _ in range(next(numbers) if length is None else length)
    ])  # fmt: skip


def _read_value(field: RecordField) -> _Read:
    kind, name = field.kind, field.name
    match kind.scalar:
        case Scalar.RECORD:
            held: Any = kind.cls
            read = _reader_of(held)
            if kind.is_wrapped:
                return lambda numbers, texts: kind.value_of(read(numbers, texts))
            if not kind.is_optional:
                return read
            # The number in front is consumed even if the record is absent.
            return lambda numbers, texts: read(numbers, texts) if next(numbers) else None
        case Scalar.TRUTH:
            return lambda numbers, _: next(numbers) != 0
        case Scalar.TEXT:
            return lambda numbers, texts: texts[name][next(numbers)]
        case Scalar.CHOICE:
            assert kind.cls is not None
            # By value, since kernels leave values in the numbers, not positions or wire numbers.
            members = {
                member.value: member.name.lower() if kind.is_text else member for member in kind.cls
            }
            return lambda numbers, _: members[next(numbers)]
        case Scalar.REAL:
            raise TypeError(f"{name} is no whole number")
    if not kind.is_optional:
        return lambda numbers, _: next(numbers)
    low = kind.low or 0

    def read_optional(numbers: Iterator[int], _: Texts) -> int | None:
        value = next(numbers)
        return None if value < low else value

    return read_optional
