"""Counts results of matches, one tally for each player or each version of an entry."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence

from tournaments.spec.outcomes import SeatResult

__all__ = ["Tally", "count_match", "points_of"]

_RESULTS = 4096
"""Number of different results whose points are remembered."""


@dataclasses.dataclass(slots=True)
class Tally:
    """Counts of results so far, of which a line in a table is made."""

    matches: int = 0
    """Number of matches that count."""
    points: float = 0.0
    """Rivals behind plus half the rivals level, over these matches; a multiple of 1/2."""
    wins: int = 0
    """Number of these matches alone on placement 1."""
    draws: int = 0
    """Number of these matches on placement 1 with others."""
    losses: int = 0
    """Number of these matches behind placement 1."""
    strikes: int = 0
    """Number of deadlines missed in these matches."""
    forfeits: int = 0
    """Number of these matches that were forfeited."""


def count_match(tallies: Sequence[Tally], seats: Sequence[SeatResult]) -> None:
    """Count the result of a match.

    Args:
        tallies: Tally of each seat, which is changed.
        seats: Result of each seat.
    """
    scores = _scores(tuple([seat.placement for seat in seats]))
    for tally, seat, (points, won, drawn) in zip(tallies, seats, scores, strict=True):
        tally.matches += 1
        tally.points += points
        tally.wins += won
        tally.draws += drawn
        tally.losses += not (won or drawn)
        tally.strikes += seat.strikes
        tally.forfeits += seat.forfeit is not None


def points_of(seats: Sequence[SeatResult], seat: int) -> float:
    """Return the points of a seat: 1 for every rival behind it, 1/2 for every rival level with it.

    Args:
        seats: Result of each seat.
        seat: Index of the seat.
    """
    return _scores(tuple([each.placement for each in seats]))[seat][0]


@functools.lru_cache(_RESULTS)
def _scores(placements: tuple[int, ...]) -> list[tuple[float, bool, bool]]:
    """Return for each seat of a result its points, whether it won, and whether it drew."""
    scores = []
    for own in placements:
        level = placements.count(own) - 1
        points = sum(each > own for each in placements) + level / 2
        scores.append((points, own == 1 and not level, own == 1 and level > 0))
    return scores
