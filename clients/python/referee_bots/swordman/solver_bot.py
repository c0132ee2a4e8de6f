"""A bot for Swordman that plays the optimal mixture at every pair of lives (SW-9.3, stronger form).

In the long run no opponent wins more games against it than it wins itself; it ignores the
opponent's habits. Under a config with too many lives or points to solve it plays as `reader`.
"""

from __future__ import annotations

from gamereferee.games.swordman.v1.swordman_pb2 import Action, Observation
from referee_bots.seeded import run_seeded
from referee_bots.swordman.equilibrium import can_solve, equilibrium
from referee_bots.swordman.reader_bot import ReaderBot
from referee_bots.swordman.rules import Rules
from referee_client import Match

__all__ = ["SolverBot"]

equilibrium(Rules())  # most matches are played by these; here no clock runs and no seat waits yet


class SolverBot(ReaderBot):
    """Bot for Swordman that plays by the solution of the game."""

    def on_start(self, match: Match) -> None:
        """Solve the game before the first turn, if it is small enough."""
        super().on_start(match)
        rules = Rules.of(match.config)
        if can_solve(rules):
            equilibrium(rules)

    def act(self, observation: Observation) -> Action:
        """Return a random split by the optimal mixture for these lives, and two random locations."""
        rules = Rules.of(observation.config)
        if not can_solve(rules):
            return super().act(observation)
        own, other = observation.life[observation.seat], observation.life[1 - observation.seat]
        mixture = equilibrium(rules).mixtures[own, other].tolist()
        (index,) = self.random.choices(range(len(mixture)), mixture)
        sword, shield, priority = (int(powers[index]) for powers in rules.splits())
        return Action(
            sword=sword,
            shield=shield,
            priority=priority,
            sword_at=self.random.randrange(rules.locations),
            shield_at=self.random.randrange(rules.locations),
        )


if __name__ == "__main__":
    run_seeded(SolverBot)
