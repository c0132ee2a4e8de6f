"""Observations in bytes, written from the numbers that they are kept in.

What a row tells follows from its bytes alone, and most rows are the same again a turn later or for another
seat. So bytes of rooms, heroes and dots are remembered by those of their rows, for all matches together,
and a match holds nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Ints, Shorts
from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.sight.heroes import hero_of
from referee.games.proving_grounds.sight.observation import Known, Observation, Public
from referee.games.proving_grounds.sight.rooms import Shape, counted, room_of
from referee.games.proving_grounds.wire.observation import (
    Dot,
    HeroView,
    OfferView,
    Own,
    RoomView,
)
from referee.kit.records import fields_of
from referee.kit.wire.format import message
from referee.kit.wire.writer import part_writer, writer_of

__all__ = ["write_sight"]

_REMEMBERED = 1 << 14
"""Rows of a kind whose bytes are remembered, some 500 bytes each."""

_NUMBERS = {field.name: field.number for field in fields_of(Observation)}
_HEROES = {field.name: field.number for field in fields_of(Own)}["heroes"]
_write_public = part_writer(Observation, slice(Observation._fields.index("rooms")))
_write_own = part_writer(Own, slice(Own._fields.index("heroes")))
_write_room, _write_dot = writer_of(RoomView), writer_of(Dot)
_write_hero, _write_offer = writer_of(HeroView), writer_of(OfferView)


def write_sight(seen: Observation) -> bytes:
    """Return an observation's message."""
    public, known = seen.public, seen.known
    if public.encoded is None:
        public.encoded = _write_public(seen)
        public.encoded_rooms = [_plain_room(*room) for room in public.plain_rooms]
    if known is None:
        dots = [_dot(*hero[:3]) for hero in public.living]
        return b"".join([public.encoded, *public.encoded_rooms, *dots])
    return b"".join([
        public.encoded,
        *_rooms(public, known),
        *[
            _dot(*hero) if is_known else _dot(*hero[:3])
            for hero, is_known in zip(public.living, known.dots, strict=True)
        ],
        message(_NUMBERS["own"], _own(known)),
        *[message(_NUMBERS["offers"], _write_offer(offer)) for offer in known.offers],
    ])  # fmt: skip


def _rooms(public: Public, known: Known) -> list[bytes]:
    rooms = public.encoded_rooms.copy()
    for room, row in zip(known.rooms[:, 0].tolist(), _cut(known.rooms), strict=True):
        rooms[room] = _room(row, known.shape)
    return rooms


def _own(known: Known) -> bytes:
    first = _own_first(known.seat, tuple(known.stash), tuple(known.vault))
    return b"".join([first, *map(_hero, _cut(known.heroes))])


def _cut(rows: Shorts | Ints) -> Sequence[bytes]:
    """Return the bytes of each row."""
    data, width = rows.tobytes(), rows.itemsize * rows.shape[1]
    return [data[start : start + width] for start in range(0, len(data), width or 1)]


@functools.lru_cache(_REMEMBERED)
def _plain_room(room: int, explored: int, owner: int) -> bytes:
    view = RoomView(room, 0, bool(explored), None if owner == c.NONE else owner)
    return message(_NUMBERS["rooms"], _write_room(view))


@functools.lru_cache(_REMEMBERED)
def _room(row: bytes, shape: Shape) -> bytes:
    view = room_of(np.frombuffer(row, np.int16).tolist(), shape)
    return message(_NUMBERS["rooms"], _write_room(view))


@functools.lru_cache(_REMEMBERED)
def _dot(seat: int, hero: int, room: int, kind: int | None = None, hp: int | None = None) -> bytes:
    return message(_NUMBERS["dots"], _write_dot(Dot(Ref(seat, hero), room, kind, hp)))


@functools.lru_cache(_REMEMBERED)
def _own_first(seat: int, stash: tuple[int, ...], vault: tuple[int, ...]) -> bytes:
    return _write_own(Own(seat, counted(stash), vault, ()))


@functools.lru_cache(_REMEMBERED)
def _hero(row: bytes) -> bytes:
    return message(_HEROES, _write_hero(hero_of(np.frombuffer(row, np.int32).tolist())))
