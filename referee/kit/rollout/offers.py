"""Lists of candidates made of arrays, of a whole batch at once: the same lists as of each seat's message.

`referee_bots.candidates` says what the lists are, one decision at a time. A game that can do it sooner, for
games that train, offers the same ones here.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Protocol, runtime_checkable

import numpy as np

from referee.core.config import GameConfig
from referee.kit.rollout.rows import ANSWERED, Actions, Array, Bools, Ints, Longs, Ragged, Rows

__all__ = ["CandidateLists", "HasCandidateLists", "Lists", "picked_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class Lists:
    """Candidates of all seats of some rows."""

    numbers: Ints
    """int32[candidate, 5]: slot, kind, and three numbers that depend on it."""
    offsets: Longs
    """int64[seat + 1]: where the lists of each seat of each row begin, slot by slot, and where the last ends."""
    parts: Array | None = None
    """int32[candidate, n]: what an action of it needs beside its numbers."""

    @property
    def ragged(self) -> Ragged:
        """The column of them."""
        return Ragged(self.numbers, self.offsets)


class CandidateLists(Protocol):
    """Makes the lists of a game, and actions of what is picked."""

    def lists(self, rows: Rows, chosen: Longs, asked: Bools) -> Lists:
        """Return the lists of some rows.

        Args:
            rows: The rows of the game.
            chosen: int64[n]: which.
            asked: bool[n, seat]: who must decide; others have no candidates. Where asked, each slot has at least one.
        """
        ...

    def actions(self, rows: Rows, lists: Lists, places: Array, picked: Bools) -> Actions:
        """Return what is picked as the rows take it.

        Args:
            rows: The rows of the game.
            lists: Those of all rows.
            places: int64[row, seat, slot]: which of the candidates is picked, where one is.
            picked: bool[row, seat, slot]: where one is. A seat with any is `answered` in the result.
        """
        ...


@runtime_checkable
class HasCandidateLists(Protocol):
    """A game that makes them of arrays."""

    def candidate_lists(self, config: GameConfig, num_seats: int, width: int) -> CandidateLists:
        """Return what makes lists of at most `width` candidates."""
        ...


def picked_of(
    lists: Lists, asked: Bools, actions: Actions, picks: Any
) -> tuple[Array, Bools, Ints]:
    """Return which candidates are picked, where one is, and how many picks stand for nothing.

    Args:
        lists: Those of all rows.
        asked: bool[row, seat].
        actions: What is decided, with `answered`.
        picks: int16[row, seat, slot]: a place in each list; -1 is a pick of nothing, and no fault.
    """
    answered = actions[ANSWERED.name]
    assert not isinstance(answered, Ragged)
    counts = _counts(lists, picks.shape)
    place = picks.astype(np.int64)
    decides = (asked & answered)[..., np.newaxis]
    picked: Bools = decides & (place >= 0) & (place < counts)
    dropped = (decides & (place != -1) & ~picked).sum(axis=-1, dtype=np.int32)
    starts = (np.cumsum(counts) - counts.reshape(-1)).reshape(picks.shape)
    return starts + np.where(picked, place, 0), picked, dropped


def _counts(lists: Lists, shape: tuple[int, ...]) -> Longs:
    """Return how many candidates each slot has: int64[row, seat, slot]."""
    counts, slots = np.diff(lists.offsets), shape[-1]
    if slots > 1:
        seats = np.repeat(np.arange(len(counts)), counts)
        counts = np.bincount(seats * slots + lists.numbers[:, 0], minlength=len(counts) * slots)
    return counts.reshape(shape)
