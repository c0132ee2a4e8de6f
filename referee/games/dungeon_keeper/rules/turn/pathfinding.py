"""Choice of the Hero's target and of his path to it (DK-5.84, DK-5.85); the functions change nothing in the match."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools
from referee.games.dungeon_keeper.rules.board.ground import distance, is_on_board
from referee.games.dungeon_keeper.rules.board.space import (
    FAR,
    first_direction,
    line_of_sight,
    travel_costs,
)
from referee.games.dungeon_keeper.rules.board.units import place_of, units_of
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import DIRECTIONS, LIGHT, Building, Kind

__all__ = [
    "Evil",
    "find_light",
    "held_by_seats",
    "nearest_evil",
    "is_free",
    "is_undug",
]

_DIG_COST = 3
"""Cost of entering an undug cell when the Hero's path is chosen; an empty cell costs 1."""


class Evil(NamedTuple):
    """A unit or building that the Hero hunts; of several that cost him the same, he takes the smallest tuple."""

    is_building: bool
    number: int
    """Id of the unit, or row * size + col of the building."""
    at: int
    """Row of the unit in `State.units`; NO for a building."""
    row: int
    col: int


def find_light(state: State, kind: Kind) -> int:
    """Return the row of the living light unit of a kind, HERO or GNOME; NO without one."""
    for at in units_of(state, LIGHT):
        if state.units[at, c.KIND] == kind:
            return at
    return c.NO


def held_by_seats(state: State) -> Bools:
    """Return bool[row, col]: cells on which a unit of some seat stands."""
    held = np.zeros(state.cells.shape[1:], np.bool_)
    units = state.units
    owned = units[(units[:, c.ID] > 0) & (units[:, c.OWNER] >= 0)]
    held[owned[:, c.ROW], owned[:, c.COL]] = True
    return held


def is_free(state: State, there: Place) -> bool:
    """Return whether the Hero may enter a cell: on the board, empty, without a seat's unit."""
    if not is_on_board(state, *there) or state.cells.item(c.TERRAIN, *there) != c.EMPTY:
        return False
    return not held_by_seats(state)[there]


def is_undug(state: State, there: Place) -> bool:
    """Return whether a cell is undug rock on the board, so that the gnome could dig there."""
    return is_on_board(state, *there) and state.cells.item(c.TERRAIN, *there) == c.UNDUG


def nearest_evil(state: State, hero: int) -> tuple[Evil, Place | None] | None:
    """Return the target that the Hero can reach at the least cost; None if he can reach none.

    Args:
        state: The match.
        hero: Row of the Hero in `State.units`.

    Returns:
        The target, and the neighbouring cell with which the path to it begins (the lowest direction
        if several do), or None in place of the cell if the Hero can strike at once.
    """
    evils = _evils(state, hero)
    if not evils:
        return None
    here = place_of(state, hero)
    # Without the gnome nobody digs.
    dig_cost = 0 if find_light(state, Kind.GNOME) == c.NO else _DIG_COST
    costs = np.empty(state.cells.shape[1:], np.int32)
    # The cells of units are barred, so ways lead to cells next to evil, not onto it.
    travel_costs(state.cells, held_by_seats(state), *here, dig_cost, costs)
    # An `Evil` compares as DK-5.85 breaks ties: units before buildings, then by number.
    least, evil = min(
        (min(costs.item(*cell) for cell in _attack_cells(state, evil)), evil) for evil in evils
    )
    # 0: he stands where he can strike. FAR: no evil can be reached.
    if least in (0, FAR):
        return None if least else (evil, None)
    goals = np.zeros(costs.shape, np.bool_)
    for cell in _attack_cells(state, evil):
        goals[cell] = costs.item(*cell) == least
    down, right = DIRECTIONS[first_direction(state.cells, costs, goals, dig_cost)]
    return evil, Place(here.row + down, here.col + right)


def _evils(state: State, hero: int) -> list[Evil]:
    """Return the targets that the Hero (in row `hero`) hunts within `hero_sense` cells (DK-5.84).

    These are units of seats and, if `hero_razes` is set, buildings of seats except Sources.
    """
    here = place_of(state, hero)
    sense = state.rules.item(c.HERO_SENSE)
    found = []
    for at in units_of(state):
        there = place_of(state, at)
        # By owner: light units have a negative one and are no evil, even while a seat controls
        # them.
        if state.units.item(at, c.OWNER) >= 0 and distance(*here, *there) <= sense:
            found.append(Evil(False, state.units.item(at, c.ID), at, *there))
    if state.rules[c.HERO_RAZES]:
        cells = state.cells
        owned = (cells[c.B_OWNER] >= 0) & (cells[c.B_KIND] != Building.SOURCE)
        for row, col in np.argwhere(owned).tolist():
            if distance(*here, row, col) <= sense:
                found.append(Evil(True, row * len(owned) + col, c.NO, row, col))
    return found


def _attack_cells(state: State, evil: Evil) -> list[Place]:
    """Return the cells from which the Hero can strike a target, `evil`.

    They are at most 1 away, in line of sight.
    """
    size = state.cells.shape[1]
    return [
        Place(row, col)
        for row in range(max(0, evil.row - 1), min(size, evil.row + 2))
        for col in range(max(0, evil.col - 1), min(size, evil.col + 2))
        if line_of_sight(state.cells, row, col, evil.row, evil.col)
    ]
