"""Models of Stable-Baselines3, as something that has their `predict`: as policies, opponents and bots."""

from __future__ import annotations

import sys
import types
from typing import Any

import numpy as np
import pytest

from gamereferee.games.diceman.v1 import diceman_pb2
from referee_envs import Description, make_vec, sb3_bot, sb3_policy, to_sb3
from referee_envs.vector import MatchVectorEnv
from tests.envs.episodes import SMALL


class Model:
    """Has the interface of `PPO`: notes what it is shown, and does the last thing."""

    def __init__(self, action: int = 5) -> None:
        self.seen: list[Any] = []
        self.action = action

    def predict(
        self,
        observation: Any,
        state: Any = None,
        episode_start: Any = None,
        deterministic: bool = False,
    ) -> tuple[Any, Any]:
        """See `stable_baselines3.common.base_class.BaseAlgorithm.predict`."""
        del state, episode_start
        self.seen.append((observation, deterministic))
        return np.full(len(observation["seat"]), self.action), None


class MaskableModel(Model):
    """Has the interface of `MaskablePPO`."""

    def predict(
        self,
        observation: Any,
        state: Any = None,
        episode_start: Any = None,
        deterministic: bool = False,
        action_masks: Any = None,
    ) -> tuple[Any, Any]:
        """See `sb3_contrib.MaskablePPO.predict`."""
        self.seen.append(action_masks)
        return super().predict(observation, state, episode_start, deterministic)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stands in for Stable-Baselines3's `VecEnv`, which tests with the library itself use."""

    class VecEnv:
        def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
            self.num_envs = num_envs
            self.observation_space, self.action_space = observation_space, action_space

        def step(self, actions: Any) -> Any:
            self.step_async(actions)  # type: ignore[attr-defined]
            return self.step_wait()  # type: ignore[attr-defined]

        def _get_indices(self, indices: Any) -> Any:
            return range(self.num_envs) if indices is None else indices

    for name in ("stable_baselines3", "stable_baselines3.common"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    module: Any = types.ModuleType("stable_baselines3.common.vec_env")
    module.VecEnv = VecEnv
    monkeypatch.setitem(sys.modules, "stable_baselines3.common.vec_env", module)


def _vector(game: str, num_envs: int, **options: Any) -> MatchVectorEnv:
    return make_vec(game, num_envs, autoreset="same_step", **SMALL[game], **options)


@pytest.mark.usefixtures("stand_in")
def test_who_is_not_asked_is_said() -> None:
    """In the infos of every environment, and by its mask, in which one action alone is left, at every step."""
    vector = _vector("dungeon_keeper", 4, seat=None, seed=1)
    made = to_sb3(vector)
    made.reset()
    assert [info["asked"] for info in made.reset_infos] == vector._batches[0].view.asked.tolist()
    told = set()
    for _ in range(12):
        actions = np.zeros((4, *made.action_space.shape), np.int64)
        _, _, dones, infos = made.step(actions)
        asked = vector._batches[0].view.asked.tolist()
        assert [info["asked"] for info in infos] == asked
        for info, mask in zip(infos, made.env_method("action_masks"), strict=True):
            told.add(info["asked"])
            assert info["asked"] or mask.sum() == 1
        for info, done in zip(infos, dones, strict=True):
            assert ("terminal_observation" in info) == done
            assert ("placement" in info) == done
            assert info["refused"] == 0
    assert told == {True, False}


@pytest.mark.usefixtures("stand_in")
def test_a_model_is_shown_in_a_match_what_it_was_shown_in_training() -> None:
    """The same names and shapes, and masks where it takes some."""
    columns = ["table.life", "table.pick_counts.counts"]
    vector = _vector("diceman", 2, columns=columns, seed=1)
    space = to_sb3(vector).observation_space
    text = vector.description.to_json()
    for model in (Model(), MaskableModel()):
        bot = sb3_bot(model, Description.from_json(text), columns=columns)()
        turn: Any = types.SimpleNamespace(seat=1, config=vector.description.config_message)
        action = bot.act(diceman_pb2.Observation(life=[6, 6]), turn)
        assert action == diceman_pb2.Action(dice=[2, 3])
        observation, is_deterministic = model.seen[-1]
        assert is_deterministic
        assert {name: array.shape[1:] for name, array in observation.items()} == {
            name: each.shape for name, each in space.items()
        }
        assert space.contains({name: array[0] for name, array in observation.items()})
    assert model.seen[0].tolist() == [[True] * 6]


def test_a_model_plays_as_an_opponent() -> None:
    """It is the policy of a seat, in all matches at once."""
    model = Model(3)
    with_model = make_vec("diceman", 5, opponents=sb3_policy(model, deterministic=False), seed=2)
    by_hand = make_vec("diceman", 5, opponents=lambda seen: np.full(len(seen["seat"]), 3), seed=2)
    for vector in (with_model, by_hand):
        vector.reset()
    for _ in range(6):
        one, other = (vector.step(np.zeros(5, np.int64))[0] for vector in (with_model, by_hand))
        np.testing.assert_array_equal(one["table.life"], other["table.life"])
    assert len(model.seen) == 6
    assert model.seen[0][0]["seat"].shape == (5, 1)
    assert not model.seen[0][1]
