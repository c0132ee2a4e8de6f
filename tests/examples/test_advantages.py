"""Advantages, reckoned by hand."""

from __future__ import annotations

import numpy as np

from learners.advantages import estimate


def test_where_nothing_is_expected() -> None:
    """Rewards to come, a choice earlier counting a quarter: half a discount, half a trace; none past an end."""
    rewards = np.array([[0, 0], [1, 0], [0, 1]], np.float32)
    goes_on = np.array([[0.5, 0], [0.5, 0.5], [0.5, 0.5]], np.float32)
    nothing = np.zeros((3, 2), np.float32)
    advantages, targets = estimate(rewards, goes_on, nothing, nothing[0], trace=0.5)
    assert advantages.tolist() == [[0.25, 0.0], [1.0, 0.25], [0.0, 1.0]]
    assert targets.tolist() == advantages.tolist()


def test_what_was_expected_is_taken_off() -> None:
    """A choice that brings 1 and leads to 4 at half, where 2 were expected."""
    one = np.array([[1]], np.float32)
    half, two = np.array([[0.5]], np.float32), np.array([[2]], np.float32)
    advantages, targets = estimate(one, half, two, np.array([4], np.float32), trace=0.9)
    assert advantages.tolist() == [[1.0]]
    assert targets.tolist() == [[3.0]]


def test_who_was_not_asked_passes_on_what_comes() -> None:
    """A reward where there was no choice belongs to the one before it, whatever was expected there."""
    rewards = np.array([[0], [0], [3]], np.float32)
    goes_on = np.array([[1], [1], [0.5]], np.float32)
    values = np.array([[1], [77], [55]], np.float32)
    asked = np.array([[True], [False], [False]])
    advantages, targets = estimate(
        rewards, goes_on, values, np.array([2], np.float32), trace=0.5, asked=asked
    )
    # 3 and half of 2 are to come.
    assert advantages[0].tolist() == [3.0]
    assert targets[0].tolist() == [4.0]
