"""A bot of Champions that never thinks: it answers every phase with an empty action."""

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
"""Empty action for each phase, by the phase's number."""


def act(observation: Observation) -> Action:
    """Return the empty action for the present phase, so that the game's defaults apply.

    The seat stays on its tile, loots anything, equips nothing, and fights by default.
    """
    return ANSWERS[observation.phase]


if __name__ == "__main__":
    run(act)
