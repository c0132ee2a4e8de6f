"""What the results database holds, as values; `schema.py` has columns of the same names."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Mapping
from pathlib import Path

from tournaments.pairings.base import Pairing
from tournaments.spec.outcomes import EndCause, MatchEnd, label_of

__all__ = [
    "Attempt",
    "PlayRecord",
    "ProcessRecord",
    "StoredAttempt",
    "StoredMatch",
    "StoredTournament",
    "StoredVersion",
    "id_at_worker",
]

_AT_WORKER = "worker:"
"""No id of a referee's match begins so."""


@dataclasses.dataclass(frozen=True, slots=True)
class StoredVersion:
    """A bot as it was run."""

    bot: str
    """Its name."""
    version: int
    """From 1; counts changes that were accepted."""
    sha256: str
    """Digest of the list of its files, 64 hexadecimal digits."""
    covers: str
    """What that covers and what not, for people."""
    files: Mapping[str, str]
    """Digest of each file, or where a link leads, by its path."""
    start: Mapping[str, object]
    """How it is started, as JSON values."""

    @property
    def label(self) -> str:
        """What it is called in tables."""
        return label_of(self.bot, self.version)


@dataclasses.dataclass(frozen=True, slots=True)
class PlayRecord:
    """When, where and with which programs an attempt at a match was played."""

    started_at: str
    """UTC in the form of ISO 8601."""
    ended_at: str | None
    """When its end was heard of; None if it was not."""
    host: str | None
    """Machine that played it; None if unknown."""
    referee: str | None
    """Version of the referee's package; None if the referee was somebody else's."""
    python: str | None
    """Version of Python that ran the tournament."""
    versions: tuple[int, ...]
    """Version of each seat's bot, in seat order."""

    @property
    def duration_s(self) -> float | None:
        """Seconds from its beginning until its end was heard of, a pause of the run included.

        None if it was not heard of, or if the clock was set back between two runs, so that nobody knows.
        """
        if self.ended_at is None:
            return None
        both = map(datetime.datetime.fromisoformat, (self.started_at, self.ended_at))
        started, ended = both
        seconds = (ended - started).total_seconds()
        return seconds if seconds >= 0 else None


@dataclasses.dataclass(frozen=True, slots=True)
class StoredTournament:
    """What a data folder is of."""

    tournament_id: str
    """Random, 16 hexadecimal digits; distinguishes tournaments at one referee."""
    name: str
    """Its name."""
    file: Path
    """The file it was started from."""
    source: str
    """The text of that file."""


@dataclasses.dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with a result, which is never void."""

    pairing: Pairing
    """The pairing."""
    end: MatchEnd
    """How it ended."""
    match_id: str
    """Identifies it at the referee."""
    replay: str | None
    """Path of its replay relative to the data folder; None if another machine has it."""
    play: PlayRecord | None = dataclasses.field(default=None, compare=False)
    """When, where and by which programs it was played; None if that was not recorded."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The programs that sat there, in seat order, as tables call them."""
        players = self.pairing.players
        if self.play is None or not self.play.versions:
            return players
        return tuple(map(label_of, players, self.play.versions))


@dataclasses.dataclass(frozen=True, slots=True)
class Attempt:
    """The last attempt at a match."""

    number: int
    """Number of the attempt, from 1."""
    match_id: str
    """Id of the match at the referee."""
    is_void: bool
    """Whether the attempt ended without a result, so that the match is played again."""


@dataclasses.dataclass(frozen=True, slots=True)
class StoredAttempt:
    """An attempt at a match, for reports."""

    key: str
    """Hash of the match's inputs."""
    number: int
    """From 1 for each match."""
    match_id: str
    """The match at the referee; on a cluster its worker, see `id_at_worker`."""
    void_cause: EndCause | None
    """Why it ended void; None if it did not, or not yet."""
    void_text: str | None
    """The same for people."""

    @property
    def is_at_worker(self) -> bool:
        """Whether it was played on a cluster, whose workers keep their own journals."""
        return self.match_id.startswith(_AT_WORKER)


def id_at_worker(worker: str) -> str:
    """Return what stands for the id of a match that a worker of a cluster has yet to begin."""
    return f"{_AT_WORKER}{worker}"


@dataclasses.dataclass(frozen=True, slots=True)
class ProcessRecord:
    """A process a tournament has started."""

    program: str
    """The bot's name."""
    number: int
    """From 1 for each program, over all runs."""
    code: int | None
    """Exit status; negative: the signal; None if nobody was there to see it."""
    cpu_s: float
    """Processor seconds; 0 if unknown."""
    died: bool
    """Whether it ended while it had a seat to play."""
