"""Candidate actions listed from arrays for all rows at once, equal to the lists made from each seat's message.

`referee_bots.candidates` defines the lists, for one decision at a time. A game that can make the
same lists faster, for training, offers them through the protocols here.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Protocol, runtime_checkable

import numpy as np

from referee.core.config import GameConfig
from referee.kit.rollout.columns import ANSWERED, Actions, Ragged
from referee.kit.rollout.dtypes import Array, Bools, Ints, Longs
from referee.kit.rollout.rows import Rows

__all__ = ["CandidateLists", "HasCandidateLists", "Lists", "picked_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class Lists:
    """Candidate actions of all seats of some rows, joined end to end."""

    numbers: Ints
    """int32[candidate, 5]: slot (part of the action that it fills), kind, and three numbers that
    depend on the kind.
    """
    offsets: Longs
    """int64[row * seat + 1]: index of the first candidate of each seat of each row, and the end of
    the last; a seat's candidates are sorted by slot.
    """
    parts: Array | None = None
    """int32[candidate, n]: what the action of a candidate needs in addition to its five numbers; None if
    nothing.
    """

    @property
    def ragged(self) -> Ragged:
        """Return `numbers` as a ragged column: a list of candidate actions for each seat of each row."""
        return Ragged(self.numbers, self.offsets)


class CandidateLists(Protocol):
    """Makes a game's lists of candidates, and turns picked candidates into actions."""

    def lists(self, rows: Rows, chosen: Longs, asked: Bools) -> Lists:
        """Return the lists of candidates of some rows.

        Args:
            rows: The rows of the game.
            chosen: int64[n]: indices of the rows.
            asked: bool[n, seat]: which seats must decide; other seats get no candidates.

        Returns:
            The lists, with at least one candidate for each slot (part of an action) of each asked
            seat.
        """
        ...

    def actions(self, rows: Rows, lists: Lists, places: Array, picked: Bools) -> Actions:
        """Return picked candidates as actions for all rows.

        Args:
            rows: The rows of the game.
            lists: Lists of candidates of all rows.
            places: int64[row, seat, slot]: index of the picked candidate in `lists`, where `picked`
                is true; a slot is a part of an action.
            picked: bool[row, seat, slot]: whether a candidate is picked; a seat with any is
                `answered` in the result.
        """
        ...


@runtime_checkable
class HasCandidateLists(Protocol):
    """A game that lists candidate actions of many matches at once, from arrays."""

    def candidate_lists(self, config: GameConfig, num_seats: int, width: int) -> CandidateLists:
        """Return an object that makes lists of candidate actions, at most `width` in each list.

        The lists are for matches of `num_seats` seats under the config.
        """
        ...


def picked_of(
    lists: Lists, asked: Bools, actions: Actions, picks: Any
) -> tuple[Array, Bools, Ints]:
    """Return index of each picked candidate, whether one is picked, and each seat's number of picks out of range.

    Args:
        lists: Lists of candidates of all rows.
        asked: bool[row, seat]: which seats must decide.
        actions: Actions of all rows; only the column `answered` is read.
        picks: int16[row, seat, slot]: for each slot (part of an action), position in its list; -1
            picks nothing and does not count as out of range.
    """
    answered = actions[ANSWERED.name]
    assert not isinstance(answered, Ragged)
    counts = _counts(lists, picks.shape)
    place = picks.astype(np.int64)
    # Picks of seats that are not asked, or do not answer, are numbers without meaning.
    decides = (asked & answered)[..., np.newaxis]
    picked: Bools = decides & (place >= 0) & (place < counts)
    # -1 picks nothing on purpose; any other place without a candidate counts as refused.
    dropped = (decides & (place != -1) & ~picked).sum(axis=-1, dtype=np.int32)
    # `lists.numbers` has all lists end to end, so a position in a list is counted from the list's start.
    starts = (np.cumsum(counts) - counts.reshape(-1)).reshape(picks.shape)
    return starts + np.where(picked, place, 0), picked, dropped


def _counts(lists: Lists, shape: tuple[int, ...]) -> Longs:
    """Return the number of candidates of each slot (part of an action), as int64[row, seat, slot].

    `shape` is the shape of the result: numbers of rows, seats and slots.
    """
    # With one slot, the list of a seat is the list of its slot.
    counts, slots = np.diff(lists.offsets), shape[-1]
    if slots > 1:
        seats = np.repeat(np.arange(len(counts)), counts)
        counts = np.bincount(seats * slots + lists.numbers[:, 0], minlength=len(counts) * slots)
    return counts.reshape(shape)
