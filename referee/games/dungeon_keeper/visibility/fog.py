"""Vision under fog of war: what each seat sees now and what it remembers (DK-6.20, DK-6.21).

Without fog every seat sees everything, and nothing is stored.
"""

from __future__ import annotations

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.space import look_again, look_around
from referee.games.dungeon_keeper.state import State, doubled, most_units

__all__ = ["Lookout", "has_fog", "look", "sees_cell", "sees_unit"]


def has_fog(state: State) -> bool:
    """Return whether the match has fog of war, so that seats see only what is near."""
    return len(state.vision) > 0


def sees_cell(state: State, seat: int, row: int, col: int) -> bool:
    """Return whether a cell was in a seat's sight at the last update (DK-6.21); true without fog."""
    return not has_fog(state) or state.vision.item(seat, row, col)


def sees_unit(state: State, seat: int, at: int) -> bool:
    """Return whether a seat knows of the living unit in row `at` (DK-6.20).

    It does if it owns or controls the unit, or sees its cell; without fog always.
    """
    units = state.units
    if not has_fog(state) or seat in (units.item(at, c.OWNER), units.item(at, c.CONTROLLER)):
        return True
    return state.vision.item(seat, units.item(at, c.ROW), units.item(at, c.COL))


def look(state: State) -> None:
    """Update what all seats see and remember (DK-6.21); nothing happens without fog."""
    if not has_fog(state):
        return
    radius = state.rules.item(c.SIGHT_RADIUS)
    look_around(state.cells, state.units, radius, state.vision, state.memory)
    _look_at_items(state)


class Lookout:
    """Updates the vision of all seats repeatedly during a step; same result as `look`, but faster.

    It keeps a copy of the board and the units as of the last update, and updates only seats whose
    vision may have changed since.

    Args:
        state: A match under fog in which nothing has changed since the last update.
    """

    def __init__(self, state: State) -> None:
        self._cells, self._units = state.cells.copy(), state.units.copy()
        self._touched = np.zeros(len(state.vision), np.bool_)

    def look(self, state: State) -> None:
        """Update what all seats see and remember (DK-6.21)."""
        cells, units = state.cells, state.units
        # Units made since the last look need rows in the copy too; zeros there mean no unit.
        if len(units) > len(self._units):
            self._units = doubled(self._units, most_units(state))
        (places,) = (cells != self._cells).ravel().nonzero()
        changed = places % cells[0].size
        radius = state.rules.item(c.SIGHT_RADIUS)
        look_again(
            *(cells, units, radius, changed, self._cells, self._units),
            *(self._touched, state.vision, state.memory),
        )
        _look_at_items(state)
        # Most orders change no cell: then the board need not be copied.
        if len(changed):
            self._cells[...] = cells
        self._units[...] = units


def _look_at_items(state: State) -> None:
    used = state.match.item(c.NUM_ITEMS)
    items = state.items[:used]
    in_sight = state.vision[:, items[:, c.I_ROW], items[:, c.I_COL]]
    # Out of sight a seat believes what it has seen last, right or wrong.
    np.copyto(state.item_memory[:, :used], items[:, c.I_PLACE] == c.LYING, where=in_sight)
