"""Name, number of seats and other facts of Dice Adventure; lists of games read it, so it imports next to nothing."""

from __future__ import annotations

from referee.core.info import GameInfo
from referee.games.dice_adventure.tables import MOST_PARTIES, NUM_MEMBERS

__all__ = ["INFO"]

INFO = GameInfo(
    game="dice_adventure",
    title="Dice Adventure",
    version=2,
    summary="A party of three explores dungeons under fog and talks only by pings.",
    min_seats=NUM_MEMBERS,
    max_seats=NUM_MEMBERS * MOST_PARTIES,
    default_seats=NUM_MEMBERS,
    versions=(1, 2),
)
"""Facts about Dice Adventure that are the same under every config."""
