"""Assigns errands to a planner bot's imps: first the errand of the highest value per action point.

An errand is a task at a cell: a mine to work, items to pick up, or a Source to capture.
"""

from __future__ import annotations

from typing import NamedTuple

from gamereferee.games.dungeon_keeper.v1.tables import (
    CAPTURE_AP,
    MAX_SOURCE_LEVEL,
    NEUTRAL,
    SOURCE_GOLD,
    Building,
    Item,
    MineKind,
)
from referee_bots.dungeon_keeper import errands
from referee_bots.dungeon_keeper.board import Board, Unit
from referee_bots.dungeon_keeper.ground import Travel
from referee_bots.dungeon_keeper.plan import Plan

__all__ = ["Needs", "run_errands"]

ITEM_WORTH = {
    Item.CHEST: 40.0,
    Item.MANA_CRYSTAL: 50.0,
    Item.RUNE_FIRE: 20.0,
    Item.RUNE_DARKNESS: 20.0,
    Item.RUNE_DEATH: 20.0,
    Item.SWORD: 12.0,
    Item.ARMOUR: 12.0,
    Item.AMULET: 12.0,
    Item.CROWN: 16.0,
}
MINE_WORTH = {MineKind.GOLD: 0.2, MineKind.IRON: 0.05, MineKind.GEM: 0.2}
"""Worth in mana of one unit of a mine's resource, by kind of mine."""
SOURCE_WORTH, SOURCE_TURNS = 1.0, 25
"""Worth of one mana that a captured Source (a building that gives mana) will give in a later turn, and
the highest number of such turns that count.
"""
FAR = 40
"""Highest number of action points for the way to an errand; errands that are farther away are
ignored.
"""


class Needs(NamedTuple):
    """What a bot's other plans need from its imps (workers): a tunnel, and iron for buildings."""

    rounds_left: int
    diggers: int
    """Least number of imps that dig the tunnel to the enemy."""
    breaks_through: bool
    """Whether the last cell of the tunnel may be dug, so that fighters can pass."""
    iron: int
    """Amount of iron that is wanted for buildings."""
    tunnels: bool = True
    """Whether imps with nothing else to do dig towards enemies."""


class _Errand(NamedTuple):
    """A task for imps at a cell: its value, its labour, and how many imps may work on it."""

    cell: int
    worth: float
    labour: int
    """Number of action points that the task takes at the cell, the way there not included."""
    room: int
    """Highest number of imps that may work on the task at once."""


class _Choice(NamedTuple):
    rate: float
    imp: Unit
    errand: _Errand
    site: int


def run_errands(plan: Plan, needs: Needs) -> int:
    """Give orders to all imps that have action points; return how many imps found nothing to do.

    Args:
        plan: Orders of the batch, to which those of the imps are added.
        needs: What other parts of the bot's plan need from imps.
    """
    board = plan.board
    for imp in board.workers():
        if imp.rune is not None:
            errands.bring_rune(plan, imp, installs=not board.mine.runes)
    homes = errands.foes_homes(board)
    # Diggers first, so that no other errand takes them away from the tunnel.
    for imp in _diggers(board, homes, needs.diggers):
        errands.dig_to(plan, imp, homes, spares=0 if needs.breaks_through else 1)
    free = [imp for imp in board.workers() if imp.ap > 0 and imp.rune is None]
    sent: dict[int, int] = {}
    # Searched once for each imp, and again only after that imp has moved.
    reach = {imp.id: errands.ways_within(board, imp, FAR) for imp in free}
    while free:
        choice = _best(board, free, _errands(board, needs), sent, reach)
        if choice is None:
            break
        imp, errand = choice.imp, choice.errand
        before = imp.ap
        way = errands.ways(board, imp, [choice.site])
        if choice.site in way.costs and errands.follow(plan, imp, way.path_to(choice.site)):
            _do(plan, imp, errand)
        sent[errand.cell] = sent.get(errand.cell, 0) + 1
        # An imp that could not act must leave the loop, or it would never end.
        if imp.ap < 1 or imp.ap == before:
            free.remove(imp)
        else:
            reach[imp.id] = errands.ways_within(board, imp, FAR)
    return sum(not _make_useful(plan, imp, homes, needs) for imp in free)


def _make_useful(plan: Plan, imp: Unit, homes: list[int], needs: Needs) -> bool:
    """Have an imp without an errand dig at the tunnel to an enemy's Altar, or explore the map.

    Return whether the imp did something or had no action points left.

    Args:
        plan: Orders of the batch, to which those of the imp are added.
        imp: The imp.
        homes: Cells where enemies' Altars are or may be, to which tunnels lead.
        needs: What other parts of the plan need from imps.
    """
    points = imp.ap
    if needs.tunnels:
        errands.dig_to(plan, imp, homes, spares=0 if needs.breaks_through else 1)
    if imp.ap == points:
        errands.explore(plan, imp)
    return imp.ap < points or points < 1


def _do(plan: Plan, imp: Unit, errand: _Errand) -> None:
    board, cell = plan.board, errand.cell
    if cell in board.mines:
        errands.work(plan, imp, cell)
    elif cell in board.items:
        errands.take(plan, imp, cell)
    else:
        while plan.capture(imp, cell):
            pass


def _errands(board: Board, needs: Needs) -> list[_Errand]:
    rules = board.rules
    yields = (rules.gold_per_ap, rules.iron_per_ap, rules.gem_per_ap)
    found = []
    gold = max(MINE_WORTH[MineKind.GOLD], _worth_of_gold(board, needs.rounds_left))
    for cell, mine in sorted(board.mines.items()):
        labour = -(-mine.left // yields[mine.kind])
        each = gold if mine.kind == MineKind.GOLD else MINE_WORTH[MineKind(mine.kind)]
        worth = mine.left * each
        if mine.kind == MineKind.IRON and needs.iron > 0:
            worth += min(needs.iron, mine.left)
        found.append(_Errand(cell, worth, labour, max(1, labour // 3)))
    for cell, items in sorted(board.items.items()):
        worth = sum(ITEM_WORTH[Item(item)] for item in items)
        found.append(_Errand(cell, worth, len(items), 1))
    turns = min(SOURCE_TURNS, needs.rounds_left)
    for cell, house in sorted(board.houses.items()):
        if house.kind == Building.SOURCE and house.owner == NEUTRAL:
            worth = SOURCE_WORTH * (house.level + 1) * max(0, turns - CAPTURE_AP // 2)
            found.append(_Errand(cell, worth, CAPTURE_AP, 1))
    return [errand for errand in found if errand.worth > 0]


def _worth_of_gold(board: Board, rounds_left: int) -> float:
    """Return the mana that one piece of gold will bring, if it raises the level of a Source of mana.

    `rounds_left` is the number of rounds until the match ends, in each of which the Source gives
    mana.
    """
    levels = [board.houses[cell].level for cell in board.houses_of(board.me, Building.SOURCE)]
    level = min(levels, default=MAX_SOURCE_LEVEL)
    turns = min(SOURCE_TURNS, rounds_left)
    return SOURCE_WORTH * turns / (SOURCE_GOLD * level) if level < MAX_SOURCE_LEVEL else 0.0


def _best(
    board: Board,
    imps: list[Unit],
    found: list[_Errand],
    sent: dict[int, int],
    reach: dict[int, Travel],
) -> _Choice | None:
    """Return the imp and the errand with the highest value per action point, walk included.

    Return None if no errand is in reach of an imp.

    Args:
        board: The board.
        imps: Imps that can be sent.
        found: All errands.
        sent: Number of imps that were sent to each errand in this turn, by cell.
        reach: Cheapest paths of each imp, by its id.
    """
    best: _Choice | None = None
    # `sent` counts imps of this turn only: errands are shared out again every turn.
    open_ = [errand for errand in found if sent.get(errand.cell, 0) < errand.room]
    for imp in imps:
        way = reach[imp.id]
        for errand in open_:
            site = way.nearest(errands.sites(board, errand.cell))
            if site is None:
                continue
            labour = errand.labour
            if imp.capture_cell == errand.cell:
                # Work already done on this capture need not be done again.
                labour -= imp.capture_points
            rate = errand.worth / (way.costs[site] + max(1, labour))
            if best is None or rate > best.rate:
                best = _Choice(rate, imp, errand, site)
    return best


def _diggers(board: Board, homes: list[int], number: int) -> list[Unit]:
    """Return the imps that are nearest to the enemies' Altars by digging, at most `number`.

    Args:
        board: The board.
        homes: Cells where enemies' Altars are or may be.
        number: Highest number of imps to return.
    """
    if not homes or number < 1:
        return []
    beside = {near for home in homes for near in board.grid.around[home]}
    free = [imp for imp in board.workers() if imp.ap > 0 and imp.rune is None]
    costs = []
    for imp in free:
        if imp.capture_points:
            continue
        way: Travel = errands.ways(board, imp, beside)
        goal = way.nearest(beside)
        if goal is not None:
            costs.append((way.costs[goal], imp.id))
    return [board.units[id_] for _, id_ in sorted(costs)[:number]]
