"""Serves one Attend stream: its hello, signs of life, and the seats that are sent to it.

The reader takes messages as they arrive, the writer sends what has gathered, and a third task sends
pings. Whichever ends first ends the stream.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections import deque
from typing import Protocol

from gamereferee.v1 import attend_service_pb2, error_pb2
from referee.core.clock import Clock
from referee.core.errors import FieldError
from referee.core.text import printable
from referee.core.time_control import SECOND
from referee.replay.wire import duration
from referee.server.attendance.attendance import Attendance, Attendant
from referee.server.attendance.keys import check_entry
from referee.server.process.logs import Log
from referee.server.process.status import CallError

__all__ = ["AttendLimits", "AttendSession", "WireStream"]

MOST_BYTES = 4096
"""Size in bytes of the largest message that a helper may send."""
MOST_ROOM = 1000
"""Highest number of matches at the same time that an entry may announce."""
MOST_QUEUED = 1000
"""Number of messages that may wait for a helper that does not read."""
UNASKED_BURST = 30
"""Number of messages that answer no ping which a helper may send at once; one a second is forgiven."""

_Request = attend_service_pb2.AttendRequest
_Response = attend_service_pb2.AttendResponse


@dataclasses.dataclass(frozen=True, slots=True)
class AttendLimits:
    """Bounds on how long the program that connects for an entry (its helper) may be silent."""

    hello_s: float = 5.0
    """Time that a stream has for its hello."""
    sign_of_life_s: float = 5.0
    """Time between two pings."""
    unanswered: int = 2
    """Number of pings in a row without a pong after which a stream ends. They are counted, not
    timed: while this process stands still, the answers wait to be read.
    """

    @property
    def silence_s(self) -> float:
        """Time without a pong after which a stream ends."""
        return self.unanswered * self.sign_of_life_s


class WireStream(Protocol):
    """The gRPC call of one Attend stream, on which an entry is connected: reads and writes messages."""

    async def read(self) -> object:
        """Return the next request; any object of another type means that the stream has ended."""

    async def write(self, message: _Response, /) -> None:
        """Hand a message to the transport."""


class AttendSession:
    """Serves one Attend stream, which an entry's helper keeps open to be assigned seats.

    A helper is the program that connects for an entry on another machine.

    Args:
        stream: The helper's gRPC stream.
        attendance: All connected entries.
        clock: Source of the time.
        limits: Times of the stream.
        log: Log whose lines name the stream's peer.
    """

    def __init__(
        self,
        stream: WireStream,
        attendance: Attendance,
        *,
        clock: Clock,
        limits: AttendLimits,
        log: Log,
    ) -> None:
        self._stream = stream
        self._attendance = attendance
        self._clock = clock
        self._limits = limits
        self._log = log
        self._out: deque[_Response] = deque()
        self._wake = asyncio.Event()
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pings: dict[int, int] = {}
        """Time at which each unanswered ping was sent, in nanoseconds, by its number."""
        self._unanswered = 0
        """Number of pings since the last answer to one, those included that wait to be sent."""
        self._unasked = 0
        self._forgiven_ns = clock.now_ns()

    async def run(self) -> None:
        """Serve the stream until the helper (program that connects for an entry) closes its side.

        Raises:
            CallError: The stream has to end with this error.
            MalformedError: A message can't be parsed.
        """
        hello = await self._hello()
        attendant = self._attendance.admit(hello, self, self._accepted())
        log = self._log.bind(entry=attendant.owner.entry)
        log.info("entry attends", at_once=hello.room.at_once)
        try:
            await self._serve(attendant)
        finally:
            self._attendance.leave(attendant)
            log.info("entry leaves")

    async def _serve(self, attendant: Attendant) -> None:
        reader = asyncio.create_task(self._read(attendant))
        tasks = [reader, asyncio.create_task(self._write()), asyncio.create_task(self._ping())]
        try:
            await asyncio.wait([*tasks, self._failed], return_when=asyncio.FIRST_COMPLETED)
            # Why it was ended from outside says more than an error of a task.
            for done in (self._failed, *tasks):
                if done.done():
                    done.result()
        finally:
            for task in tasks:
                task.cancel()
            self._failed.cancel()
            await asyncio.gather(*tasks, self._failed, return_exceptions=True)

    # What the attendance calls.

    def send(self, response: _Response) -> None:
        """Queue a message to be sent; end the stream if too many wait because the other side does not read."""
        if len(self._out) >= MOST_QUEUED:
            text = f"{MOST_QUEUED} messages wait, for the helper does not read"
            self.end(CallError(error_pb2.ERROR_REASON_NOT_READING, text))
            return
        self._out.append(response)
        self._wake.set()

    def end(self, error: CallError) -> None:
        """End the stream with an error, unless it ends already."""
        if not self._failed.done():
            self._failed.set_exception(error)

    # Reading.

    async def _hello(self) -> attend_service_pb2.AttendHello:
        """Return the first message of the stream.

        Raises:
            CallError: The message is no hello, does not come in time, or has a field out of bounds.
        """
        try:
            async with asyncio.timeout(self._limits.hello_s):
                request = await self._stream.read()
        except TimeoutError:
            request = None
        if not isinstance(request, _Request) or not request.HasField("hello"):
            text = (
                f"the first message must be a hello with a key, within {self._limits.hello_s:g} s"
            )
            raise CallError(error_pb2.ERROR_REASON_BAD_ENTRY_KEY, text)
        self._check_size(request)
        hello = request.hello
        check_entry("hello.entry", hello.entry)
        for field, most in (("version", 100), ("language", 40), ("client", 100)):
            text = getattr(hello, field)
            if len(text) > most:
                raise FieldError(f"hello.{field}", f"at most {most} characters", len(text))
            setattr(hello, field, printable(text))
        _check_room("hello.room", hello.room)
        return hello

    async def _read(self, attendant: Attendant) -> None:
        while isinstance(request := await self._stream.read(), _Request):
            self._check_size(request)
            match request.WhichOneof("message"):
                case "pong":
                    self._take_pong(attendant, request.pong)
                case "room":
                    self._count_unasked()
                    _check_room("room", request.room)
                    self._attendance.announce(attendant, request.room)
                case "hello":
                    raise FieldError("hello", "in the first message alone", "another one")
                case _:  # of a newer helper
                    self._count_unasked()

    def _take_pong(self, attendant: Attendant, pong: attend_service_pb2.AttendPong) -> None:
        sent_ns = self._pings.pop(pong.number, None)
        # Only the answer to a ping that is open shows that the helper is there, and how far off.
        if sent_ns is None:
            self._count_unasked()
            return
        for number in [number for number in self._pings if number < pong.number]:
            del self._pings[number]
        self._unanswered = 0
        self._attendance.alive(attendant, max(0, self._clock.now_ns() - sent_ns))

    def _count_unasked(self) -> None:
        """Count a message that nothing had asked for.

        Raises:
            CallError: There were too many.
        """
        now_ns = self._clock.now_ns()
        forgiven = (now_ns - self._forgiven_ns) // SECOND
        self._forgiven_ns += forgiven * SECOND
        self._unasked = max(0, self._unasked - forgiven) + 1
        if self._unasked > UNASKED_BURST:
            text = f"{UNASKED_BURST} messages at once and one a second are the most, except pongs"
            raise CallError(error_pb2.ERROR_REASON_FLOOD, text)

    def _check_size(self, request: _Request) -> None:
        size = request.ByteSize()
        if size > MOST_BYTES:
            text = f"a message of a helper has at most {MOST_BYTES} bytes, not {size}"
            raise CallError(error_pb2.ERROR_REASON_FLOOD, text)

    # Writing.

    def _accepted(self) -> attend_service_pb2.AttendAccepted:
        return attend_service_pb2.AttendAccepted(
            sign_of_life=duration(round(self._limits.sign_of_life_s * SECOND)),
            silence=duration(round(self._limits.silence_s * SECOND)),
        )

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._out:
                response = self._out.popleft()
                # Timed here: a ping that has waited for others must not look like a long way.
                if response.HasField("ping"):
                    self._pings[response.ping.number] = self._clock.now_ns()
                await self._stream.write(response)

    async def _ping(self) -> None:
        """Send a ping at regular intervals; end the stream when too many are not answered.

        Raises:
            CallError: Too many pings in a row were not answered.
        """
        number = 0
        while True:
            number += 1
            self._unanswered += 1
            self.send(_Response(ping=attend_service_pb2.AttendPing(number=number)))
            await asyncio.sleep(self._limits.sign_of_life_s)
            if self._unanswered >= self._limits.unanswered:
                text = f"no sign of life for {self._limits.silence_s:g} s: open another stream"
                raise CallError(error_pb2.ERROR_REASON_SILENT, text)


def _check_room(field: str, room: attend_service_pb2.AttendRoom) -> None:
    if not 0 <= room.at_once <= MOST_ROOM:
        raise FieldError(f"{field}.at_once", f"from 0 to {MOST_ROOM}", room.at_once)
    if room.HasField("further") and room.further < 1:
        raise FieldError(f"{field}.further", "from 1, or absent", room.further)
