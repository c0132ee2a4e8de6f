"""What seats of many matches see, as columns: rooms, heroes and offers beside what has bounds of its own.

They are made of the numbers that observations are kept in, which are found for all seats of a match at once;
the columns are then filled for all matches together.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Bools
from referee.games.proving_grounds.sight.observation import Known, Observation, Public, observe
from referee.games.proving_grounds.sight.rooms import (
    COUNTED,
    DETAILED,
    FAMILIAR,
    HAS_CREATURES,
    HAS_TRAP,
    IS_EXPLORED,
    IS_TAPPED,
    LEVEL,
    NUM_FIRST,
    OWNER,
    ROOM,
    Shape,
    ends_of,
)
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import (
    ITEMS,
    MAX_SEATS,
    NUM_BOARDS,
    NUM_ITEMS,
    Board,
    Creature,
    HeroClass,
    Item,
    Stat,
)
from referee.kit.columns import Column, ColumnSet
from referee.kit.rollout.rows import Array, RowColumn

__all__ = ["SightColumns"]

_ABOUT_SIDE = "1 the seat that looks, 2 the next and so on; 0 nobody"
_CASTERS = (HeroClass.CLERIC, HeroClass.WIZARD)


class SightColumns:
    """Makes columns of what seats see. See `FurtherColumns`.

    Args:
        num_seats: Seats of a match.
        num_rooms: Rooms of the dungeon.
        max_heroes: Living heroes that a seat may have.
    """

    def __init__(self, num_seats: int, num_rooms: int, max_heroes: int) -> None:
        self._num_seats, self._num_rooms = num_seats, num_rooms
        heroes = num_seats * max_heroes
        self.most = {
            "rooms": num_rooms,
            "dots": heroes,
            "own.heroes": max_heroes,
            "offers": heroes,
        }
        """See `FurtherColumns`."""
        plain = {column.name for column in ColumnSet(Observation).columns}
        self._fields = ColumnSet(Observation, self.most)
        told = [column for column in self._fields.columns if column.name not in plain]
        small = np.dtype(np.int8)
        more = [
            Column("rooms.side", small, (num_rooms,), 0, MAX_SEATS, f"Owner: {_ABOUT_SIDE}"),
            Column("dots.side", small, (heroes,), 0, MAX_SEATS, f"Whose he is: {_ABOUT_SIDE}"),
        ]
        self.columns = tuple(RowColumn(column) for column in (*told, *more))
        """See `FurtherColumns`."""
        self.quicker = frozenset(plain)
        """See `FurtherColumns`."""
        self._by_name = {column.name: column for column in (*self._fields.columns, *more)}

    def values(self, states: Sequence[State], names: Sequence[str]) -> dict[str, Array]:
        """See `FurtherColumns`."""
        seen = [observe(state, range(self._num_seats)) for state in states]
        parts = {name.partition(".")[0] for name in names}
        public = [each[0].public for each in seen]
        known = [one.known for each in seen for one in each if one.known is not None]
        shape = Shape.of(states[0])
        made = _heads(public)
        if "own" in parts:
            made |= self._own(known, shape)
        if "rooms" in parts:
            made |= self._rooms(public, known, shape)
        if "dots" in parts:
            made |= self._dots(public, known)
        if "offers" in parts:
            made |= self._offers([one for each in seen for one in each])
        return {name: self._whole(name, made[name], len(states)) for name in names}

    def _whole(self, name: str, values: Any, num_rows: int) -> Array:
        """Return an array of a column; what has fewer places is filled up with zeros."""
        column = self._by_name[name]
        array = np.zeros((num_rows, self._num_seats, *column.shape), column.dtype)
        given = np.asarray(values)
        places = given.shape[given.ndim - len(column.shape) :]
        filled: Any = (..., *map(slice, places))
        array[filled] = given
        return array

    def _by_seat(self, values: Array) -> Array:
        """Return values of seats, match by match, with axes of both."""
        matches = len(values) // self._num_seats
        return values.reshape(matches, self._num_seats, *values.shape[1:])

    def _rooms(
        self, public: Sequence[Public], known: Sequence[Known], shape: Shape
    ) -> dict[str, Any]:
        kinds, hp, hoard, doors, spikes, floor, end = ends_of(shape)
        rows = np.zeros((len(public), self._num_seats, self._num_rooms, end), np.int16)
        rows[..., [HAS_CREATURES, HAS_TRAP]] = c.NONE
        rows[..., kinds:hp] = rows[..., doors:floor] = c.NONE
        plain = np.array([each.plain_rooms for each in public], np.int16)[:, np.newaxis]
        for column, place in ((ROOM, 0), (IS_EXPLORED, 1), (OWNER, 2)):
            rows[..., column] = plain[..., place]
        self._put_known(rows, known)
        first = {place: rows[..., place] for place in range(NUM_FIRST)}
        level, owner = first[LEVEL], first[OWNER]
        creatures, left = rows[..., kinds:hp], rows[..., hp:hoard]
        living = creatures != c.NONE
        counts = np.stack([(creatures == kind).sum(axis=-1) for kind in Creature], axis=-1)
        ground, spiked = rows[..., doors:spikes], rows[..., spikes:floor]
        lying = rows[..., floor + 1 + shape.gems :]
        seats = np.arange(self._num_seats)[:, np.newaxis]
        told: dict[str, Any] = {
            "count": self._num_rooms,
            "room": first[ROOM],
            "level": level,
            "is_explored": first[IS_EXPLORED],
            "owner.present": owner != c.NONE,
            "owner": np.maximum(owner, 0),
            "side": np.where(owner == c.NONE, 0, 1 + (owner - seats) % self._num_seats),
            "has_creatures.present": first[HAS_CREATURES] != c.NONE,
            "has_creatures": np.maximum(first[HAS_CREATURES], 0),
            "has_trap.present": first[HAS_TRAP] != c.NONE,
            "has_trap": np.maximum(first[HAS_TRAP], 0),
            "is_tapped": first[IS_TAPPED],
        }
        told |= _listed("counts", (counts > 0) & (level >= COUNTED)[..., np.newaxis], number=counts)
        told["counts.creature"] = told.pop("counts.place")
        is_detailed, is_familiar = level >= DETAILED, level >= FAMILIAR
        both = living & is_detailed[..., np.newaxis]
        told |= _listed("creatures", both, creature=creatures, hp=left)
        told |= _goods("hoard", is_detailed, rows[..., hoard:doors])
        is_known = spiked != c.NONE
        told |= _listed(
            "doors",
            ground != c.NONE,
            room=ground,
            **{"is_spiked.present": is_known, "is_spiked": spiked * is_known},
        )
        told |= _goods("floor", is_familiar, rows[..., floor : floor + 1 + shape.gems])
        items = (lying > 0) & is_familiar[..., np.newaxis]
        told |= _listed("floor.items", items, number=lying)
        told["floor.items.item"] = told.pop("floor.items.place")
        return {f"rooms.{name}": values for name, values in told.items()}

    def _put_known(self, rows: Array, known: Sequence[Known]) -> None:
        """Write what seats know beyond what everybody does over it."""
        end = rows.shape[-1]
        entries = [(place, each.rooms) for place, each in enumerate(known) if len(each.rooms)]
        if not entries:
            return
        facts = np.concatenate([each for _, each in entries])
        at = np.repeat([place for place, _ in entries], [len(each) for _, each in entries])
        rows.reshape(-1, self._num_rooms, end)[at, facts[:, ROOM]] = facts

    def _dots(self, public: Sequence[Public], known: Sequence[Known]) -> dict[str, Any]:
        """Return living heroes of all seats, by seat and hero."""
        count = np.array([len(each.living) for each in public])
        most = int(count.max(initial=0))
        heroes = np.zeros((len(public), 1, most, 5), np.int32)
        is_known = np.zeros((len(public), self._num_seats, most), np.bool_)
        for place, each in enumerate(public):
            heroes[place, 0, : len(each.living)] = np.array(each.living).reshape(-1, 5)
        for place, one in enumerate(known):
            match, seat = divmod(place, self._num_seats)
            is_known[match, seat, : len(one.dots)] = one.dots
        is_there = np.arange(most) < count[:, np.newaxis, np.newaxis]
        owners = heroes[..., 0]
        seats = np.arange(self._num_seats)[:, np.newaxis]
        return {
            "dots.count": count[:, np.newaxis],
            "dots.hero.seat": owners,
            "dots.side": (1 + (owners - seats) % self._num_seats) * is_there,
            "dots.hero.hero": heroes[..., 1],
            "dots.room": heroes[..., 2],
            "dots.kind.present": is_known,
            "dots.kind": heroes[..., 3] * is_known,
            "dots.hp.present": is_known,
            "dots.hp": heroes[..., 4] * is_known,
        }

    def _own(self, known: Sequence[Known], shape: Shape) -> dict[str, Any]:
        stash = self._by_seat(np.array([each.stash for each in known]))
        told: dict[str, Any] = {"present": True, "seat": np.arange(self._num_seats)}
        told |= _listed("stash", stash > 0, number=stash)
        told["stash.item"] = told.pop("stash.place")
        told["vault.count"] = shape.gems
        told["vault"] = self._by_seat(np.array([each.vault for each in known]))
        counts = np.array([len(each.heroes) for each in known])
        most = int(counts.max(initial=0))
        rows = np.zeros((len(known), most, c.HERO_WIDTH + 1 + shape.gems), np.int32)
        for place, each in enumerate(known):
            rows[place, : len(each.heroes)] = each.heroes
        is_there = self._by_seat(np.arange(most) < counts[:, np.newaxis])
        heroes = self._by_seat(rows)
        told["heroes.count"] = self._by_seat(counts)
        told |= {f"heroes.{name}": each for name, each in _heroes(heroes, is_there).items()}
        return {f"own.{name}": values for name, values in told.items()}

    def _offers(self, seen: Sequence[Observation]) -> dict[str, Any]:
        """Return standing offers, which are rare."""
        names = [name for name in self._by_name if name.startswith("offers.")]
        if not any(one.offers for one in seen):
            return dict.fromkeys(names, 0)
        return {name: self._by_seat(self._fields.array(name, seen)) for name in names}


def _heads(public: Sequence[Public]) -> dict[str, Any]:
    """Return what everybody knows, with an axis of one seat."""
    made: dict[str, Any] = {}
    for name in ("turn", "num_seats", "width", "depth", "num_kinds", "unexplored"):
        made[name] = np.array([[getattr(each, name)] for each in public])
    made |= _tuples("open", [[(board,) for board in each.open] for each in public], ("",))
    made |= _tuples("market", [each.market for each in public], (".slot", ".item"))
    hires = [[(one.candidate, one.kind, *one.stats) for one in each.candidates] for each in public]
    stats = len(Stat)
    made |= _tuples("candidates", hires, (".candidate", ".kind", (".stats", stats)))
    about = (".seat", ".gold", ".gems", ".heroes", ".rooms")
    made |= _tuples("players", [each.players for each in public], about)
    made |= _boards(public)
    return made


def _tuples(
    name: str, lists: Sequence[Sequence[Iterable[int]]], parts: Sequence[str | tuple[str, int]]
) -> dict[str, Any]:
    """Return lists of tuples as columns; a part with a number has as many numbers in each tuple."""
    wide = [(part, 0) if isinstance(part, str) else part for part in parts]
    width = sum(number or 1 for _, number in wide)
    counts = np.array([len(each) for each in lists])
    table = np.zeros((len(lists), 1, int(counts.max(initial=0)), width), np.int32)
    for place, each in enumerate(lists):
        if each:
            table[place, 0, : len(each)] = list(map(tuple, each))
    made: dict[str, Any] = {f"{name}.count": counts[:, np.newaxis]}
    first = 0
    for part, number in wide:
        made[name + part] = table[..., first : first + number] if number else table[..., first]
        first += number or 1
    return made


def _boards(public: Sequence[Public]) -> dict[str, Any]:
    num_seats = public[0].num_seats
    is_there = np.array([[len(each.boards) > 0] for each in public])
    orders = np.zeros((len(public), 1, NUM_BOARDS, num_seats), np.int8)
    for place, each in enumerate(public):
        if each.boards:
            orders[place, 0] = [board.seats for board in each.boards]
    by_board = is_there[..., np.newaxis]
    return {
        "boards.count": NUM_BOARDS * is_there,
        "boards.board": np.array(list(map(int, Board))) * by_board,
        "boards.seats.count": np.full(NUM_BOARDS, num_seats) * by_board,
        "boards.seats": orders,
    }


def _heroes(rows: Array, is_there: Bools) -> dict[str, Any]:
    """Return columns of a seat's own heroes: of int32[match, seat, hero, column], rows of `hero_rows`."""
    intelligence = rows[..., c.STATS + Stat.INT]
    stone = (rows[..., c.CHARM] == Item.MANA_STONE) * np.int32(ITEMS[Item.MANA_STONE].mana)
    has_mana = np.isin(rows[..., c.CLASS], _CASTERS) & is_there
    slots = rows[..., c.SLOTS : c.SPELLS]
    numbers = np.arange(NUM_ITEMS)
    holds = (slots[..., np.newaxis] == numbers).any(axis=-2)
    spells = rows[..., c.SPELLS, np.newaxis] >> np.maximum(numbers - Item.KNOCK, 0) & 1
    holds |= (spells != 0) & (numbers >= Item.KNOCK)
    items = _listed("items", holds & is_there[..., np.newaxis])
    gems = rows[..., c.HERO_WIDTH + 1 :]
    return {
        "hero": rows[..., c.HERO_WIDTH],
        "kind": rows[..., c.CLASS],
        "room": rows[..., c.ROOM],
        "hp": rows[..., c.HP],
        "max_hp": 2 * rows[..., c.STATS + Stat.CON],
        "mana": rows[..., c.MANA],
        "max_mana": (intelligence + stone) * has_mana,
        "stats": rows[..., c.STATS : c.SLOTS],
        "items.count": items["items.count"],
        "items": items["items.place"],
        "gems.count": gems.shape[-1] * is_there,
        "gems": gems,
        "guard": rows[..., c.GUARD],
        "policy": rows[..., c.POLICY],
        "arrival": rows[..., c.ARRIVAL],
    }


def _goods(name: str, is_known: Bools, goods: Array) -> dict[str, Any]:
    """Return gold and gems, which rows have next to each other."""
    gems = goods[..., 1:]
    return {
        f"{name}.present": is_known,
        f"{name}.gold": goods[..., 0] * is_known,
        f"{name}.gems.count": gems.shape[-1] * is_known,
        f"{name}.gems": gems * is_known[..., np.newaxis],
    }


def _listed(name: str, is_there: Bools, **parts: Array) -> dict[str, Any]:
    """Return what is there as a list without gaps: how many, their places, and parts of them.

    Args:
        name: What the columns' names begin with.
        is_there: bool[..., place].
        parts: Arrays of the same shape, by the ends of the names.
    """
    count = is_there.sum(axis=-1)
    entries = is_there.nonzero()
    most = int(count.max(initial=0))
    # They come entry by entry, so that each has as many before it as there are in lists before its own.
    before = np.cumsum(count.reshape(-1)) - count.reshape(-1)
    place = np.arange(len(entries[-1])) - np.repeat(before, count.reshape(-1))
    made: dict[str, Any] = {f"{name}.count": count}
    put = functools.partial(_put, count.shape, most, (*entries[:-1], place))
    made[f"{name}.place"] = put(entries[-1])
    for part, values in parts.items():
        made[f"{name}.{part}"] = put(values[entries])
    return made


def _put(shape: tuple[int, ...], most: int, at: tuple[Array, ...], values: Array) -> Array:
    array = np.zeros((*shape, most), values.dtype)
    array[at] = values
    return array
