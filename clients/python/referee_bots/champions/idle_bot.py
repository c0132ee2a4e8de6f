"""A bot for Champions that does nothing: it answers every phase with an empty action.

It stays where it is, loots anything, puts nothing on, and its two healthiest champions attack by
default. It is no baseline of the rulebook but a sparring partner: a bot that does nothing must not
win.
"""

from __future__ import annotations

from gamereferee.games.champions.v1.champions_pb2 import (
    Action,
    Battle,
    Equip,
    Loot,
    Move,
    Observation,
)
from gamereferee.games.champions.v1.tables import Phase
from referee_bots.seeded import SeededBot, run_seeded

__all__ = ["IdleBot"]


class IdleBot(SeededBot):
    """Bot for Champions that does nothing."""

    def act(self, observation: Observation) -> Action:
        """Return an empty action for the phase, so that the game's defaults apply."""
        match observation.phase:
            case Phase.MOVE:
                return Action(move=Move())
            case Phase.LOOT:
                return Action(loot=Loot())
            case Phase.EQUIP:
                return Action(equip=Equip())
            case _:
                return Action(battle=Battle())


if __name__ == "__main__":
    run_seeded(IdleBot)
