"""The ladder of a season as pages show it: a row an entry, with its state, its last results and its rating."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tournaments.reports.page.charts import Bar, Scale
from tournaments.reports.page.lines import Form
from tournaments.reports.page.results import points_text
from tournaments.reports.season.followed import FollowedSeason
from tournaments.reports.wording import signed
from tournaments.season.records import EntryStatus, SeasonEntry
from tournaments.season.table import SeasonRow
from tournaments.spec.outcomes import label_of

__all__ = ["LadderRow", "form_of", "ladder_rows"]

_FORM = 5
"""Number of last matches of the current version that a row shows."""
_Z95 = 1.959964
"""Half the width of the 95% interval of a normal distribution, in standard deviations."""
_BAR_PX = 180.0
_OUT = (EntryStatus.WITHDRAWN.value, EntryStatus.EXPELLED.value)
_WIDEST = 800.0
"""Elo from the mean at which drawn intervals are cut, so that one newcomer does not squeeze all others."""


@dataclasses.dataclass(frozen=True, slots=True)
class LadderRow:
    """One entry of a season's ladder: place, state, last results and rating."""

    place: int | None
    """Place, from 1; None for an entry that is not ranked."""
    entry: str
    """Name of the entry."""
    author: str | None
    """Name of its author; None for entries of the season's file."""
    version: int
    """Number of the version that plays."""
    state: str
    """State of the entry: active, benched, withdrawn or expelled."""
    reason: str
    """Why it has that state; empty for an active entry."""
    until: str | None
    """Of a benched entry: time of the next check, UTC, ISO 8601; None where the organizer decides."""
    is_remote: bool
    """Whether its program runs elsewhere."""
    is_present: bool
    """Whether a remote entry is here."""
    elo: str
    """Rating as text; empty while the entry is unranked."""
    interval: str
    """95% interval of the rating as text; empty while the entry is unranked."""
    bar: Bar | None
    """Drawing of the interval; None while the entry is unranked."""
    matches: int
    """Number of the version's matches that count."""
    points: str
    """Points of the version as text: rivals behind plus half the rivals level."""
    record: str
    """Matches won, drawn and lost, with en dashes between."""
    forfeits: int
    """Number of matches forfeited."""
    form: tuple[Form, ...]
    """Results of the version's last matches, at most five, oldest first."""

    @property
    def label(self) -> str:
        """Name of the version in lists of results."""
        return label_of(self.entry, self.version)

    def as_json(self) -> dict[str, object]:
        """Return the row as a JSON object."""
        values = dataclasses.asdict(self)
        return {name: values[name] for name in values if name not in ("bar", "form")} | {
            "form": "".join(each.text for each in self.form) if self.form else ""
        }


def ladder_rows(
    followed: FollowedSeason, table: Sequence[SeasonRow], *, only: str | None = None
) -> list[LadderRow]:
    """Return the rows of the ladder in the order of a table, with the present states of entries.

    Ranked entries come first, then newcomers, then entries that take part no longer. Entries that
    came after the table was computed are newcomers.

    Args:
        followed: The season.
        table: Its table, which may be that of a little earlier.
        only: Name of the only entry whose row is returned; None for all.
    """
    entries = followed.state.entries
    ranked = [row for row in table if row.place is not None]
    ends = [end for row in ranked for end in _interval(row)]
    scale = Scale([min(max(end, -_WIDEST), _WIDEST) for end in ends], 0.0, _BAR_PX)
    known = {row.entry: row for row in table if row.entry in entries}
    names = [*known, *(name for name in entries if name not in known)]
    rows = [
        _row(followed, entries[name], known.get(name), scale)
        for name in names
        if only in (None, name)
    ]
    return sorted(rows, key=lambda row: (row.place is None) + (row.state in _OUT))


def form_of(followed: FollowedSeason, entry: str) -> tuple[Form, ...]:
    """Return the results of an entry's last matches with its current version, oldest first."""
    found = []
    for match in followed.last_matches(entry, _FORM):
        assert match.end is not None, "it counts"
        placements = [seat.placement for seat in match.end.seats]
        own = placements[match.names.index(entry)]
        kind = "lost"
        if own == 1:
            kind = "won" if placements.count(1) == 1 else "drawn"
        text = {"won": "W", "drawn": "D", "lost": "L"}[kind] if len(placements) == 2 else str(own)
        found.append(Form(text, kind))
    return tuple(found)


def _row(
    followed: FollowedSeason, entry: SeasonEntry, row: SeasonRow | None, scale: Scale
) -> LadderRow:
    # A version that came after the table was computed has no matches in it.
    is_old = row is None or row.version != entry.current.number
    takes_part = entry.status in (EntryStatus.ACTIVE, EntryStatus.BENCHED)
    elo = interval = ""
    bar = None
    if row is not None and row.place is not None and not is_old and takes_part:
        low, high = _interval(row)
        elo, interval = signed(row.elo), f"{signed(low)} to {signed(high)}"
        bar = scale.bar(_cut(row.elo), _cut(low), _cut(high))
    counted = SeasonRow(None, entry.name, None, 0, "", False, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    if row is not None and not is_old:
        counted = row
    return LadderRow(
        place=row.place if row is not None and bar is not None else None,
        entry=entry.name,
        author=entry.author,
        version=entry.current.number,
        state=entry.status.value,
        reason=entry.reason,
        until=entry.until if entry.status is EntryStatus.BENCHED else None,
        is_remote=entry.is_remote,
        is_present=entry.is_present,
        elo=elo,
        interval=interval,
        bar=bar,
        matches=counted.matches,
        points=points_text(counted.points),
        record=f"{counted.wins}\N{EN DASH}{counted.draws}\N{EN DASH}{counted.losses}",
        forfeits=counted.forfeits,
        form=form_of(followed, entry.name),
    )


def _interval(row: SeasonRow) -> tuple[float, float]:
    return row.elo - _Z95 * row.deviation, row.elo + _Z95 * row.deviation


def _cut(elo: float) -> float:
    return min(max(elo, -_WIDEST), _WIDEST)
