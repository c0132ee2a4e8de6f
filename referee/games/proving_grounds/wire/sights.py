"""Encoding of observations from their arrays of numbers.

The bytes of a message follow from the bytes of its row alone, and most rows are equal a turn later
or for another seat. So rooms, heroes and dots (public positions of heroes) are cached by the bytes
of their rows, in one cache for all matches; a match has no cache.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Shorts
from referee.games.proving_grounds.rules.heroes import Ref, max_hp_in, max_mana_in
from referee.games.proving_grounds.tables import HeroClass, Policy
from referee.games.proving_grounds.visibility.heroes import hero_of
from referee.games.proving_grounds.visibility.observation import Known, Observation, Public
from referee.games.proving_grounds.visibility.rooms import counted
from referee.games.proving_grounds.wire.known_rooms import put_room
from referee.games.proving_grounds.wire.observation import (
    Dot,
    HeroView,
    OfferView,
    Own,
    RoomView,
)
from referee.kit.enums import number_written
from referee.kit.records import fields_of
from referee.kit.wire.format import int_field, message
from referee.kit.wire.writer import numbers_put, part_writer, writer_of

__all__ = ["write_sight"]

_REMEMBERED = 1 << 14
"""Highest number of cached rows of each kind, of some 500 bytes each."""

_NUMBERS = {field.name: field.number for field in fields_of(Observation)}
_HEROES = {field.name: field.number for field in fields_of(Own)}["heroes"]
_write_public = part_writer(Observation, slice(Observation._fields.index("rooms")))
_write_own = part_writer(Own, slice(Own._fields.index("heroes")))
_write_room, _write_dot, _write_offer = writer_of(RoomView), writer_of(Dot), writer_of(OfferView)

_STATS, _OWN_GEMS, _GUARD, _LAST = map(
    HeroView._fields.index, ("stats", "gems", "guard", "arrival")
)
_write_likeness = part_writer(HeroView, slice(_STATS, _OWN_GEMS))
_put_gems = numbers_put(fields_of(HeroView)[_OWN_GEMS])
_put_guard = numbers_put(fields_of(HeroView)[_GUARD])
_POLICY = fields_of(HeroView)[_GUARD + 1].number
_FIRST_OF_HERO = [field.number for field in fields_of(HeroView)[:_STATS]]
_ARRIVAL = fields_of(HeroView)[_LAST].number

_GEMS = c.HERO_WIDTH + 1
"""First column of a hero's row that holds gems; the columns up to the end are gems by kind."""


def write_sight(seen: Observation) -> bytes:
    """Return the encoded message of an observation."""
    public, known = seen.public, seen.known
    # Public facts are the same for all seats and spectators of a turn: encode them once.
    if public.encoded is None:
        public.encoded = _write_public(public)
        public.encoded_rooms = list(itertools.starmap(_plain_room, public.plain_rooms))
        public.encoded_dots = [(_dot(*hero[:3]), _dot(*hero)) for hero in public.living]
    if known is None:
        dots = [dot for dot, _ in public.encoded_dots]
        return b"".join([public.encoded, *public.encoded_rooms, *dots])
    return b"".join([
        public.encoded,
        *_rooms(public, known),
        *[dots[is_known] for dots, is_known in zip(public.encoded_dots, known.dots, strict=True)],
        message(_NUMBERS["own"], _own(known)),
        *[message(_NUMBERS["offers"], _write_offer(offer)) for offer in known.offers],
    ])  # fmt: skip


def _rooms(public: Public, known: Known) -> list[bytes]:
    # A copy, for other seats use the public list; then replace the rooms of which this seat knows more.
    rooms = public.encoded_rooms.copy()
    for room, row in zip(known.rooms[:, 0].tolist(), _cut(known.rooms), strict=True):
        rooms[room] = put_room(row, known.shape)
    return rooms


def _own(known: Known) -> bytes:
    first = _own_first(known.seat, tuple(known.stash), tuple(known.vault))
    return b"".join([first, *map(_hero, known.heroes.tolist())])


def _cut(rows: Shorts) -> Sequence[bytes]:
    """Return the bytes of each row of an array."""
    data, width = rows.tobytes(), rows.itemsize * rows.shape[1]
    # `or 1`, since a range must not have the step 0 where rows have no columns.
    return [data[start : start + width] for start in range(0, len(data), width or 1)]


@functools.lru_cache(_REMEMBERED)
def _plain_room(room: int, explored: int, owner: int) -> bytes:
    view = RoomView(room, 0, bool(explored), None if owner == c.NONE else owner)
    return message(_NUMBERS["rooms"], _write_room(view))


@functools.lru_cache(_REMEMBERED)
def _dot(seat: int, hero: int, room: int, kind: int | None = None, hp: int | None = None) -> bytes:
    return message(_NUMBERS["dots"], _write_dot(Dot(Ref(seat, hero), room, kind, hp)))


@functools.lru_cache(_REMEMBERED)
def _own_first(seat: int, stash: tuple[int, ...], vault: tuple[int, ...]) -> bytes:
    return _write_own(Own(seat, counted(stash), vault, ()))


def _hero(row: list[int]) -> bytes:
    """Return an encoded hero, put together from four parts.

    Items and characteristics change seldom, room and hit points every turn, so the parts are cached
    separately.
    """
    max_hp, max_mana, likeness = _likeness(row[c.CLASS], tuple(row[c.STATS : c.GUARD]))
    return message(_HEROES, b"".join([
        _first_of_hero(row[c.HERO_WIDTH], *row[c.CLASS : c.MANA + 1], max_hp, max_mana),
        likeness,
        _put_gems(tuple(row[_GEMS:])),
        _last_of_hero(row[c.GUARD], row[c.POLICY], row[c.ARRIVAL]),
    ]))  # fmt: skip


@functools.lru_cache(_REMEMBERED)
def _first_of_hero(
    hero: int, kind: int, room: int, hp: int, mana: int, max_hp: int, max_mana: int
) -> bytes:
    told = (hero, number_written(HeroClass, kind), room, hp, max_hp, mana, max_mana)
    return b"".join(map(int_field, _FIRST_OF_HERO, told))


@functools.lru_cache(_REMEMBERED)
def _likeness(kind: int, columns: tuple[int, ...]) -> tuple[int, int, bytes]:
    """Return a hero's full hit points and Mana, and the encoded fields `stats` and `items`.

    They follow from his class and the columns from `STATS` to `SPELLS`.
    """
    # All other columns are 0: the fields that are taken from this row do not depend on them.
    row = [0] * (_GEMS + 1)
    row[c.CLASS], row[c.STATS : c.GUARD] = kind, columns
    return max_hp_in(row), max_mana_in(row), _write_likeness(hero_of(row))


@functools.lru_cache(_REMEMBERED)
def _last_of_hero(guard: int, policy: int, arrival: int) -> bytes:
    told = _put_guard(bool(guard)) + int_field(_POLICY, number_written(Policy, policy))
    return told + int_field(_ARRIVAL, arrival)
