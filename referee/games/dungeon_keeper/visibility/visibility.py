"""What a seat sees of a match, as arrays, and the rows of its observation made from them.

All rows are copies, which do not change when the match goes on.
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
"""Columns of a seat that other seats see under fog."""


@dataclasses.dataclass(slots=True)
class Visible:
    """What one seat sees or remembers of a match.

    Its arrays may be the state's own, so don't change them.
    """

    known: Cells | Faces
    """The board as the seat knows it: int8 or int16[plane, row, col] without fog, uint32[row, col]
    of faces (a cell's content as one number) under fog.
    """
    num_planes: int
    """Number of planes of the board."""
    looks: Cells
    """int8 or int16[row, col]: how each cell looks, as an index into `LOOKS`."""
    units: Ints
    """int32[unit, column]: all units of the match; the seat sees only those marked in `seen`."""
    seen: Bools
    """bool[unit]: whether the row has a unit that the seat sees."""
    items: Bools
    """bool[item]: whether the item lies on its cell, as far as the seat knows."""

    def planes(self, cells: Places) -> Cells:
        """Return int8 or int16[plane, cell]: planes of some cells, given as row * size + column."""
        return planes_known(self.known, cells, self.num_planes)


def visible_to(state: State, seat: int) -> Visible:
    """Return what a seat sees and remembers (DK-6.20); everything without fog."""
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
    """Return everything in the match, as if a seat saw all cells."""
    # Views of the state, not copies: rows made of them are copied.
    lying = state.items[: state.match.item(c.NUM_ITEMS), c.I_PLACE] == c.LYING
    living = state.units[:, c.ID] > 0
    cells = state.cells
    return Visible(cells, len(cells), cells[c.TERRAIN], state.units, living, lying)


def planes_known(known: Cells | Faces, cells: Places, num_planes: int) -> Cells:
    """Return int8 or int16[plane, cell]: planes of some cells of a board.

    Args:
        known: The board: int8 or int16[plane, row, col], or uint32[row, col] of faces
            (a cell's content as one number).
        cells: Cells as row * size + column.
        num_planes: Number of planes of the board.
    """
    if known.dtype == np.uint32:
        # Only the cells asked for are unpacked: mostly an order changes very few.
        faces: Any = known.reshape(1, -1)[:, cells]
        return planes_of(faces, num_planes).reshape(num_planes, -1)
    planes: Any = known.reshape(num_planes, -1)[:, cells]
    return np.asarray(planes)


def mine_rows(visible: Visible) -> Shorts:
    """Return the mines row by row: int16[mine, 4] with row, column, kind and amount left."""
    return _rows_of(visible, c.MINE, c.MINE_KIND, c.B_KIND)


def building_rows(visible: Visible) -> Shorts:
    """Return the buildings row by row: int16[building, column].

    The columns are row, column, and all planes of buildings.
    """
    return _rows_of(visible, c.BUILDING, c.B_KIND, visible.num_planes)


def _rows_of(visible: Visible, terrain: int, first: int, behind: int) -> Shorts:
    """Return all known cells of a terrain, row by row: int16[cell, column].

    The columns are row, column, and the planes from `first` to `behind` - 1. `visible` is what a
    seat knows.
    """
    looks, size = visible.looks.ravel(), len(visible.looks)
    # The looks hold all terrain, in sight or remembered: faces need not be unpacked for it again.
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
    """Return the known items, row by row, the oldest of a cell first.

    Args:
        state: The match.
        visible: What the seat sees.
        cells: bool[row, col]: cells whose items to return; None for all.

    Returns:
        int16[item, 3]: row, column and kind.
    """
    known = state.items[visible.items.nonzero()[0]][:, [c.I_ROW, c.I_COL, c.I_KIND]]
    if cells is not None:
        known = known[cells[known[:, 0], known[:, 1]]]
    # The sort is stable and items are in order of arrival: the oldest of a cell stays first.
    rows: Shorts = known[np.lexsort((known[:, 1], known[:, 0]))]
    return rows


def cell_rows(visible: Visible, changed: Bools) -> Shorts:
    """Return some cells, row by row: int16[cell, column].

    The columns are row, column, index into `LOOKS`, and all planes.

    Args:
        visible: What a seat sees.
        changed: bool[row, col]: cells to return.
    """
    (at,) = changed.ravel().nonzero()
    rows = np.empty((len(at), 3 + visible.num_planes), np.int16)
    rows[:, 0], rows[:, 1] = np.divmod(at, len(visible.looks))
    rows[:, 2] = visible.looks.ravel()[at]
    rows[:, 3:] = visible.planes(at).T
    return rows


def unit_rows(state: State, which: Bools) -> Ints:
    """Return some units, sorted by id: int32[unit, column] in the columns of the state.

    Args:
        state: The match.
        which: bool[unit]: units to return.
    """
    units = state.units[which.nonzero()[0]]
    rows: Ints = units[units[:, c.ID].argsort()]
    return rows


def seat_rows(state: State, seat: int | None, others: Iterable[int] | None = None) -> Ints:
    """Return the seats as one of them sees them, or as a spectator does.

    Args:
        state: The match.
        seat: The observing seat; None for a spectator.
        others: Seats to return; None for all.

    Returns:
        int32[seat, column]: number, score or NO, and the columns of the state. Under fog, other
        seats have the score NO and zeros in the columns that only they themselves see.
    """
    chosen = range(len(state.seats)) if others is None else tuple(others)
    rows = open_seat_rows(state, chosen)
    if not has_fog(state):
        return rows
    for place, other in enumerate(chosen):
        if other != seat:
            # Clear all and put back what others may see, so that a new column is hidden until
            # listed.
            known = rows[place, 2:][_SEEN_OF_OTHERS]
            rows[place, 1], rows[place, 2:] = c.NO, 0
            rows[place, 2:][_SEEN_OF_OTHERS] = known
            # Of another seat's declarations a seat knows only the one for itself (DK-6.22).
            rows[place, 2 + c.ALLIES] &= 0 if seat is None else 1 << seat
    return rows


def open_seat_rows(state: State, seats: Iterable[int]) -> Ints:
    """Return the rows of some seats with nothing hidden.

    Returns:
        int32[seat, column]: number, score, and the columns of the state.
    """
    chosen, scores = list(seats), scores_of(state)
    rows = np.empty((len(chosen), 2 + c.SEAT_WIDTH), np.int32)
    rows[:, 0] = chosen
    rows[:, 1] = [scores[seat] for seat in chosen]
    rows[:, 2:] = state.seats[chosen]
    rows[:, 2 + c.ALLIES] &= (1 << len(state.seats)) - 1
    return rows
