"""Encodes records to the same bytes as the protobuf library, without using that library.

For each class an encoder is made once. It caches encoded values: lists of numbers, and named tuples
inside other records. So a game with much the same content at every step encodes it fast without a
compiler. `rows` encodes records in rows of integers with the same functions.
"""

from __future__ import annotations

import enum
import functools
import operator
import struct
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from referee.kit.enums import number_written, wire_number
from referee.kit.records import (
    FieldKind,
    RecordField,
    Scalar,
    Variant,
    fields_of,
    is_named_tuple,
    wire_class,
)
from referee.kit.wire.format import int_field, ints_field, message, present_int_field, varint

__all__ = ["REMEMBERED", "Classes", "Put", "numbers_put", "part_writer", "writer_of"]

Put: TypeAlias = Callable[[Any], bytes]
"""Function that returns encoded bytes: a record as the body of its message, or a field's value with
its tag.
"""
Classes: TypeAlias = frozenset[type[Any]]
"""Set of record classes whose fields have explicit presence: absent and 0 are encoded differently."""

REMEMBERED = 1 << 12
"""Number of values whose encoded bytes are cached, for each field."""
_FIXED_64 = 1


_writers: dict[tuple[type[Any], Classes], Put] = {}
"""Cache of `writer_of`: encoders by record class and set of classes with explicit presence."""


def writer_of(cls: type[Any], with_presence: Classes = frozenset()) -> Put:
    """Return a function that encodes records of a class as the bodies of their messages.

    Args:
        cls: Record class.
        with_presence: Record classes whose fields have explicit presence.

    Raises:
        TypeError: A field has a type that can't be sent; the error names the field.
    """
    # The same class is encoded differently in schemas with other presence.
    key = cls, with_presence
    if key not in _writers:
        is_variant = issubclass(cls, Variant)
        _writers[key] = (_variant_writer if is_variant else _new_writer)(cls, with_presence)
    return _writers[key]


def part_writer(cls: type[Any], which: slice, with_presence: Classes = frozenset()) -> Put:
    """Return a function that encodes a slice of a class's fields, in the order of field numbers.

    Parts of a message may be joined end to end, so a part that is equal for many seats needs
    encoding only once.

    Args:
        cls: Record class.
        which: Slice of the class's fields, sorted by field number, inline ones included.
        with_presence: Record classes whose fields have explicit presence.
    """
    return _new_writer(cls, with_presence, which)


def _variant_writer(cls: type[Variant], with_presence: Classes) -> Put:
    """Return an encoder of a `Variant`: a record of one of several kinds.

    A record of no such kind gives an empty message. `with_presence` has the record classes whose
    fields have explicit presence.
    """
    puts = {
        kind: (number, writer_of(kind, with_presence)) for number, kind in enumerate(cls.kinds, 1)
    }

    def write(record: Any) -> bytes:
        # By exact class: kinds may be subclasses of one another.
        number, put = puts.get(type(record), (0, None))
        return b"" if put is None else message(number, put(record))

    return write


def _new_writer(cls: type[Any], with_presence: Classes, which: slice = slice(None)) -> Put:
    wire = wire_class(cls)
    if wire is not cls:
        # The conversion comes before the encoding, so the caches work on what is sent.
        put = _new_writer(wire, with_presence, which)
        return lambda record: put(record.on_wire())
    parts = sorted(_parts(cls, "", with_presence), key=operator.itemgetter(0))[which]
    if not parts:
        return lambda _: b""
    puts, paths = [put for _, _, put in parts], tuple([path for _, path, _ in parts])
    # All fields in order: iterating over the tuple is faster than reading attributes.
    if is_named_tuple(cls) and paths == cls._fields:
        return lambda record: b"".join(
            [put(value) for put, value in zip(puts, record, strict=True)]
        )
    get = operator.attrgetter(*paths)
    if len(puts) == 1:
        # Of one name `attrgetter` gives the value, of several a tuple.
        (only,) = puts
        return lambda record: only(get(record))

    def write(record: Any) -> bytes:
        return b"".join([put(value) for put, value in zip(puts, get(record), strict=True)])

    return write


def _parts(cls: type[Any], path: str, with_presence: Classes) -> Iterator[tuple[int, str, Put]]:
    """Yield field number, attribute path and encoder of each field that is sent, inline ones included.

    Args:
        cls: Record class.
        path: Text in front of all attribute paths: empty, or the path of an inline record and a dot.
        with_presence: Record classes whose fields have explicit presence.
    """
    for field in fields_of(cls):
        if field.kind.is_inline:
            assert field.kind.cls is not None
            yield from _parts(field.kind.cls, f"{path}{field.name}.", with_presence)
        elif field.number:
            yield field.number, path + field.name, _field_put(field, cls, with_presence)


def _field_put(field: RecordField, owner: type[Any], with_presence: Classes) -> Put:
    kind, has_presence = field.kind, owner in with_presence
    if kind.has_presence is not None:
        has_presence = kind.has_presence
    match kind.scalar:
        case Scalar.RECORD:
            put = _record_put(field, with_presence)
        case Scalar.TEXT:
            put = _text_put(field, write_empty=has_presence or kind.is_optional or kind.is_list)
        case Scalar.REAL:
            return _real_put(field, write_empty=has_presence or kind.is_optional)
        case _:
            return _number_put(field, has_presence)
    if kind.is_list:
        # Records and texts can't be packed: each entry has its own tag.
        return lambda values: b"".join([put(value) for value in values])
    return (lambda value: b"" if value is None else put(value)) if kind.is_optional else put


def _record_put(field: RecordField, with_presence: Classes) -> Put:
    cls, number = field.kind.cls, field.number
    assert cls is not None
    write = writer_of(cls, with_presence)

    def put(value: Any) -> bytes:
        return message(number, write(record_of(value)))

    record_of = field.kind.record_of
    is_cached = is_named_tuple(cls) and not field.kind.is_uncached
    # Named tuples alone: games use them for the records that they make at every step.
    return functools.lru_cache(REMEMBERED)(put) if is_cached else put


def _text_put(field: RecordField, *, write_empty: bool) -> Put:
    number = field.number

    def put(text: str) -> bytes:
        return message(number, text.encode()) if text or write_empty else b""

    return functools.lru_cache(REMEMBERED)(put)


def _real_put(field: RecordField, *, write_empty: bool) -> Put:
    number, tag = field.number, varint(field.number << 3 | _FIXED_64)

    def put(value: float | None) -> bytes:
        body = b"" if value is None else struct.pack("<d", value)
        # By its bytes: -0.0 is not the default, though it equals 0.
        return tag + body if any(body) or (body and write_empty) else b""

    def put_list(values: list[float]) -> bytes:
        return message(number, struct.pack(f"<{len(values)}d", *values)) if values else b""

    return put_list if field.kind.is_list else put


def _number_put(field: RecordField, has_presence: bool) -> Put:
    """Return an encoder of a field of whole numbers, booleans or enums, all of which are numbers on the wire.

    `has_presence` says whether the field has explicit presence, so that 0 is written, too.
    """
    put = numbers_put(field, has_presence)
    if field.kind.is_number:
        return _choice_put(field.kind, put)
    number_of = _numbers_of(field.kind)
    if number_of is None:
        return (lambda values: put(tuple(values))) if field.kind.is_list else put
    if field.kind.is_list:
        return lambda values: put(tuple([number_of[value] for value in values]))
    return lambda value: b"" if value is None else put(number_of[value])


def _choice_put(kind: FieldKind, put: Put) -> Put:
    """Return an encoder of an enum field given by numbers, some of which may belong to no member.

    `put` encodes the wire numbers.
    """
    cls, absent = kind.cls, kind.absent
    assert cls is not None
    number_of = functools.partial(number_written, cls)
    if kind.is_list:
        return lambda values: put(tuple(map(number_of, values)))
    return lambda value: b"" if value is None or value == absent else put(number_of(value))


def _numbers_of(kind: FieldKind) -> Mapping[Any, int] | None:
    """Return the wire number for each value of an enum field; None for other fields."""
    if kind.scalar is not Scalar.CHOICE:
        return None
    assert kind.cls is not None
    members: type[enum.Enum] = kind.cls
    return {
        member.name.lower() if kind.is_text else member: wire_number(member) for member in members
    }


def numbers_put(field: RecordField, has_presence: bool = False) -> Put:
    """Return an encoder of a field whose value, or tuple of values, is given as wire numbers.

    An optional field gives no bytes for None, for the number that stands for absence, and for a
    number below its least value. `has_presence` says whether any other field has explicit presence,
    so that 0 is written, too.
    """
    kind, number = field.kind, field.number
    # sint32 and sint64 are zigzag on the wire, int32 is not: numbers below 0 would take ten bytes.
    is_signed = kind.low is not None and kind.low < 0 and not kind.is_int32
    if kind.is_list:

        def put_list(values: tuple[int, ...]) -> bytes:
            return ints_field(number, [*map(_zigzag, values)] if is_signed else values)

        return functools.lru_cache(REMEMBERED)(put_list)
    if kind.is_optional and not kind.is_implicit:
        low, absent = kind.low or 0, kind.absent

        def put_optional(value: int | None) -> bytes:
            if value is None or value == absent or (absent is None and value < low):
                return b""
            return present_int_field(number, _zigzag(value) if is_signed else value)

        return put_optional
    # Not cached here: `present_int_field` caches.
    put = present_int_field if has_presence and not kind.is_implicit else int_field
    if is_signed:
        return lambda value: put(number, _zigzag(value))
    return functools.partial(put, number)


def _zigzag(value: int) -> int:
    """Return the zigzag encoding of a number: 0, -1, 1, -2 become 0, 1, 2, 3."""
    return 2 * value if value >= 0 else -2 * value - 1
