"""Arrays of what the seats of several matches see, from which columns and lists of candidates are made."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools, Cells, Ints
from referee.games.dungeon_keeper.rules.board.faces import planes_of
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.visibility.fog import has_fog
from referee.games.dungeon_keeper.visibility.records import REMEMBERED, UNKNOWN
from referee.kit.rollout.dtypes import Array, Longs

__all__ = ["Matches", "SideBySide"]


class Matches:
    """Several matches of the same size and fog, with arrays of what their seats see.

    Without fog all seats see the same, and the axis of seats has length 1: see `num_sights`.
    """

    def __init__(self, states: Sequence[State], num_seats: int, size: int) -> None:
        self._states, self._num_seats, self._area = states, num_seats, size * size
        self.is_foggy = has_fog(states[0])
        """Whether the matches have fog of war, so that seats see only what is near."""
        self.num_sights = num_seats if self.is_foggy else 1
        """Number of different sights of a match: the number of seats under fog, else 1."""
        self.match = np.stack([state.match for state in states])
        """int32[match, column]: counters such as round and acting seat, as in `State.match`."""
        self.turn_order = np.stack([state.turn_order for state in states])
        """int8[match, place]: seats in the order of their turns."""
        self.seats = np.stack([state.seats for state in states])
        """int32[match, seat, column]: stocks, spells and other attributes of each seat, as in `State.seats`."""

    @classmethod
    def of_arrays(
        cls,
        rules: Ints,
        match: Ints,
        turn_order: Array,
        seats: Ints,
        units: Ints,
        items: Array,
        cells: Cells,
    ) -> Matches:
        """Return matches without fog whose arrays are side by side already; they are not copied.

        Args:
            rules: int32[column]: values of the config, the same for all matches.
            match: int32[match, column].
            turn_order: int8[match, place].
            seats: int32[match, seat, column].
            units: int32[match, unit, column].
            items: int16[match, item, column].
            cells: int8 or int16[match, plane, row, col].
        """
        made = cls.__new__(cls)
        made._num_seats, made._area = seats.shape[1], cells.shape[2] * cells.shape[3]
        made.is_foggy, made.num_sights = False, 1
        made.match, made.turn_order, made.seats = match, turn_order, seats
        # These would be made of states when they are first asked for.
        made.rules = np.broadcast_to(rules, (len(match), len(rules)))
        made.units, made.items = units, items
        made.board = cells.reshape(len(match), cells.shape[1], made._area)
        return made

    @functools.cached_property
    def rules(self) -> Ints:
        """int32[match, column]: values of the config, as in `State.rules`."""
        # Made when first asked for, as all below: most callers need only some of these arrays.
        return np.stack([state.rules for state in self._states])

    @functools.cached_property
    def units(self) -> Ints:
        """int32[match, unit, column]: units, with zeros behind the last row of a match."""
        return _side_by_side([state.units for state in self._states])

    @functools.cached_property
    def items(self) -> Array:
        """int16[match, item, column]: items, with zeros behind the last row of a match."""
        return _side_by_side([state.items for state in self._states])

    @functools.cached_property
    def board(self) -> Cells:
        """int8 or int16[match, plane, cell]: the real boards, whatever the seats see."""
        cells: Cells = np.stack([state.cells for state in self._states])
        return cells.reshape(*cells.shape[:2], -1)

    @functools.cached_property
    def planes(self) -> Cells:
        """int8 or int16[sight, plane, cell]: boards as the seats know them, match by match."""
        if not self.is_foggy:
            return self.board
        # All memories are unpacked in one call: each call passes over the parts of a face.
        memory = np.stack([state.memory for state in self._states])
        return planes_of(memory.reshape(-1, self._area), self._states[0].cells.shape[0])

    @functools.cached_property
    def sees_unit(self) -> Bools:
        """bool[match, sight, unit]: whether the unit lives and is in sight."""
        units = self.units[:, np.newaxis]
        living: Bools = units[..., c.ID] > 0
        if not self.is_foggy:
            return living
        seats = np.arange(self._num_seats)[:, np.newaxis]
        sees = (units[..., c.OWNER] == seats) | (units[..., c.CONTROLLER] == seats)
        vision = np.stack([state.vision for state in self._states])
        matches = np.arange(len(vision))[:, np.newaxis, np.newaxis]
        sees |= vision[matches, seats, units[..., c.ROW], units[..., c.COL]]
        # Rows without a unit have owner 0 and the cell 0, 0, so seat 0 would see them.
        both: Bools = sees & living
        return both

    @functools.cached_property
    def sees_item(self) -> Bools:
        """bool[match, sight, item]: whether the item lies on its cell, as far as the seat knows."""
        there = np.arange(self.items.shape[1]) < self.match[:, [c.NUM_ITEMS]]
        if not self.is_foggy:
            lying: Bools = there & (self.items[..., c.I_PLACE] == c.LYING)
            return lying[:, np.newaxis]
        known = np.zeros((len(self._states), self._num_seats, self.items.shape[1]), np.bool_)
        for place, state in enumerate(self._states):
            known[place, :, : state.item_memory.shape[1]] = state.item_memory
        known &= there[:, np.newaxis]
        return known

    def looks(self) -> Array:
        """Return [sight, cell]: how each cell looks to the seat, as an index into `LOOKS`."""
        terrain = self.planes[:, c.TERRAIN]
        if not self.is_foggy:
            return terrain
        vision = np.stack([state.vision for state in self._states])
        looks = np.where(vision.reshape(terrain.shape), terrain, terrain + REMEMBERED)
        # Last, since a cell never seen has got a sum of NO and REMEMBERED above.
        looks[terrain == c.NO] = UNKNOWN
        return looks

    def by_seat(self, values: Array) -> Array:
        """Return values[match * num_sights, ...] reshaped to [match, sight, ...]."""
        matches = len(values) // self.num_sights
        return values.reshape(matches, self.num_sights, *values.shape[1:])


@runtime_checkable
class SideBySide(Protocol):
    """Rows that have the arrays of all their matches side by side."""

    def side_by_side(self, rows: Longs) -> Matches:
        """Return the matches in some rows, int64[n] indices."""
        ...


def _side_by_side(tables: Sequence[Array]) -> Array:
    """Return tables of different lengths stacked in one array; zeros fill the shorter ones."""
    most = max(len(table) for table in tables)
    array = np.zeros((len(tables), most, tables[0].shape[1]), tables[0].dtype)
    for place, table in enumerate(tables):
        array[place, : len(table)] = table
    return array
