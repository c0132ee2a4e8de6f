"""Solves zero-sum matrix games in whole numbers: exactly, however close the payoffs are to each other.

The simplex method for matrix games by exchanging labels on one tableau (A. W. Tucker, "Solving a
matrix game by linear programming", 1960), with Bland's rule, which always ends (R. G. Bland, "New
finite pivoting rules for the simplex method", 1977). All numbers of the tableau have one common
denominator, the last pivot, by which every division leaves no remainder (J. Edmonds, "Systems of
distinct representatives and linear algebra", 1967). So nothing is rounded and there is no tolerance to
choose; near the end of a game, where all payoffs are close to 1, floats took wrong pivots.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

__all__ = ["Solution", "solve_matrix_game"]

Tableau = list[list[int]]


class Solution(NamedTuple):
    """The value of a matrix game, and an optimal mixture of each player."""

    value: Fraction
    """Expected payoff of the row player when both play their mixtures."""
    row: tuple[int, ...]
    """Row player's mixture: how often to pick each row, out of `out_of` times."""
    column: tuple[int, ...]
    """Column player's mixture: how often to pick each column, out of `out_of` times."""
    out_of: int
    """Sum of the numbers in `row`, and also of those in `column`."""


def solve_matrix_game(payoffs: Sequence[Sequence[int]]) -> Solution:
    """Return the value of a game and an optimal mixture of each player.

    Where several mixtures are optimal, the same one is returned every time.

    Args:
        payoffs: int[row, column]: what the row player wins and the column player loses.
    """
    num_rows, num_columns = len(payoffs), len(payoffs[0])
    # With payoffs raised above 0, the column player holds the raised value v down with a mixture q,
    # B q <= v. In z = q / v that is B z <= 1 with the sum of z, which is 1 / v, to be made large; the
    # row player's mixture is the dual of it.
    raised = 1 - min(map(min, payoffs))
    tableau = [[entry + raised for entry in row] + [1] for row in payoffs]
    tableau.append([-1] * num_columns + [0])
    basic = [num_columns + row for row in range(num_rows)]
    free = list(range(num_columns))
    denominator = 1
    while (entering := _entering(tableau, free)) is not None:
        leaving = _leaving(tableau, basic, entering)
        denominator = _exchange(tableau, leaving, entering, denominator)
        basic[leaving], free[entering] = free[entering], basic[leaving]

    row_mixture, column_mixture = [0] * num_rows, [0] * num_columns
    for row, label in enumerate(basic):
        if label < num_columns:
            column_mixture[label] = tableau[row][-1]
    for column, label in enumerate(free):
        if label >= num_columns:
            row_mixture[label - num_columns] = tableau[-1][column]
    total = tableau[-1][-1]
    value = Fraction(denominator, total) - raised
    return Solution(value, tuple(row_mixture), tuple(column_mixture), total)


def _entering(tableau: Tableau, free: list[int]) -> int | None:
    """Return the column that enters the basis, the one with the lowest label if there are several.

    It has a negative last entry. None if no column has one: then the tableau is optimal.

    Args:
        tableau: The simplex tableau.
        free: Label of each column.
    """
    gaining = [(free[column], column) for column in range(len(free)) if tableau[-1][column] < 0]
    return min(gaining)[1] if gaining else None


def _leaving(tableau: Tableau, basic: list[int], entering: int) -> int:
    """Return the row that leaves the basis, by the minimum-ratio test on the entering column.

    Of rows with equal ratios, it is the one with the lowest label (Bland's rule).

    Args:
        tableau: The simplex tableau.
        basic: Label of each row.
        entering: Index of the entering column.
    """
    best = -1
    for row in range(len(basic)):
        if tableau[row][entering] <= 0:
            continue
        if best >= 0:  # compares right-hand side / entry of both rows without dividing
            ahead = tableau[row][-1] * tableau[best][entering]
            behind = tableau[best][-1] * tableau[row][entering]
        if best < 0 or ahead < behind or (ahead == behind and basic[row] < basic[best]):
            best = row
    return best


def _exchange(tableau: Tableau, leaving: int, entering: int, denominator: int) -> int:
    """Pivot: put the row `leaving` in the place of the column `entering`; return the new denominator.

    Args:
        tableau: The simplex tableau, whose entries are integers; changed in place.
        leaving: Index of the row.
        entering: Index of the column.
        denominator: What all entries are divided by, before the pivot.
    """
    pivot_row = tableau[leaving]
    pivot = pivot_row[entering]
    for index, row in enumerate(tableau):
        if index != leaving:
            factor = row[entering]
            # Divides without remainder (Edmonds), so `//` loses nothing.
            tableau[index] = [
                (entry * pivot - factor * other) // denominator
                for entry, other in zip(row, pivot_row, strict=True)
            ]
            tableau[index][entering] = -factor
    pivot_row[entering] = denominator
    return pivot
