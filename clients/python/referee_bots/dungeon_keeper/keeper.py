"""Base class of the bots for Dungeon Keeper: it remembers the board and sends orders in batches.

A turn is sent in few batches of orders (DK-4.3).
"""

from __future__ import annotations

import time

from gamereferee.games.dungeon_keeper.v1.dungeon_keeper_pb2 import Action, Observation
from referee_bots.dungeon_keeper.memory import Memory, rules_of
from referee_bots.dungeon_keeper.plan import Plan
from referee_bots.seeded import SeededBot
from referee_client import Match

__all__ = ["Keeper"]

MOST_BATCHES = 24
"""Highest number of batches of orders in a turn. The bot ends the turn with the last of them, even
if it could do more.
"""
SHARE_OF_TIME = 0.4
"""Fraction of the config's time for a turn. A bot that has used more than this ends the turn, so
that it is in time over slow networks as well.
"""
USUAL_TIME_MS = 3000


class Keeper(SeededBot):
    """Base class of bots that plan orders as far as their results are certain, and send them as a batch.

    Then the bot waits for the next observation, and plans the turn's next batch.
    """

    def on_start(self, match: Match) -> None:
        """Read the rules, and begin with an empty memory of the board."""
        super().on_start(match)
        self._rules = rules_of(match.config, match.num_seats)
        self._memory = Memory(self._rules, match.seat)
        self._patience_s = SHARE_OF_TIME * (match.config.turn_time_ms or USUAL_TIME_MS) / 1000
        self._begun_s = time.monotonic()
        self._batches = 0

    def think(self, plan: Plan) -> None:
        """Add orders to a plan until the bot wants no more, or `plan.is_open` says that it has to wait.

        Subclasses override it.

        Raises:
            NotImplementedError: The subclass has not overridden it.
        """
        raise NotImplementedError(f"{type(self).__name__} has no think()")

    def act(self, observation: Observation) -> Action:
        """Return the next batch of orders.

        It is marked as the turn's last batch if another observation could bring nothing new.
        """
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
