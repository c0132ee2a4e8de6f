"""A Diceman bot that talks wherever it may: before its answer, and from a thread after it."""

from __future__ import annotations

import random
import threading

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_client import Turn, run


def act(_observation: Observation, turn: Turn) -> Action:
    """Say how many were heard, and the same again while the others think."""
    for channel in turn.channels:
        words = f"turn {turn.number}: heard {len(turn.said)} ☮"
        turn.say(channel.name, words)
        threading.Thread(target=turn.say, args=(channel.name, words)).start()
    return Action(dice=random.sample(range(4), 2))


if __name__ == "__main__":
    run(act)
