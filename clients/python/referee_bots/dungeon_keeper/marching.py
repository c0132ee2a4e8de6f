"""Movement of fighters: over empty cells, and around other seats' units (DK-5.12)."""

from __future__ import annotations

from collections.abc import Iterable

from referee_bots.dungeon_keeper import fights
from referee_bots.dungeon_keeper.board import Board, Unit
from referee_bots.dungeon_keeper.ground import Travel, travel
from referee_bots.dungeon_keeper.plan import Plan

__all__ = ["path_cost", "posts", "step_to", "walks"]


def walks(board: Board, unit: Unit, limit: int | None = None) -> Travel:
    """Return the cheapest paths of a fighter over empty cells, around other seats' units.

    `limit` is the highest cost of a path in action points; None for no limit.
    """
    return travel(board.land, board.grid, [unit.cell], barred=board.barred(), limit=limit)


def posts(board: Board, unit: Unit, target: int) -> list[int]:
    """Return the cells from which a unit could attack the cell `target`, by range and sight.

    Whether the unit may stand on them is not checked.
    """
    return [
        cell
        for cell in board.grid.within(target, fights.reach(unit))
        if cell != target and fights.reaches(board, unit, cell, target)
    ]


def step_to(plan: Plan, unit: Unit, targets: Iterable[int]) -> bool:
    """Take one step towards a place from which the nearest of the cells `targets` can be attacked.

    If other seats' units bar all paths, the unit walks towards them as if they were not there.
    Return whether a step was taken.
    """
    board = plan.board
    goals = {post for target in targets for post in posts(board, unit, target)}
    barred = board.barred()
    # Around others' stacks if there is a way; otherwise up to them, as if they were not there.
    for bars in (barred, ()):
        way = travel(board.land, board.grid, [unit.cell], barred=bars, until=goals.__contains__)
        goal = way.nearest(goals)
        if goal is not None:
            path = way.path_to(goal)
            return bool(path) and plan.move(unit, path[0])
    return False


def path_cost(board: Board, starts: Iterable[int], goals: Iterable[int]) -> int | None:
    """Return the number of steps of the shortest path between a start and a goal; None without one.

    The path leads over empty cells, from one next to the start to one next to the goal. Units in
    the way are ignored.
    """
    ends = {near for goal in goals for near in board.grid.around[goal]}
    begins = [near for start in starts for near in board.empty_around(start)]
    way = travel(board.land, board.grid, begins, until=ends.__contains__)
    goal = way.nearest(ends)
    return None if goal is None else way.costs[goal]
