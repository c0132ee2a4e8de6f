"""How fighters walk: over empty cells, around others' units (DK-5.12)."""

from __future__ import annotations

from collections.abc import Iterable

from referee_bots.dungeon_keeper import fights
from referee_bots.dungeon_keeper.board import Board, Unit
from referee_bots.dungeon_keeper.ground import Travel, travel
from referee_bots.dungeon_keeper.plan import Plan

__all__ = ["path_cost", "posts", "step_to", "walks"]


def walks(board: Board, unit: Unit, limit: int | None = None) -> Travel:
    """Cheapest ways of a fighter."""
    return travel(board.land, board.grid, [unit.cell], barred=board.barred(), limit=limit)


def posts(board: Board, unit: Unit, target: int) -> list[int]:
    """Return cells from which a unit could strike at a cell, wherever it may stand."""
    return [
        cell
        for cell in board.grid.within(target, fights.reach(unit))
        if cell != target and fights.reaches(board, unit, cell, target)
    ]


def step_to(plan: Plan, unit: Unit, targets: Iterable[int]) -> bool:
    """Make a step on the way to where the nearest of some cells can be struck at.

    While others' units bar all ways, it comes as near as it can.
    """
    board = plan.board
    goals = {post for target in targets for post in posts(board, unit, target)}
    barred = board.barred()
    for bars in (barred, ()):
        way = travel(board.land, board.grid, [unit.cell], barred=bars, until=goals.__contains__)
        goal = way.nearest(goals)
        if goal is not None:
            path = way.path_to(goal)
            return bool(path) and plan.move(unit, path[0])
    return False


def path_cost(board: Board, starts: Iterable[int], goals: Iterable[int]) -> int | None:
    """Return steps over empty cells from the neighbours of some cells to those of others; None if there is no way."""
    ends = {near for goal in goals for near in board.grid.around[goal]}
    begins = [near for start in starts for near in board.empty_around(start)]
    way = travel(board.land, board.grid, begins, until=ends.__contains__)
    goal = way.nearest(ends)
    return None if goal is None else way.costs[goal]
