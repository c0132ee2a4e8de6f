"""A bot for Dungeon Keeper that stays at home: a sparring partner for bots that attack.

Its imps bring in what is near and repair the Altar. Its gold is spent on Sources, towers and
fighters, and the fighters attack only what is within their reach. It digs no tunnel, attacks no
base, and waits for the end of the match. This way of playing must not pay (DK-9.4).
"""

from __future__ import annotations

from gamereferee.games.dungeon_keeper.v1.tables import BUILDINGS, Building, Kind, Rune
from referee_bots.dungeon_keeper import archdemon, battle, crew, errands, towers, treasury
from referee_bots.dungeon_keeper.keeper import Keeper
from referee_bots.dungeon_keeper.plan import Plan
from referee_bots.dungeon_keeper.waning import last_round
from referee_bots.seeded import run_seeded

__all__ = ["TurtleBot"]

IMPS = 4
HIRED = 4
"""Number of turns for which the upkeep of a new unit must be paid."""
LAST_ROUNDS = 8
"""Number of last rounds in which no imp is summoned."""


class TurtleBot(Keeper):
    """Bot for Dungeon Keeper that stays at home."""

    def think(self, plan: Plan) -> None:
        """Add the turn's orders: attacks on units in reach, work, repairs, buildings, then fighters."""
        board = plan.board
        battle.shoot_all(plan)
        battle.attack_all(plan)
        if plan.is_open:
            return
        rounds_left = last_round(board) - board.round
        while len(board.workers()) < IMPS and treasury.can_keep(board, Kind.IMP, HIRED):
            if rounds_left < LAST_ROUNDS or not archdemon.summon(plan, Kind.IMP):
                break
        towers.fortify(plan)
        errands.mend(plan)
        wanted = len(towers.WANTED) * BUILDINGS[Building.BATTLE_TOWER].iron
        iron = max(0, wanted - board.mine.iron)
        crew.run_errands(plan, crew.Needs(rounds_left, 0, False, iron, tunnels=False))
        treasury.equip_all(plan, board.fighters())
        treasury.grow(plan)
        branch = next(iter(sorted(board.mine.runes)), None)
        treasury.muster(plan, None if branch is None else Rune(branch), max(1, rounds_left))


if __name__ == "__main__":
    run_seeded(TurtleBot)
