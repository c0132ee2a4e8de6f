"""Runs a referee on this machine for the time of a measurement: a server process as in production.

It listens on a Unix socket in a temporary folder, writes its journals there and logs into a file.
No code of the server is loaded into this process.
"""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

__all__ = [
    "LocalReferee",
    "LocalSimulations",
    "RefereeProcessError",
    "cpu_seconds",
    "cpu_seconds_used",
    "local_referee",
    "local_simulations",
]

START_LIMIT_S = 300.0
"""Highest number of seconds until a server listens; it takes long if it has to compile its kernels
first."""
STOP_LIMIT_S = 20.0
LOG_TAIL = 2000
"""Number of characters from the end of the log that an error shows."""


class RefereeProcessError(Exception):
    """The server process did not start; the text ends with its last log lines."""


@dataclasses.dataclass(frozen=True, slots=True)
class LocalReferee:
    """Address, process id and data folder of a referee's process that is ready to be called."""

    address: str
    """Address on which the referee listens, as `unix:/path`."""
    pid: int
    """Process id of the referee."""
    data_dir: Path
    """Folder with the referee's journals and replays."""


@contextmanager
def local_referee(*command: str, flags: Sequence[str] = ()) -> Iterator[LocalReferee]:
    """Run a referee while the context is open, and yield its address, process id and data folder.

    Args:
        command: Command that starts the referee; empty means `python -m referee`. `serve` and its
            flags are appended.
        flags: Further flags of `serve`.

    Raises:
        RefereeProcessError: The referee did not start.
    """
    with tempfile.TemporaryDirectory(prefix="referee-load-") as name:
        folder = Path(name)
        socket, data_dir = folder / "referee.sock", folder / "data"
        serve = ["serve", "--listen", f"unix:{socket}", "--data-dir", str(data_dir)]
        # No house bots and no waiting at the end: neither may use the processor during a
        # measurement.
        serve += ["--no-house-bots", "--drain-grace", "0", *flags]
        words = [*(command or (sys.executable, "-m", "referee")), *serve]
        with _running(words, folder / "server.log") as pid:
            yield LocalReferee(f"unix:{socket}", pid, data_dir)


@dataclasses.dataclass(frozen=True, slots=True)
class LocalSimulations:
    """Addresses and process id of a server of simulations that is ready to be called."""

    address: str
    """Address on which the server listens, as `unix:/path`."""
    shared: str
    """Path of the socket for clients that share memory with the server."""
    pid: int
    """Process id of the server."""


@contextmanager
def local_simulations(*flags: str) -> Iterator[LocalSimulations]:
    """Run a server of simulations while the context is open; yield its addresses and process id.

    Args:
        flags: Further flags of `simulate`.

    Raises:
        RefereeProcessError: The server did not start.
    """
    with tempfile.TemporaryDirectory(prefix="referee-load-") as name:
        folder = Path(name)
        socket, shared = folder / "simulations.sock", folder / "shared.sock"
        words = [sys.executable, "-m", "referee", "simulate", "--listen", f"unix:{socket}"]
        words += ["--shared", str(shared), *flags]
        with _running(words, folder / "server.log") as pid:
            yield LocalSimulations(f"unix:{socket}", str(shared), pid)


@contextmanager
def _running(words: Sequence[str], log: Path) -> Iterator[int]:
    """Run a server while the context is open, and yield its process id.

    Args:
        words: Command line of the server.
        log: File for the server's standard error.
    """
    with log.open("wb") as stderr:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stderr=stderr,
            env={"REFEREE_KERNELS": "compiled"} | os.environ,
        )
    try:
        _wait_until_listening(process, log)
        yield process.pid
    finally:
        _stop(process)


def cpu_seconds(pid: int) -> float | None:
    """Return the processor time that a process has used in all its threads.

    Return None where there is no /proc.

    The resolution is a clock tick of the kernel, usually 10 ms.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    user, system = fields[11:13]  # fields 14 and 15 of proc(5), of which two stand before ")"
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def cpu_seconds_used(pid: int) -> float:
    """Return the same as `cpu_seconds`.

    Raises:
        RuntimeError: There is no /proc, or no such process.
    """
    used = cpu_seconds(pid)
    if used is None:
        raise RuntimeError(f"/proc has no processor time of process {pid}")
    return used


def _wait_until_listening(process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_LIMIT_S
    # The log is the only sign of readiness that needs no client.
    while '"listening"' not in log.read_text(errors="replace"):
        if process.poll() is not None or time.monotonic() > end:
            tail = log.read_text(errors="replace")[-LOG_TAIL:]
            raise RefereeProcessError(f"the server did not start; its log ends with:\n{tail}")
        time.sleep(0.02)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_LIMIT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
