"""A bot for Swordman that goes for the kill, and before that splits its points 7 to 3 (SW-9.2)."""

from __future__ import annotations

import random

from gamereferee.games.swordman.v1.swordman_pb2 import Action, Observation
from referee_bots.seeded import SeededBot, run_seeded

__all__ = ["GreedyBot", "greedy_action"]


class GreedyBot(SeededBot):
    """Play Swordman by what kills, at random locations."""

    def act(self, observation: Observation) -> Action:
        """Decide by the opponent's life."""
        return greedy_action(observation, self.random)


def greedy_action(observation: Observation, dice: random.Random) -> Action:
    """Return a sword that kills past a small shield and all the rest into priority, if the points allow it.

    Without priority in the game, the rest goes into the shield. Where the points don't allow it, three
    tenths of them go into the shield.
    """
    config = observation.config
    deadly = observation.life[1 - observation.seat] + 2
    action = Action(
        sword_at=dice.randrange(config.locations), shield_at=dice.randrange(config.locations)
    )
    if deadly > config.power:
        action.shield = 3 * config.power // 10
        action.sword = config.power - action.shield
    else:
        action.sword = deadly
        rest = config.power - deadly
        if config.priority:
            action.priority = rest
        else:
            action.shield = rest
    return action


if __name__ == "__main__":
    run_seeded(GreedyBot)
