"""Stable-Baselines3's own test, and its PPO: run by `make test-train` alone, as its wheels are large."""

from __future__ import annotations

import numpy as np
import pytest
import stable_baselines3
from gymnasium.wrappers import FlattenObservation
from stable_baselines3.common.env_checker import check_env

from referee_envs import gym_env, make_vec, to_sb3
from tests.envs.episodes import GAMES, SMALL


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", GAMES)
def test_check_env(game: str) -> None:
    """`check_env` of a single environment, its observations flattened."""
    check_env(FlattenObservation(gym_env(game, **SMALL[game])), skip_render_check=True)


@pytest.mark.filterwarnings("ignore")
def test_ppo_learns_something() -> None:
    """Some updates over `to_sb3` go through, and masks are told."""
    columns = ["table.life", "table.pick_counts.counts"]
    vector = to_sb3(make_vec("diceman", 8, autoreset="same_step", columns=columns, seed=1))
    model = stable_baselines3.PPO("MultiInputPolicy", vector, n_steps=32, batch_size=64, seed=1)
    model.learn(1024)
    (*masks,) = vector.env_method("action_masks")
    assert np.array(masks).shape == (8, 6)
    vector.close()
