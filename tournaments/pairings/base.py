"""What every format shares: a pairing, and a scheduler that yields pairings and takes results.

A *block* is what is compared fairly: the same players over all balanced seatings, under one seed
where matches may share dice. No format knows a referee, a process or a clock.
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
"""How a schedule follows from results, from `OLDEST_RULE`. By rule 4, of equally good rounds of Swiss the one is
played in which the leaders meet; by rule 3, the first in order. A tournament keeps the rule it began with."""
OLDEST_RULE = 3
"""The oldest rule that tournaments can go on by; those before were never in a release."""

Seeds = Callable[[str], int | None]
"""Gives the matches of a block their seed, by its key; None: each has its own dice, which nobody knows."""


@dataclasses.dataclass(frozen=True, slots=True)
class Pairing:
    """One match that is to be played."""

    number: int
    """Place in the schedule, from 1."""
    block: str
    """Key of its block; where matches share dice, those of a block do."""
    seed: int | None
    """Match seed, 0..2^64-1; None if it has its own dice."""
    players: tuple[str, ...]
    """Players in seat order."""


class Scheduler(abc.ABC):
    """Decides who meets whom, from the results so far.

    Deterministic: the same results lead to the same pairings under the same numbers, in whatever
    order the results come in. A resumed tournament depends on that.
    """

    @property
    @abc.abstractmethod
    def total(self) -> int | None:
        """How many matches there will be in all; None if that depends on results."""

    @abc.abstractmethod
    def due(self) -> Sequence[Pairing]:
        """Pairings that can be played now and have not been handed out yet, in schedule order.

        All matches of a block are handed out together. The tournament is over when none is due and
        all that were handed out have been recorded.
        """

    @abc.abstractmethod
    def record(self, pairing: Pairing, placements: tuple[int, ...] | None) -> None:
        """Take the result of a pairing that was handed out.

        Args:
            pairing: The pairing.
            placements: Rank of each seat from 1; None if no attempt at it has a result.
        """


class FixedSchedule(Scheduler):
    """A format whose schedule depends on no result.

    Args:
        schedule: All pairings, numbered from 1 in this order.
    """

    def __init__(self, schedule: Iterable[Pairing]) -> None:
        self._due: Sequence[Pairing] = tuple(schedule)
        self._total = len(self._due)

    @property
    def total(self) -> int:
        """The length of the schedule."""
        return self._total

    def due(self) -> Sequence[Pairing]:
        """Return the whole schedule at the first call, then nothing."""
        due, self._due = self._due, ()
        return due

    def record(self, pairing: Pairing, placements: tuple[int, ...] | None) -> None:
        """Nothing depends on it."""


def own_dice(block: str) -> None:
    """No seed: each match of the block has its own dice."""
    del block


def written_seeds(tournament_seed: int) -> Seeds:
    """Seeds that anybody can compute who knows the tournament's; see `block_seed`."""
    return functools.partial(block_seed, tournament_seed)


def block_seed(tournament_seed: int, block: str) -> int:
    """Seed of all matches of a block: the first 8 bytes of a SHA-256, big-endian.

    Args:
        tournament_seed: 0..2^64-1.
        block: Key of the block.
    """
    text = json.dumps([tournament_seed, block], separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
