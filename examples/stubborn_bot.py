"""A Diceman bot on one screen: it trusts in magic and shield, whatever happens."""

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_client import run

MAGIC, PRIORITY, SWORD, SHIELD = range(4)


def stubborn(_observation: Observation) -> Action:
    """Pick two dice."""
    return Action(dice=[MAGIC, SHIELD])


if __name__ == "__main__":
    run(stubborn)
