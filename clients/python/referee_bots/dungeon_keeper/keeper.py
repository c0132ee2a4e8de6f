"""Base of the bots of Dungeon Keeper: a board in memory, and a turn sent in few batches (DK-4.3)."""

from __future__ import annotations

import time

from gamereferee.games.dungeon_keeper.v1.dungeon_keeper_pb2 import Action, Observation
from referee_bots.dungeon_keeper.memory import Memory, rules_of
from referee_bots.dungeon_keeper.plan import Plan
from referee_bots.seeded import SeededBot
from referee_client import Match

__all__ = ["Keeper"]

MOST_BATCHES = 24
"""A turn ends after this many batches, whatever may still be done."""
SHARE_OF_TIME = 0.4
"""A turn ends after this share of the suggested time, so that slow lines do no harm."""
USUAL_TIME_MS = 3000


class Keeper(SeededBot):
    """A bot that plans as long as results are certain, then looks at an observation and goes on."""

    def on_start(self, match: Match) -> None:
        """Read the rules, and begin with an empty memory."""
        super().on_start(match)
        self._rules = rules_of(match.config, match.num_seats)
        self._memory = Memory(self._rules, match.seat)
        self._patience_s = SHARE_OF_TIME * (match.config.turn_time_ms or USUAL_TIME_MS) / 1000
        self._begun_s = time.monotonic()
        self._batches = 0

    def think(self, plan: Plan) -> None:
        """Give orders to a plan until nothing sensible is left or `is_open` counsels to look."""
        raise NotImplementedError(f"{type(self).__name__} has no think()")

    def act(self, observation: Observation) -> Action:
        """Send the next batch; mark it as the turn's last one if looking again can bring nothing."""
        if not observation.batch:
            self._begun_s, self._batches = time.monotonic(), 0
        self._batches += 1
        is_late = time.monotonic() - self._begun_s > self._patience_s
        most = min(MOST_BATCHES, self._rules.max_batches)
        is_last = self._batches >= most or observation.batch + 1 >= most or is_late
        board = self._memory.see(observation)
        if board is None:  # it has missed the whole board: an empty batch asks for it
            return Action(end_turn=is_last)
        plan = Plan(board, self._rules.max_orders - observation.orders)
        if board.me < len(board.seats) and board.mine.is_alive:
            self.think(plan)
        ends = is_last or not plan.is_open or not plan.orders
        return Action(orders=plan.orders, end_turn=ends, delta=not ends)
