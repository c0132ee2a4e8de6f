"""A bot for Pig that rolls or keeps at random."""

from __future__ import annotations

from typing import Any

from pig_game import PLUGIN
from referee_bots.seeded import SeededBot, run_seeded

__all__ = ["RandomBot"]

Action = PLUGIN.codec.schema.message_class("Action")


class RandomBot(SeededBot):
    """Play Pig at random."""

    kit = "1.0"

    def act(self, seen: Any) -> Any:
        """Return a roll with a probability of two thirds, else keep."""
        return Action(roll=self.random.randrange(3) > 0)


if __name__ == "__main__":
    run_seeded(RandomBot)
