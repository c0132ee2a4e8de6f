"""The arena of a run: a process that shows this tournament in browsers while it is played.

It shows nothing without a key, which is printed once: a bot that could read the arena would learn
of its rivals' matches, and of dice that it may share with them. It stays after the last match, since
that is when people look at the results.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from bot_commands.installed import installed_program
from tournaments.processes.client import SupervisedProcess, SupervisorClient, open_environment
from tournaments.processes.last_words import last_error
from tournaments.spec.errors import LaunchError, SupervisorGoneError
from tournaments.store.folder import DataFolder

__all__ = ["own_arena"]

NAME = "arena"
END_S = 2.0
"""Time after SIGTERM at which the arena is killed, in seconds, if the supervisor is not closed before."""
FIRST_PAUSE_S = 1.0
"""Time between the arena's death and its next start, in seconds; each further death doubles it."""
LONGEST_PAUSE_S = 600.0
"""Longest such time, in seconds."""
STEADY_S = 60.0
"""Time for which an arena must have run for the pause to be `FIRST_PAUSE_S` again, in seconds."""


@contextlib.asynccontextmanager
async def own_arena(
    listen: str,
    folder: DataFolder,
    *,
    referee: str | None,
    organizer_key: str | None,
    ca: Path | None,
    supervisor: SupervisorClient,
    scratch: Path,
    note: Callable[[str], None],
    stays: Callable[[], bool] = lambda: True,
    pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> AsyncIterator[None]:
    """Run the arena while the context lasts, and after the tournament's last match until Ctrl-C.

    If the arena can't start, that is noted, and the tournament goes on without it. If it dies, that is
    noted, and it is started again under the same address and key. The end of the context sends SIGTERM
    to the arena; closing the supervisor ends what is left of it.

    Args:
        listen: `HOST:PORT` where the arena listens.
        folder: The tournament's data folder.
        referee: Address of the referee; None if nothing is played.
        organizer_key: The referee's organizer key; None if it asks for none.
        ca: PEM file of the roots to trust; None without TLS.
        supervisor: Starts the arena's process.
        scratch: Folder for the arena's temporary files, which the caller removes when the supervisor
            is closed.
        note: Called with one line: the arena's address, or what went wrong.
        stays: Returns, when the context ends, whether the arena stays until Ctrl-C.
        pause: Waits for some seconds, before the arena is started again.
    """
    program = installed_program("arena")
    if program is None:
        note("the arena can't be started: it is not installed")
        yield
        return
    # In the environment and not among the arguments, which every user of the machine can read.
    key = secrets.token_urlsafe(24)
    argv = [*program, "serve", "--private", "--listen", listen]
    argv += [] if referee is None else ["--referee", referee]
    argv += ["--tournament", str(folder.path)]
    argv += [] if ca is None else ["--ca", str(ca.absolute())]
    env = {**open_environment(), **_results_environment(folder)}
    env |= {"ARENA_KEY": key, "TMPDIR": str(scratch)}
    if organizer_key is not None:
        env["REFEREE_ORGANIZER_KEY"] = organizer_key
    arena = _Arena(supervisor, argv, env, folder, note, pause)
    try:
        await arena.start()
    except LaunchError as error:
        note(f"the arena can't be started: {error}")
        yield
        return
    note(f"watch it at http://{listen}/#key={key}")
    keeping_up = asyncio.create_task(arena.keep_up())
    try:
        yield
        # A run that is stopped, or fails, raises at the yield and does not wait here.
        if arena.is_running and stays():
            note("all matches are played; the arena stays until Ctrl-C")
            await _until_stopped(keeping_up)
    finally:
        keeping_up.cancel()
        arena.stop()


class _Arena:
    """The arena's process, and those that follow it when it dies.

    Args:
        supervisor: Starts the processes.
        argv: Command and arguments.
        env: Complete environment.
        folder: The tournament's data folder.
        note: Called with one line on each death and each further start.
        pause: Waits for some seconds.
    """

    def __init__(
        self,
        supervisor: SupervisorClient,
        argv: Sequence[str],
        env: Mapping[str, str],
        folder: DataFolder,
        note: Callable[[str], None],
        pause: Callable[[float], Awaitable[object]],
    ) -> None:
        self._supervisor = supervisor
        self._argv = argv
        self._env = env
        self._folder = folder
        self._note = note
        self._pause = pause
        self._starts = 0
        self._process: SupervisedProcess | None = None

    @property
    def is_running(self) -> bool:
        """Whether the arena's process has been started and has not ended."""
        return self._process is not None and not self._process.ended.done()

    async def start(self) -> None:
        """Start the arena's process.

        Raises:
            LaunchError: It can't be started.
        """
        self._process = None
        self._starts += 1
        log = self._folder.logs / NAME / f"{self._starts:04d}"
        self._process = await self._supervisor.run(
            self._argv, cwd=self._folder.path, env=self._env, log=log
        )

    async def keep_up(self) -> None:
        """Start the arena again when it dies, later and later if it does so at once; return if its supervisor is gone."""
        # An arena that dies must not end the tournament: it shows, and decides nothing.
        pause_s = FIRST_PAUSE_S
        while True:
            try:
                has_held = await self._until_ended()
            except SupervisorGoneError as error:
                self._note(f"the arena has ended: {error}")
                return
            if has_held:
                pause_s = FIRST_PAUSE_S
            self._note(f"the arena is started again in {pause_s:.0f} s")
            await self._pause(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
            try:
                await self.start()
            except SupervisorGoneError as error:
                self._note(f"the arena can't be started: {error}")
                return
            except LaunchError as error:
                self._note(f"the arena can't be started: {error}")

    async def _until_ended(self) -> bool:
        """Wait until the process, if there is one, has ended, and note how; return whether it ran for `STEADY_S`."""
        process = self._process
        if process is None:
            return False
        # Shielded: to wait no longer must not cancel what others ask for.
        ended = await asyncio.shield(process.ended)
        words = " / ".join(last_error(process.log)) or "none"
        self._note(f"the arena has ended: {ended}; its last words: {words}")
        return ended.wall_s >= STEADY_S

    def stop(self) -> None:
        """Ask the process to end."""
        if self._process is not None:
            # Not waited for: it has nothing to write, and open answers would take a third of a second.
            self._process.stop(END_S)


def _results_environment(folder: DataFolder) -> dict[str, str]:
    """Return the environment variables with which the arena logs in to results on a PostgreSQL server.

    The arena is the project's own program, so it may have the password.
    """
    given = {name: value for name, value in os.environ.items() if name.startswith("PG")}
    password = folder.database.url.password
    return given if password is None else {**given, "PGPASSWORD": str(password)}


async def _until_stopped(ending: asyncio.Task[None]) -> None:
    """Wait until Ctrl-C, or until a task ends.

    The run is complete when this is called, so Ctrl-C ends only the waiting, and cancels nothing that
    the caller does after it.
    """
    task = asyncio.current_task()
    assert task is not None
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.wait([ending])
    # Else whatever closes next would take the cancellation for its own.
    while task.cancelling():
        task.uncancel()
