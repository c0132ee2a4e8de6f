"""The sequential test (SPRT) of a tournament of two bots, over its blocks in schedule order."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tournaments.pairings import Pairing
from tournaments.ratings import Sprt, SprtState, SprtTerms, SprtVerdict
from tournaments.spec.config import TournamentSpec
from tournaments.store.records import StoredMatch
from tournaments.tables.walks import ReportedWalk, walked

__all__ = ["SprtReport", "SprtWalk", "report_sprt", "sprt_walk"]


@dataclasses.dataclass(frozen=True, slots=True)
class SprtReport:
    """State of a tournament's sequential test, with its terms and the two players."""

    players: tuple[str, str]
    """Name of the tested bot, then of its rival."""
    terms: SprtTerms
    """Hypotheses and error probabilities of the test."""
    state: SprtState
    """Verdict, logarithm of the likelihood ratio (LLR), and counts of outcomes so far."""

    @property
    def is_decided(self) -> bool:
        """Whether the test has a verdict."""
        return self.state.verdict is not SprtVerdict.OPEN

    @property
    def samples(self) -> str:
        """Number of samples that the test has counted, blocks of two matches or matches, in words."""
        kind = "blocks" if self.terms.statistic == "pentanomial" else "matches"
        return f"{self.state.samples} {kind}"

    @property
    def status(self) -> str:
        """The LLR and its two bounds, in a few words."""
        lower, upper = self.terms.bounds
        llr = round(self.state.llr, 2) + 0.0  # never -0.00
        return f"LLR {llr:+.2f} in ({lower:.2f}, {upper:.2f})"

    @property
    def text(self) -> str:
        """State of the test in one line, for people."""
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
        """Return the state of the test as a JSON object."""
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


class SprtWalk(ReportedWalk):
    """Applies the sequential test to results in schedule order; see `tournaments.tables.stopping`.

    Args:
        terms: Hypotheses and error probabilities of the test.
        players: Names of the tested bot and its rival.
    """

    def __init__(self, terms: SprtTerms, players: tuple[str, str]) -> None:
        self._terms = terms
        self._players = players
        self._test = Sprt(terms)
        self._played = self._sample = 0

    @property
    def report(self) -> SprtReport:
        """State of the test so far, with its terms and the two players."""
        return SprtReport(self._players, self._terms, self._test.state)

    def add(self, pairing: Pairing, placements: tuple[int, ...]) -> None:
        """Add the next result of the schedule; results after the verdict change nothing."""
        seat = pairing.players.index(self._players[0])
        own, rival = placements[seat], placements[1 - seat]
        self._sample += 2 if own < rival else 1 if own == rival else 0
        self._played += 1
        if self._played % self._terms.matches_per_sample == 0:
            self._test.add(self._sample)
            self._sample = 0


def sprt_walk(spec: TournamentSpec) -> SprtWalk | None:
    """Return the sequential test of a tournament before its first result; None if it has none."""
    if spec.sprt is None:
        return None
    first, second = spec.bots
    return SprtWalk(SprtTerms(**spec.sprt.model_dump()), (first.name, second.name))


def report_sprt(spec: TournamentSpec, matches: Sequence[StoredMatch]) -> SprtReport | None:
    """Return the state of a tournament's sequential test; None if it has none.

    Args:
        spec: The tournament.
        matches: All matches with a result, in schedule order.
    """
    walk = sprt_walk(spec)
    return None if walk is None else walked(walk, matches).report
