"""Proximal policy optimisation (Schulman and others, 2017) in JAX and Optax, kept as simple as possible.

It learns from choices and their results, and returns weights as NumPy arrays.
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
"""Widths of the hidden layers of the network that estimates values; that network is not needed to
play.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """Hyperparameters of the learner."""

    rate: float = 1e-3
    """Step size of Adam at the start; it falls linearly to `last_rate`."""
    last_rate: float = 5e-5
    """Step size of Adam at the end of training."""
    clip: float = 0.2
    """By which fraction the probability of a choice may change before the gain is clipped."""
    entropy: float = 0.05
    """Weight of the policy's entropy at the start, relative to advantages with a deviation of 1;
    falls linearly.
    """
    last_entropy: float = 0.02
    """Weight of the policy's entropy at the end of training."""
    passes: int = 3
    """How many times the learner goes through each batch."""
    batch: int = 4096
    """Number of choices in one step of the optimiser."""


@dataclasses.dataclass(frozen=True, slots=True)
class Batch:
    """Choices to learn from, with the features before them, their probabilities and results."""

    features: Floats
    """float32[row, feature]: features before each choice."""
    choices: Array
    """int[row]: index of each choice."""
    chances: Floats
    """float32[row, choice]: probability that every choice had at that time."""
    advantages: Floats
    """float32[row]: how much better than expected the result of each choice was."""
    targets: Floats
    """float32[row]: value that should have been expected before each choice."""


class Learner:
    """Two networks that are trained: the policy, and the values that it expects.

    Args:
        sizes: Number of features, widths of the hidden layers, and number of choices.
        steps: Number of steps of the optimiser in all of the training; over these, step size and
            entropy weight fall.
        settings: Hyperparameters.
        seed: Seed from which the first weights, and the order in which choices are learned from,
            follow.
        policy: Weights of the policy to begin with; None for random ones.
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
        """Return the layers of the policy as it is now."""
        return [(np.asarray(w), np.asarray(b)) for w, b in self._weights["policy"]]

    def expected(self, features: Floats) -> Floats:
        """Return the value expected before each choice, float32[row], for features float32[row, feature]."""
        layers = [(np.asarray(w), np.asarray(b)) for w, b in self._weights["value"]]
        values: Floats = forward(layers, features)[:, 0]
        return values

    def learn(self, batch: Batch) -> dict[str, float]:
        """Train both networks on choices and their results; return means of the losses by name."""
        return self._in_parts(batch, self._settings.passes, self._learn)

    def learn_to_expect(self, batch: Batch) -> dict[str, float]:
        """Train only the network that estimates values; return means of the losses by name."""
        return self._in_parts(batch, self._settings.passes, self._expect)

    def imitate(self, features: Floats, choices: Array, passes: int) -> dict[str, float]:
        """Train the policy to make the same choices as another player.

        Return means of the losses by name.

        Args:
            features: float32[row, feature]: features before each choice.
            choices: int[row]: index of the choice that the other player made.
            passes: How many times the learner goes through all choices.
        """
        nothing = np.zeros(len(choices), np.float32)
        chances = np.ones((len(choices), 1), np.float32)
        batch = Batch(features, choices, chances, nothing, nothing)
        return self._in_parts(batch, passes, self._imitate)

    def _in_parts(self, batch: Batch, passes: int, descend: Any) -> dict[str, float]:
        """Train on random parts of a batch, all of the same size.

        In each pass, choices that do not fill a part are left out. Return means of the losses by
        name.

        Args:
            batch: Choices and their results.
            passes: How often each choice is used.
            descend: Function that makes one step of the optimiser.
        """
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
