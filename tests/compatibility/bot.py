"""Plays Diceman by the number of the turn alone, with the client that is on its search path."""

from gamereferee.games.diceman.v1 import diceman_pb2
from referee_client import Turn, run


def act(observation: diceman_pb2.Observation, turn: Turn) -> diceman_pb2.Action:  # noqa: ARG001
    """Take one of the dice 0 and 1, and one of 2 and 3."""
    return diceman_pb2.Action(dice=[turn.number % 2, 2 + turn.number // 2 % 2])


run(act)
