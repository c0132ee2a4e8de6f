"""Lists of candidate actions made from arrays, for all rows at once: equal to those made from each seat's message.

`referee_bots.candidates` defines the lists, one decision at a time. A game that can make the same lists faster, for
training, offers them here.
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
    """int64[seat + 1]: index at which the lists of each seat of each row begin, slot by slot, and the end of the last."""
    parts: Array | None = None
    """int32[candidate, n]: what an action of it needs in addition to its numbers."""

    @property
    def ragged(self) -> Ragged:
        """The numbers as a ragged column."""
        return Ragged(self.numbers, self.offsets)


class CandidateLists(Protocol):
    """Makes the lists of a game, and actions from the picked candidates."""

    def lists(self, rows: Rows, chosen: Longs, asked: Bools) -> Lists:
        """Return the lists of some rows.

        Args:
            rows: The rows of the game.
            chosen: int64[n]: which.
            asked: bool[n, seat]: who must decide; others have no candidates. Where asked, each slot has at least one.
        """
        ...

    def actions(self, rows: Rows, lists: Lists, places: Array, picked: Bools) -> Actions:
        """Return the picked candidates as actions of the rows.

        Args:
            rows: The rows of the game.
            lists: Those of all rows.
            places: int64[row, seat, slot]: index of the picked candidate, where one is picked.
            picked: bool[row, seat, slot]: whether one is picked; a seat with any is `answered` in the result.
        """
        ...


@runtime_checkable
class HasCandidateLists(Protocol):
    """A game that makes lists of candidates from arrays."""

    def candidate_lists(self, config: GameConfig, num_seats: int, width: int) -> CandidateLists:
        """Return a maker of lists of at most `width` candidates."""
        ...


def picked_of(
    lists: Lists, asked: Bools, actions: Actions, picks: Any
) -> tuple[Array, Bools, Ints]:
    """Return indices of picked candidates, where one is picked, and how many picks are out of range.

    Args:
        lists: Those of all rows.
        asked: bool[row, seat].
        actions: What is decided, with `answered`.
        picks: int16[row, seat, slot]: a position in each list; -1 picks nothing and does not count as out of range.
    """
    answered = actions[ANSWERED.name]
    assert not isinstance(answered, Ragged)
    counts = _counts(lists, picks.shape)
    place = picks.astype(np.int64)
    decides = (asked & answered)[..., np.newaxis]
    picked: Bools = decides & (place >= 0) & (place < counts)
    # -1 picks nothing on purpose; any other place without a candidate counts as refused.
    dropped = (decides & (place != -1) & ~picked).sum(axis=-1, dtype=np.int32)
    # `lists.numbers` has all lists end to end, so a position in a list is counted from the list's start.
    starts = (np.cumsum(counts) - counts.reshape(-1)).reshape(picks.shape)
    return starts + np.where(picked, place, 0), picked, dropped


def _counts(lists: Lists, shape: tuple[int, ...]) -> Longs:
    """Return how many candidates each slot has: int64[row, seat, slot]."""
    counts, slots = np.diff(lists.offsets), shape[-1]
    if slots > 1:
        seats = np.repeat(np.arange(len(counts)), counts)
        counts = np.bincount(seats * slots + lists.numbers[:, 0], minlength=len(counts) * slots)
    return counts.reshape(shape)
