"""Name, versions and seat counts of Dungeon Keeper.

Lists of games read this module, so it imports almost nothing.
"""

from __future__ import annotations

from referee.core.info import GameInfo
from referee.games.dungeon_keeper.tables import MAX_SEATS

__all__ = ["INFO"]

INFO = GameInfo(
    game="dungeon_keeper",
    title="Dungeon Keeper",
    version=2,
    versions=(1, 2),
    summary="Archdemons dig, mine and fight with many small orders a turn until one Altar is left.",
    min_seats=2,
    max_seats=MAX_SEATS,
    default_seats=2,
)
"""Facts about the game that hold whatever the config of a match is."""
