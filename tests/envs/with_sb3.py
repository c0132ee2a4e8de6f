"""Stable-Baselines3's own test, and its PPO: run by `make test-train` alone, as its wheels are large."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import stable_baselines3
from gymnasium.wrappers import FlattenObservation
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env

from referee_client import Bot
from referee_envs import gym_env, make_vec, sb3_bot, sb3_policy, to_sb3
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


@pytest.mark.filterwarnings("ignore")
def test_a_maskable_model_plays_as_a_bot_and_as_an_opponent() -> None:
    """What `sb3_bot` and `sb3_policy` ask of a model is what it takes."""
    columns = ["table.life", "table.pick_counts.counts"]
    vector = make_vec("diceman", 8, autoreset="same_step", columns=columns, seed=1, reward="win")
    made = to_sb3(vector)
    model = MaskablePPO("MultiInputPolicy", made, n_steps=16, batch_size=64, seed=1)
    model.learn(256)
    made.close()
    assert issubclass(sb3_bot(model, vector.description, columns=columns), Bot)
    options: Any = {"columns": columns, "opponents": sb3_policy(model)}
    against = make_vec("diceman", 4, **options)
    against.reset(seed=1)
    for _ in range(5):
        against.step(np.zeros(4, np.int64))
