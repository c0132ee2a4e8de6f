"""Match seeds of episodes: each follows only from the rollout's seed, the row, and how many episodes the row had."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.rng import Stream, substreams

__all__ = ["Words", "episode_seeds"]

Words = npt.NDArray[np.uint64]


def episode_seeds(seed: int, rows: npt.NDArray[np.int64], episodes: npt.NDArray[np.int64]) -> Words:
    """Return the match seed of each episode: the name of the random stream `(row, episode)` under a seed.

    Args:
        seed: 0..2^64-1: seed of the rollout.
        rows: int64[n]: row of each episode, from 0.
        episodes: int64[n]: number of episodes that the row had before, for each episode.

    Returns:
        uint64[n]: the match seeds.
    """
    states = np.full(len(rows), Stream(seed).state, np.uint64)
    return substreams(substreams(states, rows), episodes)
