"""A bot for Dice Adventure that walks the cheapest path to what it looks for (DA-9.2).

It never pings, and takes no account of its party.
"""

from __future__ import annotations

from referee_bots.dice_adventure.party_bot import PartyBot
from referee_bots.dice_adventure.paths import Cell, Travel, steps_between, travel
from referee_bots.dice_adventure.view import ROCK, TRAP, WALL, View
from referee_bots.seeded import run_seeded

__all__ = ["SeekerBot", "entering_cost", "nearest_unexplored", "until_unexplored"]

EMPTY_COST, UNEXPLORED_COST = 2, 3
"""Cost of entering a cell without a rock or trap in it, and one never seen (DA-9.2)."""
MONSTER_COST = 12
"""Added cost of a visible monster."""
PIECE_COSTS = {TRAP: (4, 14, 8), ROCK: (120, 12, 28)}
"""Added cost of a trap or rock, for Dwarf, Giant and Human."""


class SeekerBot(PartyBot):
    """Play Dice Adventure by the cheapest path."""

    def plan(self, view: View) -> list[str]:
        """Go to the own shrine, with the key to the tower, and else explore."""
        ways = travel(view.at, lambda cell: entering_cost(view, cell))
        goal = view.find("**" if view.has_key else f"K{view.member + 1}")
        if goal is None or goal not in ways.costs:
            goal = nearest_unexplored(view, ways)
        if goal is None:
            return []
        return steps_between(view.at, until_unexplored(view, ways.path_to(goal)))


def entering_cost(view: View, cell: Cell) -> int | None:
    """Cost of entering a cell (DA-9.2); None for walls and what is off the map."""
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
    """Return the unexplored cell that is cheapest to reach, the first found of equals; None without any."""
    unexplored = [cell for cell in ways.costs if cell not in view.codes]
    return min(unexplored, key=ways.costs.__getitem__, default=None)


def until_unexplored(view: View, path: list[Cell]) -> list[Cell]:
    """Return the part of a path that can be walked in this round, up to its first unexplored cell."""
    places = (place for place, cell in enumerate(path, start=1) if cell not in view.codes)
    return path[: min(view.ap, next(places, len(path)))]


if __name__ == "__main__":
    run_seeded(SeekerBot)
