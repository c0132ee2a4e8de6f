"""Remote entries of a running season: who they are, who is here, and which seats they play.

One object for the runner of a season: it takes the keys that may attend and the seats of remote
entries, and answers which entries may begin how many matches now. It reports who comes, who leaves,
and which version an entry declares; what follows from that is up to the caller.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable

from tournaments.bots.remote import (
    AttendanceCalls,
    AttendanceChange,
    AttendanceKind,
    RemoteSeats,
)
from tournaments.season.attendance import Attendance
from tournaments.season.presence import Presence, PresenceEvent, PresenceTerms
from tournaments.spec.season import RemoteSpec

__all__ = ["Declared", "Remotes", "presence_terms"]


@dataclasses.dataclass(frozen=True, slots=True)
class Declared:
    """What an entry's helper has said when it connected."""

    entry: str
    """Name of the entry."""
    key_sha256: str
    """SHA-256 of the key that it has shown, 64 hexadecimal digits; one of those that were named."""
    version: str
    """What its author calls the program, at most 100 characters; another text is another version."""
    language: str
    """The program's language, at most 40 characters; may be empty."""


def presence_terms(spec: RemoteSpec) -> PresenceTerms:
    """Return the terms of presence that a season's table `[remote]` gives."""
    return PresenceTerms(
        at_once=spec.at_once, per_day=spec.per_day, longest_ping_ns=spec.longest_ping
    )


class Remotes:
    """Remote entries of one run of a season.

    Args:
        calls: Calls to the referee.
        terms: What the season asks of remote entries.
        now_ns: Returns the time of a clock that never goes back, in nanoseconds.
        moved: Called with the entries that have come or left, in order; never with an empty list.
        declared: Called whenever an entry connects.
        entry_of: Returns the entry of a player's label.
        note: Called with one line on what went wrong.
    """

    def __init__(
        self,
        calls: AttendanceCalls,
        terms: PresenceTerms,
        *,
        now_ns: Callable[[], int],
        moved: Callable[[list[PresenceEvent]], None],
        declared: Callable[[Declared], None],
        entry_of: Callable[[str], str] = str,
        note: Callable[[str], None],
    ) -> None:
        self._presence = Presence(terms)
        self._attendance = Attendance(self._presence, now_ns, moved)
        self._declared = declared
        self._now_ns = now_ns
        self.seats = RemoteSeats(
            calls, hear=self._hear, away=self._attendance.away, entry_of=entry_of, note=note
        )
        """Takes keys and seats."""

    async def run(self) -> None:
        """Keep in touch with the referee, until cancelled.

        Raises:
            ExceptionGroup: Holds a `RefereeCallError`: the referee refuses a call, or stays away.
        """
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.seats.run())
            tasks.create_task(self._attendance.run())

    def ready(self) -> dict[str, int]:
        """Return how many matches each entry may begin now; entries that may begin none are left out."""
        return {ready.entry: ready.room for ready in self._presence.ready()}

    def pings(self) -> dict[str, int]:
        """Return the median ping of each entry that may begin a match now, in nanoseconds."""
        return {ready.entry: ready.ping_ns for ready in self._presence.ready()}

    def began(self, entry: str, ago_ns: int = 0) -> None:
        """Count a match that an entry begins.

        Args:
            entry: Name of the entry.
            ago_ns: How long ago it began, in nanoseconds: at the start of a run, the matches of the last
                24 hours are to be counted in their order, and those that are over to be ended.
        """
        self._presence.began(entry, self._now_ns() - ago_ns)

    def ended(self, entry: str) -> None:
        """Count that a match of an entry is over."""
        self._presence.ended(entry)

    def _hear(self, is_snapshot: bool, changes: list[AttendanceChange]) -> None:
        self._attendance.hear(is_snapshot, changes)
        for change in changes:
            if change.kind is AttendanceKind.CONNECTED:
                self._declared(
                    Declared(change.entry, change.key_sha256, change.version, change.language)
                )
