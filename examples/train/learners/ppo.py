"""Proximal policy optimisation (Schulman and others, 2017) with JAX and Optax, as plain as it comes.

It learns from what a pool has played, and hands weights back as NumPy arrays.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from learners.network import Floats, Layers, forward, starting_layers
from learners.pool import Played

__all__ = ["Learner", "Settings"]

VALUE_WIDTHS = (64, 64)
"""Hidden layers of the network that tells what to expect, which nobody needs in play."""


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """What decides how a policy is learned."""

    rate: float = 1e-3
    """Step size of Adam at the start; it falls in a straight line."""
    last_rate: float = 5e-5
    """Step size at the end."""
    discount: float = 0.99
    """What a reward counts a round earlier."""
    trace: float = 0.95
    """Lambda of generalised advantage estimation."""
    clip: float = 0.2
    """How far a pick's likelihood may move from what it was, in parts of it."""
    entropy: float = 0.05
    """What a unit of entropy is worth at the start, where advantages have a spread of 1; it falls in a straight line."""
    last_entropy: float = 0.02
    """What it is worth at the end."""
    passes: int = 3
    """How often rounds are learned from."""
    batch: int = 4096
    """Rounds in one step of the optimiser."""


class Learner:
    """A policy and what it expects of its future, two networks.

    Args:
        sizes: Features, widths of the hidden layers, choices.
        steps: Steps of the optimiser that there will be; what falls has fallen then.
        settings: See there.
        seed: The first weights, and the order in which rounds are learned from, follow from it.
    """

    def __init__(self, sizes: list[int], steps: int, settings: Settings, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._settings = settings
        policy = starting_layers(sizes, self._random)
        value = starting_layers([sizes[0], *VALUE_WIDTHS, 1], self._random)
        self._weights = {"policy": policy, "value": value}
        rate = optax.linear_schedule(settings.rate, settings.last_rate, steps)
        self._optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate, eps=1e-5))
        self._state = self._optimiser.init(self._weights)
        self._steps, self._step = steps, 0
        self._learn = jax.jit(functools.partial(_learn, settings, self._optimiser))

    @property
    def policy(self) -> Layers:
        """The policy as it is now."""
        return [(np.asarray(w), np.asarray(b)) for w, b in self._weights["policy"]]

    def learn(self, played: Played) -> dict[str, float]:
        """Learn from rounds; return means of what went on, by name."""
        advantages, returns = self.advantages(played)
        size = advantages.size
        taken = size - size % self._settings.batch
        parts = {
            "features": played.features.reshape(size, -1),
            "choices": played.choices.reshape(size).astype(np.int32),
            "chances": played.chances.reshape(size, -1),
            "advantages": advantages.reshape(size),
            "returns": returns.reshape(size),
        }
        told = []
        for _ in range(self._settings.passes):
            order = self._random.permutation(size)[:taken].reshape(-1, self._settings.batch)
            for some in order:
                entropy = self._entropy()
                batch = {name: values[some] for name, values in parts.items()}
                self._weights, self._state, means = self._learn(
                    self._weights, self._state, batch, entropy
                )
                self._step += 1
                told.append(means)
        names = told[0].keys()
        return {name: float(np.mean([means[name] for means in told])) for name in names}

    def _entropy(self) -> float:
        first, last = self._settings.entropy, self._settings.last_entropy
        return first + (last - first) * min(1.0, self._step / self._steps)

    def advantages(self, played: Played) -> tuple[Floats, Floats]:
        """Return how much better than expected picks were, and what would have been right to expect."""
        layers = [(np.asarray(w), np.asarray(b)) for w, b in self._weights["value"]]
        times, rows = played.rewards.shape
        flat = played.features.reshape(times * rows, -1)
        values = forward(layers, flat).reshape(times, rows)
        after, advantage = forward(layers, played.last)[:, 0], np.zeros(rows, np.float32)
        advantages = np.empty_like(values)
        for time in reversed(range(times)):
            goes_on = np.float32(self._settings.discount) * ~played.ended[time]
            error = played.rewards[time] + goes_on * after - values[time]
            advantage = error + goes_on * np.float32(self._settings.trace) * advantage
            advantages[time], after = advantage, values[time]
        return advantages, advantages + values


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
    error = jnp.square(_layers(weights["value"], batch["features"])[:, 0] - batch["returns"]).mean()
    return error / 2 - gain - entropy_worth * entropy, {"error": error, "entropy": entropy}


def _learn(
    settings: Settings, optimiser: Any, weights: Any, state: Any, batch: Any, entropy: Any
) -> Any:
    slope, means = jax.grad(functools.partial(_loss, settings), has_aux=True)(
        weights, batch, entropy
    )
    change, state = optimiser.update(slope, state, weights)
    return optax.apply_updates(weights, change), state, means
