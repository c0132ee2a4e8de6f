"""Seeds of episodes: which one a row plays depends on nothing but a seed, the row, and how many it had before."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.rng import Stream, substreams

__all__ = ["Words", "episode_seeds"]

Words = npt.NDArray[np.uint64]


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
    return substreams(substreams(states, rows), episodes)
