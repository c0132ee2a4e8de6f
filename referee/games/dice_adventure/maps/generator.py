"""Seeded random levels (DA-2.14): the same match seed and index give the same level on every machine.

The order of all draws is part of the rules, so the code follows the numbered steps of DA-2.14.
Kernels work on the map with a rim of wall around it, row-major in one dimension: a cell's
neighbours U, D, L, R are then at fixed distances, and no step can leave the map. Kernels loop over
cells one by one, because Numba takes longer to compile a call of a NumPy function than a whole
kernel of loops.
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from referee.core.errors import FieldError
from referee.core.kernel import borrowing
from referee.core.rng import Stream, draw
from referee.games.dice_adventure.maps.level import Level, level_from_grids
from referee.games.dice_adventure.maps.spec import RandomSpec
from referee.games.dice_adventure.tables import (
    EMPTY,
    MONSTER,
    NUM_MEMBERS,
    SHRINE,
    SPAWN,
    TOWER,
    PieceType,
)

__all__ = ["generate"]

GENERATOR = 0
"""First key of the random stream that levels are generated from (DA-2.15)."""
WALLED_ATTEMPTS = 100
"""Number of attempts with random walls; the attempt after them has no walls (DA-2.14.1)."""
SHRINE_ORDER = np.array([1, 2, 0], dtype=np.int64)
"""int64[rank]: indices of the members in the order in which they get shrines, from the shrine
nearest to the first spawn point to the farthest (DA-2.14.6).
"""
CLEARANCE = 3
"""Least number of steps between the first spawn point and any piece (DA-2.14.7)."""

_NUM_MASKS = 4

_Cells = npt.NDArray[np.int64]
_Mask = npt.NDArray[np.bool_]


def generate(seed: int, level_index: int, spec: RandomSpec, types: tuple[PieceType, ...]) -> Level:
    """Generate a random level; it can always be solved if its rocks can be broken (DA-2.6).

    Args:
        seed: Match seed, 0..2^64-1.
        level_index: Index of the level in the match's list, from 0.
        spec: Size, walls and pieces of the level.
        types: Types of pieces under the config.

    Raises:
        FieldError: The spec has a code that is no type of the config.
    """
    codes, counts, needs_corridor = _wanted(spec, types)
    # One cell of wall around the map, so that the kernels need no check for its edges.
    shape = (spec.h + 2, spec.w + 2)
    size = shape[0] * shape[1]
    terrain = np.zeros(shape, dtype=np.uint8)
    pieces = np.full(shape, -1, dtype=np.int8)
    state = np.uint64(Stream(seed, GENERATOR, level_index).state)
    _generate(
        state,
        spec.wall,
        codes,
        counts,
        needs_corridor,
        terrain.reshape(-1),
        pieces.reshape(-1),
        shape[1],
        np.empty((_NUM_MASKS, size), np.bool_),
        np.empty((2, size), np.int64),
    )
    # Copied: the level keeps its terrain, and a view would keep the rim alive, too.
    return level_from_grids(terrain[1:-1, 1:-1].copy(), pieces[1:-1, 1:-1])


@functools.lru_cache(maxsize=256)
def _wanted(spec: RandomSpec, types: tuple[PieceType, ...]) -> tuple[_Cells, _Cells, _Mask]:
    """Return the pieces that a random level is to have, as three arrays with one number for each entry.

    Returns:
        int64[entry], index of the type; int64[entry], number of pieces; bool[entry], whether they
        are rocks or traps, which are placed in corridors.

    Raises:
        FieldError: The spec has a code that is no type of the config.
    """
    index_of = {piece.code: index for index, piece in enumerate(types)}
    for code, _ in spec.pieces:
        if code not in index_of:
            raise FieldError("pieces", f"of codes in types, {' '.join(index_of)}", code)
    indices = [index_of[code] for code, _ in spec.pieces]
    return (
        np.array(indices, dtype=np.int64),
        np.array([count for _, count in spec.pieces], dtype=np.int64),
        np.array([types[index].kind != MONSTER for index in indices], dtype=np.bool_),
    )


@borrowing
def _generate(
    state: np.uint64,
    wall: int,
    codes: _Cells,
    counts: _Cells,
    needs_corridor: _Mask,
    terrain: npt.NDArray[np.uint8],
    pieces: npt.NDArray[np.int8],
    row: int,
    masks: _Mask,
    numbers: _Cells,
) -> None:
    """Fill an empty map and its rim with terrain and pieces, by all draws of DA-2.14.

    Args:
        state: State of the generator's random stream.
        wall: Chance of each cell to be a wall, in percent.
        codes: int64[entry]: index of the type of piece to place.
        counts: int64[entry]: number of these pieces.
        needs_corridor: bool[entry]: whether the piece is a rock or a trap.
        terrain: uint8[cell]: terrain, all wall before; changed in place.
        pieces: int8[cell]: type of piece, all -1 before; changed in place.
        row: Number of cells in a row with its rim.
        masks: bool[4, cell]: scratch.
        numbers: int64[2, cell]: scratch.
    """
    floor, free, corridor, wanted = masks[0], masks[1], masks[2], masks[3]
    distance, order = numbers[0], numbers[1]
    # The calls below are in the order of the rule. No draw may be moved, added or left out: every level would
    # change.
    found, state = _lay_floor(state, wall, row, floor, distance, order)
    start, state = _pick(floor, found, state)
    distance[:] = -1
    _walk(floor, start, row, distance, order)
    farthest = distance[order[found - 1]]
    for cell in range(len(floor)):
        free[cell] = floor[cell]
        if floor[cell]:
            terrain[cell] = EMPTY
    for member in range(NUM_MEMBERS):
        terrain[order[member]] = SPAWN + member
        free[order[member]] = False
    # The same mask twice: the second narrows the first only for corridors.
    count = _want(free, free, distance, 2 * farthest, wanted)
    tower, state = _pick(wanted, count, state)
    terrain[tower] = TOWER
    free[tower] = False
    state = _place_shrines(free, distance, farthest, wanted, order, terrain, state)
    _mark_corridors(floor, row, corridor)
    _place_pieces(free, distance, corridor, wanted, codes, counts, needs_corridor, pieces, state)


@borrowing
def _lay_floor(
    state: np.uint64, wall: int, row: int, floor: _Mask, distance: _Cells, order: _Cells
) -> tuple[int, np.uint64]:
    """Draw walls until the largest connected area is at least half of the map, and keep that area as floor.

    These are steps DA-2.14.1 to DA-2.14.3. After 100 attempts with walls, one without walls is
    made, which keeps all cells.

    Args:
        state: State of the random stream.
        wall: Chance of each cell to be a wall, in percent.
        row: Number of cells in a row with its rim.
        floor: bool[cell]: whether the cell is floor; written.
        distance: int64[cell]: steps from the floor's first cell, -1 elsewhere; written.
        order: int64[cell]: floor cells in the order of a search from the first one; written.

    Returns:
        Number of floor cells, and the random stream's next state.
    """
    size = len(floor)
    inner = (row - 2) * (size // row - 2)
    attempt, start, largest = 0, 0, 0
    while 2 * largest < inner:
        percent = wall if attempt < WALLED_ATTEMPTS else 0
        attempt += 1
        floor[:] = False
        for first in range(row + 1, size - row, row):
            for cell in range(first, first + row - 2):
                # Drawn even if `percent` is 0, so that the stream goes on alike (DA-2.14.2).
                value, state = draw(state, 100)
                floor[cell] = value > percent
        largest = 0
        distance[:] = -1
        for cell in range(size):
            if floor[cell] and distance[cell] < 0:
                found = _walk(floor, cell, row, distance, order)
                # Only a larger area replaces it: of equal ones the first in row-major order is kept (DA-2.14.3).
                if found > largest:
                    start, largest = cell, found
    distance[:] = -1
    # Walked again, because `distance` now marks all areas, and only this one is to be kept.
    _walk(floor, start, row, distance, order)
    for cell in range(size):
        floor[cell] = distance[cell] >= 0
    return largest, state


@borrowing
def _walk(floor: _Mask, start: int, row: int, distance: _Cells, order: _Cells) -> int:
    """Search breadth-first from a cell, neighbours U, D, L, R; return the number of cells found.

    Args:
        floor: bool[cell]: whether one can walk on the cell.
        start: Cell to begin with.
        row: Number of cells in a row with its rim.
        distance: int64[cell]: -1 for cells not visited; steps from the start are written into it.
        order: int64[cell]: cells found are written into it, in order of discovery.
    """
    distance[start] = 0
    order[0] = start
    found, at = 1, 0
    while at < found:
        cell = order[at]
        at += 1
        # The order of neighbours decides the order of discovery, and with it the spawn points (DA-2.14.4).
        for step in (cell - row, cell + row, cell - 1, cell + 1):
            if floor[step] and distance[step] < 0:
                distance[step] = distance[cell] + 1
                order[found] = step
                found += 1
    return found


@borrowing
def _want(first: _Mask, second: _Mask, distance: _Cells, least: int, wanted: _Mask) -> int:
    """Mark in `wanted` the cells that are in both masks and at a distance of at least `least` / 3; return their number.

    The masks are `first` and `second`; `distance` has the distance of each cell.
    """
    count = 0
    for cell in range(len(wanted)):
        wanted[cell] = False
        if first[cell] and second[cell] and 3 * distance[cell] >= least:
            wanted[cell] = True
            count += 1
    return count


@borrowing
def _pick(wanted: _Mask, count: int, state: np.uint64) -> tuple[int, np.uint64]:
    """Draw one of the marked cells; return the cell and the random stream's next state.

    Args:
        wanted: bool[cell]: whether the cell is marked; at least one is.
        count: Number of marked cells.
        state: State of the random stream.
    """
    value, state = draw(state, count)
    cell = -1
    while value > 0:
        cell += 1
        if wanted[cell]:
            value -= 1
    return cell, state


@borrowing
def _place_shrines(
    free: _Mask,
    distance: _Cells,
    farthest: int,
    wanted: _Mask,
    keys: _Cells,
    terrain: npt.NDArray[np.uint8],
    state: np.uint64,
) -> np.uint64:
    """Place three shrines: the nearest for the slowest member, the farthest for the fastest (DA-2.14.6).

    Args:
        free: bool[cell]: whether nothing is on the floor cell yet; changed in place.
        distance: int64[cell]: steps from the first spawn point.
        farthest: Greatest of these distances; shrines are at least a third of it away, if possible.
        wanted: bool[cell]: scratch.
        keys: int64[number]: scratch.
        terrain: uint8[cell]: terrain; shrines are written.
        state: State of the random stream.

    Returns:
        The random stream's next state.
    """
    for rank in range(NUM_MEMBERS):
        count = _want(free, free, distance, farthest, wanted)
        # Nothing is far enough away: take any free cell, as the rule says.
        if count == 0:
            count = _want(free, free, distance, 0, wanted)
        cell, state = _pick(wanted, count, state)
        free[cell] = False
        key = distance[cell] * len(free) + cell  # by (d, y, x), as cells are row-major
        # Insertion into the sorted keys; `order` is used as their array, since spawn points are placed already.
        at = rank
        while at > 0 and keys[at - 1] > key:
            keys[at] = keys[at - 1]
            at -= 1
        keys[at] = key
    for rank in range(NUM_MEMBERS):
        terrain[keys[rank] % len(free)] = SHRINE + SHRINE_ORDER[rank]
    return state


@borrowing
def _mark_corridors(floor: _Mask, row: int, corridor: _Mask) -> None:
    """Mark in `corridor` each floor cell whose only floor neighbours are two opposite ones.

    They are U and D, or L and R (DA-2.14.7). `row` is the number of cells in a row.
    """
    for cell in range(len(floor)):
        corridor[cell] = False
        if floor[cell]:
            up, down = floor[cell - row], floor[cell + row]
            left, right = floor[cell - 1], floor[cell + 1]
            corridor[cell] = up == down and left == right and up != left


@borrowing
def _place_pieces(
    free: _Mask,
    distance: _Cells,
    corridor: _Mask,
    wanted: _Mask,
    codes: _Cells,
    counts: _Cells,
    needs_corridor: _Mask,
    pieces: npt.NDArray[np.int8],
    state: np.uint64,
) -> None:
    """Place pieces on random free cells at least CLEARANCE steps from the first spawn point (DA-2.14.7).

    Rocks and traps go into corridors while any is free. Pieces for which no cell is left are not
    placed.

    Args:
        free: bool[cell]: whether nothing is on the floor cell yet; changed in place.
        distance: int64[cell]: steps from the first spawn point.
        corridor: bool[cell]: whether the cell is part of a corridor.
        wanted: bool[cell]: scratch.
        codes: int64[entry]: index of the type of piece to place.
        counts: int64[entry]: number of these pieces.
        needs_corridor: bool[entry]: whether the piece is a rock or a trap.
        pieces: int8[cell]: type of piece; written.
        state: State of the random stream.
    """
    for entry in range(len(codes)):
        for _ in range(counts[entry]):
            count = 0
            if needs_corridor[entry]:
                count = _want(free, corridor, distance, 3 * CLEARANCE, wanted)
            # For a monster, and for a rock or trap without a free corridor cell.
            if count == 0:
                count = _want(free, free, distance, 3 * CLEARANCE, wanted)
            if count == 0:
                # No cell for this piece means none for further ones of this entry, and nothing is drawn for them.
                break
            cell, state = _pick(wanted, count, state)
            pieces[cell] = codes[entry]
            free[cell] = False
