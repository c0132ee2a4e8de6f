"""Geometry of the board: neighbours, distances, line of sight, cheapest paths.

See DK-2.8, DK-5.11, DK-5.12. A cell is an integer, row * size + col. The land is a sequence with
the terrain of each cell.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from gamereferee.games.dungeon_keeper.v1.tables import DIRECTIONS

__all__ = [
    "BUILT",
    "EMPTY",
    "LOOKS",
    "MINE",
    "STRAIGHT",
    "UNDUG",
    "UNKNOWN",
    "Grid",
    "Step",
    "Travel",
    "can_step",
    "sees",
    "travel",
]

UNKNOWN, UNDUG, EMPTY, MINE, BUILT = -1, 0, 1, 2, 3
"""Kinds of terrain (DK-3.1): unknown (only under fog), undug, empty, a mine, or a building."""
LOOKS = {
    "#": UNDUG,
    "%": UNDUG,
    ".": EMPTY,
    ",": EMPTY,
    "m": MINE,
    "M": MINE,
    "b": BUILT,
    "B": BUILT,
}
"""Terrain by the character that shows a cell in an observation. Remembered cells count as they were
last seen; all other characters mean unknown.
"""
STRAIGHT = -1
"""Stands in `Step` for the side cells of a step that is not diagonal."""


class Step(NamedTuple):
    """A step to the neighbouring cell `to`, with the two cells that a diagonal step passes between."""

    to: int
    one: int
    """First of the two cells that a diagonal step passes between; `STRAIGHT` for other steps."""
    other: int
    """Second of the two cells that a diagonal step passes between; `STRAIGHT` for other steps."""


class Grid:
    """Cells of a square board of some size. `Grid.of` makes one object for each size."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.steps: tuple[tuple[Step, ...], ...] = tuple(
            tuple(self._steps_from(row, col)) for row in range(size) for col in range(size)
        )
        """Steps from each cell to its neighbours, in the order of directions (DK-2.8)."""
        self.around: tuple[tuple[int, ...], ...] = tuple(
            tuple(step.to for step in steps) for steps in self.steps
        )
        """Neighbouring cells of each cell, in the order of directions."""

    @staticmethod
    @functools.lru_cache(maxsize=8)
    def of(size: int) -> Grid:
        """Return the grid of a board with `size` rows and columns."""
        return Grid(size)

    def _steps_from(self, row: int, col: int) -> Iterable[Step]:
        size = self.size
        for down, right in DIRECTIONS:
            if 0 <= row + down < size and 0 <= col + right < size:
                to = (row + down) * size + col + right
                sides = (
                    ((row + down) * size + col, row * size + col + right)
                    if down and right
                    else (STRAIGHT, STRAIGHT)
                )
                yield Step(to, *sides)

    def distance(self, one: int, other: int) -> int:
        """Return the distance of two cells in steps of a king (Chebyshev distance)."""
        rows = abs(one // self.size - other // self.size)
        cols = abs(one % self.size - other % self.size)
        return max(rows, cols)

    def within(self, cell: int, radius: int) -> list[int]:
        """Return the cells whose Chebyshev distance from `cell` is at most `radius`, itself included, row by row.

        Walls have no effect: the distance is that of a chess king on an empty board.
        """
        size = self.size
        row, col = divmod(cell, size)
        return [
            r * size + c
            for r in range(max(0, row - radius), min(size, row + radius + 1))
            for c in range(max(0, col - radius), min(size, col + radius + 1))
        ]


def can_step(land: Sequence[int], step: Step) -> bool:
    """Return whether a unit can take a step: into an empty cell, not between two solid cells (DK-5.11).

    `land` is the terrain of each cell.
    """
    if land[step.to] != EMPTY:
        return False
    return step.one == STRAIGHT or land[step.one] == EMPTY or land[step.other] == EMPTY


def sees(land: Sequence[int], size: int, one: int, other: int) -> bool:
    """Return whether two cells are in line of sight of each other (DK-5.11).

    Args:
        land: Terrain of each cell.
        size: Number of rows of the board.
        one: One cell.
        other: The other cell.
    """
    row, col = divmod(one, size)
    to_row, to_col = divmod(other, size)
    rows, cols = abs(to_row - row), abs(to_col - col)
    down = size if to_row > row else -size
    right = 1 if to_col > col else -1
    cell, i, j = one, 0, 0
    while i != rows or j != cols:
        # Integers only: which of the next row's and the next column's border the line meets first,
        # without rounding.
        by_row, by_col = (2 * i + 1) * cols, (2 * j + 1) * rows
        # The line passes exactly through a corner: one of the two cells next to it must be free.
        if by_row == by_col:
            if land[cell + down] != EMPTY and land[cell + right] != EMPTY:
                return False
            cell += down + right
            i, j = i + 1, j + 1
        elif by_row < by_col:
            cell += down
            i += 1
        else:
            cell += right
            j += 1
        if cell != other and land[cell] != EMPTY:
            return False
    return True


class Travel(NamedTuple):
    """Cheapest paths from some start cells to all cells that can be reached."""

    costs: dict[int, int]
    """Action points of the cheapest path to each cell that can be reached; 0 for the start
    cells."""
    before: dict[int, Step]
    """Last step of the cheapest path to each cell; start cells have none."""
    back: dict[int, int]
    """For each cell, the cell before it on its cheapest path; start cells have none."""

    def path_to(self, cell: int) -> list[Step]:
        """Return the steps of the cheapest path to a cell that is in `costs`, in order."""
        path = []
        while cell in self.before:
            path.append(self.before[cell])
            cell = self.back[cell]
        return path[::-1]

    def nearest(self, cells: Iterable[int]) -> int | None:
        """Return which of `cells` is cheapest to reach, of equally cheap ones the lowest number.

        Return None if none of them can be reached.
        """
        reached = [cell for cell in cells if cell in self.costs]
        return min(reached, key=lambda cell: (self.costs[cell], cell), default=None)


def travel(
    land: Sequence[int],
    grid: Grid,
    starts: Iterable[int],
    *,
    digs: bool = False,
    barred: Collection[int] = (),
    limit: int | None = None,
    until: Callable[[int], bool] | None = None,
) -> Travel:
    """Return the cheapest paths from some start cells to all others (Dijkstra's algorithm).

    A step costs 1 action point, and 1 more for each cell that has to be dug: the cell it leads
    into, and one at its side if it is diagonal between two solid cells. Unknown cells count as
    undug.

    Args:
        land: Terrain of each cell.
        grid: Grid of the board's cells.
        starts: Cells at which the paths begin.
        digs: Whether undug cells can be dug on the way.
        barred: Cells that can't be entered.
        limit: Cost above which no path is looked for; None for no limit.
        until: Ends the search at the first cell for which it is true; cells that cost more are
            missing then.
    """
    costs = dict.fromkeys(starts, 0)
    before: dict[int, Step] = {}
    back: dict[int, int] = {}
    # Cells by cost: a step costs 1 to 3, so that four rings in rotation replace the heap of
    # Dijkstra's algorithm.
    rings: list[list[int]] = [list(costs), [], [], []]
    steps_of, cost = grid.steps, 0
    while any(rings) and (limit is None or cost <= limit):
        ring, rings = rings[0], [*rings[1:], []]
        for cell in ring:
            # A cheaper way was found after the cell had been put into this ring.
            if costs[cell] != cost:
                continue
            if until is not None and until(cell):
                return Travel(costs, before, back)
            for step in steps_of[cell]:
                to, one, other = step
                terrain = land[to]
                if terrain == EMPTY:
                    price = 1
                # Unknown cells count as undug, so that paths may lead through them.
                elif digs and terrain <= UNDUG:
                    price = 2
                else:
                    continue
                if one >= 0 and land[one] != EMPTY and land[other] != EMPTY:
                    if not digs or (land[one] > UNDUG and land[other] > UNDUG):
                        continue
                    price += 1
                reached = cost + price
                if reached < costs.get(to, reached + 1) and to not in barred:
                    costs[to] = reached
                    before[to] = step
                    back[to] = cell
                    rings[price - 1].append(to)
        cost += 1
    return Travel(costs, before, back)
