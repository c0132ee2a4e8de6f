"""Who wins a game, and what a match comes to (DM-7)."""

from __future__ import annotations

from referee.core.kernel import kernel
from referee.core.outcome import GameOutcome
from referee.games.diceman.records import Pair
from referee.games.diceman.tables import DRAWN, GOES_ON, WON_BY_FIRST, WON_BY_SECOND

__all__ = ["game_result", "match_outcome", "place", "places"]


@kernel
def game_result(life_0: int, life_1: int, last: bool) -> int:
    """How a game stands after a round that left these lives; `last` if it was round `round_cap`.

    A death ends it (DM-5.11), and so does the cap (DM-7.1). In both cases the higher life wins: a slain
    seat has 0, its rival more, unless both were slain in one phase.
    """
    if life_0 > 0 and life_1 > 0 and not last:
        return GOES_ON
    if life_0 > life_1:
        return WON_BY_FIRST
    if life_1 > life_0:
        return WON_BY_SECOND
    return DRAWN


@kernel
def place(points: int, rival_points: int) -> int:
    """Placement by game points; equal points share place 1 (DM-7.3)."""
    return 1 if points >= rival_points else 2


def places(points: Pair) -> Pair:
    """Placements of both."""
    first, second = points
    return place(first, second), place(second, first)


def match_outcome(points: Pair) -> GameOutcome:
    """What a match comes to with these game points."""
    return GameOutcome(places(points), points)
