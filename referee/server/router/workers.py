"""How the router reaches its workers: which worker has a match, and a channel to each that is up."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import grpc

from referee.server.process.shard import (
    shard_of,
    shard_of_handle,
    shard_of_lane,
    shard_of_request,
)

__all__ = ["Worker", "Workers"]

_OPTIONS = (
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    (
        "grpc.use_local_subchannel_pool",
        1,
    ),  # a shared one would delay the reconnection to a new worker
    ("grpc.enable_http_proxy", 0),  # workers are on this machine
)


class Worker:
    """One worker as the router sees it.

    Args:
        address: Address on which the worker listens.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        """Address on which the worker listens."""
        self._channel: grpc.aio.Channel | None = None
        self._up = asyncio.Event()
        self.starts = 0
        """Number of times that the worker has come up."""

    @property
    def is_up(self) -> bool:
        """Whether the worker accepts calls."""
        return self._up.is_set()

    async def up(self) -> None:
        """Wait until the worker accepts calls."""
        await self._up.wait()

    async def channel(self) -> grpc.aio.Channel:
        """Wait until the worker accepts calls, and return a gRPC channel to it."""
        await self._up.wait()
        assert self._channel is not None
        return self._channel

    async def came_up(self) -> None:
        """Mark the worker as up, make a new channel to it, and wake all that wait for the worker."""
        # A new channel: the old one may wait for long before it tries to connect again.
        previous, self._channel = self._channel, grpc.aio.insecure_channel(self.address, _OPTIONS)
        self.starts += 1
        self._up.set()
        if previous is not None:
            await previous.close()

    def went_down(self) -> None:
        """Mark the worker as down: calls to it wait until it comes up again."""
        self._up.clear()

    async def close(self) -> None:
        """Close the channel, which cancels open calls."""
        self.went_down()
        if self._channel is not None:
            await self._channel.close()


class Workers:
    """All workers of a router; the id of a match says which worker has it.

    Args:
        addresses: Address on which each worker listens, by number.
    """

    def __init__(self, addresses: Sequence[str]) -> None:
        self.all = [Worker(address) for address in addresses]
        """Workers, by number."""
        self._turn = 0

    def of(self, text: str) -> Worker:
        """Return the worker that has a match id or seat token; for any other text, some worker."""
        return self.all[shard_of(text, len(self.all))]

    def of_handle(self, handle: int) -> Worker:
        """Return the worker that has given a seat this handle; for any other number, some worker."""
        return self.all[shard_of_handle(handle, len(self.all))]

    def of_lane(self, lane: int) -> Worker:
        """Return the worker that has given a lane (many matches at once) this number on a stream.

        For any other number, return some worker.
        """
        return self.all[shard_of_lane(lane, len(self.all))]

    def of_request(self, request_id: str) -> Worker:
        """Return the worker that makes the match for a request id."""
        return self.all[shard_of_request(request_id, len(self.all))]

    def in_turn(self) -> list[Worker]:
        """Return all workers that are up, then the others.

        Each call starts with the next worker.
        """
        self._turn += 1
        start = self._turn % len(self.all)
        turned = self.all[start:] + self.all[:start]
        return sorted(turned, key=lambda worker: not worker.is_up)
