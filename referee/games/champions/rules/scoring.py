"""Placements and scores (CH-7.2 to CH-7.4)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from referee.core.outcome import GameOutcome, rank
from referee.games.champions import columns as c
from referee.games.champions.state import State

__all__ = ["FULL_SCORE", "outcome_of", "royale_points"]

FULL_SCORE = 1_000_000
"""What stands for the score 1 of CH-7.3; scores are whole millionths, halves up."""
_PLACE_POINTS = (12, 9, 7, 5, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 0)
"""Points of the places of 16 seats under royale (CH-7.4)."""


def outcome_of(state: State) -> GameOutcome:
    """Placements and scores of all seats as they stand now."""
    keys = [
        _key(seat, health)
        for seat, health in zip(state.seats.tolist(), state.health.tolist(), strict=True)
    ]
    if state.terms[c.SCORING] == c.ROYALE:
        points = _royale_parts(rank(keys), state.seats[:, c.KILLS].tolist())
        keys = [(own, *key) for own, key in zip(points, keys, strict=True)]
    placements = rank(keys)
    return GameOutcome(placements, _scores(placements))


def royale_points(places: Sequence[int], kills: Sequence[int]) -> list[Fraction]:
    """Return points of each seat under royale: those of its place, and 1 for each kill (CH-7.4).

    Args:
        places: Place of each seat by CH-7.2, from 1; the points of places that seats share are shared.
        kills: Champions that it has killed.
    """
    unit = _unit(len(places))
    return [Fraction(points, unit) for points in _royale_parts(places, kills)]


def _royale_parts(places: Sequence[int], kills: Sequence[int]) -> list[int]:
    """Return the same in whole parts, so many of a point as `_unit` says."""
    num_seats = len(places)
    unit = _unit(num_seats)
    return [
        _shared_parts(num_seats, place, places.count(place)) + own * unit
        for place, own in zip(places, kills, strict=True)
    ]


@cache
def _unit(num_seats: int) -> int:
    """Return into how many parts a point is cut, so that all that seats can share are whole."""
    return (num_seats - 1) * math.lcm(*range(1, num_seats + 1))


@cache
def _shared_parts(num_seats: int, place: int, sharing: int) -> int:
    """Return what each of the seats that share places has, in parts."""
    shared = _points_of_places(num_seats)[place - 1 : place - 1 + sharing]
    return int(sum(shared) * _unit(num_seats) / sharing)


def _points_of_places(num_seats: int) -> list[Fraction]:
    """Return the table's values at the places that divide its range as those of so many seats divide theirs."""
    last = len(_PLACE_POINTS) - 1
    points = []
    for place in range(num_seats):
        before, part = divmod(Fraction(place * last, num_seats - 1), 1)
        after = min(before + 1, last)
        points.append(_PLACE_POINTS[before] * (1 - part) + _PLACE_POINTS[after] * part)
    return points


def _key(seat: list[int], health: list[int]) -> tuple[int, ...]:
    if seat[c.ALIVE]:
        living = sum(value > 0 for value in health)
        return 1, living, sum(health), seat[c.KILLS], seat[c.DAMAGE]
    return 0, seat[c.OUT_ROUND], 0, seat[c.KILLS], seat[c.DAMAGE]


def _scores(placements: Sequence[int]) -> tuple[int, ...]:
    """Return the scores of CH-7.3: for each rival that is beaten one, for each that is equal a half."""
    rivals = len(placements) - 1
    scores = []
    for place in placements:
        equal = placements.count(place) - 1
        beaten = rivals - equal - (place - 1)
        scores.append((FULL_SCORE * (2 * beaten + equal) + rivals) // (2 * rivals))
    return tuple(scores)
