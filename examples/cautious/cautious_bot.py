"""A Diceman bot that defends with shields while it has less life than its rival.

The file bot.toml in its folder says how to run it.
"""

from __future__ import annotations

import os

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_client import run

PRIORITY, SWORD, SHIELD = 1, 2, 3
NERVE = int(os.environ.get("NERVE", "0"))
"""Number of life points by which the bot may be behind its rival and still attack."""


def act(observation: Observation) -> Action:
    """Return an attack, or a defence if the bot is more than `NERVE` life points behind its rival."""
    me = observation.seat
    behind = observation.life[1 - me] - observation.life[me]
    return Action(dice=[SWORD, SHIELD if behind > NERVE else PRIORITY])


run(act)
