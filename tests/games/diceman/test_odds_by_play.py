"""The engine's rounds come out as the exact odds say.

The same at full length, ten million rounds of each pair of combinations, is
`python -m tests.games.diceman.monte_carlo`.
"""

from __future__ import annotations

import math

import pytest

from referee.core.kernel import JIT
from tests.games.diceman.monte_carlo import LIMIT, deviations

ROUNDS = 100_000 if JIT else 500
"""For each pair of combinations; interpreted kernels are slow."""


@pytest.mark.parametrize("so_far", [False, True], ids=["phase", "so_far"])
def test_played_rounds_agree_with_the_odds(so_far: bool) -> None:
    """All 36 entries within 5 standard errors, and not better than chance allows."""
    found = [one.z for one in deviations(ROUNDS, so_far=so_far)]
    assert len(found) == 36 * 4
    assert max(map(abs, found)) < LIMIT
    assert 0.5 < math.sqrt(sum(z * z for z in found) / len(found)) < 1.5
