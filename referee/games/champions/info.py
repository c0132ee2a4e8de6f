"""Name, version and numbers of seats of Champions.

Lists of games read this module, so it imports next to nothing.
"""

from __future__ import annotations

from referee.core.info import GameInfo

__all__ = ["INFO", "MAX_SEATS"]

MAX_SEATS = 16
"""Highest number of seats: one for each tile of the largest map (CH-1.2)."""

INFO = GameInfo(
    game="champions",
    title="Champions",
    version=2,
    summary="A battle royale of 2v2 fights on a shrinking map, with looting and talk.",
    min_seats=2,
    max_seats=MAX_SEATS,
    default_seats=MAX_SEATS,
    versions=(1, 2),
)
"""Facts about the game that depend on no config."""
