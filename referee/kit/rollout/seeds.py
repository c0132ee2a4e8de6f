"""Seeds of episodes: which one a row plays depends on nothing but a seed, the row, and how many it had before."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.rng import Stream

__all__ = ["Words", "episode_seeds"]

Words = npt.NDArray[np.uint64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31 = np.uint64(27), np.uint64(30), np.uint64(31)


def episode_seeds(seed: int, rows: npt.NDArray[np.int64], episodes: npt.NDArray[np.int64]) -> Words:
    """Return the match seed of each episode: the name of the stream `(row, episode)` of a seed.

    Args:
        seed: 0..2^64-1.
        rows: int64[n]: rows, from 0.
        episodes: int64[n]: how many episodes each had before.

    Returns:
        uint64[n].
    """
    states = np.full(len(rows), Stream(seed).state, np.uint64)
    for keys in (rows, episodes):
        states = _mixed(states + _GOLDEN * (keys.astype(np.uint64) + np.uint64(1)))
    return states


def _mixed(words: Words) -> Words:
    """Return `rng.mix` of each word."""
    words = (words ^ (words >> _S30)) * _MIX_1
    words = (words ^ (words >> _S27)) * _MIX_2
    return words ^ (words >> _S31)
