"""Finds players who gain places whenever one certain other player sits in the same match.

The places that a seat gains are the rivals that it was placed ahead of (a tie counts half), minus the
number that Davidson's model expects from all strengths and seats; see `davidson`. Among honest players
the mean of these gains is 0, whoever else sits in the match. A player whose gains are high in the
matches with one other player may be favoured by that player, as by one that throws its games.

Gains of one block are added up first, since matches on the same dice depend on each other. The sum over
the blocks, divided by the root of the sum of squares, has at most about the tails of a normal variable
for symmetric gains of any size (Efron, "Student's t-Test under Symmetry Conditions", Journal of the
American Statistical Association 64, 1969). Where the model's own variance is larger than the sum of
squares, it takes its place: a favourite that wins every match as expected has hardly any spread.

Many pairs are asked at once. So that of the pairs that are named at most a given share is named by chance,
their p-values are adjusted by Benjamini and Yekutieli, "The Control of the False Discovery Rate in
Multiple Testing under Dependency", Annals of Statistics 29 (2001), theorem 1.3, which holds however
the pairs depend on each other.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from tournaments.ratings.davidson import Floats, Ints, PlacedMatch, Placements, fit
from tournaments.ratings.joint_strengths import pair_weight

__all__ = ["LEAST_MEETINGS", "Favour", "favours"]

LEAST_MEETINGS = 30
"""Number of matches with both players below which nothing is said about a pair."""


@dataclasses.dataclass(frozen=True, slots=True)
class Favour:
    """Places that one player gains, beyond expectation, in those matches in which one other player sits, too."""

    gainer: str
    """Name of the player whose places are compared with the expected ones."""
    other: str
    """Name of the other player."""
    meetings: int
    """Number of matches in which both had a seat."""
    places: float
    """Mean of the places that the gainer was ahead of expectation in these matches; negative if behind.

    With two seats, 0.5 means that a player was expected to win half of the matches and has won all.
    """
    p_value: float
    """Probability of gains as high as these among honest players, 0..1, if only this pair is asked."""
    q_value: float
    """Smallest false discovery rate, 0..1, at which the pair is named among all pairs that were asked."""


def favours(
    players: Sequence[str],
    matches: Sequence[PlacedMatch],
    *,
    least_meetings: int = LEAST_MEETINGS,
    has_effects: bool = True,
) -> list[Favour]:
    """Return how each player fares in the matches with each other player, sorted by p-value, then by names.

    Args:
        players: Names of all players, all different.
        matches: Matches of these players, in any order, all with the same number of seats.
        least_meetings: Pairs that met in fewer matches are left out, from 1.
        has_effects: Whether a seat may be worth more than another.

    Raises:
        ValueError: Matches have different numbers of seats.
    """
    placements = Placements.of(players, matches, has_effects=has_effects)
    terms = fit(placements).terms
    # The independence of a match's pairs of seats is an assumption that makes the variance too small.
    seats = range(placements.num_seats)
    variances = terms.seat_seat[:, seats, seats] / pair_weight(placements.num_seats)
    asked = _asked(placements, terms.by_seat, variances, least_meetings)
    q_values = _adjusted([p_value for *_, p_value in asked])
    found = [
        Favour(players[gainer], players[other], meetings, places, p_value, q_value)
        for (gainer, other, meetings, places, p_value), q_value in zip(asked, q_values, strict=True)
    ]
    return sorted(found, key=lambda each: (each.p_value, each.gainer, each.other))


def _asked(
    placements: Placements, gains: Floats, variances: Floats, least: int
) -> list[tuple[int, int, int, float, float]]:
    """Return gainer, other, meetings, mean gain and p-value of each pair with enough meetings.

    Args:
        placements: The matches.
        gains: float64[match, seat]: places gained above what the model expects.
        variances: float64[match, seat]: variances of the gains by the model.
        least: Least number of matches that a pair must have had together to be in the result.
    """
    num = placements.num_players
    asked: list[tuple[int, int, int, float, float]] = []
    keys, blocks, gained, spread = _by_pair(placements, gains, variances)
    # Sorted once: to look for each of thousands of pairs among all entries would take minutes.
    order = np.argsort(keys, kind="stable")
    pairs, starts, counts = np.unique(keys[order], return_index=True, return_counts=True)
    for key, start, meetings in zip(pairs.tolist(), starts.tolist(), counts.tolist(), strict=True):
        if meetings < least:
            continue
        here = order[start : start + meetings]
        # Blocks have numbers from 0 in all matches; only those of this pair are kept.
        _, own = np.unique(blocks[here], return_inverse=True)
        sums = np.bincount(own, gained[here])
        squares = max(float((sums**2).sum()), float(spread[here].sum()))
        total = float(sums.sum())
        deviations = total / math.sqrt(squares) if squares > 0 else 0.0
        p_value = math.erfc(deviations / math.sqrt(2)) / 2
        asked.append((key // num, key % num, meetings, total / meetings, p_value))
    return asked


def _by_pair(
    placements: Placements, gains: Floats, variances: Floats
) -> tuple[Ints, Ints, Floats, Floats]:
    """Return four arrays with an entry for each match and each ordered pair (gainer, other) of its seats.

    They are the pair as gainer x number of players + other, the match's block, and the gainer's gain
    and its variance.

    Args:
        placements: The matches.
        gains: float64[match, seat]: places gained above what the model expects.
        variances: float64[match, seat]: variances of the gains by the model.
    """
    num, seats = placements.num_players, placements.num_seats
    own, other = np.nonzero(~np.eye(seats, dtype=np.bool_))
    keys = placements.players[:, own] * num + placements.players[:, other]
    blocks = np.broadcast_to(placements.blocks[:, None], keys.shape)
    return keys.ravel(), blocks.ravel(), gains[:, own].ravel(), variances[:, own].ravel()


def _adjusted(p_values: Sequence[float]) -> list[float]:
    """Return the q-values of Benjamini and Yekutieli, in the order of the p-values."""
    count = len(p_values)
    penalty = math.fsum(1 / rank for rank in range(1, count + 1))
    adjusted = [1.0] * count
    least = 1.0
    order = sorted(range(count), key=lambda place: p_values[place])
    for rank in range(count, 0, -1):
        place = order[rank - 1]
        least = min(least, p_values[place] * count * penalty / rank)
        adjusted[place] = least
    return adjusted
