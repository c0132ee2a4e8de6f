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
from tournaments.tables.forfeits import has_forfeit

__all__ = ["SeasonStandings", "season_standings"]

_HEADS = ["Elo", "±", "matches", "points", "won", "drawn", "lost", "strikes", "forfeits", "state"]
_HEADS_WITHOUT = ["Elo without", "± without", "matches without"]
_LAST_TO_GO = ("Elo", "±", "Elo without", "± without", "matches", "state", "points")
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
    without_forfeits: Sequence[SeasonRow] | None = None
    """Rows from the matches in which nobody forfeited; None if these are not asked for."""
    num_forfeits: int = 0
    """Number of matches that count and in which somebody forfeited."""

    def print(self, console: rich.console.Console) -> None:
        """Print the table and the lines below it."""
        shown = [VersionRow(row, is_current=True) for row in self.rows]
        rows: list[Row] = [
            (_place(version), _label(version.row), _cells(version) + self._cells_without(version))
            for version in (shown if self.versions is None else self.versions)
        ]
        table = narrow_table(
            ("", "entry"),
            _HEADS if self.without_forfeits is None else _HEADS + _HEADS_WITHOUT,
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
        if self.without_forfeits is not None:
            kept = self.counted - self.num_forfeits
            lines.append(f"without: {kept} of {self.counted} matches, those without a forfeit")
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
        return (
            {
                "name": self.name,
                "status": self.status,
                "head": self.head,
                "matches": self.counted,
                "first_matches": self.first_matches,
                "standings": [row.as_json() for row in self.rows],
            }
            | (
                {}
                if self.versions is None
                else {"versions": [version.as_json() for version in self.versions]}
            )
            | self._json_without()
        )

    def _cells_without(self, version: VersionRow) -> list[str]:
        """Return the cells from matches without a forfeit; empty cells for a version that was replaced."""
        if self.without_forfeits is None:
            return []
        own = [row for row in self.without_forfeits if row.entry == version.row.entry]
        if not version.is_current or not own:
            return [""] * len(_HEADS_WITHOUT)
        elo, deviation, matches, *_ = _cells(VersionRow(own[0], is_current=True))
        return [elo, deviation, matches]

    def _json_without(self) -> dict[str, object]:
        if self.without_forfeits is None:
            return {}
        rows = [row.as_json() for row in self.without_forfeits]
        kept = self.counted - self.num_forfeits
        told = {"matches": kept, "left_out": self.num_forfeits, "standings": rows}
        return {"without_forfeits": told}


def season_standings(
    folder: DataFolder,
    *,
    hosted: bool = False,
    versions: bool = False,
    without_forfeits: bool = False,
) -> SeasonStandings:
    """Return the table of the season in a data folder.

    Args:
        folder: The data folder.
        hosted: Whether only entries of this machine are shown, rated without matches with others.
        versions: Whether each version of an entry has a row.
        without_forfeits: Whether Elo is shown without the matches in which somebody forfeited, too.

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
        without_forfeits=(
            season_table(state, hosted=hosted, without_forfeits=True) if without_forfeits else None
        ),
        num_forfeits=sum(
            match.counts and match.end is not None and has_forfeit(match.end)
            for match in state.matches
        ),
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
