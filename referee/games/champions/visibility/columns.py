"""Observations of many matches as columns, filled straight from the matches' arrays."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np

from referee.games.champions import columns as c
from referee.games.champions.state import State, board_of
from referee.games.champions.visibility.observation import Observation
from referee.games.champions.visibility.sights import (
    NUM_PARTS,
    PART_OF,
    STASHES,
    Sights,
    new_sights,
    see_all,
)
from referee.kit.columns import ColumnSet
from referee.kit.rollout.columns import RowColumn
from referee.kit.rollout.dtypes import Array, Bools, Longs

__all__ = ["COLUMNS", "SightColumns"]

_OF_MATCH = {"round": c.ROUND, "phase": c.PHASE, "size": c.SIZE, "stage_age": c.STAGE_AGE}
"""Names of observation columns that are the same for all seats, each with its column in
`State.match`.
"""
_OF_SEATS = {
    "seats.alive": c.ALIVE,
    "seats.row": c.ROW,
    "seats.col": c.COL,
    "seats.out_round": c.OUT_ROUND,
}
"""Names of observation columns about all seats that everybody sees, each with its column in
`State.seats`.
"""
_NUM_SEATS = "seats.count"
_OWN = {"me.kills": c.KILLS, "me.damage": c.DAMAGE}
"""Names of observation columns about the observing seat itself, each with its column in
`State.seats`.
"""
_IS_ME, _SEAT = "me.present", "me.seat"
_ARRAYS = {"me.champions.health": "health", "me.champions.slots.id": "slots"}
"""Names of observation columns that are whole arrays of the state, each with the array's name in
`State`.
"""
_LOOKED_FOR = {
    "me.champions.slots.kind": "held_kind",
    "me.stash.count": "num_stashed",
    "me.stash.id": "stash_item",
    "me.stash.kind": "stash_kind",
    "tile.present": "stands",
    "tile.tile_class": "tile_class",
    "tile.left": "left",
    "my_battles.count": "num_battles",
    "my_battles.battle": "battle",
    "my_battles.side_a": "side_a",
    "my_battles.side_b": "side_b",
    "report.present": "meets",
    "report.tile": "met_tile",
    "report.seats.count": "num_met",
    "report.seats.seat": "met_seat",
    "report.seats.health": "met_health",
    "report.battles.count": "num_fights",
    "report.battles.battle": "fight",
    "report.battles.side_a": "fight_a",
    "report.battles.side_b": "fight_b",
}
"""Names of observation columns whose values a match must be searched for, each with the name of the
array in `Sights` that holds them.
"""

_SHARED = {*_OF_MATCH, *_OF_SEATS, _NUM_SEATS}
COLUMNS = tuple(
    RowColumn(column, by_seat=column.name not in _SHARED)
    for column in ColumnSet(Observation).columns
)
"""All columns of an observation, in the order of its fields."""
_STASHES = [name for name, part in PART_OF.items() if part == STASHES]
_BY_NAME = {each.name: each for each in COLUMNS}


_MOST_KEPT = 2
"""Highest number of sets of stash arrays that are kept: the ones returned last, and the ones being
filled.
"""


class SightColumns:
    """Makes the observation columns of many matches, call after call.

    Arrays of stashes are large and nearly empty, and making new ones would cost more than filling
    them. So, when all matches are observed, they are returned read-only, and reused once no caller
    holds them any more.

    Args:
        num_rows: Number of matches.
        num_seats: Number of seats in each match.
    """

    def __init__(self, num_rows: int, num_seats: int) -> None:
        self._num_rows, self._num_seats = num_rows, num_seats
        self._kept: list[list[Array]] = []

    def look(self, state: State, rows: Longs | None, names: Sequence[str]) -> dict[str, Array]:
        """Return the named columns, by name.

        Args:
            state: Arrays of all matches.
            rows: int64[n]: indices of the matches to observe; None for all.
            names: Names of columns; names that are not in `COLUMNS` are ignored.
        """
        chosen = np.arange(self._num_rows) if rows is None else rows
        wanted = np.zeros(NUM_PARTS, np.bool_)
        # A search costs more than a copy, so only parts of which a column was asked for are
        # searched.
        wanted[[PART_OF[_LOOKED_FOR[name]] for name in names if name in _LOOKED_FOR]] = True
        sights = self._blank(len(chosen), wanted, is_of_all=rows is None)
        if wanted.any():
            see_all(board_of(state), chosen, wanted, sights)
        places = slice(None) if rows is None else rows
        columns: dict[str, Array] = {}
        for name in names:
            if name in _LOOKED_FOR:
                columns[name] = self._read_only(_LOOKED_FOR[name], sights)
            elif name in _BY_NAME:
                columns[name] = self._filled(_BY_NAME[name], state, places, len(chosen))
        return columns

    def _blank(self, num_rows: int, wanted: Bools, *, is_of_all: bool) -> Sights:
        if not (is_of_all and wanted[STASHES]):
            return new_sights(num_rows, self._num_seats, wanted)
        # Only for all matches at once: arrays for a few rows are small enough to be made each time.
        but_stashes = wanted.copy()
        but_stashes[STASHES] = False
        sights = new_sights(num_rows, self._num_seats, but_stashes)
        return sights._replace(**dict(zip(_STASHES, self._free_stashes(), strict=True)))

    def _free_stashes(self) -> list[Array]:
        """Return arrays of stashes that no caller holds, reused or new."""
        for kept in self._kept:
            # Each is held by the list, by the loop, and by what counts.
            if all(sys.getrefcount(array) <= 3 for array in kept):
                return kept
        only = np.arange(NUM_PARTS) == STASHES
        sights = new_sights(self._num_rows, self._num_seats, only)
        made = [getattr(sights, name) for name in _STASHES]
        # The oldest set is dropped from the list, not freed: its holder may go on reading it.
        self._kept = [*self._kept[1 - _MOST_KEPT :], made]
        return made

    def _read_only(self, name: str, sights: Sights) -> Array:
        array: Array = getattr(sights, name)
        if name in _STASHES:
            array = array.view()
            # What a caller wrote into it would show in the next observation, since the array is
            # used again.
            array.flags.writeable = False
        return array

    def _filled(self, each: RowColumn, state: State, rows: Longs | slice, num_rows: int) -> Array:
        """Return the values of an observation column that needs no search of the matches, as a new array.

        Args:
            each: The column.
            state: Arrays of all matches.
            rows: int64[n]: indices of the matches to observe; or a slice of all.
            num_rows: Number of these matches.
        """
        name = each.name
        array = np.zeros(each.shape(num_rows, self._num_seats), each.column.dtype)
        if name in _OF_MATCH:
            array[:] = state.match[rows, _OF_MATCH[name]]
        elif name in _OF_SEATS:
            array[:, : self._num_seats] = state.seats[rows, :, _OF_SEATS[name]]
        elif name in _OWN:
            array[:] = state.seats[rows, :, _OWN[name]]
        elif name in _ARRAYS:
            array[:] = getattr(state, _ARRAYS[name])[rows]
        elif name == _NUM_SEATS:
            array[:] = self._num_seats
        elif name == _SEAT:
            array[:] = np.arange(self._num_seats)
        else:
            assert name == _IS_ME
            array[:] = True
        return array
