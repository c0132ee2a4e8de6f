"""A Diceman bot that hides behind its shield while it is behind; bot.toml in its folder says how to run it."""

from __future__ import annotations

import os

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_client import run

PRIORITY, SWORD, SHIELD = 1, 2, 3
NERVE = int(os.environ.get("NERVE", "0"))
"""Life points it may be behind before it hides."""


def act(observation: Observation) -> Action:
    """Attack while it dares to."""
    me = observation.seat
    behind = observation.life[1 - me] - observation.life[me]
    return Action(dice=[SWORD, SHIELD if behind > NERVE else PRIORITY])


run(act)
