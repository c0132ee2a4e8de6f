"""The stopping rule of a tournament of two bots: a sequential test over its blocks in schedule order.

The test sees results strictly in the order of the schedule, up to the first match without one. So its
verdict follows from the results alone, whichever matches happened to end first and however often the
runner was killed, and matches that were still being played at the verdict do not touch it.
"""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Callable, Sequence

from tournaments.pairings import Pairing, Scheduler
from tournaments.ratings import Sprt, SprtState, SprtTerms, SprtVerdict
from tournaments.spec.config import TournamentSpec
from tournaments.store.records import StoredMatch

__all__ = ["SprtReport", "SprtScheduler", "decided", "report_sprt", "with_stopping_rule"]


@dataclasses.dataclass(frozen=True, slots=True)
class SprtReport:
    """Where the test of a tournament stands."""

    players: tuple[str, str]
    """The bot in question and its rival."""
    terms: SprtTerms
    """What is asked."""
    state: SprtState
    """What the results say."""

    @property
    def samples(self) -> str:
        """How much went into it, in words."""
        kind = "blocks" if self.terms.statistic == "pentanomial" else "matches"
        return f"{self.state.samples} {kind}"

    @property
    def status(self) -> str:
        """The ratio between its bounds."""
        lower, upper = self.terms.bounds
        return f"LLR {self.state.llr:+.2f} in ({lower:.2f}, {upper:.2f})"

    @property
    def text(self) -> str:
        """The test in one line, for people."""
        terms, (bot, rival) = self.terms, self.players
        asked = f"SPRT of {bot} - {rival}, {terms.scale} Elo {terms.elo0:g} or {terms.elo1:g}"
        verdict = {
            SprtVerdict.OPEN: "undecided",
            SprtVerdict.H0: f"H0 accepted: {terms.elo0:g} rather than {terms.elo1:g}",
            SprtVerdict.H1: f"H1 accepted: {terms.elo1:g} rather than {terms.elo0:g}",
        }[self.state.verdict]
        counts = ", ".join(map(str, self.state.counts))
        return f"{asked}: {verdict} after {self.samples} [{counts}], {self.status}"

    def as_json(self) -> dict[str, object]:
        """Return the test as a JSON object, for programs."""
        lower, upper = self.terms.bounds
        return {
            "bots": list(self.players),
            **dataclasses.asdict(self.terms),
            "verdict": self.state.verdict.value,
            "llr": self.state.llr,
            "lower": lower,
            "upper": upper,
            "counts": list(self.state.counts),
        }


class SprtScheduler(Scheduler):
    """Hands out the pairings of another scheduler little by little, and none after the verdict.

    A block is handed out as a whole, so that seats stay balanced. A match that is left without a
    result halts everything, as the test can't see past it: the next run tries it again.

    Args:
        schedule: The pairings, in blocks of two between two players; depends on no result.
        terms: The test.
        players: The player in question and the rival.
        window: Pairings that may be out at a time, from 1; a block begun within is handed out all the same.
        told: Gets the status of the test whenever it has taken a sample.
    """

    def __init__(
        self,
        schedule: Scheduler,
        terms: SprtTerms,
        players: tuple[str, str],
        *,
        window: int,
        told: Callable[[str], None],
    ) -> None:
        self._total = schedule.total
        self._waiting = collections.deque(schedule.due())
        self._walk = _Walk(terms, players)
        self._window = window
        self._told = told
        self._out: set[int] = set()
        self._is_halted = False

    @property
    def total(self) -> int | None:
        """The most matches there can be."""
        return self._total

    def due(self) -> Sequence[Pairing]:
        """See `Scheduler.due`; no more blocks than fill the window."""
        due: list[Pairing] = []
        if self._is_halted or self._walk.state.verdict is not SprtVerdict.OPEN:
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
        before = self._walk.state
        self._walk.add(pairing, placements)
        if self._walk.state is not before:
            self._told(self._walk.report.status)


class _Walk:
    """Brings results into schedule order and feeds them to the test."""

    def __init__(self, terms: SprtTerms, players: tuple[str, str]) -> None:
        self._terms = terms
        self._players = players
        self._test = Sprt(terms)
        self._next = 1
        self._early: dict[int, int] = {}
        self._sample = 0

    @property
    def state(self) -> SprtState:
        return self._test.state

    @property
    def report(self) -> SprtReport:
        return SprtReport(self._players, self._terms, self._test.state)

    def add(self, pairing: Pairing, placements: tuple[int, ...]) -> None:
        seat = pairing.players.index(self._players[0])
        own, rival = placements[seat], placements[1 - seat]
        self._early[pairing.number] = 2 if own < rival else 1 if own == rival else 0
        while (half_points := self._early.pop(self._next, None)) is not None:
            self._sample += half_points
            if self._next % self._terms.matches_per_sample == 0:
                self._test.add(self._sample)
                self._sample = 0
            self._next += 1


def with_stopping_rule(
    spec: TournamentSpec, schedule: Scheduler, told: Callable[[str], None]
) -> Scheduler:
    """Return the schedule, stopped by the test of the tournament file if it has one.

    Args:
        spec: The tournament.
        schedule: Its pairings.
        told: Gets the status of the test.
    """
    terms = _terms(spec)
    if terms is None:
        return schedule
    return SprtScheduler(schedule, terms, _two(spec), window=spec.matches_at_once, told=told)


def report_sprt(spec: TournamentSpec, matches: Sequence[StoredMatch]) -> SprtReport | None:
    """Return where the test of a tournament stands; None if it has none.

    Args:
        spec: The tournament.
        matches: Its results, in schedule order.
    """
    terms = _terms(spec)
    if terms is None:
        return None
    walk = _Walk(terms, _two(spec))
    for match in matches:
        walk.add(match.pairing, tuple(result.placement for result in match.end.seats))
    return walk.report


def decided(spec: TournamentSpec, matches: Sequence[StoredMatch]) -> str | None:
    """Return what the test has come to, in one line; None if there is nothing to stop for."""
    report = report_sprt(spec, matches)
    if report is None or report.state.verdict is SprtVerdict.OPEN:
        return None
    return report.text


def _terms(spec: TournamentSpec) -> SprtTerms | None:
    return None if spec.sprt is None else SprtTerms(**spec.sprt.model_dump())


def _two(spec: TournamentSpec) -> tuple[str, str]:
    first, second = spec.bots
    return first.name, second.name
