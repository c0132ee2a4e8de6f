"""Cells of Dungeon Keeper's board: read and change terrain, buildings and items (DK-3.1 to 3.3)."""

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
    """Return the Chebyshev distance of two cells: the larger of the row and column difference."""
    return max(abs(row - to_row), abs(col - to_col))


def is_on_board(state: State, row: int, col: int) -> bool:
    """Return whether the board has a cell with this row and column."""
    size: int = state.cells.shape[1]
    return 0 <= row < size and 0 <= col < size


def is_solid(state: State, row: int, col: int) -> bool:
    """Return whether a cell is solid: undug, a mine or a building (DK-3.1)."""
    terrain: int = state.cells.item(c.TERRAIN, row, col)
    return terrain != c.EMPTY


def clear_cell(state: State, row: int, col: int) -> None:
    """Make a cell empty; removes a mine or building there."""
    # All planes are set: a value left behind would show in memories and change the digest.
    _fill(state, row, col, (c.EMPTY, c.NO, 0, c.NO, c.NO, 0, 0, 0, 0))


def put_mine(state: State, row: int, col: int, kind: int, left: int) -> None:
    """Make a cell a mine of a MineKind that holds `left` units of its resource."""
    _fill(state, row, col, (c.MINE, kind, left, c.NO, c.NO, 0, 0, 0, 0))


def put_building(state: State, row: int, col: int, kind: Building, owner: int) -> None:
    """Put a building with full hit points and no action points on a cell; a Source is at level 1.

    An Altar's low mark, the lowest hit points that it has had, equals its hit points (DK-3.14).
    """
    level = 1 if kind == Building.SOURCE else 0
    hp = BUILDINGS[kind].hp
    low = hp if kind == Building.ALTAR else 0
    _fill(state, row, col, (c.BUILDING, c.NO, 0, int(kind), owner, hp, level, 0, 0), low)


def lower_mark(state: State, row: int, col: int) -> int:
    """Lower an Altar's low mark, the lowest hit points that it has had, to its present ones if they are below (DK-3.14).

    Returns:
        By how much the mark fell; 0 in a match of version 1, in which Altars have no marks.
    """
    if len(state.cells) == c.PLANES_OF_OLD:
        return 0
    hp = state.cells.item(c.B_HP, row, col)
    # The mark never rises: what was struck off, repaired and struck off again counts once
    # (DK-3.14).
    fresh = max(0, state.cells.item(c.B_LOW, row, col) - hp)
    state.cells[c.B_LOW, row, col] -= fresh
    return fresh


def building_at(state: State, row: int, col: int) -> Building | None:
    """Return the kind of building on a cell; None if there is none."""
    kind = state.cells.item(c.B_KIND, row, col)
    return None if kind == c.NO else Building(kind)


def buildings_of(state: State, owner: int, kind: Building | None = None) -> list[Place]:
    """Return the cells of an owner's buildings, row by row.

    Args:
        state: The match.
        owner: A seat, or NEUTRAL.
        kind: Kind of buildings to return; None for all kinds.
    """
    found = state.cells[c.B_OWNER] == owner
    # A cell without a building has the same owner, NO, as a neutral building, so ask for a kind
    # too.
    if kind is None:
        found = found & (state.cells[c.B_KIND] != c.NO)
    else:
        found = found & (state.cells[c.B_KIND] == int(kind))
    return [Place(*divmod(place, found.shape[1])) for place in np.flatnonzero(found).tolist()]


def items_at(state: State, row: int, col: int) -> list[int]:
    """Return the rows of `State.items` of the items that lie on a cell, oldest first."""
    used = state.items[: state.match.item(c.NUM_ITEMS)]
    there = (used[:, c.I_PLACE] == c.LYING) & (used[:, c.I_ROW] == row) & (used[:, c.I_COL] == col)
    return np.flatnonzero(there).tolist()


def oldest_item(state: State, row: int, col: int, kind: Item) -> int:
    """Return the row of `State.items` of the oldest item of a kind on a cell; NO if there is none."""
    lying, kinds = items_at(state, row, col), state.items
    return next((item for item in lying if kinds.item(item, c.I_KIND) == kind), c.NO)


def put_item(
    state: State, row: int, col: int, kind: Item, *, gold: int = 0, taldear: int = 0, mana: int = 0
) -> None:
    """Add an item to a cell, as the newest one there, with the gold, taldear and mana that it contains."""
    place = state.match.item(c.NUM_ITEMS)
    # These three arrays have a place for each row of items, and must grow together.
    if place == len(state.items):
        state.items = doubled(state.items)
        state.item_memory = doubled(state.item_memory.T).T.copy()
        state.shown_items = doubled(state.shown_items)
    state.items[place] = (int(kind), row, col, c.LYING, gold, taldear, mana)
    state.match[c.NUM_ITEMS] = place + 1


def take_item(state: State, item: int) -> None:
    """Remove an item from the board; its row stays in `State.items`, marked as gone."""
    # The row stays, since the memories of seats name items by their rows.
    state.items[item, c.I_PLACE] = c.NOWHERE


def _fill(state: State, row: int, col: int, planes: tuple[int, ...], low: int = 0) -> None:
    """Set all planes of a cell.

    Args:
        state: The match.
        row: The cell's row.
        col: The cell's column.
        planes: Values of the planes that version 1 has too, in their order.
        low: Low mark of an Altar (lowest hit points so far); ignored in a match of version 1, whose board
            has no plane for it.
    """
    state.cells[: c.PLANES_OF_OLD, row, col] = planes
    state.cells[c.B_LOW :, row, col] = low
