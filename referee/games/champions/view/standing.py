"""Ranks of the seats of Champions, and points, as if the match ended now (CH-7.2 to CH-7.4)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from referee.core.scene import Bar
from referee.core.story import Score, SeatScore
from referee.core.view import Fields
from referee.games.champions.rules.scoring import royale_points
from referee.games.champions.tables import NUM_TYPES, START_HEALTH
from referee.games.champions.view.memory import ChampionsSight
from referee.games.champions.view.seats_view import Healths, Known

__all__ = [
    "MOST_HEALTH",
    "is_royale",
    "living_of",
    "points_of",
    "score_of",
    "total_health",
    "whole",
]

MOST_HEALTH = int(START_HEALTH.sum())
"""Health points of a seat whose four champions are all unhurt."""

_Key: TypeAlias = tuple[int, int, int, int, int]


def is_royale(config: Fields) -> bool:
    """Return whether seats are ranked by points for placement and kills; False if by how long they last."""
    return config.get("scoring") == "SCORING_ROYALE"


def total_health(healths: Healths, seat: int) -> int | None:
    """Return the sum of the health points of a seat's champions; None if one of them is not known."""
    now = healths.get(seat, {})
    return sum(now.values()) if len(now) == NUM_TYPES else None


def living_of(known: Known, seat: int) -> int | None:
    """Return the number of a seat's living champions; None if the viewer does not know it."""
    if seat in known.out_round:
        return 0
    now = known.health.get(seat, {})
    return sum(health > 0 for health in now.values()) if len(now) == NUM_TYPES else None


def score_of(sight: ChampionsSight, known: Known) -> Score:
    """Return score, rank, health and counts of every seat, as far as the viewer knows them.

    The score is points if the config ranks seats by points, else the number of living champions.
    """
    by_points = is_royale(sight.config)
    keys = _keys(known)
    values, ranks = (None, None) if keys is None else _ranked(keys, by_points)
    seats = []
    for seat in range(known.num_seats):
        is_out = seat in known.out_round
        left = 0 if is_out else total_health(known.health, seat)
        before = total_health(sight.before, seat)
        living = living_of(known, seat)
        seats.append(
            SeatScore(
                (whole(values[seat]) if values else None) if by_points else living,
                known.placement.get(seat, ranks[seat] if ranks else 0),
                is_out,
                None if left is None else Bar(left, MOST_HEALTH),
                0 if left is None or before is None else max(0, before - left),
                _facts(known, seat, living),
                () if left is None or is_out else _pips(known.health[seat]),
            )
        )
    return Score("points" if by_points else "champions", tuple(seats), "health")


def _pips(healths: Mapping[int, int]) -> tuple[Bar, ...]:
    """Return the health that each champion of a seat has left, in the order of their types."""
    return tuple(Bar(healths[kind], int(most)) for kind, most in enumerate(START_HEALTH.tolist()))


def whole(points: Fraction) -> int:
    """Return points rounded to a whole number, halves up."""
    return (2 * points.numerator + points.denominator) // (2 * points.denominator)


def points_of(known: Known) -> tuple[Fraction, ...] | None:
    """Return each seat's points by the scoring `royale`; None if the viewer lacks one of the values they depend on."""
    keys = _keys(known)
    return None if keys is None else _ranked(keys, True)[0]


def _facts(known: Known, seat: int, living: int | None) -> tuple[tuple[str, str], ...]:
    facts = []
    if seat in known.out_round:
        facts.append(("out in round", str(known.out_round[seat])))
    elif living is not None:
        facts.append(("champions", str(living)))
    for name, numbers in (("kills", known.kills), ("damage", known.damage)):
        if seat in numbers:
            facts.append((name, str(numbers[seat])))
    return tuple(facts)


def _keys(known: Known) -> tuple[_Key, ...] | None:
    """Return each seat's sort key by CH-7.2, higher is better; None if the viewer does not know all values in it."""
    num_in_play = known.num_seats - len(known.out_round)
    keys = []
    for seat in range(known.num_seats):
        kills, damage = known.kills.get(seat), known.damage.get(seat)
        if kills is None or damage is None:
            return None
        if seat in known.out_round:
            keys.append((0, known.out_round[seat], 0, kills, damage))
            continue
        living, left = living_of(known, seat), total_health(known.health, seat)
        if (living is None or left is None) and num_in_play > 1:
            return None
        keys.append((1, living or 0, left or 0, kills, damage))
    return tuple(keys)


@functools.lru_cache(maxsize=1024)
def _ranked(
    keys: tuple[_Key, ...], by_points: bool
) -> tuple[tuple[Fraction, ...], tuple[int, ...]]:
    """Return each seat's points by the scoring `royale`, and each seat's rank from 1.

    Args:
        keys: Sort key of each seat by CH-7.2.
        by_points: Whether ranks go by points first, then by key; False for ranks by key alone.
    """
    places = tuple(1 + sum(other > key for other in keys) for key in keys)
    points = tuple(royale_points(places, [key[3] for key in keys]))
    if not by_points:
        return points, places
    by_key = [(own, *key) for own, key in zip(points, keys, strict=True)]
    return points, tuple(1 + sum(other > own for other in by_key) for own in by_key)
