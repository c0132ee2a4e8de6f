"""Rollouts beside each other: rows of a game's own, and those that any game has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee.kit.rollout.columns import Actions
from referee.kit.rollout.rollout import Rollout, Step

__all__ = ["column", "step_both"]


def column(rollout: Rollout, name: str) -> Any:
    """Return one column of all rows."""
    return rollout.observe([name])[0]


def step_both(
    quick: Rollout, plain: Rollout, mine: Actions, theirs: Actions, names: Sequence[str]
) -> Step:
    """Step both with the same actions, each in its own form, and see that they tell the same.

    Args:
        quick: Rows of the game's own.
        plain: Those of any game.
        mine: Actions for the one.
        theirs: Actions for the other.
        names: Columns that both have.
    """
    one, other = quick.step(mine, names), plain.step(theirs, names)
    for field in ("reward", "placement", "terminated", "truncated", "refused", "began"):
        assert getattr(one, field).tolist() == getattr(other, field).tolist(), field
    _compare(quick, names, quick.observe(names), plain.observe(names))
    if one.final is not None:
        assert other.final is not None
        assert one.final.rows.tolist() == other.final.rows.tolist()
        _compare(quick, names, one.final.values, other.final.values)
    return one


def _compare(rollout: Rollout, names: Sequence[str], one: list[Any], other: list[Any]) -> None:
    columns = {each.name: each for each in rollout.columns}
    for name, mine, theirs in zip(names, one, other, strict=True):
        known = columns[name]
        assert mine.dtype == known.column.dtype
        assert mine.shape == known.shape(len(mine), rollout.rows.num_seats)
        assert mine.size == 0 or known.column.low <= mine.min() <= mine.max() <= known.column.high
        if not known.by_seat and theirs.ndim > mine.ndim:
            mine = np.repeat(mine[:, None], rollout.rows.num_seats, axis=1)
        assert mine.tolist() == theirs.tolist(), name
