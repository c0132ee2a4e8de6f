"""The table of a season: a row for each entry, from the matches of its current version alone.

It follows from the log. Strengths are fitted from all matches that count, with versions that were
replaced as opponents of the strength that the log records.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

from tournaments.ratings.joint_strengths import sum_of_rows
from tournaments.ratings.strengths import ELO
from tournaments.season.records import EntryStatus, MatchStatus, SeasonEntry
from tournaments.season.state import SeasonState
from tournaments.spec.outcomes import SeatResult

__all__ = ["SeasonRow", "season_table"]


@dataclasses.dataclass(frozen=True, slots=True)
class SeasonRow:
    """One entry of a season's table."""

    place: int | None
    """Place, from 1; None for an entry that is not ranked."""
    entry: str
    """Name of the entry."""
    author: str | None
    """Name of its author; None for entries of the season's file."""
    version: int
    """Number of the current version."""
    status: str
    """State of the entry: active, benched, withdrawn or expelled."""
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


@dataclasses.dataclass(slots=True)
class _Tally:
    matches: int = 0
    points: float = 0.0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    strikes: int = 0
    forfeits: int = 0


def season_table(state: SeasonState, *, hosted: bool = False) -> list[SeasonRow]:
    """Return the rows of the table: ranked entries by strength, then the others.

    Ranked are entries that take part, with at least `first_matches` matches of their current version.

    Args:
        state: The season.
        hosted: Whether only entries of this machine are shown, rated without matches with others.
    """
    season = state.spec.season
    assert season is not None
    entries = list(state.entries.values())
    if not entries:
        return []
    tallies = {entry.name: _Tally() for entry in entries}
    left_out = set()
    for match in state.matches:
        if match.status is not MatchStatus.RATED:
            continue
        if hosted and match.kind != "local":
            left_out.add(match.number)
            continue
        _count(match.entries, match.end.seats if match.end else (), state, tallies)
    strengths = state.picker.results.fit(state.last, without=left_out).strengths()
    mean = strengths.mean
    level = math.fsum(mean.tolist()) / len(mean)
    with_all = sum_of_rows(strengths.covariance) / len(mean)
    overall = math.fsum(with_all.tolist()) / len(mean)
    rows = []
    for index, entry in enumerate(entries):
        if hosted and entry.is_remote:
            continue
        own = float(strengths.covariance[index, index])
        variance = max(own - 2.0 * float(with_all[index]) + overall, 0.0)
        rows.append(
            SeasonRow(
                place=None,
                entry=entry.name,
                author=entry.author,
                version=entry.current.number,
                status=entry.status.value,
                remote=entry.is_remote,
                elo=ELO * (float(mean[index]) - level),
                deviation=ELO * math.sqrt(variance),
                **dataclasses.asdict(tallies[entry.name]),
            )
        )
    ranked = [
        row for row in rows if _is_ranked(state.entries[row.entry], row, season.first_matches)
    ]
    ranked.sort(key=lambda row: -row.elo)
    placed = [dataclasses.replace(row, place=place) for place, row in enumerate(ranked, 1)]
    known = {row.entry for row in ranked}
    others = [row for row in rows if row.entry not in known]
    taking_part = (EntryStatus.ACTIVE.value, EntryStatus.BENCHED.value)
    others.sort(key=lambda row: (row.status not in taking_part, -row.elo))
    return placed + others


def _is_ranked(entry: SeasonEntry, row: SeasonRow, first_matches: int) -> bool:
    takes_part = entry.status in (EntryStatus.ACTIVE, EntryStatus.BENCHED)
    return takes_part and row.matches >= first_matches


def _count(
    entries: Sequence[tuple[str, int]],
    seats: Sequence[SeatResult],
    state: SeasonState,
    tallies: dict[str, _Tally],
) -> None:
    placements = [seat.placement for seat in seats]
    for (name, version), seat in zip(entries, seats, strict=True):
        if state.entries[name].current.number != version:
            continue
        tally = tallies[name]
        level = placements.count(seat.placement) - 1
        tally.matches += 1
        tally.points += sum(each > seat.placement for each in placements) + level / 2
        tally.wins += seat.placement == 1 and not level
        tally.draws += seat.placement == 1 and level > 0
        tally.losses += seat.placement > 1
        tally.strikes += seat.strikes
        tally.forfeits += seat.forfeit is not None
