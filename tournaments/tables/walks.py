"""What a stopping rule sees: results strictly in the order of the schedule, up to the first match without one.

So its verdict follows from the results alone, whichever matches happened to end first and however often the
runner was killed, and matches that were still being played at the verdict do not touch it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from tournaments.pairings import Pairing
from tournaments.store.records import StoredMatch

__all__ = ["InOrder", "Walk", "walked"]


class Walk(Protocol):
    """A rule on its way along the schedule."""

    @property
    def is_decided(self) -> bool:
        """Whether nothing more is to be played."""

    @property
    def status(self) -> str:
        """Where it stands, in a few words."""

    def add(self, pairing: Pairing, placements: tuple[int, ...]) -> None:
        """Take the next result of the schedule; those that come after the verdict change nothing."""


_SomeWalk = TypeVar("_SomeWalk", bound=Walk)


class InOrder:
    """Brings results into schedule order.

    Args:
        walk: Gets them.
    """

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._next = 1
        self._early: dict[int, tuple[Pairing, tuple[int, ...]]] = {}

    def add(self, pairing: Pairing, placements: tuple[int, ...]) -> None:
        """Take a result, which is handed on as soon as all before it are there."""
        self._early[pairing.number] = pairing, placements
        while (result := self._early.pop(self._next, None)) is not None:
            self._walk.add(*result)
            self._next += 1


def walked(walk: _SomeWalk, matches: Iterable[StoredMatch]) -> _SomeWalk:
    """Return a walk after some results, which may have gaps."""
    in_order = InOrder(walk)
    for match in matches:
        in_order.add(match.pairing, tuple(seat.placement for seat in match.end.seats))
    return walk
