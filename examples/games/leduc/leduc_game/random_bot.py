"""A bot for Leduc poker that makes a random legal move."""

from __future__ import annotations

from typing import Any

from leduc_game import PLUGIN
from referee_bots.seeded import SeededBot, run_seeded

__all__ = ["RandomBot"]

Action = PLUGIN.codec.schema.message_class("Action")


class RandomBot(SeededBot):
    """Play Leduc poker at random."""

    kit = "1.0"

    def act(self, seen: Any) -> Any:
        """Return a random legal move."""
        return Action(move=self.random.choice(seen.moves))


if __name__ == "__main__":
    run_seeded(RandomBot)
