"""How the router reaches the workers: which worker has a match, and a channel to each that is up."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import grpc

from referee.server.process.shard import shard_of, shard_of_handle, shard_of_request

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
    """One worker.

    Args:
        address: Where it listens.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        """Where it listens."""
        self._channel: grpc.aio.Channel | None = None
        self._up = asyncio.Event()

    @property
    def is_up(self) -> bool:
        """Whether it accepts calls."""
        return self._up.is_set()

    async def up(self) -> None:
        """Wait until it accepts calls."""
        await self._up.wait()

    async def channel(self) -> grpc.aio.Channel:
        """Return a channel to it, once it is up."""
        await self._up.wait()
        assert self._channel is not None
        return self._channel

    async def came_up(self) -> None:
        """Note that it accepts calls from now on."""
        previous, self._channel = self._channel, grpc.aio.insecure_channel(self.address, _OPTIONS)
        self._up.set()
        if previous is not None:
            await previous.close()

    def went_down(self) -> None:
        """Note that it accepts no calls until it comes up again."""
        self._up.clear()

    async def close(self) -> None:
        """Cancel open calls and close the channel."""
        self.went_down()
        if self._channel is not None:
            await self._channel.close()


class Workers:
    """All workers; the id of a match says which of them has it.

    Args:
        addresses: Where they listen, by number.
    """

    def __init__(self, addresses: Sequence[str]) -> None:
        self.all = [Worker(address) for address in addresses]
        """By number."""
        self._turn = 0

    def of(self, text: str) -> Worker:
        """Return the worker of a match id or a seat token; for anything else, some worker."""
        return self.all[shard_of(text, len(self.all))]

    def of_handle(self, handle: int) -> Worker:
        """Return the worker of a seat's handle; for any other number, some worker."""
        return self.all[shard_of_handle(handle, len(self.all))]

    def of_request(self, request_id: str) -> Worker:
        """Return the worker that makes the match of a request id."""
        return self.all[shard_of_request(request_id, len(self.all))]

    def in_turn(self) -> list[Worker]:
        """Return all workers, starting with the next one each time; those that are up come first."""
        self._turn += 1
        start = self._turn % len(self.all)
        turned = self.all[start:] + self.all[:start]
        return sorted(turned, key=lambda worker: not worker.is_up)
