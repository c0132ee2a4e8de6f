"""The gRPC service `SimulationService`: it reads requests ahead and answers them one after another."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import functools
from collections.abc import AsyncIterator
from typing import Any

import grpc

from gamereferee.v1 import error_pb2
from gamereferee.v1 import simulation_service_pb2 as wire
from referee.core.errors import RefereeError
from referee.server.access.auth import check_organizer
from referee.server.process.credentials import OrganizerKeys
from referee.server.process.status import CallError, abort
from referee.simulation.batches import StreamBatches
from referee.simulation.carried import refusal
from referee.simulation.described import describe_to_wire
from referee.simulation.limits import SimulationLimits
from referee.simulation.pools import Pools
from referee.simulation.work import Work

__all__ = ["Ahead", "SimulationService"]

_SERVICE = "gamereferee.v1.SimulationService"


class SimulationService:
    """Answers the calls of learners, `Describe` and `Rollout`.

    Args:
        keys: Keys of which callers must present one; if empty, none is needed.
        limits: The limits of each stream.
        work: Runs the requests of all streams, one at a time.
        pools: Makes the rows of batches.
    """

    def __init__(
        self, keys: OrganizerKeys, limits: SimulationLimits, work: Work, pools: Pools
    ) -> None:
        self._keys = keys
        self._limits = limits
        self._work = work
        self._pools = pools
        # One thread carries out all requests, so that the event loop can answer calls meanwhile.
        self._worker = concurrent.futures.ThreadPoolExecutor(1)

    def close(self) -> None:
        """Stop the thread that carries out requests; call this only when no call is open."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    def handler(self) -> grpc.GenericRpcHandler:
        """Return the gRPC handler of the service, for a server to add."""
        describing: Any = grpc.unary_unary_rpc_method_handler(
            self.describe,
            request_deserializer=wire.DescribeRequest.FromString,
            response_serializer=wire.DescribeResponse.SerializeToString,
        )
        rolling: Any = grpc.stream_stream_rpc_method_handler(
            self.rollout,
            request_deserializer=wire.RolloutRequest.FromString,
            response_serializer=wire.RolloutResponse.SerializeToString,
        )
        methods = {"Describe": describing, "Rollout": rolling}
        return grpc.method_handlers_generic_handler(_SERVICE, methods)

    async def describe(
        self, request: wire.DescribeRequest, context: grpc.aio.ServicerContext[Any, Any]
    ) -> wire.DescribeResponse:
        """Answer `Describe`: return the columns of a game under a config; abort the call with any error."""
        try:
            check_organizer(context, self._keys)
            response: wire.DescribeResponse
            response = await self._done(describe_to_wire, request, self._limits)
            return response
        except RefereeError as error:
            await abort(context, error)

    async def rollout(
        self,
        requests: AsyncIterator[wire.RolloutRequest],
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> AsyncIterator[wire.RolloutResponse]:
        """Answer `Rollout`: yield a response to each request of the stream, in order.

        If too many requests wait for their responses, further ones are refused. The call is aborted if the key is wrong, or all streams are taken.
        """
        with contextlib.ExitStack() as stack:
            try:
                check_organizer(context, self._keys)
            except RefereeError as error:
                await abort(context, error)
            ahead = Ahead(requests, self._limits.window)
            stack.callback(ahead.close)
            batches: StreamBatches | None = None
            # An answer is computed only when the one before was taken: a slow client holds up no one but itself.
            async for request, is_over in ahead:
                if batches is None:  # a stream without a request does not count as one
                    stack.enter_context(self._work.stream())
                    batches = StreamBatches(self._limits, pools=self._pools)
                    stack.callback(self._close, batches)
                if is_over:
                    yield _overrun(request, self._limits.window)
                    continue
                answer = await self._done(batches.begin, request)
                while answer is None:  # between two parts other streams are served
                    answer = await self._done(batches.go_on)
                yield answer

    def _close(self, batches: StreamBatches) -> None:
        """Close the batches of a stream in the worker thread, after its last request, which may still be running."""
        # Refused once the server is closed, which ends all processes itself.
        with contextlib.suppress(RuntimeError):
            self._worker.submit(batches.close)

    async def _done(self, work: Any, *arguments: Any) -> Any:
        loop = asyncio.get_running_loop()
        done = functools.partial(self._work.do, functools.partial(work, *arguments))
        return await loop.run_in_executor(self._worker, done)


class Ahead:
    """Reads requests before they can be answered, so that a client that sends too many is noticed.

    Iterating yields each request with whether it was beyond the window. Of a request beyond the
    window only its number and batch are kept.

    Args:
        requests: The requests of the stream.
        window: Most requests that may wait to be answered.
    """

    def __init__(self, requests: AsyncIterator[wire.RolloutRequest], window: int) -> None:
        self._window = window
        # Twice the window: with more, nothing is read, and the client waits for the network.
        self._waiting: asyncio.Queue[tuple[wire.RolloutRequest, bool] | RefereeError | None]
        self._waiting = asyncio.Queue(2 * window)
        self._reading = asyncio.create_task(self._read(requests))

    @property
    def num_waiting(self) -> int:
        """Number of requests that were read and not yielded yet."""
        return self._waiting.qsize()

    def close(self) -> None:
        """Stop reading requests."""
        self._reading.cancel()

    async def __aiter__(self) -> AsyncIterator[tuple[wire.RolloutRequest, bool]]:
        """Yield the requests in order, each with whether it was beyond the window.

        Raises:
            RefereeError: A request can't be read; those before it were yielded.
        """
        while (waiting := await self._waiting.get()) is not None:
            if isinstance(waiting, RefereeError):
                raise waiting
            yield waiting

    async def _read(self, requests: AsyncIterator[wire.RolloutRequest]) -> None:
        try:
            async for request in requests:
                is_over = self._waiting.qsize() >= self._window
                if is_over:
                    request = wire.RolloutRequest(number=request.number, batch=request.batch)
                await self._waiting.put((request, is_over))
        except (
            RefereeError
        ) as error:  # raised where the requests are read: this task is not awaited
            await self._waiting.put(error)
        else:
            await self._waiting.put(None)


def _overrun(request: wire.RolloutRequest, window: int) -> wire.RolloutResponse:
    """Return the refusal of a request that was sent although `window` earlier ones waited."""
    error = CallError(
        error_pb2.ERROR_REASON_FLOOD, f"at most {window} requests may wait for their answers"
    )
    return wire.RolloutResponse(number=request.number, batch=request.batch, refused=refusal(error))
