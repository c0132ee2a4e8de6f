"""The table of a tournament, computed from its results in schedule order.

It depends on nothing else: the same results give the same table, whenever and in whatever order
they were played.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from tournaments.ratings import Rating, RatingSystem
from tournaments.spec.outcomes import MatchEnd
from tournaments.tables.tally import Tally, count_match, points_of

__all__ = ["PlayedMatch", "Standing", "compute_standings"]


@dataclasses.dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that counts: it ended by the rules or by a bot's conduct, and is not void (annulled)."""

    players: tuple[str, ...]
    """Names of the players, in seat order."""
    end: MatchEnd
    """How the match ended: cause, placements and scores; never void."""

    def points(self, seat: int) -> float:
        """Return the points of a seat: 1 for every rival behind it, 1/2 for every rival level with it."""
        return points_of(self.end.seats, seat)


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """One player's line in the table of a tournament: place, points, results, faults and rating."""

    place: int
    """Place in the table, from 1; shared by players that no tie-break separates."""
    player: str
    """Name of the player."""
    matches: int
    """Number of matches that count, that is, of all that have a result."""
    points: float
    """Number of rivals beaten plus half the rivals tied with, over all matches; a multiple of 1/2."""
    wins: int
    """Number of matches alone on placement 1."""
    draws: int
    """Number of matches on placement 1 with others."""
    losses: int
    """Number of matches behind placement 1."""
    strikes: int
    """Number of deadlines missed in all matches."""
    forfeits: int
    """Number of matches that the player forfeited."""
    rating: Rating
    """Estimated strength of the player."""
    tie_breaks: tuple[tuple[str, float], ...] = ()
    """Names and values of whatever else the format ranks by, most important first."""


_Seat = tuple[PlayedMatch, int]
"""A match and the index of the seat that a player had in it."""


def compute_standings(
    players: Sequence[str], matches: Sequence[PlayedMatch], system: RatingSystem
) -> list[Standing]:
    """Return the table, best first.

    Players are ranked by points, then by their points in the matches in which all players have
    equal points (head to head). Players equal in both share a place and are listed in the order of
    `players`.

    Args:
        players: Names of all entrants.
        matches: Matches that count, in schedule order.
        system: Rating system of the players.
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


def _rate(
    players: Sequence[str], matches: Sequence[PlayedMatch], system: RatingSystem
) -> dict[str, Rating]:
    ratings = dict.fromkeys(players, system.start)
    for match in matches:
        before = [ratings[player] for player in match.players]
        after = system.rate(before, [result.placement for result in match.end.seats])
        ratings.update(zip(match.players, after, strict=True))
    return ratings


def _tally(players: Sequence[str], matches: Sequence[PlayedMatch]) -> dict[str, Tally]:
    tallies = {player: Tally() for player in players}
    for match in matches:
        count_match([tallies[player] for player in match.players], match.end.seats)
    return tallies


def _points_among_equals(
    tallies: Mapping[str, Tally], matches: Sequence[PlayedMatch]
) -> dict[str, float]:
    """Return each player's points from matches in which all players have equal points in the table."""
    points = dict.fromkeys(tallies, 0.0)
    for match in matches:
        if len({tallies[player].points for player in match.players}) == 1:
            for seat, player in enumerate(match.players):
                points[player] += match.points(seat)
    return points
