"""What is left of units after a fight."""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.play import Play
from tests.games.dungeon_keeper.positions import value

__all__ = ["hit_points"]


def hit_points(play: Play, at: int) -> int:
    """Return the hit points of a unit."""
    return value(play, at, c.HP)
