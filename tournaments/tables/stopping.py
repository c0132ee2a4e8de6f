"""Stopping rules: a schedule that is released block by block, and ends with the rule's verdict."""

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
    """Releases the pairings of another scheduler in small portions, and none after the verdict.

    A block (the same players in all seatings) is released as a whole, so that seats stay balanced.
    A match that is left without a result halts everything, as the rule can't count results behind
    it: the next run tries it again.

    Args:
        schedule: The pairings; they depend on no result.
        walk: The stopping rule, before its first result.
        window: Number of pairings that may be played at a time, from 1; the last block may exceed
            it.
        on_status: Called with the status of the rule whenever it changes.
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
        """Highest number of matches that may be played; None if the schedule does not know it."""
        return self._total

    def due(self) -> Sequence[Pairing]:
        """Return the next blocks (the same players in all seatings), as many as fill the window.

        Return none after the verdict. See `Scheduler.due`.
        """
        due: list[Pairing] = []
        if self._is_halted or self._walk.is_decided:
            return due
        # Only as many as can be played at once: what is out at the verdict is played for nothing.
        while self._waiting and len(self._out) < self._window:
            block = self._waiting[0].block
            while self._waiting and self._waiting[0].block == block:
                due.append(self._waiting.popleft())
                self._out.add(due[-1].number)
        return due

    def record(self, pairing: Pairing, placements: tuple[int, ...] | None) -> None:
        """Pass the result of a pairing to the stopping rule, in schedule order.

        Args:
            pairing: The pairing.
            placements: Rank of each seat from 1; None if the match is left without a result.
        """
        self._out.discard(pairing.number)
        if placements is None:
            self._is_halted = True
            return
        before = self._walk.status
        # Results come in any order; the rule must see them in the schedule's.
        self._in_order.add(pairing, placements)
        if self._walk.status != before:
            self._on_status(self._walk.status)


def with_stopping_rule(
    spec: TournamentSpec, schedule: Scheduler, on_status: Callable[[str], None]
) -> Scheduler:
    """Return the schedule, stopped by the rule of the tournament file if it has one.

    Args:
        spec: The tournament.
        schedule: Pairings of the tournament.
        on_status: Called with the status of the rule whenever it changes.
    """
    walk = sprt_walk(spec) or margin_walk(spec)
    if walk is None:
        return schedule
    return StoppingScheduler(schedule, walk, window=spec.matches_at_once, on_status=on_status)


def decided(spec: TournamentSpec, matches: Sequence[StoredMatch]) -> str | None:
    """Return the decision of the tournament's stopping rule, in one line.

    None if there is none yet.

    Args:
        spec: The tournament.
        matches: All matches with a result, in schedule order.
    """
    sprt = report_sprt(spec, matches)
    if sprt is not None and sprt.is_decided:
        return sprt.text
    margin = report_margin(spec, matches)
    if margin is not None and margin.is_decided:
        return margin.text
    return None
