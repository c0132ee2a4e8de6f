"""Placements and scores of a match (CH-7.2 to CH-7.4)."""

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
"""Integer that stands for the score 1 of CH-7.3: scores are whole millionths, halves rounded up."""
_PLACE_POINTS = (12, 9, 7, 5, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 0)
"""Points of the places 1 to 16 in a match of 16 seats with scoring royale (CH-7.4)."""


def outcome_of(state: State) -> GameOutcome:
    """Return placements and scores of all seats as the match stands now."""
    is_royale = bool(state.terms[c.SCORING] == c.ROYALE)
    placements, scores = outcomes(state.seats[None], state.health[None], is_royale=is_royale)
    return GameOutcome(tuple(placements[0].tolist()), tuple(scores[0].tolist()))


def outcomes(seats: Ints, health: Shorts, *, is_royale: bool) -> tuple[Longs, Longs]:
    """Return placements and scores of many matches as they stand now.

    Args:
        seats: int32[match, seat, column]: the arrays `State.seats`.
        health: int16[match, seat, champion]: the arrays `State.health`.
        is_royale: Whether seats are ranked by points. If False, by lasting longer.

    Returns:
        int64[match, seat] each: placements from 1, shared by equal seats, and scores in millionths.
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
    """Return the keys that rank seats, most important first (CH-7.2): int64[match, seat] each."""
    alive, out_round, kills, damage = (
        seats[..., column].astype(np.int64) for column in (c.ALIVE, c.OUT_ROUND, c.KILLS, c.DAMAGE)
    )
    living, left = (health > 0).sum(-1), health.sum(-1, dtype=np.int64)
    is_in = alive != 0
    # The second key has two meanings, which are never compared: the first key keeps seats in play
    # apart from seats that are out.
    return [alive, np.where(is_in, living, out_round), left * is_in, kills, damage]


def _places(keys: Sequence[Longs]) -> Longs:
    """Return the place of each seat: 1 + the number of seats of its match with greater keys."""
    is_greater = np.False_
    # From the least important key to the most important, which so overrules all others.
    for key in reversed(keys):
        other, own = key[:, None, :], key[:, :, None]
        is_greater = (other > own) | ((other == own) & is_greater)
    places: Longs = 1 + is_greater.sum(-1)
    return places


def _sharing(places: Longs) -> Longs:
    """Return for each seat how many seats of its match have its place, itself included."""
    sharing: Longs = (places[:, None, :] == places[:, :, None]).sum(-1)
    return sharing


def royale_points(places: Sequence[int], kills: Sequence[int]) -> list[Fraction]:
    """Return each seat's points with scoring royale: for its place, and 1 for each kill (CH-7.4).

    Args:
        places: Place of each seat by CH-7.2, from 1. Seats that share places share the mean of
            their points.
        kills: Number of kills of each seat.
    """
    parts = _royale_parts(np.array([places], np.int64), np.array([kills], np.int64))
    return [Fraction(own, _unit(len(places))) for own in parts[0].tolist()]


def _royale_parts(places: Longs, kills: Ints | Longs) -> Longs:
    """Return int64[match, seat]: each seat's points with scoring royale, as a whole number of fractions.

    One point has `_unit(num_seats)` such fractions.

    Args:
        places: int64[match, seat]: place of each seat, from 1.
        kills: int[match, seat]: number of kills of each seat.
    """
    num_seats = places.shape[1]
    parts: Longs = _parts_of_places(num_seats)[places, _sharing(places)]
    return parts + kills * _unit(num_seats)


@cache
def _unit(num_seats: int) -> int:
    """Return into how many equal fractions a point is divided in a match of `num_seats` seats.

    With this number, the points of each seat are a whole number of fractions, however places are
    shared.
    """
    # Whole numbers, because sums of floats could rank seats with equal points differently.
    return (num_seats - 1) * math.lcm(*range(1, num_seats + 1))


@cache
def _parts_of_places(num_seats: int) -> Longs:
    """Return int64[place, sharing]: points, in fractions of `_unit`, of each of `sharing` seats.

    These seats share the places from `place` on, and each gets the mean of the places' points.
    """
    points, unit = _points_of_places(num_seats), _unit(num_seats)
    parts = np.zeros((num_seats + 1, num_seats + 1), np.int64)
    for place in range(1, num_seats + 1):
        for sharing in range(1, num_seats + 2 - place):
            parts[place, sharing] = sum(points[place - 1 : place - 1 + sharing]) * unit / sharing
    return parts


def _points_of_places(num_seats: int) -> list[Fraction]:
    """Return the points of places 1 to `num_seats`, interpolated in the table for 16 seats.

    The first place has the points of place 1 in the table, the last place those of place 16.
    """
    last = len(_PLACE_POINTS) - 1
    points = []
    for place in range(num_seats):
        before, part = divmod(Fraction(place * last, num_seats - 1), 1)
        after = min(before + 1, last)
        points.append(_PLACE_POINTS[before] * (1 - part) + _PLACE_POINTS[after] * part)
    return points
