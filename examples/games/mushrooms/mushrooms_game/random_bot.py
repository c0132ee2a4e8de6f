"""A bot for Mushrooms that moves at random."""

from __future__ import annotations

from typing import Any

from mushrooms_game import PLUGIN
from referee_bots.seeded import SeededBot, run_seeded

__all__ = ["RandomBot"]

Action = PLUGIN.codec.schema.message_class("Action")


class RandomBot(SeededBot):
    """Play Mushrooms at random."""

    kit = "1.0"

    def act(self, seen: Any) -> Any:
        """Return a random move that stays inside the forest."""
        size = int(len(seen.forest) ** 0.5)
        (own,) = (spot for spot in seen.spots if spot.seat == seen.seat)
        free = {1: own.row > 0, 2: own.column < size - 1, 3: own.row < size - 1, 4: own.column > 0}
        return Action(way=self.random.choice([way for way, is_free in free.items() if is_free]))


if __name__ == "__main__":
    run_seeded(RandomBot)
