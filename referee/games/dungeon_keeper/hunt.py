"""Whom the Hero hunts, and by what way he goes there (DK-5.84, DK-5.85). Nothing here changes a match."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools, Ints
from referee.games.dungeon_keeper.events import Place
from referee.games.dungeon_keeper.ground import distance, is_on_board
from referee.games.dungeon_keeper.space import FAR, can_step, los, travel_costs
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import DIRECTIONS, LIGHT, Building, Kind
from referee.games.dungeon_keeper.units import units_of

__all__ = [
    "Evil",
    "find_light",
    "held_by_seats",
    "is_free",
    "is_undug",
    "nearest_evil",
    "next_cell",
    "place_of",
]

_DIG_COST = 3
"""What entering an undug cell counts for in the Hero's ways."""


class Evil(NamedTuple):
    """Something that the Hero hunts; the lesser comes first where it costs the same."""

    is_building: bool
    number: int
    """Id of the unit, or place of the building in row-major order."""
    at: int
    """Row of the unit; NO for a building."""
    row: int
    col: int


def find_light(state: State, kind: Kind) -> int:
    """Row of the living light unit of a kind, NO without one."""
    for at in units_of(state, LIGHT):
        if state.units[at, c.KIND] == kind:
            return at
    return c.NO


def place_of(state: State, at: int) -> Place:
    """The cell on which a unit stands."""
    return Place(state.units.item(at, c.ROW), state.units.item(at, c.COL))


def held_by_seats(state: State) -> Bools:
    """bool[row, col]: cells in which units of seats stand."""
    held = np.zeros(state.cells.shape[1:], np.bool_)
    units = state.units
    owned = units[(units[:, c.ID] > 0) & (units[:, c.OWNER] >= 0)]
    held[owned[:, c.ROW], owned[:, c.COL]] = True
    return held


def is_free(state: State, there: Place) -> bool:
    """Whether the Hero may enter a cell: on the board, empty, no seat's unit there."""
    if not is_on_board(state, *there) or state.cells.item(c.TERRAIN, *there) != c.EMPTY:
        return False
    return not held_by_seats(state)[there]


def is_undug(state: State, there: Place) -> bool:
    """Whether a gnome could dig there."""
    return is_on_board(state, *there) and state.cells.item(c.TERRAIN, *there) == c.UNDUG


def nearest_evil(state: State, hero: int) -> tuple[int, Evil] | None:
    """The evil that the Hero can get to at the least cost, and that cost; None without any.

    He can strike at once if it costs nothing.
    """
    evils = _evils(state, hero)
    if not evils:
        return None
    costs = _costs_from(state, place_of(state, hero))
    least, evil = min((_cost_of(state, costs, evil), evil) for evil in evils)
    return (least, evil) if least < FAR else None


def next_cell(state: State, hero: int, evil: Evil, least: int) -> Place:
    """The neighbour with which a way to an evil begins; by direction, if several do.

    Args:
        state: The match.
        hero: The Hero's row.
        evil: Where he wants to go.
        least: What the way there costs, more than 0.
    """
    here = place_of(state, hero)
    costs = _costs_from(state, here)
    for down, right in DIRECTIONS:
        there = Place(here.row + down, here.col + right)
        # As ways are least, one that begins in this cell goes straight into it.
        if not is_on_board(state, *there) or not 0 < costs.item(*there) <= min(least, _DIG_COST):
            continue
        entry = _entry_cost(state, here, there)
        if entry and entry + _cost_of(state, _costs_from(state, there), evil) == least:
            return there
    raise AssertionError("a way of finite cost begins with a neighbour")


def _entry_cost(state: State, here: Place, there: Place) -> int:
    """Cost of a step to a neighbour that can be got to; 0 if it can't be entered from here."""
    if can_step(state.cells, *here, *there):
        return 1
    is_straight = here.row == there.row or here.col == there.col
    return _DIG_COST if is_straight and is_undug(state, there) else 0


def _evils(state: State, hero: int) -> list[Evil]:
    """Units of seats that the Hero notices; their buildings too, but Sources, if he razes (DK-5.84)."""
    here = place_of(state, hero)
    sense = state.rules.item(c.HERO_SENSE)
    found = []
    for at in units_of(state):
        there = place_of(state, at)
        if state.units.item(at, c.OWNER) >= 0 and distance(*here, *there) <= sense:
            found.append(Evil(False, state.units.item(at, c.ID), at, *there))
    if state.rules[c.HERO_RAZES]:
        cells = state.cells
        owned = (cells[c.B_OWNER] >= 0) & (cells[c.B_KIND] != Building.SOURCE)
        for row, col in np.argwhere(owned).tolist():
            if distance(*here, row, col) <= sense:
                found.append(Evil(True, row * len(owned) + col, c.NO, row, col))
    return found


def _costs_from(state: State, start: Place) -> Ints:
    """int32[row, col]: costs of the ways of Hero and gnome from a cell."""
    costs = np.empty(state.cells.shape[1:], np.int32)
    dig_cost = 0 if find_light(state, Kind.GNOME) == c.NO else _DIG_COST
    travel_costs(state.cells, held_by_seats(state), *start, dig_cost, costs)
    return costs


def _cost_of(state: State, costs: Ints, evil: Evil) -> int:
    """Least cost of a cell from which the Hero can strike; FAR if he gets to none."""
    size = len(costs)
    return min(
        costs.item(row, col)
        for row in range(max(0, evil.row - 1), min(size, evil.row + 2))
        for col in range(max(0, evil.col - 1), min(size, evil.col + 2))
        if los(state.cells, row, col, evil.row, evil.col)
    )
