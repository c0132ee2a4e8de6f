"""Errands of imps, and the paths to them: mines, items, Sources, tunnels (DK-9.2, DK-9.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamereferee.games.dungeon_keeper.v1.tables import BUILDINGS, Building, Item
from referee_bots.dungeon_keeper.board import Board, Unit
from referee_bots.dungeon_keeper.ground import (
    EMPTY,
    STRAIGHT,
    UNDUG,
    UNKNOWN,
    Step,
    Travel,
    can_step,
    travel,
)
from referee_bots.dungeon_keeper.plan import Plan
from referee_bots.dungeon_keeper.waning import is_waning

__all__ = [
    "bring_rune",
    "digging",
    "dig_to",
    "explore",
    "follow",
    "foes_homes",
    "mend",
    "sites",
    "take",
    "ways",
    "ways_within",
    "work",
]

FOUR = 4
"""Largest number of seats whose board has one of two groups of symmetries; larger boards have all
symmetries of the square (DK-2.9)."""


def ways(board: Board, unit: Unit, goals: Iterable[int] | None = None) -> Travel:
    """Return the cheapest paths of an imp (a worker) over empty cells and through cells that it digs.

    If there are goals, the search ends at the nearest goal.
    """
    wanted = None if goals is None else set(goals)
    return travel(
        board.land,
        board.grid,
        [unit.cell],
        digs=True,
        barred=board.barred(),
        until=None if wanted is None else wanted.__contains__,
    )


def ways_within(board: Board, unit: Unit, limit: int) -> Travel:
    """Return the cheapest paths of an imp to all cells that cost at most `limit` action points.

    The imp may dig cells on the way.
    """
    barred = board.barred()
    return travel(board.land, board.grid, [unit.cell], digs=True, barred=barred, limit=limit)


def digging(board: Board, starts: Iterable[int], goals: set[int]) -> Travel:
    """Return the cheapest paths from start cells to the nearest goal, where cells are dug on the way.

    Units in the way are ignored.
    """
    return travel(board.land, board.grid, starts, digs=True, until=goals.__contains__)


def sites(board: Board, cell: int) -> list[int]:
    """Return the cells from which a unit can mine or capture at a cell, or pick up from it.

    They are its neighbours, and the cell itself if it is empty.
    """
    here = [cell] if board.land[cell] == EMPTY else []
    return [*here, *board.grid.around[cell]]


def follow(plan: Plan, unit: Unit, path: Sequence[Step]) -> bool:
    """Have a unit move and dig along a path as far as its action points reach.

    Return whether it has reached the end of the path.
    """
    land = plan.board.land
    for step in path:
        # A diagonal step between two solid cells needs one of them dug first (DK-5.11).
        if step.one != STRAIGHT and land[step.one] != EMPTY and land[step.other] != EMPTY:
            side = step.one if land[step.one] <= UNDUG else step.other
            if not plan.dig(unit, side):
                return False
        if land[step.to] <= UNDUG and not plan.dig(unit, step.to):
            return False
        if not can_step(land, step) or not plan.move(unit, step):
            return False
    return True


def work(plan: Plan, unit: Unit, cell: int) -> bool:
    """Have an imp mine a neighbouring cell until its action points or the mine run out.

    Return whether anything was mined.
    """
    has_mined = False
    while plan.mine(unit, cell):
        has_mined = True
    return has_mined


def take(plan: Plan, unit: Unit, cell: int) -> bool:
    """Have a unit pick up one item from a cell, which is its own or a neighbouring one.

    Return whether anything was picked up.
    """
    for kind in tuple(plan.board.items.get(cell, ())):
        if plan.pickup(unit, cell, Item(kind)):
            return True
    return False


def bring_rune(plan: Plan, unit: Unit, *, installs: bool) -> None:
    """Have a unit carry its rune towards the own Altar, and use the rune there.

    A rune is an item that allows further upgrades of units once it is installed in the Altar.

    Args:
        plan: Orders of the batch, to which these are added.
        unit: Unit with a rune; without one nothing happens.
        installs: Whether to install the rune, unless the Altar has this rune already. Otherwise it
            is exchanged for mana.
    """
    board = plan.board
    altar = board.altar(board.me)
    if altar is None or unit.rune is None:
        return
    goals = board.grid.around[altar]
    way = ways(board, unit, goals)
    goal = way.nearest(goals)
    if goal is not None and follow(plan, unit, way.path_to(goal)):
        plan.use_rune(unit, installs=installs and unit.rune not in board.mine.runes)


def mend(plan: Plan) -> None:
    """Have the nearest imp repair the own Altar, as far as gold and action points allow (DK-5.17).

    Nothing happens once Altars wane (lose hit points each round), because the rules forbid repairs
    then.
    """
    board = plan.board
    altar = board.altar(board.me)
    if altar is None or board.houses[altar].hp >= BUILDINGS[Building.ALTAR].hp:
        return
    # Repairing costs gold, and is forbidden from the round on in which Altars wane (DK-7.5).
    if is_waning(board) or board.mine.gold <= 0:
        return
    idle = [imp for imp in board.workers() if imp.ap > 0 and imp.rune is None]
    goals = board.grid.around[altar]
    for imp in sorted(idle, key=lambda imp: (board.grid.distance(imp.cell, altar), imp.id)):
        way = ways(board, imp, goals)
        goal = way.nearest(goals)
        if goal is not None and follow(plan, imp, way.path_to(goal)):
            while plan.repair(imp, altar):
                pass
        return


def foes_homes(board: Board) -> list[int]:
    """Return the cells of enemies' Altars.

    While none of them is known, return the unknown cells where the map's symmetry may put an Altar
    (DK-2.9).
    """
    altars = board.enemy_altars()
    home = board.altar(board.me)
    if altars or home is None:
        return altars
    last = board.grid.size - 1
    row, col = divmod(home, last + 1)
    turned = ((col, last - row), (last - row, last - col), (last - col, row))
    mirrored = ((row, last - col), (last - row, last - col), (last - row, col))
    across = ((last - col, last - row), (col, row))
    rules = board.rules
    if rules.num_seats > FOUR:
        images = [*turned, *mirrored, *across]
    else:
        images = [*mirrored] if rules.is_mirrored else [*turned]
    if rules.num_seats <= 2:
        images = images[:1] if rules.is_mirrored else images[1:2]
    cells = dict.fromkeys(row * (last + 1) + col for row, col in images)
    # A cell that was seen holds no Altar, or the Altar would be known.
    return [cell for cell in cells if board.land[cell] == UNKNOWN]


def dig_to(plan: Plan, unit: Unit, goals: Iterable[int], spares: int = 0) -> bool:
    """Have a unit dig a tunnel on towards the nearest goal; return whether anything is left to dig.

    Args:
        plan: Orders of the batch, to which these are added.
        unit: Unit that digs.
        goals: Cells next to one of which the tunnel is to end.
        spares: Number of undug cells at the end of the path that are not dug; a unit that reaches
            them waits.
    """
    board = plan.board
    beside = {near for goal in goals for near in board.grid.around[goal]}
    while unit.ap > 0:
        way = ways(board, unit, beside)
        goal = way.nearest(beside)
        if goal is None:
            return False
        path = way.path_to(goal)
        digs = [place for place, step in enumerate(path) if board.land[step.to] != EMPTY]
        # Every step costs 1, and digging more: equal numbers mean that the way is free already.
        if way.costs[goal] == len(path) or len(digs) <= spares:
            return False
        if not follow(plan, unit, path[: digs[-spares]] if spares else path):
            break
    return True


def explore(plan: Plan, unit: Unit) -> None:
    """Send a unit to the nearest cell that was never seen."""
    board = plan.board
    unseen = [cell for cell, terrain in enumerate(board.land) if terrain == UNKNOWN]
    if unseen:
        way = ways(board, unit, unseen)
        goal = way.nearest(unseen)
        if goal is not None:
            follow(plan, unit, way.path_to(goal))
