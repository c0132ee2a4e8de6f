"""A bot for Dungeon Keeper that gives any orders that look legal, at random (DK-9.1).

It moves, digs, mines, attacks and picks up with any of its units in any order until no action
points are left or it has given 100 orders. At the beginning of a turn it summons imps while it has
fewer than four, then beses, as far as the next turn's mana pays the upkeep.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gamereferee.games.dungeon_keeper.v1.dungeon_keeper_pb2 import Action, Observation
from gamereferee.games.dungeon_keeper.v1.tables import Item, Kind
from referee_bots.dungeon_keeper import archdemon, fights
from referee_bots.dungeon_keeper.board import Unit
from referee_bots.dungeon_keeper.ground import UNDUG, can_step
from referee_bots.dungeon_keeper.keeper import Keeper
from referee_bots.dungeon_keeper.plan import Plan, is_rune
from referee_bots.dungeon_keeper.treasury import can_keep
from referee_bots.seeded import run_seeded
from referee_client import Match

__all__ = ["RandomBot"]

Order = Callable[[], bool]
"""Type of a function that adds an order to a plan, and returns whether it did."""

MOST_ORDERS = 100
IMPS = 4


class RandomBot(Keeper):
    """Bot for Dungeon Keeper that plays at random."""

    def on_start(self, match: Match) -> None:
        """Begin the match with a count of 0 orders in the turn."""
        super().on_start(match)
        self._left = MOST_ORDERS

    def act(self, observation: Observation) -> Action:
        """Reset the count of orders when a turn begins, then return the next batch."""
        if not observation.batch:
            self._left = MOST_ORDERS
        return super().act(observation)

    def think(self, plan: Plan) -> None:
        """Summon units, then add random orders of random units."""
        board = plan.board
        kind = Kind.IMP if len(board.workers()) < IMPS else Kind.BES
        while can_keep(board, kind) and archdemon.summon(plan, kind):
            kind = Kind.IMP if len(board.workers()) < IMPS else Kind.BES
        before = len(plan.orders)
        idle: set[int] = set()
        while not plan.is_open and len(plan.orders) - before < self._left:
            able = [unit for unit in board.own() if unit.ap > 0 and unit.id not in idle]
            if not able:
                break
            unit = self.random.choice(able)
            choices = _orders(plan, unit)
            if not choices:
                idle.add(unit.id)  # what others do may free it, but it need not wait for that
            elif not self.random.choice(choices)():
                break
        self._left -= len(plan.orders) - before


def _orders(plan: Plan, unit: Unit) -> list[Order]:
    """Return all orders that a unit may be given now."""
    board = plan.board
    barred, steps = board.barred(), board.grid.steps[unit.cell]
    orders: list[Order] = [
        partial(plan.move, unit, step)
        for step in steps
        if can_step(board.land, step) and step.to not in barred
        if len(board.stacks.get(step.to, ())) < board.rules.stack_limit
    ]
    if unit.kind == Kind.IMP:
        around = board.grid.around[unit.cell]
        orders += [partial(plan.dig, unit, cell) for cell in around if board.land[cell] == UNDUG]
        orders += [partial(plan.mine, unit, cell) for cell in around if cell in board.mines]
    return orders + _takings(plan, unit) + _attacks(plan, unit)


def _takings(plan: Plan, unit: Unit) -> list[Order]:
    board = plan.board
    return [
        partial(plan.pickup, unit, cell, Item(kind))
        for cell in (unit.cell, *board.grid.around[unit.cell])
        if all(other.controller == board.me for other in board.stacks.get(cell, ()))
        for kind in dict.fromkeys(board.items.get(cell, ()))
        if not is_rune(Item(kind)) or unit.rune is None
    ]


def _attacks(plan: Plan, unit: Unit) -> list[Order]:
    board = plan.board
    attacks: list[Order] = [
        partial(plan.attack, unit, target)
        for target in board.enemies()
        if fights.reaches(board, unit, unit.cell, target.cell)
    ]
    razes: list[Order] = [
        partial(plan.raze, unit, cell)
        for cell in board.targets()
        if fights.reaches(board, unit, unit.cell, cell)
    ]
    return attacks + razes


if __name__ == "__main__":
    run_seeded(RandomBot)
