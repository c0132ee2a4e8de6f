"""What a seat has in sight, as arrays, and the rows that its observation takes from them.

All rows are copies, which do not change while the match goes on.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools, Cells, Ints, Places, Shorts
from referee.games.dungeon_keeper.rules.board.faces import Faces, own_planes, planes_of, terrain_of
from referee.games.dungeon_keeper.rules.scoring import scores_of
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.visibility.fog import has_fog
from referee.games.dungeon_keeper.visibility.records import REMEMBERED, UNKNOWN

__all__ = [
    "Visible",
    "building_rows",
    "cell_rows",
    "item_rows",
    "mine_rows",
    "open_seat_rows",
    "planes_known",
    "seat_rows",
    "unit_rows",
    "visible_to",
    "whole_board",
]

_SEEN_OF_OTHERS = [c.ALIVE, c.SERIAL, c.ELIMINATED_ORDER, c.ALLIES]
"""Columns of a seat that others see under fog."""


@dataclasses.dataclass(slots=True)
class Visible:
    """What of a match one seat sees or remembers; its arrays may be the state's own."""

    known: Cells | Faces
    """int8 or int16[plane, row, col]: the board as it is known; under fog uint32[row, col]: faces of its cells."""
    num_planes: int
    """How many planes the board has."""
    looks: Cells
    """int8 or int16[row, col]: places in `LOOKS`."""
    units: Ints
    """int32[unit, column]: all units, of which only `seen` are seen."""
    seen: Bools
    """bool[unit]: those that are."""
    items: Bools
    """bool[item]: items that lie about as far as is known."""

    def planes(self, cells: Places) -> Cells:
        """Return int8 or int16[plane, cell]: the planes of some cells, given as row * size + column."""
        return planes_known(self.known, cells, self.num_planes)


def visible_to(state: State, seat: int) -> Visible:
    """Return what a seat sees and remembers (DK-6.20); all of the board without fog."""
    if not has_fog(state):
        return whole_board(state)
    known, in_sight, units = state.memory[seat], state.vision[seat], state.units
    terrain = terrain_of(known)
    looks = np.where(in_sight, terrain, terrain + REMEMBERED)
    looks[terrain == c.NO] = UNKNOWN
    is_seen = (units[:, c.OWNER] == seat) | (units[:, c.CONTROLLER] == seat)
    is_seen |= in_sight[units[:, c.ROW], units[:, c.COL]]
    # Rows without a unit stand at 0, 0, which may be in sight.
    is_seen &= units[:, c.ID] > 0
    items = state.item_memory[seat, : state.match.item(c.NUM_ITEMS)]
    return Visible(known, len(state.cells), looks, units, is_seen, items)


def whole_board(state: State) -> Visible:
    """Return all that there is."""
    lying = state.items[: state.match.item(c.NUM_ITEMS), c.I_PLACE] == c.LYING
    living = state.units[:, c.ID] > 0
    cells = state.cells
    return Visible(cells, len(cells), cells[c.TERRAIN], state.units, living, lying)


def planes_known(known: Cells | Faces, cells: Places, num_planes: int) -> Cells:
    """Return int8 or int16[plane, cell]: planes of some cells of a board that is kept like `Visible.known`."""
    if known.dtype == np.uint32:
        faces: Any = known.reshape(1, -1)[:, cells]
        return planes_of(faces, num_planes).reshape(num_planes, -1)
    planes: Any = known.reshape(num_planes, -1)[:, cells]
    return np.asarray(planes)


def mine_rows(visible: Visible) -> Shorts:
    """Return mines, row-major: int16[mine, 4], row, column, kind and what is left."""
    return _rows_of(visible, c.MINE, c.MINE_KIND, c.B_KIND)


def building_rows(visible: Visible) -> Shorts:
    """Return buildings, row-major: int16[building, column], row, column, and all planes of buildings."""
    return _rows_of(visible, c.BUILDING, c.B_KIND, visible.num_planes)


def _rows_of(visible: Visible, terrain: int, first: int, behind: int) -> Shorts:
    """Return int16[cell, column] of all known cells of a terrain: row, column, and planes `first` to `behind` - 1."""
    looks, size = visible.looks.ravel(), len(visible.looks)
    (at,) = ((looks == terrain) | (looks == terrain + REMEMBERED)).nonzero()
    rows = np.empty((len(at), 2 + behind - first), np.int16)
    rows[:, 0], rows[:, 1] = np.divmod(at, size)
    known: Any = visible.known
    if known.dtype == np.uint32:
        rows[:, 2:] = own_planes(known.ravel()[at], terrain, behind - first)
    else:
        rows[:, 2:] = known.reshape(visible.num_planes, -1)[first:behind, at].T
    return rows


def item_rows(state: State, visible: Visible, cells: Bools | None = None) -> Shorts:
    """Return items, row-major, the oldest of a cell first; all, or those on some cells.

    Returns:
        int16[item, 3]: row, column and kind.
    """
    known = state.items[visible.items.nonzero()[0]][:, [c.I_ROW, c.I_COL, c.I_KIND]]
    if cells is not None:
        known = known[cells[known[:, 0], known[:, 1]]]
    rows: Shorts = known[np.lexsort((known[:, 1], known[:, 0]))]
    return rows


def cell_rows(visible: Visible, changed: Bools) -> Shorts:
    """Return cells, row-major: int16[cell, column], row, column, place in `LOOKS`, and all planes.

    Args:
        visible: What a seat sees.
        changed: bool[row, col]: which cells.
    """
    (at,) = changed.ravel().nonzero()
    rows = np.empty((len(at), 3 + visible.num_planes), np.int16)
    rows[:, 0], rows[:, 1] = np.divmod(at, len(visible.looks))
    rows[:, 2] = visible.looks.ravel()[at]
    rows[:, 3:] = visible.planes(at).T
    return rows


def unit_rows(state: State, which: Bools) -> Ints:
    """Return units by id: int32[unit, column], as in the state.

    Args:
        state: The match.
        which: bool[unit]: which.
    """
    units = state.units[which.nonzero()[0]]
    rows: Ints = units[units[:, c.ID].argsort()]
    return rows


def seat_rows(state: State, seat: int | None, others: Iterable[int] | None = None) -> Ints:
    """Return the seats as one of them sees them, or as everybody does.

    Args:
        state: The match.
        seat: The observing seat; None for what everybody sees.
        others: Which seats; all if it is None.

    Returns:
        int32[seat, column]: number, score or NO, and the columns of the state. The columns that only the
        seat itself sees are 0, unless its score is shown.
    """
    chosen = range(len(state.seats)) if others is None else tuple(others)
    rows = open_seat_rows(state, chosen)
    if not has_fog(state):
        return rows
    for place, other in enumerate(chosen):
        if other != seat:
            known = rows[place, 2:][_SEEN_OF_OTHERS]
            rows[place, 1], rows[place, 2:] = c.NO, 0
            rows[place, 2:][_SEEN_OF_OTHERS] = known
            rows[place, 2 + c.ALLIES] &= 0 if seat is None else 1 << seat
    return rows


def open_seat_rows(state: State, seats: Iterable[int]) -> Ints:
    """Return some seats with all that they have, as `seat_rows` does."""
    chosen, scores = list(seats), scores_of(state)
    rows = np.empty((len(chosen), 2 + c.SEAT_WIDTH), np.int32)
    rows[:, 0] = chosen
    rows[:, 1] = [scores[seat] for seat in chosen]
    rows[:, 2:] = state.seats[chosen]
    rows[:, 2 + c.ALLIES] &= (1 << len(state.seats)) - 1
    return rows
