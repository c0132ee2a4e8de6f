"""Proximal policy optimisation (Schulman and others, 2017) with JAX and Optax, as plain as it comes.

It learns from choices and what they led to, and hands weights back as NumPy arrays.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from learners.network import Array, Floats, Layers, forward, starting_layers

__all__ = ["Batch", "Learner", "Settings"]

VALUE_WIDTHS = (64, 64)
"""Hidden layers of the network that estimates values, which is not needed in play."""


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """What decides how a policy is learned."""

    rate: float = 1e-3
    """Step size of Adam at the start; it falls in a straight line."""
    last_rate: float = 5e-5
    """Step size at the end."""
    clip: float = 0.2
    """How far a pick's likelihood may move from what it was, in parts of it."""
    entropy: float = 0.05
    """What a unit of entropy is worth at the start, where advantages have a spread of 1; it falls in a straight line."""
    last_entropy: float = 0.02
    """What it is worth at the end."""
    passes: int = 3
    """How often choices are learned from."""
    batch: int = 4096
    """Choices in one step of the optimiser."""


@dataclasses.dataclass(frozen=True, slots=True)
class Batch:
    """Choices, and what they led to."""

    features: Floats
    """float32[row, feature]: what was seen."""
    choices: Array
    """int[row]: what was chosen."""
    chances: Floats
    """float32[row, choice]: how likely each choice was."""
    advantages: Floats
    """float32[row]: how much better than expected it was."""
    targets: Floats
    """float32[row]: what would have been right to expect."""


class Learner:
    """A policy and what it expects of its future, two networks.

    Args:
        sizes: Features, widths of the hidden layers, choices.
        steps: Steps of the optimiser that there will be; what falls has fallen then.
        settings: See there.
        seed: The first weights, and the order in which choices are learned from, follow from it.
        policy: Weights to begin with, in place of those.
    """

    def __init__(
        self,
        sizes: list[int],
        steps: int,
        settings: Settings,
        seed: int,
        policy: Layers | None = None,
    ) -> None:
        self._random = np.random.default_rng(seed)
        self._settings = settings
        first = starting_layers(sizes, self._random)
        value = starting_layers([sizes[0], *VALUE_WIDTHS, 1], self._random)
        self._weights = {"policy": policy or first, "value": value}
        rate = optax.linear_schedule(settings.rate, settings.last_rate, steps)
        self._optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate, eps=1e-5))
        self._state = self._optimiser.init(self._weights)
        self._steps, self._step = steps, 0
        loss = functools.partial(_loss, settings)
        self._learn = jax.jit(functools.partial(_descend, loss, self._optimiser))
        self._expect = jax.jit(functools.partial(_descend, _error, self._optimiser))
        self._imitate = jax.jit(functools.partial(_descend, _unlikeness, self._optimiser))

    @property
    def policy(self) -> Layers:
        """The policy as it is now."""
        return [(np.asarray(w), np.asarray(b)) for w, b in self._weights["policy"]]

    def expected(self, features: Floats) -> Floats:
        """Return what is expected of the future, float32[row], before choices of float32[row, feature]."""
        layers = [(np.asarray(w), np.asarray(b)) for w, b in self._weights["value"]]
        values: Floats = forward(layers, features)[:, 0]
        return values

    def learn(self, batch: Batch) -> dict[str, float]:
        """Learn from choices and what they led to; return means of what went on, by name."""
        return self._in_parts(batch, self._settings.passes, self._learn)

    def learn_to_expect(self, batch: Batch) -> dict[str, float]:
        """Learn what choices lead to, and not to choose otherwise; return means of what went on."""
        return self._in_parts(batch, self._settings.passes, self._expect)

    def imitate(self, features: Floats, choices: Array, passes: int) -> dict[str, float]:
        """Learn to choose as somebody else did; return means of what went on, by name.

        Args:
            features: float32[row, feature].
            choices: int[row].
            passes: How often they are learned from.
        """
        nothing = np.zeros(len(choices), np.float32)
        chances = np.ones((len(choices), 1), np.float32)
        batch = Batch(features, choices, chances, nothing, nothing)
        return self._in_parts(batch, passes, self._imitate)

    def _in_parts(self, batch: Batch, passes: int, descend: Any) -> dict[str, float]:
        """Go through a batch in random parts of equal size; what is left over is for another pass."""
        parts = {field.name: getattr(batch, field.name) for field in dataclasses.fields(batch)}
        parts["choices"] = batch.choices.astype(np.int32)
        size = min(self._settings.batch, len(batch.choices))
        losses = []
        for _ in range(passes):
            order = self._random.permutation(len(batch.choices))
            for some in order[: len(order) // size * size].reshape(-1, size):
                taken = {name: values[some] for name, values in parts.items()}
                self._weights, self._state, means = descend(
                    self._weights, self._state, taken, self._entropy()
                )
                self._step += 1
                losses.append(means)
        return {name: float(np.mean([means[name] for means in losses])) for name in losses[0]}

    def _entropy(self) -> float:
        first, last = self._settings.entropy, self._settings.last_entropy
        return first + (last - first) * min(1.0, self._step / self._steps)


def _layers(layers: Any, features: Any) -> Any:
    for weights, biases in layers[:-1]:
        features = jax.nn.relu(features @ weights + biases)
    weights, biases = layers[-1]
    return features @ weights + biases


def _loss(settings: Settings, weights: Any, batch: Any, entropy_worth: Any) -> Any:
    logs = jax.nn.log_softmax(_layers(weights["policy"], batch["features"]))
    picked = batch["choices"][:, None]
    before = jnp.take_along_axis(batch["chances"], picked, axis=1)[:, 0]
    ratio = jnp.exp(jnp.take_along_axis(logs, picked, axis=1)[:, 0]) / before
    advantages = batch["advantages"]
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    clipped = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    gain = jnp.minimum(ratio * advantages, clipped * advantages).mean()
    entropy = -(jnp.exp(logs) * logs).sum(axis=1).mean()
    error = jnp.square(_layers(weights["value"], batch["features"])[:, 0] - batch["targets"]).mean()
    return error / 2 - gain - entropy_worth * entropy, {"error": error, "entropy": entropy}


def _error(weights: Any, batch: Any, entropy_worth: Any) -> Any:  # noqa: ARG001
    expected = _layers(weights["value"], batch["features"])[:, 0]
    error = jnp.square(expected - batch["targets"]).mean()
    return error / 2, {"error": error, "entropy": 0.0}


def _unlikeness(weights: Any, batch: Any, entropy_worth: Any) -> Any:  # noqa: ARG001
    logs = jax.nn.log_softmax(_layers(weights["policy"], batch["features"]))
    loss = -jnp.take_along_axis(logs, batch["choices"][:, None], axis=1).mean()
    return loss, {"loss": loss, "alike": (logs.argmax(axis=1) == batch["choices"]).mean()}


def _descend(
    loss: Any, optimiser: Any, weights: Any, state: Any, batch: Any, entropy_worth: Any
) -> Any:
    slope, means = jax.grad(loss, has_aux=True)(weights, batch, entropy_worth)
    change, state = optimiser.update(slope, state, weights)
    return optax.apply_updates(weights, change), state, means
