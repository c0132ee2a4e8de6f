"""Stopping rules: a schedule that is handed out little by little, and not beyond a verdict."""

from __future__ import annotations

import collections
from collections.abc import Callable, Sequence

from tournaments.pairings import Pairing, Scheduler
from tournaments.spec.config import TournamentSpec
from tournaments.store.records import StoredMatch
from tournaments.tables.margins import margin_walk, report_margin
from tournaments.tables.sprt import report_sprt, sprt_walk
from tournaments.tables.walks import InOrder, Walk

__all__ = ["StoppingScheduler", "decided", "with_stopping_rule"]


class StoppingScheduler(Scheduler):
    """Hands out the pairings of another scheduler little by little, and none after the verdict.

    A block is handed out as a whole, so that seats stay balanced. A match that is left without a
    result halts everything, as the rule can't see past it: the next run tries it again.

    Args:
        schedule: The pairings; depends on no result.
        walk: The rule, before its first result.
        window: Pairings that may be out at a time, from 1; a block begun within is handed out all the same.
        on_status: Gets the status of the rule whenever that changes.
    """

    def __init__(
        self,
        schedule: Scheduler,
        walk: Walk,
        *,
        window: int,
        on_status: Callable[[str], None],
    ) -> None:
        self._total = schedule.total
        self._waiting = collections.deque(schedule.due())
        self._walk = walk
        self._in_order = InOrder(walk)
        self._window = window
        self._on_status = on_status
        self._out: set[int] = set()
        self._is_halted = False

    @property
    def total(self) -> int | None:
        """The most matches there can be."""
        return self._total

    def due(self) -> Sequence[Pairing]:
        """See `Scheduler.due`; no more blocks than fill the window."""
        due: list[Pairing] = []
        if self._is_halted or self._walk.is_decided:
            return due
        while self._waiting and len(self._out) < self._window:
            block = self._waiting[0].block
            while self._waiting and self._waiting[0].block == block:
                due.append(self._waiting.popleft())
                self._out.add(due[-1].number)
        return due

    def record(self, pairing: Pairing, placements: tuple[int, ...] | None) -> None:
        """See `Scheduler.record`."""
        self._out.discard(pairing.number)
        if placements is None:
            self._is_halted = True
            return
        before = self._walk.status
        self._in_order.add(pairing, placements)
        if self._walk.status != before:
            self._on_status(self._walk.status)


def with_stopping_rule(
    spec: TournamentSpec, schedule: Scheduler, on_status: Callable[[str], None]
) -> Scheduler:
    """Return the schedule, stopped by the rule of the tournament file if it has one.

    Args:
        spec: The tournament.
        schedule: Its pairings.
        on_status: Gets the status of the rule.
    """
    walk = sprt_walk(spec) or margin_walk(spec)
    if walk is None:
        return schedule
    return StoppingScheduler(schedule, walk, window=spec.matches_at_once, on_status=on_status)


def decided(spec: TournamentSpec, matches: Sequence[StoredMatch]) -> str | None:
    """Return the decision of the rule, in one line; None if there is nothing to stop for.

    Args:
        spec: The tournament.
        matches: Its results, in schedule order.
    """
    sprt = report_sprt(spec, matches)
    if sprt is not None and sprt.is_decided:
        return sprt.text
    margin = report_margin(spec, matches)
    if margin is not None and margin.is_decided:
        return margin.text
    return None
