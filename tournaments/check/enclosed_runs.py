"""Runs of a bot that a conformance kit asks for: each in the bot's sandbox, under its limits.

The kit starts `stand_in.py` in place of the bot. Each of those processes connects to the socket here,
and the supervisor starts the bot for it, exactly as for a match: nothing of the bot runs anywhere
else. A run ends when its process in the kit does.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from tournaments.bots.program import Program, referee_views
from tournaments.check import stand_in
from tournaments.processes.client import SupervisedProcess, SupervisorClient
from tournaments.spec.errors import LaunchError, SupervisorGoneError

__all__ = ["EnclosedRuns"]

_UNIX = "unix:"
_NOT_STARTED = 127
"""Exit status of a program that can't be started, as with shells."""


class EnclosedRuns:
    """Starts a bot whenever a process of the conformance kit stands in for it.

    Args:
        program: The bot.
        supervisor: Starts its processes; it must be connected.
        sockets: Private folder with a short path, for the socket here.
        scenes: Folder in which the kit makes its folders: a bot sees the one of its own scenario.
        logs: Folder for the output of the runs.
    """

    def __init__(
        self,
        program: Program,
        supervisor: SupervisorClient,
        *,
        sockets: Path,
        scenes: Path,
        logs: Path,
    ) -> None:
        self._program = program
        self._supervisor = supervisor
        self._address = sockets / "runs.sock"
        self._scenes = scenes
        self._logs = logs
        self._tasks: set[asyncio.Task[None]] = set()
        self.runs: list[Path] = []
        """Paths of the output files of all runs so far, in order, without their suffixes."""

    @property
    def command(self) -> tuple[str, ...]:
        """Words of the command that stands in for the bot."""
        return (sys.executable, "-I", "-S", stand_in.__file__, str(self._address))

    @contextlib.asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Start bots while the context lasts; all of them have ended afterwards."""
        server = await asyncio.start_unix_server(self._accept, self._address)
        try:
            yield
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # In a second task: asyncio logs an error if the one that it has made for this is cancelled.
        task = asyncio.create_task(self._run(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.wait([task])

    async def _run(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        log = self._logs / f"{len(self.runs) + 1:04}"
        self.runs.append(log)
        try:
            # The kit kills what stands in for a bot at the end of each scenario.
            with contextlib.suppress(ConnectionError, SupervisorGoneError):
                request = json.loads(await reader.readline() or "{}")
                if request:
                    end = await self._play(log, request["env"], reader)
                    paths = {kind: f"{log}.{kind}" for kind in ("stdout", "stderr")}
                    writer.write(json.dumps({"code": end, **paths}).encode() + b"\n")
                    await writer.drain()
        finally:
            writer.close()

    async def _play(self, log: Path, env: dict[str, str], reader: asyncio.StreamReader) -> int:
        """Run the bot until it or its stand-in has ended; return its exit status."""
        program = self._program
        try:
            process = await self._supervisor.run(
                program.argv,
                cwd=program.starts_in,
                env=program.env | env,
                log=log,
                limits=program.terms.limits,
                sandbox=program.enclosed(self._views(env)),
                startup_s=program.terms.startup_s,
            )
        except SupervisorGoneError:
            raise
        except LaunchError as error:
            with log.with_name(f"{log.name}.stderr").open("a", encoding="utf-8") as stderr:
                stderr.write(f"{error}\n")
            return _NOT_STARTED
        feeding = asyncio.create_task(_feed(process, reader))
        either: set[asyncio.Future[Any]] = {process.ended, feeding}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            feeding.cancel()
            if not process.ended.done():
                process.stop(0.0)
        ended = await asyncio.shield(process.ended)
        return ended.code

    def _views(self, env: dict[str, str]) -> dict[Path, Any]:
        """Return how the folder of a scenario's sockets looks in the sandbox."""
        address = env.get("REFEREE_ADDRESS", "")
        folder = Path(address.removeprefix(_UNIX)).parent
        if not address.startswith(_UNIX) or folder.parent != self._scenes:
            return {}
        return dict(referee_views(address, folder=folder))


async def _feed(process: SupervisedProcess, reader: asyncio.StreamReader) -> None:
    """Pass on what the bot gets on standard input, until its stand-in has ended."""
    while line := await reader.readline():
        text = json.loads(line)["feed"]
        if text is None:
            process.end_input()
        else:
            process.feed(text)
