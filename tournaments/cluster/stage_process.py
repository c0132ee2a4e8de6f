"""A stage (a referee and bots) as a process of its worker.

`python -m tournaments.cluster.stage_process` runs it.

A worker has threads and may have loaded any library, so nothing may be forked in it; the stage
starts its supervisor before it loads gRPC. Standard input is one end of a socket pair, see
`pipe.py`. When the socket is closed or the worker dies, in whatever way, the stage ends with all
its programs, and leaves no file behind.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import ctypes
import dataclasses
import os
import shutil
import signal
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tournaments.bots.entry_programs import EntryProgram, program_from_copy
from tournaments.bots.launcher import BotLauncher
from tournaments.bots.program import Program
from tournaments.bots.programs import resolve_programs
from tournaments.bots.sealing import copy_programs
from tournaments.cluster import pipe
from tournaments.cluster.plan import StagePlan
from tournaments.play.executor import Bots, LocalExecutor
from tournaments.play.stage import Stage
from tournaments.processes.client import Exit, SupervisorClient
from tournaments.spec.errors import SupervisorGoneError, TournamentError
from tournaments.store.folder import DataFolder

if TYPE_CHECKING:  # it loads gRPC, which must wait until the supervisor runs
    from tournaments.play.referee_calls import GrpcRefereeCalls

__all__ = ["StageProcess", "main"]

REPLAY_S = 30.0
"""Time to wait for a replay after its match has ended, in seconds."""
_PAUSE_S = 0.02
_PR_SET_PDEATHSIG = 1


class _Abandoned(Exception):  # noqa: N818
    """The worker has closed its end of the socket while matches were being played."""


class StageProcess:
    """Serves one worker, by playing attempts at matches, until the worker closes its end.

    Args:
        plan: Plan of the stage.
        folder: Folder of the stage, which is created, and removed at the end.
        supervisor: The supervisor, which has been started.
        copies: The worker's folder of copies of a season's programs.
    """

    def __init__(
        self, plan: StagePlan, folder: DataFolder, supervisor: SupervisorClient, copies: Path
    ) -> None:
        self._plan = plan
        self._folder = folder
        self._supervisor = supervisor
        self._copies = copies
        self._launcher: BotLauncher | None = None
        self._enlisting = asyncio.Lock()
        self._numbers = collections.Counter[str]()
        self._plays: set[asyncio.Task[None]] = set()

    async def run(self, control: socket.socket) -> None:
        """Start referee and bots, play the attempts that the worker sends, and at last end all processes.

        Args:
            control: Socket whose other end the worker has; when it is closed, the stage ends.
        """
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        reader, self._writer = await asyncio.open_connection(sock=control)
        try:
            # Fails if it exists: a stage never takes over the folder of another one.
            self._folder.path.mkdir(parents=True)
            programs = resolve_programs(self._plan.spec, self._plan.file, data=self._folder.path)
            stage = Stage(
                self._plan.spec,
                programs,
                self._folder,
                self._supervisor,
                book=self,
                note=lambda text: self._send(pipe.Note(text)),
                seal=lambda built: copy_programs(self._numbered(built), self._folder),
                seated=self._take_launcher,
            )
            async with stage.open(None, lambda _: None) as (facts, executor):
                self._send(pipe.Ready(facts))
                await self._serve(reader, executor)
        except* _Abandoned:
            pass
        except* TournamentError as group:
            self._send(pipe.Failed(_first_text(group)))
        finally:
            shutil.rmtree(self._folder.path, ignore_errors=True)
            with contextlib.suppress(ConnectionError):
                self._writer.close()
                await self._writer.wait_closed()

    def begin_process(self, program: str) -> int:
        """Return the number of a new process of a program, from 1."""
        self._numbers[program] += 1
        return self._numbers[program]

    def end_process(self, program: str, number: int, ended: Exit, *, died: bool) -> None:
        """Report the end of a process to the worker.

        Args:
            program: Name of the program: of a bot, or `referee`.
            number: Number of the process among those of the program.
            ended: How it ended.
            died: Whether it died while it was still needed.
        """
        self._send(pipe.ProcessEnded(program, number, ended, died))

    async def _serve(self, reader: asyncio.StreamReader, executor: LocalExecutor) -> None:
        async with asyncio.TaskGroup() as group:
            while (message := await pipe.receive(reader)) is not None:
                play = group.create_task(self._play(executor, message))
                self._plays.add(play)
                play.add_done_callback(self._plays.discard)
            # The worker closed its end: nobody takes results any more. The error cancels all plays in the group.
            if self._plays:
                raise _Abandoned

    async def _play(self, executor: LocalExecutor, message: pipe.PlayAttempt) -> None:
        for program in message.programs:
            try:
                await self._enlist(program)
            except SupervisorGoneError:
                raise
            except (TournamentError, OSError) as error:
                self._send(pipe.Unfit(message.number, program.label, str(error)))
                return
        played = await executor.play(message.attempt, begun=_begun)
        # The worker reads the file as soon as it has the reply.
        if played.replay is not None:
            await self._wait_for(self._folder.path / played.replay)
        self._send(pipe.Done(message.number, played))

    def _numbered(self, programs: list[Program]) -> list[Program]:
        versions = self._plan.versions
        return [
            dataclasses.replace(program, version=versions.get(program.name, 1))
            for program in programs
        ]

    def _take_launcher(self, _: GrpcRefereeCalls, launcher: BotLauncher) -> Bots:
        self._launcher = launcher
        return launcher

    async def _enlist(self, program: EntryProgram) -> None:
        """Prepare a program of a season's entry to be played.

        Raises:
            TournamentError: It can't be started on this machine.
        """
        assert self._launcher is not None, "the stage is open"
        # One at a time: two attempts at once must not copy the same program to the same place.
        async with self._enlisting:
            if self._launcher.has(program.label):
                return
            found = await asyncio.to_thread(
                program_from_copy,
                program,
                self._plan.spec,
                self._plan.file,
                self._folder,
                copies=self._copies,
            )
            self._launcher.add(found)

    async def _wait_for(self, replay: Path) -> None:
        """Wait at most `REPLAY_S` for a replay file: it is written after the match's end is reported."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(REPLAY_S):
                while not replay.is_file():
                    await asyncio.sleep(_PAUSE_S)

    def _send(self, message: object) -> None:
        if not self._writer.is_closing():
            self._writer.write(pipe.pack(message))


async def _begun(_: str) -> None:
    """Do nothing: the organizer's machine has recorded the attempt at the match already."""


def _first_text(group: BaseExceptionGroup[TournamentError]) -> str:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error)


def main() -> None:
    """Read the plan from the socket that is standard input, and serve the worker at its other end."""
    # The kernel ends this stage when its worker dies, even if something keeps the socket open.
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    with socket.socket(fileno=os.dup(sys.stdin.fileno())) as control:
        first = pipe.receive_one(control)
        if first is None:
            return
        plan, folder, copies = first
        # So that the worker sees this end closed only when the last program on the stage has ended, and
        # nobody writes into the folder that it then removes.
        supervisor = SupervisorClient.start(keep_open=[control.fileno()])
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(StageProcess(plan, DataFolder(folder), supervisor, copies).run(control))


if __name__ == "__main__":
    main()
