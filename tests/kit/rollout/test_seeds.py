"""Which match an episode is."""

from __future__ import annotations

import numpy as np

from referee.core.rng import Stream
from referee.kit.rollout.seeds import episode_seeds


def test_an_episode_has_the_seed_that_its_stream_is_named_by() -> None:
    """Row and episode are the keys, so any program can find the seed of any episode."""
    rows, episodes = np.array([0, 1, 1, 999_999]), np.array([0, 0, 7, 2**40])
    for seed in (0, 1, 2**64 - 1):
        wanted = [
            Stream(seed, row, nth).state
            for row, nth in zip(rows.tolist(), episodes.tolist(), strict=True)
        ]
        assert episode_seeds(seed, rows, episodes).tolist() == wanted


def test_no_two_of_a_million_episodes_are_the_same_match() -> None:
    """A thousand rows of a thousand episodes each."""
    rows, episodes = np.divmod(np.arange(1_000_000), 1000)
    assert len(np.unique(episode_seeds(1, rows, episodes))) == 1_000_000
