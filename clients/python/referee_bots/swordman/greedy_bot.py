"""A bot for Swordman that strikes to kill if it can, and otherwise splits its points 7 to 3 (SW-9.2).

Then seven tenths of the points go into the sword and three into the shield.
"""

from __future__ import annotations

import random

from gamereferee.games.swordman.v1.swordman_pb2 import Action, Observation
from referee_bots.seeded import SeededBot, run_seeded

__all__ = ["GreedyBot", "greedy_action"]


class GreedyBot(SeededBot):
    """Bot for Swordman that strikes to kill, at random locations."""

    def act(self, observation: Observation) -> Action:
        """Return the greedy action against the opponent's present life."""
        return greedy_action(observation, self.random)


def greedy_action(observation: Observation, dice: random.Random) -> Action:
    """Return the greedy action: a sword that kills unless much of it is stopped, if the points suffice.

    Such a sword has two points more than the opponent's life. The remaining points go into
    priority, or into the shield in a game without priority. If the points are too few for it, three
    tenths of them go into the shield and the others into the sword. Locations are random.

    Args:
        observation: Observation of the seat that decides.
        dice: Random numbers of the bot.
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
