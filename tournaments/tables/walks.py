"""What a stopping rule reads: results strictly in schedule order, up to the first match without one.

So its verdict follows from the results alone, whichever matches ended first and however often the
runner was killed, and matches that were still being played at the verdict do not affect it.
"""

from __future__ import annotations

import abc
from collections.abc import Iterable
from typing import Protocol, TypeVar

from tournaments.pairings import Pairing
from tournaments.store.records import StoredMatch

__all__ = ["InOrder", "Report", "ReportedWalk", "Walk", "walked"]


class Walk(Protocol):
    """Interface of a stopping rule that reads one result of the schedule after the other."""

    @property
    def is_decided(self) -> bool:
        """Whether the rule has decided, so that nothing more is to be played."""

    @property
    def status(self) -> str:
        """State of the rule, in a few words."""

    def add(self, pairing: Pairing, placements: tuple[int, ...]) -> None:
        """Add the next result of the schedule; results after the verdict change nothing.

        Args:
            pairing: The match.
            placements: Rank of each seat, from 1.
        """


class Report(Protocol):
    """Interface of the state of a stopping rule: whether it has decided, and a short text."""

    @property
    def is_decided(self) -> bool:
        """Whether the rule has decided."""

    @property
    def status(self) -> str:
        """State of the rule, in a few words."""


class ReportedWalk(abc.ABC):
    """Base of a stopping rule whose state is a report."""

    @property
    @abc.abstractmethod
    def report(self) -> Report:
        """State of the rule after the results so far."""

    @property
    def is_decided(self) -> bool:
        """Whether the rule has decided, so that nothing more is to be played."""
        return self.report.is_decided

    @property
    def status(self) -> str:
        """State of the rule, in a few words."""
        return self.report.status

    @abc.abstractmethod
    def add(self, pairing: Pairing, placements: tuple[int, ...]) -> None:
        """Add the next result of the schedule; results after the verdict change nothing."""


_SomeWalk = TypeVar("_SomeWalk", bound=Walk)


class InOrder:
    """Passes results to a stopping rule in schedule order.

    Args:
        walk: The stopping rule.
    """

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._next = 1
        self._early: dict[int, tuple[Pairing, tuple[int, ...]]] = {}

    def add(self, pairing: Pairing, placements: tuple[int, ...]) -> None:
        """Receive a result, and pass it to the rule as soon as all results before it have been passed.

        Args:
            pairing: The match.
            placements: Rank of each seat, from 1.
        """
        self._early[pairing.number] = pairing, placements
        # A match without a result stops this here, so later results wait for the next run.
        while (result := self._early.pop(self._next, None)) is not None:
            self._walk.add(*result)
            self._next += 1


def walked(walk: _SomeWalk, matches: Iterable[StoredMatch]) -> _SomeWalk:
    """Pass results to a stopping rule in schedule order, up to the first missing one; return the rule."""
    in_order = InOrder(walk)
    for match in matches:
        in_order.add(match.pairing, tuple(seat.placement for seat in match.end.seats))
    return walk
