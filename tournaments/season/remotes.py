"""Remote entries of a running season: who they are, who is here, and which seats they play.

It takes the keys that may attend and the seats of remote entries, and answers which entries are here,
which version they declare, and how many matches they may begin now. What follows from that is
decided by `remote_entries`.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from collections.abc import Callable, Iterable, Mapping

from tournaments.bots.remote import (
    AttendanceCalls,
    AttendanceChange,
    AttendanceKind,
    AttendeeKey,
    RemoteSeats,
)
from tournaments.season.attendance import Attendance
from tournaments.season.presence import Presence, PresenceTerms
from tournaments.spec.season import RemoteSpec

__all__ = ["Declared", "Remotes", "presence_terms"]

GOODBYE_S = 5.0
"""Longest time that the end of a season waits for the referee to end all streams, in seconds."""


@dataclasses.dataclass(frozen=True, slots=True)
class Declared:
    """What a remote entry's program declared when it connected: its key, version and language."""

    entry: str
    """Name of the entry."""
    key_sha256: str
    """SHA-256 of the key with which it connected, 64 hexadecimal digits; one of those given to `Remotes.set_keys`."""
    version: str
    """What its author calls the program, at most 100 characters; another text is another version."""
    language: str
    """The program's language, at most 40 characters; may be empty."""
    stream: int
    """Number of the entry's stream."""


def presence_terms(spec: RemoteSpec) -> PresenceTerms:
    """Return the terms of presence that a season's table `[remote]` gives."""
    return PresenceTerms(
        at_once=spec.at_once, per_day=spec.per_day, longest_ping_ns=spec.longest_ping
    )


class Remotes:
    """Connects one run of a season to its remote entries: their keys, presence, and room for matches.

    Args:
        calls: Calls to the referee.
        terms: What the season asks of remote entries.
        now_ns: Returns the time of a clock that never goes back, in nanoseconds.
        entry_of: Returns the entry of a player's label.
        note: Called with one line on what went wrong.
    """

    def __init__(
        self,
        calls: AttendanceCalls,
        terms: PresenceTerms,
        *,
        now_ns: Callable[[], int],
        entry_of: Callable[[str], str] = str,
        note: Callable[[str], None],
    ) -> None:
        self._presence = Presence(terms)
        self._attendance = Attendance(self._presence, now_ns, lambda _: None)
        self._declared: dict[str, Declared] = {}
        self._now_ns = now_ns
        self.seats = RemoteSeats(
            calls, hear=self._hear, away=self._attendance.away, entry_of=entry_of, note=note
        )
        """Takes keys and seats."""
        # Nobody's silence counts before the referee reports.
        self._attendance.away()

    async def run(self) -> None:
        """Keep keys and seats at the referee up to date, and follow its reports on entries, until cancelled.

        Raises:
            ExceptionGroup: Holds a `RefereeCallError`: the referee refuses a call, or stays away.
        """
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.seats.run())
            tasks.create_task(self._attendance.run())

    def set_keys(self, keys: Iterable[AttendeeKey]) -> None:
        """Replace the keys with which programs may connect for remote entries."""
        self.seats.set_keys(keys)

    def dismiss(self, entry: str, text: str, *, over: bool = False) -> None:
        """End the stream of an entry soon, with a text of at most 200 characters for its author.

        Args:
            entry: Name of the entry.
            text: The text.
            over: Whether the entry has no more matches to play, so that its helper leaves in order.
        """
        self._declared.pop(entry, None)
        self.seats.dismiss(entry, text, over=over)

    async def dismiss_all(self, text: str) -> None:
        """End all streams, since no entry has more matches to play; wait until that is done.

        Give up after `GOODBYE_S`, as when the referee is away.
        """
        for entry in list(self._declared):
            self.dismiss(entry, text, over=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_S):
                await self.seats.all_dismissed()

    def declared(self) -> Mapping[str, Declared]:
        """Return the key, version and language that the program of each entry with an open stream declared, by name."""
        return self._declared

    def is_present(self, entry: str) -> bool:
        """Return whether an entry is present: connected without a break for long enough, and not silent too long."""
        return self._presence.is_present(entry)

    def has_left_in_order(self, entry: str) -> bool:
        """Return whether an entry had said before it left last that it takes no more matches."""
        return self._presence.has_left_in_order(entry)

    def resume(self, entry: str, *, is_present: bool, drops: int) -> None:
        """Restore what an earlier run recorded of an entry's presence; a present entry has 10 s to connect again.

        Args:
            entry: Name of the entry.
            is_present: Whether it was here.
            drops: Number of times that it had dropped out since it was last here for an hour.
        """
        self._presence.resume(entry, is_present=is_present, drops=drops, now_ns=self._now_ns())

    def ready(self) -> dict[str, int]:
        """Return how many matches each entry may begin now; entries that may begin none are left out."""
        return {ready.entry: ready.room for ready in self._presence.ready()}

    def pings(self) -> dict[str, int]:
        """Return the median ping of each entry that may begin a match now, in nanoseconds."""
        return {ready.entry: ready.ping_ns for ready in self._presence.ready()}

    def began(self, entry: str, ago_ns: int = 0) -> None:
        """Count a match that an entry begins against the entry's limits.

        Args:
            entry: Name of the entry.
            ago_ns: How long ago it began, in nanoseconds: at the start of a run, the matches of the last
                24 hours are to be counted in their order, and those that are over to be ended.
        """
        self._presence.began(entry, self._now_ns() - ago_ns)

    def ended(self, entry: str) -> None:
        """Reduce the number of matches that an entry plays now by one, since one is over."""
        self._presence.ended(entry)

    def _hear(self, is_snapshot: bool, changes: list[AttendanceChange]) -> None:
        self._attendance.hear(is_snapshot, changes)
        if is_snapshot:
            self._declared.clear()
        for change in changes:
            entry, stream = change.entry, change.stream
            if change.kind is AttendanceKind.CONNECTED:
                self._declared[entry] = Declared(
                    entry, change.key_sha256, change.version, change.language, stream
                )
            elif change.kind is AttendanceKind.DISCONNECTED:
                known = self._declared.get(entry)
                if known is not None and known.stream == stream:
                    del self._declared[entry]
