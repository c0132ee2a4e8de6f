"""Rewards of environments: by name, their bounds, and placements in infos."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from referee_envs import BackendError, env, gym_env, make_vec, parallel_env
from referee_envs.opponents import random_policy
from tests.envs.episodes import GAMES, SMALL


def _until_the_end(vector: Any, seed: int = 1) -> tuple[Any, dict[str, Any]]:
    """Rewards and infos of the step that ends the first match."""
    policy = random_policy(vector.views.form, np.random.default_rng(seed))
    observations, _ = vector.reset(seed=seed)
    while True:
        observations, rewards, terminated, _, infos = vector.step(policy(observations))
        if terminated.any():
            return rewards, infos
        assert not infos["placement"].any()
        assert not infos["_placement"].any()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_usual(game: str) -> None:
    """The score; in Dungeon Keeper, where all who fell score 0, the placement."""
    vector = make_vec(game, seat=None, **SMALL[game])
    usual = "placement" if game == "dungeon_keeper" else "score"
    assert vector.reward == usual
    bounds = {"score": (-math.inf, math.inf), "placement": (-1.0, 1.0)}
    assert vector.reward_range == vector.metadata["reward_range"] == bounds[usual]


@pytest.mark.parametrize("game", [game for game in GAMES if game != "dice_adventure"])
def test_by_placement_and_by_win(game: str) -> None:
    """In every game with rivals: the sums are 0 and 1, bounds are kept, and infos tell the placements."""
    told = {}
    for reward, total in (("placement", 0), ("win", 1)):
        vector = make_vec(game, seat=None, reward=reward, **SMALL[game])
        rewards, infos = _until_the_end(vector)
        assert rewards.sum() == pytest.approx(total, abs=1e-6)
        low, high = vector.reward_range
        assert low <= rewards.min() <= rewards.max() <= high
        assert infos["_placement"].all()
        first = infos["placement"] == 1
        assert first.any()
        assert rewards[first].min() == rewards.max()
        told[reward] = infos["placement"].tolist()
    assert told["placement"] == told["win"]


def test_of_one_side_there_is_a_score_alone() -> None:
    """Which the backend says when matches are opened."""
    vector = make_vec("dice_adventure", 1, reward="win", **SMALL["dice_adventure"])
    with pytest.raises(BackendError, match="reward must be score where all seats are of one side"):
        vector.reset(seed=1)


def test_single_environments_tell_the_placement_at_the_end() -> None:
    """Not before, and each seat its own."""
    single = gym_env("diceman", reward="win", **SMALL["diceman"])
    assert single.reward_range == single.metadata["reward_range"] == (0.0, 1.0)
    single.reset(seed=1)
    terminated = False
    while not terminated:
        _, reward, terminated, _, info = single.step(0)
        assert (info["placement"] > 0) == terminated
    assert reward == {1: 1.0, 2: 0.0}[info["placement"]]
    both = parallel_env("diceman", reward="placement", **SMALL["diceman"])
    assert both.reward_range == both.metadata["reward_range"] == (-1.0, 1.0)
    both.reset(seed=1)
    while both.agents:
        _, rewards, _, _, infos = both.step(dict.fromkeys(both.agents, 0))
    assert sorted(rewards.values()) == [-1.0, 1.0]
    assert {rewards[name] for name in rewards if infos[name]["placement"] == 1} == {1.0}
    assert env("diceman", reward="win").reward_range == (0.0, 1.0)


def test_placements_of_episodes_that_are_followed_at_once() -> None:
    """They are in `final_info`, where the others are."""
    vector = make_vec("diceman", 3, autoreset="same_step", **SMALL["diceman"])
    _, infos = _until_the_end(vector)
    ended = infos["_final_info"]
    np.testing.assert_array_equal(infos["final_info"]["placement"], infos["placement"])
    np.testing.assert_array_equal(infos["final_info"]["_placement"], ended)
    assert (infos["placement"][ended] > 0).all()
    assert not infos["placement"][~ended].any()
