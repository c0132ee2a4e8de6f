"""A bot for Diceman that picks one of the six combinations of dice, uniformly (DM-9.1)."""

from __future__ import annotations

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_bots.diceman.damage import COMBOS
from referee_bots.seeded import SeededBot, run_seeded

__all__ = ["RandomBot"]


class RandomBot(SeededBot):
    """Bot for Diceman that plays at random."""

    def act(self, _observation: Observation) -> Action:
        """Return a random pair of dice."""
        return Action(dice=self.random.choice(COMBOS))


if __name__ == "__main__":
    run_seeded(RandomBot)
