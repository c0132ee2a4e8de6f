"""Solve symmetric zero-sum matrix games exactly.

The simplex method on fractions with Bland's rule (R. G. Bland, "New finite pivoting rules for the
simplex method", 1977), which always ends and rounds nothing; meant for a few dozen choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

__all__ = ["optimal_mixture"]


def optimal_mixture(payoffs: Sequence[Sequence[Fraction | int]]) -> list[Fraction]:
    """A mixture that expects at least 0 against every choice of the other seat.

    Args:
        payoffs: Payoff[own choice, other's choice], antisymmetric: what one seat wins the other
            loses. Where several mixtures are optimal, one is picked, always the same.

    Returns:
        The probability of each choice.

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
