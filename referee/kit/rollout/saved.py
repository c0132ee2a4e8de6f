"""Copies of some or all rows of a rollout, from which it can continue again: for search and checkpoints."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from referee.kit.rollout.dtypes import Bools, Ints, Longs
from referee.kit.rollout.seeds import Words

__all__ = ["REDRAWS", "Into", "Snapshot", "Whole", "num_bytes"]

REDRAWS = 0x4EDA
"""Key of the random stream that draws hidden values again; it is greater than any first key of a
game's streams.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Into:
    """Where `Rows.put_saved` puts saved matches, and what is drawn there from then on."""

    rows: Longs
    """int64[n]: indices of the rows to replace."""
    places: Longs
    """int64[n]: index of the saved match for each row; a match may be used several times."""
    seeds: Words | None = None
    """uint64[n]: seed of all further draws, for each row (see `Game.reseed`); None to draw what would have been
    drawn anyway."""
    redraw_for: int | None = None
    """Seat for which hidden values are drawn again by the seeds (see `Game.redrawn`); needs `Rows.redraws` and
    seeds. None to keep hidden values."""


@dataclasses.dataclass(frozen=True, slots=True)
class Snapshot:
    """Copy of some rows of a rollout at one moment; only that rollout can continue from it.

    It holds whole matches with all hidden information, so a policy must not read it.
    """

    owner: object
    """The rollout that made the snapshot; None inside a `Whole`."""
    saved: Any
    """Saved matches, in a form that only the rollout's rows can read."""
    steps: Ints
    """int32[n]: number of steps that each row's episode (its match) has had."""
    waiting: Bools
    """bool[n]: whether the row was waiting for its next episode (match) to begin."""

    @property
    def num_rows(self) -> int:
        """Return the number of rows in the snapshot."""
        return len(self.steps)

    @property
    def num_bytes(self) -> int:
        """Return the size of all arrays and strings in the snapshot, in bytes: nearly all of its memory."""
        return num_bytes((self.saved, self.steps, self.waiting))


@dataclasses.dataclass(frozen=True, slots=True)
class Whole:
    """Copy of all rows of a rollout at one moment.

    A rollout that was made with the same arguments can continue exactly from here.
    """

    rows: Longs
    """int64[n]: indices of the rows whose first episode (match) has begun."""
    begun: Snapshot
    """Snapshot of the rows in `rows`; its owner is None."""
    first: Longs
    """int64[m]: indices of the rows whose first episode (match) must begin before the first step,
    but has not begun yet.
    """
    starts: Longs
    """int64[row]: number of steps after which the row's first episode (match) begins; 0 once it has
    begun.
    """
    next_episode: Longs
    """int64[row]: number of episodes (matches) that the row has begun."""
    steps_done: int
    """Number of steps that the rollout has made."""


def num_bytes(saved: Any) -> int:
    """Return the size in bytes of all arrays and byte strings within nested lists, tuples, dicts and dataclasses."""
    # Objects of other types, such as states of Python objects, are not counted: they can't be
    # measured cheaply.
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
