"""The table of a season as text for people and as JSON."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import rich.console

from tournaments.reports.narrow import Row, narrow_table
from tournaments.reports.season_log import read_season
from tournaments.season.records import MatchStatus
from tournaments.season.table import SeasonRow, VersionRow, season_table, version_rows
from tournaments.store.folder import DataFolder

__all__ = ["SeasonStandings", "season_standings"]

_HEADS = ["Elo", "±", "matches", "points", "won", "drawn", "lost", "strikes", "forfeits", "state"]
_LAST_TO_GO = ("Elo", "±", "matches", "state", "points")
_UNRANKED = "-"


@dataclasses.dataclass(frozen=True, slots=True)
class SeasonStandings:
    """Table of a season, with the lines below it."""

    name: str
    """Name of the season."""
    status: str
    """State of the season."""
    head: str
    """Number and hash of the log's last event, from which all of this follows."""
    counted: int
    """Number of matches that count."""
    rows: Sequence[SeasonRow]
    """Rows of the table, best first."""
    first_matches: int
    """Number of matches of a version below which it is unranked."""
    one_process: bool
    """Whether one process of an entry plays all its matches, so that it may remember."""
    versions: Sequence[VersionRow] | None = None
    """Rows of all versions in the order of the table; None to show entries alone."""

    def print(self, console: rich.console.Console) -> None:
        """Print the table and the lines below it."""
        shown = [VersionRow(row, is_current=True) for row in self.rows]
        rows: list[Row] = [
            (_place(version), _label(version.row), _cells(version))
            for version in (shown if self.versions is None else self.versions)
        ]
        table = narrow_table(
            ("", "entry"),
            _HEADS,
            rows,
            width=console.width,
            title=self.name,
            last_to_go=_LAST_TO_GO,
            titled=str,
        )
        console.print(table, soft_wrap=False)
        for line in self.lines():
            console.print(line, soft_wrap=True, highlight=False, markup=False)

    def lines(self) -> list[str]:
        """Return the lines below the table: state of the season, head of its log, meaning of marks."""
        lines = [f"season {self.status}; {self.counted} matches count; head {self.head}"]
        if any(row.place is None for row in self.rows):
            lines.append(
                f"{_UNRANKED}: fewer than {self.first_matches} matches of the current version, or"
                " takes part no longer"
            )
        if any(not version.is_current for version in self.versions or ()):
            lines.append("replaced: an earlier version, with the Elo that the log records for it")
        if any(row.remote for row in self.rows):
            lines.append("remote: runs elsewhere, on hardware that nobody here can check")
        if self.one_process:
            lines.append("one process of an entry plays all its matches: it may remember them")
        return lines

    def as_json(self) -> dict[str, object]:
        """Return the table as a JSON object."""
        return {
            "name": self.name,
            "status": self.status,
            "head": self.head,
            "matches": self.counted,
            "first_matches": self.first_matches,
            "standings": [row.as_json() for row in self.rows],
        } | (
            {}
            if self.versions is None
            else {"versions": [version.as_json() for version in self.versions]}
        )


def season_standings(
    folder: DataFolder, *, hosted: bool = False, versions: bool = False
) -> SeasonStandings:
    """Return the table of the season in a data folder.

    Args:
        folder: The data folder.
        hosted: Whether only entries of this machine are shown, rated without matches with others.
        versions: Whether each version of an entry has a row.

    Raises:
        FolderError: No season has begun there.
    """
    state, head = read_season(folder)
    season = state.spec.season
    assert season is not None
    return SeasonStandings(
        name=state.spec.name,
        status=state.status.value if state.paused is None else f"{state.status.value}, paused",
        head=head,
        counted=sum(match.status is MatchStatus.RATED for match in state.matches),
        rows=season_table(state, hosted=hosted),
        first_matches=season.first_matches,
        one_process=not state.spec.per_match,
        versions=version_rows(state, hosted=hosted) if versions else None,
    )


def _label(row: SeasonRow) -> str:
    return row.entry if row.version == 1 else f"{row.entry}@{row.version}"


def _place(version: VersionRow) -> str:
    if not version.is_current:
        return ""
    return _UNRANKED if version.row.place is None else str(version.row.place)


def _cells(version: VersionRow) -> list[str]:
    row = version.row
    state = row.status if not row.remote else f"{row.status}, remote"
    return [
        f"{row.elo:+.0f}" if row.matches else "",
        f"{row.deviation:.0f}" if row.matches and version.is_current else "",
        str(row.matches),
        f"{row.points:.1f}",
        str(row.wins),
        str(row.draws),
        str(row.losses),
        str(row.strikes),
        str(row.forfeits),
        "" if state == "active" else state,
    ]
