"""A bot for Connect Four that drops its discs at random."""

from __future__ import annotations

from typing import Any

from connect_four_game import PLUGIN
from referee_bots.seeded import SeededBot, run_seeded

__all__ = ["Action", "RandomBot"]

Action = PLUGIN.codec.schema.message_class("Action")


class RandomBot(SeededBot):
    """Play Connect Four at random."""

    kit = "1.0"

    def act(self, seen: Any) -> Any:
        """Return a drop into a random column that is not full."""
        return Action(column=self.random.choice(seen.open))


if __name__ == "__main__":
    run_seeded(RandomBot)
