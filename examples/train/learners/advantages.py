"""Generalised advantage estimation (Schulman and others, 2016) over many rows at once."""

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
    """Return how much better than expected choices were, and what would have been right to expect.

    Args:
        rewards: float32[time, row]: what each choice brought at once.
        goes_on: float32[time, row]: what counts of what comes behind it: the discount, or 0 at an end.
        values: float32[time, row]: what was expected before each choice.
        last: float32[row]: what is expected behind the last one.
        trace: Lambda: 0 trusts what is expected, 1 what came.
        asked: bool[time, row]: whether there was a choice; None for always. Where there was none, what comes
            is passed on, and there is nothing to learn.

    Returns:
        Two arrays float32[time, row].
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
