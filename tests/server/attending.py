"""The helper of an entry and its organizer, for tests that play their parts message by message."""

from __future__ import annotations

import collections
import hashlib
from typing import Any

import grpc
import pytest

from gamereferee.v1 import attend_service_pb2 as wire
from gamereferee.v1.attend_service_pb2_grpc import AttendServiceStub
from referee.server.attendance.session import AttendLimits
from tests.helpers.patience import patience
from tests.server.running import Problem, soon
from tests.server.streams import status_of_call

__all__ = [
    "ANN",
    "BOB",
    "AttendClient",
    "Organizer",
    "Watched",
    "digest",
    "key_of",
    "set_attend_limits",
]

ANN = "gr_" + "a" * 52
"""Key of the author ann."""
BOB = "gr_" + "b" * 52
"""Key of the author bob."""


def digest(key: str) -> bytes:
    """SHA-256 of a key's text."""
    return hashlib.sha256(key.encode()).digest()


def key_of(key: str, *entries: str, may_add: bool = False) -> wire.AttendeeKey:
    """A key as the organizer names it."""
    return wire.AttendeeKey(key_sha256=digest(key), entries=entries, may_add=may_add)


def set_attend_limits(monkeypatch: pytest.MonkeyPatch, **limits: float) -> None:
    """Set the bounds of Attend streams of servers that start later; others than those named are never reached."""
    patient: dict[str, Any] = {"hello_s": patience(), "sign_of_life_s": 0.05, "unanswered": 10**9}
    fresh = AttendLimits(**patient | limits)
    for module in ("referee.server.serve", "referee.server.router.router"):
        monkeypatch.setattr(f"{module}.AttendLimits", lambda: fresh)


class Watched:
    """What an organizer is sent about attendance.

    Args:
        call: The running call of WatchAttendance.
    """

    def __init__(self, call: Any) -> None:
        self._call = call
        self._come: collections.deque[wire.AttendanceChange] = collections.deque()

    async def snapshot(self) -> list[str]:
        """Entries in the first message, which is the snapshot."""
        response = await soon(self._call.read())
        assert response.snapshot
        assert all(change.kind == wire.ATTENDANCE_KIND_CONNECTED for change in response.changes)
        return [change.entry for change in response.changes]

    async def next(self, *, but_alive: bool = True) -> wire.AttendanceChange:
        """The next change; signs of life are left out unless said otherwise."""
        while True:
            while not self._come:
                response = await soon(self._call.read())
                assert not response.snapshot
                self._come.extend(response.changes)
            change = self._come.popleft()
            if not (but_alive and change.kind == wire.ATTENDANCE_KIND_ALIVE):
                return change


class Organizer:
    """An organizer's calls about attendance.

    Args:
        channel: Channel to the server.
        metadata: Metadata with the organizer key.
    """

    def __init__(self, channel: grpc.aio.Channel, metadata: Any = ()) -> None:
        self.stub: Any = AttendServiceStub(channel)
        self._metadata = metadata

    async def set_keys(self, *keys: wire.AttendeeKey) -> None:
        """Name all keys."""
        request = wire.SetAttendeesRequest(keys=keys)
        await soon(self.stub.SetAttendees(request, metadata=self._metadata))

    async def assign(self, entry: str, *tokens: str) -> list[tuple[int, str]]:
        """Assign seats; returns reason and text of those that were refused."""
        seats = [wire.AssignedSeat(entry=entry, token=token) for token in tokens]
        request = wire.AssignSeatsRequest(seats=seats)
        answer = await soon(self.stub.AssignSeats(request, metadata=self._metadata))
        return [(seat.reason, seat.text) for seat in answer.refused]

    async def release(self, *tokens: str, all_others: bool = False) -> None:
        """Take seats back: these, or all but these."""
        request = wire.ReleaseSeatsRequest(tokens=tokens, all_others=all_others)
        await soon(self.stub.ReleaseSeats(request, metadata=self._metadata))

    async def dismiss(self, entry: str, text: str, *, over: bool = False) -> None:
        """End an entry's stream."""
        request = wire.DismissAttendeeRequest(entry=entry, text=text, over=over)
        await soon(self.stub.DismissAttendee(request, metadata=self._metadata))

    def watch(self) -> Watched:
        """Watch who attends from now on."""
        request = wire.WatchAttendanceRequest()
        return Watched(self.stub.WatchAttendance(request, metadata=self._metadata))


class AttendClient:
    """One Attend stream.

    Args:
        channel: Channel to the server.
    """

    def __init__(self, channel: grpc.aio.Channel) -> None:
        stub: Any = AttendServiceStub(channel)
        self._call = stub.Attend()
        self.pings: list[int] = []
        """Numbers of the pings that have come."""

    async def send(self, **fields: Any) -> None:
        """Send a message of one field."""
        await soon(self._call.write(wire.AttendRequest(**fields)))

    async def hello(
        self, key: str, entry: str, *, at_once: int = 2, further: int | None = None, **fields: Any
    ) -> wire.AttendResponse:
        """Say hello; returns the answer."""
        room = wire.AttendRoom(at_once=at_once, further=further)
        await self.send(hello=wire.AttendHello(key=key, entry=entry, room=room, **fields))
        response = await soon(self._call.read())
        assert isinstance(response, wire.AttendResponse)
        assert response.HasField("accepted")
        return response

    async def read(self) -> wire.AttendResponse:
        """The next message that is no ping; pings are taken down and not answered."""
        while True:
            response = await soon(self._call.read())
            assert isinstance(response, wire.AttendResponse), "the stream has ended"
            if not response.HasField("ping"):
                return response
            self.pings.append(response.ping.number)

    async def ping(self) -> int:
        """Number of the next ping."""
        while not self.pings:
            response = await soon(self._call.read())
            assert response.HasField("ping")
            self.pings.append(response.ping.number)
        return self.pings.pop(0)

    async def announce(self, at_once: int, further: int | None = None) -> None:
        """Announce a room, and wait until it is in force."""
        await self.send(room=wire.AttendRoom(at_once=at_once, further=further))
        assert (await self.read()).room_taken

    async def finish(self) -> None:
        """Close this side of the stream."""
        await soon(self._call.done_writing())

    async def status(self) -> Problem:
        """How the stream ends, after all that still comes."""
        return await status_of_call(self._call, lambda _: None)

    def break_off(self) -> None:
        """End the call without a word."""
        self._call.cancel()
