"""A bot for Dungeon Keeper that does nothing at all: a sparring partner that nobody may lose to."""

from __future__ import annotations

from gamereferee.games.dungeon_keeper.v1.dungeon_keeper_pb2 import Action, Observation
from referee_bots.seeded import SeededBot, run_seeded

__all__ = ["IdleBot"]


class IdleBot(SeededBot):
    """End every turn of Dungeon Keeper."""

    def act(self, observation: Observation) -> Action:
        """Return whatever is seen."""
        del observation
        return Action(end_turn=True)


if __name__ == "__main__":
    run_seeded(IdleBot)
