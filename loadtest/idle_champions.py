"""A bot of Champions that never thinks: it gives the empty answer of every phase, so that defaults play."""

from __future__ import annotations

from gamereferee.games.champions.v1.champions_pb2 import (
    Action,
    Battle,
    Equip,
    Loot,
    Move,
    Observation,
)
from referee_client import run

__all__ = ["ANSWERS", "act"]

ANSWERS = (
    Action(move=Move()),
    Action(loot=Loot()),
    Action(equip=Equip()),
    Action(battle=Battle()),
)
"""Answers by phase."""


def act(observation: Observation) -> Action:
    """Stay, loot anything, equip nothing, fight as it comes."""
    return ANSWERS[observation.phase]


if __name__ == "__main__":
    run(act)
