"""`referee serve` as a process that can be killed and started again."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.helpers.patience import patience
from tournaments.spec.limits import children_of

__all__ = ["ServerProcess"]

START_S = patience(120)
"""Seconds after which a server that does not serve, or does not end, is taken for hung."""
_BRISK = [(f"grpc.{which}_reconnect_backoff_ms", 20) for which in ("initial", "min", "max")]
"""A client that tries again and again while the server starts."""


class ServerProcess:
    """A server on a socket in a folder; its log goes to a file there. Ends with its `with` block.

    Args:
        folder: Holds socket, data and log.
        options: More flags for `referee serve`.
    """

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.address = f"unix:{folder}/referee.sock"
        self.data = folder / "data"
        self.program: tuple[str, ...] = ("referee",)
        """Module that is run, and its first arguments."""
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Start a server on the same data, and wait until it serves."""
        self.launch()
        assert self.health() == "SERVING", self.log()

    def launch(self) -> None:
        """Start a server on the same data; it is still coming up."""
        command = [sys.executable, "-m", *self.program, "serve", "--no-house-bots"]
        command += ["--listen", self.address, "--data-dir", str(self.data), *self._options]
        with (self.folder / "log").open("ab") as log:
            # Kernels are not worth compiling for a life of half a second.
            env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=env)

    def health(self) -> str:
        """What it says of itself."""
        with grpc.insecure_channel(self.address, options=_BRISK) as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            request = health_pb2.HealthCheckRequest()
            answer = stub.Check(request, timeout=START_S, wait_for_ready=True)
        return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process is not None
        return self._process.pid

    def stop(self) -> int:
        """Tell it to stop, and wait for that; its exit status."""
        self.signal(signal.SIGTERM)
        return self.wait()

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        """End it without a chance to do anything."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def workers(self) -> list[int]:
        """The processes of its workers that run now; none of a server without a router."""
        return [pid for pid in children_of(self.pid) if _runs(pid)]

    def kill_all(self) -> None:
        """End it and its workers at once, and wait until nothing is left that keeps its folder locked."""
        for pid in [self.pid, *self.workers()]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.kill()
        self.wait_until_free()

    def wait_until_free(self) -> None:
        """Wait until no process keeps its folder locked any more; it must have been killed.

        A worker that was just being started notices that its router is gone, but not at once.
        """
        with (self.data / "lock").open("rb+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)

    def wait(self) -> int:
        """Its exit status, once it has ended of its own accord."""
        assert self._process is not None
        return self._process.wait(START_S)

    def log(self) -> str:
        """What all its lives have logged."""
        return (self.folder / "log").read_text()


def _runs(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    with contextlib.suppress(OSError):
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state not in "ZX"
    return False
