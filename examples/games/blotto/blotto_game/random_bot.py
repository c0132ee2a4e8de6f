"""A bot for Colonel Blotto that spreads its troops at random."""

from __future__ import annotations

from typing import Any

from blotto_game import PLUGIN
from referee_bots.seeded import SeededBot, run_seeded
from referee_client import Match

__all__ = ["RandomBot"]

Action = PLUGIN.codec.schema.message_class("Action")


class RandomBot(SeededBot):
    """Play Colonel Blotto at random."""

    kit = "1.0"

    def on_start(self, match: Match) -> None:
        """Keep the numbers of battlefields and troops from the config."""
        super().on_start(match)
        self.config = match.config

    def act(self, seen: Any) -> Any:
        """Return a spread in which each troop is on a random battlefield."""
        fields = range(self.config.fields)
        drawn = self.random.choices(fields, k=self.config.troops)
        return Action(troops=[drawn.count(field) for field in fields])


if __name__ == "__main__":
    run_seeded(RandomBot)
