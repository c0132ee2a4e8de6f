"""The map of Dice Adventure as a member knows it: cells, neighbours and cheapest ways (DA-2.7 to DA-2.9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as wire
from referee_bots.dice_adventure.paths import STEPS, Cell, Travel, around, steps_between, travel
from referee_bots.dice_adventure.view import MONSTER, ROCK, TRAP, WALL

__all__ = ["MONSTER", "ROCK", "TRAP", "UNEXPLORED", "WALL", "Cell", "Level", "codes_of", "steps_of"]

UNEXPLORED = "??"
"""Code of a cell that was never in sight."""
_WIRE = {
    "U": wire.STEP_UP,
    "D": wire.STEP_DOWN,
    "L": wire.STEP_LEFT,
    "R": wire.STEP_RIGHT,
    "W": wire.STEP_WAIT,
}


def codes_of(seen: wire.Observation) -> dict[Cell, str]:
    """Return the code of each explored cell, row by row: two characters such as `##` (DA-2.9)."""
    codes = (
        # Each cell is two characters of its row.
        ((x, y), row[2 * x : 2 * x + 2])
        for y, row in enumerate(seen.grid)
        for x in range(seen.level.w)
    )
    return {cell: code for cell, code in codes if code != UNEXPLORED}


def steps_of(tokens: Sequence[str]) -> list[wire.Step]:
    """Return the steps of a plan for the tokens U, D, L, R and W of the rulebook (DA-4.6)."""
    return [_WIRE[token] for token in tokens]


class Level:
    """The level as one observation shows it to its member of the party.

    Args:
        seen: Observation of a seat.
    """

    def __init__(self, seen: wire.Observation) -> None:
        self.width = seen.level.w
        """Number of columns."""
        self.height = seen.level.h
        """Number of rows."""
        self.codes = codes_of(seen)
        """Code of each explored cell, by (x, y) from the top left."""
        self.monsters = {(monster.x, monster.y) for monster in seen.monsters}
        """Cells with monsters in sight."""
        self.at: Cell = seen.me.x, seen.me.y
        """Cell of the seat's own member."""

    def is_inside(self, cell: Cell) -> bool:
        """Return whether a cell is on the map."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def is_open(self, cell: Cell) -> bool:
        """Return whether a cell is on the map and no wall, as far as is known.

        Rocks, traps and monsters can be entered, at a risk, and so may cells that were never seen.
        """
        return self.is_inside(cell) and self.codes.get(cell) != WALL

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the open cells next to a cell, in the order up, down, left, right."""
        return [near for near in around(cell) if self.is_open(near)]

    def steps(self, cell: Cell) -> dict[wire.Step, Cell]:
        """Return the open cells next to a cell by the step that leads there."""
        x, y = cell
        there = {_WIRE[token]: (x + dx, y + dy) for token, (dx, dy) in STEPS.items()}
        return {step: near for step, near in there.items() if self.is_open(near)}

    def find(self, code: str) -> Cell | None:
        """Return the first explored cell with a code, such as `K1` for the Dwarf's shrine; None if there is none."""
        return next((cell for cell, known in self.codes.items() if known == code), None)

    def costs(
        self, start: Cell, cost_of: Callable[[Cell], int | None] | None = None
    ) -> dict[Cell, int]:
        """Return the cost of the cheapest way from a cell to each that can be reached.

        Args:
            start: Cell at which the ways begin; its cost is 0.
            cost_of: See `path`.
        """
        return self._travel(start, cost_of).costs

    def path(
        self, start: Cell, goal: Cell, cost_of: Callable[[Cell], int | None] | None = None
    ) -> list[wire.Step] | None:
        """Return the steps of a cheapest way from one cell to another; None if there is none.

        Args:
            start: Cell at which the way begins.
            goal: Cell at which it ends.
            cost_of: Returns the cost of entering an open cell, at least 1; None for one that must not
                be entered. Without it each costs 1, as on foot.
        """
        ways = self._travel(start, cost_of)
        if goal not in ways.costs:
            return None
        return steps_of(steps_between(start, ways.path_to(goal)))

    def _travel(self, start: Cell, cost_of: Callable[[Cell], int | None] | None) -> Travel:
        def entering(cell: Cell) -> int | None:
            # Walls first: without them the map would have no end.
            if not self.is_open(cell):
                return None
            return 1 if cost_of is None else cost_of(cell)

        return travel(start, entering)
