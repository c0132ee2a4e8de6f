"""A local referee for the time of a measurement: a server process as in production.

It listens on a Unix socket in a temporary folder, writes its journals there and logs into a file.
Nothing of the server is loaded into this process.
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
    "local_referee",
    "local_simulations",
]

START_LIMIT_S = 300.0
"""A server that compiles its kernels first takes long."""
STOP_LIMIT_S = 20.0
LOG_TAIL = 2000
"""Characters of the log that an error shows."""


class RefereeProcessError(Exception):
    """The server process did not start, or ended unasked; says what it logged last."""


@dataclasses.dataclass(frozen=True, slots=True)
class LocalReferee:
    """A server process that is ready."""

    address: str
    """Where it listens, as `unix:/path`."""
    pid: int
    """Its process id."""
    data_dir: Path
    """Its journals and replays."""


@contextmanager
def local_referee(*command: str, flags: Sequence[str] = ()) -> Iterator[LocalReferee]:
    """Run a server while the context is open.

    Args:
        command: What starts it in place of `python -m referee`; `serve` and its flags are appended.
        flags: More flags of `serve`.

    Raises:
        RefereeProcessError: It did not start.
    """
    with tempfile.TemporaryDirectory(prefix="referee-load-") as name:
        folder = Path(name)
        socket, data_dir = folder / "referee.sock", folder / "data"
        serve = ["serve", "--listen", f"unix:{socket}", "--data-dir", str(data_dir)]
        serve += ["--no-house-bots", "--drain-grace", "0", *flags]
        words = [*(command or (sys.executable, "-m", "referee")), *serve]
        with _running(words, folder / "server.log") as pid:
            yield LocalReferee(f"unix:{socket}", pid, data_dir)


@dataclasses.dataclass(frozen=True, slots=True)
class LocalSimulations:
    """A server of simulations that is ready."""

    address: str
    """Where it listens, as `unix:/path`."""
    shared: str
    """The socket for clients that share memory, as a path."""
    pid: int
    """Its process id."""


@contextmanager
def local_simulations(*flags: str) -> Iterator[LocalSimulations]:
    """Run a server of simulations while the context is open.

    Args:
        flags: More flags of `simulate`.

    Raises:
        RefereeProcessError: It did not start.
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
    """Run a server, and yield its process id."""
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
    """Processor time a process has used in all its threads; None where there is no /proc.

    Its grain is a clock tick of the kernel, 10 ms as a rule.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    user, system = fields[11:13]  # fields 14 and 15 of proc(5), of which two stand before ")"
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _wait_until_listening(process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_LIMIT_S
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
