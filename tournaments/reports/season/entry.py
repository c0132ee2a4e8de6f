"""What the page of a season's entry shows: versions with their results, opponents, faults and benches, presence."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tournaments.reports.page.overview import ResultLine
from tournaments.reports.page.results import points_text
from tournaments.reports.season.followed import FollowedSeason, News
from tournaments.reports.season.ladder import LadderRow, ladder_rows
from tournaments.reports.season.overview import result_json, result_line
from tournaments.season.records import FAULTS, SeasonMatch
from tournaments.season.table import SeasonRow
from tournaments.spec.outcomes import ForfeitCause, SeatResult
from tournaments.spec.titles import Titles

__all__ = ["EntryFacts", "EntryVersion", "Presence", "Rival", "entry_facts"]

_LISTED = 15
"""Number of last matches, and of last events."""


@dataclasses.dataclass(frozen=True, slots=True)
class EntryVersion:
    """A version of an entry: when it was admitted, the digest of its program, and its results."""

    number: int
    """Number of the version, from 1."""
    at: str
    """Time of its admission, UTC, ISO 8601."""
    run: str
    """SHA-256 of the files that are run."""
    declared: str | None
    """What its author calls a version that runs elsewhere; None for one of this machine."""
    is_current: bool
    """Whether it is the version that plays."""
    matches: int
    """Number of its matches that count."""
    points: str
    """Points as text: rivals behind plus half the rivals level."""
    record: str
    """Matches won, drawn and lost, with en dashes between."""
    faults: int
    """Number of its faults: forfeits by time, malformed messages, death or absence."""


@dataclasses.dataclass(frozen=True, slots=True)
class Rival:
    """Results of an entry's current version against one rival, whatever the rival's version."""

    name: str
    """Name of the rival."""
    won: int
    """Number of matches placed ahead of it."""
    drawn: int
    """Number of matches level with it."""
    lost: int
    """Number of matches placed behind it."""

    @property
    def matches(self) -> int:
        """Number of matches with the rival."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """Points against the rival: 1 for each match placed ahead, 1/2 for each placed level."""
        return self.won + self.drawn / 2


@dataclasses.dataclass(frozen=True, slots=True)
class Presence:
    """Whether a remote entry is connected and may be paired, and since when."""

    is_here: bool
    """Whether it is here."""
    since: str
    """Time since when, UTC, ISO 8601; empty if it was never here."""


@dataclasses.dataclass(frozen=True, slots=True)
class EntryFacts:
    """What the page of a season's entry shows, as it was at one moment."""

    season: str
    """Name of the season."""
    game: str
    """Id of the season's game."""
    row: LadderRow
    """Row of the ladder."""
    num_ranked: int
    """Number of ranked entries."""
    first_matches: int
    """Number of matches of a version below which it is unranked."""
    versions: tuple[EntryVersion, ...]
    """Versions, the newest first."""
    rivals: tuple[Rival, ...]
    """Rivals of the current version, the hardest first."""
    strikes: int
    """Number of deadlines missed by the current version."""
    forfeits: tuple[tuple[str, int], ...]
    """Causes of forfeits of the current version, in words, each with its number."""
    faults_in_row: int
    """Number of faults in a row of the current version."""
    faults_to_bench: int
    """Number of faults in a row that bench an entry; 0 if none do."""
    presence: Presence | None
    """Whether it is here; None for an entry of the organizer's machine."""
    history: tuple[News, ...]
    """What has happened to it, the newest first."""
    latest: tuple[ResultLine, ...]
    """Its last matches, the newest first."""
    num_matches: int
    """Number of matches that it has begun, with all versions."""
    titles: Titles = dataclasses.field(compare=False)
    """Maps names of entries to the titles that people read."""

    def as_json(self) -> dict[str, object]:
        """Return the entry as a JSON object."""
        return {
            **self.row.as_json(),
            "first_matches": self.first_matches,
            "versions": [dataclasses.asdict(each) for each in self.versions],
            "rivals": [dataclasses.asdict(each) for each in self.rivals],
            "strikes": self.strikes,
            "forfeits_by_cause": dict(self.forfeits),
            "faults_in_row": self.faults_in_row,
            "presence": self.presence and dataclasses.asdict(self.presence),
            "history": [each.as_json() for each in self.history],
            "latest": [result_json(line) for line in self.latest],
            "num_matches": self.num_matches,
        }


def entry_facts(followed: FollowedSeason, table: Sequence[SeasonRow], name: str) -> EntryFacts:
    """Return what the page of an entry shows; call it with `followed.mutex` held.

    Args:
        followed: The season.
        table: Its table, which may be that of a little earlier.
        name: Name of the entry, which must exist.
    """
    state = followed.state
    season = state.spec.season
    assert season is not None, "it is a season"
    entry = state.entries[name]
    matches = followed.matches_of(name)
    rows = ladder_rows(followed, table, only=name)
    results = [
        (dict(match.entries)[name], match, match.names.index(name))
        for match in matches
        if match.counts
    ]
    now = [(match, seat) for version, match, seat in results if version == entry.current.number]
    own = [_seats(match)[seat] for match, seat in now]
    forfeits = [seat.forfeit for seat in own if seat.forfeit is not None]
    return EntryFacts(
        season=state.spec.name,
        game=state.spec.game,
        row=rows[0],
        num_ranked=sum(row.place is not None for row in table),
        first_matches=season.first_matches,
        versions=tuple(
            _version(
                followed,
                name,
                version.number,
                [(match, seat) for of, match, seat in results if of == version.number],
            )
            for version in reversed(entry.versions)
        ),
        rivals=tuple(_rivals(now)),
        strikes=sum(seat.strikes for seat in own),
        forfeits=tuple(
            (cause.text, forfeits.count(cause)) for cause in ForfeitCause if cause in forfeits
        ),
        faults_in_row=entry.faults,
        faults_to_bench=season.faults,
        presence=_presence(followed, name) if entry.is_remote else None,
        history=tuple(followed.histories.get(name, [])[: -_LISTED - 1 : -1]),
        latest=tuple(result_line(match) for match in matches[: -_LISTED - 1 : -1]),
        num_matches=len(matches),
        titles=Titles(state.spec),
    )


def _seats(match: SeasonMatch) -> Sequence[SeatResult]:
    assert match.end is not None, "it counts"
    return match.end.seats


def _version(
    followed: FollowedSeason, name: str, number: int, played: list[tuple[SeasonMatch, int]]
) -> EntryVersion:
    entry = followed.state.entries[name]
    won = drawn = lost = faults = 0
    points = 0.0
    for match, own in played:
        seats = _seats(match)
        placements = [seat.placement for seat in seats]
        level = placements.count(placements[own]) - 1
        won += placements[own] == 1 and not level
        drawn += placements[own] == 1 and level > 0
        lost += placements[own] > 1
        points += sum(each > placements[own] for each in placements) + level / 2
        faults += seats[own].forfeit in FAULTS
    return EntryVersion(
        number=number,
        at=followed.admitted_at.get((name, number), ""),
        run=entry.versions[number - 1].run,
        declared=entry.versions[number - 1].declared,
        is_current=number == entry.current.number,
        matches=len(played),
        points=points_text(points),
        record=f"{won}\N{EN DASH}{drawn}\N{EN DASH}{lost}",
        faults=faults,
    )


def _rivals(played: list[tuple[SeasonMatch, int]]) -> list[Rival]:
    counts: dict[str, list[int]] = {}
    for match, own in played:
        seats = _seats(match)
        for seat, other in enumerate(match.names):
            if seat != own:
                ahead = seats[seat].placement - seats[own].placement
                won_drawn_lost = counts.setdefault(other, [0, 0, 0])
                won_drawn_lost[0 if ahead > 0 else 1 if ahead == 0 else 2] += 1
    rivals = [Rival(name, *each) for name, each in counts.items()]
    return sorted(rivals, key=lambda rival: (rival.points / rival.matches, rival.name))


def _presence(followed: FollowedSeason, name: str) -> Presence:
    last = followed.presence.get(name)
    return Presence(followed.state.entries[name].is_present, "" if last is None else last.at)
