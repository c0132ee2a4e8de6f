"""A worker's side of its stage (a referee and bots): starts it when needed, has it play, and ends it.

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

from tournaments.bots.entry_programs import EntryProgram
from tournaments.cluster import pipe
from tournaments.cluster.plan import StagePlan
from tournaments.cluster.worker_copies import copies_in
from tournaments.play.executor import AttemptOrder, PlayedAttempt
from tournaments.processes.client import Exit
from tournaments.spec.matches import GameFacts
from tournaments.store.folder import DataFolder

__all__ = ["EndedProcess", "WorkerReply", "StageError", "WorkerStage"]

IDLE_S = 60.0
"""Time after which a stage that plays nothing is ended, in seconds."""


class StageError(Exception):
    """The stage can't be started, or has died; the message says why in one line."""


class _UnfitError(StageError):
    """A program can't be started on this worker, and so its match was not begun.

    Args:
        label: Label of the program.
        text: Why it can't be started.
    """

    def __init__(self, label: str, text: str) -> None:
        super().__init__(text)
        self.label = label

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to pickle the error."""
        return type(self), (self.label, str(self)), dict(vars(self))


@dataclasses.dataclass(frozen=True, slots=True)
class EndedProcess:
    """How a process of the referee or of a bot on a worker ended, and its output."""

    program: str
    """Name of the program: of a bot, or `referee`."""
    ended: Exit
    """How the process ended."""
    died: bool
    """Whether the process ended while it was still needed."""
    stdout: bytes
    """Kept part of the process's standard output."""
    stderr: bytes
    """Kept part of the process's standard error."""


@dataclasses.dataclass(frozen=True, slots=True)
class WorkerReply:
    """Reply of a worker to the organizer's machine: result and replay, or an error; and notes."""

    played: PlayedAttempt | None
    """Result of the attempt at a match; None if no attempt was played, or if the stage failed."""
    replay: bytes
    """Bytes of the match's replay; empty if there is none."""
    error: str
    """Why the stage failed; empty if it did not."""
    notes: tuple[str, ...]
    """Lines about what went wrong on the stage since the last reply."""
    processes: tuple[EndedProcess, ...]
    """Processes that ended on the stage since the last reply."""
    unfit: str = ""
    """Label of a program that can't be started on the worker, for the reason in `error`; empty if there
    is none.
    """


class WorkerStage:
    """The stage of one run on this worker. Use it in one event loop.

    Args:
        plan: Plan of the stage.
        folder: Folder of the worker, below which the stage's folder is created.
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
        """Start the stage if it is not running; return facts about the game at its referee.

        Raises:
            StageError: The stage can't be started.
        """
        return (await self._up()).facts

    async def play(
        self, attempt: AttemptOrder, programs: tuple[EntryProgram, ...] = ()
    ) -> WorkerReply:
        """Play an attempt at a match on the stage, and return the reply.

        If the stage fails, the reply has the error and no result.

        Args:
            attempt: The attempt.
            programs: Programs of a season's entries that play it, whose copies this worker has.
        """
        self._playing += 1
        played, replay, error, unfit = None, b"", "", ""
        try:
            # Started again here if it has died since the last attempt.
            process = await self._up()
            played = await process.play(attempt, programs)
            if played.replay is not None:
                # Sent with the reply and deleted: the stage's folder goes with the stage, and
                # replays would fill it.
                replay = process.take(process.folder.path / played.replay)
        except _UnfitError as refused:
            error, unfit = str(refused), refused.label
        except StageError as failed:
            error = str(failed)
        finally:
            self._playing -= 1
            self._keep_for_a_while()
        return dataclasses.replace(self._reply(played, replay, error), unfit=unfit)

    async def close(self) -> WorkerReply:
        """End the stage, and wait until all its processes have ended; return its last notes."""
        if self._idle is not None:
            self._idle.cancel()
        # With the lock, so that a start that is under way ends first and is then closed.
        async with self._opening:
            if self._process is not None:
                await self._process.close()
            self._process = None
        return self._reply(None, b"", "")

    def _reply(self, played: PlayedAttempt | None, replay: bytes, error: str) -> WorkerReply:
        # Everything since the last reply, whichever attempt it belongs to: each note is sent once.
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
            # Counted from here again; `play` extends it at its end.
            self._keep_for_a_while()
            return self._process

    def _keep_for_a_while(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE_S, self._end_if_idle)

    def _end_if_idle(self) -> None:
        # The process stays in `_process`: it ends on its own, and `_up` then starts another one.
        if not self._playing and self._process is not None:
            self._process.end_input()


class _Process:
    """The process of a stage (a referee and bots), as its worker uses it.

    Args:
        folder: Folder of the stage.
        notes: List to which the stage's notes are appended.
        processes: List to which ended processes of the stage are appended.
    """

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
        """Start the process, and wait until referee and bots are running.

        Raises:
            StageError: They can't be started.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            self._popen = subprocess.Popen(
                # -P: a file of the current folder must not stand in for a module.
                [sys.executable, "-P", "-m", "tournaments.cluster.stage_process"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                # Ctrl-C at the worker's terminal must not reach the stage: the worker ends it in
                # order.
                start_new_session=True,
            )
        self._reader, self._writer = await asyncio.open_connection(sock=ours)
        self._ready: asyncio.Future[GameFacts] = asyncio.get_running_loop().create_future()
        copies = copies_in(self.folder.path.parent, plan.season or "none")
        self._writer.write(pipe.pack((plan, self.folder.path, copies)))
        self._reading = asyncio.create_task(self._read())
        self.facts = await self._ready

    async def play(
        self, attempt: AttemptOrder, programs: tuple[EntryProgram, ...]
    ) -> PlayedAttempt:
        """Send an attempt to the process, wait for its result, and return that.

        Raises:
            StageError: The process has died or dies meanwhile, or can't start one of the programs.
        """
        number = next(self._count)
        future: asyncio.Future[PlayedAttempt] = asyncio.get_running_loop().create_future()
        # Entered before the check: `_read` sets the error of all that is in `_plays` when the stage ends.
        self._plays[number] = future
        if self.is_over:
            raise StageError(self._error)
        self._writer.write(pipe.pack(pipe.PlayAttempt(number, attempt, programs)))
        return await future

    def take(self, path: Path) -> bytes:
        """Read and delete a file of the stage; return its bytes, empty if it does not exist."""
        with contextlib.suppress(FileNotFoundError):
            data = path.read_bytes()
            path.unlink()
            return data
        return b""

    def end_input(self) -> None:
        """Close the process's input, so that it ends once it has played what it has."""
        self.is_ending = True
        if self._writer.can_write_eof():
            self._writer.write_eof()

    async def close(self) -> None:
        """End the process, and wait until it and all programs on its stage have ended."""
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
                case pipe.Unfit(number, label, text):
                    future = self._plays.pop(number)
                    if not future.done():
                        future.set_exception(_UnfitError(label, text))
                        future.exception()  # nobody has to ask for it
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
        # Whatever still waits will get no answer from this process.
        open_ends: list[asyncio.Future[Any]] = [self._ready, *self._plays.values()]
        for waiting in open_ends:
            if not waiting.done():
                waiting.set_exception(StageError(self._error))
                waiting.exception()  # nobody has to ask for it
