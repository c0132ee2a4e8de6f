"""Placements and scores (CH-7.2 to CH-7.4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

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
    keys: list[tuple[Any, ...]] = [
        _key(seat, health)
        for seat, health in zip(state.seats.tolist(), state.health.tolist(), strict=True)
    ]
    if state.terms[c.SCORING] == c.ROYALE:
        points = royale_points(rank(keys), state.seats[:, c.KILLS].tolist())
        keys = [(own, *key) for own, key in zip(points, keys, strict=True)]
    return GameOutcome(rank(keys), tuple([_score(keys, key) for key in keys]))


def royale_points(places: Sequence[int], kills: Sequence[int]) -> list[Fraction]:
    """Return points of each seat under royale: those of its place, and 1 for each kill (CH-7.4).

    Args:
        places: Place of each seat by CH-7.2, from 1; the points of places that seats share are shared.
        kills: Champions that it has killed.
    """
    of_place = _points_of_places(len(places))
    points = []
    for place, own in zip(places, kills, strict=True):
        shared = of_place[place - 1 : place - 1 + places.count(place)]
        points.append(sum(shared, Fraction(own * len(shared))) / len(shared))
    return points


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


def _score(keys: list[tuple[Any, ...]], key: tuple[Any, ...]) -> int:
    beaten = sum(other < key for other in keys)
    equal = sum(other == key for other in keys) - 1
    rivals = len(keys) - 1
    return (FULL_SCORE * (2 * beaten + equal) + rivals) // (2 * rivals)
