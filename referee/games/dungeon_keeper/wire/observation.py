"""Encoding of observations, from the rows of what a seat sees.

The message of a row depends on the row's bytes alone, and most rows do not change with an order. So
the messages of mines, buildings, items, units and seats are cached by the bytes of their rows, in
one cache for all matches; a match holds no cache.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from referee.games.dungeon_keeper.columns import Cells, Ints, Shorts
from referee.games.dungeon_keeper.visibility.entries import (
    building_of,
    item_of,
    mine_of,
    seat_of,
    unit_of,
)
from referee.games.dungeon_keeper.visibility.observation import Observation, SharedPart, cells_of
from referee.games.dungeon_keeper.visibility.records import (
    LOOKS,
    BuildingSeen,
    CellSeen,
    ItemSeen,
    MineSeen,
    SeatSeen,
    UnitSeen,
)
from referee.kit.records import fields_of
from referee.kit.wire.format import ints_field, message
from referee.kit.wire.writer import writer_of

__all__ = ["REMEMBERED_UNITS", "put_unit", "write_shared"]

REMEMBERED_UNITS = 1 << 15
"""Number of rows of units whose messages are cached, about 400 bytes each."""
_REMEMBERED = 1 << 12
"""Number of rows of each other kind whose messages are cached."""

_NUMBERS = {field.name: field.number for field in fields_of(Observation)}
_LOOK_BYTES = np.frombuffer(LOOKS.encode(), np.uint8)


def write_shared(shared: SharedPart) -> bytes:
    """Return the encoded fields of an observation that are equal for all seats that see the same."""
    size = shared.size
    return b"".join([
        ints_field(_NUMBERS["turn_order"], shared.turn_order),
        _board(shared.looks),
        *map(_mine, _cut(shared.mines)),
        *map(_building, _cut(shared.buildings)),
        *map(_item, _cut(shared.items)),
        *[message(_NUMBERS["cells"], _write_cell(cell)) for cell in cells_of(shared)],
        *[put_unit(row, size) for row in _cut(shared.units)],
        ints_field(_NUMBERS["gone_units"], shared.gone_units),
        *map(_seat, _cut(shared.seats)),
    ])  # fmt: skip


def _cut(rows: Shorts | Ints) -> Sequence[bytes]:
    """Return the bytes of each row of an array."""
    data, width = rows.tobytes(), rows.itemsize * rows.shape[1]
    # An empty table may have no columns, and a step of 0 is an error.
    return [data[start : start + width] for start in range(0, len(data), width or 1)]


def _board(looks: Cells) -> bytes:
    """Return the encoded field `rows` from the numbers of all cells' looks.

    It has, for each row of the board, tag, length and characters.
    """
    if not looks.size:
        return b""
    _, size = looks.shape
    # All rows have the same length, and so the same tag and length in front.
    head = np.frombuffer(message(_NUMBERS["rows"], bytes(size))[:-size], np.uint8)
    lines: npt.NDArray[np.uint8] = np.empty((len(looks), len(head) + size), np.uint8)
    lines[:, : len(head)] = head
    lines[:, len(head) :] = _LOOK_BYTES[looks]
    return lines.tobytes()


_write_mine, _write_building = writer_of(MineSeen), writer_of(BuildingSeen)
_write_item, _write_cell = writer_of(ItemSeen), writer_of(CellSeen)
_write_unit, _write_seat = writer_of(UnitSeen), writer_of(SeatSeen)


@functools.lru_cache(_REMEMBERED)
def _mine(row: bytes) -> bytes:
    return message(_NUMBERS["mines"], _write_mine(mine_of(_shorts(row))))


@functools.lru_cache(_REMEMBERED)
def _building(row: bytes) -> bytes:
    return message(_NUMBERS["buildings"], _write_building(building_of(_shorts(row))))


@functools.lru_cache(_REMEMBERED)
def _item(row: bytes) -> bytes:
    return message(_NUMBERS["items"], _write_item(item_of(_shorts(row))))


# The size belongs to the key, since a row has its capture cell as row * size + column.
@functools.lru_cache(REMEMBERED_UNITS)
def put_unit(row: bytes, size: int) -> bytes:
    """Return a unit's entry of an observation, encoded, with its field number.

    Args:
        row: Bytes of the unit's int32 columns.
        size: Rows and columns of the board.
    """
    return message(_NUMBERS["units"], _write_unit(unit_of(np.frombuffer(row, np.int32), size)))


@functools.lru_cache(_REMEMBERED)
def _seat(row: bytes) -> bytes:
    return message(_NUMBERS["seats"], _write_seat(seat_of(np.frombuffer(row, np.int32).tolist())))


def _shorts(row: bytes) -> list[int]:
    numbers: list[int] = np.frombuffer(row, np.int16).tolist()
    return numbers
