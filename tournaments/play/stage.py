"""A stage: all processes that play matches on one machine, started in order and ended in order.

These are the supervisor's programs: a referee, unless one runs elsewhere, and the bots. gRPC is
imported in here only once the supervisor runs. However a stage ends, closing the supervisor ends
every process of it; after kill -9 the supervisor does so alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tournaments.bots.builds import build_each, refuse_all
from tournaments.bots.launcher import BotLauncher
from tournaments.bots.program import Program, referee_views
from tournaments.play.executor import Bots, LocalExecutor
from tournaments.play.joining import try_joining
from tournaments.play.own_arena import own_arena
from tournaments.play.own_referee import OutsideAddress, OwnReferee, RefereeDoor
from tournaments.processes.client import SupervisorClient
from tournaments.processes.process_book import ProcessBook
from tournaments.processes.sandbox import PathView
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import RefereeCallError, TournamentError
from tournaments.spec.matches import GameFacts, RefereeCalls
from tournaments.store.folder import DataFolder

if TYPE_CHECKING:  # it loads gRPC, which must wait until the supervisor runs
    from tournaments.play.referee_calls import GrpcRefereeCalls

__all__ = ["RefereeAddress", "Stage"]


@dataclasses.dataclass(frozen=True, slots=True)
class RefereeAddress:
    """Address of a referee that is running already, and what is needed to connect to it."""

    address: str
    """Address of the referee: `unix:/path` or `HOST:PORT`."""
    organizer_key: str | None
    """Secret of organizers; None where the referee asks for none."""
    ca: Path | None
    """PEM file of the roots to trust, for TLS; None means no TLS."""
    socket_folder: Path | None = None
    """Folder that holds the referee's socket and nothing else; None if it is unknown."""

    @property
    def env(self) -> dict[str, str]:
        """Environment variables with which a bot reaches the referee."""
        tls = {} if self.ca is None else {"REFEREE_CA": str(self.ca.absolute())}
        address = self.address
        # Each bot runs in its own folder, so the path must be absolute.
        if address.startswith("unix:"):
            address = f"unix:{Path(address.removeprefix('unix:')).absolute()}"
        return {"REFEREE_ADDRESS": address, **tls}

    @property
    def views(self) -> dict[Path, PathView]:
        """Paths that a bot must see in its sandbox to reach the referee."""
        return referee_views(self.address, folder=self.socket_folder, ca=self.ca)


@dataclasses.dataclass(frozen=True, slots=True)
class Stage:
    """Starts and ends the processes that play matches on one machine: referee, unless one runs elsewhere, and bots."""

    spec: TournamentSpec
    """The tournament that is played."""
    programs: list[Program]
    """Programs of all bots of the tournament."""
    folder: DataFolder
    """Data folder for the referee's files and the output of the bots."""
    supervisor: SupervisorClient
    """Starts the processes; it has been started, and the stage connects and closes it."""
    book: ProcessBook
    """Records each process and how it ended."""
    note: Callable[[str], None]
    """Called with one line on what went wrong."""
    seal: Callable[[list[Program]], list[Program]] = list
    """Called with the built programs; returns the programs that are run in their place."""
    web: str = ""
    """`HOST:PORT` at which browsers can watch; empty for no arena."""
    leave_out: Callable[[Mapping[str, TournamentError]], None] = refuse_all
    """Called with the bots that can't run, and the reason for each; raises if they may not be left
    out.
    """
    outside: OutsideAddress | None = None
    """Where programs of other machines reach the stage's own referee; None for nowhere."""
    door: RefereeDoor | None = None
    """Where the stage's own referee listens, and its key; None for the place of the data folder, and a new key."""
    seated: Callable[[GrpcRefereeCalls, BotLauncher], Bots] = lambda _, launcher: launcher
    """Called before the first match with the client of the referee and with what starts the bots;
    returns what gives seats to bots.
    """
    matches: int = 0
    """Number of matches that are left to play; 0 if that is unknown."""
    newcomers: frozenset[str] = frozenset()
    """Names of bots that must join a trial match before the first match."""

    @contextlib.asynccontextmanager
    async def open(
        self, elsewhere: RefereeAddress | None, check: Callable[[GameFacts], None]
    ) -> AsyncIterator[tuple[GameFacts, LocalExecutor]]:
        """Start referee and bots, and end them after use.

        Yield facts about the tournament's game, and the executor that plays attempts.

        Args:
            elsewhere: A referee that runs already; None starts one for this tournament alone.
            check: Raises if the referee's game is not the one that the tournament needs; called
                before any bot runs.

        Raises:
            TournamentError: A process can't be started, or does not stay up.
        """
        async with self._processes() as scratch:
            # Builds need the supervisor but no referee, and may take minutes: no match's clock runs
            # meanwhile.
            failed = await build_each(
                self.programs, supervisor=self.supervisor, logs=self.folder.logs, note=self.note
            )
            self.leave_out(failed)
            built = [program for program in self.programs if program.name not in failed]
            # In a thread, since copying may take long and the supervisor's reports must be read
            # meanwhile.
            programs = await asyncio.to_thread(self.seal, built)
            async with (
                self._referee(elsewhere) as referee,
                self._arena(referee, scratch),
                self._at(referee, programs, check, is_own=elsewhere is None) as opened,
            ):
                yield opened

    async def write_replays(self) -> None:
        """Have the tournament's own referee turn journals of ended matches into replays.

        No bot runs.

        Raises:
            TournamentError: The referee can't be started.
        """
        async with self._processes(), self._referee(None) as referee:
            from tournaments.play.referee_calls import GrpcRefereeCalls

            calls = GrpcRefereeCalls(
                referee.address, organizer_key=referee.organizer_key, is_own=True
            )
            try:
                await calls.ready()  # by then it has been through all journals
            finally:
                await calls.close()

    @contextlib.asynccontextmanager
    async def _processes(self) -> AsyncIterator[Path]:
        """Connect to the supervisor, and end all its processes after use.

        Yield a folder for their temporary files, which is removed when they have ended.
        """
        with tempfile.TemporaryDirectory(
            prefix="tournament-run-", ignore_cleanup_errors=True
        ) as scratch:
            await self.supervisor.connect()
            try:
                yield Path(scratch)
            finally:
                # Shielded: even a cancelled run has to wait until all its processes have ended.
                await asyncio.shield(self.supervisor.close())

    @contextlib.asynccontextmanager
    async def _referee(self, elsewhere: RefereeAddress | None) -> AsyncIterator[RefereeAddress]:
        if elsewhere is not None:
            yield elsewhere
            return
        own = OwnReferee(
            self.folder,
            supervisor=self.supervisor,
            book=self.book,
            note=self.note,
            think_slots=self.spec.turns_at_once,
            outside=self.outside,
            door=self.door,
            matches=self.matches,
        )
        async with own.running():
            yield RefereeAddress(own.address, own.organizer_key, None, own.socket_folder)

    @contextlib.asynccontextmanager
    async def _arena(self, referee: RefereeAddress, scratch: Path) -> AsyncIterator[None]:
        if not self.web:
            yield
            return
        async with own_arena(
            self.web,
            self.folder,
            referee=referee.env["REFEREE_ADDRESS"],
            organizer_key=referee.organizer_key,
            ca=referee.ca,
            supervisor=self.supervisor,
            scratch=scratch,
            note=self.note,
        ):
            yield

    @contextlib.asynccontextmanager
    async def _at(
        self,
        referee: RefereeAddress,
        programs: list[Program],
        check: Callable[[GameFacts], None],
        *,
        is_own: bool,
    ) -> AsyncIterator[tuple[GameFacts, LocalExecutor]]:
        from tournaments.play.referee_calls import GrpcRefereeCalls

        calls = GrpcRefereeCalls(
            referee.address,
            organizer_key=referee.organizer_key,
            ca=referee.ca,
            is_own=is_own,
        )
        try:
            await calls.ready()
            facts = await calls.game(self.spec.game)
            check(facts)
            # After `check`, since a trial match needs a game that fits; before the first bot of a
            # match starts.
            programs = await self._that_join(programs)
            replays = str(self.folder.replays.relative_to(self.folder.path)) if is_own else None
            async with self._bots(calls, referee, programs, is_own=is_own) as launcher:
                bots = self.seated(calls, launcher)
                slots = self.spec.matches_at_once
                yield facts, LocalExecutor(calls, bots, slots=slots, replay_folder=replays)
        finally:
            await calls.close()

    async def _that_join(self, programs: list[Program]) -> list[Program]:
        """Return the programs without those newcomers that can't join a trial match."""
        tried = [program for program in programs if program.name in self.newcomers]
        if not tried:
            return programs
        failed = await try_joining(
            self.spec, tried, supervisor=self.supervisor, logs=self.folder.logs
        )
        self.leave_out(failed)
        return [program for program in programs if program.name not in failed]

    @contextlib.asynccontextmanager
    async def _bots(
        self, calls: RefereeCalls, referee: RefereeAddress, programs: list[Program], *, is_own: bool
    ) -> AsyncIterator[BotLauncher]:
        async def resign(token: str) -> None:
            try:
                await calls.resign(token)
            except RefereeCallError as error:
                self.note(f"a seat can't be resigned: {error}")

        async def is_out(token: str) -> bool:
            try:
                return await calls.is_out(token)
            except RefereeCallError:  # then its bot is started again, and hears it from the referee
                return False

        async def meter(token: str, pid: int) -> None:
            # A match that is over by now, or a process that has ended, needs no figure.
            with contextlib.suppress(RefereeCallError):
                await calls.meter(token, pid)

        async with asyncio.TaskGroup() as tasks:
            launcher = BotLauncher(
                programs,
                supervisor=self.supervisor,
                book=self.book,
                logs=self.folder.logs,
                referee_env=referee.env,
                referee_views=referee.views,
                per_match=self.spec.per_match,
                restarts=self.spec.restarts,
                first_pause_s=self.spec.restart_pause / 1e9,
                note=self.note,
                resign=resign,
                is_out=is_out,
                meter=meter if is_own else None,
                tasks=tasks,
            )
            # Bots of the whole tournament start here, so that their start-up is on no match's
            # clock.
            launcher.start()
            yield launcher
            await launcher.close()
