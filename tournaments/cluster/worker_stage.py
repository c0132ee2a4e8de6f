"""A worker's side of its stage: started when it is needed, asked to play, and let go.

One stage serves all tasks of one run on a worker. It is started again if it has died, and ends
when nothing was played for a while, as after the death of the organizer's machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import itertools
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from tournaments.cluster import pipe
from tournaments.cluster.plan import StagePlan
from tournaments.play.executor import AttemptOrder, PlayedAttempt
from tournaments.processes.client import Exit
from tournaments.spec.matches import GameFacts
from tournaments.store.folder import DataFolder

__all__ = ["EndedProcess", "WorkerReply", "StageError", "WorkerStage"]

IDLE_S = 60.0
"""How long a stage is kept while nothing is played on it, in seconds."""


class StageError(Exception):
    """The stage can't be brought up, or has died; the message says why in one line."""


@dataclasses.dataclass(frozen=True, slots=True)
class EndedProcess:
    """A process that has ended, with its kept output."""

    program: str
    """The bot's name, or that of the referee."""
    ended: Exit
    """How."""
    died: bool
    """Whether it should not have."""
    stdout: bytes
    """What was kept of its standard output."""
    stderr: bytes
    """What was kept of its standard error."""


@dataclasses.dataclass(frozen=True, slots=True)
class WorkerReply:
    """What a worker sends back."""

    played: PlayedAttempt | None
    """Result of the attempt; None if there was none, or if the stage failed."""
    replay: bytes
    """The match's replay; empty if there is none."""
    error: str
    """Why the stage failed; empty if it did not."""
    notes: tuple[str, ...]
    """What went wrong on the stage since the last reply."""
    processes: tuple[EndedProcess, ...]
    """What ended on the stage since the last reply."""


class WorkerStage:
    """The stage of one run. Use it in one event loop.

    Args:
        plan: What is played.
        folder: Folder of the worker that a stage's folder can be made in.
    """

    def __init__(self, plan: StagePlan, folder: Path) -> None:
        self._plan = plan
        self._parent = folder
        self._opening = asyncio.Lock()
        self._process: _Process | None = None
        self._count = itertools.count(1)
        self._notes: list[str] = []
        self._processes: list[EndedProcess] = []
        self._playing = 0
        self._idle: asyncio.TimerHandle | None = None

    async def open(self) -> GameFacts:
        """Bring the stage up if it is not; return the facts of its referee's game.

        Raises:
            StageError: It can't be brought up.
        """
        return (await self._up()).facts

    async def play(self, attempt: AttemptOrder) -> WorkerReply:
        """Play an attempt; an error of the stage is in the reply."""
        self._playing += 1
        played, replay, error = None, b"", ""
        try:
            process = await self._up()
            played = await process.play(attempt)
            if played.replay is not None:
                replay = process.take(process.folder.path / played.replay)
        except StageError as failed:
            error = str(failed)
        finally:
            self._playing -= 1
            self._keep_for_a_while()
        return self._reply(played, replay, error)

    async def close(self) -> WorkerReply:
        """Let the stage go, and wait until nothing of it is left."""
        if self._idle is not None:
            self._idle.cancel()
        async with self._opening:
            if self._process is not None:
                await self._process.close()
            self._process = None
        return self._reply(None, b"", "")

    def _reply(self, played: PlayedAttempt | None, replay: bytes, error: str) -> WorkerReply:
        notes, processes = tuple(self._notes), tuple(self._processes)
        self._notes.clear()
        self._processes.clear()
        return WorkerReply(played, replay, error, notes, processes)

    async def _up(self) -> _Process:
        # One at a time: tasks that come at once must not start two stages.
        async with self._opening:
            if self._process is not None and self._process.is_ending:
                await self._process.close()  # its input is closed: it takes no further attempts
                self._process = None
            if self._process is None or self._process.is_over:
                # A new folder each time: that of a stage that died may not be removed yet.
                folder = DataFolder(self._parent / f"stage-{self._plan.run_id}-{next(self._count)}")
                self._process = _Process(folder, self._notes, self._processes)
                await self._process.start(self._plan)
            self._keep_for_a_while()
            return self._process

    def _keep_for_a_while(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE_S, self._end_if_idle)

    def _end_if_idle(self) -> None:
        if not self._playing and self._process is not None:
            self._process.end_input()


class _Process:
    """A stage process. Appends its messages to the given lists."""

    def __init__(self, folder: DataFolder, notes: list[str], processes: list[EndedProcess]) -> None:
        self.folder = folder
        self._notes = notes
        self._processes = processes
        self._count = itertools.count(1)
        self._plays: dict[int, asyncio.Future[PlayedAttempt]] = {}
        self._error = "its stage has died"
        self.is_ending = False
        self.is_over = False

    async def start(self, plan: StagePlan) -> None:
        """Start it, and wait until it is up; `StageError` if it does not come up."""
        ours, theirs = socket.socketpair()
        with theirs:
            self._popen = subprocess.Popen(
                # -P: a file of the current folder must not stand in for a module.
                [sys.executable, "-P", "-m", "tournaments.cluster.stage_process"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._reader, self._writer = await asyncio.open_connection(sock=ours)
        self._ready: asyncio.Future[GameFacts] = asyncio.get_running_loop().create_future()
        self._writer.write(pipe.pack((plan, self.folder.path)))
        self._reading = asyncio.create_task(self._read())
        self.facts = await self._ready

    async def play(self, attempt: AttemptOrder) -> PlayedAttempt:
        """Send it an attempt and wait for the result; `StageError` if it dies meanwhile."""
        number = next(self._count)
        future: asyncio.Future[PlayedAttempt] = asyncio.get_running_loop().create_future()
        # Entered before the check: `_read` sets the error of all that is in `_plays` when the stage ends.
        self._plays[number] = future
        if self.is_over:
            raise StageError(self._error)
        self._writer.write(pipe.pack(pipe.PlayAttempt(number, attempt)))
        return await future

    def take(self, path: Path) -> bytes:
        """Read a file of it, which is needed no more; empty if there is none."""
        with contextlib.suppress(FileNotFoundError):
            data = path.read_bytes()
            path.unlink()
            return data
        return b""

    def end_input(self) -> None:
        """Close its input: there is no more to play."""
        self.is_ending = True
        if self._writer.can_write_eof():
            self._writer.write_eof()

    async def close(self) -> None:
        """Let it end, and wait until nothing of it is left."""
        if not self.is_over:
            self.end_input()
        await self._reading

    async def _read(self) -> None:
        while (message := await pipe.receive(self._reader)) is not None:
            match message:
                case pipe.Ready(facts):
                    self._ready.set_result(facts)
                case pipe.Done(number, played):
                    future = self._plays.pop(number)
                    if not future.done():  # its task may have been cancelled
                        future.set_result(played)
                case pipe.Note(text):
                    self._notes.append(text)
                case pipe.Failed(text):
                    self._error = text
                case pipe.ProcessEnded(program, number, ended, died):
                    log = self.folder.logs / program / f"{number:04d}"
                    out, err = (
                        self.take(log.with_name(f"{log.name}.{kind}"))
                        for kind in ("stdout", "stderr")
                    )
                    self._processes.append(EndedProcess(program, ended, died, out, err))
        self.is_over = True
        self._writer.close()
        await asyncio.to_thread(self._popen.wait)
        # A killed stage leaves its folder. All its programs have ended: they held the socket open.
        shutil.rmtree(self.folder.path, ignore_errors=True)
        open_ends: list[asyncio.Future[Any]] = [self._ready, *self._plays.values()]
        for waiting in open_ends:
            if not waiting.done():
                waiting.set_exception(StageError(self._error))
                waiting.exception()  # nobody has to ask for it
