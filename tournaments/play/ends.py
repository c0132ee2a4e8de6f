"""Ends of matches, for all awaited matches on one stream.

When the stream breaks, the matches without a reported end are named again on the next stream. The
referee reports a match that ended meanwhile at once, so that no end is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

import grpc
import grpc.aio

from gamereferee.v1 import match_pb2, spectate_service_pb2

__all__ = ["Ends", "UnwatchedError"]

PAUSE_S = 0.1
"""Pause between a broken WatchEnds stream and the next one, in seconds."""

Call = Any
"""A running WatchEnds call of gRPC, over which the referee reports ends of matches."""


class UnwatchedError(Exception):
    """The referee can't report the end of a match.

    Args:
        unwatched: The referee's message about the match that it does not watch.
    """

    def __init__(self, unwatched: spectate_service_pb2.UnwatchedMatch) -> None:
        super().__init__(unwatched.text)
        self.reason = unwatched.reason
        self._unwatched = unwatched

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what pickle needs for a copy: the constructor takes the message, not only its text."""
        return type(self), (self._unwatched,), dict(vars(self))


class Ends:
    """Waits for the ends of matches. Create and use it in one event loop.

    Args:
        open_stream: Opens a WatchEnds stream.
        reached: Waits until the referee can be reached again after a stream has broken.
        failed: Makes an exception of a gRPC error after which no other stream is tried.
    """

    def __init__(
        self,
        open_stream: Callable[[], Call],
        reached: Callable[[], Coroutine[None, None, None]],
        failed: Callable[[grpc.aio.AioRpcError], Exception],
    ) -> None:
        self._open = open_stream
        self._reached = reached
        self._failed = failed
        self._waiting: dict[str, asyncio.Future[match_pb2.Outcome]] = {}
        """Futures of the matches whose end has not been reported yet, by match id."""
        self._unnamed: list[str] = []
        """Ids of awaited matches that have not been sent on the current stream yet."""
        self._wake = asyncio.Event()
        self._following: asyncio.Task[None] | None = None

    async def outcome(self, match_id: str) -> match_pb2.Outcome:
        """Wait for a match to end and return its outcome; a match may have one waiter at a time.

        Raises:
            UnwatchedError: The referee can't report the end of this match.
            Exception: Made by `failed`, or raised by `reached`.
        """
        waiting: asyncio.Future[match_pb2.Outcome] = asyncio.get_running_loop().create_future()
        # The future is entered before its id is named, since an end may be reported at once.
        self._waiting[match_id] = waiting
        self._unnamed.append(match_id)
        self._wake.set()
        if self._following is None or self._following.done():
            self._following = asyncio.create_task(self._follow())
        try:
            return await waiting
        finally:
            if self._waiting.get(match_id) is waiting:  # nobody waits for it any longer
                del self._waiting[match_id]

    async def close(self) -> None:
        """Stop reading ends of matches; callers that wait in `outcome` are not woken."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)

    async def _follow(self) -> None:
        """Read one WatchEnds stream after another until `close` is called or the referee fails."""
        try:
            while True:
                # A new stream knows nothing of the old one: all awaited matches are named again.
                # `_waiting` has no match whose end was reported before the break.
                self._unnamed = list(self._waiting)
                self._wake.set()
                await self._read()
                await asyncio.sleep(PAUSE_S)
                await self._reached()
        except Exception as error:  # whatever it is, nobody may wait for ever
            self._fail(error)

    async def _read(self) -> None:
        """Read one WatchEnds stream until it ends or breaks.

        Raises:
            Exception: The stream failed with a status other than UNAVAILABLE, so that no other stream
                is tried; `failed` has made the exception of the gRPC error.
        """
        call = self._open()
        naming = asyncio.create_task(self._name(call))
        try:
            while isinstance(response := await call.read(), spectate_service_pb2.WatchEndsResponse):
                for end in response.ends:
                    self._take_waiting(end.match_id).set_result(end.outcome)
                for unwatched in response.unwatched:
                    error = UnwatchedError(unwatched)
                    self._take_waiting(unwatched.match_id).set_exception(error)
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.UNAVAILABLE:
                raise self._failed(error) from None
        finally:
            # Also after an exception in this loop: an open call would keep the referee watching.
            call.cancel()
            naming.cancel()
            await asyncio.gather(naming, return_exceptions=True)

    async def _name(self, call: Call) -> None:
        """Send the ids of newly awaited matches on a WatchEnds stream until that ends.

        Ids that gather between two messages go into one.
        """
        with contextlib.suppress(
            grpc.aio.AioRpcError, asyncio.InvalidStateError
        ):  # `_read` learns why
            while True:
                await self._wake.wait()
                self._wake.clear()
                names, self._unnamed = self._unnamed, []
                if names:
                    await call.write(spectate_service_pb2.WatchEndsRequest(match_ids=names))

    def _take_waiting(self, match_id: str) -> asyncio.Future[match_pb2.Outcome]:
        """Remove and return the future of a match.

        If nobody waits for the match, return a new future, which nobody awaits.
        """
        waiting = self._waiting.pop(match_id, None)
        if waiting is None or waiting.done():
            return asyncio.get_running_loop().create_future()
        return waiting

    def _fail(self, error: Exception) -> None:
        waiting, self._waiting = self._waiting, {}
        for future in waiting.values():
            with contextlib.suppress(asyncio.InvalidStateError):
                future.set_exception(error)
