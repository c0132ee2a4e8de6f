"""Limits how many calls callers without the organizer key may have open, each caller and all together."""

from __future__ import annotations

import collections
import contextlib
import inspect
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, NamedTuple

import grpc

from gamereferee.v1 import error_pb2
from referee.core.clock import Clock
from referee.core.time_control import SECOND
from referee.server.access.callers import caller_of
from referee.server.process.config import ServerConfig
from referee.server.process.status import CallError, abort
from referee.server.standard.reflection import REFLECTION_METHODS
from referee.server.telemetry.recorder import Recorder

__all__ = ["CALLS", "CallQuotas", "Quota", "Rate"]

Call = grpc.aio.ServicerContext[Any, Any]


class Quota(NamedTuple):
    """Limits on calls of a method that are open at once: by one caller, and by all together."""

    of_caller: int
    """Highest number of open calls by one caller."""
    of_all: int
    """Highest number of open calls by all callers together."""


_CALLERS_KEPT = 100_000
"""Number of callers for which a `Rate` keeps how often each may still act; at this size it drops
callers with a full burst or, if there are none, the older half.
"""
CALLS = {
    "/gamereferee.v1.PlayService/Play": Quota(20_000, 40_000),
    "/gamereferee.v1.SpectateService/Watch": Quota(1_000, 4_000),
    "/gamereferee.v1.SpectateService/WatchEnds": Quota(16, 256),
    "/gamereferee.v1.ReplayService/GetReplay": Quota(8, 64),
    "/gamereferee.v1.LobbyService/Enqueue": Quota(100, 2_000),
    "/gamereferee.v1.AttendService/Attend": Quota(1_000, 4_000),
    "/grpc.health.v1.Health/Watch": Quota(1_000, 4_000),
    **dict.fromkeys(REFLECTION_METHODS, Quota(16, 256)),
}
"""Quotas of the methods whose calls stay open, by the method's path."""


class CallQuotas(grpc.aio.ServerInterceptor):
    """gRPC interceptor that refuses calls beyond a quota.

    Args:
        config: Settings of the server.
        quotas: Quotas by the method's path; other methods are not limited.
        recorder: Counts refused calls; None for no metrics.
    """

    def __init__(
        self,
        config: ServerConfig,
        quotas: dict[str, Quota] = CALLS,
        recorder: Recorder | None = None,
    ) -> None:
        self._config = config
        self._recorder = recorder
        self._quotas = quotas
        self._open: dict[str, collections.Counter[str]] = {
            method: collections.Counter() for method in quotas
        }

    async def intercept_service(
        self,
        continuation: Callable[
            [grpc.HandlerCallDetails], Awaitable[grpc.RpcMethodHandler[Any, Any] | None]
        ],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler[Any, Any] | None:
        """Return the method's handler, wrapped so that calls beyond its quota are refused.

        None for an unknown method.

        gRPC calls this for each call; the arguments are those of its interceptors.
        """
        handler = await continuation(handler_call_details)
        method = handler_call_details.method
        if method not in self._quotas or handler is None:
            return handler
        # The handler is wrapped, not the call refused here: the caller is known only with the call's context.
        if handler.unary_unary is not None:
            make: Any = grpc.unary_unary_rpc_method_handler
            inner: Any = handler.unary_unary
        elif handler.unary_stream is not None:
            make, inner = grpc.unary_stream_rpc_method_handler, handler.unary_stream
        else:
            make, inner = grpc.stream_stream_rpc_method_handler, handler.stream_stream

        async def within_quota(request: Any, context: Call) -> Any:
            try:
                with self._counted(method, context):
                    return await inner(request, context)
            except CallError as error:
                await abort(context, error)

        async def stream_within_quota(request: Any, context: Call) -> Any:
            try:
                with self._counted(method, context):
                    async for response in inner(request, context):
                        yield response
            except CallError as error:
                await abort(context, error)

        around = stream_within_quota if inspect.isasyncgenfunction(inner) else within_quota
        return make(around, handler.request_deserializer, handler.response_serializer)  # type: ignore[no-any-return]  # gRPC's factories all give handlers

    @contextlib.contextmanager
    def _counted(self, method: str, context: Call) -> Iterator[None]:
        caller = caller_of(context, self._config)
        if caller is None:
            yield
            return
        quota, count = self._quotas[method], self._open[method]
        name = method.rpartition("/")[2]
        is_over = count[caller] >= quota.of_caller
        if is_over or count.total() >= quota.of_all:
            if self._recorder is not None:
                self._recorder.count("referee_quota_hits_total", name)
            if is_over:
                raise _too_many(f"{quota.of_caller} calls of {name} from {caller} are open")
            raise _too_many(f"{quota.of_all} calls of {name} are open")
        # Counted for as long as the call is open, also if its handler raises or the caller cancels it: a count that is not
        # given back would lock the caller out for good.
        count[caller] += 1
        try:
            yield
        finally:
            count[caller] -= 1
            if not count[caller]:
                del count[caller]  # or each address that ever called would stay in memory


class Rate:
    """Limits how often a caller may do something: a burst at once, and after that a rate.

    Args:
        what: Verb phrase for what is done, for error messages.
        burst: How often a caller may do it at once.
        per_second: How often per second after that.
        clock: Source of the time.
    """

    def __init__(self, what: str, burst: int, per_second: float, clock: Clock) -> None:
        self._what, self._burst, self._per_second, self._clock = what, burst, per_second, clock
        self._left: dict[str, tuple[float, int]] = {}
        """For each caller, how often it could still act after its last action, and when that was, in
        nanoseconds.

        """

    def spend(self, caller: str) -> None:
        """Count one more action of a caller.

        Raises:
            CallError: The caller has used up its burst and rate; the action is not counted.
        """
        now_ns = self._clock.now_ns()
        left, since_ns = self._left.get(caller, (float(self._burst), now_ns))
        # No more than one burst is saved up, however long the caller was away.
        left = min(self._burst, left + (now_ns - since_ns) / SECOND * self._per_second)
        if left < 1:
            raise _too_many(
                f"{caller} may {self._what} {self._burst} times at once and {self._per_second:g} times "
                "a second after that; that much was done"
            )
        if len(self._left) >= _CALLERS_KEPT:
            self._forget(now_ns)
        self._left[caller] = left - 1, now_ns

    def _forget(self, now_ns: int) -> None:
        """Drop callers that have their full burst again at `now_ns`.

        If there are none, drop the older half of all.
        """
        full_ns = self._burst / self._per_second * SECOND
        kept = {caller: had for caller, had in self._left.items() if now_ns - had[1] < full_ns}
        if len(kept) == len(self._left):
            kept = dict(list(kept.items())[len(kept) // 2 :])
        self._left = kept


def _too_many(text: str) -> CallError:
    return CallError(
        error_pb2.ERROR_REASON_TOO_MANY_CALLS,
        f"{text}, which is the most allowed without the organizer key",
    )
