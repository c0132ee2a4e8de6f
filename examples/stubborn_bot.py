"""A Diceman bot in a few lines: it always picks magic and shield."""

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_client import run

MAGIC, PRIORITY, SWORD, SHIELD = range(4)


def stubborn(_observation: Observation) -> Action:
    """Return the same two dice at every turn: magic and shield."""
    return Action(dice=[MAGIC, SHIELD])


if __name__ == "__main__":
    run(stubborn)
