"""A bot for Hearts that plays a random legal card."""

from __future__ import annotations

from typing import Any

from hearts_game import PLUGIN
from referee_bots.seeded import SeededBot, run_seeded

__all__ = ["RandomBot"]

Action = PLUGIN.codec.schema.message_class("Action")


class RandomBot(SeededBot):
    """Play Hearts at random."""

    kit = "1.0"

    def act(self, seen: Any) -> Any:
        """Return a play of a random legal card."""
        return Action(card=self.random.choice(seen.legal))


if __name__ == "__main__":
    run_seeded(RandomBot)
