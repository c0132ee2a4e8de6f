"""Report of pairs of players of which one gains places whenever the other sits in; it accuses nobody."""

from __future__ import annotations

import dataclasses
from typing import Any

import rich.console

from tournaments.ratings.collusion import LEAST_MEETINGS, Favour, favours
from tournaments.reports.elo import placed
from tournaments.reports.narrow import Row, narrow_table
from tournaments.reports.view import TournamentView
from tournaments.spec.errors import TournamentError
from tournaments.spec.titles import NO_TITLES, Titles

__all__ = ["FALSE_DISCOVERY_RATE", "CollusionReport", "report_collusion"]

FALSE_DISCOVERY_RATE = 0.01
"""Largest expected share, 0..1, of named pairs whose gains are chance."""


@dataclasses.dataclass(frozen=True, slots=True)
class CollusionReport:
    """Pairs of players of which one gains places when the other plays, and how many were tested."""

    name: str
    """Name of the tournament."""
    rate: float
    """False discovery rate at which pairs are named, above 0 and below 1."""
    least_meetings: int
    """Number of matches with both players below which a pair was not asked."""
    asked: int
    """Number of ordered pairs (gainer, other) that were asked."""
    named: tuple[Favour, ...]
    """Pairs that stand out at this rate, sorted by p-value."""
    titles: Titles = NO_TITLES
    """Maps names of entries to the titles that people read."""

    def as_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "name": self.name,
            "false_discovery_rate": self.rate,
            "least_meetings": self.least_meetings,
            "asked": self.asked,
            "named": [dataclasses.asdict(favour) for favour in self.named],
        }

    def print(self, console: rich.console.Console) -> None:
        """Print the pairs as a table, and below it how to read them."""
        if self.named:
            rows: list[Row] = [
                (
                    "",
                    favour.gainer,
                    (
                        self.titles(favour.other),
                        str(favour.meetings),
                        f"{favour.places:+.2f}",
                        f"{favour.q_value:.1g}",
                    ),
                )
                for favour in self.named
            ]
            columns = ("with", "matches", "places", "rate")
            table = narrow_table(
                ("", "gainer"),
                columns,
                rows,
                width=console.width,
                title=f"{self.name}: who gains places when one other sits in",
                titled=self.titles,
            )
            console.print(table, soft_wrap=False)
        for line in self._lines():
            console.print(line, soft_wrap=True, highlight=False, markup=False)

    def _lines(self) -> list[str]:
        if not self.asked:
            return [f"{self.name}: no two have met in {self.least_meetings} matches or more"]
        pairs = "pair stands" if len(self.named) == 1 else "pairs stand"
        lines = [
            f"{self.name}: {len(self.named) or 'no'} {pairs} out of {self.asked} that met in"
            f" {self.least_meetings} matches or more, at a false discovery rate of {self.rate:.0%}"
        ]
        if self.named:
            lines += [
                "places: gained a match beyond what strengths and seats let expect",
                "This accuses nobody: a rival whose style suits a player gives it places, too."
                " Look at the matches.",
            ]
        return lines


def report_collusion(
    view: TournamentView,
    *,
    rate: float = FALSE_DISCOVERY_RATE,
    least_meetings: int = LEAST_MEETINGS,
) -> CollusionReport:
    """Return the pairs of a tournament's players of which one gains places when the other plays.

    Args:
        view: The tournament.
        rate: False discovery rate at which pairs are named, above 0 and below 1.
        least_meetings: Pairs that met in fewer matches are not tested, from 1.

    Raises:
        TournamentError: The tournament is one of parties, whose members are meant to help each
            other.
    """
    if view.spec.has_parties:
        raise TournamentError(
            f"format {view.spec.format} has no collusion report:"
            " members of a party are meant to help each other"
        )
    asked = favours(view.entrants, list(map(placed, view.matches)), least_meetings=least_meetings)
    named = tuple(favour for favour in asked if favour.q_value <= rate)
    return CollusionReport(view.spec.name, rate, least_meetings, len(asked), named, view.titles)
