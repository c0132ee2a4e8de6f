"""Cheapest paths over a grid, in whole costs and with ties broken the same way every time."""

from __future__ import annotations

import dataclasses
import heapq
import itertools
from collections.abc import Callable

__all__ = ["STEPS", "Cell", "Travel", "around", "steps_between", "travel"]

Cell = tuple[int, int]
"""Column and row, (x, y)."""

STEPS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}
"""Change of a cell by each direction, in the rulebook's order (DA-2.7)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Travel:
    """Cells that can be reached from a cell, with their costs."""

    start: Cell
    """The start."""
    costs: dict[Cell, int]
    """Cost of the cheapest path to each cell that can be reached; 0 for the start."""
    before: dict[Cell, Cell]
    """The cell before each of them on that path; the start has none."""

    def path_to(self, cell: Cell) -> list[Cell]:
        """Return cells of the cheapest path in order, without the start; the cell must be in `costs`."""
        path = []
        while cell != self.start:
            path.append(cell)
            cell = self.before[cell]
        return path[::-1]


def around(cell: Cell) -> list[Cell]:
    """Return the four neighbours U, D, L, R, on the map or not."""
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in STEPS.values()]


def steps_between(start: Cell, path: list[Cell]) -> list[str]:
    """Tokens of a walk from the start over a path of neighbours (DA-4.6)."""
    tokens = {step: token for token, step in STEPS.items()}
    pairs = itertools.pairwise([start, *path])
    return [tokens[b[0] - a[0], b[1] - a[1]] for a, b in pairs]


def travel(start: Cell, cost_of: Callable[[Cell], int | None]) -> Travel:
    """Find the cheapest paths from a cell to all others (Dijkstra).

    Of paths of equal cost the one found first counts, so that the same grid gives the same path.

    Args:
        start: Where to begin.
        cost_of: Cost of entering a cell, at least 1; None for what can't be entered, as off the map.
    """
    costs, before = {start: 0}, dict[Cell, Cell]()
    order = itertools.count()
    ahead = [(0, next(order), start)]
    done: set[Cell] = set()
    while ahead:
        cost, _, cell = heapq.heappop(ahead)
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
