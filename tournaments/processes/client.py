"""The runner's side of the supervisor: programs as objects to feed, await and stop.

A run calls `SupervisorClient.start` before it imports gRPC, and again only if the supervisor is
gone; this module does not import gRPC. It starts no program by its own decision: `launcher.py`
decides what runs, and when it is started again.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from tournaments.spec.errors import LaunchError, SupervisorGoneError
from tournaments.spec.limits import Limits

__all__ = [
    "NO_LIMITS",
    "Exit",
    "SupervisedProcess",
    "SupervisorClient",
    "open_environment",
]

NO_LIMITS = Limits()
"""Limits of a trusted program: none."""
_SECRET = ("REFEREE_", "TOURNAMENT_STORE", "PG")
"""Prefixes of environment variables that may hold keys of the referee or of the results database."""


@dataclasses.dataclass(frozen=True, slots=True)
class Exit:
    """How a program ended: exit status, times, memory, and the limit it was killed for."""

    code: int
    """Exit status; if negative, its absolute value is the number of the signal that killed the
    program.
    """
    cpu_s: float
    """Processor time of the program and its children, in seconds."""
    wall_s: float
    """Time from the program's start to its end, in seconds."""
    max_rss_kib: int
    """Highest resident memory of any process of the program, in KiB."""
    limit: str | None = None
    """Limit for which the supervisor killed the program, in words; None if it did not."""

    def __str__(self) -> str:
        how = f"exit status {self.code}"
        if self.code < 0:
            how = f"signal {-self.code} ({signal.strsignal(-self.code) or 'unknown'})"
        if self.limit is not None:
            how = f"killed, {self.limit},"
        return f"{how} after {self.wall_s:.1f}s ({self.cpu_s:.1f}s of processor time)"


class SupervisedProcess:
    """A program that the supervisor has started, or is about to start."""

    def __init__(self, supervisor: SupervisorClient, name: str, log: Path) -> None:
        self._supervisor = supervisor
        self.name = name
        """Name that is unique among the supervisor's programs."""
        self.log = log
        """Path of the program's output, to which `.stdout` and `.stderr` are added."""
        self.started: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Future of the program's own process id, also in a sandbox; raises `LaunchError` if it
        could not be started.
        """
        self.ended: asyncio.Future[Exit] = asyncio.get_running_loop().create_future()
        """Future of how the program ended; raises `SupervisorGoneError` if that can't be known."""

    @property
    def pid(self) -> int:
        """Id of the program's own process on this machine; the program must have started."""
        return self.started.result()

    def feed(self, text: str) -> None:
        """Write text to the program's standard input, in the background.

        Do nothing if it has ended.
        """
        self._supervisor.send("feed", name=self.name, text=text)

    def end_input(self) -> None:
        """Close the program's standard input after all text that was fed."""
        self._supervisor.send("end_input", name=self.name)

    def add_to_log(self, line: str) -> None:
        """Append a line to the file with the program's standard error.

        The program must have ended.
        """
        path = self.log.with_name(self.log.name + ".stderr")
        with contextlib.suppress(OSError), path.open("a", encoding="utf-8") as log:
            log.write(f"\n{line}\n")

    def stop(self, grace_s: float) -> None:
        """Send SIGTERM to the program, and SIGKILL to all its processes after `grace_s` seconds."""
        self._supervisor.send("stop", name=self.name, grace=grace_s)


class SupervisorClient:
    """A connection to the supervisor process.

    All programs end when the connection is closed or lost.
    """

    def __init__(self, process: subprocess.Popen[bytes], control: socket.socket) -> None:
        self._process = process
        self._control = control
        self._processes: dict[str, SupervisedProcess] = {}
        self._names = itertools.count(1)
        self._writer: asyncio.StreamWriter | None = None
        self._reader_task: asyncio.Task[None] | None = None

    @classmethod
    def start(cls, *, keep_open: Collection[int] = ()) -> SupervisorClient:
        """Start the supervisor process, and return its client.

        Call it from the main thread, if possible before gRPC is imported.

        Args:
            keep_open: File descriptors that stay open until the supervisor has ended, such as a
                lock.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            # -P: a file of the current folder must not stand in for a module.
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tournaments.processes.subreaper"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                pass_fds=keep_open,
                # Ctrl-C at the terminal reaches the runner alone, which then ends the programs in
                # order.
                start_new_session=True,
            )
        return cls(process, ours)

    async def connect(self) -> None:
        """Begin to read the supervisor's reports.

        Call it once, in the event loop that uses the programs.
        """
        reader, self._writer = await asyncio.open_connection(sock=self._control)
        self._reader_task = asyncio.create_task(self._read_reports(reader))

    async def run(
        self,
        argv: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        log: Path,
        limits: Limits = NO_LIMITS,
        sandbox: Sequence[str] = (),
        startup_s: float | None = None,
    ) -> SupervisedProcess:
        """Start a program in its own session (setsid), and return its process.

        Args:
            argv: The program and its arguments.
            cwd: Folder to run in.
            env: Complete environment of the program.
            log: Path of the files with the output, without their suffixes `.stdout` and `.stderr`;
                its folder is created.
            limits: Resources that the program may use.
            sandbox: Command that encloses the program, see `tournaments.processes.sandbox`; empty
                for none.
            startup_s: Seconds within which the program must have read its first input, or be
                killed; None for no limit.

        If the caller is cancelled before the program has started, the program is killed.

        Raises:
            LaunchError: The program can't be started, or the supervisor is gone.
        """
        if self._reader_task is None or self._reader_task.done():
            raise SupervisorGoneError()
        log.parent.mkdir(parents=True, exist_ok=True)
        process = SupervisedProcess(self, str(next(self._names)), log.absolute())
        # Entered before the command is sent: its report may come before this coroutine runs again.
        self._processes[process.name] = process
        self.send(
            "start",
            name=process.name,
            argv=list(argv),
            cwd=str(cwd.absolute()),
            env=dict(env),
            log=str(process.log),
            limits=dataclasses.asdict(limits),
            sandbox=list(sandbox),
            startup=startup_s,
        )
        try:
            # Shielded, since the report sets this future even if the caller is cancelled meanwhile.
            await asyncio.shield(process.started)
        except asyncio.CancelledError:
            # The caller has not got the program, so that nobody else could stop it.
            process.stop(0.0)
            raise
        return process

    def send(self, op: str, **fields: object) -> None:
        """Send a command to the supervisor; do nothing if it is gone.

        Args:
            op: Name of the command, one of those of `Supervisor.handle`.
            **fields: Fields of the command.
        """
        # Callers stop programs while everything comes down, too; the supervisor's end does that for
        # them.
        if self._writer is None or self._writer.is_closing():
            return
        self._writer.write(json.dumps({"op": op} | fields).encode() + b"\n")

    async def close(self) -> None:
        """End all programs and the supervisor itself, and wait until they have ended."""
        if self._writer is not None and self._reader_task is not None:
            # Half closed: reports of what ends now still come in.
            self._writer.write_eof()
            await self._reader_task
            self._writer.close()
        else:
            self._control.close()
        await asyncio.to_thread(self._process.wait)

    async def _read_reports(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                self._take_in(json.loads(line))
        except ConnectionError:
            pass
        finally:
            # However the reading ended, no report comes any more: nobody may wait for one for ever.
            self._lose_all()

    def _take_in(self, report: dict[str, object]) -> None:
        process = self._processes[str(report["name"])]
        match report:
            case {"event": "started", "pid": int(pid)}:
                process.started.set_result(pid)
            case {"event": "failed", "error": error, "code": int() | None as code}:
                del self._processes[process.name]
                failure = LaunchError(f"can't be started: {error}")
                failure.code = code
                process.started.set_exception(failure)
            case {
                "event": "exited",
                "code": int(code),
                "cpu": float(cpu),
                "wall": float(wall),
                "max_rss_kib": int(rss),
                "limit": str() | None as limit,
            }:
                del self._processes[process.name]
                process.ended.set_result(Exit(code, cpu, wall, rss, limit))

    def _lose_all(self) -> None:
        for process in self._processes.values():
            for future in (process.started, process.ended):
                if not future.done():
                    future.set_exception(SupervisorGoneError())
                    future.exception()  # nobody has to ask for it
        self._processes.clear()


def open_environment() -> dict[str, str]:
    """Return this process's environment without secrets of the referee and the results database."""
    return {name: value for name, value in os.environ.items() if not name.startswith(_SECRET)}
