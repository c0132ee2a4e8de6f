"""A bot for Dungeon Keeper that mines, upgrades its Source, and rushes the enemy (DK-9.2).

Where DK-9.2 leaves a choice, the bot decides as follows. It brings runes home for their mana, and
gives found artifacts to its fighters. It saves mana until there is a path to an Altar and it can
summon the whole horde and feed it. It spends on fighters instead of the Source when no gold can be
found. A horde that has set out walks on until it is gone. While its fighters wait, or where their
path is barred, they attack what comes into their reach.
"""

from __future__ import annotations

from gamereferee.games.dungeon_keeper.v1.tables import UNITS, Building, Kind, MineKind
from referee_bots.dungeon_keeper import archdemon, errands, marching, treasury
from referee_bots.dungeon_keeper.board import Board, Unit
from referee_bots.dungeon_keeper.keeper import Keeper
from referee_bots.dungeon_keeper.plan import Plan
from referee_bots.seeded import run_seeded
from referee_client import Match

__all__ = ["RusherBot"]

IMPS = 3
SOURCE_LEVEL = 6
"""Level up to which the bot raises its Source (which gives as much mana each turn); until then it
spends all its gold on that, as long as gold can be mined.
"""
HORDE = 4
"""Number of upgraded fighters from which on the horde (all fighters together) sets out for an
enemy.
"""
WALK = 4
"""Number of turns. Before the bot summons its horde, it saves as much mana as the whole horde's upkeep
exceeds the income by in this many turns.
"""
PER_MINE = 2
"""Highest number of imps that work in one mine."""


class RusherBot(Keeper):
    """Bot for Dungeon Keeper that mines and rushes."""

    def on_start(self, match: Match) -> None:
        """Begin the match without a horde, that is, without fighters that have set out together."""
        super().on_start(match)
        self._walks = False

    def think(self, plan: Plan) -> None:
        """Add the orders of a turn: first imps, which bring in what is spent next, then fighters."""
        while len(plan.board.workers()) < IMPS and treasury.can_keep(plan.board, Kind.IMP):
            if not archdemon.summon(plan, Kind.IMP):
                break
        _send_imps(plan)
        _spend(plan)
        # Once it walks, the horde goes on until its last fighter: otherwise losses would turn it
        # back half way.
        self._walks = _num_upgraded(plan.board) >= (1 if self._walks else HORDE)
        _fight(plan, walks=self._walks)


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
    # A single one digs: others would only dig at the same tunnel.
    for imp in idle[:1]:
        homes = errands.foes_homes(board)
        if not errands.dig_to(plan, imp, homes) and not homes:
            errands.explore(plan, imp)


def _go_nearest(plan: Plan, imp: Unit, sent: dict[int, int]) -> bool:
    """Send an imp to the nearest mine or item to which fewer imps than allowed were sent, and use it.

    Return whether the imp has mined or picked up something.

    Args:
        plan: Orders of the batch, to which those of the imp are added.
        imp: The imp.
        sent: Number of imps that were sent to each cell in this turn; updated.
    """
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
    """Spend gold on the Source, then mana and gold on a horde, once all its fighters can be paid.

    Fighters are bought only when a path leads to an Altar of an enemy.
    """
    board = plan.board
    treasury.grow(plan, top=SOURCE_LEVEL)
    treasury.equip_all(plan, board.fighters())
    levels = [board.houses[cell].level for cell in board.houses_of(board.me, Building.SOURCE)]
    has_gold = any(mine.kind == MineKind.GOLD for mine in board.mines.values())
    if has_gold and min(levels, default=SOURCE_LEVEL) < SOURCE_LEVEL:
        return
    own = board.altar(board.me)
    if own is None or marching.path_cost(board, [own], errands.foes_homes(board)) is None:
        return
    missing = HORDE - _num_upgraded(board)
    price = UNITS[Kind.BES].mana + UNITS[Kind.GRASDIR].mana
    upkeep = HORDE * UNITS[Kind.GRASDIR].upkeep - board.income()
    # The whole horde at once, with mana for its way: single fighters that wait for the others cost
    # upkeep.
    if missing <= 0 or board.mine.mana >= missing * price + WALK * max(0, upkeep):
        treasury.muster(plan, None, 0 if missing > 0 else 1)


def _num_upgraded(board: Board) -> int:
    return sum(unit.kind != Kind.BES for unit in board.fighters())


def _fight(plan: Plan, *, walks: bool) -> None:
    """Have fighters attack an Altar or the weakest unit in reach.

    If `walks` is set, those with no such target walk to the enemies' Altars, or attack buildings
    that bar their path.
    """
    board = plan.board
    for unit in board.fighters():
        while unit.ap > 0 and unit.id in board.units and not plan.is_open:
            if _hit(plan, unit):
                continue
            if not walks or not marching.step_to(plan, unit, errands.foes_homes(board)):
                if walks and _clear(plan, unit):
                    continue
                break


def _hit(plan: Plan, unit: Unit) -> bool:
    """Attack an Altar in reach, else the weakest unit; return whether an attack was made."""
    board = plan.board
    for altar in board.enemy_altars():
        if plan.raze(unit, altar):
            return True
    targets = sorted(board.enemies(), key=lambda target: (target.hp, target.defence, target.id))
    return any(plan.attack(unit, target) for target in targets)


def _clear(plan: Plan, unit: Unit) -> bool:
    """Attack the weakest building in reach, such as a wall; return whether an attack was made."""
    houses = plan.board.houses
    targets = sorted(plan.board.targets(), key=lambda cell: (houses[cell].hp, cell))
    return any(plan.raze(unit, cell) for cell in targets)


if __name__ == "__main__":
    run_seeded(RusherBot)
