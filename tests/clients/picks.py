"""A bot of Diceman that always picks the same dice."""

from __future__ import annotations

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation

__all__ = ["PICK", "pick"]

PICK = Action(dice=[2, 3])


def pick(_observation: Observation) -> Action:
    """A bot."""
    return PICK
