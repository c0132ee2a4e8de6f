"""A bot for Diceman that plays the optimal mixture of the whole game, by the present lives (DM-9.3).

No opponent can expect to win more games than it loses against this bot, and the bot takes no
advantage of habits. It solves the game on a thread when a match begins, once for each config in a
process. If the solution is not ready in a turn's time, or dice or lives are too many to solve, it
plays the optimal mixture of a single round (DM-11.7), and its log says so.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import functools
import logging
import threading

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_bots.diceman.damage import COMBOS, Dice
from referee_bots.diceman.mixer_bot import mixture
from referee_bots.diceman.whole_game import Strategy, is_solvable, solve
from referee_bots.seeded import SeededBot, run_seeded
from referee_client import Match, Turn

__all__ = ["SolverBot", "strategy_for"]

RESERVE_S = 0.5
"""Seconds before the turn's deadline at which the bot stops waiting for the solution."""

log = logging.getLogger("referee_bots")

Solution = concurrent.futures.Future[Strategy]


@functools.lru_cache(maxsize=32)
def strategy_for(dice: Dice, life: int) -> Solution | None:
    """Return a future of the optimal strategy for a game that both seats begin with `life` life.

    A thread computes it.

    Repeated calls with the same arguments return the same future. Return None for a game that is
    too large to be solved.
    """
    if not is_solvable(dice, life):
        return None
    solution = Solution()

    def find() -> None:
        try:
            solution.set_result(solve(dice, life))
        except Exception as error:  # logged by the bots that wait for it
            solution.set_exception(error)

    threading.Thread(target=find, name="solver", daemon=True).start()
    return solution


class SolverBot(SeededBot):
    """Bot for Diceman that plays the optimal mixture for the lives of both seats."""

    def on_start(self, match: Match) -> None:
        """Begin to solve the game on a thread, and compute the mixture for a single round.

        That mixture is played in turns in which the solution is not ready.
        """
        super().on_start(match)
        self._dice = Dice.of(match.config)
        self._where = f"match {match.match_id} seat {match.seat}"
        self._has_logged = False
        self._life = match.config.life
        strategy_for(self._dice, self._life)
        mixture(self._dice)

    async def act(self, observation: Observation, turn: Turn) -> Action:
        """Return a random combination by the optimal mixture for the own life and the opponent's."""
        strategy = await self._strategy(turn.clock.remaining)
        if strategy is None:
            weights, _ = mixture(self._dice)
            return Action(dice=self.random.choices(COMBOS, weights)[0])
        own, other = observation.life[observation.seat], observation.life[1 - observation.seat]
        return Action(dice=self.random.choices(COMBOS, strategy.mixtures[own, other])[0])

    async def _strategy(self, remaining: float | None) -> Strategy | None:
        """Wait for the solution of the game, and return it.

        Return None if the game is too large, can't be solved, or is not solved `RESERVE_S` before
        the deadline; the reason is logged once in a match.

        Args:
            remaining: Seconds until the turn's deadline; None means that there is no deadline.
        """
        solution = strategy_for(self._dice, self._life)
        if solution is None:
            self._log_once("the game is too large to be solved")
            return None
        if not solution.done():
            wait = None if remaining is None else max(0.0, remaining - RESERVE_S)
            # Not `wait_for`, which would cancel the solution at its timeout: other matches wait for
            # it, too.
            await asyncio.wait([asyncio.wrap_future(solution)], timeout=wait)
        if not solution.done():
            self._log_once("the game is not solved yet")
            return None
        error = solution.exception()
        if error is not None:
            self._log_once(f"the game could not be solved ({error!r})")
            return None
        return solution.result()

    def _log_once(self, why: str) -> None:
        if not self._has_logged:
            log.warning("%s: %s: playing the single round's mixture", self._where, why)
            self._has_logged = True


if __name__ == "__main__":
    run_seeded(SolverBot)
