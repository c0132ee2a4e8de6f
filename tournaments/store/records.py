"""Records of the results database as Python values; `schema.py` has columns of the same names."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Mapping
from pathlib import Path

from tournaments.pairings.base import Pairing
from tournaments.spec.matches import MatchOrder
from tournaments.spec.outcomes import EndCause, MatchEnd, label_of

__all__ = [
    "Attempt",
    "Begun",
    "PlayRecord",
    "ProcessRecord",
    "Result",
    "StoredAttempt",
    "StoredMatch",
    "StoredTournament",
    "StoredVersion",
    "id_at_worker",
    "is_at_worker",
]

_AT_WORKER = "worker:"
"""Prefix of the placeholder for a match id that a cluster's worker has yet to get; no referee's
match id begins with it.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class StoredVersion:
    """One version of a bot's program: digests of its files, and how it is started."""

    bot: str
    """Name of the bot."""
    version: int
    """Number of the version, from 1; a new one begins when a change of the program is accepted."""
    sha256: str
    """SHA-256 of the list of the program's files, 64 hexadecimal digits."""
    covers: str
    """What the digest covers and what it does not, as text for people."""
    files: Mapping[str, str]
    """Digest of each file, or the target of a link, by path."""
    start: Mapping[str, object]
    """How the program is started, as JSON values."""

    @property
    def label(self) -> str:
        """Name of this version in tables."""
        return label_of(self.bot, self.version)

    def numbered(self, version: int) -> StoredVersion:
        """Return the same program as another version, from 1."""
        return dataclasses.replace(self, version=version)


@dataclasses.dataclass(frozen=True, slots=True)
class PlayRecord:
    """When, where and with which programs an attempt at a match was played."""

    started_at: str
    """Time at which the attempt began, UTC, ISO 8601."""
    ended_at: str | None
    """Time at which the runner learned of the attempt's end, UTC, ISO 8601; None if it has not."""
    host: str | None
    """Name of the machine that played the attempt; None if unknown."""
    referee: str | None
    """Version of the referee's package; None if this run did not start the referee."""
    python: str | None
    """Version of Python that ran the tournament; None if unknown."""
    versions: tuple[int, ...]
    """Version number of each seat's bot, in seat order; empty if not stored."""

    @property
    def duration_s(self) -> float | None:
        """Seconds from the attempt's beginning until its end became known, pauses between runs included.

        None if its end is not known, or if the clock was set back between two runs, so that the end
        lies before the beginning.
        """
        if self.ended_at is None:
            return None
        both = map(datetime.datetime.fromisoformat, (self.started_at, self.ended_at))
        started, ended = both
        seconds = (ended - started).total_seconds()
        return seconds if seconds >= 0 else None


@dataclasses.dataclass(frozen=True, slots=True)
class Begun:
    """An attempt at a match: the referee has made a match for it, and bots are about to play."""

    key: str
    """Key of the match: the hash of its inputs."""
    number: int
    """Number of the attempt at this match, from 1."""
    match_id: str
    """Id of the match at the referee."""
    players: tuple[str, ...] = ()
    """Names of the bots, in seat order."""
    play: PlayRecord | None = None
    """The programs and the machine that play the attempt; None stores nothing about them."""
    from_start: bool = False
    """Whether an attempt that was begun before is played again from its start rather than
    continued.
    """
    is_fresh: bool = False
    """Whether the attempt is certainly new, so that no row of it can exist."""
    pairing: int = 0
    """Number of the match in the schedule, from 1; 0 if it is not to be logged."""


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """Result of a match, with all that is stored of it."""

    order: MatchOrder
    """Inputs of the match, from which its key follows."""
    pairing: Pairing
    """Bots by seat, block, seed, and the match's number in the schedule."""
    end: MatchEnd
    """How the match ended: cause, placements and scores; never void."""
    match_id: str
    """Id of the match at the referee."""
    replay: str | None
    """Path of the match's replay relative to the data folder; None if another machine has the
    replay.
    """
    attempt: int | None = None
    """Number of the attempt at the match that gave this result; None stores nothing of when and
    where it ended.
    """
    ended_at: str = ""
    """Time at which the runner learned of the end, UTC, ISO 8601."""
    host: str | None = None
    """Name of the machine that played the match; None or empty if unknown."""


@dataclasses.dataclass(frozen=True, slots=True)
class StoredTournament:
    """The stored facts of a tournament: its id, its name, and its file's path and text."""

    tournament_id: str
    """Random id, 16 hexadecimal digits, that distinguishes tournaments at one referee."""
    name: str
    """Name of the tournament."""
    file: Path
    """Path of the tournament file that it was started from."""
    source: str
    """Text of the tournament file."""


@dataclasses.dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with a result: pairing, how it ended, replay, and programs; never void (annulled)."""

    pairing: Pairing
    """Bots by seat, block, seed, and the match's number in the schedule."""
    end: MatchEnd
    """How the match ended: cause, placements and scores."""
    match_id: str
    """Id of the match at the referee."""
    replay: str | None
    """Path of the match's replay relative to the data folder; None if another machine has the
    replay.
    """
    play: PlayRecord | None = dataclasses.field(default=None, compare=False)
    """When, where and by which versions the match was played; None if that was not recorded."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the program versions that played, in seat order, as tables show them."""
        players = self.pairing.players
        if self.play is None or not self.play.versions:
            return players
        return tuple(map(label_of, players, self.play.versions))


@dataclasses.dataclass(frozen=True, slots=True)
class Attempt:
    """The last attempt at a match: its number, the match's id at the referee, and whether it is void."""

    number: int
    """Number of the attempt, from 1."""
    match_id: str
    """Id of the match at the referee."""
    is_void: bool
    """Whether the attempt ended without a result, so that the match is played again."""


@dataclasses.dataclass(frozen=True, slots=True)
class StoredAttempt:
    """An attempt at a match as reports need it: id of the match, and why it is void if it is."""

    key: str
    """Key of the match: the hash of its inputs."""
    number: int
    """Number of the attempt at this match, from 1."""
    match_id: str
    """Id of the match at the referee; on a cluster a placeholder with its worker, see
    `id_at_worker`.
    """
    void_cause: EndCause | None
    """Why the attempt ended void (without a result); None if it did not, or has not ended yet."""
    void_text: str | None
    """Why the attempt ended void (without a result), as text for people; None if it did not."""

    @property
    def is_at_worker(self) -> bool:
        """Whether the attempt was played on a cluster, whose workers keep the journals themselves."""
        return is_at_worker(self.match_id)


def is_at_worker(match_id: str) -> bool:
    """Return whether a match id is the placeholder of `id_at_worker`."""
    return match_id.startswith(_AT_WORKER)


def id_at_worker(worker: str) -> str:
    """Return the placeholder for the id of a match that a worker of a cluster has yet to begin."""
    # A worker without a name is called by its address, and no match id has a slash.
    return f"{_AT_WORKER}{worker.replace('/', '_')}"


@dataclasses.dataclass(frozen=True, slots=True)
class ProcessRecord:
    """A process that a tournament has started, and how it ended."""

    program: str
    """Name of the program: of a bot, or `referee`."""
    number: int
    """Number of the process, from 1 for each program, over all runs."""
    code: int | None
    """Exit status, or the negative number of the signal that ended the process; None if no run was
    there to see the end.
    """
    cpu_s: float
    """Processor time that the process used, in seconds; 0 if unknown."""
    died: bool
    """Whether the process ended while it had a seat to play."""
