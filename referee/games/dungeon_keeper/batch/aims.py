"""What orders ask of cells, units and seats in kernels: the conditions of DK-4.10 and DK-4.11.

Each kernel is a condition of `rules.orders.table`, for a match whose arrays are a `Board`. Units are
given by their rows.
"""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.batch.board import Board
from referee.games.dungeon_keeper.batch.turns import waning_hp
from referee.games.dungeon_keeper.batch.units import (
    are_allied,
    can,
    cell,
    distance,
    is_enemy_owner,
    is_hostile,
    is_on_board,
    unit,
)
from referee.games.dungeon_keeper.rules.board.space import line_of_sight
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    MELEE_RANGE,
    NEUTRAL,
    RANGED_RANGE,
    SOURCE_RADIUS,
    Ability,
    Building,
    Code,
)

__all__ = [
    "altar_beside",
    "at_unit",
    "beside",
    "building",
    "free_of_others",
    "in_sight",
    "is_own_or_allied",
    "is_reparable",
    "is_target_nearest",
    "may_be_attacked",
    "reach_of",
    "shortfall",
    "source_near",
    "stands_at",
]

_OK, _OUT_OF_BOARD, _NOT_ADJACENT = int(Code.OK), int(Code.OUT_OF_BOARD), int(Code.NOT_ADJACENT)
_OCCUPIED, _STACK_FULL = int(Code.OCCUPIED), int(Code.STACK_FULL)
_OUT_OF_RANGE, _NO_LOS = int(Code.OUT_OF_RANGE), int(Code.NO_LOS)
_NO_MANA, _NO_GOLD = int(Code.NO_MANA), int(Code.NO_GOLD)
_NO_IRON, _NO_TALDEAR = int(Code.NO_IRON), int(Code.NO_TALDEAR)
_ALTAR, _SOURCE, _WALL = int(Building.ALTAR), int(Building.SOURCE), int(Building.WALL)
_LIGHT, _NEUTRAL, _RANGED = int(LIGHT), int(NEUTRAL), int(Ability.RANGED)


@borrowing
def beside(b: Board, row: int, col: int, to_row: int, to_col: int) -> int:
    """Return OK if the second cell is on the board and next to the first, else the code (DK-4.9)."""
    if not is_on_board(b, to_row, to_col):
        return _OUT_OF_BOARD
    return _OK if distance(row, col, to_row, to_col) == 1 else _NOT_ADJACENT


@borrowing
def stands_at(b: Board, at: int, row: int, col: int) -> bool:
    """Return whether the unit in row `at` lives and stands on a cell."""
    if b.units[at, c.ROW] != row or b.units[at, c.COL] != col:
        return False
    return bool(b.units[at, c.ID] > 0)


@borrowing
def free_of_others(b: Board, row: int, col: int, owner: int) -> int:
    """Return OK if all units on a cell have this owner and one more has room there (DK-5.12).

    Args:
        b: The match.
        row: The cell's row.
        col: The cell's column.
        owner: Owner of the unit that is to come; there is always room for the Hero and his gnome.
    """
    number = 0
    for at in range(len(b.units)):
        if stands_at(b, at, row, col):
            if b.units[at, c.OWNER] != owner:
                return _OCCUPIED
            number += 1
    if owner != _LIGHT and number >= b.rules[c.STACK_LIMIT]:
        return _STACK_FULL
    return _OK


@borrowing
def in_sight(b: Board, row: int, col: int, to_row: int, to_col: int) -> bool:
    """Return whether there is a line of sight between two cells (DK-5.11)."""
    return line_of_sight(b.cells, row, col, to_row, to_col)


@borrowing
def at_unit(b: Board, row: int, col: int, target: int, reach: int) -> int:
    """Return OK if a target is near a cell and in sight of it, else the code."""
    to_row, to_col = unit(b, target, c.ROW), unit(b, target, c.COL)
    if distance(row, col, to_row, to_col) > reach:
        return _OUT_OF_RANGE
    return _OK if in_sight(b, row, col, to_row, to_col) else _NO_LOS


@borrowing
def reach_of(b: Board, at: int) -> int:
    """Return the range of attack of the unit in row `at` (DK-5.20)."""
    return RANGED_RANGE if can(b, at, _RANGED) else MELEE_RANGE


@borrowing
def building(b: Board, row: int, col: int) -> int:
    """Return the kind of building on a cell; NO if there is none, or no such cell."""
    return cell(b, c.B_KIND, row, col) if is_on_board(b, row, col) else c.NO


@borrowing
def is_own_or_allied(b: Board, seat: int, owner: int) -> bool:
    """Return whether an owner is the seat, or one of its allies."""
    return owner == seat or are_allied(b, seat, owner)


@borrowing
def may_be_attacked(b: Board, seat: int, row: int, col: int) -> bool:
    """Return whether a seat may attack the building on a cell (DK-5.20)."""
    kind, owner = cell(b, c.B_KIND, row, col), cell(b, c.B_OWNER, row, col)
    # Walls have no owner, and no Source can be destroyed.
    if kind == _WALL:
        return True
    if kind == _SOURCE:
        return False
    if owner == seat:
        return kind != _ALTAR
    return is_enemy_owner(b, seat, owner)


@borrowing
def is_reparable(b: Board, seat: int, row: int, col: int) -> bool:
    """Return whether a cell has a building that the seat can repair (DK-4.10, DK-7.5)."""
    kind, owner = cell(b, c.B_KIND, row, col), cell(b, c.B_OWNER, row, col)
    if kind == c.NO:
        return False
    if kind == _SOURCE:
        return False
    if kind == _ALTAR and waning_hp(b) > 0:
        return False
    return owner == seat or owner == _NEUTRAL  # a tuple of them has two types


@borrowing
def altar_beside(b: Board, seat: int, row: int, col: int) -> bool:
    """Return whether the seat's Altar is next to a cell (DK-5.19)."""
    return _building_near(b, seat, _ALTAR, row, col, 1, 1)


@borrowing
def source_near(b: Board, seat: int, row: int, col: int) -> bool:
    """Return whether a Source of the seat is within 2 cells of a cell (DK-5.62)."""
    return _building_near(b, seat, _SOURCE, row, col, 0, SOURCE_RADIUS)


@borrowing
def _building_near(
    b: Board, owner: int, kind: int, row: int, col: int, least: int, reach: int
) -> bool:
    size = b.cells.shape[1]
    for down in range(max(0, row - reach), min(size, row + reach + 1)):
        for right in range(max(0, col - reach), min(size, col + reach + 1)):
            is_there = b.cells[c.B_KIND, down, right] == kind
            is_there &= b.cells[c.B_OWNER, down, right] == owner
            if is_there and distance(row, col, down, right) >= least:
                return True
    return False


@borrowing
def is_target_nearest(b: Board, seat: int, row: int, col: int, target: int) -> bool:
    """Return whether no hostile unit in sight of a tower is nearer than the target (DK-5.34)."""
    reach = distance(row, col, unit(b, target, c.ROW), unit(b, target, c.COL))
    for other in range(len(b.units)):
        if b.units[other, c.ID] > 0:
            there, across = unit(b, other, c.ROW), unit(b, other, c.COL)
            is_nearer = distance(row, col, there, across) < reach and is_hostile(b, seat, other)
            if is_nearer and in_sight(b, row, col, there, across):
                return False
    return True


@borrowing
def shortfall(b: Board, seat: int, gold: int, iron: int, taldear: int, mana: int) -> int:
    """Return OK if a seat can pay a price, else the code of the first stock that is short.

    The stocks are asked for in the order mana, gold, iron, taldear, in which all orders ask for
    those of them that their price has.
    """
    stocks = b.seats[seat]
    if stocks[c.MANA] < mana:
        return _NO_MANA
    if stocks[c.GOLD] < gold:
        return _NO_GOLD
    if stocks[c.IRON] < iron:
        return _NO_IRON
    if stocks[c.TALDEAR] < taldear:
        return _NO_TALDEAR
    return _OK
