"""Two players of Diceman against each other in process, and the result with an interval."""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from learners.matches import Matches
from learners.network import Array
from learners.opponents import Player

__all__ = ["Result", "duel"]

MOST_ROWS = 512


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """Result of matches for the first player."""

    matches: int
    """How many."""
    score: float
    """Mean of 1 for a match won, 1/2 for one drawn, 0 for one lost."""
    score_margin: float
    """Half of its 95 % interval."""
    value: float
    """Mean of 1 for a game won, 0 for one drawn, -1 for one lost."""
    value_margin: float
    """Half of its 95 % interval."""


def duel(first: Player, second: Player, *, matches: int, seed: int, games: int = 11) -> Result:
    """Play matches; the first player has seat 0 in every other row.

    Each row plays as many matches as any other, so that short ones count no more than long ones.

    Args:
        first: A player.
        second: Another.
        matches: How many, rounded up to a multiple of 512 if it is more than that.
        seed: All dice, and all picks by chance, follow from it.
        games: Games of a match.
    """
    random = np.random.default_rng(seed)
    num_rows = min(matches, MOST_ROWS)
    played = Matches(num_rows, seed)
    rows = np.arange(num_rows)
    seats = rows % 2
    wanted = -(-matches // num_rows)
    leads = np.zeros((num_rows, wanted))
    done = np.zeros(num_rows, np.int64)
    while done.min() < wanted:
        table = played.table()
        choices = np.empty((num_rows, 2), np.int8)
        choices[rows, seats] = first(table, seats, random)
        choices[rows, 1 - seats] = second(table, 1 - seats, random)
        points, ended = played.step(choices)
        counted = rows[ended & (done < wanted)]
        leads[counted, done[counted]] = (
            points[counted, seats[counted]] - points[counted, 1 - seats[counted]]
        )
        done[counted] += 1
    scores, values = (np.sign(leads) + 1) / 2, leads / 2 / games
    return Result(
        leads.size, float(scores.mean()), _margin(scores), float(values.mean()), _margin(values)
    )


def _margin(numbers: Array) -> float:
    return 1.96 * float(numbers.std(ddof=1)) / math.sqrt(numbers.size)
