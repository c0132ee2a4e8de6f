"""A way of pairing, the most informative match first, for comparison with the ladder's own way.

Each player plays once a round. The information of a match is the variance of the difference of the
two players' strengths, multiplied by the probability of a win and by that of a loss.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tournaments.ratings import Strengths

__all__ = ["pair_by_gain"]


def pair_by_gain(strengths: Strengths, players: Sequence[int]) -> list[tuple[int, int]]:
    """Return pairs of all players, each time the free pair whose match has the most information.

    Of equally informative pairs, the first in the order of the players is taken.

    Args:
        strengths: Estimates of the players' strengths.
        players: Indices of an even number of players, ascending.
    """
    gains = strengths.gains()[np.ix_(players, players)]
    rows, columns = np.triu_indices(len(players), k=1)
    best_first = np.argsort(-gains[rows, columns], kind="stable")
    free = [True] * len(players)
    pairs = []
    for row, column in zip(rows[best_first].tolist(), columns[best_first].tolist(), strict=True):
        if free[row] and free[column]:
            free[row] = free[column] = False
            pairs.append((players[row], players[column]))
    return pairs
