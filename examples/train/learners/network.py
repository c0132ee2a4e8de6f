"""A small neural network in NumPy, to play a trained policy without the library it was trained with."""

from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = [
    "Array",
    "Bools",
    "Floats",
    "Policy",
    "Layers",
    "forward",
    "load",
    "probabilities",
    "save",
    "starting_layers",
]

Array: TypeAlias = npt.NDArray[Any]
Bools: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float32]
Layers: TypeAlias = list[tuple[Floats, Floats]]
"""Weights float32[inputs, outputs] and biases float32[outputs] of each layer, the first one first."""


@dataclasses.dataclass(frozen=True, slots=True)
class Policy:
    """A trained policy as it is saved in a file: its network, and what it was trained for."""

    layers: Layers
    """Layers of the network, which turns features into logits of choices."""
    about: str
    """What the policy was trained for, and how, in words for people."""


def forward(layers: Layers, features: Floats) -> Floats:
    """Return the output of a network's last layer; between layers, negative numbers become 0.

    Args:
        layers: Layers of the network.
        features: float32[row, feature]: input of the first layer.

    Returns:
        float32[row, output]: output of the last layer.
    """
    values = features
    for weights, biases in layers[:-1]:
        values = np.maximum(values @ weights + biases, 0)
    weights, biases = layers[-1]
    last: Floats = values @ weights + biases
    return last


def probabilities(logits: Floats) -> Floats:
    """Return the probability of each choice: the softmax of logits float32[row, choice]."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def starting_layers(sizes: list[int], random: np.random.Generator) -> Layers:
    """Return layers before training: normal weights by He's method, a last layer near 0, biases of 0.

    Args:
        sizes: Number of features, widths of the hidden layers, and number of outputs.
        random: Source of random numbers for the weights.
    """
    layers = []
    for number, (inputs, outputs) in enumerate(itertools.pairwise(sizes)):
        gain = 0.01 if number == len(sizes) - 2 else np.sqrt(2.0)
        weights = random.standard_normal((inputs, outputs)) * gain / np.sqrt(inputs)
        layers.append((weights.astype(np.float32), np.zeros(outputs, np.float32)))
    return layers


def save(path: Path, policy: Policy) -> None:
    """Write a policy to a file, its weights as float16: half the size, with no difference in play."""
    arrays: dict[str, npt.NDArray[np.generic]] = {"about": np.array(policy.about)}
    for number, (weights, biases) in enumerate(policy.layers):
        arrays[f"weights_{number}"] = weights.astype(np.float16)
        arrays[f"biases_{number}"] = biases.astype(np.float16)
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def load(path: Path) -> Policy:
    """Return the policy in a file.

    Raises:
        ValueError: The file is no policy; the error names the file.
    """
    with np.load(path, allow_pickle=False) as arrays:
        numbers = range(sum(name.startswith("weights_") for name in arrays.files))
        if not numbers or "about" not in arrays.files:
            raise ValueError(
                f"{path} must hold a policy, not {', '.join(arrays.files) or 'nothing'}"
            )
        layers = [
            (
                arrays[f"weights_{number}"].astype(np.float32),
                arrays[f"biases_{number}"].astype(np.float32),
            )
            for number in numbers
        ]
        return Policy(layers, str(arrays["about"]))
