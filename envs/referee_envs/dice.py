"""Dice of opponents: words of SplitMix64 that depend on a match and a place in it, and on nothing beside it.

They are the streams that the referee draws from (docs/architecture.md), for many matches at once. Nothing is
remembered between two draws, so matches can be kept, copied and gone on from as one likes.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from referee_envs.columns import Array

__all__ = ["Words", "any_legal", "episode_seeds", "stream_words"]

Words: TypeAlias = npt.NDArray[np.uint64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31 = np.uint64(27), np.uint64(30), np.uint64(31)
_ONE = np.uint64(1)
_OPPONENTS = 0x0EE7
"""What the streams of opponents within an environment are named by below the match seed."""


def _below(states: Words, keys: Any) -> Words:
    """Return the states of the streams that keys, from 0, name below others."""
    z = states + _GOLDEN * (np.atleast_1d(keys).astype(np.uint64) + _ONE)
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    told: Words = z ^ (z >> _S31)
    return told


def episode_seeds(seed: int, rows: Array, episodes: Array) -> Words:
    """Return the match seeds that backends give episodes of a batch.

    Args:
        seed: The batch's, 0..2^64-1.
        rows: int64[n]: rows.
        episodes: int64[n]: how many episodes each had before.

    Returns:
        uint64[n].
    """
    started = _below(np.full(len(rows), seed, np.uint64), 0)
    return _below(_below(started, rows), episodes)


def stream_words(seeds: Words, seat: int, steps: Array, count: int) -> Words:
    """Return the words that a seat draws by at a decision point.

    Args:
        seeds: uint64[match]: match seeds.
        seat: The seat.
        steps: int[match]: decision points that each match has behind it.
        count: How many words.

    Returns:
        uint64[match, word].
    """
    named = _below(_below(_below(_below(seeds, 0), _OPPONENTS), seat), steps)
    return _below(named[:, None], np.arange(count))


def any_legal(space: spaces.Space[Any], mask: Array, words: Words) -> Array:
    """Return actions, each of the legal ones with the same chance.

    Args:
        space: The space of one: Discrete or MultiDiscrete.
        mask: int8[entry, number]: what is legal, all parts of a MultiDiscrete end to end.
        words: uint64[entry, part]: what to draw by.

    Returns:
        int64[entry] or int64[entry, part].
    """
    sizes = space.nvec.tolist() if isinstance(space, spaces.MultiDiscrete) else [mask.shape[1]]
    drawn = (words >> np.uint64(11)).astype(np.float64) * 2.0**-53
    chosen = np.zeros((len(mask), len(sizes)), np.int64)
    first = 0
    for part, size in enumerate(sizes):
        counted = np.cumsum(mask[:, first : first + size], axis=1, dtype=np.int64)
        # The number of the legal one, from 0; a product with a number below 1 can't be rounded up to the count.
        number = (drawn[:, part] * counted[:, -1]).astype(np.int64)
        chosen[:, part] = (counted > number[:, None]).argmax(axis=1)
        first += size
    return chosen if isinstance(space, spaces.MultiDiscrete) else chosen[:, 0]
