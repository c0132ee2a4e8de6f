"""One run from start to finish: opens and closes lock, database, stage or cluster, and runner.

On this machine matches are played on a stage, whose supervisor is started here before gRPC is
loaded.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tournaments.bots.program import Program, shared_folders
from tournaments.bots.programs import FoundPrograms, find_programs
from tournaments.bots.sealing import Sealer
from tournaments.closing import log_end
from tournaments.cluster import open_cluster
from tournaments.cluster.plan import own_version
from tournaments.opening import Opening
from tournaments.pairings.schedule import Schedule
from tournaments.play.executor import Executor
from tournaments.play.game_versions import game_as_begun
from tournaments.play.runner import Progress, Runner
from tournaments.play.stage import RefereeAddress, Stage
from tournaments.play.turn_form import turn_form_line
from tournaments.processes.client import SupervisorClient
from tournaments.processes.process_book import CountedBook
from tournaments.rebuilding import heal_store
from tournaments.spec.config import LOCAL, TournamentSpec
from tournaments.spec.errors import (
    SpecError,
    SpecFaultsError,
    SupervisorGoneError,
)
from tournaments.spec.matches import GameFacts
from tournaments.stops import cancel_when_stopped, first_tournament_error, stops_kept
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store
from tournaments.tables.formats import is_over, make_scheduler, num_left, num_seats
from tournaments.tables.stopping import decided, with_stopping_rule

if TYPE_CHECKING:
    from tournaments.season_stages import StageRun

__all__ = ["begin", "play"]

RESTARTS = 3
"""Number of times in one run that everything is started again after the supervisor has died."""


def begin(
    store: Store,
    spec: TournamentSpec,
    file: Path,
    *,
    own_referee: bool = True,
    note: Callable[[str], None] | None = None,
) -> Schedule:
    """Write a new tournament, or what was added to its file, to the store without a run.

    See `Opening`.

    Args:
        store: Database of the tournament, opened for a run.
        spec: The tournament.
        file: Path of the tournament's file.
        own_referee: Whether the tournament starts the referee itself, so that dice may be shared.
        note: Called with a line on what is written; None for no lines.

    Returns:
        Schedule of the tournament.
    """
    opening = Opening(store, spec, file, own_referee=own_referee, note=note)
    opening.accept(tells_dice=False)
    return opening.schedule


def play(
    spec: TournamentSpec,
    file: Path,
    folder: DataFolder,
    *,
    elsewhere: RefereeAddress | None,
    progress: Progress,
    accept_changes: bool = False,
    web: str = "",
) -> int:
    """Play the remaining matches of a tournament; return how many are left without a result.

    If the supervisor, which starts all other processes, or its guard is killed, all processes are
    started again, and matches go on from their journals as after a run that was killed.

    Args:
        spec: The tournament.
        file: Path of the tournament's file.
        folder: Data folder of the tournament.
        elsewhere: A referee that runs already; None starts one for this tournament alone. Not with
            a cluster, whose workers have their own referees.
        progress: Observes the run.
        accept_changes: Whether a bot that has changed plays on as a new version; no matter in a
            season, whose own entries always do.
        web: `HOST:PORT` at which browsers can watch; empty for no arena. Not with a cluster.

    Raises:
        TournamentError: The tournament can't begin or go on; results so far are kept. If this
            happens before the run's first match, nothing has been written.
        KeyboardInterrupt: The run was stopped; its argument, if any, says what was not written yet.
    """
    # One loop for all rounds: gRPC has events for that of the last one when the next has begun.
    with asyncio.Runner() as loops:
        # Only for the supervisor's death: any other error would come again.
        for restarts_left in reversed(range(RESTARTS + 1)):
            try:
                if spec.season is not None:
                    # Only here: loading it takes a tenth of a tournament's start.
                    from tournaments.season_session import play_season_once

                    return play_season_once(
                        spec,
                        file,
                        folder,
                        elsewhere=elsewhere,
                        progress=progress,
                        web=web,
                        loops=loops,
                        play_stage=_player_of_stages(elsewhere, progress, loops),
                    )
                return _play_once(
                    spec,
                    file,
                    folder,
                    elsewhere=elsewhere,
                    progress=progress,
                    accept_changes=accept_changes,
                    web=web,
                    loops=loops,
                )
            except SupervisorGoneError as error:
                if not restarts_left:
                    raise
                how = "everything is started again, and matches go on where they were"
                progress.note(f"{error}: {how}")
    raise AssertionError("the last round returns or raises")


def _player_of_stages(
    elsewhere: RefereeAddress | None, progress: Progress, loops: asyncio.Runner
) -> Callable[[StageRun], int]:
    """Return a function that plays a stage of a season as a tournament.

    It returns how many matches are left without a result; the arguments are those of `_play_once`.
    """

    def play_stage(stage: StageRun) -> int:
        return _play_once(
            stage.spec,
            stage.file,
            stage.folder,
            elsewhere=elsewhere,
            progress=progress,
            accept_changes=False,
            # The season's own goes on.
            web="",
            loops=loops,
            of_season=stage,
        )

    return play_stage


def _play_once(
    spec: TournamentSpec,
    file: Path,
    folder: DataFolder,
    *,
    elsewhere: RefereeAddress | None,
    progress: Progress,
    accept_changes: bool,
    web: str,
    loops: asyncio.Runner,
    of_season: StageRun | None = None,
) -> int:
    """Play until no match is left; unlike `play`, do not start again after the supervisor's death.

    Return how many matches are left without a result.

    Args:
        spec: The tournament.
        file: Path of the tournament's file.
        folder: Data folder of the tournament.
        elsewhere: A referee that runs already; None starts one.
        progress: Observes the run.
        accept_changes: Whether a bot that has changed plays on as a new version.
        web: `HOST:PORT` at which browsers can watch; empty for no arena.
        loops: Runs the event loop.
        of_season: What is different for a stage of a season; None for other tournaments.
    """
    opening: Opening | None = None
    is_own = elsewhere is None
    try:
        # Before the lock: mistakes in the file are reported even while another run has the folder.
        if of_season is None:
            found = find_programs(spec, file, data=folder.path)
        else:
            found = FoundPrograms(of_season.programs, {})
        if spec.on_bad_entry == "refuse":
            found.all()
        _check_network(spec, file, elsewhere)
        with (
            folder.lock() as lock,
            contextlib.closing(Store(folder.database, create=True, upgrade=False)) as store,
        ):
            heal_store(store, spec, file, folder, progress.note)
            opening = Opening(
                store,
                spec,
                file,
                own_referee=is_own,
                accept_changes=accept_changes,
                note=progress.note,
                origin=None if of_season is None else of_season.origin,
            )
            opening.leave_out({name: _one_fault(faults) for name, faults in found.faults.items()})
            # Nothing is started in this case: `run` on a tournament that is over must stay cheap.
            if (over := _why_over(opening.spec, store, opening.schedule)) is not None:
                opening.accept(tells_dice=False)
                progress.note(over)
                _write_replays(spec, file, folder, store, progress, lock.descriptor, loops)
                log_end(folder, store, opening.schedule, is_over=True)
                return 0
            run = _Run(
                *(spec, file, folder, store, progress, opening),
                is_own_referee=is_own,
                of_season=of_season,
            )
            seal: Callable[[list[Program]], list[Program]] = Sealer(
                spec,
                folder,
                opening,
                accept_changes=accept_changes,
                note=progress.note,
                leave_out=opening.leave_out,
            )
            if of_season is not None:
                seal = of_season.seal(opening)
            # The opening may have left out some whose programs were found, as those that were out
            # before.
            names = {bot.name for bot in opening.spec.bots}
            programs = [program for program in found.programs if program.name in names]
            stage = run.stage(programs, seal, lock.descriptor, elsewhere, web)
            with stops_kept():
                left_void = loops.run(run.play(stage))
            over = _why_over(opening.spec, store, opening.schedule)
            log_end(folder, store, opening.schedule, is_over=over is not None)
            return left_void
    except (asyncio.CancelledError, KeyboardInterrupt):
        # `resume` by the data folder could not continue this: it does not know what the file says.
        if opening is None or opening.needs_its_file:
            raise KeyboardInterrupt("before its first match, nothing was written") from None
        raise KeyboardInterrupt from None
    except BaseExceptionGroup as group:
        raise first_tournament_error(group, file) from None


def _one_fault(faults: Sequence[SpecError]) -> SpecError:
    """Return the faults of one entry as one error."""
    return faults[0] if len(faults) == 1 else SpecFaultsError(faults)


def _why_over(spec: TournamentSpec, store: Store, schedule: Schedule) -> str | None:
    """Return why no match is left to be played, as text; None if some are left.

    Args:
        spec: The tournament.
        store: Its results.
        schedule: Its schedule.
    """
    if (decision := decided(spec, store.matches())) is not None:
        grown = ": what was added since is not played" if schedule.growth else ""
        return f"{decision}{grown}"
    is_played = is_over(make_scheduler(spec, schedule), store.matches())
    return "all matches have been played" if is_played else None


def _write_replays(
    spec: TournamentSpec,
    file: Path,
    folder: DataFolder,
    store: Store,
    progress: Progress,
    lock: int,
    loops: asyncio.Runner,
) -> None:
    """Write the replays that are still missing for matches with a result.

    A match's end is reported, and so its result recorded, before its journal has become a replay. A
    run that is killed between the two after the last match would never start a referee again to
    write the replay.

    Args:
        spec: The tournament.
        file: Path of the tournament's file.
        folder: Data folder of the tournament.
        store: Its results.
        progress: Gets notes about what goes wrong.
        lock: File descriptor of the data folder's lock, which the referee inherits.
        loops: Runs the event loop.
    """
    journals = {path.stem for path in folder.journals.glob("*.journal")}
    left = journals.intersection(match.match_id for match in store.matches())
    if not left:
        return
    supervisor = SupervisorClient.start(keep_open=[lock])
    stage = Stage(spec, [], folder, supervisor, store, progress.note)
    try:
        loops.run(stage.write_replays())
    except BaseExceptionGroup as group:
        raise first_tournament_error(group, file) from None
    written = sum((folder.replays / f"{match_id}.replay").is_file() for match_id in left)
    progress.note(
        f"replays that a killed run had yet to write: {written} of {len(left)} are written"
    )


def _check_network(spec: TournamentSpec, file: Path, elsewhere: RefereeAddress | None) -> None:
    """Check that bots in a sandbox can reach the referee.

    Args:
        spec: The tournament.
        file: Path of the tournament's file, for the message.
        elsewhere: A referee that runs already; None if the tournament starts its own.

    Raises:
        SpecError: The referee listens on a port, and the bots have no network.
    """
    is_port = elsewhere is not None and not elsewhere.address.startswith("unix:")
    if is_port and spec.sandbox.kind != "none" and not spec.sandbox.network:
        assert elsewhere is not None
        raise SpecError(
            file,
            f"sandbox.network must be true for bots to reach a referee at {elsewhere.address};"
            " it lets them connect to anything else, too",
        )


@dataclasses.dataclass(slots=True)
class _Run:
    """Makes one run of a tournament, and holds the values that the parts of the run share."""

    spec: TournamentSpec
    file: Path
    folder: DataFolder
    store: Store
    progress: Progress
    opening: Opening
    is_own_referee: bool
    of_season: StageRun | None = None

    def stage(
        self,
        programs: list[Program],
        seal: Callable[[list[Program]], list[Program]],
        lock: int,
        elsewhere: RefereeAddress | None,
        web: str,
    ) -> contextlib.AbstractAsyncContextManager[tuple[GameFacts, Executor]]:
        """Return a context that starts what plays matches, on this machine or a cluster.

        On this machine, the bots are not built before the context is entered.

        Args:
            programs: Programs of all bots.
            seal: Returns the programs that are run in place of the built ones.
            lock: File descriptor of the data folder's lock.
            elsewhere: A referee that runs already; None starts one.
            web: `HOST:PORT` at which browsers can watch; empty for no arena.
        """
        note = self.progress.note
        for together, names in shared_folders(programs):
            who = " and ".join(names)
            note(f"{who} run in one folder, {together}: each can read what is in it")
        spec, folder = self.spec, self.folder
        if spec.executor == LOCAL:
            # It inherits the lock: until the last process has ended, no other run may use the
            # folder.
            supervisor = SupervisorClient.start(keep_open=[lock])
            here = Stage(
                spec,
                programs,
                folder,
                supervisor,
                CountedBook(self.opening, self.progress.process_ended),
                note,
                seal,
                web,
                leave_out=self.opening.leave_out,
                matches=num_left(self.opening.spec, self.opening.schedule, self.store.matches()),
                newcomers=self.opening.newcomers,
                door=None if self.of_season is None else self.of_season.door,
            )
            return here.open(elsewhere, self.check)
        # Workers make their own copies; here it is only checked that no bot has changed.
        seal(programs)
        if self.of_season is not None:
            shared = self.of_season.on_cluster()
            return open_cluster(
                shared.spec,
                shared.file,
                shared.own,
                folder,
                book=self.opening,
                progress=self.progress,
                check=self.check,
                of_season=shared.of_season,
            )
        entered = self.opening.spec
        places = {bot.name: place for place, bot in enumerate(entered.bots)}
        return open_cluster(
            entered,
            self.file,
            sorted(
                (program for program in programs if program.name in places),
                key=lambda program: places[program.name],
            ),
            folder,
            book=self.opening,
            progress=self.progress,
            check=self.check,
        )

    async def play(
        self, stage: contextlib.AbstractAsyncContextManager[tuple[GameFacts, Executor]]
    ) -> int:
        """Enter the context of what plays matches, play the tournament, and leave the context.

        Return how many matches are left without a result.

        Args:
            stage: The context, from the method `stage`.
        """
        cancel_when_stopped()
        of_season = self.of_season
        alongside = (
            contextlib.nullcontext()
            if of_season is None
            else of_season.alongside(self.store.events)
        )
        async with alongside, stage as (facts, executor):
            if of_season is not None:
                from tournaments.season_stages import Gated

                executor = Gated(executor, of_season.gate)
            # Of matches that share dice one is played at a time, so that twice as many are wanted.
            schedule = self.opening.schedule
            slots = executor.slots * (2 if schedule.dice.is_shared else 1)
            spec = self.opening.spec
            window = spec.model_copy(update={"parallel": slots})
            scheduler = make_scheduler(spec, schedule)
            # The window counts matches that may be out at once, so it follows the slots and not the
            # file.
            scheduler = with_stopping_rule(window, scheduler, self.progress.status)
            self.progress.entered(spec)
            self.progress.note(turn_form_line(spec, own_referee=self.is_own_referee))
            runner = Runner(
                spec,
                self.game_played(facts),
                scheduler=scheduler,
                executor=executor,
                store=self.store,
                progress=self.progress,
                shares_dice=schedule.dice.is_shared,
                referee=own_version() if self.is_own_referee else None,
                opening=self.opening,
            )
            return await runner.run()

    def check(self, facts: GameFacts) -> None:
        """Check that the referee's game has the seats and the version of the tournament; adapt the schedule to it.

        Raises:
            TournamentError: The game has another number of seats, or not the version that is
                needed.
        """
        seats = num_seats(self.spec)
        if not facts.min_seats <= seats <= facts.max_seats:
            needs = f"{self.spec.game} needs from {facts.min_seats} to {facts.max_seats}"
            problem = f"format {self.spec.format} seats {seats} players a match, {needs}"
            if seats < facts.min_seats:
                problem += f'; format = "groups" with seats = {facts.min_seats} fits'
            raise SpecError(self.file, problem)
        self.opening.fit(facts)
        self.game_played(facts)

    def game_played(self, facts: GameFacts) -> GameFacts:
        """Return facts about the game with the version under which this tournament is played."""
        return game_as_begun(self.spec, self.file, self.opening.schedule, self.store, facts)
