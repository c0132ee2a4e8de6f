"""Matrix games solved in floating point: known solutions, and that nobody gains by deviating."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from referee_bots.matrix_game import optimal_mixture
from referee_bots.zero_sum import Floats, solve

SMALL = st.integers(-3, 3).map(float)
GAMES = arrays.arrays(np.float64, st.tuples(st.integers(1, 9), st.integers(1, 9)), elements=SMALL)
"""Games with many ties, of any shape."""


@pytest.mark.parametrize(
    ("payoffs", "value", "rows", "columns"),
    [
        ([[5]], 5, [1], [1]),
        ([[1, -1], [-1, 1]], 0, [1 / 2, 1 / 2], [1 / 2, 1 / 2]),
        ([[3, -1], [-2, 1]], 1 / 7, [3 / 7, 4 / 7], [2 / 7, 5 / 7]),
        ([[0, 2, -1], [3, 4, 2]], 2, [0, 1], [0, 0, 1]),
        ([[0, -1, 2], [1, 0, -3], [-2, 3, 0]], 0, [3 / 6, 2 / 6, 1 / 6], [3 / 6, 2 / 6, 1 / 6]),
    ],
    ids=["one choice", "matching pennies", "two by two", "saddle point", "stakes 1, 2, 3"],
)
def test_known_games(
    payoffs: list[list[float]], value: float, rows: list[float], columns: list[float]
) -> None:
    """Solutions by hand: of two by two, (d - c, a - b) and (d - b, a - c) in proportion."""
    found = solve(np.array(payoffs, dtype=float))
    assert found.value == pytest.approx(value, abs=1e-7)
    assert found.rows == pytest.approx(rows, abs=1e-7)
    assert found.columns == pytest.approx(columns, abs=1e-7)


@given(payoffs=GAMES)
def test_nobody_gains_by_deviating(payoffs: Floats) -> None:
    """Both mixtures are mixtures, and neither seat has a choice that does better."""
    found = solve(payoffs)
    for mixture in (found.rows, found.columns):
        assert mixture.min() >= 0
        assert mixture.sum() == pytest.approx(1)
    assert (payoffs @ found.columns).max() <= found.value + 1e-7
    assert (found.rows @ payoffs).min() >= found.value - 1e-7


@given(payoffs=arrays.arrays(np.int64, st.integers(1, 6).map(lambda n: (n, n)),
                             elements=st.integers(-3, 3)))  # fmt: skip
def test_exact_mixtures_are_as_good(payoffs: np.ndarray) -> None:
    """In symmetric games, the mixture by fractions gets as much against this one: nothing."""
    symmetric = payoffs - payoffs.T
    exact = np.array(optimal_mixture(symmetric.tolist()), dtype=float)
    found = solve(symmetric.astype(float))
    assert found.value == pytest.approx(0, abs=1e-7)
    assert exact @ symmetric @ found.columns == pytest.approx(0, abs=1e-7)


def test_large_games_with_many_ties() -> None:
    """Hundreds of choices and three payoffs: the method does not go round in circles."""
    payoffs = np.sign(np.sin(np.arange(1.0, 200 * 300 + 1))).reshape(200, 300)
    payoffs[np.abs(np.sin(np.arange(1.0, 200 * 300 + 1))).reshape(200, 300) < 0.4] = 0
    found = solve(payoffs)
    assert (payoffs @ found.columns).max() - (found.rows @ payoffs).min() < 1e-6
