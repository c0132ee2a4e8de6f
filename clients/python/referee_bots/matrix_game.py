"""Solves zero-sum matrix games by the simplex method: symmetric games exactly, any game in floats.

On fractions it uses Bland's rule (R. G. Bland, "New finite pivoting rules for the simplex method",
1977), which always ends and rounds nothing; meant for a few dozen choices. On floats it uses the
largest pivots, which is some thirty times quicker, and accurate to eight digits or more where
payoffs are between -1 and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

__all__ = ["SaddlePoint", "optimal_mixture", "saddle_point"]

MAX_PIVOTS = 100
"""Number of pivots after which the method on floats is assumed to run in a cycle; otherwise ten are
enough."""
SMALL = 1e-11
"""Floats below this value count as 0, where they are results from numbers of size 1."""


class SaddlePoint(NamedTuple):
    """Solution of a zero-sum matrix game: its value and optimal mixtures of both players."""

    value: float
    """Expected win of the row player under optimal play."""
    row: list[float]
    """Probability with which the row player picks each row."""
    column: list[float]
    """Probability with which the column player picks each column."""


def optimal_mixture(payoffs: Sequence[Sequence[Fraction | int]]) -> list[Fraction]:
    """Return a mixture of choices that expects at least 0 against every choice of the other seat.

    If several mixtures are optimal, one of them is returned, always the same.

    Args:
        payoffs: Payoff[own choice, other's choice], antisymmetric: one seat wins what the other
            loses.

    Returns:
        Probability of each choice.

    Raises:
        ValueError: The payoffs are not antisymmetric.
    """
    size = len(payoffs)
    pairs = [(x, y) for x in range(size) for y in range(size)]
    if any(len(row) != size for row in payoffs) or any(
        payoffs[x][y] != -payoffs[y][x] for x, y in pairs
    ):
        raise ValueError("payoffs must be antisymmetric: payoffs[x][y] == -payoffs[y][x]")
    # With all payoffs raised above 0, the other seat holds the raised game's value v down with a
    # mixture q, A q <= v; in the unknowns z = q / v that is A z <= 1, and the sum of z, which is
    # 1 / v, is to be as large as can be. By symmetry q is optimal for this seat too.
    raised = 1 - min(entry for row in payoffs for entry in row)
    table = [
        [Fraction(entry + raised) for entry in row]
        + [Fraction(int(x == slack)) for slack in range(size)]
        + [Fraction(1)]
        for x, row in enumerate(payoffs)
    ]
    gains = [Fraction(1)] * size + [Fraction(0)] * (size + 1)
    basis = list(range(size, 2 * size))
    while (entering := next((c for c in range(2 * size) if gains[c] > 0), None)) is not None:
        leaving = min(
            (row for row in range(size) if table[row][entering] > 0),
            key=lambda row: (table[row][-1] / table[row][entering], basis[row]),
        )
        _pivot(table, gains, leaving, entering)
        basis[leaving] = entering
    solution = [Fraction(0)] * (2 * size)
    for row, column in enumerate(basis):
        solution[column] = table[row][-1]
    total = sum(solution[:size], Fraction(0))
    return [value / total for value in solution[:size]]


def _pivot(table: list[list[Fraction]], gains: list[Fraction], leaving: int, entering: int) -> None:
    pivot = table[leaving][entering]
    table[leaving] = [value / pivot for value in table[leaving]]
    for row in [*(table[r] for r in range(len(table)) if r != leaving), gains]:
        factor = row[entering]
        if factor:
            row[:] = [
                value - factor * other for value, other in zip(row, table[leaving], strict=True)
            ]


def saddle_point(payoffs: Sequence[Sequence[float]]) -> SaddlePoint:
    """Return the value of any zero-sum game, and a pair of optimal mixtures, in floats.

    Args:
        payoffs: float[row, column]: the row player wins this and the column player loses it.

    Raises:
        ArithmeticError: Rounding errors made the method run in a cycle.
    """
    num_rows, num_columns = len(payoffs), len(payoffs[0])
    low = min(map(min, payoffs))
    span = max(map(max, payoffs)) - low or 1.0
    # As above, with all payoffs brought to between 1 and 2. Columns of slack are not written down: a
    # column is given to the variable that leaves as soon as another one enters.
    table = [[(entry - low) / span + 1.0 for entry in row] + [1.0] for row in payoffs]
    table.append([-1.0] * num_columns + [0.0])
    basis = list(range(num_columns, num_columns + num_rows))
    others = list(range(num_columns))
    for _ in range(MAX_PIVOTS):
        entering = min(range(num_columns), key=table[-1].__getitem__)
        if table[-1][entering] > -SMALL:
            break
        usable = [row for row in range(num_rows) if table[row][entering] > SMALL]
        bound = min(table[row][-1] / table[row][entering] for row in usable)
        tied = [r for r in usable if table[r][-1] / table[r][entering] <= bound + SMALL]
        # Of tied rows, the one with the largest pivot: small pivots enlarge rounding errors.
        leaving = max(tied, key=lambda row: table[row][entering])
        _exchange(table, leaving, entering)
        basis[leaving], others[entering] = others[entering], basis[leaving]
    else:
        raise ArithmeticError("the simplex method goes round in circles")
    total = table[-1][-1]
    row_mixture, column_mixture = [0.0] * num_rows, [0.0] * num_columns
    for row, variable in enumerate(basis):
        if variable < num_columns:
            column_mixture[variable] = max(0.0, table[row][-1] / total)
    for column, variable in enumerate(others):
        if variable >= num_columns:
            row_mixture[variable - num_columns] = max(0.0, table[-1][column] / total)
    return SaddlePoint((1.0 / total - 1.0) * span + low, row_mixture, column_mixture)


def _exchange(table: list[list[float]], leaving: int, entering: int) -> None:
    pivot = table[leaving][entering]
    scaled = [value / pivot for value in table[leaving]]
    scaled[entering] = 1.0 / pivot
    for index, row in enumerate(table):
        if index != leaving:
            factor = row[entering]
            row[:] = [value - factor * other for value, other in zip(row, scaled, strict=True)]
            row[entering] = -factor / pivot
    table[leaving] = scaled
