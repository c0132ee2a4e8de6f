"""gRPC interceptor around every handler of a server, for errors and for serialized responses.

A request that can't be parsed ends its call with INVALID_ARGUMENT, and a fault of a handler ends it
with INTERNAL. gRPC itself would end both with UNKNOWN and the text of a Python exception. A
response that is already bytes is sent as it is, so a handler can serialize once what never changes.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import grpc

from gamereferee.v1 import error_pb2
from referee.core.errors import MalformedError, RefereeError
from referee.server.process.logs import get_log
from referee.server.process.status import CallError, abort

__all__ = ["CallGuard"]

if TYPE_CHECKING:  # in gRPC itself it has no parameters
    Handler: TypeAlias = grpc.RpcMethodHandler[Any, Any]

OnError = Callable[[str, str], None]
Call = grpc.aio.ServicerContext[Any, Any]

_MAKE: dict[tuple[bool, bool], Callable[..., Any]] = {
    (False, False): grpc.unary_unary_rpc_method_handler,
    (False, True): grpc.unary_stream_rpc_method_handler,
    (True, False): grpc.stream_unary_rpc_method_handler,
    (True, True): grpc.stream_stream_rpc_method_handler,
}
"""gRPC's handler factories, by whether requests and whether responses are streams."""


class CallGuard(grpc.aio.ServerInterceptor):
    """gRPC interceptor that guards all handlers of a server.

    It must be the last one, next to the handlers.

    Args:
        on_error: Called with the method's name and the status, such as `not_found`, of each call
            that its handler ends with an error; None if nobody asks for it.
    """

    def __init__(self, on_error: OnError | None = None) -> None:
        self._on_error = on_error
        self._guarded: dict[str, tuple[Handler, Handler]] = {}
        """Original and guarded handler of each method, by the method's path."""

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """Return the method's handler in its guarded form; None for an unknown method.

        gRPC calls this for each call; the arguments are those of its interceptors.
        """
        handler = await continuation(handler_call_details)
        if handler is None:
            return None
        method = handler_call_details.method
        known = self._guarded.get(method)
        # Made once for each method, and not for every call.
        if known is None or known[0] is not handler:
            known = self._guarded[method] = handler, _guarded(method, handler, self._on_error)
        return known[1]


class _Unreadable:
    """Placeholder for a request that could not be parsed.

    Args:
        error: Error that says why.
    """

    def __init__(self, error: MalformedError) -> None:
        self.error = error


def _guarded(method: str, handler: Handler, on_error: OnError | None) -> Handler:
    """Return a method's handler, wrapped so that its errors end calls with the referee's gRPC statuses.

    `on_error` is called with the method's name and the status of an error; None for nobody.
    """
    inner: Any = handler.unary_unary or handler.unary_stream
    inner = inner or handler.stream_unary or handler.stream_stream
    is_stream, deserialize = handler.request_streaming, handler.request_deserializer
    has_messages = deserialize is not None

    def request_of(request: Any, context: Call) -> tuple[Any, Any]:
        """Return request and call as the original handler takes them.

        A single request that could not be parsed raises MalformedError here; on a stream of requests,
        reading such a request raises it.
        """
        if not has_messages:
            return request, context
        if not is_stream:
            return _readable(request), context
        return _all_readable(request), _ReadableCall(context)

    async def answer(request: Any, context: Call) -> Any:
        async with _counted(method, context, on_error), _ended_by_errors(method, context):
            answered = inner(*request_of(request, context))
            # The generated handler of a method that is not implemented is no coroutine, and raises.
            return await answered if inspect.isawaitable(answered) else answered

    async def stream(request: Any, context: Call) -> AsyncIterator[Any]:
        async with (
            _counted(method, context, on_error),
            _ended_by_errors(method, context),
            contextlib.aclosing(inner(*request_of(request, context))) as responses,
        ):
            async for response in responses:
                yield response

    make = _MAKE[is_stream, handler.response_streaming]
    around = stream if inspect.isasyncgenfunction(inner) else answer
    reading = None if deserialize is None else _reader(deserialize)
    guarded: Handler = make(around, reading, _writer(handler.response_serializer))
    return guarded


@contextlib.asynccontextmanager
async def _counted(method: str, context: Call, on_error: OnError | None) -> AsyncIterator[None]:
    """Call `on_error` if a call of `method` is ended with an error inside this context."""
    try:
        yield
    except grpc.aio.AbortError:
        if on_error is not None:
            on_error(method.rpartition("/")[2], context.code().name.lower())
        raise


@contextlib.asynccontextmanager
async def _ended_by_errors(method: str, context: Call) -> AsyncIterator[None]:
    """End a call of `method` with the gRPC status of an error that is raised inside this context.

    If the error is a bug in a handler, the caller learns only that there is one.
    """
    try:
        yield
    except (grpc.aio.AbortError, grpc.aio.BaseError):
        raise  # the call is over, or was cancelled
    except RefereeError as error:
        await abort(context, error)
    except NotImplementedError:
        await context.abort(grpc.StatusCode.UNIMPLEMENTED, f"{method} is not served")
    except Exception:
        get_log().exception("call failed", method=method)
        fault = CallError(error_pb2.ERROR_REASON_REFEREE_FAULT, "a fault of the referee")
        await abort(context, fault)


def _reader(deserialize: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    owner = getattr(deserialize, "__self__", None)
    name = getattr(getattr(owner, "DESCRIPTOR", None), "name", "request")

    def read(data: bytes) -> Any:
        # gRPC ends a call with UNKNOWN where this raises, so it must not.
        try:
            return deserialize(data)
        except Exception:
            return _Unreadable(MalformedError(f"{len(data)} bytes that are no {name}"))

    return read


def _writer(serialize: Callable[[Any], bytes] | None) -> Callable[[Any], bytes] | None:
    if serialize is None:
        return None
    return lambda response: response if type(response) is bytes else serialize(response)


def _readable(request: Any) -> Any:
    """Return a request unchanged if it could be parsed.

    Raises:
        MalformedError: The request is a placeholder for one that could not be parsed.
    """
    if type(request) is _Unreadable:
        raise request.error
    return request


async def _all_readable(requests: AsyncIterator[Any]) -> AsyncIterator[Any]:
    async for request in requests:
        yield _readable(request)


class _ReadableCall:
    """Call whose `read` raises for a request that can't be parsed.

    All else is delegated to the original call.

    Args:
        call: The original gRPC call.
    """

    def __init__(self, call: Call) -> None:
        self._call = call

    def __getattr__(self, name: str) -> Any:
        return getattr(self._call, name)

    async def read(self) -> Any:
        """Return the next request of the stream.

        Raises:
            MalformedError: The request can't be parsed.
        """
        return _readable(await self._call.read())
