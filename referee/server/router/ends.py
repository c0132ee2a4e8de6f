"""Passes one WatchEnds stream on to the workers of the matches that it names.

Match ids are split by worker; the workers' responses are passed on unchanged. If a worker dies, the
stream ends. The caller then opens another stream and names the matches whose ends are still
missing.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from gamereferee.v1 import spectate_service_pb2
from referee.server.router.workers import Worker, Workers

__all__ = ["EndsRoute"]

METHOD = "/gamereferee.v1.SpectateService/WatchEnds"
MOST_EARLY = 64
"""Number of requests that may wait for one worker; while there are as many, no more are read from
the caller.
"""

Metadata = Sequence[tuple[str, str | bytes]]


class EndsRoute:
    """A caller's WatchEnds stream at the router.

    Args:
        stream: The caller's gRPC stream.
        workers: All workers.
        metadata: Metadata for the calls to workers.
    """

    def __init__(
        self, stream: grpc.aio.ServicerContext[Any, Any], workers: Workers, metadata: Metadata
    ) -> None:
        self._stream = stream
        self._workers = workers
        self._metadata = metadata
        self._legs: dict[Worker, asyncio.Queue[bytes | None]] = {}
        """Queue of serialized requests still to be sent to each worker; None in a queue closes the
        stream to its worker.
        """
        self._writing = asyncio.Lock()

    async def run(self) -> None:
        """Pass messages on until the caller and all workers have closed their sides.

        Raises:
            AioRpcError: A worker has ended the stream.
        """
        try:
            async with asyncio.TaskGroup() as self._tasks:
                await self._read()
        except ExceptionGroup as group:
            raise group.exceptions[0] from None

    async def _read(self) -> None:
        # Before any name is read: a worker refuses a caller that may not watch, and that ends the stream.
        self._leg(self._workers.in_turn()[0])
        while isinstance(data := await self._stream.read(), bytes):
            for worker, part in self._parts(data).items():
                await self._leg(worker).put(part)
        for leg in self._legs.values():
            await leg.put(None)

    def _parts(self, data: bytes) -> dict[Worker, bytes]:
        try:
            request = spectate_service_pb2.WatchEndsRequest.FromString(data)
        except DecodeError:
            return {self._workers.in_turn()[0]: data}  # which ends the stream
        parts: dict[Worker, list[str]] = defaultdict(list)
        for match_id in request.match_ids:
            parts[self._workers.of(match_id)].append(match_id)
        return {
            worker: spectate_service_pb2.WatchEndsRequest(match_ids=names).SerializeToString()
            for worker, names in parts.items()
        }

    def _leg(self, worker: Worker) -> asyncio.Queue[bytes | None]:
        leg = self._legs.get(worker)
        if leg is None:
            leg = self._legs[worker] = asyncio.Queue(MOST_EARLY)
            self._tasks.create_task(self._follow(worker, leg))
        return leg

    async def _follow(self, worker: Worker, leg: asyncio.Queue[bytes | None]) -> None:
        channel = await worker.channel()
        stream: Any = channel.stream_stream(METHOD)
        call = stream(_all_of(leg), metadata=self._metadata)
        try:
            async for response in call:
                # Several workers respond at once, and a stream takes only one write at a time.
                async with self._writing:
                    await self._stream.write(response)
        finally:
            call.cancel()
            # gRPC's reader of requests goes on to wait if the worker has ended the call.
            if leg.full():
                leg.get_nowait()
            leg.put_nowait(None)


async def _all_of(leg: asyncio.Queue[bytes | None]) -> AsyncIterator[bytes]:
    while (request := await leg.get()) is not None:
        yield request
