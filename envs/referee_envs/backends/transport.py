"""Connections to a simulation server: a gRPC stream, or a Unix socket with shared memory."""

from __future__ import annotations

import contextlib
import fcntl
import mmap
import os
import queue
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import grpc
import numpy as np

from gamereferee.v1 import simulation_service_pb2 as wire
from gamereferee.v1.simulation_service_pb2_grpc import SimulationServiceStub
from referee_client.address import Address
from referee_client.errors import RefereeClientError
from referee_client.proxies import proxy_options
from referee_envs.columns import Array
from referee_envs.errors import BackendError

__all__ = ["GrpcTransport", "SharedTransport", "Transport"]

T = TypeVar("T")

_OPTIONS = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
_LENGTH = struct.Struct("<I")
_GONE = BrokenPipeError, ConnectionResetError
"""Errors of sending on a socket that the server has closed. They are ignored, because the server's
last answer, which may say why, is still in the socket, and `next` reads it.
"""
_MEMORY = 1 << 32
"""Size of the shared address space in bytes; only pages that are used take memory."""
_MEMFD = getattr(os, "memfd_create", None)
_ADD_SEALS = getattr(fcntl, "F_ADD_SEALS", 1033)
_SEALS = 0x1 | 0x2
"""F_SEAL_SEAL and F_SEAL_SHRINK: the server accepts only memory that can never shrink, since reading
beyond its end would kill it."""


class Transport(Protocol):
    """Connection to a simulation server that carries requests and their answers, in order."""

    memory: Array | None
    """uint8[n]: memory shared with the server; None if none is shared."""

    def describe(self, request: wire.DescribeRequest) -> wire.DescribeResponse:
        """Return a game's columns; must be called only when no request waits for an answer.

        Raises:
            BackendError: The server can't be reached, or refuses the game.
        """
        ...

    def put(self, request: wire.RolloutRequest) -> None:
        """Send a request, without waiting for the answer."""

    def next(self) -> wire.RolloutResponse:
        """Wait for the next answer, and return it.

        Raises:
            BackendError: The server is gone.
        """
        ...

    def close(self) -> None:
        """Close the connection and release all resources."""


class GrpcTransport(Transport):
    """Connection by one stream of `SimulationService.Rollout`.

    Args:
        address: `HOST:PORT` or `unix:/path` of the server.
        key: Secret that the server asks for; empty if it asks for none.
        ca: File with PEM certificates to trust, which turns on TLS; None for no TLS.

    Raises:
        BackendError: The address or the file can't be read.
    """

    memory = None

    def __init__(self, address: str, key: str, ca: str | Path | None) -> None:
        try:
            where = Address.parse(address, ca)
        except RefereeClientError as error:
            raise BackendError(str(error)) from None
        self._metadata = (("authorization", f"Bearer {key}"),) if key else ()
        # Environment variables of proxies must not redirect a connection to this machine.
        options = [*_OPTIONS, *proxy_options(where.target)]
        if where.roots is None:
            self._channel = grpc.insecure_channel(where.target, options)
        else:
            trusted = grpc.ssl_channel_credentials(where.roots)
            self._channel = grpc.secure_channel(where.target, trusted, options)
        self._stub: Any = SimulationServiceStub(self._channel)
        self._requests: queue.SimpleQueue[wire.RolloutRequest | None] = queue.SimpleQueue()
        self._answers: Any = None

    def describe(self, request: wire.DescribeRequest) -> wire.DescribeResponse:
        """Return the columns of the game that a request names, by a call outside of the stream."""
        response: wire.DescribeResponse
        response = _called(lambda: self._stub.Describe(request, metadata=self._metadata))
        return response

    def put(self, request: wire.RolloutRequest) -> None:
        """Send a request; the first one opens the stream."""
        # Not earlier: describing a game needs no stream.
        if self._answers is None:
            # gRPC reads requests in a thread of its library until `close` puts None into the queue.
            requests = iter(self._requests.get, None)
            self._answers = self._stub.Rollout(requests, metadata=self._metadata)
        self._requests.put(request)

    def next(self) -> wire.RolloutResponse:
        """Wait for the next answer, and return it."""
        response: wire.RolloutResponse | None = _called(lambda: next(self._answers, None))
        if response is None:
            raise BackendError("the server has ended the stream")
        return response

    def close(self) -> None:
        """Cancel the stream and close the channel."""
        self._requests.put(None)
        if self._answers is not None:
            # So that the server stops working on requests whose answers nobody reads.
            self._answers.cancel()
        self._channel.close()


class SharedTransport(Transport):
    """Connection by the socket of `referee simulate --shared`, with memory shared with the server.

    Args:
        path: Path of the socket.
        key: Secret that the server asks for; empty if it asks for none.

    Raises:
        BackendError: There is no such socket, or the system has no memory files that can be sealed.
    """

    memory: Array

    def __init__(self, path: str, key: str) -> None:
        if _MEMFD is None:
            raise BackendError("shm:// needs Linux; grpc:// works everywhere")
        descriptor = _MEMFD("referee_envs", 2)  # MFD_ALLOW_SEALING
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            # Sealed before the server gets the descriptor: it refuses memory whose size could change under it.
            os.ftruncate(descriptor, _MEMORY)
            fcntl.fcntl(descriptor, _ADD_SEALS, _SEALS)
            self.memory = np.frombuffer(mmap.mmap(descriptor, _MEMORY), np.uint8)
            self._socket.connect(path)
            hello = wire.SharedHello(key=key).SerializeToString()
            with contextlib.suppress(*_GONE):
                socket.send_fds(self._socket, [_LENGTH.pack(len(hello)) + hello], [descriptor])
        except OSError as error:
            self._socket.close()
            raise BackendError(f"shm://{path}: {error.strerror}") from None
        finally:
            os.close(descriptor)  # the mapping, and the copy that the server got, keep the memory

    def describe(self, request: wire.DescribeRequest) -> wire.DescribeResponse:
        """Return the columns of the game that a request names."""
        # On the same socket: shared memory has no other connection to its server.
        self.put(wire.RolloutRequest(describe=request))
        answer = self.next()
        if answer.HasField("refused"):
            raise BackendError(answer.refused.text)
        return answer.described

    def put(self, request: wire.RolloutRequest) -> None:
        """Send a request; if the server is gone, only `next` raises an error."""
        data = request.SerializeToString()
        with contextlib.suppress(*_GONE):
            self._socket.sendall(_LENGTH.pack(len(data)) + data)

    def next(self) -> wire.RolloutResponse:
        """Wait for the next answer, and return it."""
        (length,) = _LENGTH.unpack(self._exactly(_LENGTH.size))
        return wire.RolloutResponse.FromString(self._exactly(length))

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def _exactly(self, size: int) -> bytes:
        # A stream socket may return less than asked for, at any border.
        parts: list[bytes] = []
        while size:
            try:
                part = self._socket.recv(size)
            except OSError as error:
                raise BackendError(f"the server is gone: {error.strerror}") from None
            if not part:
                raise BackendError("the server is gone")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


def _called(call: Callable[[], T]) -> T:
    try:
        return call()
    except grpc.RpcError as error:
        failed: Any = error
        raise BackendError(f"{failed.code().name}: {failed.details()}") from None
