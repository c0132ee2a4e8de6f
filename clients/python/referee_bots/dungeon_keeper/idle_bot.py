"""A bot for Dungeon Keeper that does nothing: a sparring partner to which no other bot may lose."""

from __future__ import annotations

from gamereferee.games.dungeon_keeper.v1.dungeon_keeper_pb2 import Action, Observation
from referee_bots.seeded import SeededBot, run_seeded

__all__ = ["IdleBot"]


class IdleBot(SeededBot):
    """Bot for Dungeon Keeper that ends every turn without an order."""

    def act(self, observation: Observation) -> Action:
        """Return the end of the turn, whatever the observation is."""
        del observation
        return Action(end_turn=True)


if __name__ == "__main__":
    run_seeded(IdleBot)
