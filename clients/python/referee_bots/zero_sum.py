"""Solves zero-sum matrix games of a few hundred choices a seat, in floating point.

It uses the simplex method with the steepest gain, on a right-hand side in which rows are raised by
up to a billionth so that no two rows tie (A. Charnes, "Optimality and degeneracy in linear
programming", 1952). It rounds in the same way on every machine, so that bots with equal seeds draw
the same. For small games that must be exact there is `matrix_game`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Floats", "Solution", "expectation", "solve"]

Floats = npt.NDArray[np.float64]

_LIFT = 1e-9
"""Largest amount by which a row's right-hand side is raised; the error of a solution is of this
order."""
_TOLERANCE = 1e-11
"""Floats below this value count as 0."""
_GOLDEN = 0.6180339887498949
"""Golden ratio less 1. The fractional parts of its multiples are spread as evenly as those of any
number."""


class Solution(NamedTuple):
    """Solution of a zero-sum matrix game: its value and the optimal mixtures of both seats."""

    value: float
    """Expected win of the row seat under optimal play."""
    rows: Floats
    """Probability with which the row seat picks each row."""
    columns: Floats
    """Probability with which the column seat picks each column."""


def solve(payoffs: Floats) -> Solution:
    """Return optimal mixtures for both seats of a game; if there are several, always the same.

    Args:
        payoffs: Payoff[row, column]: the row seat wins this, and the column seat loses it.

    Raises:
        ArithmeticError: Rounding errors kept the method from ending; no game met so far causes it.
    """
    # With all payoffs raised above 0, the column seat holds the raised game's value v down with a
    # mixture q, A q <= v; in the unknowns z = q / v that is A z <= 1, and the sum of z, which is
    # 1 / v, is to be as large as can be. The prices of the rows are the row seat's mixture over v.
    num_rows, num_columns = payoffs.shape
    raised = 1 - float(payoffs.min())
    table = np.empty((num_rows + 1, num_columns + 1))
    table[:-1, :-1] = payoffs + raised
    table[:-1, -1] = 1 + _LIFT * (np.arange(num_rows) * _GOLDEN % 1)
    table[-1] = -1
    table[-1, -1] = 0
    basis = np.arange(num_columns, num_columns + num_rows)
    free = np.arange(num_columns)
    for _ in range(50 * (num_rows + num_columns)):
        entering = int(np.argmin(table[-1, :-1]))
        if table[-1, entering] > -_TOLERANCE:
            break
        leaving = _leaving(table, entering)
        _pivot(table, leaving, entering)
        basis[leaving], free[entering] = free[entering], basis[leaving]
    else:
        raise ArithmeticError(f"no solution of a game of {num_rows} x {num_columns} choices")
    shares = np.zeros(num_rows + num_columns)
    shares[basis] = table[:-1, -1]
    prices = np.zeros(num_rows + num_columns)
    prices[free] = table[-1, :-1]
    rows, columns = _mixture(prices[num_columns:]), _mixture(shares[:num_columns])
    return Solution(expectation(payoffs, rows, columns), rows, columns)


def expectation(payoffs: Floats, rows: Floats, columns: Floats) -> float:
    """Return the row seat's expected win in a matrix game if both seats play given mixtures.

    The rounding does not depend on the version of any library.

    Args:
        payoffs: Payoff[row, column]: what the row seat wins.
        rows: Probability of each row in the row seat's mixture.
        columns: Probability of each column in the column seat's mixture.
    """
    # `fsum` rounds once, independent of order and library, unlike a matrix product.
    some_rows, some_columns = np.flatnonzero(rows), np.flatnonzero(columns)
    terms = payoffs[np.ix_(some_rows, some_columns)] * np.outer(
        rows[some_rows], columns[some_columns]
    )
    return math.fsum(terms.ravel())


def _leaving(table: Floats, entering: int) -> int:
    """Return the row of a simplex table that limits how far the entering column's variable can grow.

    Args:
        table: The table; its last row is the objective, its last column the right-hand side.
        entering: Index of the column whose variable grows.
    """
    column = table[:-1, entering]
    limits = np.full(len(column), np.inf)
    np.divide(table[:-1, -1], column, out=limits, where=column > _TOLERANCE)
    return int(np.argmin(limits))


def _pivot(table: Floats, leaving: int, entering: int) -> None:
    pivot = table[leaving, entering]
    row = table[leaving] / pivot
    column = table[:, entering].copy()
    table -= np.outer(column, row)
    # The entering column is not kept as a unit vector: it takes the place of the column of the
    # variable that leaves.
    table[:, entering] = -column / pivot
    table[leaving] = row
    table[leaving, entering] = 1 / pivot


def _mixture(shares: Floats) -> Floats:
    """Return a mixture: the values of `shares` scaled to add up to 1, traces of rounding set to 0."""
    kept: Floats = np.where(shares > _TOLERANCE, shares, 0.0)
    kept /= math.fsum(kept)
    return kept
