"""The ground of Dungeon Keeper: neighbours, distances, line of sight and cheapest ways (DK-2.8, DK-5.11, DK-5.12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from referee_bots.dungeon_keeper.ground import (
    EMPTY,
    LOOKS,
    UNKNOWN,
    Grid,
    Travel,
    can_step,
    sees,
    travel,
)

__all__ = ["Cell", "Ground", "distance"]

Cell: TypeAlias = tuple[int, int]
"""Row and column of a cell, from 0 at the top left (DK-2.8)."""


def distance(one: Cell, other: Cell) -> int:
    """Return the distance of two cells: the greater of the differences of rows and of columns."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


class Ground:
    """The ground as a seat's observations show it, and where the seat's units can go on it.

    Keep one for a match and give it each observation: within a turn, observations only have what
    has changed.

    Args:
        seen: First observation, a whole one; None if the first call of `see` has it.
    """

    def __init__(self, seen: wire.Observation | None = None) -> None:
        self.size = 0
        """Number of rows and of columns of the board; 0 before the first observation."""
        self._seat = 0
        self._land: list[int] = []
        self._units: dict[int, tuple[int, int]] = {}
        """Owner and cell of each unit, by the unit's id."""
        if seen is not None:
            self.see(seen)

    def see(self, seen: wire.Observation) -> None:
        """Bring the ground up to date with an observation.

        Raises:
            ValueError: It only has changes to a whole observation that was never given.
        """
        if not seen.is_delta:
            self.size = len(seen.rows)
            self._land = [LOOKS.get(look, UNKNOWN) for row in seen.rows for look in row]
            self._units = {}
        elif not self._land:
            raise ValueError(
                "is_delta must be false in the first observation of a Ground, not true"
            )
        self._seat = seen.you
        for view in seen.cells:
            self._land[view.row * self.size + view.col] = LOOKS.get(view.look, UNKNOWN)
        for gone in seen.gone_units:
            self._units.pop(gone, None)
        for unit in seen.units:
            self._units[unit.id] = unit.owner, unit.row * self.size + unit.col

    # Cells.

    def is_empty(self, cell: Cell) -> bool:
        """Return whether a cell is dug out and has neither building nor mine; units may be there."""
        return self._land[self._index(cell)] == EMPTY

    def is_foreign(self, cell: Cell) -> bool:
        """Return whether a unit of another owner is on a cell, which keeps the seat's units out (DK-5.12)."""
        return self._index(cell) in self._barred()

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the up to eight cells at distance 1 on the board, in the order N, NE, E, SE, S, SW, W, NW."""
        return [self._cell(near) for near in self._grid.around[self._index(cell)]]

    def steps(self, cell: Cell) -> list[Cell]:
        """Return the neighbours to which a unit of the seat can step now, in the same order.

        They are empty, not behind a corner of two solid cells (DK-5.11), and no unit of another owner
        is on them.
        """
        barred = self._barred()
        return [
            self._cell(step.to)
            for step in self._grid.steps[self._index(cell)]
            if can_step(self._land, step) and step.to not in barred
        ]

    def sees(self, one: Cell, other: Cell) -> bool:
        """Return whether two cells are in line of sight of each other (DK-5.11)."""
        return sees(self._land, self.size, self._index(one), self._index(other))

    # Ways.

    def costs(self, start: Cell, *, digs: bool = False) -> dict[Cell, int]:
        """Return the action points of the cheapest way from a cell to each that can be reached.

        A step costs 1. The cell itself is among them, with a cost of 0.

        Args:
            start: Cell at which the ways begin.
            digs: Whether undug cells are dug on the way, for 1 more each; unknown ones count as undug.
        """
        return {self._cell(cell): cost for cell, cost in self._travel(start, digs).costs.items()}

    def path(self, start: Cell, goal: Cell, *, digs: bool = False) -> list[Cell] | None:
        """Return the cells of a cheapest way from one cell to another, without the first; None if there is none.

        Args:
            start: Cell at which the way begins.
            goal: Cell at which it ends.
            digs: Whether undug cells are dug on the way; a diagonal step between two undug cells then
                needs one of these dug, too.
        """
        return self._path(self._travel(start, digs), [self._index(goal)])

    def path_beside(self, start: Cell, goal: Cell, *, digs: bool = False) -> list[Cell] | None:
        """Return the cells of a cheapest way to a neighbour of a cell, such as a mine or a building.

        It is empty if the start is a neighbour already, and None if no neighbour can be reached.

        Args:
            start: Cell at which the way begins.
            goal: Cell at whose side it ends.
            digs: Whether undug cells are dug on the way.
        """
        return self._path(self._travel(start, digs), self._grid.around[self._index(goal)])

    def _path(self, ways: Travel, goals: Iterable[int]) -> list[Cell] | None:
        goal = ways.nearest(goals)
        return None if goal is None else [self._cell(step.to) for step in ways.path_to(goal)]

    def _travel(self, start: Cell, digs: bool) -> Travel:
        return travel(
            self._land, self._grid, [self._index(start)], digs=digs, barred=self._barred()
        )

    @property
    def _grid(self) -> Grid:
        return Grid.of(self.size)

    def _barred(self) -> set[int]:
        return {cell for owner, cell in self._units.values() if owner != self._seat}

    def _index(self, cell: Cell) -> int:
        return cell[0] * self.size + cell[1]

    def _cell(self, index: int) -> Cell:
        return divmod(index, self.size)
