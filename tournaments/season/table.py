"""The table of a season: a row for each entry, from the matches of its current version alone.

It follows from the log. Strengths are fitted from all matches that count, with versions that were
replaced as opponents of the strength that the log records.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Mapping

from tournaments.pairings.season_results import Fit
from tournaments.ratings.joint_strengths import sum_of_rows
from tournaments.ratings.strengths import ELO
from tournaments.season.records import EntryStatus, MatchStatus, SeasonEntry, Version
from tournaments.season.state import SeasonState
from tournaments.tables.forfeits import has_forfeit
from tournaments.tables.tally import Tally, count_match

__all__ = ["BegunTable", "SeasonRow", "VersionRow", "begin_table", "season_table", "version_rows"]

_MILLION = 1_000_000
_REPLACED = "replaced"
"""State of a version that was replaced, in a table of versions."""
_TAKING_PART = (EntryStatus.ACTIVE.value, EntryStatus.BENCHED.value)


@dataclasses.dataclass(frozen=True, slots=True)
class SeasonRow:
    """One entry's line in a season's table: place, state, rating, and results of its current version."""

    place: int | None
    """Place, from 1; None for an entry that is not ranked."""
    entry: str
    """Name of the entry."""
    author: str | None
    """Name of its author; None for entries of the season's file."""
    version: int
    """Number of the current version."""
    status: str
    """State of the entry: active, benched, withdrawn or expelled; `replaced` for an earlier version."""
    remote: bool
    """Whether the program runs elsewhere."""
    elo: float
    """Strength above the mean of all entries, in Elo."""
    deviation: float
    """Standard deviation of `elo`, in Elo."""
    matches: int
    """Number of the version's matches that count."""
    points: float
    """Rivals behind plus half the rivals level, over these matches."""
    wins: int
    """Number of these matches alone on placement 1."""
    draws: int
    """Number of these matches on placement 1 with others."""
    losses: int
    """Number of these matches behind placement 1."""
    strikes: int
    """Number of deadlines missed in these matches."""
    forfeits: int
    """Number of these matches that the entry forfeited."""

    def as_json(self) -> dict[str, object]:
        """Return the row as a JSON object."""
        values = dataclasses.asdict(self)
        return values | {"elo": round(self.elo, 1), "deviation": round(self.deviation, 1)}


@dataclasses.dataclass(frozen=True, slots=True)
class VersionRow:
    """One version's line in a season's table: its entry's row if it is current, or what it has played."""

    row: SeasonRow
    """Results of this version. For one that was replaced, `elo` is the strength that the log records
    for it, `deviation` is 0, and the row has no place.
    """
    is_current: bool
    """Whether the version is its entry's current one."""

    def as_json(self) -> dict[str, object]:
        """Return the row as a JSON object; a version that was replaced has no `deviation`."""
        values = self.row.as_json() | {"current": self.is_current}
        return values if self.is_current else values | {"deviation": None}


@dataclasses.dataclass(frozen=True, slots=True)
class BegunTable:
    """A table whose strengths are still to be computed, which takes long with hundreds of entries.

    It follows from the log up to one event, whatever happens to the season's state afterwards.
    """

    event: int
    """Number of the last event that the table follows from."""
    _entries: tuple[tuple[SeasonRow, int], ...]
    """Row of each entry that is shown, without its strength, and the entry's number among all."""
    _replaced: tuple[tuple[SeasonRow, float], ...]
    """Row of each version that was replaced, and its strength in natural logarithms of odds."""
    _fit: Fit
    _first_matches: int

    def rows(self) -> list[SeasonRow]:
        """Return the rows: ranked entries by strength, then the others; may be called in any thread."""
        if not self._entries:
            return []
        mode = self._fit.mode()
        mean, covariance = mode.mean, mode.shown_covariance()
        level = self._level()
        with_all = sum_of_rows(covariance) / len(mean)
        overall = math.fsum(with_all.tolist()) / len(mean)
        rows = []
        for row, index in self._entries:
            own = float(covariance[index, index])
            variance = max(own - 2.0 * float(with_all[index]) + overall, 0.0)
            elo, deviation = ELO * (float(mean[index]) - level), ELO * math.sqrt(variance)
            rows.append(dataclasses.replace(row, elo=elo, deviation=deviation))
        ranked = [row for row in rows if self._is_ranked(row)]
        ranked.sort(key=lambda row: -row.elo)
        placed = [dataclasses.replace(row, place=place) for place, row in enumerate(ranked, 1)]
        known = {row.entry for row in ranked}
        others = [row for row in rows if row.entry not in known]
        others.sort(key=lambda row: (row.status not in _TAKING_PART, -row.elo))
        return placed + others

    def replaced(self) -> list[SeasonRow]:
        """Return a row for each version that was replaced, in the order of entries, the newest first.

        Its `elo` is the strength that the log records for it, and its `deviation` is 0; may be called
        in any thread.
        """
        level = self._level() if self._replaced else 0.0
        return [
            dataclasses.replace(row, elo=ELO * (strength - level))
            for row, strength in self._replaced
        ]

    def _level(self) -> float:
        """Return the mean strength of all entries, in natural logarithms of odds."""
        mean = self._fit.mode().mean
        return math.fsum(mean.tolist()) / len(mean)

    def _is_ranked(self, row: SeasonRow) -> bool:
        return row.status in _TAKING_PART and row.matches >= self._first_matches


def season_table(
    state: SeasonState, *, hosted: bool = False, without_forfeits: bool = False
) -> list[SeasonRow]:
    """Return the rows of the table: ranked entries by strength, then the others.

    Ranked are entries that take part, with at least `first_matches` matches of their current version.

    Args:
        state: The season.
        hosted: Whether only entries of this machine are shown, rated without matches with others.
        without_forfeits: Whether matches in which a seat forfeited are left out.
    """
    return begin_table(state, hosted=hosted, without_forfeits=without_forfeits).rows()


def version_rows(state: SeasonState, *, hosted: bool = False) -> list[VersionRow]:
    """Return a row for each version of each entry: the table, and below each row the versions before.

    Args:
        state: The season.
        hosted: Whether only versions of this machine are shown, rated without matches with others.
    """
    table = begin_table(state, hosted=hosted)
    rows, replaced = table.rows(), table.replaced()
    order = dict.fromkeys([row.entry for row in rows])
    # With `hosted`, an entry that plays from elsewhere now has only earlier versions to show.
    order |= dict.fromkeys(row.entry for row in replaced)
    listed = []
    for name in order:
        listed += [VersionRow(row, is_current=True) for row in rows if row.entry == name]
        listed += [VersionRow(row, is_current=False) for row in replaced if row.entry == name]
    return listed


def begin_table(
    state: SeasonState, *, hosted: bool = False, without_forfeits: bool = False
) -> BegunTable:
    """Return the table of a season without its strengths; see `season_table`.

    Args:
        state: The season.
        hosted: Whether only entries of this machine are shown, rated without matches with others.
        without_forfeits: Whether matches in which a seat forfeited are left out.
    """
    season = state.spec.season
    assert season is not None
    tallies: dict[tuple[str, int], Tally] = {
        (name, version.number): Tally()
        for name, entry in state.entries.items()
        for version in entry.versions
    }
    left_out = set()
    for match in state.matches:
        if match.status is not MatchStatus.RATED:
            continue
        assert match.end is not None, "it is rated"
        is_decided_so = without_forfeits and has_forfeit(match.end)
        if is_decided_so or (hosted and match.kind != "local"):
            left_out.add(match.number)
            continue
        count_match([tallies[each] for each in match.entries], match.end.seats)
    entries = tuple(
        (_row(entry, entry.current, tallies), index)
        for index, entry in enumerate(state.entries.values())
        if not (hosted and entry.is_remote)
    )
    replaced = tuple(
        (_row(entry, version, tallies), after.prior[0] / _MILLION)
        for entry in state.entries.values()
        for after, version in itertools.pairwise(reversed(entry.versions))
        if after.prior is not None and not (hosted and version.is_remote)
    )
    fit = state.picker.results.fit(state.last, without=left_out)
    return BegunTable(state.last, entries, replaced, fit, season.first_matches)


def _row(
    entry: SeasonEntry, version: Version, tallies: Mapping[tuple[str, int], Tally]
) -> SeasonRow:
    return SeasonRow(
        place=None,
        entry=entry.name,
        author=entry.author,
        version=version.number,
        status=entry.status.value if version is entry.current else _REPLACED,
        remote=version.is_remote,
        elo=0.0,
        deviation=0.0,
        **dataclasses.asdict(tallies[entry.name, version.number]),
    )
