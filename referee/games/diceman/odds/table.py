"""The odds of a single round (DM-11.2 to DM-11.4, DM-11.7), as exact fractions."""

from __future__ import annotations

import dataclasses
import hashlib
import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from referee.games.diceman.odds.matrix_game import solve_matrix_game
from referee.games.diceman.odds.rolls import RollCounts
from referee.games.diceman.tables import COMBO_NAMES, NUM_COMBOS

__all__ = ["Entry", "RoundTable", "round_table"]


class Entry(NamedTuple):
    """The odds of one combination of A against one of B (DM-11.2)."""

    row: int
    """Combination id of A, 0..5."""
    col: int
    """Combination id of B, 0..5."""
    more: Fraction
    """Probability that A deals more damage than B."""
    equal: Fraction
    """Probability that both deal the same damage."""
    less: Fraction
    """Probability that A deals less damage than B."""
    net: Fraction
    """Expected damage dealt by A minus expected damage dealt by B."""
    dealt_row: Fraction
    """Expected damage dealt by A."""
    dealt_col: Fraction
    """Expected damage dealt by B."""


@dataclasses.dataclass(frozen=True, slots=True)
class RoundTable:
    """The odds of all pairs of combinations in a round in which nobody dies."""

    entries: tuple[Entry, ...]
    """36 entries: row by row, combination of A as the row, combination of B as the column."""

    def entry(self, row: int, col: int) -> Entry:
        """Return the odds of combination `row` of A against combination `col` of B, ids 0..5."""
        return self.entries[NUM_COMBOS * row + col]

    def text(self) -> str:
        """Return the table as lines of comma-separated values, with the field names in the first (DM-11.3)."""
        # The checksum of this text is published: no character of it may change, spaces and order included.
        lines = [",".join(Entry._fields)]
        for entry in self.entries:
            names = COMBO_NAMES[entry.row], COMBO_NAMES[entry.col]
            lines.append(",".join([*names, *map(str, entry[2:])]))
        return "".join(f"{line}\n" for line in lines)

    def checksum(self) -> str:
        """Return the SHA-256 of `text`, in hexadecimal digits."""
        return hashlib.sha256(self.text().encode()).hexdigest()

    def edges(self) -> tuple[Entry, ...]:
        """Return the entries in which the row beats the column (DM-11.4): A is more likely to deal more damage."""
        return tuple(entry for entry in self.entries if entry.more > entry.less)

    def mixture(self) -> tuple[Fraction, ...]:
        """Return the probability of each combination in optimal play of a single round (DM-11.7)."""
        # The solver takes whole payoffs; a common factor changes the value, but no mixture.
        scale = math.lcm(*(entry.net.denominator for entry in self.entries))
        nets = [int(entry.net * scale) for entry in self.entries]
        rows = [nets[start : start + NUM_COMBOS] for start in range(0, len(nets), NUM_COMBOS)]
        solution = solve_matrix_game(rows)
        return tuple(Fraction(share, solution.out_of) for share in solution.row)


def round_table(counts: RollCounts) -> RoundTable:
    """Return the table of odds of a single round (DM-11.2).

    Args:
        counts: Results of the rolls, from `count_rolls`.
    """
    ahead = counts.dealt[0] - counts.dealt[1]
    weights = [ahead > 0, ahead == 0, ahead < 0, ahead, *counts.dealt]  # as the fields of Entry
    sums = [_sums(counts, counts.times * weight) for weight in weights]
    entries = []
    for pair, rolls in enumerate(counts.total.tolist()):
        more, equal, less, net, dealt_row, dealt_col = (Fraction(of[pair], rolls) for of in sums)
        row, col = divmod(pair, NUM_COMBOS)
        entries.append(Entry(row, col, more, equal, less, net, dealt_row, dealt_col))
    return RoundTable(tuple(entries))


def _sums(counts: RollCounts, weights: npt.NDArray[np.int64]) -> list[int]:
    """Return, for each pair of combinations, the sum of `weights` over its cases.

    `weights` is int64[case]: an integer for each case (distinct result of a round) of `counts`.
    """
    sums = np.zeros(len(counts.total), dtype=np.int64)
    np.add.at(sums, counts.pair, weights)
    totals: list[int] = sums.tolist()
    return totals
