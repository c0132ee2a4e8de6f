"""Observation messages, written straight from the arrays of what a seat sees.

How each field is written follows from its declaration in `Observation`. Written parts are cached.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.visibility.observation import COUNTS, PLACES, Observation
from referee.games.dice_adventure.wire.events import texts_of
from referee.kit.flat import read_flat
from referee.kit.records import RecordField, Scalar, fields_of
from referee.kit.wire.format import message
from referee.kit.wire.writer import numbers_put, writer_of

__all__ = ["encode_observation"]

_DIGITS = bytes((ord("0") + value) % 256 for value in range(256))
"""Translation table for bytes: from 0, 1, 2 in `Sights.seen` to the digits on the wire."""
_REMEMBERED = 4096
_MAPS_REMEMBERED = 256

_Numbers: TypeAlias = tuple[int, ...]
_Put: TypeAlias = Callable[..., bytes]


def encode_observation(seen: Observation) -> bytes:
    """Return the Observation message of one seat."""
    # A tuple, since the functions below are cached by the numbers that they encode.
    numbers = tuple(seen.numbers())
    return b"".join([
        put(seen, numbers) if where is None else put(numbers[where]) for put, where in _PUTS
    ])  # fmt: skip


def _puts() -> Iterator[tuple[_Put, slice | None]]:
    """Yield a function for each group of fields, with the slice of numbers that it encodes.

    A function without a slice takes the observation and all of its numbers.
    """
    for scalar, group in itertools.groupby(_FIELDS, key=_scalar):
        fields = list(group)
        if scalar is Scalar.TEXT:
            yield _put_map, None
        elif scalar is Scalar.WHOLE:
            where = slice(PLACES[fields[0].name].start, PLACES[fields[-1].name].stop)
            yield _numbers_put(fields), where
        else:
            for field in fields:
                yield from _record_puts(field)


def _scalar(field: RecordField) -> Scalar:
    """Return the way in which a field of an observation is encoded.

    TEXT for a map, RECORD for records, WHOLE for all others; adjacent WHOLE fields are encoded
    together.
    """
    scalar = field.kind.scalar
    return scalar if scalar in (Scalar.TEXT, Scalar.RECORD) else Scalar.WHOLE


def _numbers_put(fields: Iterable[RecordField]) -> _Put:
    puts = [numbers_put(field) for field in fields]

    # Groups of numbers repeat: members of a party share level, round and phase, and matches run through the same
    # values.
    @functools.lru_cache(_REMEMBERED)
    def put(numbers: _Numbers) -> bytes:
        return b"".join([put(number) for put, number in zip(puts, numbers, strict=True)])

    return put


def _record_puts(field: RecordField) -> Iterator[tuple[_Put, slice | None]]:
    put = _record_put(field)
    if field.name not in PLACES:
        yield _list_put(field.name, put), None
        return
    place = PLACES[field.name]
    # A list of fixed length is written record by record: each of them is cached alone.
    width = (place.stop - place.start) // (field.kind.length or 1)
    for start in range(place.start, place.stop, width):
        yield put, slice(start, start + width)


def _record_put(field: RecordField) -> _Put:
    number, cls = field.number, field.kind.cls
    assert cls is not None
    write = writer_of(cls)

    @functools.lru_cache(_REMEMBERED)
    def put(numbers: _Numbers, codes: bytes = b"") -> bytes:
        record: Any = read_flat(cls, iter(numbers), texts_of(codes))
        return message(number, write(record))

    return put


def _list_put(name: str, put: _Put) -> _Put:
    count = COUNTS[name]

    def put_list(seen: Observation, numbers: _Numbers) -> bytes:
        if not numbers[count]:
            return b""
        # Part of the cache's key: the same numbers are other codes under another table of types.
        codes = seen.chars.tobytes()
        return b"".join([put(tuple(row), codes) for row in seen.rows(name, numbers)])

    return put_list


def _put_map(seen: Observation, numbers: _Numbers) -> bytes:
    # Both maps at once: `seen` follows `grid` on the wire, so the two fields are one group in `_puts`.
    cells, known = seen.cells("grid", numbers), seen.cells("seen", numbers)
    return _map(seen.chars.tobytes(), numbers[c.SEEN_WIDTH], cells.tobytes(), known.tobytes())


@functools.lru_cache(maxsize=_MAPS_REMEMBERED)
def _map(codes: bytes, width: int, cells: bytes, seen: bytes) -> bytes:
    """Return the encoded fields `grid`, then `seen`, of an observation.

    Args:
        codes: The bytes of `State.chars`: two characters for each content of a cell.
        width: Number of cells in a row of the level.
        cells: Content of each cell as the member remembers it, row by row.
        seen: 0 unexplored, 1 remembered or 2 in sight, for each cell.
    """
    digits = seen.translate(_DIGITS)
    starts = range(0, len(cells), width)
    rows = [_row_of_codes(codes, cells[start : start + width]) for start in starts]
    written = [message(_SEEN, digits[start : start + width]) for start in starts]
    return b"".join(rows + written)


@functools.lru_cache(maxsize=_REMEMBERED)
def _row_of_codes(codes: bytes, cells: bytes) -> bytes:
    return message(_GRID, b"".join([codes[2 * cell : 2 * cell + 2] for cell in cells]))


_FIELDS = fields_of(Observation)
_GRID, _SEEN = (field.number for field in _FIELDS if field.kind.scalar is Scalar.TEXT)
_PUTS = list(_puts())
