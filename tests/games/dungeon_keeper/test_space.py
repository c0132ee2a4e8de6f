"""Lines, steps, sight and ways on random boards, against what the rulebook says in other words."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools, Shorts
from referee.games.dungeon_keeper.rules.board.space import (
    FAR,
    can_step,
    first_direction,
    line_of_sight,
    see_from,
    travel_costs,
)
from referee.games.dungeon_keeper.tables import DIRECTIONS
from tests.helpers.worlds import compiled_lines, interpreted_lines

Cell = tuple[int, int]


def board(size: int, seed: int, empty: float = 0.6) -> Shorts:
    """A random board with cells of all four sorts."""
    rng = np.random.default_rng(seed)
    cells = np.zeros((c.NUM_PLANES, size, size), np.int16)
    cells[c.TERRAIN] = rng.choice([c.UNDUG, c.MINE, c.BUILDING], (size, size))
    cells[c.TERRAIN][rng.random((size, size)) < empty] = c.EMPTY
    return cells


def of_rows(*rows: str) -> Shorts:
    """A board drawn as in a scenario."""
    cells = np.zeros((c.NUM_PLANES, len(rows), len(rows)), np.int16)
    cells[c.TERRAIN] = [[c.EMPTY if sign == "." else c.UNDUG for sign in row] for row in rows]
    return cells


def is_solid(cells: Shorts, cell: Cell) -> bool:
    """Whether a cell is not empty (DK-3.1)."""
    return int(cells[c.TERRAIN][cell]) != c.EMPTY


def sees(cells: Shorts, a: Cell, b: Cell) -> bool:
    """DK-5.11 in geometry: the straight line between the centres of two cells.

    It is blocked by a solid cell, other than the ends, whose inside it enters, and where it passes through
    a corner at which the two cells that it does not enter are both solid.
    """
    for row, col in box(a, b):
        if (row, col) not in (a, b) and is_solid(cells, (row, col)) and enters(a, b, (row, col)):
            return False
    for row, col in box(a, b):
        below, right = (row + 1, col), (row, col + 1)
        across = (row + 1, col + 1)
        # The corner common to these four cells; the line runs down or up through it.
        for first, second in (((row, col), across), (below, right)):
            if max(across) < len(cells[0]) and is_diagonal_through(a, b, first, second):
                others = {(row, col), across, below, right} - {first, second}
                if all(is_solid(cells, other) for other in others):
                    return False
    return True


def box(a: Cell, b: Cell) -> Iterator[Cell]:
    """Cells of the rectangle of which two cells are corners."""
    for row in range(min(a[0], b[0]), max(a[0], b[0]) + 1):
        for col in range(min(a[1], b[1]), max(a[1], b[1]) + 1):
            yield row, col


def enters(a: Cell, b: Cell, cell: Cell) -> bool:
    """Whether the line between two centres passes the inside of a cell: clipped to it, it has a length."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        delta = b[axis] - a[axis]
        first, last = cell[axis] - Fraction(1, 2), cell[axis] + Fraction(1, 2)
        if delta == 0:
            if not first < a[axis] < last:
                return False
            continue
        t0, t1 = sorted(((first - a[axis]) / delta, (last - a[axis]) / delta))
        low, high = max(low, t0), min(high, t1)
    return low < high


def is_diagonal_through(a: Cell, b: Cell, first: Cell, second: Cell) -> bool:
    """Whether the line enters both of two diagonal neighbours and passes their common corner."""
    corner_row = Fraction(first[0] + second[0], 2)
    corner_col = Fraction(first[1] + second[1], 2)
    on_line = (corner_row - a[0]) * (b[1] - a[1]) == (corner_col - a[1]) * (b[0] - a[0])
    return on_line and enters(a, b, first) and enters(a, b, second)


@pytest.mark.parametrize("seed", range(6))
def test_lines_of_sight_are_straight_lines(seed: int) -> None:
    """All pairs of cells of small boards, thin and dense; and both ways alike."""
    size = 7
    cells = board(size, seed, empty=0.45 + 0.08 * seed)
    pairs = [(a, b) for a in np.ndindex(size, size) for b in np.ndindex(size, size)]
    results = set()
    for (row, col), (to_row, to_col) in pairs:
        seen = line_of_sight(cells, row, col, to_row, to_col)
        assert seen == sees(cells, (row, col), (to_row, to_col))
        assert seen == line_of_sight(cells, to_row, to_col, row, col)
        results.add((seen, max(abs(row - to_row), abs(col - to_col)) > 3))
    assert len(results) == 4


def test_a_long_line() -> None:
    """Across a preset's board; one cell in the way is enough."""
    cells = board(45, 0, empty=1.0)
    assert line_of_sight(cells, 0, 0, 44, 44)
    assert line_of_sight(cells, 3, 44, 31, 0)
    cells[c.TERRAIN, 22, 22] = c.MINE
    assert not line_of_sight(cells, 0, 0, 44, 44)
    assert line_of_sight(cells, 22, 22, 0, 44)


def test_the_corner_of_the_rulebook() -> None:
    """DK-8.6: 4-4 and 3-5 with rock on both sides; one side free is enough."""
    rows = ["#########"] * 9
    rows[4], rows[3] = "####.####", "#####.###"
    cells = of_rows(*rows)
    assert not line_of_sight(cells, 4, 4, 3, 5)
    assert not can_step(cells, 4, 4, 3, 5)
    cells[c.TERRAIN, 3, 4] = c.EMPTY
    assert line_of_sight(cells, 4, 4, 3, 5)
    assert can_step(cells, 4, 4, 3, 5)


@pytest.mark.parametrize("seed", range(4))
def test_steps(seed: int) -> None:
    """To an empty neighbour in sight, and nowhere else (DK-5.12: the corner rule is sight at distance 1)."""
    cells = board(9, seed)
    for row, col in np.ndindex(7, 7):
        for to_row, to_col in np.ndindex(3, 3):
            to = (row + to_row, col + to_col)
            expected = not is_solid(cells, to) and sees(cells, (row + 1, col + 1), to)
            assert can_step(cells, row + 1, col + 1, *to) == expected


@pytest.mark.parametrize("radius", [3, 5, 20])
def test_sight(radius: int) -> None:
    """DK-6.20: the cell, its neighbours, and lines of sight as far as the radius; what was marked stays."""
    size = 11
    cells = board(size, radius)
    for row, col in ((0, 0), (5, 5), (10, 4)):
        marked = np.zeros((size, size), np.bool_)
        marked[10, 10] = True
        see_from(cells, row, col, radius, marked)
        for to_row, to_col in np.ndindex(size, size):
            far = max(abs(to_row - row), abs(to_col - col))
            in_sight = far <= radius and sees(cells, (row, col), (to_row, to_col))
            expected = far <= 1 or in_sight or (to_row, to_col) == (10, 10)
            assert marked[to_row, to_col] == expected


def costs(cells: Shorts, barred: Bools, start: Cell, dig_cost: int) -> dict[Cell, int]:
    """Least costs of DK-5.85 by the textbook's algorithm."""
    size = len(barred)
    least: dict[Cell, int] = {}
    queue = [(0, start)]
    while queue:
        cost, (row, col) = heapq.heappop(queue)
        if (row, col) in least:
            continue
        least[row, col] = cost
        for to_row in range(max(0, row - 1), min(size, row + 2)):
            for to_col in range(max(0, col - 1), min(size, col + 2)):
                if barred[to_row, to_col] or (to_row, to_col) == (row, col):
                    continue
                is_straight = to_row == row or to_col == col
                if not is_solid(cells, (to_row, to_col)):
                    if sees(cells, (row, col), (to_row, to_col)):
                        heapq.heappush(queue, (cost + 1, (to_row, to_col)))
                elif dig_cost and is_straight and cells[c.TERRAIN, to_row, to_col] == c.UNDUG:
                    heapq.heappush(queue, (cost + dig_cost, (to_row, to_col)))
    return least


@pytest.mark.parametrize("dig_cost", [0, 1, 3])
@pytest.mark.parametrize("seed", range(5))
def test_ways(seed: int, dig_cost: int) -> None:
    """Costs to all cells; those that nobody gets to are FAR."""
    size = 13
    cells = board(size, seed, empty=0.55)
    barred = np.random.default_rng(seed).random((size, size)) < 0.1
    barred[0, 0] = True  # the start may be barred
    out = np.zeros((size, size), np.int32)
    for start in ((0, 0), (6, 6), (12, 3)):
        travel_costs(cells, barred, *start, dig_cost, out)
        expected = costs(cells, barred, start, dig_cost)
        for cell in np.ndindex(size, size):
            assert out[cell] == expected.get((cell[0], cell[1]), FAR)


def entry(cells: Shorts, barred: Bools, start: Cell, cell: Cell, dig_cost: int) -> int:
    """What a step to a neighbour costs, FAR if there is none."""
    if barred[cell]:
        return FAR
    if not is_solid(cells, cell):
        return 1 if sees(cells, start, cell) else FAR
    is_straight = start[0] == cell[0] or start[1] == cell[1]
    return dig_cost if dig_cost and is_straight and cells[c.TERRAIN, *cell] == c.UNDUG else FAR


@pytest.mark.parametrize("dig_cost", [0, 1, 3])
@pytest.mark.parametrize("seed", range(5))
def test_where_ways_begin(seed: int, dig_cost: int) -> None:
    """Going in the direction leaves a way that costs as much less as the step does, and no earlier one does."""
    size, start = 11, (5, 5)
    cells = board(size, seed, empty=0.8)
    barred = np.random.default_rng(seed).random((size, size)) < 0.1
    field = np.zeros((size, size), np.int32)
    travel_costs(cells, barred, *start, dig_cost, field)
    beside = [(start[0] + down, start[1] + right) for down, right in DIRECTIONS]
    entries = [entry(cells, barred, start, cell, dig_cost) for cell in beside]
    onward = [costs(cells, barred, cell, dig_cost) for cell in beside]
    reached = [cell for cell in np.ndindex(size, size) if 0 < field[cell] < FAR]
    assert len(reached) > size
    for goal in reached:
        first = next(
            direction
            for direction, cost in enumerate(entries)
            if cost + onward[direction].get(goal, FAR) == field[goal]
        )
        goals = np.zeros((size, size), np.bool_)
        goals[goal] = True
        assert first_direction(cells, field, goals, dig_cost) == first


def results() -> list[object]:
    """What the kernels give on random boards, to be the same in both worlds."""
    found: list[object] = []
    for seed in range(8):
        cells = board(15, seed)
        marked = np.zeros((15, 15), np.bool_)
        see_from(cells, seed, 7, 5, marked)
        out = np.zeros((15, 15), np.int32)
        travel_costs(cells, marked, 7, seed, 3, out)
        lines = [line_of_sight(cells, 7, 7, *cell) for cell in np.ndindex(15, 15)]
        steps = [can_step(cells, 7, 7, row, col) for row in (6, 7, 8) for col in (6, 7, 8)]
        goals = (out > 8) & (out < FAR)
        first = int(first_direction(cells, out, goals, 3))
        found += [marked.tolist(), out.tolist(), lines, steps, first, goals.tolist()]
    return found


@pytest.mark.slow
def test_interpreted_kernels_give_the_same() -> None:
    """A process without Numba says what this one says."""
    code = "from tests.games.dungeon_keeper.test_space import results; print(results())"
    lines = interpreted_lines(code)
    assert lines == [str(results())]
    assert lines == compiled_lines(code)
