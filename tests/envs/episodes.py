"""Episodes in environments, as tests play and compare them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from referee_envs.opponents import random_policy
from referee_envs.vector import MatchVectorEnv

__all__ = ["GAMES", "SMALL", "assert_same", "play"]

SMALL: Mapping[str, dict[str, Any]] = {
    "champions": {"num_seats": 3},
    "dice_adventure": {"config": {"levels": [{"name": "L1", "cap": 5}, {"name": "L2", "cap": 4}]}},
    "diceman": {"config": {"games": 2}},
    "dungeon_keeper": {"config": {"preset": "small", "max_rounds": 3}},
    "proving_grounds": {"num_seats": 2, "config": {"max_turns": 8}},
    "swordman": {"config": {"games": 2}},
}
"""Options of each game that make its matches short."""

GAMES = sorted(SMALL)


def assert_same(one: Any, other: Any) -> None:
    """See that two things that environments have told are equal, dtypes included."""
    if isinstance(one, Mapping):
        assert one.keys() == other.keys()
        for name, value in one.items():
            assert_same(value, other[name])
    elif isinstance(one, tuple | list):
        assert len(one) == len(other)
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    elif isinstance(one, np.ndarray) and one.dtype != object:
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)
    elif isinstance(one, np.ndarray):
        assert_same(one.tolist(), other.tolist())
    else:
        assert type(one) is type(other)
        assert one == other


def play(vector: MatchVectorEnv, seed: int, steps: int) -> list[Any]:
    """Return all that is told in some steps after a reset, with random legal actions of the same seed."""
    policy = random_policy(vector.views.form, np.random.default_rng(seed))
    observations, infos = vector.reset(seed=seed)
    told: list[Any] = [(observations, infos)]
    for _ in range(steps):
        told.append(vector.step(policy(observations)))
        observations = told[-1][0]
    return told
