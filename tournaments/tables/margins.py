"""Stopping rule for any number of bots: enough is played when the Elo of every bot is known well enough.

It uses the intervals that hold at any time (see `tournaments.ratings.watching`), since it checks
them again and again: after 20 whole blocks, and then each time there are a twentieth more.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

from tournaments.pairings import Pairing
from tournaments.ratings import PlacedMatch, rate_elo
from tournaments.ratings.watching import FIRST_LOOK
from tournaments.spec.config import TournamentSpec
from tournaments.store.records import StoredMatch
from tournaments.tables.walks import ReportedWalk, walked

__all__ = ["MarginReport", "MarginWalk", "margin_walk", "report_margin"]

_GROWTH = 1.05
"""Factor by which the number of blocks (matches of the same players in all seatings) must grow
before the next check.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class MarginReport:
    """State of a stopping rule by precision: the widest interval, and the blocks played."""

    margin: float
    """Highest half-width that each interval may have for the tournament to end, in Elo."""
    widest: float | None
    """Largest half-width at the last check, in Elo; None before the first check, or if an interval
    is unbounded.
    """
    blocks: int
    """Number of whole blocks (matches of the same players in all seatings) at the last check; 0
    before the first.
    """

    @property
    def is_decided(self) -> bool:
        """Whether every interval is narrow enough, so that the tournament ends."""
        return self.widest is not None and self.widest <= self.margin

    @property
    def status(self) -> str:
        """The widest interval and the width at which the tournament ends, in a few words."""
        if not self.blocks:
            return f"±{self.margin:g} Elo asked, no look yet"
        widest = "without end" if self.widest is None else f"±{self.widest:.0f}"
        return f"±{self.margin:g} Elo asked, the widest is {widest}"

    @property
    def text(self) -> str:
        """State of the rule in one line, for people."""
        verdict = "reached" if self.is_decided else "not reached"
        return f"stop at intervals that hold at any time: {verdict} after {self.blocks} blocks, {self.status}"

    def as_json(self) -> dict[str, object]:
        """Return the state of the rule as a JSON object."""
        return {**dataclasses.asdict(self), "reached": self.is_decided}


class MarginWalk(ReportedWalk):
    """Applies the stopping rule by precision of Elo to results in schedule order.

    Args:
        players: Names of all bots.
        margin: Highest half-width that each interval may have, in Elo.
    """

    def __init__(self, players: Sequence[str], margin: float) -> None:
        self._players = tuple(players)
        self._whole: list[PlacedMatch] = []
        self._block: list[PlacedMatch] = []
        self._blocks = 0
        self._next_look = FIRST_LOOK
        self._report = MarginReport(margin, None, 0)

    @property
    def report(self) -> MarginReport:
        """State of the stopping rule at its last check."""
        return self._report

    def add(self, pairing: Pairing, placements: tuple[int, ...]) -> None:
        """Add the next result of the schedule; results after the decision change nothing."""
        if self.is_decided:
            return
        # A block counts when the next one begins: only then is it whole.
        if self._block and self._block[0].block != pairing.block:
            self._end_block()
        self._block.append(PlacedMatch(pairing.block, pairing.players, placements))

    def _end_block(self) -> None:
        self._whole += self._block
        self._block = []
        self._blocks += 1
        # Rating all matches after each block would take longer and longer.
        if self._blocks < self._next_look:
            return
        self._next_look = math.ceil(self._blocks * _GROWTH)
        widest = 0.0
        for estimate in rate_elo(self._players, self._whole).ratings:
            if estimate.watched_low is None or estimate.watched_high is None:
                widest = math.inf
            else:
                widest = max(widest, (estimate.watched_high - estimate.watched_low) / 2)
        finite = widest if math.isfinite(widest) else None
        self._report = dataclasses.replace(self.report, widest=finite, blocks=self._blocks)


def margin_walk(spec: TournamentSpec) -> MarginWalk | None:
    """Return the stopping rule of a tournament before its first result; None if it has none."""
    if spec.stop is None:
        return None
    return MarginWalk([bot.name for bot in spec.bots], spec.stop.margin)


def report_margin(spec: TournamentSpec, matches: Sequence[StoredMatch]) -> MarginReport | None:
    """Return the state of a tournament's stopping rule; None if it has none.

    Args:
        spec: The tournament.
        matches: All matches with a result, in schedule order.
    """
    walk = margin_walk(spec)
    return None if walk is None else walked(walk, matches).report
