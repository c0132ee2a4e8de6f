"""Generalised advantage estimation (Schulman and others, 2016), for many rows at once."""

from __future__ import annotations

import numpy as np

from learners.network import Bools, Floats

__all__ = ["estimate"]


def estimate(
    rewards: Floats,
    goes_on: Floats,
    values: Floats,
    last: Floats,
    *,
    trace: float,
    asked: Bools | None = None,
) -> tuple[Floats, Floats]:
    """Return the advantage of each choice, and the value that should have been expected before it.

    Args:
        rewards: float32[time, row]: reward directly after each choice.
        goes_on: float32[time, row]: weight of what follows each choice: the discount, or 0 at the
            end of an episode.
        values: float32[time, row]: value expected before each choice.
        last: float32[row]: value expected after the last choice.
        trace: Lambda of the method: 0 relies on expected values, 1 on rewards received.
        asked: bool[time, row]: whether there was a choice; None for always. Without a choice,
            reward and value are passed back to the choice before, and there is nothing to learn.

    Returns:
        Two arrays float32[time, row]: advantages and targets for values.
    """
    advantages, targets = np.zeros_like(values), np.zeros_like(values)
    after, carried = last, np.zeros_like(last)
    for time in reversed(range(len(rewards))):
        coming = rewards[time] + goes_on[time] * after
        gained = coming - values[time] + goes_on[time] * np.float32(trace) * carried
        if asked is None:
            after, carried = values[time], gained
        else:
            after = np.where(asked[time], values[time], coming)
            carried = np.where(asked[time], gained, goes_on[time] * carried)
        advantages[time], targets[time] = gained, values[time] + gained
    return advantages, targets
