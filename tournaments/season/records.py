"""Entries and matches of a season as its log makes them."""

from __future__ import annotations

import dataclasses
import enum
import hashlib

from tournaments.season.bodies import Prior
from tournaments.spec.outcomes import ForfeitCause, MatchEnd, label_of

__all__ = [
    "ATTEMPTS",
    "CHANGES_FROM",
    "FAULTS",
    "NEXT_STATUS",
    "EntryStatus",
    "MatchStatus",
    "SeasonEntry",
    "SeasonMatch",
    "UNCHANGED",
    "SeasonStatus",
    "Pending",
    "Version",
    "block_of",
    "declared_digest",
    "is_rated",
]

ATTEMPTS = 3
"""Number of attempts at a match; if all are void, it is left without a result."""
UNCHANGED = "unchanged"
"""Stage in which bytes of the current version are refused: they make no new one."""
FAULTS = frozenset(
    {ForfeitCause.TIME, ForfeitCause.MALFORMED, ForfeitCause.GONE, ForfeitCause.ABSENT}
)
"""Causes of forfeits that are faults of an entry; resigning is none."""


class SeasonStatus(enum.Enum):
    """State of a season: announced, open, frozen (takes no submissions), in its stages, or closed."""

    ANNOUNCED = "announced"
    """Takes submissions; no match begins before it opens."""
    OPEN = "open"
    """Plays, and takes submissions."""
    FROZEN = "frozen"
    """Plays, and takes no submissions."""
    STAGES = "stages"
    """No match begins any more; started ones end."""
    CLOSED = "closed"
    """Over."""

    @property
    def plays(self) -> bool:
        """Whether matches begin, unless the season is paused."""
        return self in (SeasonStatus.OPEN, SeasonStatus.FROZEN)


class EntryStatus(enum.Enum):
    """State of an entry: active, benched, withdrawn or expelled."""

    ACTIVE = "active"
    BENCHED = "benched"
    WITHDRAWN = "withdrawn"
    EXPELLED = "expelled"


class MatchStatus(enum.Enum):
    """State of a season's match: being played, to be played again, or how its result counts."""

    PLAYING = "playing"
    AGAIN = "again"
    """Its last attempt was void, and it will be started again."""
    RATED = "rated"
    UNRATED = "unrated"
    """It has a result that does not count: an entry of this machine never read its token."""
    ANNULLED = "annulled"
    SPOILED = "spoiled"
    """It is left without a result."""

    @property
    def is_open(self) -> bool:
        """Whether the match may still get a result."""
        return self in (MatchStatus.PLAYING, MatchStatus.AGAIN)


@dataclasses.dataclass(frozen=True, slots=True)
class Version:
    """One version of an entry: its number, digests of its program, and the strength it begins with."""

    number: int
    """Number of the version, from 1."""
    run: str
    """SHA-256 of the files that are run."""
    submitted: str | None
    """SHA-256 of what was handed in; None if nothing was."""
    prior: Prior | None
    """Strength with which the version begins; None for the first one."""
    event: int
    """Number of the event that admitted it."""
    declared: str | None = None
    """What its author calls a version whose program runs elsewhere; None for one of this machine."""

    @property
    def is_remote(self) -> bool:
        """Whether its program runs elsewhere."""
        return self.declared is not None


@dataclasses.dataclass(slots=True)
class SeasonEntry:
    """An entry of a season: its versions, state, faults and presence, as the log has them."""

    name: str
    author: str | None
    """Name of the author; None for entries of the season's file."""
    stays: bool
    """Whether the entry is of the season's file, and never leaves."""
    status: EntryStatus = EntryStatus.ACTIVE
    versions: list[Version] = dataclasses.field(default_factory=list)
    faults: int = 0
    """Number of faults in a row of the current version."""
    benches: int = 0
    """Number of times that the runner has benched the current version."""
    until: str | None = None
    """Time of the next check of a benched entry, UTC, ISO 8601; None where there is none."""
    reason: str = ""
    """Why the entry has its status, for people; empty for an active one."""
    is_present: bool = False
    """Whether a remote entry is here."""
    came_at: str = ""
    """Time at which it came last, UTC, ISO 8601; empty if it never did."""
    drops: int = 0
    """Number of times that it has dropped out since it was last here for long."""
    started: int = 0
    """Number of matches that the current version has begun."""
    playing: int = 0
    """Number of matches that the entry plays now."""

    @property
    def current(self) -> Version:
        """The current version of the entry: the one that was admitted last."""
        return self.versions[-1]

    @property
    def is_remote(self) -> bool:
        """Whether the program of the current version runs elsewhere."""
        return self.current.is_remote

    @property
    def label(self) -> str:
        """Name of the current version in tables."""
        return label_of(self.name, self.current.number)

    @property
    def may_play(self) -> bool:
        """Whether the entry may be picked; how many matches a remote entry takes now is not looked at."""
        return self.status is EntryStatus.ACTIVE and (self.is_present or not self.is_remote)


@dataclasses.dataclass(slots=True)
class SeasonMatch:
    """A match of a season: entries by seat, attempt, state and result, as the log has them."""

    number: int
    kind: str
    """`local` or `remote`."""
    entries: tuple[tuple[str, int], ...]
    """Name and version in each seat, of the last attempt."""
    attempt: int
    """Number of the last attempt, from 1."""
    key: str
    """Key of the match: the hash of its inputs, of the last attempt."""
    event: int
    """Number of the event with which the last attempt began."""
    at: str
    """Time at which the last attempt began, UTC, ISO 8601."""
    status: MatchStatus = MatchStatus.PLAYING
    match_id: str = ""
    """Id at the referee; empty before the match has ended."""
    end: MatchEnd | None = None
    """How it ended; None without a result."""
    ended: int = 0
    """Number of the event with the result; 0 without one."""
    ended_at: str = ""
    """Time of that event, UTC, ISO 8601."""

    @property
    def counts(self) -> bool:
        """Whether the match has a result that counts."""
        return self.status is MatchStatus.RATED

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the entries, in seat order."""
        return tuple(name for name, _ in self.entries)

    @property
    def versions(self) -> tuple[int, ...]:
        """Version in each seat."""
        return tuple(version for _, version in self.entries)


@dataclasses.dataclass(frozen=True, slots=True)
class Pending:
    """A program that was handed in and has not been checked yet."""

    request: str
    """Id of the request, 32 hexadecimal digits."""
    entry: str
    author: str
    door: str
    """How it came: `http`, `command`, `inbox` or `attend`."""
    sent: str
    """Time at which it was received, UTC, ISO 8601."""
    event: int
    """Number of the event that records it."""
    declared: str | None = None
    """What the author calls a version whose program runs elsewhere; None for one of this machine."""


def declared_digest(declared: str) -> str:
    """Return the SHA-256 by which a log knows a version whose program runs elsewhere.

    Nobody here sees that program, so the digest is that of the version's name alone.

    Args:
        declared: What the author calls the version.
    """
    return hashlib.sha256(f"remote {declared}".encode()).hexdigest()


def block_of(number: int, names: tuple[str, ...]) -> str:
    """Return the key of a match's block: each match of a season is a block."""
    return f"{number}:{':'.join(sorted(names))}"


def is_rated(end: MatchEnd, remote: tuple[bool, ...]) -> bool:
    """Return whether a result counts: not if an entry of this machine never read its token.

    Such an entry could not know its opponents, so nobody scores.

    Args:
        end: How the match ended.
        remote: For each seat, whether its program ran elsewhere.
    """
    absent = (seat.forfeit is ForfeitCause.ABSENT for seat in end.seats)
    return not any(gone and not away for gone, away in zip(absent, remote, strict=True))


NEXT_STATUS = {
    SeasonStatus.ANNOUNCED: (SeasonStatus.OPEN,),
    SeasonStatus.OPEN: (SeasonStatus.FROZEN,),
    SeasonStatus.FROZEN: (SeasonStatus.STAGES,),
    SeasonStatus.STAGES: (SeasonStatus.CLOSED,),
    SeasonStatus.CLOSED: (),
}
"""States that may follow each state of a season."""
CHANGES_FROM = {
    "benched": (EntryStatus.ACTIVE,),
    "reinstated": (EntryStatus.BENCHED,),
    "withdrawn": (EntryStatus.ACTIVE, EntryStatus.BENCHED),
    "expelled": (EntryStatus.ACTIVE, EntryStatus.BENCHED, EntryStatus.WITHDRAWN),
}
"""States of an entry in which each event may happen."""
