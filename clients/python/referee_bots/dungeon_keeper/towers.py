"""Builds towers at the place where an enemy's path reaches the own Altar (DK-9.3)."""

from __future__ import annotations

from gamereferee.games.dungeon_keeper.v1.tables import BUILDINGS, Building
from referee_bots.dungeon_keeper import errands
from referee_bots.dungeon_keeper.board import Board
from referee_bots.dungeon_keeper.ground import UNDUG, travel
from referee_bots.dungeon_keeper.plan import Plan

__all__ = ["fortify", "missing", "mouth"]

NEAR_PATH = 20
"""Highest number of steps of an enemy's path over empty cells to the own Altar; if the path is
longer, no towers are built.
"""
WANTED = (Building.BATTLE_TOWER, Building.BATTLE_TOWER, Building.SLOWING_TOWER)
MOUTH = 2
"""Distance in cells: the first cell of an enemy's path that is no farther than this from the own
Altar is the path's mouth, where towers are built.
"""


def mouth(board: Board) -> tuple[int, set[int]] | None:
    """Return the mouth of the shortest path of an enemy to the own Altar, and all cells of the path.

    The mouth is the first cell of the path that is at most `MOUTH` cells from the Altar. Paths
    begin at enemies' Altars and at their fighters. Return None if no path costs at most
    `NEAR_PATH`.
    """
    home = board.altar(board.me)
    if home is None:
        return None
    grid = board.grid
    starts = list(board.empty_around(home))
    # Searched from the own Altar, which answers for all enemies at once.
    way = travel(board.land, grid, starts, limit=NEAR_PATH)
    goals = [near for altar in board.enemy_altars() for near in board.empty_around(altar)]
    goals += [unit.cell for unit in board.enemies() if not unit.is_worker and unit.owner >= 0]
    goal = way.nearest(cell for cell in goals if way.costs.get(cell, NEAR_PATH + 1) <= NEAR_PATH)
    if goal is None:
        return None
    path = [goal]
    while path[-1] in way.back:
        path.append(way.back[path[-1]])
    at = next((cell for cell in path if grid.distance(cell, home) <= MOUTH), path[-1])
    return at, set(path)


def missing(board: Board, at: int) -> list[Building]:
    """Return the kinds of towers that the bot wants near the cell `at` and does not have there yet.

    It wants two battle towers and a slowing tower.
    """
    wanted = list(WANTED)
    for cell, house in board.houses.items():
        is_there = house.owner == board.me and board.grid.distance(cell, at) <= MOUTH + 1
        if is_there and house.kind in wanted:
            wanted.remove(house.kind)
    return wanted


def fortify(plan: Plan) -> None:
    """Have the nearest imp build missing towers, each in a cell that it digs next to the enemy's path.

    Nothing is built if no enemy has a near path, or if gold or iron are too little for the next
    tower.
    """
    board = plan.board
    found = mouth(board)
    if found is None:
        return
    at, path = found
    for kind in missing(board, at):
        price = BUILDINGS[kind]
        if board.mine.gold < price.gold or board.mine.iron < price.iron:
            return
        # One tower after the other: the next is only begun when this one stands.
        if not _put_up(plan, kind, at, path):
            return


def _put_up(plan: Plan, kind: Building, at: int, path: set[int]) -> bool:
    board, grid = plan.board, plan.board.grid
    pockets = [
        cell for cell in grid.within(at, 1) if cell not in path and board.land[cell] == UNDUG
    ]
    for pocket in pockets:
        sites = list(board.empty_around(pocket))
        if not sites:
            continue
        for imp in sorted(board.workers(), key=lambda imp: grid.distance(imp.cell, pocket)):
            if imp.ap < 1 or imp.rune is not None:
                continue
            way = errands.ways(board, imp, sites)
            site = way.nearest(sites)
            if site is None or not errands.follow(plan, imp, way.path_to(site)):
                return False
            return plan.dig(imp, pocket) and plan.build(imp, pocket, kind)
    return False
