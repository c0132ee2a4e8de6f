"""Reflection: describes a server's services to tools that have no `.proto` files.

Both versions, `grpc.reflection.v1` and `v1alpha`, are served; they have the same messages. grpcio-
reflection serves `v1alpha` alone, finds no methods by their names, and assembles all files again
for each request, which anybody may send.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, text_format
from google.protobuf.descriptor import FileDescriptor
from google.protobuf.message import DecodeError
from grpc_reflection.v1alpha import reflection_pb2

from gamereferee.v1 import error_pb2
from referee.core.errors import MalformedError, RefereeError
from referee.games import registry
from referee.server.process.status import CallError

__all__ = ["REFLECTION_METHODS", "REFLECTION_SERVICES", "Elsewhere", "Reflection"]

_ALPHA, _V1 = "grpc.reflection.v1alpha", "grpc.reflection.v1"
REFLECTION_SERVICES = tuple(f"{package}.ServerReflection" for package in (_V1, _ALPHA))
"""Full names of the reflection service in its two versions."""
REFLECTION_METHODS = tuple(f"/{name}/ServerReflectionInfo" for name in REFLECTION_SERVICES)
"""Paths of the service's only method, in its two versions."""
MOST_REQUESTS = 1000
"""Highest number of requests on one stream. A tool that walks through all messages of the referee
needs fewer.
"""
MOST_NAME = 500
"""Length of the longest name that is looked up, in characters."""

_Response = reflection_pb2.ServerReflectionResponse
Elsewhere = Callable[[bytes], Awaitable[bytes]]
"""Sends a serialized request to another process that may know more; returns its serialized answer."""


class Reflection:
    """Reflection service: lists services, and sends the files that describe them.

    Args:
        names: Full names of the server's services.
        elsewhere: Answers a request for a name that this process doesn't know. None if there is
            nobody to ask: then the first such request loads all games.
    """

    def __init__(self, names: Sequence[str], elsewhere: Elsewhere | None = None) -> None:
        listed = [reflection_pb2.ServiceResponse(name=name) for name in sorted(names)]
        services = reflection_pb2.ListServiceResponse(service=listed)
        self._services = _encoded(list_services_response=services)
        self._elsewhere = elsewhere
        self._pools = (descriptor_pool.Default(), _v1_pool())
        # As many as this process has files: a name that is not found is not kept.
        self._files: dict[str, bytes] = {}
        self._loading: asyncio.Task[None] | None = None

    def handlers(self) -> list[grpc.GenericRpcHandler]:
        """Return the gRPC handlers to add to a server, one for each version."""
        method: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(
            self._serve
        )
        methods = {"ServerReflectionInfo": method}
        return [grpc.method_handlers_generic_handler(name, methods) for name in REFLECTION_SERVICES]

    async def _serve(
        self, requests: AsyncIterator[bytes], _: grpc.aio.ServicerContext[Any, Any]
    ) -> AsyncIterator[bytes]:
        """Yield the serialized response to each request of a stream, in order."""
        num_answered = 0
        async for data in requests:
            if num_answered == MOST_REQUESTS:
                text = f"a stream may send {MOST_REQUESTS} requests of reflection; open another"
                raise CallError(error_pb2.ERROR_REASON_TOO_MANY_CALLS, text)
            num_answered += 1
            yield await self.answer(data)

    async def answer(self, data: bytes) -> bytes:
        """Return the serialized response to a serialized request.

        Raises:
            MalformedError: The request can't be parsed.
        """
        try:
            request = reflection_pb2.ServerReflectionRequest.FromString(data)
        except DecodeError:
            text = f"{len(data)} bytes that are no ServerReflectionRequest"
            raise MalformedError(text) from None
        found = self._found(request)
        if found is None and self._elsewhere is not None:
            try:
                return await self._elsewhere(data)
            except grpc.aio.AioRpcError:
                found = _error(
                    grpc.StatusCode.UNAVAILABLE, "a part of the referee is started again"
                )
        if found is None:
            await self._games_loaded()
            found = self._found(request)
        # Two messages one after the other are one message with the fields of both.
        asked = _encoded(valid_host=request.host, original_request=request)
        unknown = _error(grpc.StatusCode.NOT_FOUND, "nothing of that name is known")
        return asked + (found or unknown)

    async def _games_loaded(self) -> None:
        """Wait until all games are loaded. The messages of a game are known only after that."""
        # One task for all callers, shielded below: a caller that hangs up must not cancel it for
        # the others.
        if self._loading is None:
            self._loading = asyncio.create_task(asyncio.to_thread(_load_games))
        await asyncio.shield(self._loading)

    def _found(self, request: reflection_pb2.ServerReflectionRequest) -> bytes | None:
        """Return the serialized response to a request, without its copy of the request.

        None if the name that the request asks for is not known.
        """
        match request.WhichOneof("message_request"):
            case "list_services":
                return self._services
            case "file_by_filename":
                return self._sent(_by_name, request.file_by_filename)
            case "file_containing_symbol":
                return self._sent(_containing, request.file_containing_symbol)
            case "file_containing_extension":
                extension = request.file_containing_extension
                number = extension.extension_number
                return self._sent(_extending, extension.containing_type, number)
            case "all_extension_numbers_of_type":
                return self._extensions(request.all_extension_numbers_of_type)
        return _error(grpc.StatusCode.INVALID_ARGUMENT, "the request asks for nothing")

    def _sent(self, find: Callable[..., FileDescriptor], name: str, *numbers: int) -> bytes | None:
        """Return the serialized response with the file that `find` finds and all files it imports.

        `find` is called with a pool of descriptors, the requested name, and `numbers`.

        None if none is found.
        """
        for pool in self._pools if len(name) <= MOST_NAME else ():
            try:
                file = find(pool, name, *numbers)
            except KeyError:
                continue
            if file.name not in self._files:
                self._files[file.name] = _with_imports(file)
            return self._files[file.name]
        return None

    def _extensions(self, name: str) -> bytes | None:
        try:
            message = self._pools[0].FindMessageTypeByName(name[:MOST_NAME])
        except KeyError:
            return None
        numbers = sorted(each.number for each in self._pools[0].FindAllExtensions(message))
        response = reflection_pb2.ExtensionNumberResponse(
            base_type_name=message.full_name, extension_number=numbers
        )
        return _encoded(all_extension_numbers_response=response)


def _load_games() -> None:
    for name in registry.names():
        with contextlib.suppress(RefereeError):  # ListGames logs what is wrong with it
            registry.find(name)


def _by_name(pool: descriptor_pool.DescriptorPool, name: str) -> FileDescriptor:
    return pool.FindFileByName(name)


def _containing(pool: descriptor_pool.DescriptorPool, name: str) -> FileDescriptor:
    """Return the file in a pool that defines the symbol of this name.

    Raises:
        KeyError: No file defines the symbol.
    """
    try:
        return pool.FindFileContainingSymbol(name)
    except KeyError:
        pass
    # The pool finds messages, fields, enums and services by their full names, but no methods, and a value
    # of an enum only in the scope of its enum, as in C++.
    parent, _, last = name.rpartition(".")
    try:
        return pool.FindMethodByName(name).containing_service.file
    except KeyError:
        enum = pool.FindEnumTypeByName(parent)
    if last not in enum.values_by_name:
        raise KeyError(name)
    return enum.file


def _extending(pool: descriptor_pool.DescriptorPool, name: str, number: int) -> FileDescriptor:
    extension = pool.FindExtensionByNumber(pool.FindMessageTypeByName(name), number)
    return pool.FindFileContainingSymbol(extension.full_name)


def _with_imports(file: FileDescriptor) -> bytes:
    """Return the serialized response that contains a file and all files it imports."""
    needed = {file.name: file}
    waiting = [file]
    while waiting:
        for other in waiting.pop().dependencies:
            if other.name not in needed:
                needed[other.name] = other
                waiting.append(other)
    sent = [each.serialized_pb for each in needed.values()]
    response = reflection_pb2.FileDescriptorResponse(file_descriptor_proto=sent)
    return _encoded(file_descriptor_response=response)


def _error(code: grpc.StatusCode, text: str) -> bytes:
    error = reflection_pb2.ErrorResponse(error_code=code.value[0], error_message=text)
    return _encoded(error_response=error)


def _encoded(**fields: object) -> bytes:
    data: bytes = _Response(**fields).SerializeToString()
    return data


def _v1_pool() -> descriptor_pool.DescriptorPool:
    """Return a pool with the file of reflection v1, made from that of `v1alpha` by renaming."""
    file = descriptor_pb2.FileDescriptorProto()
    reflection_pb2.DESCRIPTOR.CopyToProto(file)
    file.ClearField("options")
    text = text_format.MessageToString(file).replace(_ALPHA, _V1)
    text = text.replace(reflection_pb2.DESCRIPTOR.name, "grpc/reflection/v1/reflection.proto")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(text_format.Parse(text, descriptor_pb2.FileDescriptorProto()))
    return pool
