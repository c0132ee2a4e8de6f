"""Cross-table: points and matches of every pair of bots.

In a match with more than two sides, every pair of sides counts: 1 for the side placed ahead, 1/2
for each of two that share a placement. In the team format, whose parties never meet, entries are
compared on the blocks that both have played: 1 for the higher score.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence

import rich.console
import rich.table
import rich.text

from tournaments.reports.narrow import bare_table
from tournaments.reports.view import TournamentView
from tournaments.spec.errors import TournamentError
from tournaments.spec.titles import NO_TITLES, Titles
from tournaments.tables.party_standings import PartyStanding

__all__ = ["Crosstable", "PairScore", "make_crosstable"]

_UNBOUNDED = 100_000
"""Width, in columns, that a table is given to measure how wide it would like to be."""

Side = tuple[str, int]
"""Name of an entry and its placement in the match; a lower placement is better."""


@dataclasses.dataclass(slots=True)
class PairScore:
    """Score of one entry (a bot or a team of bots) against another."""

    points: float = 0.0
    """Points of the entry against its rival, a multiple of 1/2."""
    matches: int = 0
    """Number of matches of both; in the team format, number of seeds that both have played."""

    @property
    def share(self) -> float | None:
        """Points per match, 0..1; None if the two have not met."""
        return self.points / self.matches if self.matches else None


@dataclasses.dataclass(frozen=True, slots=True)
class Crosstable:
    """Scores of all pairs of entries (bots or teams of bots)."""

    title: str
    """Name of the tournament."""
    entries: list[str]
    """Names of all bots or parties (teams of bots), in the order of the standings."""
    scores: dict[tuple[str, str], PairScore]
    """Score of the first entry against the second; pairs that have not met are left out."""
    titles: Titles = NO_TITLES
    """Maps names of entries to the titles that people read."""

    def score(self, entry: str, rival: str) -> PairScore:
        """Return the score of `entry` against `rival`.

        Zero points and matches if they have not met.
        """
        return self.scores.get((entry, rival), PairScore())

    def as_json(self) -> dict[str, object]:
        """Return the table as a JSON object: one item for each ordered pair that has met."""
        return {
            "name": self.title,
            "entries": self.entries,
            "pairs": [
                {"entry": entry, "rival": rival, "points": score.points, "matches": score.matches}
                for entry, rival in itertools.permutations(self.entries, 2)
                if (score := self.score(entry, rival)).matches
            ],
        }

    def print(self, console: rich.console.Console) -> None:
        """Print points and matches of every pair, or percentages if the table is too wide.

        If it is still too wide, the table is printed in several pieces.
        """
        for in_percent in (False, True):
            table = _table(self, self.entries, in_percent=in_percent)
            if _fits(table, console):
                console.print(table)
                return
        columns = len(self.entries)
        while columns > 1 and not _fits(self._piece(-columns, columns), console):
            columns -= 1
        for start in range(0, len(self.entries), columns):
            console.print(self._piece(start, columns))

    def _piece(self, start: int, columns: int) -> rich.table.Table:
        return _table(self, self.entries[start:][:columns], in_percent=True)


def make_crosstable(view: TournamentView) -> Crosstable:
    """Return the scores of all entries against each other.

    Args:
        view: The tournament.

    Raises:
        TournamentError: The format has no rivals, as ad-hoc.
    """
    if view.spec.format == "adhoc":
        raise TournamentError("format adhoc has no crosstable: its bots are partners, not rivals")
    sides = _seed_sides(view) if view.spec.format == "team" else _match_sides(view)
    scores: dict[tuple[str, str], PairScore] = {}
    for group in sides:
        for (entry, own), (rival, other) in itertools.permutations(group, 2):
            score = scores.setdefault((entry, rival), PairScore())
            score.matches += 1
            score.points += 1.0 if own < other else 0.5 if own == other else 0.0
    entries = [
        line.entry if isinstance(line, PartyStanding) else line.player for line in view.standings
    ]
    return Crosstable(view.spec.name, entries, scores, view.titles)


def _match_sides(view: TournamentView) -> Iterator[Sequence[Side]]:
    """Yield the sides of every match: its seats, or its parties (teams of bots)."""
    size = view.spec.party_seats or 1
    names = {bots: name for name, bots in view.spec.party_entries.items()} if size > 1 else {}
    for match in view.matches:
        starts = range(0, len(match.end.seats), size)
        parties = [match.labels[start : start + size] for start in starts]
        yield [
            (names.get(bots, bots[0]), match.end.seats[start].placement)
            for start, bots in zip(starts, parties, strict=True)
        ]


def _seed_sides(view: TournamentView) -> Iterator[Sequence[Side]]:
    """Yield, for every block (the matches on one seed), the entries that played it, and negated scores.

    The negated scores stand for placements: lower is better.
    """
    names = {bots: name for name, bots in view.spec.party_entries.items()}
    blocks: dict[str, list[Side]] = {}
    for match in view.matches:
        side = (names[match.pairing.players], -match.end.seats[0].score)
        blocks.setdefault(match.pairing.block, []).append(side)
    return iter(blocks.values())


def _fits(table: rich.table.Table, console: rich.console.Console) -> bool:
    unbounded = console.options.update(max_width=_UNBOUNDED)
    return console.measure(table, options=unbounded).maximum <= console.width


def _table(crosstable: Crosstable, columns: Sequence[str], *, in_percent: bool) -> rich.table.Table:
    unit = "percent" if in_percent else "points/matches"
    table = bare_table(f"{crosstable.title}: {unit} against")
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("entry", overflow="fold")
    numbers = {entry: str(number) for number, entry in enumerate(crosstable.entries, start=1)}
    for entry in columns:
        table.add_column(numbers[entry], justify="right", no_wrap=True)
    for entry in crosstable.entries:
        cells = [
            "-" if rival == entry else _cell(crosstable.score(entry, rival), in_percent=in_percent)
            for rival in columns
        ]
        table.add_row(numbers[entry], rich.text.Text(crosstable.titles(entry)), *cells)
    return table


def _cell(score: PairScore, *, in_percent: bool) -> str:
    if score.share is None:
        return ""
    return f"{100 * score.share:.0f}" if in_percent else f"{score.points:g}/{score.matches}"
