"""Limits how often callers without the organizer key may make calls that are answered at once.

Quotas limit calls that stay open. A call that is answered at once is never open for long, however
many of them a caller makes in a row. So calls beyond a rate are delayed: a caller that waits for
each answer is slowed down without an error, and a caller that does not wait is refused.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import grpc

from gamereferee.v1 import error_pb2
from referee.core.clock import Clock, SystemClock
from referee.core.time_control import SECOND
from referee.server.access.callers import caller_of
from referee.server.process.config import ServerConfig
from referee.server.process.status import CallError, abort
from referee.server.telemetry.recorder import Recorder

__all__ = ["BURST", "MOST_WAIT_S", "PACED", "PER_SECOND", "CallPace", "Pace"]

if TYPE_CHECKING:  # in gRPC itself it has no parameters
    Handler: TypeAlias = grpc.RpcMethodHandler[Any, Any]

Call = grpc.aio.ServicerContext[Any, Any]

BURST = 2_000
"""Number of calls by one caller that are answered without delay."""
PER_SECOND = 400
"""Number of calls by one caller that are answered per second after the burst."""
MOST_WAIT_S = 20
"""Longest delay of a call, in seconds; a call that would have to wait longer is refused."""
_CALLERS_KEPT = 100_000
"""Number of callers for which a `Pace` keeps when their next call is due. At this size it drops
callers that have their full burst again and, if more than half of all remain, the older half of
those.
"""
_KIB = 1024
PACED = {
    "/gamereferee.v1.LobbyService/ListGames": 256 * _KIB,
    "/gamereferee.v1.LobbyService/GetGame": 256 * _KIB,
    "/gamereferee.v1.LobbyService/GetMatch": 16 * _KIB,
    "/gamereferee.v1.LobbyService/ListMatches": _KIB,
    "/gamereferee.v1.ReplayService/ListReplays": 16 * _KIB,
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo": 0,
    "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo": 0,
}
"""Methods whose rate is limited, by path. The value is a number of bytes: for each such amount in its
answer, a call counts as one call more. 0 means that the size does not count. On a stream, each
request counts as a call.
"""


class Pace:
    """Computes when each caller's next call is due, and delays calls until then.

    Args:
        burst: Number of calls that are answered without delay.
        per_second: Number of calls per second after that.
        most_wait_s: Longest delay of a call, in seconds.
        clock: Source of the time.
        sleep: Waits for a number of seconds.
    """

    def __init__(
        self,
        burst: int,
        per_second: int,
        most_wait_s: int,
        clock: Clock,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._burst, self._per_second = burst, per_second
        self._most_ns = most_wait_s * SECOND
        self._call_ns = SECOND // per_second
        self._burst_ns = burst * self._call_ns
        self._clock, self._sleep = clock, sleep
        self._due_ns: dict[str, int] = {}
        """Time in nanoseconds at which the last counted call of each caller is due, by caller name.

        """

    async def wait(self, caller: str) -> None:
        """Count a call, and wait until it is due.

        Raises:
            CallError: The call would have to wait too long; it is not counted.
        """
        now_ns = self._clock.now_ns()
        # Each call moves the caller's due time by one interval; one that lies in the past is unused burst.
        due_ns = self._due(caller, now_ns) + self._call_ns
        wait_ns = due_ns - now_ns
        if wait_ns > self._most_ns:
            raise CallError(
                error_pb2.ERROR_REASON_TOO_MANY_CALLS,
                f"{caller} is answered {self._burst} calls at once and {self._per_second} a second after that without "
                f"the organizer key; this one would wait for more than {self._most_ns // SECOND} s",
            )
        # A caller that has many addresses must not fill the memory.
        if len(self._due_ns) >= _CALLERS_KEPT:
            self._forget(now_ns)
        self._due_ns[caller] = due_ns
        if wait_ns > 0:
            await self._sleep(wait_ns / SECOND)

    def charge(self, caller: str, calls: int) -> None:
        """Count `calls` further calls, which delay later calls of the caller."""
        if calls:
            self._due_ns[caller] = self._due(caller, self._clock.now_ns()) + calls * self._call_ns

    def _due(self, caller: str, now_ns: int) -> int:
        earliest_ns = now_ns - self._burst_ns  # no more than one burst can be saved up
        return max(self._due_ns.get(caller, earliest_ns), earliest_ns)

    def _forget(self, now_ns: int) -> None:
        """Drop callers that have their full burst again at `now_ns`.

        If more than half of all callers remain, drop the older half of those that remain.
        """
        kept = {
            caller: due for caller, due in self._due_ns.items() if due > now_ns - self._burst_ns
        }
        if len(kept) > len(self._due_ns) // 2:
            kept = dict(list(kept.items())[len(kept) // 2 :])
        self._due_ns = kept


class CallPace(grpc.aio.ServerInterceptor):
    """gRPC interceptor that limits the rate of the methods in `PACED`.

    Args:
        config: Settings of the server.
        pace: Rate to apply; None for the default one.
        recorder: Counts refused calls; None for no metrics.
    """

    def __init__(
        self, config: ServerConfig, pace: Pace | None = None, recorder: Recorder | None = None
    ) -> None:
        self._config = config
        self._recorder = recorder
        self._pace = pace or Pace(BURST, PER_SECOND, MOST_WAIT_S, SystemClock())

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """Return the method's handler, wrapped so that its calls are delayed; None for an unknown method.

        gRPC calls this for each call; the arguments are those of its interceptors.
        """
        handler = await continuation(handler_call_details)
        method = handler_call_details.method
        bytes_of_call = PACED.get(method)
        if handler is None or bytes_of_call is None:
            return handler
        reading, writing = handler.request_deserializer, handler.response_serializer
        if handler.unary_unary is not None:
            answer = self._answer(method, handler.unary_unary, bytes_of_call)
            return grpc.unary_unary_rpc_method_handler(answer, reading, writing)
        inner: Any = handler.stream_stream
        assert inspect.isasyncgenfunction(inner)
        streamed: Any = grpc.stream_stream_rpc_method_handler
        return streamed(self._stream(method, inner), reading, writing)  # type: ignore[no-any-return]

    async def _wait(self, method: str, caller: str) -> None:
        try:
            await self._pace.wait(caller)
        except CallError:
            if self._recorder is not None:
                self._recorder.count("referee_quota_hits_total", method.rpartition("/")[2])
            raise

    def _answer(self, method: str, inner: Any, bytes_of_call: int) -> Any:
        async def answer(request: Any, context: Call) -> Any:
            caller = caller_of(context, self._config)
            if caller is None:
                return await inner(request, context)
            try:
                await self._wait(method, caller)
            except CallError as error:
                await abort(context, error)
            # Charged after the answer, whose size is known only then; the next call of the caller pays for it.
            answered = await inner(request, context)
            size = len(answered) if isinstance(answered, bytes) else answered.ByteSize()
            self._pace.charge(caller, size // bytes_of_call)
            return answered

        return answer

    def _stream(self, method: str, inner: Any) -> Any:
        async def stream(requests: AsyncIterator[Any], context: Call) -> AsyncIterator[Any]:
            caller = caller_of(context, self._config)

            async def in_time() -> AsyncIterator[Any]:
                async for request in requests:
                    if caller is not None:
                        await self._wait(method, caller)
                    yield request

            try:
                async for response in inner(in_time(), context):
                    yield response
            except CallError as error:
                await abort(context, error)

        return stream
