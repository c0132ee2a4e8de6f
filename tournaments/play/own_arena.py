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
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from bot_commands.installed import installed_program
from tournaments.processes.client import SupervisorClient, open_environment
from tournaments.processes.last_words import last_error
from tournaments.spec.errors import LaunchError, SupervisorGoneError
from tournaments.store.folder import DataFolder

__all__ = ["own_arena"]

NAME = "arena"
END_S = 2.0
"""Time after SIGTERM at which the arena is killed, in seconds, if the supervisor is not closed before."""


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
) -> AsyncIterator[None]:
    """Run the arena while the context lasts, and after the tournament's last match until Ctrl-C.

    If the arena can't start, or dies, that is noted, and the tournament goes on. The end of the
    context sends SIGTERM to the arena; closing the supervisor ends what is left of it.

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
    log = folder.logs / NAME / "0001"
    try:
        process = await supervisor.run(argv, cwd=folder.path, env=env, log=log)
    except LaunchError as error:
        note(f"the arena can't be started: {error}")
        yield
        return
    note(f"watch it at http://{listen}/#key={key}")

    async def mind() -> None:
        # An arena that dies must not end the tournament: it shows, and decides nothing.
        try:
            ended = await asyncio.shield(process.ended)
        except SupervisorGoneError as error:
            note(f"the arena has ended: {error}")
            return
        words = " / ".join(last_error(log)) or "none"
        note(f"the arena has ended: {ended}; its last words: {words}")

    minding = asyncio.create_task(mind())
    try:
        yield
        # A run that is stopped, or fails, raises at the yield and does not wait here.
        if not process.ended.done() and stays():
            note("all matches are played; the arena stays until Ctrl-C")
            await _until_stopped(minding)
    finally:
        minding.cancel()
        # Not waited for: it has nothing to write, and open answers would take a third of a second.
        process.stop(END_S)


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
