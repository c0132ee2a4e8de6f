"""Saved matches of some rows, to continue from again: for search."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from referee.kit.rollout.rows import Bools, Ints, Longs

__all__ = ["Snapshot", "Whole", "num_bytes"]


@dataclasses.dataclass(frozen=True, slots=True)
class Snapshot:
    """Some rows of a rollout at one moment; only that rollout can continue from it.

    It has the whole matches, hidden information included: a policy must not read it.
    """

    owner: object
    """The rollout."""
    saved: Any
    """The matches, in a form that only the rows know."""
    steps: Ints
    """int32[n]: steps of each row's episode."""
    waiting: Bools
    """bool[n]: whether the row waited for its next episode."""

    @property
    def num_rows(self) -> int:
        """Rows in it."""
        return len(self.steps)

    @property
    def num_bytes(self) -> int:
        """Bytes of its arrays and strings: nearly all the memory that it takes."""
        return num_bytes((self.saved, self.steps, self.waiting))


@dataclasses.dataclass(frozen=True, slots=True)
class Whole:
    """All rows of a rollout at one moment, from which another of the same kind can go on exactly."""

    rows: Longs
    """int64[n]: rows whose first episodes have begun."""
    begun: Snapshot
    """A snapshot of these rows, without an owner."""
    first: Longs
    """int64[m]: rows whose first episodes are to begin before the first step."""
    starts: Longs
    """int64[row]: steps after which the first episode begins; 0 once it has."""
    next_episode: Longs
    """int64[row]: how many episodes each has begun."""
    steps_done: int
    """Steps of the rollout."""


def num_bytes(saved: Any) -> int:
    """Return bytes of the arrays and strings within lists, tuples, dicts and dataclasses."""
    if isinstance(saved, np.ndarray):
        return saved.nbytes
    if isinstance(saved, bytes | bytearray):
        return len(saved)
    if isinstance(saved, dict):
        return sum(map(num_bytes, saved.values()))
    if isinstance(saved, list | tuple):
        return sum(map(num_bytes, saved))
    if dataclasses.is_dataclass(saved):
        return sum(num_bytes(getattr(saved, field.name)) for field in dataclasses.fields(saved))
    return 0
