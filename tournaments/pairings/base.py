"""What all formats share: a pairing, and a scheduler that yields pairings and takes results.

A *block* is a fair comparison: the same players in all balanced seatings, under one seed where
matches may share dice. No format knows a referee, a process or a clock.
"""

from __future__ import annotations

import abc
import dataclasses
import functools
import hashlib
import json
from collections.abc import Callable, Iterable, Sequence

__all__ = [
    "OLDEST_RULE",
    "PAIRING_RULE",
    "FixedSchedule",
    "Pairing",
    "Scheduler",
    "Seeds",
    "block_seed",
    "own_dice",
    "written_seeds",
]

PAIRING_RULE = 4
"""Newest rule by which a schedule follows from results. Rules differ in Swiss rounds that are
equally good: rule 4 plays the one in which the leaders meet, rule 3 the first in order. A
tournament keeps the rule that it began with.
"""
OLDEST_RULE = 3
"""Oldest rule by which a tournament can go on; earlier rules were never in a release."""

Seeds = Callable[[str], int | None]
"""Function from a block's key (of matches that may share dice) to the seed of its matches; None
means that each match draws separate dice, which nobody knows.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Pairing:
    """A match of the schedule: players by seat, seed, and block (matches to compare)."""

    number: int
    """Number of the match in the schedule, from 1."""
    block: str
    """Key of the match's block, such as the same players in all balanced seatings; where matches
    share dice, those of one block do.
    """
    seed: int | None
    """Seed of the match, 0..2^64-1; None if the match draws separate dice."""
    players: tuple[str, ...]
    """Names of the players, in seat order."""


class Scheduler(abc.ABC):
    """Decides who meets whom, from the results so far.

    It is deterministic: the same results lead to the same pairings under the same numbers, in
    whatever order the results come in. A resumed tournament depends on that.
    """

    @property
    @abc.abstractmethod
    def total(self) -> int | None:
        """Number of matches of the whole tournament; None if it depends on results."""

    @abc.abstractmethod
    def due(self) -> Sequence[Pairing]:
        """Return pairings that can be played now and were not returned before, in schedule order.

        All matches of a block are returned together. The tournament is over when none is returned
        and all returned before have been recorded.
        """

    @abc.abstractmethod
    def record(self, pairing: Pairing, placements: tuple[int, ...] | None) -> None:
        """Record the result of a pairing that `due` has returned.

        Args:
            pairing: The pairing.
            placements: Rank of each seat from 1; None if the match is left without a result.
        """


class FixedSchedule(Scheduler):
    """A format whose schedule does not depend on results.

    Args:
        schedule: All pairings, numbered from 1 in this order.
    """

    def __init__(self, schedule: Iterable[Pairing]) -> None:
        self._due: Sequence[Pairing] = tuple(schedule)
        self._total = len(self._due)

    @property
    def total(self) -> int:
        """Number of pairings in the schedule."""
        return self._total

    def due(self) -> Sequence[Pairing]:
        """Return the whole schedule at the first call, then nothing."""
        due, self._due = self._due, ()
        return due

    def record(self, pairing: Pairing, placements: tuple[int, ...] | None) -> None:
        """Do nothing: no pairing depends on a result."""


def own_dice(block: str) -> None:
    """Return None, no seed, so that each match of the block (of the same players) draws separate dice."""
    del block


def written_seeds(tournament_seed: int) -> Seeds:
    """Return a function from a block's key to its matches' seed, which anybody can compute.

    The seeds follow from the tournament's seed; see `block_seed`.
    """
    return functools.partial(block_seed, tournament_seed)


def block_seed(tournament_seed: int, block: str) -> int:
    """Return the seed of all matches of a block: the first 8 bytes of a SHA-256, big-endian.

    Args:
        tournament_seed: Seed of the tournament, 0..2^64-1.
        block: Key of the block.
    """
    text = json.dumps([tournament_seed, block], separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
