"""Plays two Diceman players against each other in this process, and gives the result with a confidence interval."""

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
    """Mean results of matches and of games for the first player, with 95 % intervals."""

    matches: int
    """Number of matches played."""
    score: float
    """Mean of match results: 1 won, 1/2 drawn, 0 lost."""
    score_margin: float
    """Half the width of the 95 % interval of `score`."""
    value: float
    """Mean of game results: 1 won, 0 drawn, -1 lost."""
    value_margin: float
    """Half the width of the 95 % interval of `value`."""


def duel(first: Player, second: Player, *, matches: int, seed: int, games: int = 11) -> Result:
    """Play matches between two players; the first player has seat 0 in every other row.

    All rows play the same number of matches, so that short matches do not count more than long
    ones.

    Args:
        first: Player whose result is returned.
        second: Opponent.
        matches: Number of matches; above 512, it is rounded up to a multiple of 512.
        seed: Seed from which all dice and random picks follow.
        games: Number of games of a match.
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
