"""Serves one WatchAttendance stream: the entries that are connected, then each change."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

from gamereferee.v1 import attend_service_pb2, error_pb2
from referee.server.attendance.attendance import Attendance
from referee.server.process.status import CallError

__all__ = ["AttendanceWatch", "WatchStream"]

MOST_QUEUED = 10_000
"""Number of changes that may wait for an organizer that does not read."""
BATCH = 256
"""Highest number of changes in a message after the first."""

_Change = attend_service_pb2.AttendanceChange
_Response = attend_service_pb2.WatchAttendanceResponse


class WatchStream(Protocol):
    """The gRPC call of an organizer's WatchAttendance stream: writes messages to the organizer."""

    async def write(self, message: _Response, /) -> None:
        """Hand a message to the transport."""


class AttendanceWatch:
    """Sends one organizer the list of connected entries, then each change of it.

    Args:
        stream: The organizer's gRPC stream.
        attendance: All connected entries.
    """

    def __init__(self, stream: WatchStream, attendance: Attendance) -> None:
        self._stream = stream
        self._attendance = attendance
        self._out: deque[_Change] = deque()
        self._wake = asyncio.Event()

    async def run(self) -> None:
        """Send the connected entries, then each change, until the call is cancelled.

        Raises:
            CallError: The organizer does not read.
        """
        present = self._attendance.watch(self._take)
        try:
            await self._stream.write(_Response(snapshot=True, changes=present))
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._out:
                    if len(self._out) > MOST_QUEUED:
                        text = f"{MOST_QUEUED} changes wait: watch again"
                        raise CallError(error_pb2.ERROR_REASON_NOT_READING, text)
                    count = min(BATCH, len(self._out))
                    changes = [self._out.popleft() for _ in range(count)]
                    await self._stream.write(_Response(changes=changes))
        finally:
            self._attendance.unwatch(self._take)

    def _take(self, change: _Change) -> None:
        # One more than the bound stays, so that the writer sees that changes are missing.
        if len(self._out) <= MOST_QUEUED:
            self._out.append(change)
        self._wake.set()
