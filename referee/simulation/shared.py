"""Serves learners on the same machine: columns in shared memory, requests and responses over a Unix socket."""

from __future__ import annotations

import contextlib
import hmac
import os
import socket
import struct
import threading
from functools import partial
from pathlib import Path

from google.protobuf.message import DecodeError, Message

from gamereferee.v1 import error_pb2
from gamereferee.v1 import simulation_service_pb2 as wire
from referee.core.errors import FieldError, MalformedError, RefereeError
from referee.server.endpoint import remove_stale_socket
from referee.server.process.status import CallError
from referee.simulation.batches import StreamBatches
from referee.simulation.carried import refusal
from referee.simulation.limits import SimulationLimits
from referee.simulation.memory import SharedMemory
from referee.simulation.pools import Pools
from referee.simulation.work import Work

__all__ = ["SharedServer"]

_LENGTH = struct.Struct("<I")
_MOST_HELLO = 4096
"""Largest size in bytes of a connection's first message, which holds the key."""
_PAUSE_S = 0.1
"""Seconds to wait before the next try after a connection could not be accepted."""
_HELLO_S = 5.0
"""Seconds after which a learner is disconnected if its first message is not complete."""
_MOST_SILENT = 64
"""Most connections without a request yet; with more, the one that has been silent longest is closed."""


class SharedServer:
    """Accepts learners on a Unix socket that only the server's own user can open.

    Args:
        path: Path of the socket; an old socket without a listener is replaced.
        key: Secret that learners must present; empty if none is needed.
        limits: The limits of each connection.
        work: Runs the requests of all learners, one at a time.
        pools: Makes the rows of batches.
    """

    def __init__(
        self, path: Path, key: str, limits: SimulationLimits, work: Work, pools: Pools
    ) -> None:
        self._path = path
        self._key = key
        self._limits = limits
        self._work = work
        self._pools = pools
        self._calls: set[socket.socket] = set()
        self._silent: dict[socket.socket, None] = {}
        """Connections that have not sent a request yet, the oldest first; the values are not used."""
        self._guard = threading.Lock()
        self._is_over = threading.Event()

    def start(self) -> None:
        """Open the socket and accept learners, each served in a separate thread.

        Raises:
            FieldError: The socket can't be made.
        """
        self._socket = _listening(self._path)
        threading.Thread(target=self._accept, daemon=True).start()

    def stop(self) -> None:
        """Close and remove the socket, and end all connections."""
        self._is_over.set()
        # A thread that waits for a socket wakes up when the socket is shut down, but not when it is closed.
        with self._guard:
            for each in (self._socket, *self._calls):
                _shut_down(each)
        self._socket.close()
        self._path.unlink(missing_ok=True)

    def _accept(self) -> None:
        while not self._is_over.is_set():
            try:
                call, _ = self._socket.accept()
            except OSError:  # the socket is shut down, or no descriptor is free for now
                self._is_over.wait(_PAUSE_S)
                continue
            threading.Thread(target=self._serve, args=[call], daemon=True).start()

    def _serve(self, call: socket.socket) -> None:
        with self._guard:
            self._calls.add(call)
            if len(self._silent) >= _MOST_SILENT:
                # Dictionaries keep the order of insertion, so the first key is the oldest connection.
                _shut_down(next(iter(self._silent)))
            self._silent[call] = None
        try:
            # A learner can break no more than its own connection.
            with call, contextlib.suppress(OSError, EOFError):
                try:
                    self._converse(call)
                except RefereeError as error:
                    _send(call, wire.RolloutResponse(refused=refusal(error)))
        finally:
            with self._guard:
                self._calls.discard(call)
                self._silent.pop(call, None)

    def _converse(self, call: socket.socket) -> None:
        """Serve one learner: read its first message, then answer request after request.

        Raises:
            RefereeError: The learner has sent a first message or a request that can't be read, or all streams are taken.
            EOFError: The learner has closed the connection.
        """
        memory = self._greet(call)
        request = wire.RolloutRequest()
        _receive(call, request, self._limits.response_bytes)
        with self._guard:
            self._silent.pop(call, None)
        batches = StreamBatches(self._limits, memory, pools=self._pools)
        # Only now: a learner without a request must not count as one of the streams.
        with self._work.stream(), contextlib.closing(batches):
            while True:
                answer = self._work.do(partial(batches.begin, request))
                while answer is None:  # between two parts other streams are served
                    if _is_gone(call):
                        raise EOFError
                    answer = self._work.do(batches.go_on)
                _send(call, answer)
                request = wire.RolloutRequest()
                _receive(call, request, self._limits.response_bytes)

    def _greet(self, call: socket.socket) -> SharedMemory:
        """Read a learner's first message, and return the shared memory that was sent with it.

        Raises:
            RefereeError: The message can't be read, has the wrong key, or comes without exactly one descriptor.
            EOFError: The learner has closed the connection, or took too long.
        """
        with contextlib.ExitStack() as stack:
            # Not a timeout of the socket, which would start again with each part of a message.
            limit = threading.Timer(_HELLO_S, _shut_down, [call])
            limit.daemon = True
            limit.start()
            stack.callback(limit.cancel)
            head, descriptors, _, _ = socket.recv_fds(call, _LENGTH.size, 4)
            for each in descriptors:
                stack.callback(os.close, each)
            hello = wire.SharedHello()
            _receive(call, hello, _MOST_HELLO, head)
            if self._key and not hmac.compare_digest(hello.key.encode(), self._key.encode()):
                text = "this server needs its key"
                raise CallError(error_pb2.ERROR_REASON_BAD_ORGANIZER_KEY, text)
            if len(descriptors) != 1:
                raise FieldError("memory", "one descriptor", len(descriptors))
            return SharedMemory(descriptors[0])


def _shut_down(call: socket.socket) -> None:
    """Shut a connection down, so that a thread that waits for it wakes up."""
    with contextlib.suppress(OSError):
        call.shutdown(socket.SHUT_RDWR)


def _is_gone(call: socket.socket) -> bool:
    """Return whether the other side has closed a connection, and nothing is left to read."""
    try:
        return not call.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False


def _listening(path: Path) -> socket.socket:
    remove_stale_socket(f"unix:{path}", "shared")
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    # The mode must be right when the socket appears: a later chmod would leave a gap for other users.
    before = os.umask(0o177)
    try:
        made.bind(str(path))
    except OSError as error:
        made.close()
        raise FieldError("shared", "a socket that can be made", f"{path}: {error}") from None
    finally:
        os.umask(before)
    made.listen()
    return made


def _receive(call: socket.socket, message: Message, most: int, head: bytes = b"") -> None:
    """Read one message from a connection into `message`.

    Args:
        call: The connection.
        message: Message to fill.
        most: Most bytes that it may have.
        head: First bytes of its length, if they were read already.

    Raises:
        RefereeError: The message is too long, or can't be parsed.
        EOFError: The connection has ended.
    """
    (length,) = _LENGTH.unpack(head + _exactly(call, _LENGTH.size - len(head)))
    if length > most:
        raise FieldError("length", f"at most {most} bytes", length)
    try:
        message.ParseFromString(_exactly(call, length))
    except DecodeError:
        name = message.DESCRIPTOR.name
        raise MalformedError(f"{length} bytes can't be read as a {name}") from None


def _exactly(call: socket.socket, size: int) -> bytes:
    """Read exactly `size` bytes from a connection and return them.

    Raises:
        EOFError: The connection has ended before that.
    """
    data = b""
    while len(data) < size:
        # Even with MSG_WAITALL a signal can end the call early, so loop.
        more = call.recv(size - len(data), socket.MSG_WAITALL)
        if not more:
            raise EOFError
        data += more
    return data


def _send(call: socket.socket, response: wire.RolloutResponse) -> None:
    data = response.SerializeToString()
    call.sendall(_LENGTH.pack(len(data)) + data)
