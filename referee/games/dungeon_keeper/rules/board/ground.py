"""Cells of Dungeon Keeper's board: what they are, and how they change (DK-3.1 to DK-3.3)."""

from __future__ import annotations

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.state import State, doubled
from referee.games.dungeon_keeper.tables import BUILDINGS, Building, Item

__all__ = [
    "building_at",
    "buildings_of",
    "clear_cell",
    "distance",
    "is_on_board",
    "is_solid",
    "items_at",
    "lower_mark",
    "oldest_item",
    "put_building",
    "put_item",
    "put_mine",
    "take_item",
]


def distance(row: int, col: int, to_row: int, to_col: int) -> int:
    """Return the Chebyshev distance, the only one there is."""
    return max(abs(row - to_row), abs(col - to_col))


def is_on_board(state: State, row: int, col: int) -> bool:
    """Return whether there is such a cell."""
    size: int = state.cells.shape[1]
    return 0 <= row < size and 0 <= col < size


def is_solid(state: State, row: int, col: int) -> bool:
    """Return whether a cell of the board is not empty (DK-3.1)."""
    terrain: int = state.cells.item(c.TERRAIN, row, col)
    return terrain != c.EMPTY


def clear_cell(state: State, row: int, col: int) -> None:
    """Make a cell empty, whatever mine or building was there."""
    _fill(state, row, col, (c.EMPTY, c.NO, 0, c.NO, c.NO, 0, 0, 0, 0))


def put_mine(state: State, row: int, col: int, kind: int, left: int) -> None:
    """Make a cell a mine."""
    _fill(state, row, col, (c.MINE, kind, left, c.NO, c.NO, 0, 0, 0, 0))


def put_building(state: State, row: int, col: int, kind: Building, owner: int) -> None:
    """Put up a building at full hit points, with no action points; a Source is at level 1.

    The low mark of an Altar is at its hit points (DK-3.14).
    """
    level = 1 if kind == Building.SOURCE else 0
    hp = BUILDINGS[kind].hp
    low = hp if kind == Building.ALTAR else 0
    _fill(state, row, col, (c.BUILDING, c.NO, 0, int(kind), owner, hp, level, 0, 0), low)


def lower_mark(state: State, row: int, col: int) -> int:
    """Set an Altar's low mark to its hit points if these are below it; returns by how many (DK-3.14).

    In a match of version 1, in which Altars have none, it is 0.
    """
    if len(state.cells) == c.PLANES_OF_OLD:
        return 0
    hp = state.cells.item(c.B_HP, row, col)
    fresh = max(0, state.cells.item(c.B_LOW, row, col) - hp)
    state.cells[c.B_LOW, row, col] -= fresh
    return fresh


def building_at(state: State, row: int, col: int) -> Building | None:
    """Return the building on a cell of the board."""
    kind = state.cells.item(c.B_KIND, row, col)
    return None if kind == c.NO else Building(kind)


def buildings_of(state: State, owner: int, kind: Building | None = None) -> list[Place]:
    """Return the cells with buildings of an owner, row-major; of one kind, or all."""
    found = state.cells[c.B_OWNER] == owner
    if kind is None:
        found = found & (state.cells[c.B_KIND] != c.NO)
    else:
        found = found & (state.cells[c.B_KIND] == int(kind))
    return [Place(*divmod(place, found.shape[1])) for place in np.flatnonzero(found).tolist()]


def items_at(state: State, row: int, col: int) -> list[int]:
    """Return the rows of the items that lie on a cell, oldest first."""
    used = state.items[: state.match.item(c.NUM_ITEMS)]
    there = (used[:, c.I_PLACE] == c.LYING) & (used[:, c.I_ROW] == row) & (used[:, c.I_COL] == col)
    return np.flatnonzero(there).tolist()


def oldest_item(state: State, row: int, col: int, kind: Item) -> int:
    """Return the row of the oldest item of a kind that lies on a cell, NO if there is none."""
    lying, kinds = items_at(state, row, col), state.items
    return next((item for item in lying if kinds.item(item, c.I_KIND) == kind), c.NO)


def put_item(
    state: State, row: int, col: int, kind: Item, *, gold: int = 0, taldear: int = 0, mana: int = 0
) -> None:
    """Let something lie on a cell, on top of what lies there."""
    place = state.match.item(c.NUM_ITEMS)
    if place == len(state.items):
        state.items = doubled(state.items)
        state.item_memory = doubled(state.item_memory.T).T.copy()
        state.shown_items = doubled(state.shown_items)
    state.items[place] = (int(kind), row, col, c.LYING, gold, taldear, mana)
    state.match[c.NUM_ITEMS] = place + 1


def take_item(state: State, item: int) -> None:
    """Take something away from where it lies."""
    state.items[item, c.I_PLACE] = c.NOWHERE


def _fill(state: State, row: int, col: int, planes: tuple[int, ...], low: int = 0) -> None:
    """Set the planes of a cell; that of low marks is none of them, since version 1 has none."""
    state.cells[: c.PLANES_OF_OLD, row, col] = planes
    state.cells[c.B_LOW :, row, col] = low
