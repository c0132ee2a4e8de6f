"""The table of a tournament, computed from its results in schedule order.

A plain function of its arguments: the same results give the same table, whenever and in whatever
order they were played.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tournaments.matches import MatchEnd
from tournaments.ratings import Rating, RatingSystem

__all__ = ["PlayedMatch", "Standing", "compute_standings"]


@dataclasses.dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that counts: it ended by the rules or by a bot's own doing."""

    players: tuple[str, ...]
    """Who sat where, in seat order."""
    end: MatchEnd
    """How it ended; never void."""

    def points(self, seat: int) -> float:
        """Points of a seat: 1 for every rival placed behind it, 1/2 for every rival beside it."""
        placements = [result.placement for result in self.end.seats]
        own = placements[seat]
        behind = sum(other > own for other in placements)
        beside = placements.count(own) - 1
        return behind + beside / 2


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """One player's line in the table."""

    place: int
    """From 1; shared by players whom no tie-break tells apart."""
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
    """The table, best first.

    Order: points, then points against those who have equally many (head to head). Players equal in
    both share a place and are listed in the order of `players`.

    Args:
        players: Names of all entrants.
        matches: Matches that count, in schedule order.
        system: What rates them.
    """
    ratings = _rate(players, matches, system)
    seats: dict[str, list[_Seat]] = {player: [] for player in players}
    for match in matches:
        for seat, player in enumerate(match.players):
            seats[player].append((match, seat))
    lines = [_line(player, seats[player], ratings[player]) for player in players]
    table: list[Standing] = []
    for points in sorted({line.points for line in lines}, reverse=True):
        tied = [line for line in lines if line.points == points]
        names = {line.player for line in tied}
        against = {name: _points(seats[name], among=names) for name in names}
        for line in sorted(tied, key=lambda line: -against[line.player]):
            ahead = sum(other > against[line.player] for other in against.values())
            place = 1 + sum(other.points > points for other in lines) + ahead
            table.append(dataclasses.replace(line, place=place))
    return table


def _rate(
    players: Sequence[str], matches: Sequence[PlayedMatch], system: RatingSystem
) -> dict[str, Rating]:
    ratings = dict.fromkeys(players, system.start)
    for match in matches:
        before = [ratings[player] for player in match.players]
        after = system.rate(before, [result.placement for result in match.end.seats])
        ratings.update(zip(match.players, after, strict=True))
    return ratings


def _line(player: str, seats: Sequence[_Seat], rating: Rating) -> Standing:
    own = [match.end.seats[seat] for match, seat in seats]
    firsts = [
        sum(other.placement == 1 for other in match.end.seats)
        for match, seat in seats
        if match.end.seats[seat].placement == 1
    ]
    return Standing(
        place=0,
        player=player,
        matches=len(seats),
        points=_points(seats),
        wins=firsts.count(1),
        draws=len(firsts) - firsts.count(1),
        losses=len(seats) - len(firsts),
        strikes=sum(result.strikes for result in own),
        forfeits=sum(result.forfeit is not None for result in own),
        rating=rating,
    )


def _points(seats: Sequence[_Seat], among: set[str] | None = None) -> float:
    return sum(
        match.points(seat)
        for match, seat in seats
        if among is None or among.issuperset(match.players)
    )
