"""A learner that shares memory with a server of simulations."""

from __future__ import annotations

import contextlib
import fcntl
import mmap
import os
import socket
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gamereferee.v1 import simulation_service_pb2 as wire
from tests.helpers.patience import HANG_S

__all__ = ["Learner", "learner", "sealed"]

SIZE = 1 << 20


class Learner:
    """What has connected.

    Args:
        call: The socket.
        memory: uint8[SIZE]: what it shares.
    """

    def __init__(self, call: socket.socket, memory: Any) -> None:
        self._call = call
        self.memory = memory

    def ask(self, request: wire.RolloutRequest) -> wire.RolloutResponse:
        """Send a request and wait for its answer."""
        self.send(request.SerializeToString())
        return self.read()

    def send(self, data: bytes) -> None:
        """Send bytes as one message; who is refused already has an answer to read."""
        with contextlib.suppress(BrokenPipeError):
            self._call.sendall(struct.pack("<I", len(data)) + data)

    def read(self) -> wire.RolloutResponse:
        """Read an answer.

        Raises:
            EOFError: There is none any more.
        """
        (length,) = struct.unpack("<I", self._exactly(4))
        return wire.RolloutResponse.FromString(self._exactly(length))

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self._call.recv(size - len(data))
            if not more:
                raise EOFError
            data += more
        return data


def sealed(seals: int = fcntl.F_SEAL_SHRINK, size: int = SIZE) -> int:
    """Return the descriptor of new memory."""
    descriptor = os.memfd_create("learner", os.MFD_ALLOW_SEALING)
    os.ftruncate(descriptor, size)
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
    return descriptor


@contextlib.contextmanager
def learner(
    path: Path, key: str = "", descriptors: Sequence[int] | None = None, hello: bytes | None = None
) -> Iterator[Learner]:
    """Connect, and greet.

    Args:
        path: The socket.
        key: The key to present.
        descriptors: What comes with the greeting; None for memory of its own.
        hello: The greeting; None for the right one.
    """
    own = sealed()
    memory = np.frombuffer(mmap.mmap(own, SIZE), np.uint8)
    told = wire.SharedHello(key=key).SerializeToString() if hello is None else hello
    with socket.socket(socket.AF_UNIX) as call:
        call.settimeout(HANG_S / 2)
        call.connect(str(path))
        data = struct.pack("<I", len(told)) + told
        with contextlib.suppress(
            BrokenPipeError
        ):  # who is refused at once is told so before it goes
            socket.send_fds(call, [data], [own] if descriptors is None else descriptors)
        yield Learner(call, memory)
    os.close(own)
