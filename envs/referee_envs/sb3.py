"""Adapters for Stable-Baselines3: from a vector environment, and from a trained model to a policy or a bot.

Stable-Baselines3 is imported only to make an environment. Any object with the method `predict` is a
model.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from gymnasium import spaces

from referee_client import Bot
from referee_envs.bot import as_bot
from referee_envs.columns import Array, Description
from referee_envs.errors import InputError
from referee_envs.features import Features
from referee_envs.opponents import Policy
from referee_envs.vector import MatchVectorEnv
from referee_envs.views import Observation

__all__ = ["Sb3Model", "sb3_bot", "sb3_policy", "to_sb3"]


class Sb3Model(Protocol):
    """A trained model of Stable-Baselines3 or sb3-contrib, such as `PPO.load("policy.zip")`."""

    def predict(self, observation: Any, *, deterministic: bool = False) -> tuple[Any, Any]:
        """Return actions and states for observations.

        If it has a parameter `action_masks`, masks are passed, too.
        """
        ...


def sb3_policy(model: Sb3Model, *, deterministic: bool = True) -> Policy:
    """Return a policy from a model that was trained in an environment of `to_sb3`: for an opponent, or for `as_bot`.

    Args:
        model: Trained model. If its `predict` takes `action_masks`, as that of MaskablePPO does, it
            gets masks.
        deterministic: Whether the model takes its best action; if not, it draws from its
            distribution.
    """
    takes_masks = "action_masks" in inspect.signature(model.predict).parameters

    def decide(observation: Observation) -> Array:
        more: dict[str, Any] = {}
        if takes_masks:
            mask = observation["action_mask" if "action_mask" in observation else "parts_mask"]
            more["action_masks"] = mask.astype(np.bool_)
        actions, _ = model.predict(_widened(observation), deterministic=deterministic, **more)
        return np.asarray(actions)

    return decide


def sb3_bot(
    model: Sb3Model,
    description: Description,
    *,
    columns: Sequence[str | Features] | None = None,
    deterministic: bool = True,
    together: bool = False,
) -> type[Bot]:
    """Return a class of bots that decide by a model trained in an environment of `to_sb3`.

    Args:
        model: Trained model. If its `predict` takes `action_masks`, it gets masks of legal actions.
        description: Description of the environment that the model was trained in, or one read by
            `Description.from_json`.
        columns: Columns and features that the model was trained on; None for all columns of the
            game that are arrays.
        deterministic: Whether the model takes its best action; if not, it draws from its
            distribution.
        together: Whether the model is called once for all turns of a message. Then one bot object
            plays all seats of its process.

    Raises:
        InputError: A column does not exist, or bots do not receive it.
    """
    policy = sb3_policy(model, deterministic=deterministic)
    return as_bot(policy, description, columns=columns, together=together)


def to_sb3(vector: MatchVectorEnv) -> Any:
    """Return a `stable_baselines3.common.vec_env.VecEnv` that wraps a vector environment.

    Columns with a single number get an axis of one. Dots in names become slashes, since PyTorch
    allows no dots in names of modules. `action_masks` of sb3-contrib works. The infos of each
    environment have `asked`, `refused` and, if the rules ended the match, `placement`. For a seat
    that is not asked, only the action that does nothing is legal, so a learner with masks learns
    nothing from it.

    Args:
        vector: An environment with `autoreset="same_step"`, which is how Stable-Baselines3 works.

    Raises:
        InputError: The environment has another autoreset.
        ModuleNotFoundError: Stable-Baselines3 is not installed.
    """
    from stable_baselines3.common.vec_env import VecEnv

    mode = vector.metadata["autoreset_mode"].name.lower()
    if mode != "same_step":
        raise InputError("autoreset", "same_step for Stable-Baselines3", mode)

    class Sb3VecEnv(VecEnv):  # type: ignore[misc]  # may be absent
        """`VecEnv` of Stable-Baselines3 whose environments are those of a `MatchVectorEnv`."""

        def __init__(self) -> None:
            space = vector.single_observation_space
            assert isinstance(space, spaces.Dict)
            # Each column needs an axis here, and a name that PyTorch accepts.
            widened = {_key(name): _at_least_one(each) for name, each in space.items()}
            super().__init__(vector.num_envs, spaces.Dict(widened), vector.single_action_space)
            self._mask: Array | None = None
            self._seed_given: int | None = None

        def reset(self) -> Observation:
            """Begin new episodes; return the observations of all environments."""
            observations, infos = vector.reset(seed=self._seed_given)
            # A seed counts for one reset, as in Gymnasium.
            self._seed_given = None
            self._mask = infos["action_mask"]
            asked = infos["asked"].tolist()
            self.reset_infos: list[dict[str, Any]] = [{"asked": each} for each in asked]
            return _widened(observations)

        def step_async(self, actions: Array) -> None:
            """Request a step of all environments with these actions."""
            vector.send(actions)

        def step_wait(self) -> tuple[Observation, Array, Array, list[dict[str, Any]]]:
            """Wait for the requested step.

            Return observations, rewards, ends of episodes and infos.
            """
            num_batches = self.num_envs // vector.batch_size
            # One for each batch: `step_async` has sent a step to all of them.
            results = [vector.recv() for _ in range(num_batches)]
            observations = {
                name: np.concatenate([each[0][name] for each in results]) for name in results[0][0]
            }
            rewards, terminated, truncated = (
                np.concatenate([each[place] for each in results]) for place in (1, 2, 3)
            )
            masks = [each[4]["action_mask"] for each in results]
            self._mask = np.concatenate(masks)
            infos = [info for each in results for info in _infos(each[4])]
            for each in results:
                # Infos are listed over all batches, so places of a batch are counted from its
                # first.
                first = int(each[4]["env_id"][0])
                for place in np.flatnonzero(each[4].get("_final_obs", ())).tolist():
                    last = {
                        name: array[None] for name, array in each[4]["final_obs"][place].items()
                    }
                    widened = {name: array[0] for name, array in _widened(last).items()}
                    infos[first + place] |= {
                        "terminal_observation": widened,
                        "TimeLimit.truncated": bool(each[3][place]),
                    }
            return _widened(observations), rewards, terminated | truncated, infos

        def seed(self, seed: int | None = None) -> list[int | None]:
            """Keep a seed for the next reset; return the seed once for each environment."""
            self._seed_given = seed
            return [seed] * self.num_envs

        def close(self) -> None:
            """Close the vector environment and its backend."""
            vector.close()

        def env_method(
            self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
        ) -> list[Any]:
            """Return the masks of legal actions of some environments, for the method `action_masks`.

            Args:
                method_name: `action_masks`, which takes no arguments.
                *args: Must be empty.
                indices: Environments; None for all.
                **kwargs: Must be empty.

            Raises:
                AttributeError: The method is another one.
            """
            if method_name != "action_masks" or args or kwargs or self._mask is None:
                raise AttributeError(f"environments have no method {method_name!r}")
            return list(self._mask[list(self._get_indices(indices))].astype(np.bool_))

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            """Return an attribute of the vector environment for each of the environments `indices`."""
            value = (lambda: None) if attr_name == "action_masks" else getattr(vector, attr_name)
            return [value for _ in self._get_indices(indices)]

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            """Raise an error: single environments have no attributes.

            Raises:
                AttributeError: Always.
            """
            del value, indices
            raise AttributeError(f"{attr_name!r} can't be set")

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            """Return False for each environment, as none is wrapped."""
            del wrapper_class
            return [False for _ in self._get_indices(indices)]

    return Sb3VecEnv()


def _infos(joined: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the infos of a batch as a list with the infos of each environment."""
    pairs = zip(joined["asked"].tolist(), joined["refused"].tolist(), strict=True)
    infos: list[dict[str, Any]] = [{"asked": asked, "refused": refused} for asked, refused in pairs]
    for place in np.flatnonzero(joined["_placement"]).tolist():
        infos[place]["placement"] = int(joined["placement"][place])
    return infos


def _at_least_one(space: Any) -> Any:
    if space.shape == () and isinstance(space, spaces.Box):
        return spaces.Box(space.low.reshape(1), space.high.reshape(1), (1,), space.dtype.type)
    return space


def _key(name: str) -> str:
    return name.replace(".", "/")


def _widened(observations: Observation) -> Observation:
    return {
        _key(name): array[:, None] if array.ndim == 1 else array
        for name, array in observations.items()
    }
