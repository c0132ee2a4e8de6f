"""Features of a Diceman position: numbers of about the same size, the own seat always first.

They are made from the columns that show what both seats see, under the names that the referee gives
them, so that training and tournament use the same features.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from learners.network import Array, Floats

__all__ = ["COLUMNS", "NUM_COMBOS", "NUM_FEATURES", "Table", "features"]

NUM_COMBOS = 6
COLUMNS = (
    "table.game",
    "table.round",
    "table.life",
    "table.points",
    "table.pick_counts.counts",
    "table.last_round.present",
    "table.last_round.rolls.combo",
)
"""Names of the columns that features are made from, in the order of `Table`."""

FULL_LIFE, GAMES, LONG_GAME, LOW_LIFE = 20, 11, 20, 4
PRIORS = (6, 20)
"""Numbers of rounds added to those played when counts of picks are divided by them: a small number
gives a share that soon follows the picks, a large one a share that chance disturbs less.
"""
NUM_FEATURES = 3 + 2 * 2 + 2 * len(PRIORS) * (NUM_COMBOS + 1) + 2 * NUM_COMBOS


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """What both seats see of Diceman matches, as columns with a row for each match."""

    game: Array
    """int[row]: number of the current game of the match, from 1."""
    round: Array
    """int[row]: number of the current round of the game, from 1."""
    life: Array
    """int[row, seat]: life of each seat."""
    points: Array
    """int[row, seat]: game points of each seat in the match."""
    pick_counts: Array
    """int[row, seat, combo]: how often each seat has picked each combination in this match."""
    has_last_round: Array
    """bool[row]: whether a round has been played."""
    last_combos: Array
    """int[row, seat]: combination that each seat picked in the last round; 0 if there was none."""

    def __getitem__(self, rows: Any) -> Table:
        """Return the table with the selected rows."""
        fields = (getattr(self, field.name)[rows] for field in dataclasses.fields(self))
        return Table(*fields)


def features(table: Table, seats: Array) -> Floats:
    """Return the features of one seat of each row.

    Args:
        table: What both seats see, one row for each match.
        seats: int[row]: the seat whose features are made, 0 or 1.

    Returns:
        float32[row, NUM_FEATURES]: the features.
    """
    num_rows = len(seats)
    rows = np.arange(num_rows)
    order = np.stack([seats, 1 - seats], axis=1)
    pairs = rows[:, None], order
    life = table.life[pairs].astype(np.float32)
    points = table.points[pairs].astype(np.float32)
    counts = table.pick_counts[pairs].astype(np.float32)
    last = table.last_combos[pairs]
    rounds = counts.sum(axis=2, keepdims=True)
    parts = [
        (table.game / GAMES)[:, None],
        np.minimum(table.round / LONG_GAME, 2)[:, None],
        (points[:, :1] - points[:, 1:]) / GAMES,
        life / FULL_LIFE,
        LOW_LIFE / (LOW_LIFE + life),
    ]
    for prior in PRIORS:
        parts += [
            (counts / (rounds + prior)).reshape(num_rows, -1),
            (prior / (rounds + prior))[:, :, 0],
        ]
    is_last = (last[:, :, None] == np.arange(NUM_COMBOS)) & table.has_last_round[:, None, None]
    parts.append(is_last.reshape(num_rows, -1))
    return np.concatenate(parts, axis=1, dtype=np.float32)
