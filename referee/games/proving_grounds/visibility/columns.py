"""Observations of many matches' seats as columns, lists of rooms, heroes and offers included.

The columns are computed for all seats of all matches at once; `observe` computes the same numbers
for one match.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Bools
from referee.games.proving_grounds.rules.checked import open_boards
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import (
    ITEMS,
    MAX_LEVEL,
    MAX_SEATS,
    NUM_BOARDS,
    NUM_ITEMS,
    Board,
    Creature,
    HeroClass,
    Item,
    Stat,
)
from referee.games.proving_grounds.visibility.heroes import hero_rows_side_by_side
from referee.games.proving_grounds.visibility.matches import Matches
from referee.games.proving_grounds.visibility.observation import Observation, observe
from referee.games.proving_grounds.visibility.rooms import (
    COUNTED,
    DETAILED,
    FAMILIAR,
    HAS_CREATURES,
    HAS_TRAP,
    IS_TAPPED,
    LEVEL,
    Shape,
    ends_of,
    known_side_by_side,
)
from referee.kit.columns import Column, ColumnSet
from referee.kit.rollout.columns import RowColumn
from referee.kit.rollout.dtypes import Array

__all__ = ["SightColumns"]

_ABOUT_SIDE = "1 the seat that looks, 2 the next and so on; 0 nobody"
_CASTERS = (HeroClass.CLERIC, HeroClass.WIZARD)


class _Known(NamedTuple):
    """A column's values for rooms of which a seat knows more than is public.

    Other rooms get zeros.
    """

    at: tuple[Array, Array, Array]
    """Index arrays, int64[n] each: match, seat and room of each of the n values."""
    values: Array
    """[n, ...]: the values in the order of the index arrays."""


class SightColumns:
    """Computes what seats see as columns, for many matches at once. See `FurtherColumns`.

    Args:
        num_seats: Number of seats of a match.
        num_rooms: Number of rooms of the dungeon.
        max_heroes: Highest number of living heroes that a seat may have.
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
        """Greatest length of each list of the observation, by the list's name."""
        plain = {column.name for column in ColumnSet(Observation).columns}
        self._fields = ColumnSet(Observation, self.most)
        told = [column for column in self._fields.columns if column.name not in plain]
        small = np.dtype(np.int8)
        more = [
            Column("rooms.side", small, (num_rooms,), 0, MAX_SEATS, f"Owner: {_ABOUT_SIDE}"),
            Column("dots.side", small, (heroes,), 0, MAX_SEATS, f"Whose he is: {_ABOUT_SIDE}"),
        ]
        self.columns = tuple(RowColumn(column) for column in (*told, *more))
        """Columns of lists, which are added to those of the game's `Rows`; see `FurtherColumns`."""
        self.quicker = frozenset(plain)
        """Names of columns of the game's `Rows` that this class computes faster; see `FurtherColumns`."""
        self._by_name = {column.name: column for column in (*self._fields.columns, *more)}

    @property
    def all_columns(self) -> tuple[Column, ...]:
        """All columns that `values` computes."""
        return tuple(self._by_name.values())

    def values(
        self, states: Sequence[State], names: Sequence[str], matches: Matches | None = None
    ) -> dict[str, Array]:
        """Return the named columns, with axes of states and seats in front.

        See `FurtherColumns`.

        Args:
            states: States of matches, at least one; they stay unchanged.
            names: Column names, of `columns` or `quicker`.
            matches: The same matches side by side, if the caller has them; otherwise they are stacked.
        """
        parts = {name.partition(".")[0] for name in names}
        m, shape = matches or Matches(states), Shape.of(states[0])
        made = _heads(m, states[0])
        if "own" in parts:
            made |= self._own(m, shape)
        if "rooms" in parts:
            made |= self._rooms(m, shape)
        if "dots" in parts:
            made |= self._dots(m)
        if "offers" in parts:
            made |= self._offers(m, states)
        return {name: self._whole(name, made[name], len(states)) for name in names}

    def _whole(self, name: str, values: Any, num_rows: int) -> Array:
        """Return the array of the column `name` for all seats of `num_rows` matches.

        It is filled with zeros where `values` has no value.
        """
        column = self._by_name[name]
        array = np.zeros((num_rows, self._num_seats, *column.shape), column.dtype)
        if isinstance(values, _Known):
            filled: Any = (*values.at, *map(slice, values.values.shape[1:]))
            array[filled] = values.values
            return array
        given = np.asarray(values)
        places = given.shape[given.ndim - len(column.shape) :]
        filled = (..., *map(slice, places))
        array[filled] = given
        return array

    def _rooms(self, m: Matches, shape: Shape) -> dict[str, Any]:
        kinds, hp, hoard, doors, spikes, floor, _ = ends_of(shape)
        # Of most rooms a seat knows only what is public, so only the other rooms are computed (PG-6.1).
        match, seat, room, rows = known_side_by_side(m, shape)
        level, has_creatures, has_trap = (
            rows[:, each] for each in (LEVEL, HAS_CREATURES, HAS_TRAP)
        )
        creatures, left = rows[:, kinds:hp], rows[:, hp:hoard]
        living = creatures != c.NONE
        counts = np.stack([(creatures == kind).sum(axis=-1) for kind in Creature], axis=-1)
        ground, spiked = rows[:, doors:spikes], rows[:, spikes:floor]
        lying = rows[:, floor + 1 + shape.gems :]
        known: dict[str, Any] = {
            "level": level,
            "has_creatures.present": has_creatures != c.NONE,
            "has_creatures": np.maximum(has_creatures, 0),
            "has_trap.present": has_trap != c.NONE,
            "has_trap": np.maximum(has_trap, 0),
            "is_tapped": rows[:, IS_TAPPED],
        }
        # Numbers of creatures appear at level 2, each creature and the hoard at 3, the floor at 4 (PG-6.2). In rows
        # hidden facts are NONE or 0; in columns they must be 0, with `present` or `count` 0.
        is_counted = (level >= COUNTED)[:, np.newaxis]
        known |= _listed("counts", (counts > 0) & is_counted, number=counts)
        known["counts.creature"] = known.pop("counts.place")
        is_detailed, is_familiar = level >= DETAILED, level >= FAMILIAR
        both = living & is_detailed[:, np.newaxis]
        known |= _listed("creatures", both, creature=creatures, hp=left)
        known |= _goods("hoard", is_detailed, rows[:, hoard:doors])
        # Spikes are unknown until a side of the door is familiar: the door is listed, its spikes are absent (PG-6.3).
        is_known = spiked != c.NONE
        known |= _listed(
            "doors",
            ground != c.NONE,
            room=ground,
            **{"is_spiked.present": is_known, "is_spiked": spiked * is_known},
        )
        known |= _goods("floor", is_familiar, rows[:, floor : floor + 1 + shape.gems])
        items = (lying > 0) & is_familiar[:, np.newaxis]
        known |= _listed("floor.items", items, number=lying)
        known["floor.items.item"] = known.pop("floor.items.place")
        at = (match, seat, room)
        told = self._plain_rooms(m) | {name: _Known(at, each) for name, each in known.items()}
        return {f"rooms.{name}": values for name, values in told.items()}

    def _plain_rooms(self, m: Matches) -> dict[str, Any]:
        """Return, by name, the columns of rooms that everybody knows: exploration and ownership."""
        owner = m.rooms[:, np.newaxis, :, c.OWNER]
        seats = np.arange(self._num_seats)[:, np.newaxis]
        return {
            "count": self._num_rooms,
            "room": np.arange(self._num_rooms),
            "is_explored": m.rooms[:, np.newaxis, :, c.EXPLORED],
            "owner.present": owner != c.NONE,
            "owner": np.maximum(owner, 0),
            "side": np.where(owner == c.NONE, 0, 1 + (owner - seats) % self._num_seats),
        }

    def _dots(self, m: Matches) -> dict[str, Any]:
        """Return, by name, columns of the living heroes of all seats, ordered by seat and hero id."""
        number, seats = m.living.shape[:2]
        match, owner, hero = m.living.nonzero()
        rows = m.heroes[match, owner, hero]
        room = rows[:, c.ROOM]
        levels = m.levels[match[:, np.newaxis], np.arange(seats), room[:, np.newaxis]]
        is_known = (levels >= MAX_LEVEL) | (owner[:, np.newaxis] == np.arange(seats))
        is_known &= (m.match[match, c.PHASE] != c.SETUP)[:, np.newaxis]
        facts = np.column_stack([owner, hero, room, rows[:, c.CLASS], rows[:, c.HP], is_known])
        count = m.living.sum(axis=(1, 2))
        most = int(count.max(initial=0))
        place = np.arange(len(match)) - np.searchsorted(match, match)
        dots = np.zeros((number, 1, most, facts.shape[1]), np.int32)
        dots[match, 0, place] = facts
        own = np.arange(seats)[:, np.newaxis]
        is_there = np.arange(most) < count[:, np.newaxis, np.newaxis]
        # Facts are sorted by match, so `place` above counts heroes within a match. Dots differ by seat only in
        # class and hit points (PG-6.1): all else has an axis of one seat.
        knows = np.moveaxis(dots[:, 0, :, 5:], 2, 1)
        return {
            "dots.count": count[:, np.newaxis],
            "dots.hero.seat": dots[..., 0],
            "dots.side": (1 + (dots[..., 0] - own) % seats) * is_there,
            "dots.hero.hero": dots[..., 1],
            "dots.room": dots[..., 2],
            "dots.kind.present": knows,
            "dots.kind": dots[..., 3] * knows,
            "dots.hp.present": knows,
            "dots.hp": dots[..., 4] * knows,
        }

    def _own(self, m: Matches, shape: Shape) -> dict[str, Any]:
        told: dict[str, Any] = {"present": True, "seat": np.arange(self._num_seats)}
        told |= _listed("stash", m.stash > 0, number=m.stash)
        told["stash.item"] = told.pop("stash.place")
        told["vault.count"] = shape.gems
        told["vault"] = m.vault
        # Own heroes are listed by id without gaps, as `hero_rows_side_by_side` places them.
        counts = m.living.sum(axis=2)
        heroes = hero_rows_side_by_side(m)
        is_there = np.arange(heroes.shape[2]) < counts[..., np.newaxis]
        told["heroes.count"] = counts
        told |= {f"heroes.{name}": each for name, each in _heroes(heroes, is_there).items()}
        return {f"own.{name}": values for name, values in told.items()}

    def _offers(self, m: Matches, states: Sequence[State]) -> dict[str, Any]:
        """Return, by name, the columns of standing trade offers.

        Offers are rare, so they are read from observations one by one.
        """
        names = [name for name in self._by_name if name.startswith("offers.")]
        if not m.has_offers:
            return dict.fromkeys(names, 0)
        seats = range(self._num_seats)
        # Slow but exact: the same code as for one match, so that these columns cannot differ from it.
        seen = [one for state in states for one in observe(state, seats)]
        made: dict[str, Any] = {}
        for name in names:
            array = self._fields.array(name, seen)
            made[name] = array.reshape(len(states), self._num_seats, *array.shape[1:])
        return made


def _heads(m: Matches, state: State) -> dict[str, Any]:
    """Return, by name, the public columns, each with an axis of length 1 that stands for all seats.

    Args:
        m: The matches side by side.
        state: State of one of the matches, for shapes that are equal in all.
    """
    turn = m.match[:, [c.TURN]]
    made: dict[str, Any] = {
        "turn": turn,
        "num_seats": len(state.seats),
        "width": state.rules[c.WIDTH],
        "depth": state.rules[c.DEPTH],
        "num_kinds": state.vault.shape[1],
        "unexplored": (m.rooms[..., c.EXPLORED] == 0).sum(axis=1)[:, np.newaxis],
    }
    is_on = m.match[:, [c.PHASE]] != c.SETUP
    # At setup, in turn 0, no board is open: what is computed for it is removed by `is_on`.
    opened = [open_boards(one) for one in turn[:, 0].tolist()]
    made["open.count"] = len(opened[0]) * is_on
    made["open"] = np.array(opened)[:, np.newaxis] * is_on[..., np.newaxis]
    market, hires = m.market[:, np.newaxis], m.candidates[:, np.newaxis]
    made |= _listed("market", market != c.NONE, item=market)
    made["market.slot"] = made.pop("market.place")
    made |= _listed("candidates", hires[..., 0] != c.NONE, kind=hires[..., 0], stats=hires[..., 1:])
    made["candidates.candidate"] = made.pop("candidates.place")
    made |= _players(m)
    by_board = is_on[..., np.newaxis]
    made |= {
        "boards.count": NUM_BOARDS * is_on,
        "boards.board": np.array(list(map(int, Board))) * by_board,
        "boards.seats.count": np.full(NUM_BOARDS, len(state.seats)) * by_board,
        "boards.seats": m.boards[:, np.newaxis] * by_board[..., np.newaxis],
    }
    return made


def _players(m: Matches) -> dict[str, Any]:
    seats = np.arange(m.seats.shape[1])
    carried = (m.hero_gems.sum(axis=3) * m.living).sum(axis=2)
    owners = m.rooms[:, np.newaxis, :, c.OWNER]
    told = {
        "count": len(seats),
        "seat": seats,
        "gold": m.seats[:, np.newaxis, :, c.GOLD],
        "gems": (m.vault.sum(axis=2) + carried)[:, np.newaxis],
        "heroes": m.living.sum(axis=2)[:, np.newaxis],
        "rooms": (owners == seats[:, np.newaxis]).sum(axis=2)[:, np.newaxis],
    }
    return {f"players.{name}": values for name, values in told.items()}


def _heroes(rows: Array, is_there: Bools) -> dict[str, Any]:
    """Return, by name, the columns of a seat's own heroes.

    `rows` is int32[match, seat, hero, column] with rows of `hero_rows`; `is_there` says which of
    them hold a hero.
    """
    intelligence = rows[..., c.STATS + Stat.INT]
    stone = (rows[..., c.CHARM] == Item.MANA_STONE) * np.int32(ITEMS[Item.MANA_STONE].mana)
    has_mana = np.isin(rows[..., c.CLASS], _CASTERS) & is_there
    slots = rows[..., c.SLOTS : c.SPELLS]
    numbers = np.arange(NUM_ITEMS)
    holds = (slots[..., np.newaxis] == numbers).any(axis=-2)
    # Spells are a set of bits from KNOCK on; `maximum` only keeps the shift from being negative for other items.
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
    """Return columns of gold and gems, whose names begin with `name`; zeros where they are not known.

    `goods` has gold, then gems by kind, on its last axis.
    """
    gems = goods[..., 1:]
    return {
        f"{name}.present": is_known,
        f"{name}.gold": goods[..., 0] * is_known,
        f"{name}.gems.count": gems.shape[-1] * is_known,
        f"{name}.gems": gems * is_known[..., np.newaxis],
    }


def _listed(name: str, is_there: Bools, **parts: Array) -> dict[str, Any]:
    """Return entries as lists without gaps, as columns by name.

    The columns are the number of entries, the place that each entry had in `is_there`, and the values in `parts`.

    Args:
        name: Prefix of the names of the returned columns.
        is_there: bool[..., place]: whether each place holds an entry.
        parts: Values of the entries, keyed by the last part of the column's name; each has the
            axes of `is_there`, and may have further ones.
    """
    count = is_there.sum(axis=-1)
    entries = is_there.nonzero()
    most = int(count.max(initial=0))
    # `nonzero` yields entries list by list. So an entry's place in its list is its position less the number of
    # entries in all lists before.
    before = np.cumsum(count.reshape(-1)) - count.reshape(-1)
    place = np.arange(len(entries[-1])) - np.repeat(before, count.reshape(-1))
    made: dict[str, Any] = {f"{name}.count": count}
    put = functools.partial(_put, count.shape, most, (*entries[:-1], place))
    made[f"{name}.place"] = put(entries[-1])
    for part, values in parts.items():
        made[f"{name}.{part}"] = put(values[entries])
    return made


def _put(shape: tuple[int, ...], most: int, at: tuple[Array, ...], values: Array) -> Array:
    array = np.zeros((*shape, most, *values.shape[1:]), values.dtype)
    array[at] = values
    return array
