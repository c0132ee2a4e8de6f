"""Cheapest paths over a grid, with integer costs; the same grid always gives the same path."""

from __future__ import annotations

import dataclasses
import heapq
import itertools
from collections.abc import Callable

__all__ = ["STEPS", "Cell", "Travel", "around", "steps_between", "travel"]

Cell = tuple[int, int]
"""Column and row of a cell, (x, y), from 0."""

STEPS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}
"""Change of a cell by a step in each direction, in the rulebook's order (DA-2.7)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Travel:
    """Cheapest paths from one cell to all cells that can be reached from it."""

    start: Cell
    """Cell at which all paths begin."""
    costs: dict[Cell, int]
    """Cost of the cheapest path to each cell that can be reached; 0 for the start."""
    before: dict[Cell, Cell]
    """For each cell that can be reached, the cell before it on its cheapest path; the start has
    none."""

    def path_to(self, cell: Cell) -> list[Cell]:
        """Return the cells of the cheapest path to a cell, in order and without the start.

        The cell must be in `costs`.
        """
        path = []
        while cell != self.start:
            path.append(cell)
            cell = self.before[cell]
        return path[::-1]


def around(cell: Cell) -> list[Cell]:
    """Return the four neighbours of a cell in the order up, down, left, right, even those off the map."""
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in STEPS.values()]


def steps_between(start: Cell, path: list[Cell]) -> list[str]:
    """Return the steps (U, D, L, R) of a walk from a cell along a path of neighbouring cells (DA-4.6)."""
    tokens = {step: token for token, step in STEPS.items()}
    pairs = itertools.pairwise([start, *path])
    return [tokens[b[0] - a[0], b[1] - a[1]] for a, b in pairs]


def travel(start: Cell, cost_of: Callable[[Cell], int | None]) -> Travel:
    """Return the cheapest paths from a cell to all others (Dijkstra's algorithm).

    Of paths of equal cost the one found first counts, so that the same grid gives the same path.

    Args:
        start: Cell at which all paths begin.
        cost_of: Returns the cost of entering a cell, at least 1; None for a cell that can't be
            entered, as off the map.
    """
    costs, before = {start: 0}, dict[Cell, Cell]()
    # Cells of equal cost leave the heap in the order in which they were found.
    order = itertools.count()
    ahead = [(0, next(order), start)]
    done: set[Cell] = set()
    while ahead:
        cost, _, cell = heapq.heappop(ahead)
        # An older entry of the cell, from before a cheaper path was found.
        if cell in done:
            continue
        done.add(cell)
        for other in around(cell):
            if other in done:
                continue
            entering = cost_of(other)
            if entering is not None and cost + entering < costs.get(other, cost + entering + 1):
                costs[other] = cost + entering
                before[other] = cell
                heapq.heappush(ahead, (cost + entering, next(order), other))
    return Travel(start, costs, before)
