"""The runner's own referee: a server process for this tournament alone, kept up while it lasts.

It listens on a socket in a private folder and is closed: without the organizer key, a bot can do
nothing there but play and watch the seats whose tokens it has. When it dies it is started again,
takes its unfinished matches up from their journals, and the bots connect again.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import secrets
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from tournaments.processes.client import (
    SupervisedProcess,
    SupervisorClient,
    open_environment,
)
from tournaments.processes.last_words import last_error
from tournaments.processes.process_book import ProcessBook
from tournaments.spec.errors import LaunchError
from tournaments.store.folder import DataFolder, socket_folder

__all__ = ["OutsideAddress", "OwnReferee", "RefereeDoor"]

NAME = "referee"
RESTARTS = 3
"""Number of times that the referee is started again in one run; its next death ends the run."""
MANY_MATCHES = 100
"""Number of matches from which the referee loads compiled kernels with its first match. About 60 of
the smallest game take longer in interpreted kernels than loading does.
"""
_BOTS = "bots"
"""Folder with the socket alone."""
END_S = 10.0
"""Time that the referee has to close its files after SIGTERM, in seconds."""


@dataclasses.dataclass(frozen=True, slots=True)
class OutsideAddress:
    """An address at which programs of other machines reach the referee, always by TLS."""

    listen: str
    """The address, as HOST:PORT."""
    cert: Path
    """PEM file with the certificate chain."""
    key: Path
    """PEM file with the certificate's private key."""

    @property
    def flags(self) -> list[str]:
        """Flags of the command `referee serve` for this address and its TLS files."""
        cert, key = str(self.cert.absolute()), str(self.key.absolute())
        return ["--listen", self.listen, "--tls-cert", cert, "--tls-key", key]


@dataclasses.dataclass(frozen=True, slots=True)
class RefereeDoor:
    """Where a runner's own referee listens, and the key of its organizer.

    The referees of a season and of its stages, which run one after another, have the same door, so
    that the season's arena finds each of them.
    """

    folder: DataFolder
    """Data folder from whose path that of the socket follows."""
    organizer_key: str
    """Secret that organizers' calls must present to the referee."""

    @classmethod
    def drawn(cls, folder: DataFolder) -> RefereeDoor:
        """Return the door that belongs to a data folder, with a new key."""
        return cls(folder, secrets.token_urlsafe(32))

    @property
    def sockets(self) -> Path:
        """Private folder for the referee's socket and temporary files; made if it does not exist.

        Raises:
            FolderError: The folder belongs to another user, or others may enter it.
        """
        return socket_folder(self.folder)

    @property
    def address(self) -> str:
        """Address where the referee listens, as `unix:/path`."""
        return f"unix:{self.sockets}/{_BOTS}/referee.sock"


class OwnReferee:
    """Runs the referee process of one tournament run, and starts it again when it dies.

    Args:
        folder: The tournament's data folder.
        supervisor: Starts the referee's process.
        book: Records each process of the referee and how it ended.
        note: Called with one line on what went wrong.
        think_slots: Number of turns that bots may think about at once.
        outside: Where programs of other machines reach it; None for nowhere.
        door: Where it listens, and its key; None for the place of the data folder, and a new key.
        matches: Number of matches that it is expected to referee; 0 if that is unknown.
    """

    def __init__(
        self,
        folder: DataFolder,
        *,
        supervisor: SupervisorClient,
        book: ProcessBook,
        note: Callable[[str], None],
        think_slots: int,
        outside: OutsideAddress | None = None,
        door: RefereeDoor | None = None,
        matches: int = 0,
    ) -> None:
        door = door or RefereeDoor.drawn(folder)
        self._folder = folder
        self._supervisor = supervisor
        self._book = book
        self._note = note
        self._think_slots = think_slots
        self._outside = outside
        self._matches = matches
        self._sockets = door.sockets
        self._process: SupervisedProcess | None = None
        self._stopping = False
        self.socket_folder = self._sockets / _BOTS
        """Folder that holds nothing but the referee's socket, so bots may see it in their sandbox."""
        self.socket_folder.mkdir(mode=0o700, exist_ok=True)
        self.address = door.address
        """Address where the referee listens, as `unix:/path`."""
        self.organizer_key = door.organizer_key
        """Secret that organizers' calls must present to the referee."""

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the referee while the context lasts; its process and socket are gone afterwards.

        Raises:
            ExceptionGroup: Holds a `LaunchError`: the referee can't be started, or has died too
                often.
        """
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self.keep_up())
                # The process starts now, while the caller loads what it needs to call it.
                await asyncio.sleep(0)
                yield
                await self.stop()
        finally:
            self.clean_up()

    async def keep_up(self) -> None:
        """Run the referee, and start it again when it dies, until `stop` is called.

        Raises:
            LaunchError: The referee can't be started, or has died too often.
        """
        # Bounded: a referee that dies of its own journal would otherwise be started again for ever.
        for restarts in range(RESTARTS + 1):
            if restarts:
                self._note("the referee is started again")
            reason = await self._run_once()
            if self._stopping:
                return
            self._note(reason)
        raise LaunchError(reason)

    async def stop(self) -> None:
        """Ask the referee to end, and wait until it has closed its files and ended."""
        self._stopping = True
        if self._process is not None:
            self._process.stop(END_S)
            await asyncio.wait([self._process.ended])

    def clean_up(self) -> None:
        """Remove the folder with the referee's socket."""
        # Outside the data folder, so nothing else removes it; a stale socket would mislead the next
        # run.
        shutil.rmtree(self._sockets, ignore_errors=True)

    async def _run_once(self) -> str:
        number = self._book.begin_process(NAME)
        log = self._folder.logs / NAME / f"{number:04d}"
        env = open_environment()
        env |= {"REFEREE_ORGANIZER_KEY": self.organizer_key, "TMPDIR": str(self._sockets)}
        argv = [sys.executable, "-P", "-m", "referee", "serve", "--listen", self.address]
        argv += ["--data-dir", str(self._folder.referee), "--no-house-bots", "--closed"]
        argv += ["--think-slots", str(self._think_slots)]
        if self._matches >= MANY_MATCHES:
            argv += ["--load-kernels-after", "0s"]
        if self._outside is not None:
            argv += self._outside.flags
        self._process = await self._supervisor.run(argv, cwd=self._folder.path, env=env, log=log)
        if self._stopping:  # it was asked to while this process was being started
            self._process.stop(END_S)
        # Shielded, as `stop` waits for the same future: a cancelled `keep_up` must not cancel it.
        ended = await asyncio.shield(self._process.ended)
        self._book.end_process(NAME, number, ended, died=not self._stopping)
        words = " / ".join(last_error(log)) or "none"
        return f"the referee died: {ended}; its last words: {words}"
