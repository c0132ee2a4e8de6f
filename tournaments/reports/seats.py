"""What a seat is worth: mean points of each seat, with 95% intervals over blocks.

A block plays one seed in all rotations of its players, so the mean over a block leaves the players'
strength out, and blocks, unlike their matches, are independent samples.
"""

from __future__ import annotations

import dataclasses

from tournaments.ratings.student import mean_interval
from tournaments.reports.view import TournamentView
from tournaments.tables.standings import PlayedMatch

__all__ = ["SeatMean", "seat_means"]


@dataclasses.dataclass(frozen=True, slots=True)
class SeatMean:
    """How well one seat has done."""

    seat: int
    """Its index."""
    points: float
    """Mean points a match, 0 to one less than there are seats; half of that if no seat is better."""
    low: float | None
    """Lower end of the 95% interval; None with fewer than two blocks."""
    high: float | None
    """Upper end of the 95% interval; None with fewer than two blocks."""
    blocks: int
    """Whole blocks that were counted."""


def seat_means(view: TournamentView) -> list[SeatMean]:
    """Mean points of each seat over all whole blocks.

    Empty if there is no such block, or if the seats of a match belong to parties, in which everybody
    has a seat of a kind.

    Args:
        view: The tournament.
    """
    if view.spec.has_parties:
        return []
    blocks: dict[str, list[PlayedMatch]] = {}
    for match in view.matches:
        played = PlayedMatch(match.pairing.players, match.end)
        blocks.setdefault(match.pairing.block, []).append(played)
    # As many matches as players: every player has had every seat once.
    whole = [block for block in blocks.values() if len(block) == len(block[0].players)]
    if not whole:
        return []
    means = []
    for seat in range(len(whole[0][0].players)):
        samples = [sum(match.points(seat) for match in block) / len(block) for block in whole]
        low, high = mean_interval(samples) or (None, None)
        means.append(SeatMean(seat, sum(samples) / len(samples), low, high, len(whole)))
    return means
