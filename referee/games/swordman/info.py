"""Name, number of seats and other facts of Swordman; lists of games read it, so it imports next to nothing."""

from __future__ import annotations

from referee.core.info import GameInfo
from referee.games.swordman.tables import NUM_SEATS

__all__ = ["INFO"]

INFO = GameInfo(
    game="swordman",
    title="Swordman",
    version=1,
    summary="A duel of guesses in which both secretly set sword, shield and priority.",
    min_seats=NUM_SEATS,
    max_seats=NUM_SEATS,
    default_seats=NUM_SEATS,
    chance_free=True,  # SW-2.3
)
"""Facts about Swordman that are the same under every config."""
