"""What seats of many matches see, as columns: those of the observation, straight from arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.games.champions import columns as c
from referee.games.champions.sight.sights import NUM_PARTS, PART_OF, Sights, new_sights, see_all
from referee.games.champions.state import State, board_of
from referee.games.champions.wire.records import Observation
from referee.kit.columns import ColumnSet
from referee.kit.rollout.rows import Array, Longs, RowColumn

__all__ = ["COLUMNS", "SightColumns"]

_OF_MATCH = {"round": c.ROUND, "phase": c.PHASE, "size": c.SIZE, "stage_age": c.STAGE_AGE}
"""Columns that are the same for all seats, and where they are in a match."""
_OF_SEATS = {
    "seats.alive": c.ALIVE,
    "seats.row": c.ROW,
    "seats.col": c.COL,
    "seats.out_round": c.OUT_ROUND,
}
"""Columns of all seats that everybody sees, and where they are in a seat's row."""
_NUM_SEATS = "seats.count"
_OWN = {"me.kills": c.KILLS, "me.damage": c.DAMAGE}
"""Columns that a seat sees of itself, likewise."""
_IS_ME, _SEAT = "me.present", "me.seat"
_ARRAYS = {"me.champions.health": "health", "me.champions.slots.id": "slots"}
"""Columns that are arrays of the state."""
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
"""Columns that have to be looked for, and their arrays among `Sights`."""

_SHARED = {*_OF_MATCH, *_OF_SEATS, _NUM_SEATS}
COLUMNS = tuple(
    RowColumn(column, by_seat=column.name not in _SHARED)
    for column in ColumnSet(Observation).columns
)
"""All of them, in the order of the fields."""
_BY_NAME = {each.name: each for each in COLUMNS}


class SightColumns:
    """What is seen of some matches at a moment.

    Args:
        state: Matches side by side.
        rows: int64[n]: which of them.
        names: Columns that will be read.
    """

    def __init__(self, state: State, rows: Longs, names: Sequence[str]) -> None:
        self._state, self._rows = state, rows
        self._num_seats: int = state.seats.shape[1]
        wanted = np.zeros(NUM_PARTS, np.bool_)
        wanted[[PART_OF[_LOOKED_FOR[name]] for name in names if name in _LOOKED_FOR]] = True
        self._sights: Sights = new_sights(len(rows), self._num_seats, wanted)
        if wanted.any():
            see_all(board_of(state), rows, wanted, self._sights)

    def array(self, name: str) -> Array:
        """Return one column, which is one of `names`."""
        if name in _LOOKED_FOR:
            found: Array = getattr(self._sights, _LOOKED_FOR[name])
            return found
        each = _BY_NAME[name]
        array = np.zeros(each.shape(len(self._rows), self._num_seats), each.column.dtype)
        self._fill(name, array)
        return array

    def _fill(self, name: str, array: Array) -> None:
        state, rows = self._state, self._rows
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
