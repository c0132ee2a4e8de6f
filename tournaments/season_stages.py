"""Plays the stages of a season, each as an ordinary tournament in a folder of the season's data folder.

The season's run stays active meanwhile: it takes requests and sends notices, and a paused season
begins no match of a stage. What is played is decided by the season's log, so a run that was killed
goes on at any point.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from tournaments.bots.program import Program
from tournaments.bots.programs import find_programs
from tournaments.bots.sealing import Sealer, VersionBook
from tournaments.cluster.shipping import SeasonPrograms
from tournaments.play.executor import AttemptOrder, Executor, PlayedAttempt
from tournaments.play.own_referee import RefereeDoor
from tournaments.play.runner import Progress
from tournaments.season import bodies
from tournaments.season.admissions import entry_program, program_of
from tournaments.season.checking import CheckQueue, Note
from tournaments.season.desk import Desk
from tournaments.season.inbox import Inbox
from tournaments.season.intake import Intake, Machine, pause_if_needed
from tournaments.season.records import SeasonEntry
from tournaments.season.requests import Submission
from tournaments.season.stage_entries import stage_beginning
from tournaments.season.stage_retention import StageRetention
from tournaments.season.stages import SeasonStage
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import CopyError
from tournaments.spec.reading import parse_spec
from tournaments.spec.season import StageSpec
from tournaments.spec.stage_file import stage_source
from tournaments.spec.whole_file import replace_file
from tournaments.stops import cancel_when_stopped
from tournaments.store.event_book import EventBook
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredVersion
from tournaments.store.store import Store
from tournaments.tables.formats import make_standings

__all__ = ["ClusterPrograms", "Gated", "StageRun", "StagesOfRun", "origin_of"]

_POLL_S = 0.5


@dataclasses.dataclass(frozen=True, slots=True)
class ClusterPrograms:
    """How workers of a cluster start the programs of a stage."""

    spec: TournamentSpec
    """The season, with those bots of its file that take part."""
    file: Path
    """The season's file."""
    own: list[Program]
    """Programs of these bots, in the order of the file."""
    of_season: SeasonPrograms
    """Programs that were handed in, which workers are sent."""


@dataclasses.dataclass(frozen=True, slots=True)
class StageRun:
    """Inputs of the run of a season's stage: the stage as a tournament, its programs, and ties to the season."""

    spec: TournamentSpec
    """The stage as a tournament."""
    file: Path
    """Its tournament file."""
    folder: DataFolder
    """Its data folder."""
    programs: list[Program]
    """Programs of its entries, in the order of its file."""
    seal: Callable[[VersionBook], Callable[[list[Program]], list[Program]]]
    """Returns, for the book of its versions, what decides which programs are run."""
    origin: Mapping[str, object]
    """What the first event of its log has in addition."""
    gate: Callable[[], Awaitable[None]]
    """Waits while no match may begin."""
    alongside: Callable[[EventBook], contextlib.AbstractAsyncContextManager[None]]
    """Returns, for the log of the stage, a context in which the season goes on while matches are played."""
    on_cluster: Callable[[], ClusterPrograms]
    """Returns how workers of a cluster start the programs."""
    door: RefereeDoor
    """Where the referee of the season has listened, at which the arena finds that of the stage, too."""


class Gated:
    """An executor that begins no attempt while a gate is closed; what has begun goes on.

    Args:
        executor: Plays the attempts.
        gate: Waits while no match may begin.
    """

    def __init__(self, executor: Executor, gate: Callable[[], Awaitable[None]]) -> None:
        self._executor = executor
        self._gate = gate

    @property
    def goes_on(self) -> bool:
        """Whether matches that an earlier run has begun are finished, rather than played again."""
        return self._executor.goes_on

    @property
    def slots(self) -> int:
        """Number of attempts played at once; see `Executor`."""
        return self._executor.slots

    async def play(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt:
        """Play an attempt as soon as the gate is open, and return its result.

        Args:
            attempt: The attempt.
            begun: Awaited with the match's id before any bot gets a token.
        """
        if attempt.known_id is None:
            await self._gate()
        return await self._executor.play(attempt, begun)

    async def has_ended(self, match_id: str) -> bool:
        """Return whether a match of an earlier run is over; see `Executor`."""
        return await self._executor.has_ended(match_id)

    async def abandon(self, match_id: str, reason: str) -> None:
        """End a match of an earlier run; see `Executor`."""
        await self._executor.abandon(match_id, reason)

    async def release(self, match_ids: Iterable[str]) -> None:
        """Publish dice that were kept secret; see `Executor`."""
        await self._executor.release(match_ids)


class StagesOfRun:
    """Plays the stages (tournaments at a season's end) of a season during one run.

    Args:
        spec: The season.
        file: The season's file.
        folder: Data folder of the season.
        store: Database of the season.
        desk: Changes the season, and writes its log.
        machine: The machine, which is asked whether matches may begin.
        progress: Observes the run.
        alongside: Returns a context in which notices are sent.
        play_one: Plays a stage; returns how many matches are left without a result.
        loop: Runs a coroutine to its end.
        door: Where the season's own referee has listened.
        poll_s: Period at which the inbox is looked at, in seconds.
    """

    def __init__(
        self,
        spec: TournamentSpec,
        file: Path,
        folder: DataFolder,
        store: Store,
        desk: Desk,
        *,
        machine: Machine,
        progress: Progress,
        alongside: Callable[[], contextlib.AbstractAsyncContextManager[None]],
        play_one: Callable[[StageRun], int],
        loop: asyncio.Runner,
        door: RefereeDoor,
        poll_s: float = _POLL_S,
    ) -> None:
        self._spec = spec
        self._file = file
        self._folder = folder
        self._store = store
        self._desk = desk
        self._machine = machine
        self._progress = progress
        self._alongside = alongside
        self._play_one = play_one
        self._loop = loop
        self._door = door
        self._poll_s = poll_s
        inbox = Inbox(folder.path)
        self._checks = CheckQueue(desk, _NoChecks(), inbox, progress.note)
        self._intake = Intake(desk, self._checks, inbox, progress.note)
        self._resumed = asyncio.Event()
        self._retention = StageRetention(desk, folder, progress.note)

    def go_on(self) -> None:
        """Do the next of the steps by which the season gets to its end: a wait, a stage, the closing.

        Raises:
            TournamentError: A stage can't be played; logs have everything so far.
        """
        self._attend()
        state = self._desk.state
        stage = state.stages.due(state.spec.stages)
        if state.paused is not None:
            self._loop.run(self._wait())
        elif stage is None:
            self._desk.change_season("closed", by="clock", reason="the last stage has ended")
        elif state.stages.current is None:
            self._begin(stage)
        else:
            self._play(stage, state.stages.current)

    def _begin(self, stage: StageSpec) -> None:
        desk = self._desk
        body = stage_beginning(desk.state, stage, at=desk.at())
        desk.book.write([body])
        if body["type"] == "stage_skipped":
            self._progress.note(f"stage {stage.name} is left out: {body['reason']}")
        else:
            self._progress.note(f"stage {stage.name} begins")

    def _play(self, stage: StageSpec, begun: SeasonStage) -> None:
        """Play what is left of a stage; write its end, or pause the season if a match has no result.

        Args:
            stage: The stage, as the season's file has it.
            begun: The stage, as the season's log has it.
        """
        desk = self._desk
        source = stage_source(
            desk.state.source,
            stage,
            [name for name, _ in begun.entries],
            game_version=max(self._store.game_versions(), default=None),
        )
        run = self._run_of(begun, source)
        left = self._play_one(run)
        if left:
            matches = "1 match is" if left == 1 else f"{left} matches are"
            reason = f"{matches} left without a result in stage {stage.name}"
            desk.change_season("paused", by="runner", reason=reason)
            self._progress.note(f"paused: {reason}; look at it, then: tournament resume")
            return
        with contextlib.closing(Store(run.folder.database)) as store:
            table, last = make_standings(run.spec, store.matches()), store.events.last()
        assert last is not None, "a stage that was played has a log"
        order = [line.player for line in table if hasattr(line, "player")]
        head = f"{last.number}:{last.hash}"
        desk.book.write([bodies.stage_ended(stage.name, order, head, at=desk.at())])
        self._progress.note(f"stage {stage.name} is over")

    def _run_of(self, begun: SeasonStage, source: str) -> StageRun:
        file = self._folder.stages / f"{begun.name}.toml"
        file.parent.mkdir(exist_ok=True)
        replace_file(file, source.encode())
        spec = parse_spec(source, file)
        # How a season is played may be said on the command line.
        spec = spec.model_copy(
            update={
                "parallel": self._spec.parallel,
                "sandbox": self._spec.sandbox,
                "executor": self._spec.executor,
            }
        )
        programs = _Programs(self._spec, self._file, self._folder, self._store, begun)
        return StageRun(
            spec,
            file,
            self._folder.stage(begun.name, spec.name),
            programs.all(),
            lambda book: programs.sealer(book, self._progress.note),
            origin_of(self._store.events.tournament_id or "", begun),
            self._gate,
            self._going_on,
            lambda: programs.on_cluster(self._store.events.tournament_id or ""),
            self._door,
        )

    # Meanwhile.

    def _attend(self, stage: EventBook | None = None) -> None:
        """Do what a season needs while it plays no matches itself: requests, pauses, notices, deletions.

        Args:
            stage: Log of the stage that is being played; None if none is.
        """
        self._intake.take()
        self._checks.give_up()
        if self._desk.state.paused is None:
            pause_if_needed(self._desk, self._machine, self._progress.note)
        if self._desk.state.paused is None:
            self._resumed.set()
        self._machine.note_changes()
        self._retention.follow(stage)

    async def _gate(self) -> None:
        while self._desk.state.paused is not None:
            self._resumed.clear()
            await self._resumed.wait()

    @contextlib.asynccontextmanager
    async def _going_on(self, stage: EventBook | None = None) -> AsyncIterator[None]:
        async with self._alongside(), asyncio.TaskGroup() as tasks:
            attending = tasks.create_task(self._attend_always(stage))
            yield
            attending.cancel()

    async def _attend_always(self, stage: EventBook | None) -> NoReturn:
        while True:
            self._attend(stage)
            await asyncio.sleep(self._poll_s)

    async def _wait(self) -> None:
        """Wait while the season is paused; meanwhile take requests and send notices."""
        cancel_when_stopped()
        async with self._going_on():
            await self._gate()


def origin_of(season_id: str, stage: SeasonStage) -> dict[str, object]:
    """Return what the first event of a stage's log says of the season.

    Args:
        season_id: Id of the season.
        stage: The stage, which has begun.
    """
    return {"stage_of": {"season": season_id, "stage": stage.name, "head": stage.head}}


class _Programs:
    """Finds the programs with which the entries of a stage play: those that the season's log names.

    Args:
        spec: The season.
        file: The season's file.
        folder: Data folder of the season, which has the copies.
        store: Database of the season.
        stage: The stage.
    """

    def __init__(
        self,
        spec: TournamentSpec,
        file: Path,
        folder: DataFolder,
        store: Store,
        stage: SeasonStage,
    ) -> None:
        self._file = file
        self._folder = folder
        versions = {(each.bot, each.version): each for each in store.programs.versions()}
        self._versions = {name: versions[name, number] for name, number in stage.entries}
        own = tuple(bot for bot in spec.bots if bot.name in self._versions)
        self._spec = spec.model_copy(update={"bots": own})
        self._own = {bot.name for bot in own}

    def all(self) -> list[Program]:
        """Return the programs of all entries, the strongest entry first.

        Raises:
            TournamentError: A program of the season's file can't be found, or a copy is damaged.
        """
        own = {
            program.name: program
            for program in find_programs(self._spec, self._file, data=self._folder.path).all()
        }
        return [
            own[name] if name in own else program_of(version, self._spec, self._file, self._folder)
            for name, version in self._versions.items()
        ]

    def on_cluster(self, season_id: str) -> ClusterPrograms:
        """Return how workers of a cluster start the programs.

        Args:
            season_id: Id of the season.
        """
        own = find_programs(self._spec, self._file, data=self._folder.path).all()
        # In the stage, each entry has one version.
        entries = {
            name: dataclasses.replace(entered, version=1)
            for name, version in self._versions.items()
            if (entered := entry_program(version, self._folder)) is not None
        }
        digests = {each.digest for each in entries.values()}
        of_season = SeasonPrograms(
            season_id,
            self._folder.programs,
            entries,
            dict.fromkeys(self._own, 1),
            lambda: digests,
        )
        return ClusterPrograms(self._spec, self._file, own, of_season)

    def sealer(
        self, book: VersionBook, note: Callable[[str], None]
    ) -> Callable[[list[Program]], list[Program]]:
        """Return a function from the stage's programs to the versions that the season's log names.

        Args:
            book: Versions of the stage's tournament.
            note: Called with a line for the organizer.
        """
        season = _Latest([self._versions[name] for name in self._versions if name in self._own])
        seal_own = Sealer(self._spec, self._folder, season, accept_changes=False, note=note)

        def seal(programs: list[Program]) -> list[Program]:
            own = seal_own([each for each in programs if each.name in self._own])
            by_name = {each.name: each for each in (*programs, *own)}
            known = {each.bot: each.sha256 for each in book.versions()}
            for name, sha256 in known.items():
                if sha256 != self._versions[name].sha256:
                    raise CopyError(f"{name} has begun this stage with another program")
            # In the stage, each entry has one version.
            fresh = [each.numbered(1) for name, each in self._versions.items() if name not in known]
            book.add(fresh)
            return [dataclasses.replace(by_name[name], version=1) for name in self._versions]

        return seal


class _Latest:
    """Versions with which a season's own entries play a stage, as a `VersionBook` without changes."""

    def __init__(self, versions: Sequence[StoredVersion]) -> None:
        self._all = sorted(versions, key=lambda each: each.bot)

    def versions(self) -> list[StoredVersion]:
        """Return the versions with which the season's own entries play the stage, sorted by bot."""
        return self._all

    def unfinished(self) -> set[tuple[str, int]]:
        """Return an empty set: earlier versions play no stage."""
        return set()

    def add(self, versions: Sequence[StoredVersion]) -> None:
        """Do nothing: a program that has changed was refused before."""

    def replace_start(self, version: StoredVersion) -> None:
        """Do nothing: the season's run stores how its versions are started."""

    def give_up(self, bot: str, version: int) -> None:
        """Do nothing: there are no unfinished matches of earlier versions."""


class _NoChecks:
    """A `Checker` that is never asked: a season in its stages admits nothing."""

    async def check(self, handed: Submission, note: Note) -> NoReturn:
        """Fail: a season in its stages admits nothing, so this is never called."""
        del note
        raise AssertionError(f"{handed.entry} is not checked any more")

    async def check_again(self, entry: SeasonEntry, note: Note) -> NoReturn:
        """Fail: a season in its stages admits nothing, so this is never called."""
        del note
        raise AssertionError(f"{entry.name} is not checked any more")
