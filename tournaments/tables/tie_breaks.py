"""Orders of tables that are not ranked by points alone: Swiss, knockout, gauntlet, ladder."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Mapping, Sequence

from tournaments.ratings import Rating
from tournaments.tables.standings import PlayedMatch, Standing

__all__ = ["by_place", "by_rating", "by_share", "by_swiss"]


def by_swiss(
    lines: Sequence[Standing], matches: Sequence[PlayedMatch], byes: Mapping[str, float]
) -> list[Standing]:
    """Return lines ordered by points including those of byes, then Buchholz, then Sonneborn-Berger.

    Lines that are equal in all three share a place. Buchholz is the sum of the rival's points over all matches;
    Sonneborn-Berger is the sum of the rival's points times the player's own points in the match. A
    bye is no match, and adds to neither.

    Args:
        lines: One line of each player.
        matches: Matches that count, of two players each.
        byes: Points from byes of the players that had any.
    """
    # Rivals' points with their byes: a bye must not lower the Buchholz of those who met them.
    points = {line.player: line.points + byes.get(line.player, 0.0) for line in lines}
    buchholz: dict[str, float] = collections.defaultdict(float)
    berger: dict[str, float] = collections.defaultdict(float)
    for match in matches:
        for seat, player in enumerate(match.players):
            rival = points[match.players[1 - seat]]
            buchholz[player] += rival
            berger[player] += rival * match.points(seat)
    ranked = [
        dataclasses.replace(
            line,
            points=points[line.player],
            tie_breaks=(
                ("buchholz", buchholz[line.player]),
                ("sonneborn-berger", berger[line.player]),
            ),
        )
        for line in lines
    ]
    return _placed(
        ranked, [(line.points, *(value for _, value in line.tie_breaks)) for line in ranked]
    )


def by_place(lines: Sequence[Standing], places: Mapping[str, int]) -> list[Standing]:
    """Return lines ordered by place; `places` has the place of each player, by name."""
    return _placed(lines, [(-float(places[line.player]),) for line in lines])


def by_share(lines: Sequence[Standing]) -> list[Standing]:
    """Return lines ordered by points per match, for formats in which numbers of matches differ."""
    shares = [line.points / max(1, line.matches) for line in lines]
    ranked = [
        dataclasses.replace(line, tie_breaks=(("share", share),))
        for line, share in zip(lines, shares, strict=True)
    ]
    return _placed(ranked, [(share,) for share in shares])


def by_rating(lines: Sequence[Standing], ratings: Mapping[str, Rating]) -> list[Standing]:
    """Return lines ordered by the given ratings, by player, which replace those in the lines."""
    rated = [dataclasses.replace(line, rating=ratings[line.player]) for line in lines]
    return _placed(rated, [(line.rating.mu,) for line in rated])


def _placed(lines: Sequence[Standing], values: Sequence[tuple[float, ...]]) -> list[Standing]:
    """Return lines ordered by their values, highest first.

    Equal lines share a place and keep their order.
    """
    ranked = sorted(zip(values, lines, strict=True), key=lambda pair: pair[0], reverse=True)
    return [
        dataclasses.replace(line, place=1 + sum(other > value for other in values))
        for value, line in ranked
    ]
