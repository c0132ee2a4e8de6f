"""Kernels for lines of sight (DK-5.11) and for costs of paths (DK-5.85) on the board.

The functions read the terrain alone: every cell except an EMPTY one is solid. Callers check which
units stand where. All cells given must be on the board.
"""

from __future__ import annotations

import numpy as np

from referee.core.kernel import borrowing, kernel
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools, Cells, Ints, Longs
from referee.games.dungeon_keeper.rules.board.faces import Faces, face_of
from referee.games.dungeon_keeper.tables import DIRECTIONS

__all__ = [
    "FAR",
    "can_step",
    "first_direction",
    "is_near_building",
    "look_again",
    "look_around",
    "line_of_sight",
    "see_from",
    "step_cost",
    "travel_costs",
]

FAR = 1_000_000
"""Cost of a cell that cannot be reached; higher than the cost of any path."""

_ROWS = np.array([row for row, _ in DIRECTIONS], np.int64)
_COLS = np.array([col for _, col in DIRECTIONS], np.int64)


@borrowing
def line_of_sight(cells: Cells, row: int, col: int, to_row: int, to_col: int) -> bool:
    """Return whether there is a line of sight between two cells (DK-5.11); symmetric.

    Args:
        cells: int8 or int16[plane, row, col]: the board.
        row: Row of one end; the ends themselves never block.
        col: Column of that end.
        to_row: Row of the other end.
        to_col: Column of the other end.
    """
    down, right = abs(to_row - row), abs(to_col - col)
    row_sign = 1 if to_row > row else -1
    col_sign = 1 if to_col > col else -1
    i = j = 0
    while i != down or j != right:
        # Borders lie at half cells; doubled, all numbers are whole.
        past_row, past_col = (2 * i + 1) * right, (2 * j + 1) * down
        if past_row == past_col:  # the line passes exactly through a corner
            below = cells[c.TERRAIN, row + row_sign * (i + 1), col + col_sign * j]
            beside = cells[c.TERRAIN, row + row_sign * i, col + col_sign * (j + 1)]
            if below != c.EMPTY and beside != c.EMPTY:
                return False
            i += 1
            j += 1
        elif past_row < past_col:
            i += 1
        else:
            j += 1
        is_end = i == down and j == right
        if not is_end and cells[c.TERRAIN, row + row_sign * i, col + col_sign * j] != c.EMPTY:
            return False
    return True


@borrowing
def can_step(cells: Cells, row: int, col: int, to_row: int, to_col: int) -> bool:
    """Return whether the terrain allows a step to an adjacent cell.

    The cell must be empty, and a diagonal step must obey the corner rule. Units on the cell don't
    matter (DK-5.12).

    Args:
        cells: int8 or int16[plane, row, col]: the board.
        row: Row of the cell that is left.
        col: Column of the cell that is left.
        to_row: Row of the cell that is entered, at most 1 away.
        to_col: Column of the cell that is entered, at most 1 away.
    """
    if cells[c.TERRAIN, to_row, to_col] != c.EMPTY:
        return False
    if cells[c.TERRAIN, to_row, col] == c.EMPTY or cells[c.TERRAIN, row, to_col] == c.EMPTY:
        return True
    return row == to_row or col == to_col


@borrowing
def is_near_building(cells: Cells, kind: int, row: int, col: int, radius: int) -> bool:
    """Return whether a building of a kind, of any owner, stands within a distance of a cell.

    Args:
        cells: int8 or int16[plane, row, col]: the board.
        kind: Number of the Building.
        row: The cell's row.
        col: The cell's column.
        radius: The distance in cells.
    """
    size = cells.shape[1]
    for near_row in range(max(0, row - radius), min(size, row + radius + 1)):
        for near_col in range(max(0, col - radius), min(size, col + radius + 1)):
            if cells[c.B_KIND, near_row, near_col] == kind:
                return True
    return False


@borrowing
def see_from(cells: Cells, row: int, col: int, radius: int, out: Bools) -> None:
    """Mark the cells in sight from a cell (DK-6.20).

    These are the cell itself, its neighbours, and all cells within the radius and in line of sight.

    Args:
        cells: int8 or int16[plane, row, col]: the board.
        row: Row of the cell from which the seat looks.
        col: Column of the cell from which the seat looks.
        radius: How far the sight goes, from 1.
        out: bool[row, col]: cells in sight become True, others stay as they are.
    """
    size = out.shape[0]
    for to_row in range(max(0, row - radius), min(size, row + radius + 1)):
        for to_col in range(max(0, col - radius), min(size, col + radius + 1)):
            if out[to_row, to_col]:
                continue
            is_near = abs(to_row - row) <= 1 and abs(to_col - col) <= 1
            if is_near or line_of_sight(cells, row, col, to_row, to_col):
                out[to_row, to_col] = True


@borrowing
def look_around(cells: Cells, units: Ints, radius: int, vision: Bools, memory: Faces) -> None:
    """Update what each seat sees and remembers of the board.

    A seat sees from its units, from the units that it controls, and from its buildings.

    Args:
        cells: int8 or int16[plane, row, col]: the board.
        units: int32[unit, column].
        radius: How far the sight goes, from 1.
        vision: bool[seat, row, col]: set to the cells in sight.
        memory: uint32[seat, row, col]: faces (what a seat remembers of a cell, as one number) of the cells
            in sight are renewed.
    """
    for seat in range(len(vision)):
        _look_of(cells, units, radius, seat, vision[seat], memory[seat])


@borrowing
def look_again(
    cells: Cells,
    units: Ints,
    radius: int,
    changed: Longs,
    old_cells: Cells,
    old_units: Ints,
    touched: Bools,
    vision: Bools,
    memory: Faces,
) -> None:
    """Update what seats see and remember of the board, if their vision may have changed since the last update.

    The result is the same as that of `look_around`, which updates all seats.

    Args:
        cells: int8 or int16[plane, row, col]: the board.
        units: int32[unit, column].
        radius: How far the sight goes, from 1.
        changed: int64[n]: cells that have changed, as row * size + col, in any order, some more
            than once.
        old_cells: int8 or int16[plane, row, col]: the board at the last update.
        old_units: int32[unit, column]: units at the last update.
        touched: bool[seat]: set to the seats whose sight may have changed.
        vision: bool[seat, row, col]: cells in sight at the last update; set to those in sight now.
        memory: uint32[seat, row, col]: faces of the cells in sight are renewed.
    """
    num_seats, size = vision.shape[0], vision.shape[1]
    # A seat is touched too often rather than too rarely: looking again without need costs only time, while a seat
    # that is missed would keep a wrong memory, and digests would differ from those of `look_around`.
    touched[:] = False
    for at in range(len(units)):
        if not _stands_alike(units, old_units, at):
            _touch_owner(old_units, at, touched)
            _touch_owner(units, at, touched)
    for place in range(len(changed)):
        row, col = changed[place] // size, changed[place] % size
        was, now = old_cells[c.B_OWNER, row, col], cells[c.B_OWNER, row, col]
        if was != now:
            if was >= 0:
                touched[was] = True
            if now >= 0:
                touched[now] = True
        was_empty = old_cells[c.TERRAIN, row, col] == c.EMPTY
        # Only a change between empty and solid opens or blocks a line of sight.
        if was_empty != (cells[c.TERRAIN, row, col] == c.EMPTY):
            _touch_near(cells, units, radius, row, col, touched)
    for seat in range(num_seats):
        if touched[seat]:
            _look_of(cells, units, radius, seat, vision[seat], memory[seat])
        else:
            # The sight of this seat is the same, but what it shows has changed.
            for place in range(len(changed)):
                row, col = changed[place] // size, changed[place] % size
                if vision[seat, row, col]:
                    memory[seat, row, col] = face_of(cells, row, col)


@borrowing
def _stands_alike(units: Ints, old_units: Ints, at: int) -> bool:
    """Return whether row `at` has the same unit, cell, owner and controller in both arrays.

    `units` are the present units, `old_units` those of the last update of what seats see.
    """
    for column in range(c.ID, c.COL + 1):
        if column != c.KIND and units[at, column] != old_units[at, column]:
            return False
    return True


@borrowing
def _touch_owner(units: Ints, at: int, touched: Bools) -> None:
    """Mark in `touched`, bool[seat], the seats that own or control the unit in row `at`.

    None is marked if the row is unused.
    """
    if units[at, c.ID] == 0:
        return
    if units[at, c.OWNER] >= 0:
        touched[units[at, c.OWNER]] = True
    if units[at, c.CONTROLLER] >= 0:
        touched[units[at, c.CONTROLLER]] = True


@borrowing
def _touch_near(cells: Cells, units: Ints, radius: int, row: int, col: int, touched: Bools) -> None:
    """Mark in `touched`, bool[seat], the seats whose sight may change when a cell turns solid or empty.

    These are the seats with a unit or building within `radius` of the cell at `row` and `col`.
    """
    size = cells.shape[1]
    for at in range(len(units)):
        if abs(units[at, c.ROW] - row) <= radius and abs(units[at, c.COL] - col) <= radius:
            _touch_owner(units, at, touched)
    for near_row in range(max(0, row - radius), min(size, row + radius + 1)):
        for near_col in range(max(0, col - radius), min(size, col + radius + 1)):
            owner = cells[c.B_OWNER, near_row, near_col]
            if owner >= 0:
                touched[owner] = True


@borrowing
def _look_of(
    cells: Cells, units: Ints, radius: int, seat: int, vision: Bools, memory: Faces
) -> None:
    """Update what one seat has in sight now, `vision`, and its memory of the cells in sight, `memory`.

    The seat sees `radius` cells far from its units, the units that it controls, and its buildings.
    """
    size = vision.shape[0]
    vision[:] = False
    for at in range(len(units)):
        # Rows of units that are gone are kept, with id 0.
        if units[at, c.ID] == 0:
            continue
        if units[at, c.OWNER] == seat or units[at, c.CONTROLLER] == seat:
            see_from(cells, units[at, c.ROW], units[at, c.COL], radius, vision)
    for row in range(size):
        for col in range(size):
            if cells[c.B_OWNER, row, col] == seat:
                see_from(cells, row, col, radius, vision)
    for row in range(size):
        for col in range(size):
            if vision[row, col]:
                memory[row, col] = face_of(cells, row, col)


@borrowing
def step_cost(cells: Cells, row: int, col: int, to_row: int, to_col: int, dig_cost: int) -> int:
    """Return the cost of entering an adjacent cell (DK-5.85); 0 if it can't be entered from here.

    Entering an empty cell costs 1, in any of eight directions under the corner rule. Entering an
    undug cell costs `dig_cost`, in the four straight directions only.

    Args:
        cells: int8 or int16[plane, row, col]: the board.
        row: Row of the cell that is left.
        col: Column of the cell that is left.
        to_row: Row of the cell that is entered, at most 1 away.
        to_col: Column of the cell that is entered, at most 1 away.
        dig_cost: Cost of an undug cell; 0 if nobody digs.
    """
    if can_step(cells, row, col, to_row, to_col):
        return 1
    is_straight = row == to_row or col == to_col
    return dig_cost if is_straight and cells[c.TERRAIN, to_row, to_col] == c.UNDUG else 0


@kernel
def travel_costs(cells: Cells, barred: Bools, row: int, col: int, dig_cost: int, out: Ints) -> None:
    """Compute the least cost of a path from one cell to each other cell (DK-5.85).

    The cost of a path is the sum of its steps' costs by `step_cost`.

    Args:
        cells: int8 or int16[plane, row, col]: the board.
        barred: bool[row, col]: cells that can't be entered whatever the ground is.
        row: Row of the start, which may be barred or solid.
        col: Column of the start.
        dig_cost: Cost of an undug cell; 0 if nobody digs.
        out: int32[row, col]: set to the cost of each cell: 0 for the start, FAR for cells out of
            reach.
    """
    size = out.shape[0]
    num_cells = size * size
    out[:] = FAR
    out[row, col] = 0
    # A queue of cells whose cost has fallen, each in it at most once, so a ring with a place for each cell is
    # enough. Unlike a heap it needs no order: with two step costs few cells come again.
    ring = np.empty(num_cells, np.int64)
    is_waiting = np.zeros(num_cells, np.bool_)
    ring[0] = row * size + col
    first, waiting = 0, 1
    while waiting:
        at = ring[first]
        first = (first + 1) % num_cells
        waiting -= 1
        is_waiting[at] = False
        at_row, at_col = at // size, at % size
        for direction in range(8):
            to_row, to_col = at_row + _ROWS[direction], at_col + _COLS[direction]
            if not (0 <= to_row < size and 0 <= to_col < size) or barred[to_row, to_col]:
                continue
            cost = step_cost(cells, at_row, at_col, to_row, to_col, dig_cost)
            # A way that is found later may be cheaper, as steps cost 1 or 3.
            if cost and out[at_row, at_col] + cost < out[to_row, to_col]:
                out[to_row, to_col] = out[at_row, at_col] + cost
                to = to_row * size + to_col
                if not is_waiting[to]:
                    is_waiting[to] = True
                    ring[(first + waiting) % num_cells] = to
                    waiting += 1


@kernel
def first_direction(cells: Cells, costs: Ints, goals: Bools, dig_cost: int) -> int:
    """Return the lowest direction in which a cheapest path from the start to a goal begins.

    Args:
        cells: int8 or int16[plane, row, col]: the board.
        costs: int32[row, col]: costs found by `travel_costs`.
        goals: bool[row, col]: goals that can be reached, the start excluded. Afterwards the cells
            of all cheapest paths are marked too.
        dig_cost: Cost of an undug cell; 0 if nobody digs.

    Returns:
        Number in `DIRECTIONS`, 0 to 7; 8 if there is no goal.
    """
    size = costs.shape[0]
    # Walk backwards from the goals along steps that lie on a least way: costs differ by just the step's cost. All
    # least ways are followed, since the lowest direction of any of them decides (DK-5.85).
    stack = np.empty(size * size, np.int64)
    waiting = 0
    for at in range(size * size):
        if goals[at // size, at % size]:
            stack[waiting] = at
            waiting += 1
    first = 8
    while waiting:
        waiting -= 1
        row, col = stack[waiting] // size, stack[waiting] % size
        for direction in range(8):
            from_row, from_col = row - _ROWS[direction], col - _COLS[direction]
            if not (0 <= from_row < size and 0 <= from_col < size) or goals[from_row, from_col]:
                continue
            cost = step_cost(cells, from_row, from_col, row, col, dig_cost)
            if not cost or costs[from_row, from_col] + cost != costs[row, col]:
                continue
            if costs[from_row, from_col] == 0:
                first = min(first, direction)
            else:
                # Marked, so that each cell is pushed once and the stack can't overflow.
                goals[from_row, from_col] = True
                stack[waiting] = from_row * size + from_col
                waiting += 1
    return first
