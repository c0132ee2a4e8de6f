"""A bot for Swordman that splits its points and picks locations at random (SW-9.1)."""

from __future__ import annotations

from gamereferee.games.swordman.v1.swordman_pb2 import Action, Observation
from referee_bots.seeded import SeededBot, run_seeded

__all__ = ["RandomBot"]


class RandomBot(SeededBot):
    """Bot for Swordman that plays at random."""

    def act(self, observation: Observation) -> Action:
        """Return a random split of the points, all splits equally likely, and two random locations."""
        config = observation.config
        if config.priority:
            # Two bars among the points split them in three.
            low, high = sorted(self.random.sample(range(config.power + 2), 2))
            sword, shield = low, high - low - 1
        else:
            sword = self.random.randint(0, config.power)
            shield = config.power - sword
        return Action(
            sword=sword,
            shield=shield,
            priority=config.power - sword - shield,
            sword_at=self.random.randrange(config.locations),
            shield_at=self.random.randrange(config.locations),
        )


if __name__ == "__main__":
    run_seeded(RandomBot)
