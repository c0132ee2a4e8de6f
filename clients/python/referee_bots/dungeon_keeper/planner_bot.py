"""A bot for Dungeon Keeper that plans its economy and simulates its attacks (DK-9.3).

Its imps go where their action points bring most: items, gold for the Sources, neutral Sources, iron
for the towers. One imp digs towards the nearest Altar, and leaves the last cell until a horde is
there. Fighters are summoned when the tunnel is nearly done, or when the enemy is near, as many as
can be fed for a campaign. They meet enemies that threaten the own Altar, or set out when they are
stronger than the strongest enemy. They attack whatever they can reach, the most promising attack
first.
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
"""Number of turns for which the upkeep of fighters (mana for each turn) must be paid when they are
summoned.
"""
HORDE = 60.0
"""Least worth of the fighters, in mana, with which the bot sets out. `EDGE` is the least ratio of
this worth to the strongest enemy's.
"""
EDGE = 1.2
TOWER_WORTH = 20.0
"""Worth in mana of an enemy's battle tower, where strengths are compared."""
PATIENCE = 0.6
"""Share of a match's rounds. While fewer rounds than this are left, the bot sets out with fighters
of less worth than `HORDE`, in proportion to the rounds left.
"""
IMPS, MORE_IMPS, WIDE = 4, 5, 20
"""Number of imps on boards with fewer than `WIDE` rows, number of imps on wider boards, and that
bound."""
HIRED = 4
"""Number of turns for which the upkeep of a new imp (a worker; mana for each turn) must be paid."""
DIGGERS = 1
"""Number of imps that go on with the tunnel, whatever else there is to do."""
CLOSE = 20
"""Highest number of action points that the tunnel to the enemy may still take when the bot begins
to summon fighters.
"""
GOLD_KEPT = 25
"""Amount of gold that is kept for fighters while they are summoned."""
ALARM = 10
"""Number of steps from the own Altar within which enemy fighters are met."""
LAST_ROUNDS = 8
"""Number of last rounds in which all fighters attack."""


class _Outlook(NamedTuple):
    """What the bot's decisions in a turn depend on: threats, strengths, the way to enemies' Altars."""

    homes: list[int]
    """Cells where enemies' Altars are, or may be by the map's symmetry."""
    is_open: bool
    """Whether a path without digging leads to a cell where an enemy's Altar is or may be."""
    to_dig: int
    """Action points that the tunnel still takes; 0 if there is none to dig."""
    strength: float
    """Total worth of the bot's own fighters, in mana."""
    against: float
    """Total worth of the strongest enemy's fighters and battle towers, in mana."""
    threats: list[Unit]
    """Enemy fighters that are near the own Altar."""
    rounds_left: int
    last_round: int
    """Last round of the match: when the Altars have waned, or the cap on rounds (DK-7.2,
    DK-7.5)."""

    @property
    def goes(self) -> bool:
        """Whether the fighters set out for an enemy's Altar."""
        horde = HORDE * min(1.0, self.rounds_left / (PATIENCE * self.last_round))
        is_strong = self.strength >= max(horde, EDGE * self.against)
        return is_strong or self.rounds_left < LAST_ROUNDS


class PlannerBot(Keeper):
    """Bot for Dungeon Keeper that plans its economy and its attacks."""

    def think(self, plan: Plan) -> None:
        """Add the turn's orders: attacks, work of imps, expenses, then marches."""
        board = plan.board
        battle.shoot_all(plan)
        battle.attack_all(plan)
        # The result of an attack is awaited before anything is spent: it may change what is needed.
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
        # Also under threat, with the gold that fighters have left over.
        treasury.grow(plan, gold_kept=GOLD_KEPT if musters else 0)
        if not plan.is_open:
            _march(plan, outlook)


def _look(board: Board) -> _Outlook:
    homes = errands.foes_homes(board)
    own = board.altar(board.me)
    # Without an own Altar, or a place where an enemy's may be, there is no tunnel.
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
    """Return the value of the strongest enemy's fighters and battle towers, in mana."""
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
