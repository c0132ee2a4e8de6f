"""One run from start to finish: lock, database, stage or cluster, runner; then none of them.

On this machine matches are played on a stage, whose supervisor is started here before gRPC is loaded.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import signal
from collections.abc import Callable
from pathlib import Path

from tournaments.bots.programs import resolve_programs, shared_folders
from tournaments.bots.sealing import Sealer
from tournaments.cluster import open_cluster
from tournaments.cluster.plan import own_version
from tournaments.pairings.match_dice import (
    NO_CHANCE,
    DicePolicy,
    MatchDice,
    dice_lines,
    dice_of_before,
    draw_dice,
)
from tournaments.play.executor import Executor
from tournaments.play.game_versions import settle_version
from tournaments.play.runner import Progress, Runner
from tournaments.play.stage import RefereeAddress, Stage
from tournaments.processes.client import SupervisorClient
from tournaments.spec.config import LOCAL, TournamentSpec
from tournaments.spec.errors import FolderError, RefusedError, SpecError, TournamentError
from tournaments.spec.matches import GameFacts
from tournaments.spec.reading import parse_spec
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store
from tournaments.tables.formats import is_over, make_scheduler, num_seats
from tournaments.tables.growth import growth_lines, growth_of, refused_change
from tournaments.tables.stopping import decided, with_stopping_rule

__all__ = ["begin", "play"]


def begin(
    store: Store,
    spec: TournamentSpec,
    file: Path,
    *,
    own_referee: bool = True,
    note: Callable[[str], None] | None = None,
) -> MatchDice:
    """See that the folder is of this tournament, and make it so if nothing has begun; return its dice.

    What the file may have grown by is written down.

    Args:
        store: Its results.
        spec: The tournament.
        file: Its file.
        own_referee: Whether the referee is the tournament's own.
        note: Told in a line what was added.

    Raises:
        FolderError: Something else was played there, or what is left may not be played so.
    """
    stored, wanted = store.tournament(), draw_dice(spec, own_referee=own_referee)
    if stored is None or store.is_untouched():
        source = file.read_text(encoding="utf-8-sig")
        dice = _kept(store.dice(), wanted)
        store.begin(spec.name, file.absolute(), source, [bot.name for bot in spec.bots], dice)
        return dice
    before = parse_spec(stored.source, stored.file)
    dice = store.dice() or dice_of_before(before)
    difference = refused_change(before, spec, dice)
    if difference is not None:
        raise FolderError(
            f"{file} has changed since its tournament began: {difference};"
            " change it back, or give another data folder with --data"
        )
    if dice.is_shared and not wanted.is_shared:
        raise FolderError(
            f"the matches of {stored.name} share dice, and can't go on where they may not:"
            f" {wanted.why}; change that back, or give another data folder with --data"
        )
    growth = growth_of(before, spec, dice, store.matches())
    if growth is not None:
        source = file.read_text(encoding="utf-8-sig")
        dice = store.grow(growth, source, [bot.name for bot in spec.bots], dice)
        if note is not None:
            note(growth_lines(spec, dice)[-1])
    return dice


def _kept(drawn: MatchDice | None, wanted: MatchDice) -> MatchDice:
    """Dice whose commitment may have been published already stay, as long as they are of the same kind."""
    if drawn is None or (drawn.policy, drawn.why) != (wanted.policy, wanted.why):
        return wanted
    if wanted.policy is DicePolicy.WRITTEN:
        return wanted
    return dataclasses.replace(drawn, pairing_rule=wanted.pairing_rule)


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
    """Play what is left of a tournament; return how many matches are left without a result.

    Args:
        spec: The tournament.
        file: Its file.
        folder: Its data folder.
        elsewhere: A referee that runs already; None starts one for this tournament alone. Not with
            a cluster, whose workers have referees of their own.
        progress: Is told how it goes.
        accept_changes: Whether a bot that has changed plays on as a version of its own.
        web: Where browsers can watch, as `HOST:PORT`; empty for nowhere. Not with a cluster.

    Raises:
        TournamentError: It can't begin or go on; what has been played is kept.
        KeyboardInterrupt: Somebody stopped it.
    """
    programs = resolve_programs(spec, file, data=folder.path)
    _check_network(spec, file, elsewhere)
    with folder.lock() as lock, contextlib.closing(Store(folder.database, create=True)) as store:
        dice = begin(store, spec, file, own_referee=elsewhere is None, note=progress.note)
        if (over := _why_over(spec, store, dice)) is not None:
            progress.note(over)
            _write_replays(spec, file, folder, store, progress, lock.descriptor)
            return 0
        for together, names in shared_folders(programs):
            who = " and ".join(names)
            progress.note(f"{who} run in one folder, {together}: each can read what is in it")
        run = _Run(spec, file, folder, store, progress, dice, is_own_referee=elsewhere is None)
        seal = Sealer(
            spec, folder, store.programs, accept_changes=accept_changes, note=progress.note
        )
        stage: contextlib.AbstractAsyncContextManager[tuple[GameFacts, Executor]]
        if spec.executor == LOCAL:
            supervisor = SupervisorClient.start(keep_open=[lock.descriptor])
            here = Stage(spec, programs, folder, supervisor, store, progress.note, seal, web)
            stage = here.open(elsewhere, run.check)
        else:
            seal(programs)
            stage = open_cluster(
                spec, file, programs, folder, book=store, progress=progress, check=run.check
            )
        try:
            return asyncio.run(run.play(stage))
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None
        except BaseExceptionGroup as group:
            raise _first_tournament_error(group, file) from None


def _why_over(spec: TournamentSpec, store: Store, dice: MatchDice) -> str | None:
    """Return why nothing is left to be played; None if something is."""
    if (decision := decided(spec, store.matches())) is not None:
        grown = ": what was added since is not played" if dice.growth else ""
        return f"{decision}{grown}"
    is_played = is_over(make_scheduler(spec, dice), store.matches())
    return "all matches have been played" if is_played else None


def _write_replays(
    spec: TournamentSpec,
    file: Path,
    folder: DataFolder,
    store: Store,
    progress: Progress,
    lock: int,
) -> None:
    """See that matches with a result have their replays.

    A match's end is told, and so its result recorded, before its journal has become a replay. Whoever is
    killed between the two after the last match never starts a referee again that would take it up.
    """
    journals = {path.stem for path in folder.journals.glob("*.journal")}
    left = journals.intersection(match.match_id for match in store.matches())
    if not left:
        return
    supervisor = SupervisorClient.start(keep_open=[lock])
    stage = Stage(spec, [], folder, supervisor, store, progress.note)
    try:
        asyncio.run(stage.write_replays())
    except BaseExceptionGroup as group:
        raise _first_tournament_error(group, file) from None
    written = sum((folder.replays / f"{match_id}.replay").is_file() for match_id in left)
    progress.note(
        f"replays that a killed run had yet to write: {written} of {len(left)} are written"
    )


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


@dataclasses.dataclass(slots=True)
class _Run:
    """What all parts of a run share."""

    spec: TournamentSpec
    file: Path
    folder: DataFolder
    store: Store
    progress: Progress
    dice: MatchDice
    is_own_referee: bool

    def tell_dice(self) -> None:
        """Say where the dice come from, before the first of them is rolled."""
        for line in dice_lines(self.dice, is_over=False):
            self.progress.note(line)

    async def play(
        self, stage: contextlib.AbstractAsyncContextManager[tuple[GameFacts, Executor]]
    ) -> int:
        """Bring everything up, play, and bring everything down."""
        task = asyncio.current_task()
        assert task is not None
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, task.cancel)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup keeps it running
            loop.add_signal_handler(signal.SIGHUP, task.cancel)
        self.tell_dice()
        async with stage as (facts, executor):
            # Of matches that share dice one is played at a time, so that twice as many are wanted.
            slots = executor.slots * (2 if self.dice.is_shared else 1)
            window = self.spec.model_copy(update={"parallel": slots})
            schedule = make_scheduler(self.spec, self.dice)
            scheduler = with_stopping_rule(window, schedule, self.progress.status)
            runner = Runner(
                self.spec,
                self.settle(facts),
                scheduler=scheduler,
                executor=executor,
                store=self.store,
                progress=self.progress,
                shares_dice=self.dice.is_shared,
                referee=own_version() if self.is_own_referee else None,
            )
            return await runner.run()

    def check(self, facts: GameFacts) -> None:
        """See that the tournament can be played with this game, and go on with its results.

        Raises:
            TournamentError: It can't.
        """
        seats = num_seats(self.spec)
        if not facts.min_seats <= seats <= facts.max_seats:
            needs = f"{self.spec.game} needs from {facts.min_seats} to {facts.max_seats}"
            problem = f"format {self.spec.format} seats {seats} players a match, {needs}"
            raise SpecError(self.file, problem)
        self._share_nothing_in_vain(facts)
        self._seat_as_the_table_is(facts)
        self.settle(facts)

    def settle(self, facts: GameFacts) -> GameFacts:
        """Return the game under the rules by which this tournament is played."""
        return settle_version(self.spec, self.file, self.dice, self.store, facts)

    def _share_nothing_in_vain(self, facts: GameFacts) -> None:
        """Give up shared dice for a game that has none, before its first match."""
        if facts.chance_free and self.dice.is_shared and self.store.is_untouched():
            self.dice = dataclasses.replace(
                self.dice, policy=DicePolicy.OWN, why=NO_CHANCE, secret=b""
            )
            self.store.replace_dice(self.dice)
            self.tell_dice()

    def _seat_as_the_table_is(self, facts: GameFacts) -> None:
        """Seat for a ring where the game has one, or not; what it says after the first match comes too late."""
        if facts.ring != self.dice.ring and self.store.is_untouched():
            self.dice = dataclasses.replace(self.dice, ring=facts.ring)
            self.store.replace_dice(self.dice)


def _first_tournament_error(group: BaseExceptionGroup[BaseException], file: Path) -> BaseException:
    """Return the error that people should read; the whole group if there is a bug in it."""
    matching, rest = group.split(TournamentError)
    if matching is None or rest is not None:
        return group
    error: BaseException = matching
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return SpecError(file, str(error)) if isinstance(error, RefusedError) else error
