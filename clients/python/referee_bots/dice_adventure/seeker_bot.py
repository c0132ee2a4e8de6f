"""A bot for Dice Adventure that walks the cheapest path to what it looks for (DA-9.2).

It never pings, and ignores its party.
"""

from __future__ import annotations

from referee_bots.dice_adventure.party_bot import PartyBot
from referee_bots.dice_adventure.paths import Cell, Travel, steps_between, travel
from referee_bots.dice_adventure.view import ROCK, TRAP, WALL, View
from referee_bots.seeded import run_seeded

__all__ = ["SeekerBot", "entering_cost", "nearest_unexplored", "until_unexplored"]

EMPTY_COST, UNEXPLORED_COST = 2, 3
"""Cost of entering an explored cell, before anything in it is added, and of entering a cell that
was never seen (DA-9.2)."""
MONSTER_COST = 12
"""Cost added for a cell with a visible monster."""
PIECE_COSTS = {TRAP: (4, 14, 8), ROCK: (120, 12, 28)}
"""Cost added for a cell with a trap or a rock, by kind; three numbers, for Dwarf, Giant and
Human."""


class SeekerBot(PartyBot):
    """Bot for Dice Adventure that follows the cheapest path."""

    def plan(self, view: View) -> list[str]:
        """Return steps to the own shrine, or with the key to the tower.

        While the goal is unknown, the steps lead to the nearest unexplored cell.
        """
        ways = travel(view.at, lambda cell: entering_cost(view, cell))
        goal = view.find("**" if view.has_key else f"K{view.member + 1}")
        if goal is None or goal not in ways.costs:
            goal = nearest_unexplored(view, ways)
        if goal is None:
            return []
        return steps_between(view.at, until_unexplored(view, ways.path_to(goal)))


def entering_cost(view: View, cell: Cell) -> int | None:
    """Return the cost of entering a cell, as far as `view` shows what is there (DA-9.2).

    Return None for walls and cells off the map.
    """
    code = view.codes.get(cell)
    if code == WALL or not view.is_inside(cell):
        return None
    cost = UNEXPLORED_COST
    if code is not None:
        cost = EMPTY_COST
        if code[0] in PIECE_COSTS:
            cost += PIECE_COSTS[code[0]][view.member]
    return cost + (MONSTER_COST if cell in view.monsters else 0)


def nearest_unexplored(view: View, ways: Travel) -> Cell | None:
    """Return the unexplored cell that is cheapest to reach, of equal cells the first found.

    Return None if there is none.

    Args:
        view: The bot's present view of the level.
        ways: Cheapest paths from the bot's cell.
    """
    unexplored = [cell for cell in ways.costs if cell not in view.codes]
    return min(unexplored, key=ways.costs.__getitem__, default=None)


def until_unexplored(view: View, path: list[Cell]) -> list[Cell]:
    """Return the part of a path that can be walked in this round.

    It ends with the first cell of the path that is unexplored in `view`, and has at most one cell
    for each action point.
    """
    places = (place for place, cell in enumerate(path, start=1) if cell not in view.codes)
    return path[: min(view.ap, next(places, len(path)))]


if __name__ == "__main__":
    run_seeded(SeekerBot)
