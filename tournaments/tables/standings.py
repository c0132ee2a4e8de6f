"""The table of a tournament, computed from its results in schedule order.

A plain function of its arguments: the same results give the same table, whenever and in whatever
order they were played.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from tournaments.ratings import Rating, RatingSystem
from tournaments.spec.outcomes import MatchEnd

__all__ = ["PlayedMatch", "Standing", "compute_standings"]


@dataclasses.dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that counts: it ended by the rules or by a bot's own doing."""

    players: tuple[str, ...]
    """Players in seat order."""
    end: MatchEnd
    """How it ended; never void."""

    def points(self, seat: int) -> float:
        """Return points of a seat: 1 for every rival placed behind it, 1/2 for every rival level with it."""
        placements = [result.placement for result in self.end.seats]
        own = placements[seat]
        behind = sum(other > own for other in placements)
        beside = placements.count(own) - 1
        return behind + beside / 2


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """One player's line in the table."""

    place: int
    """From 1; shared by players whom no tie-break separates."""
    player: str
    """Name."""
    matches: int
    """Matches that counted."""
    points: float
    """Rivals beaten plus half of the rivals tied with, over all matches; a multiple of 1/2."""
    wins: int
    """Matches alone on placement 1."""
    draws: int
    """Matches on placement 1 with others."""
    losses: int
    """Matches behind placement 1."""
    strikes: int
    """Deadlines missed in all matches."""
    forfeits: int
    """Matches it was taken out of."""
    rating: Rating
    """Estimated strength."""
    tie_breaks: tuple[tuple[str, float], ...] = ()
    """Names and values of what else the format ranks by."""


_Seat = tuple[PlayedMatch, int]
"""A seat that a player had in a match."""


def compute_standings(
    players: Sequence[str], matches: Sequence[PlayedMatch], system: RatingSystem
) -> list[Standing]:
    """Return the table, best first.

    Order: points, then points against those who have equally many (head to head). Players equal in
    both share a place and are listed in the order of `players`.

    Args:
        players: Names of all entrants.
        matches: Matches that count, in schedule order.
        system: What rates them.
    """
    ratings = _rate(players, matches, system)
    tallies = _tally(players, matches)
    equals = _points_among_equals(tallies, matches)
    ranks = {player: (tallies[player].points, equals[player]) for player in players}
    return [
        Standing(
            place=1 + sum(rank > ranks[player] for rank in ranks.values()),
            player=player,
            rating=ratings[player],
            **dataclasses.asdict(tallies[player]),
        )
        for player in sorted(players, key=ranks.__getitem__, reverse=True)
    ]


@dataclasses.dataclass(slots=True)
class _Tally:
    """What is counted of one player; see the fields of `Standing`."""

    matches: int = 0
    points: float = 0.0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    strikes: int = 0
    forfeits: int = 0


def _rate(
    players: Sequence[str], matches: Sequence[PlayedMatch], system: RatingSystem
) -> dict[str, Rating]:
    ratings = dict.fromkeys(players, system.start)
    for match in matches:
        before = [ratings[player] for player in match.players]
        after = system.rate(before, [result.placement for result in match.end.seats])
        ratings.update(zip(match.players, after, strict=True))
    return ratings


def _tally(players: Sequence[str], matches: Sequence[PlayedMatch]) -> dict[str, _Tally]:
    tallies = {player: _Tally() for player in players}
    for match in matches:
        firsts = sum(result.placement == 1 for result in match.end.seats)
        for seat, (player, result) in enumerate(zip(match.players, match.end.seats, strict=True)):
            tally = tallies[player]
            tally.matches += 1
            tally.points += match.points(seat)
            tally.wins += result.placement == 1 == firsts
            tally.draws += result.placement == 1 < firsts
            tally.losses += result.placement > 1
            tally.strikes += result.strikes
            tally.forfeits += result.forfeit is not None
    return tallies


def _points_among_equals(
    tallies: Mapping[str, _Tally], matches: Sequence[PlayedMatch]
) -> dict[str, float]:
    """Return points of each player from matches in which everybody ended on as many points as that player."""
    points = dict.fromkeys(tallies, 0.0)
    for match in matches:
        if len({tallies[player].points for player in match.players}) == 1:
            for seat, player in enumerate(match.players):
                points[player] += match.points(seat)
    return points
