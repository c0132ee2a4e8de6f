"""Placements and scores (CH-7.2 to CH-7.4)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from referee.core.outcome import GameOutcome
from referee.games.champions import columns as c
from referee.games.champions.columns import Ints, Shorts
from referee.games.champions.state import State

__all__ = ["FULL_SCORE", "outcome_of", "outcomes", "royale_points"]

Longs: TypeAlias = npt.NDArray[np.int64]

FULL_SCORE = 1_000_000
"""What stands for the score 1 of CH-7.3; scores are whole millionths, halves up."""
_PLACE_POINTS = (12, 9, 7, 5, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 0)
"""Points of the places of 16 seats under royale (CH-7.4)."""


def outcome_of(state: State) -> GameOutcome:
    """Placements and scores of all seats as they stand now."""
    is_royale = bool(state.terms[c.SCORING] == c.ROYALE)
    placements, scores = outcomes(state.seats[None], state.health[None], is_royale=is_royale)
    return GameOutcome(tuple(placements[0].tolist()), tuple(scores[0].tolist()))


def outcomes(seats: Ints, health: Shorts, *, is_royale: bool) -> tuple[Longs, Longs]:
    """Return placements and scores of many matches as they stand now.

    Args:
        seats: int32[match, seat, column].
        health: int16[match, seat, champion].
        is_royale: Whether points decide, else who lasts longer.

    Returns:
        int64[match, seat] each: places from 1, which equal seats share, and millionths.
    """
    keys = _keys(seats, health)
    if is_royale:
        keys = [_royale_parts(_places(keys), seats[..., c.KILLS]), *keys]
    places = _places(keys)
    rivals = places.shape[1] - 1
    equal = _sharing(places) - 1
    beaten = rivals - equal - (places - 1)
    # For each rival that is beaten one, for each that is equal a half (CH-7.3).
    return places, (FULL_SCORE * (2 * beaten + equal) + rivals) // (2 * rivals)


def _keys(seats: Ints, health: Shorts) -> list[Longs]:
    """Return what seats are ranked by, the first of it first (CH-7.2), each as int64[match, seat]."""
    alive, out_round, kills, damage = (
        seats[..., column].astype(np.int64) for column in (c.ALIVE, c.OUT_ROUND, c.KILLS, c.DAMAGE)
    )
    living, left = (health > 0).sum(-1), health.sum(-1, dtype=np.int64)
    is_in = alive != 0
    return [alive, np.where(is_in, living, out_round), left * is_in, kills, damage]


def _places(keys: Sequence[Longs]) -> Longs:
    """Return 1 + how many seats of the same match have a greater key."""
    is_greater = np.False_
    for key in reversed(keys):
        other, own = key[:, None, :], key[:, :, None]
        is_greater = (other > own) | ((other == own) & is_greater)
    places: Longs = 1 + is_greater.sum(-1)
    return places


def _sharing(places: Longs) -> Longs:
    """Return how many seats have the place of each."""
    sharing: Longs = (places[:, None, :] == places[:, :, None]).sum(-1)
    return sharing


def royale_points(places: Sequence[int], kills: Sequence[int]) -> list[Fraction]:
    """Return points of each seat under royale: those of its place, and 1 for each kill (CH-7.4).

    Args:
        places: Place of each seat by CH-7.2, from 1; the points of places that seats share are shared.
        kills: Champions that it has killed.
    """
    parts = _royale_parts(np.array([places], np.int64), np.array([kills], np.int64))
    return [Fraction(own, _unit(len(places))) for own in parts[0].tolist()]


def _royale_parts(places: Longs, kills: Ints | Longs) -> Longs:
    """Return the same for many matches in whole parts of a point; `_unit` is the number of parts in a point."""
    num_seats = places.shape[1]
    parts: Longs = _parts_of_places(num_seats)[places, _sharing(places)]
    return parts + kills * _unit(num_seats)


@cache
def _unit(num_seats: int) -> int:
    """Return into how many parts a point is cut, so that all that seats can share are whole."""
    return (num_seats - 1) * math.lcm(*range(1, num_seats + 1))


@cache
def _parts_of_places(num_seats: int) -> Longs:
    """Return what each of the seats that share places has: int64[first place, how many share it]."""
    points, unit = _points_of_places(num_seats), _unit(num_seats)
    parts = np.zeros((num_seats + 1, num_seats + 1), np.int64)
    for place in range(1, num_seats + 1):
        for sharing in range(1, num_seats + 2 - place):
            parts[place, sharing] = sum(points[place - 1 : place - 1 + sharing]) * unit / sharing
    return parts


def _points_of_places(num_seats: int) -> list[Fraction]:
    """Return the table's values at `num_seats` places that are spread evenly over the table's range."""
    last = len(_PLACE_POINTS) - 1
    points = []
    for place in range(num_seats):
        before, part = divmod(Fraction(place * last, num_seats - 1), 1)
        after = min(before + 1, last)
        points.append(_PLACE_POINTS[before] * (1 - part) + _PLACE_POINTS[after] * part)
    return points
