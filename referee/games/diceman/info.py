"""Name, number of seats and other facts of Diceman; lists of games read it, so it imports next to nothing."""

from __future__ import annotations

from referee.core.info import GameInfo

__all__ = ["INFO", "NUM_SEATS"]

NUM_SEATS = 2
"""Number of seats of each match (DM-1.2)."""

INFO = GameInfo(
    game="diceman",
    title="Diceman",
    version=1,
    summary="A duel in which both secretly pick two of four dice and roll them at once.",
    min_seats=NUM_SEATS,
    max_seats=NUM_SEATS,
    default_seats=NUM_SEATS,
)
"""Facts about Diceman that are the same under every config."""
