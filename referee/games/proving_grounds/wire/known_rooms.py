"""Encodes rooms as a seat knows them, from rows of the module `rooms`.

When a room changes, its doors mostly stay the same, and its creatures and floor are often equal to
another room's (none). So the parts of a room are cached separately, without the room's number.
"""

from __future__ import annotations

import functools
import struct
from typing import NamedTuple

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.visibility.observation import Observation
from referee.games.proving_grounds.visibility.rooms import (
    HAS_TRAP,
    LEVEL,
    Shape,
    counts_of,
    creatures_of,
    doors_of,
    ends_of,
    floor_of,
    hoard_of,
)
from referee.games.proving_grounds.wire.observation import (
    CreatureCount,
    CreatureHp,
    FloorView,
    Hoard,
    KnownDoor,
    RoomView,
)
from referee.kit.records import fields_of
from referee.kit.wire.format import int_field, message, present_int_field
from referee.kit.wire.writer import part_writer

__all__ = ["put_room"]

_REMEMBERED = 1 << 14
"""Highest number of cached rooms, and of cached parts of each kind, of some 300 bytes each."""
_INT = struct.calcsize("=h")
_LEVEL = slice(_INT * LEVEL, _INT * (LEVEL + 1))
"""Slice of a row's bytes that holds the level of the seat's knowledge of the room."""
_BEFORE_TRAP = _INT * HAS_TRAP
_ROOMS = {field.name: field.number for field in fields_of(Observation)}["rooms"]
_NUMBERS = {field.name: field.number for field in fields_of(RoomView)}


@functools.lru_cache(_REMEMBERED)
def put_room(row: bytes, shape: Shape) -> bytes:
    """Return the encoded room, with its field number in an observation, from its row's bytes."""
    kinds, _, doors, _, floor, end = _places(shape)
    level = row[_LEVEL]
    # In the order of the fields, as the schema writes them: equal rooms must have equal bytes.
    return message(_ROOMS, b"".join([
        _first(row[:_BEFORE_TRAP]),
        _inhabitants(level, row[kinds:doors], shape),
        _doors(row[doors:floor], shape),
        _floor(level, row[floor:end], shape),
        _last(row[_BEFORE_TRAP:kinds]),
    ]))  # fmt: skip


@functools.lru_cache(_REMEMBERED)
def _first(part: bytes) -> bytes:
    room, level, explored, owner, creatures = _shorts(part)
    return b"".join([
        int_field(_NUMBERS["room"], room),
        int_field(_NUMBERS["level"], level),
        int_field(_NUMBERS["is_explored"], bool(explored)),
        _optional("owner", owner),
        _optional("has_creatures", creatures),
    ])  # fmt: skip


@functools.lru_cache(_REMEMBERED)
def _last(part: bytes) -> bytes:
    trap, tapped = _shorts(part)
    return _optional("has_trap", trap) + int_field(_NUMBERS["is_tapped"], tapped)


def _optional(name: str, value: int) -> bytes:
    return b"" if value == c.NONE else present_int_field(_NUMBERS[name], value)


@functools.cache
def _places(shape: Shape) -> tuple[int, ...]:
    """Return byte offsets of the parts of a row: kinds, hoard, doors, spikes, floor, end."""
    kinds, _, hoard, doors, spikes, floor, end = [_INT * place for place in ends_of(shape)]
    return kinds, hoard, doors, spikes, floor, end


class _Inhabitants(NamedTuple):
    """Fields of `RoomView` that describe creatures and their hoard; encoded and cached together."""

    counts: tuple[CreatureCount, ...]
    creatures: tuple[CreatureHp, ...]
    hoard: Hoard | None


class _Doors(NamedTuple):
    """Field of `RoomView` that lists the known doors; encoded and cached separately."""

    doors: tuple[KnownDoor, ...]


class _Floor(NamedTuple):
    """Field of `RoomView` that shows the floor; encoded and cached separately."""

    floor: FloorView | None


_PARTS = [RoomView._fields.index(name) for name in ("counts", "doors", "floor", "has_trap")]
_write_inhabitants = part_writer(RoomView, slice(_PARTS[0], _PARTS[1]))
_write_doors = part_writer(RoomView, slice(_PARTS[1], _PARTS[2]))
_write_floor = part_writer(RoomView, slice(_PARTS[2], _PARTS[3]))


@functools.lru_cache(_REMEMBERED)
def _inhabitants(known: bytes, part: bytes, shape: Shape) -> bytes:
    # The level is part of the key: at a lower one the same creatures show less.
    (level,), numbers, most = _shorts(known), _shorts(part), shape.creatures
    kinds, hp, hoard = numbers[:most], numbers[most : 2 * most], numbers[2 * most :]
    return _write_inhabitants(
        _Inhabitants(counts_of(kinds), creatures_of(level, kinds, hp), hoard_of(level, hoard))
    )


@functools.lru_cache(_REMEMBERED)
def _doors(part: bytes, shape: Shape) -> bytes:
    numbers, most = _shorts(part), shape.doors
    return _write_doors(_Doors(doors_of(numbers[:most], numbers[most:])))


@functools.lru_cache(_REMEMBERED)
def _floor(known: bytes, part: bytes, shape: Shape) -> bytes:
    (level,) = _shorts(known)
    return _write_floor(_Floor(floor_of(level, _shorts(part), shape.gems)))


def _shorts(part: bytes) -> tuple[int, ...]:
    # Native byte order without padding, which is what an array of int16 has.
    return struct.unpack(f"={len(part) // _INT}h", part)
