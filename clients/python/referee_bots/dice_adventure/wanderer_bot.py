"""A bot for Dice Adventure that wanders about at random (DA-9.1)."""

from __future__ import annotations

from referee_bots.dice_adventure.party_bot import PartyBot
from referee_bots.dice_adventure.paths import STEPS
from referee_bots.dice_adventure.view import WALL, View
from referee_bots.seeded import run_seeded

__all__ = ["WandererBot"]


class WandererBot(PartyBot):
    """Bot for Dice Adventure that plays at random."""

    def plan(self, view: View) -> list[str]:
        """Return random steps that do not run into a known wall.

        Where no step is possible, the bot waits.
        """
        tokens = []
        x, y = view.at
        for _ in range(view.ap):
            open_steps = [
                (token, (x + dx, y + dy))
                for token, (dx, dy) in STEPS.items()
                if view.is_inside((x + dx, y + dy)) and view.codes.get((x + dx, y + dy)) != WALL
            ]
            token, (x, y) = self.random.choice(open_steps) if open_steps else ("W", (x, y))
            tokens.append(token)
        return tokens


if __name__ == "__main__":
    run_seeded(WandererBot)
