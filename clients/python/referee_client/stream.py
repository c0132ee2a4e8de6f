"""Asyncio streams of a line (a connection): the tasks that read, write and watch a stream."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, cast

import grpc
import grpc.aio

from gamereferee.v1.play_service_pb2 import PlayRequest, PlayResponse
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from referee_client.address import Address
from referee_client.conversation import Conversation
from referee_client.errors import RefereeClientError
from referee_client.line import Line
from referee_client.retry import GOODBYE_S, SILENCE_S, hopeless

__all__ = ["BrokenError", "LineStream", "cancel_all"]

_Stream = grpc.aio.StreamStreamCall[PlayRequest, PlayResponse]
TakeIn = Callable[[PlayResponse, Line], Awaitable[None]]


class BrokenError(Exception):
    """Raised when a stream to the referee broke.

    Args:
        why: Reason in words, for people.
        refusal: Error to raise if another stream to that address can't succeed either.
    """

    def __init__(self, why: str, refusal: RefereeClientError | None = None) -> None:
        super().__init__(why)
        self.refusal = refusal
        """Error to raise if another stream to that address can't succeed either; None if it may."""


class LineStream:
    """Connects a line to its address, by one gRPC stream at a time.

    Args:
        line: State of the connection.
        conversation: Returns the requests to send.
        take_in: Called with each message that is received.
        stopping: Set when play has to end at once.
        on_watch: Called every `SILENCE_S` seconds while a stream is open.
    """

    def __init__(
        self,
        line: Line,
        conversation: Conversation,
        take_in: TakeIn,
        stopping: asyncio.Event,
        on_watch: Callable[[], object],
    ) -> None:
        self.line = line
        """State of the connection that this stream serves."""
        self.wake = asyncio.Event()
        """To be set when there is something to send, or when play is over."""
        self._conversation = conversation
        self._take_in = take_in
        self._stopping = stopping
        self._on_watch = on_watch

    async def converse(self, address: Address) -> None:
        """Open a stream and use it until the referee ends it without an error, or play has to stop.

        Raises:
            BrokenError: The stream broke, or could not be opened.
            RefereeClientError: A message could not be processed.
        """
        try:
            await self._converse(address)
        except grpc.aio.AioRpcError as error:
            why = error.details() or error.code().name
            raise BrokenError(why, hopeless(error.code(), why)) from error

    async def _converse(self, address: Address) -> None:
        async with address.aio_channel() as channel:
            stream = PlayServiceStub(channel).Play()
            # Only the home line presents its tokens on every new stream. A worker's line is made
            # for one stream, and its joins are put into it when seats move there.
            if not self.line.address:
                self._conversation.opened()
            self.wake.set()
            # Separate tasks, since a write may block for long: that must not keep the reader from
            # receiving, or the watcher from noticing that the stream is dead.
            reader = asyncio.create_task(self._read(stream))
            writer = asyncio.create_task(self._write(stream))
            watcher = asyncio.create_task(self._watch())
            stopping = asyncio.create_task(self._wait_for_stop())
            running = {reader, writer, watcher, stopping}
            try:
                # The end of the stream as the reader finds it, or `stop`, ends the loop. The writer may end earlier,
                # when it has closed our side; an error of any of them is raised by `result`.
                while reader in running and stopping in running:
                    done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                    for task in done:
                        task.result()
            finally:
                stream.cancel()
                await cancel_all({reader, writer, watcher, stopping})

    async def _read(self, stream: _Stream) -> None:
        while (response := await stream.read()) is not grpc.aio.EOF:
            await self._take_in(cast("PlayResponse", response), self.line)

    async def _write(self, stream: _Stream) -> None:
        """Send all messages that are ready on a stream, in as few requests as possible.

        It goes on until play is over, then closes our side of the stream.

        Raises:
            BrokenError: The referee does not end the stream within `GOODBYE_S` after that.
        """
        try:
            while True:
                while (request := self._conversation.take(self.line)) is not None:
                    await stream.write(request)
                if self._conversation.is_done:
                    break
                # Cleared before the next `take`, so that no word that comes in between is left waiting.
                await self.wake.wait()
                self.wake.clear()
            # From here on nothing may be written. The referee answers by ending the stream, which
            # ends the reader; if it does not, the error below ends play all the same.
            await stream.done_writing()
        except (grpc.aio.AioRpcError, grpc.aio.InternalError, asyncio.InvalidStateError):
            return  # the reader gets the status of the stream; one that was never open can't be closed
        await asyncio.sleep(GOODBYE_S)
        raise BrokenError("the referee did not end the stream")

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(SILENCE_S)
            self._on_watch()
            if self.line.is_silent():
                raise BrokenError(f"not a word for {2 * SILENCE_S:g} s")
            self.wake.set()

    async def _wait_for_stop(self) -> None:
        await self._stopping.wait()


async def cancel_all(tasks: Iterable[asyncio.Task[Any]], seconds: float | None = None) -> None:
    """Cancel tasks and wait until they have ended; their errors are ignored.

    Args:
        tasks: Tasks to cancel.
        seconds: Highest number of seconds to wait for tasks that do not end; None waits without a
            limit.
    """
    tasks = list(tasks)
    for task in tasks:
        task.cancel()
    if tasks:
        done, _ = await asyncio.wait(tasks, timeout=seconds)
        for task in done:
            if not task.cancelled():
                task.exception()  # or else asyncio logs that nobody has retrieved it
