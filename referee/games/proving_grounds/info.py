"""Name, title and seat numbers of Proving Grounds; lists of games read it, so it imports little."""

from __future__ import annotations

from referee.core.info import GameInfo
from referee.games.proving_grounds.tables import DEFAULT_SEATS, MAX_SEATS, MIN_SEATS

__all__ = ["INFO"]

INFO = GameInfo(
    game="proving_grounds",
    title="Proving Grounds",
    version=1,
    summary="Parties of heroes clear a dungeon; most gems of a kind qualify, most gold wins.",
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    default_seats=DEFAULT_SEATS,
    ring=True,  # PG-2.4: sectors are copies in a ring; PG-2.8: nothing else depends on the seat
)
"""Name, title, summary and seat numbers of Proving Grounds: facts that depend on no config."""
