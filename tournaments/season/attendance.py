"""Feeds what a referee reports of remote entries to their presence, with the times of arrival.

A run of a season has one `Attendance`. If the run's process stood still for seconds, as when the
machine slept, signs of life have waited unread: that time is not counted as silence of any entry.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tournaments.bots.remote import AttendanceChange, AttendanceKind
from tournaments.season.presence import Presence, PresenceEvent

__all__ = ["Attendance"]

TICK_S = 1.0
"""Time between two looks at whether somebody has left, in seconds."""
STALL_NS = 3_000_000_000
"""Time without such a look from which on this process counts as having stood still, in nanoseconds."""


class Attendance:
    """Passes a referee's reports on remote entries to `presence`, and reports which entries have come or left.

    Args:
        presence: Decides who is present.
        now_ns: Returns the time of a clock that never goes back, in nanoseconds.
        report: Called with the entries that have come or left, in order; never with an empty list.
    """

    def __init__(
        self,
        presence: Presence,
        now_ns: Callable[[], int],
        report: Callable[[list[PresenceEvent]], None],
    ) -> None:
        self.presence = presence
        """Decides which entries are present."""
        self._clock_ns = now_ns
        self._call = report
        self._looked_ns = now_ns()

    async def run(self) -> None:
        """Look once a second whether somebody has left, until cancelled."""
        while True:
            self.look()
            await asyncio.sleep(TICK_S)

    def look(self) -> None:
        """Report the entries that have left because they were silent for too long."""
        self._report(self.presence.pass_time(self._now_ns()))

    def hear(self, is_snapshot: bool, changes: list[AttendanceChange]) -> None:
        """Pass what the referee reports of remote entries to their presence.

        Args:
            is_snapshot: Whether `changes` are all streams that are open now, as after the referee
                was away.
            changes: The reports, in order.
        """
        now_ns = self._now_ns()
        if is_snapshot:
            self.presence.referee_back(now_ns)
        for change in changes:
            self._report(self._take(change, now_ns))

    def away(self) -> None:
        """Record that the referee can't be reached, so that no entry leaves by silence until it is back."""
        self._report(self.presence.referee_away(self._now_ns()))

    def _take(self, change: AttendanceChange, now_ns: int) -> list[PresenceEvent]:
        entry, stream = change.entry, change.stream
        at_once, further = change.at_once, change.further
        match change.kind:
            case AttendanceKind.CONNECTED:
                return self.presence.connected(
                    entry, stream, at_once=at_once, further=further, now_ns=now_ns
                )
            case AttendanceKind.ALIVE:
                return self.presence.alive(entry, stream, change.round_trip_ns, now_ns)
            case AttendanceKind.ROOM:
                return self.presence.announced(
                    entry, stream, at_once=at_once, further=further, now_ns=now_ns
                )
            case AttendanceKind.DISCONNECTED:
                in_order = change.in_order
                return self.presence.disconnected(entry, stream, in_order=in_order, now_ns=now_ns)

    def _now_ns(self) -> int:
        now_ns = self._clock_ns()
        if now_ns - self._looked_ns > STALL_NS:
            self.presence.skip_time(now_ns)
        self._looked_ns = now_ns
        return now_ns

    def _report(self, events: list[PresenceEvent]) -> None:
        if events:
            self._call(events)
