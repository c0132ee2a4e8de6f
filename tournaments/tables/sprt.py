"""The sequential test of a tournament of two bots, over its blocks in schedule order."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tournaments.pairings import Pairing
from tournaments.ratings import Sprt, SprtState, SprtTerms, SprtVerdict
from tournaments.spec.config import TournamentSpec
from tournaments.store.records import StoredMatch
from tournaments.tables.walks import walked

__all__ = ["SprtReport", "SprtWalk", "report_sprt", "sprt_walk"]


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
    def is_decided(self) -> bool:
        """Whether there is a verdict."""
        return self.state.verdict is not SprtVerdict.OPEN

    @property
    def samples(self) -> str:
        """How much went into it, in words."""
        kind = "blocks" if self.terms.statistic == "pentanomial" else "matches"
        return f"{self.state.samples} {kind}"

    @property
    def status(self) -> str:
        """The ratio between its bounds."""
        lower, upper = self.terms.bounds
        llr = round(self.state.llr, 2) + 0.0  # never -0.00
        return f"LLR {llr:+.2f} in ({lower:.2f}, {upper:.2f})"

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


class SprtWalk:
    """The test over results in schedule order; see `tournaments.tables.stopping`.

    Args:
        terms: What it asks.
        players: The player in question and the rival.
    """

    def __init__(self, terms: SprtTerms, players: tuple[str, str]) -> None:
        self._terms = terms
        self._players = players
        self._test = Sprt(terms)
        self._played = self._sample = 0

    @property
    def report(self) -> SprtReport:
        """Where it stands."""
        return SprtReport(self._players, self._terms, self._test.state)

    @property
    def is_decided(self) -> bool:
        """Whether it has a verdict."""
        return self.report.is_decided

    @property
    def status(self) -> str:
        """State of the test in a few words for people, with its verdict if there is one."""
        return self.report.status

    def add(self, pairing: Pairing, placements: tuple[int, ...]) -> None:
        """Take the next result of the schedule."""
        seat = pairing.players.index(self._players[0])
        own, rival = placements[seat], placements[1 - seat]
        self._sample += 2 if own < rival else 1 if own == rival else 0
        self._played += 1
        if self._played % self._terms.matches_per_sample == 0:
            self._test.add(self._sample)
            self._sample = 0


def sprt_walk(spec: TournamentSpec) -> SprtWalk | None:
    """Return the test of a tournament before its first result; None if it has none."""
    if spec.sprt is None:
        return None
    first, second = spec.bots
    return SprtWalk(SprtTerms(**spec.sprt.model_dump()), (first.name, second.name))


def report_sprt(spec: TournamentSpec, matches: Sequence[StoredMatch]) -> SprtReport | None:
    """Return where the test of a tournament stands; None if it has none.

    Args:
        spec: The tournament.
        matches: Its results, in schedule order.
    """
    walk = sprt_walk(spec)
    return None if walk is None else walked(walk, matches).report
