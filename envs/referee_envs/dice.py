"""Random numbers of opponents: words of SplitMix64 that depend only on a match and one of its decision points.

They come from the referee's random streams (docs/architecture.md), for many matches at once. No
state is kept between two draws, so that matches can be kept, copied and restored in any order.
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
"""Key, below the match seed, of the random streams of an environment's opponents."""


def _below(states: Words, keys: Any) -> Words:
    """Return the states of streams of random numbers that are derived from other streams.

    Args:
        states: States of the parent streams.
        keys: Whole numbers, from 0, that name a child of each parent.
    """
    z = states + _GOLDEN * (np.atleast_1d(keys).astype(np.uint64) + _ONE)
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    mixed: Words = z ^ (z >> _S31)
    return mixed


def episode_seeds(seed: int, rows: Array, episodes: Array) -> Words:
    """Return the match seeds that backends use for episodes of a batch.

    Args:
        seed: Seed of the batch, 0..2^64-1.
        rows: int64[n]: row of each episode, from 0; in a row of a batch, one match follows another.
        episodes: int64[n]: number of episodes that the row had before.

    Returns:
        uint64[n]: the match seeds.
    """
    # Must agree with the backend's own seeds of episodes: opponents here draw from the same match seed.
    started = _below(np.full(len(rows), seed, np.uint64), 0)
    return _below(_below(started, rows), episodes)


def stream_words(seeds: Words, seat: int, steps: Array, count: int) -> Words:
    """Return the random words of a seat at one decision point of each match.

    Args:
        seeds: uint64[match]: match seeds.
        seat: Index of the seat.
        steps: int[match]: number of decision points that each match had before.
        count: Number of words for each match.

    Returns:
        uint64[match, word]: the random words.
    """
    # As the referee names its streams: root, then the purpose, then seat and step.
    named = _below(_below(_below(_below(seeds, 0), _OPPONENTS), seat), steps)
    return _below(named[:, None], np.arange(count))


def any_legal(space: spaces.Space[Any], mask: Array, words: Words) -> Array:
    """Return random legal actions, all equally likely.

    Args:
        space: Space of one action: Discrete or MultiDiscrete.
        mask: int8[entry, number], an entry being a seat of a match: 1 for legal numbers; for a
            MultiDiscrete the masks of all parts
            joined.
        words: uint64[entry, part]: random words to draw by.

    Returns:
        int64[entry] or int64[entry, part]: the actions.
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
