"""A bot for Dungeon Keeper that mines, grows its Source, and rushes (DK-9.2).

Where DK-9.2 leaves a choice: it brings runes home for their mana, gives found artifacts to its fighters,
makes no unit that the next turn's mana does not keep, and gives up the Source for fighters when no gold
is to be found. While its fighters wait they strike at what comes into their reach, and so they do where
the way is barred.
"""

from __future__ import annotations

from referee_bots.dungeon_keeper import archdemon, errands, marching
from referee_bots.dungeon_keeper.board import Unit
from referee_bots.dungeon_keeper.keeper import Keeper
from referee_bots.dungeon_keeper.plan import Plan
from referee_bots.dungeon_keeper.tables import Artifact, Building, Kind, MineKind
from referee_bots.dungeon_keeper.treasury import can_keep
from referee_bots.seeded import run_seeded

__all__ = ["RusherBot"]

IMPS = 3
SOURCE_LEVEL = 6
"""So far every piece of gold goes into the Source."""
HORDE = 4
"""So many upgraded fighters begin to walk."""
PER_MINE = 2
"""Imps that work one mine."""


class RusherBot(Keeper):
    """Play Dungeon Keeper by mining and rushing."""

    def think(self, plan: Plan) -> None:
        """Imps first, as they bring what is spent afterwards; fighters last."""
        while len(plan.board.workers()) < IMPS and can_keep(plan.board, Kind.IMP):
            if not archdemon.summon(plan, Kind.IMP):
                break
        _send_imps(plan)
        _spend(plan)
        _fight(plan)


def _send_imps(plan: Plan) -> None:
    board = plan.board
    sent: dict[int, int] = {}
    idle = []
    for imp in board.workers():
        if imp.rune is not None:
            errands.bring_rune(plan, imp, installs=False)
        while imp.ap > 0 and imp.rune is None and _go_nearest(plan, imp, sent):
            pass
        if imp.ap > 0 and imp.rune is None:
            idle.append(imp)
    for imp in idle[:1]:
        homes = errands.foes_homes(board)
        if not errands.dig_to(plan, imp, homes) and not homes:
            errands.explore(plan, imp)


def _go_nearest(plan: Plan, imp: Unit, sent: dict[int, int]) -> bool:
    """To the nearest mine or item that not enough others have gone to; False if there is none."""
    board = plan.board
    goals: dict[int, int] = {}  # what is worked on from each site
    for cell in sorted({*board.mines, *board.items}):
        if sent.get(cell, 0) < (PER_MINE if cell in board.mines else 1):
            goals |= {site: goals.get(site, cell) for site in errands.sites(board, cell)}
    way = errands.ways(board, imp, goals)
    goal = way.nearest(goals)
    if goal is None:
        return False
    cell = goals[goal]
    sent[cell] = sent.get(cell, 0) + 1
    if not errands.follow(plan, imp, way.path_to(goal)):
        return False
    return errands.work(plan, imp, cell) or errands.take(plan, imp, cell)


def _spend(plan: Plan) -> None:
    """Gold into the Source, then mana and gold into fighters."""
    board = plan.board
    sources = board.houses_of(board.me, Building.SOURCE)
    growing = [cell for cell in sources if board.houses[cell].level < SOURCE_LEVEL]
    for cell in growing:
        archdemon.upgrade_source(plan, cell)
    for artifact in Artifact:
        for unit in sorted(board.fighters(), key=lambda unit: -unit.row.value):
            archdemon.equip(plan, unit, artifact)
    has_gold = any(mine.kind == MineKind.GOLD for mine in board.mines.values())
    if has_gold and any(board.houses[cell].level < SOURCE_LEVEL for cell in growing):
        return
    for old, new in ((Kind.GRASDIR, Kind.KERUB), (Kind.BES, Kind.GRASDIR)):
        for unit in board.fighters():
            if unit.kind == old and can_keep(board, new):
                archdemon.upgrade(plan, unit, new)
    while can_keep(board, Kind.BES) and archdemon.summon(plan, Kind.BES):
        pass


def _fight(plan: Plan) -> None:
    """Hit what is weakest in reach, the Altar first; walk once there are enough."""
    board = plan.board
    fighters = board.fighters()
    walks = sum(unit.kind != Kind.BES for unit in fighters) >= HORDE
    for unit in fighters:
        while unit.ap > 0 and unit.id in board.units and not plan.is_open:
            if _hit(plan, unit):
                continue
            if not walks or not marching.step_to(plan, unit, errands.foes_homes(board)):
                if walks and _clear(plan, unit):
                    continue
                break


def _hit(plan: Plan, unit: Unit) -> bool:
    """The Altar if it is in reach, else the weakest unit there."""
    board = plan.board
    for altar in board.enemy_altars():
        if plan.raze(unit, altar):
            return True
    targets = sorted(board.enemies(), key=lambda target: (target.hp, target.defence, target.id))
    return any(plan.attack(unit, target) for target in targets)


def _clear(plan: Plan, unit: Unit) -> bool:
    """A building in reach, the weakest first."""
    houses = plan.board.houses
    targets = sorted(plan.board.targets(), key=lambda cell: (houses[cell].hp, cell))
    return any(plan.raze(unit, cell) for cell in targets)


if __name__ == "__main__":
    run_seeded(RusherBot)
