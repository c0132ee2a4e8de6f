"""One run of a season from start to finish: lock, database, processes and runner.

The parts of a run of a tournament are used as they are; what differs is that entries come and go
while it runs, and that the log says what is played.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import shutil
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tournaments.bots.entry_programs import EntryProgram
from tournaments.bots.launcher import BotLauncher
from tournaments.bots.program import Program
from tournaments.bots.programs import find_programs
from tournaments.bots.remote import HostedAndRemote
from tournaments.bots.sealing import Sealer
from tournaments.closing import log_end
from tournaments.cluster import open_cluster
from tournaments.cluster.here_or_there import HereOrThere
from tournaments.cluster.plan import own_version
from tournaments.cluster.shipping import SeasonPrograms
from tournaments.pairings.schedule import draw_schedule
from tournaments.play.executor import Bots, Executor, LocalExecutor
from tournaments.play.game_versions import game_as_begun
from tournaments.play.own_referee import OutsideAddress, RefereeDoor
from tournaments.play.runner import Progress
from tournaments.play.stage import RefereeAddress, Stage
from tournaments.processes.client import SupervisorClient
from tournaments.processes.process_book import CountedBook
from tournaments.rebuilding import heal_store
from tournaments.season.admissions import SeasonChecker, entry_program, program_of
from tournaments.season.beginning import begin_season, enter_own
from tournaments.season.checkpoint import Checkpoints
from tournaments.season.desk import Desk
from tournaments.season.door_file import DoorFile
from tournaments.season.inbox import Inbox
from tournaments.season.own_versions import OwnVersions
from tournaments.season.records import SeasonStatus
from tournaments.season.remote_entries import RemoteEntries
from tournaments.season.remote_trial import RemoteTrial
from tournaments.season.remotes import Remotes, presence_terms
from tournaments.season.retention import Retention, copies_to_play
from tournaments.season.runner import SeasonRunner
from tournaments.season.stage_retention import StageRetention
from tournaments.season_arena import SeasonArena
from tournaments.season_notices import SeasonNotices
from tournaments.season_stages import StageRun, StagesOfRun
from tournaments.spec.config import LOCAL, TournamentSpec
from tournaments.spec.errors import CopyError, SpecError
from tournaments.spec.matches import GameFacts
from tournaments.stops import cancel_when_stopped, first_tournament_error, stops_kept
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredVersion
from tournaments.store.store import Store

if TYPE_CHECKING:  # it loads gRPC, which must wait until the supervisor runs
    from tournaments.play.referee_calls import GrpcRefereeCalls

__all__ = ["LEAST_FREE", "play_season_once", "utc_now"]

LEAST_FREE = 500 * 1024**2
"""Free space of the data folder's disk below which no match begins, in bytes."""


def utc_now() -> datetime.datetime:
    """Return the current date and time, in UTC."""
    return datetime.datetime.now(datetime.UTC)


def play_season_once(
    spec: TournamentSpec,
    file: Path,
    folder: DataFolder,
    *,
    elsewhere: RefereeAddress | None,
    progress: Progress,
    web: str,
    loops: asyncio.Runner,
    play_stage: Callable[[StageRun], int],
) -> int:
    """Play a season until it is closed; return 0.

    Args:
        spec: The season.
        file: The season's file.
        folder: Data folder of the season.
        elsewhere: A referee that runs already; None starts one for this season alone.
        progress: Observes the run.
        web: `HOST:PORT` at which browsers can watch; empty for no arena.
        loops: Runs the event loop.
        play_stage: Plays a stage; returns how many of its matches are left without a result.

    Raises:
        TournamentError: The season can't begin or go on; the log has everything so far.
        KeyboardInterrupt: The run was stopped.
    """
    try:
        own = find_programs(spec, file, data=folder.path).all()
        outside = _outside(spec, file, elsewhere)
        with (
            folder.lock() as lock,
            contextlib.closing(Store(folder.database, create=True)) as store,
        ):
            heal_store(store, spec, file, folder, progress.note)
            schedule = draw_schedule(spec, own_referee=elsewhere is None)
            desk = begin_season(store, file, utc_now, schedule=schedule)
            door = RefereeDoor.drawn(folder)
            run = _Run(spec, file, folder, store, desk, progress, elsewhere, door, outside)
            stages = StagesOfRun(
                *(spec, file, folder, store, desk),
                machine=run,
                progress=progress,
                alongside=run.notices.sent,
                play_one=play_stage,
                loop=loops,
                door=door,
            )
            arena = SeasonArena(folder, run.referee, lock.descriptor, loops, progress.note)
            # Nothing is started for a season that is over: to run it again must stay cheap.
            with arena.at("" if desk.state.status is SeasonStatus.CLOSED else web):
                # Each of these ends before the season is closed where only stages are left.
                with run.checkpoints:
                    while desk.state.status is not SeasonStatus.CLOSED:
                        with stops_kept():
                            if desk.state.is_played_out:
                                stages.go_on()
                            else:
                                loops.run(run.play(own, lock.descriptor))
                if desk.state.stages.begun:
                    loops.run(run.notices.send_rest())
                log_end(folder, store, desk.state.schedule, is_over=True)
                # Its desk reads what has just been written to the log.
                arena.now_and_then = _deletions(Desk(store, utc_now), folder, progress.note)
                arena.now_and_then()
            return 0
    except (asyncio.CancelledError, KeyboardInterrupt):
        raise KeyboardInterrupt from None
    except BaseExceptionGroup as group:
        raise first_tournament_error(group, file) from None


def _deletions(desk: Desk, folder: DataFolder, note: Callable[[str], None]) -> Callable[[], None]:
    """Return what deletes old replays and output of a season that is closed.

    Args:
        desk: Has the season's state, and writes its log.
        folder: Data folder of the season.
        note: Called with a line on what was deleted.
    """
    of_season, of_stages = Retention(desk, folder, note), StageRetention(desk, folder, note)

    def delete() -> None:
        of_season.follow()
        of_stages.follow(None)

    return delete


def _outside(
    spec: TournamentSpec, file: Path, elsewhere: RefereeAddress | None
) -> OutsideAddress | None:
    """Return where remote entries reach the season's referee; None if the season takes none.

    Args:
        spec: The season.
        file: The season's file, to which paths are relative.
        elsewhere: A referee that runs already; None if the season starts its own.

    Raises:
        SpecError: Certificate or key can't be read, or the referee is not the season's own.
    """
    remote = spec.remote
    if remote is None:
        return None
    if elsewhere is not None:
        problem = "[remote] needs the season's own referee: run it without --referee"
        raise SpecError(file, problem, key=("remote",))
    found = {"cert": file.parent / remote.cert, "key": file.parent / remote.key}
    for name, path in found.items():
        try:
            path.read_bytes()
        except OSError as error:
            problem = f"remote.{name}, {path}, can't be read: {error.strerror}"
            raise SpecError(file, problem, key=("remote", name)) from None
    return OutsideAddress(remote.listen, found["cert"], found["key"])


class _Run:
    """Makes one run of a season, and holds the values that its parts share; also the runner's `Machine`."""

    def __init__(
        self,
        spec: TournamentSpec,
        file: Path,
        folder: DataFolder,
        store: Store,
        desk: Desk,
        progress: Progress,
        elsewhere: RefereeAddress | None,
        door: RefereeDoor,
        outside: OutsideAddress | None,
    ) -> None:
        self._spec = spec
        self._file = file
        self._folder = folder
        self._store = store
        self._desk = desk
        self._progress = progress
        self._elsewhere = elsewhere
        self._door = door
        self._outside = outside
        self._doors = DoorFile(folder.path, progress.note)
        self.checkpoints = Checkpoints(folder.path, desk.state, progress.note)
        """Written now and then, and at the end of the run."""
        self._retention = Retention(desk, folder, progress.note)
        self._calls: GrpcRefereeCalls | None = None
        self._launcher: BotLauncher | None = None
        self._remotes: Remotes | None = None
        self.referee = elsewhere or RefereeAddress(door.address, door.organizer_key, None)
        """Where the referee of the season listens, and those of its stages."""
        self.notices = SeasonNotices(
            spec, folder, store, desk, referee=self.referee, note=progress.note
        )
        """Notifies webhooks while something is played."""
        self._own = {bot.name for bot in spec.bots}
        self._own_versions: dict[str, int] = {}
        self._entered: dict[str, EntryProgram] = {}
        """Programs that were handed in and may play now, by label."""

    async def play(self, own: list[Program], lock: int) -> None:
        """Start all processes, play the season, and end all processes.

        Args:
            own: Programs of the file's own entries.
            lock: File descriptor of the data folder's lock, which all processes inherit.
        """
        cancel_when_stopped()
        # It inherits the lock: until the last process has ended, no other run may use the folder.
        supervisor = SupervisorClient.start(keep_open=[lock])
        fresh = OwnVersions(self._store, self._own)
        sealer = Sealer(
            self._spec, self._folder, fresh, accept_changes=True, note=self._progress.note
        )

        def seal(programs: list[Program]) -> list[Program]:
            sealed = sealer(programs)
            # Earlier versions, which only finish what they have begun, come last.
            self._own_versions |= {each.name: each.version for each in reversed(sealed)}
            return sealed

        stage = Stage(
            self._spec,
            own,
            self._folder,
            supervisor,
            CountedBook(self._store, self._progress.process_ended),
            self._progress.note,
            seal,
            outside=self._outside,
            door=self._door,
            seated=self._take_bots,
        )
        async with (
            self.notices.sent(),
            stage.open(self._elsewhere, self._check) as (facts, here),
            self._hosted(own, here) as executor,
        ):
            self._progress.entered(self._spec)
            runner = self._runner(facts, here, executor, supervisor, fresh.added)
            async with asyncio.TaskGroup() as tasks:
                informing = None
                if self._remotes is not None:
                    informing = tasks.create_task(self._remotes.run())
                await runner.run()
                if informing is not None and self._remotes is not None:
                    await self._remotes.dismiss_all(
                        f"the matches of season {self._spec.name} are over"
                    )
                    informing.cancel()

    def _runner(
        self,
        facts: GameFacts,
        here: LocalExecutor,
        executor: Executor,
        supervisor: SupervisorClient,
        own: Sequence[StoredVersion],
    ) -> SeasonRunner:
        slots = here.slots if self._spec.executor == LOCAL else self._spec.parallel or 0
        enter_own(self._desk, slots=slots, version=own_version(), own=own)
        stored = self._store.tournament()
        assert stored is not None, "a season has begun"
        stored_versions = self._store.programs.versions()
        versions = {(each.bot, each.version): each for each in stored_versions}
        facts = self._game_played(facts)
        return SeasonRunner(
            self._desk,
            facts,
            executor=executor,
            checker=SeasonChecker(
                self._spec, self._file, self._folder, self._desk, supervisor, versions
            ),
            inbox=Inbox(self._folder.path),
            machine=self,
            progress=self._progress,
            tournament_id=stored.tournament_id,
            versions=versions,
            remotes=self._remote_entries(facts, here, versions, stored.tournament_id),
            referee=own_version() if self._elsewhere is None else None,
        )

    @contextlib.asynccontextmanager
    async def _hosted(self, own: list[Program], here: LocalExecutor) -> AsyncIterator[Executor]:
        """Yield what plays the season's matches: this machine, or a cluster with it.

        Args:
            own: Programs of the file's entries, in the order of the file.
            here: Plays matches on this machine.
        """
        if self._spec.executor == LOCAL:
            yield here
            return
        of_season = SeasonPrograms(
            self._store.events.tournament_id or "",
            self._folder.programs,
            self._entered,
            self._own_versions,
            lambda: copies_to_play(self._desk.state),
        )
        async with open_cluster(
            self._spec,
            self._file,
            own,
            self._folder,
            book=self._store,
            progress=self._progress,
            check=self._check,
            of_season=of_season,
            # What is handed in is checked, and remote entries play, also without a worker.
            waits=False,
        ) as (_, workers):
            yield HereOrThere(workers, here, of_season, self._progress.note)

    def _take_bots(self, calls: GrpcRefereeCalls, launcher: BotLauncher) -> Bots:
        """Return the object that gives seats to programs of this machine and to remote entries.

        Args:
            calls: Calls to the referee.
            launcher: Starts programs of this machine.
        """
        self._calls, self._launcher = calls, launcher
        if self._spec.remote is None:
            return launcher
        from tournaments.play.attend_calls import AttendCalls

        self._remotes = Remotes(
            AttendCalls(calls),
            presence_terms(self._spec.remote),
            now_ns=time.monotonic_ns,
            entry_of=lambda label: label.partition("@")[0],
            note=self._progress.note,
        )
        # Whatever plays on this machine has been enlisted before it gets a seat.
        return HostedAndRemote(launcher, self._remotes.seats, lambda label: not launcher.has(label))

    def _remote_entries(
        self,
        facts: GameFacts,
        executor: LocalExecutor,
        versions: dict[tuple[str, int], StoredVersion],
        tournament_id: str,
    ) -> RemoteEntries | None:
        if self._remotes is None:
            return None
        assert self._launcher is not None, "the stage is open"
        assert self._calls is not None, "the stage is open"
        trial = RemoteTrial(
            self._spec,
            self._file,
            facts,
            executor=executor,
            launcher=self._launcher,
            trace=self._calls.trace,
            tournament_id=tournament_id,
        )
        return RemoteEntries(self._desk, self._remotes, trial, versions, self._progress.note)

    def _check(self, facts: GameFacts) -> None:
        """Check that the season can be played with this game.

        Raises:
            SpecError: The game has another number of seats, or not the version that is needed.
        """
        seats = self._spec.seats or 2
        if not facts.min_seats <= seats <= facts.max_seats:
            needs = f"{self._spec.game} needs from {facts.min_seats} to {facts.max_seats}"
            raise SpecError(self._file, f"seats must fit the game, not {seats}: {needs}")
        self._game_played(facts)

    def _game_played(self, facts: GameFacts) -> GameFacts:
        return game_as_begun(self._spec, self._file, self._desk.state.schedule, self._store, facts)

    # The machine.

    def enlist(self, version: StoredVersion) -> None:
        """Give the launcher the program of a version of an entry, unless the launcher has it.

        Raises:
            CopyError: The program's copy is damaged or gone.
        """
        assert self._launcher is not None, "the stage is open"
        if self._launcher.has(version.label):
            return
        if version.bot in self._own:
            raise CopyError(f"{version.label} is an earlier version of an entry of the file")
        self._launcher.add(program_of(version, self._spec, self._file, self._folder))
        entered = entry_program(version, self._folder)
        if entered is not None:
            self._entered[version.label] = entered

    def note_changes(self) -> None:
        """Update the file for programs that take submissions, delete old replays, and send notices."""
        self._doors.write(self._desk.state, self._desk.at())
        self.checkpoints.follow()
        self._retention.follow()
        self.notices.wake()

    def problem(self) -> str | None:
        """Return why no further match should begin, as text; None if there is no problem."""
        free = shutil.disk_usage(self._folder.path).free
        if free < LEAST_FREE:
            return f"the disk of the data folder has {free // 1024**2} MiB left"
        return None
