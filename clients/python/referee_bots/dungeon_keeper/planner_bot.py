"""A bot for Dungeon Keeper that plans its economy and simulates its attacks (DK-9.3).

Its imps go where most is to be had for their action points: items, gold for the Sources, neutral Sources,
iron for the towers; one digs towards the nearest Altar, and leaves the last cell until a horde is there.
Fighters are called when the tunnel is nearly done, or the enemy is near, as many as can be fed for a
campaign. They meet who threatens the own Altar, or set out when they are stronger than the strongest
enemy. Whatever they can reach, they attack in the order that promises most.
"""

from __future__ import annotations

from typing import NamedTuple

from gamereferee.games.dungeon_keeper.v1.tables import BUILDINGS, Building, Kind, Rune
from referee_bots.dungeon_keeper import archdemon, battle, crew, errands, marching, towers, treasury
from referee_bots.dungeon_keeper.board import Board, Unit
from referee_bots.dungeon_keeper.ground import travel
from referee_bots.dungeon_keeper.keeper import Keeper
from referee_bots.dungeon_keeper.plan import Plan
from referee_bots.dungeon_keeper.waning import last_round
from referee_bots.seeded import run_seeded

__all__ = ["PlannerBot"]

CAMPAIGN = 8
"""Turns for which fighters are to be kept once they are called."""
HORDE = 60.0
"""Worth of fighters with which to set out, and how many times the enemy's it must be."""
EDGE = 1.2
TOWER_WORTH = 20.0
"""Worth of an enemy's battle tower when strengths are compared."""
PATIENCE = 0.6
"""Share of the rounds from whose end on a smaller horde will do, the smaller the fewer are left."""
IMPS, MORE_IMPS, WIDE = 4, 5, 20
"""Imps on boards of less than `WIDE` rows, and on wider ones."""
HIRED = 4
"""Turns for which a new imp is to be kept."""
DIGGERS = 1
"""Imps that go on with the tunnel whatever else there is to do."""
CLOSE = 20
"""Fighters are called when the tunnel will take no more action points."""
GOLD_KEPT = 25
"""Gold that is kept for fighters while they are called."""
ALARM = 10
"""Steps to the own Altar at which enemy fighters are met."""
LAST_ROUNDS = 8
"""In this many last rounds everything attacks."""


class _Outlook(NamedTuple):
    """The bot's situation in a turn."""

    homes: list[int]
    """Where enemies' Altars are or may be."""
    is_open: bool
    """Whether there is a way to one of them."""
    to_dig: int
    """Action points that the tunnel still takes; 0 if there is none to dig."""
    strength: float
    """Worth of own fighters."""
    against: float
    """Worth of the strongest enemy's fighters and towers."""
    threats: list[Unit]
    """Enemy fighters that are near the own Altar."""
    rounds_left: int
    last_round: int
    """When the Altars have waned, or at the cap (DK-7.2, DK-7.5)."""

    @property
    def goes(self) -> bool:
        """Whether to set out."""
        horde = HORDE * min(1.0, self.rounds_left / (PATIENCE * self.last_round))
        is_strong = self.strength >= max(horde, EDGE * self.against)
        return is_strong or self.rounds_left < LAST_ROUNDS


class PlannerBot(Keeper):
    """Play Dungeon Keeper by planning."""

    def think(self, plan: Plan) -> None:
        """Strike, work, pay, march."""
        board = plan.board
        battle.shoot_all(plan)
        battle.attack_all(plan)
        if plan.is_open:
            return
        outlook = _look(board)
        branch = next(iter(sorted(board.mine.runes)), None)
        _hire_imps(plan, outlook)
        musters = _musters(outlook)
        if not plan.is_open:
            towers.fortify(plan)
            errands.mend(plan)
        spared = crew.run_errands(plan, _needs(board, outlook))
        treasury.equip_all(plan, board.fighters())
        if not outlook.threats:
            treasury.grow(plan, gold_kept=GOLD_KEPT if musters else 0)
        if musters:
            turns = 1 if outlook.threats else min(CAMPAIGN, outlook.rounds_left)
            treasury.muster(plan, Rune(branch) if branch is not None else None, turns, spared)
        treasury.grow(plan, gold_kept=GOLD_KEPT if musters else 0)
        if not plan.is_open:
            _march(plan, outlook)


def _look(board: Board) -> _Outlook:
    homes = errands.foes_homes(board)
    own = board.altar(board.me)
    is_open, to_dig = False, 0
    if own is not None and homes:
        starts = list(board.empty_around(own))
        beside = {near for home in homes for near in board.grid.around[home]}
        way = errands.digging(board, starts, beside)
        goal = way.nearest(beside)
        if goal is not None:
            walk = marching.path_cost(board, [own], homes)
            is_open = walk is not None
            to_dig = 0 if is_open else way.costs[goal]
    end = last_round(board)
    return _Outlook(
        homes,
        is_open,
        to_dig,
        sum(battle.worth(unit) for unit in board.fighters()),
        _strongest(board),
        _threats(board, own),
        end - board.round,
        end,
    )


def _strongest(board: Board) -> float:
    """Return the worth of the strongest enemy's fighters and towers."""
    against = dict.fromkeys(range(len(board.seats)), 0.0)
    for unit in board.enemies():
        if not unit.is_worker and unit.owner >= 0:
            against[unit.owner] += battle.worth(unit)
    for house in board.houses.values():
        if house.kind == Building.BATTLE_TOWER and board.is_hostile_seat(house.owner):
            against[house.owner] += TOWER_WORTH
    return max(against.values())


def _threats(board: Board, own: int | None) -> list[Unit]:
    fighters = [unit for unit in board.enemies() if not unit.is_worker and unit.owner >= 0]
    if own is None or not fighters:
        return []
    way = travel(board.land, board.grid, board.empty_around(own), limit=ALARM)
    return [unit for unit in fighters if unit.cell in way.costs]


def _musters(outlook: _Outlook) -> bool:
    return outlook.is_open or bool(outlook.threats) or 0 < outlook.to_dig <= CLOSE


def _hire_imps(plan: Plan, outlook: _Outlook) -> None:
    board = plan.board
    wanted = IMPS if board.grid.size < WIDE else MORE_IMPS
    while len(board.workers()) < wanted and treasury.can_keep(board, Kind.IMP, HIRED):
        if outlook.rounds_left < LAST_ROUNDS or not archdemon.summon(plan, Kind.IMP):
            break


def _needs(board: Board, outlook: _Outlook) -> crew.Needs:
    wanted = len(towers.WANTED) * BUILDINGS[Building.BATTLE_TOWER].iron
    return crew.Needs(
        rounds_left=outlook.rounds_left,
        diggers=DIGGERS if board.round > 2 else 0,
        breaks_through=outlook.goes,
        iron=max(0, wanted - board.mine.iron),
    )


def _march(plan: Plan, outlook: _Outlook) -> None:
    board = plan.board
    for unit in board.fighters():
        while unit.ap > 0:
            if outlook.threats:
                targets = [threat.cell for threat in outlook.threats]
            elif outlook.goes:
                targets = outlook.homes
            else:
                break
            if not marching.step_to(plan, unit, targets):
                break


if __name__ == "__main__":
    run_seeded(PlannerBot)
