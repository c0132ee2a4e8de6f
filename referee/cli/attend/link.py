"""The Attend stream of an entry, opened again whenever it breaks."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable
from typing import Any

import grpc
import grpc.aio

from gamereferee.v1 import attend_service_pb2
from gamereferee.v1.attend_service_pb2_grpc import AttendServiceStub
from referee_client.address import Address
from referee_client.errors import TlsError, UnreachableError
from referee_client.retry import Patience, hopeless

__all__ = [
    "Link",
    "OverError",
    "RefusedError",
    "ReplacedError",
    "UnreachedError",
    "UntrustedError",
]

FIRST_ANSWER_S = 20.0
"""Time to wait for the answer to a hello, in seconds."""
GOODBYE_S = 5.0
"""Time that the referee has to end the stream after this side was closed, in seconds."""

_Request = attend_service_pb2.AttendRequest
_Response = attend_service_pb2.AttendResponse


class RefusedError(Exception):
    """The referee refuses an entry, so that opening another stream for it is of no use."""


class OverError(RefusedError):
    """The entry has no more matches to play at the referee, as after the end of a season."""


class UntrustedError(RefusedError):
    """The stream can't be opened because the two sides do not agree on TLS."""


class ReplacedError(RefusedError):
    """The referee ended the stream because another process has connected for the same entry."""


class UnreachedError(Exception):
    """No stream was accepted for as long as one is waited for; the message says why the last one failed."""


class Link:
    """Connection to the referee of the program that plays for an entry (its helper).

    Args:
        address: Address of the referee.
        hello: Returns the first message for a stream that is opened now.
        take: Called with each message of the referee.
        lost: Called with the reason when a stream breaks or can't be opened.
        limit_s: Seconds without an accepted stream after which no further one is tried.
    """

    def __init__(
        self,
        address: Address,
        hello: Callable[[], attend_service_pb2.AttendHello],
        take: Callable[[_Response], None],
        lost: Callable[[str], None],
        limit_s: float = math.inf,
    ) -> None:
        self._address = address
        self._hello = hello
        self._take = take
        self._lost = lost
        self._patience = Patience(address.target, limit_s)
        self._out: asyncio.Queue[_Request | None] = asyncio.Queue()
        self._closing = False
        self.is_up = False
        """Whether the referee has accepted the present stream."""

    def send(self, request: _Request) -> None:
        """Send a message on the present stream; drop the message if there is no stream."""
        if self.is_up:
            self._out.put_nowait(request)

    def close(self) -> None:
        """Close this side of the stream, so that `run` ends."""
        self._closing = True
        self._out.put_nowait(None)

    async def run(self) -> None:
        """Keep a stream open until `close` is called.

        Raises:
            RefusedError: The referee refuses the entry.
            UnreachedError: No stream was accepted for `limit_s` seconds.
        """
        loop = asyncio.get_running_loop()
        while not self._closing:
            why = await self._once()
            if self._closing:
                return
            self._lost(why)
            try:
                delay = self._patience.delay(loop.time(), why)
            except UnreachableError:
                raise UnreachedError(why) from None
            await self._pause(delay)

    async def _pause(self, seconds: float) -> None:
        """Wait this many seconds before the next attempt; return early if `close` is called."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._closing:
                    await self._out.get()  # nothing else is put in without a stream

    async def _once(self) -> str:
        """Serve one stream; return why it ended.

        Raises:
            RefusedError: The referee refuses the entry.
        """
        channel = self._address.aio_channel()
        self._out = asyncio.Queue()
        writing: asyncio.Task[None] | None = None
        try:
            call: Any = AttendServiceStub(channel).Attend()
            await call.write(_Request(hello=self._hello()))
            writing = asyncio.create_task(self._write(call))
            silence_s = FIRST_ANSWER_S
            while True:
                async with asyncio.timeout(GOODBYE_S if self._closing else silence_s):
                    response = await call.read()
                if not isinstance(response, _Response):
                    return "the referee has closed the stream"
                if response.HasField("accepted"):
                    self.is_up = True
                    self._patience.heard()
                    silence_s = 3 * response.accepted.sign_of_life.ToNanoseconds() / 1e9
                if response.HasField("ping"):
                    number = response.ping.number
                    self.send(_Request(pong=attend_service_pb2.AttendPong(number=number)))
                self._take(response)
        except TimeoutError:
            return "it has sent nothing for too long"
        except asyncio.InvalidStateError:  # the write found the call ended; its status says why
            return self._reason(call.code(), call.details())
        except grpc.aio.AioRpcError as error:
            return self._reason(error.code(), error.details())
        finally:
            self.is_up = False
            if writing is not None:
                writing.cancel()
                await asyncio.gather(writing, return_exceptions=True)
            await channel.close()

    def _reason(self, code: grpc.StatusCode, details: str | None) -> str:
        """Return in words why a stream ended, given its gRPC status code and the status's details.

        Raises:
            RefusedError: No other stream would be accepted.
        """
        text = details or code.name
        if code is grpc.StatusCode.ABORTED:
            raise ReplacedError(text)
        # By the status, as all other reasons: no other one ends a stream of attendance with it.
        if code is grpc.StatusCode.FAILED_PRECONDITION:
            raise OverError(text)
        # Too many streams or messages pass; whatever else is no break would come again.
        error = None if code is grpc.StatusCode.RESOURCE_EXHAUSTED else hopeless(code, text)
        if isinstance(error, TlsError):
            raise UntrustedError(str(error))
        if error is not None:
            if code is grpc.StatusCode.UNIMPLEMENTED:
                raise RefusedError(f"the server knows no remote entries: {text}")
            raise RefusedError(text)
        return text

    async def _write(self, call: Any) -> None:
        # The reader learns why a write fails.
        with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            while (request := await self._out.get()) is not None:
                await call.write(request)
            await call.done_writing()
