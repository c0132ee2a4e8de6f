"""One run from start to finish: lock, database, supervisor, referee, bots, runner; then none of them.

gRPC is imported in here only once the supervisor runs. However a run ends, closing the supervisor
ends every process it started; after kill -9 the supervisor does so by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import signal
from collections.abc import AsyncIterator
from pathlib import Path

from tournaments.builds import build_all
from tournaments.config import TournamentSpec, first_difference, parse_spec
from tournaments.errors import FolderError, RefusedError, SpecError, TournamentError, VenueError
from tournaments.folder import DataFolder
from tournaments.formats import is_over, make_scheduler, num_seats
from tournaments.launcher import BotLauncher
from tournaments.matches import GameFacts, Venue
from tournaments.own_referee import OwnReferee
from tournaments.processes import Supervisor
from tournaments.programs import Program, referee_views, resolve_programs, shared_folders
from tournaments.runner import Progress, Runner
from tournaments.sandbox import View
from tournaments.stopping import decided, with_stopping_rule
from tournaments.store import Store

__all__ = ["RefereeAddress", "begin", "play"]


@dataclasses.dataclass(frozen=True, slots=True)
class RefereeAddress:
    """A referee that runs already."""

    address: str
    """`unix:/path` or `HOST:PORT`."""
    organizer_key: str | None
    """Secret of organizers; None where it asks for none."""
    ca: Path | None
    """PEM file of the roots to trust; given means TLS."""
    socket_folder: Path | None = None
    """Folder with its socket and nothing else; None where it is unknown."""

    @property
    def venue_env(self) -> dict[str, str]:
        """What a bot must know to play there."""
        tls = {} if self.ca is None else {"REFEREE_CA": str(self.ca.absolute())}
        address = self.address
        if address.startswith("unix:"):  # bots run in folders of their own
            address = f"unix:{Path(address.removeprefix('unix:')).absolute()}"
        return {"REFEREE_ADDRESS": address, **tls}

    @property
    def venue_views(self) -> dict[Path, View]:
        """What a bot must see in its sandbox to play there."""
        return referee_views(self.address, folder=self.socket_folder, ca=self.ca)


def begin(store: Store, spec: TournamentSpec, file: Path) -> None:
    """See that the folder is of this tournament; make it so if nothing has begun.

    Raises:
        FolderError: Something else was played there.
    """
    stored = store.tournament()
    if stored is None or store.is_untouched():
        source = file.read_text(encoding="utf-8")
        store.begin(spec.name, file.absolute(), source, [bot.name for bot in spec.bots])
        return
    before = parse_spec(stored.source, stored.file).decisive_json()
    difference = first_difference(before, spec.decisive_json())
    if difference is not None:
        raise FolderError(
            f"{file} has changed since its tournament began: {difference};"
            " change it back, or give another data folder with --data"
        )


def play(
    spec: TournamentSpec,
    file: Path,
    folder: DataFolder,
    *,
    elsewhere: RefereeAddress | None,
    progress: Progress,
) -> int:
    """Play what is left of a tournament; return how many matches are left without a result.

    Args:
        spec: The tournament.
        file: Its file.
        folder: Its data folder.
        elsewhere: A referee that runs already; None starts one for this tournament alone.
        progress: Is told how it goes.

    Raises:
        TournamentError: It can't begin or go on; what has been played is kept.
        KeyboardInterrupt: Somebody stopped it.
    """
    programs = resolve_programs(spec, file, data=folder.path)
    _check_network(spec, file, elsewhere)
    with folder.lock() as lock, contextlib.closing(Store(folder.database, create=True)) as store:
        begin(store, spec, file)
        if (decision := decided(spec, store.matches())) is not None:
            progress.note(decision)
            return 0
        if is_over(make_scheduler(spec), store.matches()):
            progress.note("all matches have been played")
            return 0
        for together, names in shared_folders(programs):
            who = " and ".join(names)
            progress.note(f"{who} run in one folder, {together}: each can read what is in it")
        supervisor = Supervisor.start(keep_open=[lock.descriptor])
        run = _Run(spec, file, folder, store, supervisor, progress, programs)
        try:
            return asyncio.run(run.play(elsewhere))
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None
        except BaseExceptionGroup as group:
            raise _first_tournament_error(group, file) from None


def _check_network(spec: TournamentSpec, file: Path, elsewhere: RefereeAddress | None) -> None:
    """See that bots in a sandbox can reach the referee.

    Raises:
        SpecError: It listens on a port, and they have no network.
    """
    is_port = elsewhere is not None and not elsewhere.address.startswith("unix:")
    if is_port and spec.sandbox.kind != "none" and not spec.sandbox.network:
        assert elsewhere is not None
        raise SpecError(
            file,
            f"sandbox.network must be true for bots to reach a referee at {elsewhere.address};"
            " it lets them connect to anything else, too",
        )


@dataclasses.dataclass(frozen=True, slots=True)
class _Run:
    """What all parts of a run share."""

    spec: TournamentSpec
    file: Path
    folder: DataFolder
    store: Store
    supervisor: Supervisor
    progress: Progress
    programs: list[Program]

    async def play(self, elsewhere: RefereeAddress | None) -> int:
        """Bring everything up, play, and bring everything down."""
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        await self.supervisor.connect()
        try:
            await build_all(
                self.programs,
                supervisor=self.supervisor,
                logs=self.folder.logs,
                note=self.progress.note,
            )
            async with self._referee(elsewhere) as referee:
                return await self._play_at(referee, is_own=elsewhere is None)
        finally:
            await asyncio.shield(self.supervisor.close())

    @contextlib.asynccontextmanager
    async def _referee(self, elsewhere: RefereeAddress | None) -> AsyncIterator[RefereeAddress]:
        if elsewhere is not None:
            yield elsewhere
            return
        own = OwnReferee(
            self.folder, supervisor=self.supervisor, store=self.store, note=self.progress.note
        )
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(own.keep_up())
                yield RefereeAddress(own.address, own.organizer_key, None, own.socket_folder)
                await own.stop()
        finally:
            own.clean_up()

    async def _play_at(self, referee: RefereeAddress, *, is_own: bool) -> int:
        from tournaments.venue import GrpcVenue

        venue = GrpcVenue(referee.address, organizer_key=referee.organizer_key, ca=referee.ca)
        try:
            await venue.ready()
            facts = await venue.game(self.spec.game)
            self._check(facts)
            async with self._bots(venue, referee) as bots:
                runner = Runner(
                    self.spec,
                    facts,
                    scheduler=with_stopping_rule(
                        self.spec, make_scheduler(self.spec), self.progress.status
                    ),
                    venue=venue,
                    bots=bots,
                    store=self.store,
                    progress=self.progress,
                    replay_folder=(
                        str(self.folder.replays.relative_to(self.folder.path)) if is_own else None
                    ),
                )
                return await runner.run()
        finally:
            await venue.close()

    @contextlib.asynccontextmanager
    async def _bots(self, venue: Venue, referee: RefereeAddress) -> AsyncIterator[BotLauncher]:
        async def resign(token: str) -> None:
            try:
                await venue.resign(token)
            except VenueError as error:
                self.progress.note(f"a seat can't be resigned: {error}")

        async with asyncio.TaskGroup() as tasks:
            launcher = BotLauncher(
                self.programs,
                supervisor=self.supervisor,
                store=self.store,
                logs=self.folder.logs,
                venue_env=referee.venue_env,
                venue_views=referee.venue_views,
                per_match=self.spec.per_match,
                restarts=self.spec.restarts,
                first_pause_s=self.spec.restart_pause / 1e9,
                note=self.progress.note,
                resign=resign,
                tasks=tasks,
            )
            launcher.start()
            yield launcher
            await launcher.close()

    def _check(self, facts: GameFacts) -> None:
        seats = num_seats(self.spec)
        if not facts.min_seats <= seats <= facts.max_seats:
            needs = f"{self.spec.game} needs from {facts.min_seats} to {facts.max_seats}"
            problem = f"format {self.spec.format} seats {seats} players a match, {needs}"
            raise SpecError(self.file, problem)
        others = self.store.game_versions() - {facts.version}
        if others:
            played = f"version {min(others)} of {self.spec.game}"
            raise FolderError(
                f"{self.folder.path} has matches under {played}, the referee has version"
                f" {facts.version}: results of both don't go into one table"
            )


def _first_tournament_error(group: BaseExceptionGroup[BaseException], file: Path) -> BaseException:
    """The error that people should read; the whole group if there is a bug in it."""
    matching, rest = group.split(TournamentError)
    if matching is None or rest is not None:
        return group
    error: BaseException = matching
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return SpecError(file, str(error)) if isinstance(error, RefusedError) else error
