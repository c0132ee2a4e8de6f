"""A season with stages in virtual time: matches of a stage are written as they would be played."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, cast

from tests.tournaments.fakes import ended
from tests.tournaments.season.world import KEY, World
from tournaments.bots.program import Program
from tournaments.bots.sealing import VersionBook
from tournaments.log.log_file import LOG_FILE
from tournaments.pairings import Pairing
from tournaments.pairings.orders import order_of
from tournaments.pairings.schedule import written_schedule
from tournaments.play.own_referee import RefereeDoor
from tournaments.season.records import SeasonStatus
from tournaments.season.stages import SeasonStage
from tournaments.season_stages import StageRun, StagesOfRun
from tournaments.spec.config import TournamentSpec
from tournaments.spec.reading import load_spec
from tournaments.stops import stops_kept
from tournaments.store.folder import DataFolder
from tournaments.store.records import Result
from tournaments.store.store import Store
from tournaments.tables.formats import known_pairings

__all__ = ["FakePrograms", "StageWorld"]


class FakePrograms:
    """Programs of a stage that are never started, with the digests that the season has."""

    def __init__(
        self,
        _spec: TournamentSpec,
        _file: Path,
        _folder: DataFolder,
        store: Store,
        stage: SeasonStage,
    ) -> None:
        versions = {(each.bot, each.version): each for each in store.programs.versions()}
        self._versions = [versions[entry] for entry in stage.entries]

    def all(self) -> list[Program]:
        """None that could be started."""
        return []

    def sealer(
        self, book: VersionBook, _: Callable[[str], None]
    ) -> Callable[[list[Program]], list[Program]]:
        """What writes down the versions."""

        def seal(programs: list[Program]) -> list[Program]:
            if not book.versions():
                book.add([each.numbered(1) for each in self._versions])
            return programs

        return seal


class _Loops:
    """Runs coroutines in a virtual loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def run(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run one to its end."""
        self._loop.run_until_complete(coroutine)


@contextlib.asynccontextmanager
async def _alone() -> AsyncIterator[None]:
    yield


class StageWorld(World):
    """A `World` that also plays the stages of its season, the stronger entry always winning."""

    @functools.cached_property
    def door(self) -> RefereeDoor:
        """Where a referee of the season would listen."""
        return RefereeDoor.drawn(DataFolder(self.data))

    void_until_h = 0.0
    """Virtual hours until which a match of each stage is left without a result."""

    def run_to_end(self) -> None:
        """One run, which may be killed."""
        super().run_to_end()
        with self.opened() as (store, desk):
            stages = StagesOfRun(
                *(load_spec(self.file), self.file, DataFolder(self.data), store, desk),
                machine=self,
                progress=self.progress,
                alongside=_alone,
                play_one=self._play_stage,
                loop=cast("asyncio.Runner", _Loops(self.loop)),
                door=self.door,
                poll_s=60.0,
            )
            while desk.state.status is not SeasonStatus.CLOSED:
                try:
                    with stops_kept():
                        stages.go_on()
                except BaseExceptionGroup as group:
                    raise group.exceptions[0] from None  # a kill, in a task of the season

    def _play_stage(self, run: StageRun) -> int:
        folder, spec, schedule = run.folder, run.spec, written_schedule(0)
        folder.path.mkdir(parents=True, exist_ok=True)
        (folder.path / "tournament.key").write_text(KEY)
        with contextlib.closing(Store(folder.database, create=True)) as store:
            store.events.heal()
            if store.is_untouched():
                names = [bot.name for bot in spec.bots]
                text = run.file.read_text()
                with store.together():
                    store.begin(
                        *(spec.name, run.file, text, names, schedule),
                        tournament_id="cd" * 8,
                        extra=run.origin,
                    )
                    run.seal(cast("VersionBook", store.programs))([])
            while True:
                known = {match.pairing.number for match in store.matches()}
                due = [
                    each
                    for each in known_pairings(spec, store.matches(), schedule)
                    if each.number not in known
                ]
                if not due:
                    return 0
                if self.loop.time() < self.void_until_h * 3600:
                    return 1
                self._play_due(run, store, due)

    def _play_due(self, run: StageRun, store: Store, due: Sequence[Pairing]) -> None:
        """Write down results of matches, all at once."""
        for pairing in due:
            self._play_match(run.spec, store, pairing)

    def _play_match(
        self, spec: TournamentSpec, store: Store, pairing: Pairing, at: str = ""
    ) -> str:
        """Write down one result, with its time unless that is empty; return the id of the match."""
        order, match_id = order_of(spec, pairing, 1), f"{spec.name}-{pairing.number}"
        ranking = sorted(order.players, key=lambda name: -self.strengths[name])
        end = ended(*(1 + ranking.index(name) for name in order.players))
        store.begin_attempt(order.key, 1, match_id)
        replay = f"referee/replays/{match_id}.replay" if at else None
        attempt = 1 if at else None
        store.record_one(Result(order, pairing, end, match_id, replay, attempt, at))
        return match_id

    def stage_log(self, name: str) -> Path:
        """The log of a stage."""
        return self.data / "stages" / name / LOG_FILE
