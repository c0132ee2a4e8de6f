"""The stopping rule of any number of bots: enough is played when everybody's Elo is known well enough.

It looks at the intervals that hold at any time (see `tournaments.ratings.watching`), as it looks again and
again itself: after 20 whole blocks, and then whenever there are a twentieth more.
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
from tournaments.tables.walks import walked

__all__ = ["MarginReport", "MarginWalk", "margin_walk", "report_margin"]

_GROWTH = 1.05
"""How many times more blocks there are at the next look."""


@dataclasses.dataclass(frozen=True, slots=True)
class MarginReport:
    """Where the rule stands."""

    margin: float
    """Half-width that every interval may have at most, in Elo."""
    widest: float | None
    """Largest half-width at the last look, in Elo; None before the first, or if a rating has no end."""
    blocks: int
    """Whole blocks at the last look; 0 before the first."""

    @property
    def is_decided(self) -> bool:
        """Whether everybody is known well enough."""
        return self.widest is not None and self.widest <= self.margin

    @property
    def status(self) -> str:
        """The widest interval, with the width that is asked for."""
        if not self.blocks:
            return f"±{self.margin:g} Elo asked, no look yet"
        widest = "without end" if self.widest is None else f"±{self.widest:.0f}"
        return f"±{self.margin:g} Elo asked, the widest is {widest}"

    @property
    def text(self) -> str:
        """The rule in one line, for people."""
        verdict = "reached" if self.is_decided else "not reached"
        return f"stop at intervals that hold at any time: {verdict} after {self.blocks} blocks, {self.status}"

    def as_json(self) -> dict[str, object]:
        """Return the rule as a JSON object, for programs."""
        return {**dataclasses.asdict(self), "reached": self.is_decided}


class MarginWalk:
    """The rule over results in schedule order.

    Args:
        players: Names of all bots.
        margin: Half-width that every interval may have at most, in Elo.
    """

    def __init__(self, players: Sequence[str], margin: float) -> None:
        self._players = tuple(players)
        self._whole: list[PlacedMatch] = []
        self._block: list[PlacedMatch] = []
        self._blocks = 0
        self._next_look = FIRST_LOOK
        self.report = MarginReport(margin, None, 0)
        """Where it stands."""

    @property
    def is_decided(self) -> bool:
        """Whether everybody is known well enough."""
        return self.report.is_decided

    @property
    def status(self) -> str:
        """Where it stands, in a few words."""
        return self.report.status

    def add(self, pairing: Pairing, placements: tuple[int, ...]) -> None:
        """Take the next result of the schedule."""
        if self.is_decided:
            return
        if self._block and self._block[0].block != pairing.block:
            self._end_block()
        self._block.append(PlacedMatch(pairing.block, pairing.players, placements))

    def _end_block(self) -> None:
        self._whole += self._block
        self._block = []
        self._blocks += 1
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
        self.report = dataclasses.replace(self.report, widest=finite, blocks=self._blocks)


def margin_walk(spec: TournamentSpec) -> MarginWalk | None:
    """Return the rule of a tournament before its first result; None if it has none."""
    if spec.stop is None:
        return None
    return MarginWalk([bot.name for bot in spec.bots], spec.stop.margin)


def report_margin(spec: TournamentSpec, matches: Sequence[StoredMatch]) -> MarginReport | None:
    """Return where the rule of a tournament stands; None if it has none.

    Args:
        spec: The tournament.
        matches: Its results, in schedule order.
    """
    walk = margin_walk(spec)
    return None if walk is None else walked(walk, matches).report
