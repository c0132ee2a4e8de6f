"""Plays a schedule: several matches at once, each to a result, each exactly once.

The runner is where scheduler, executor and store meet; it knows only the interfaces that it needs
of them, so tests play without a network. Resuming is no special case: a match with a result is not
played, and a match with an attempt is looked up at the referee before a new match is made.
"""

from __future__ import annotations

import asyncio
import collections
import dataclasses
import platform
from collections.abc import Iterator, Sequence
from typing import Protocol

from tournaments.pairings import Pairing, Scheduler
from tournaments.pairings.orders import order_of
from tournaments.play.executor import AttemptOrder, Executor, PlayedAttempt, host_failure
from tournaments.play.ledger import Ledger
from tournaments.processes.client import Exit
from tournaments.spec.config import TournamentSpec
from tournaments.spec.matches import GameFacts, MatchOrder
from tournaments.spec.outcomes import EndCause, MatchEnd, label_of
from tournaments.store.program_book import now
from tournaments.store.records import Attempt, Begun, PlayRecord, Result, StoredMatch, StoredVersion
from tournaments.store.store import Store

__all__ = ["ATTEMPTS", "Beginning", "Progress", "Runner"]

ATTEMPTS = 3
"""Number of attempts at a match in one run; if all are void, the match is left without a result."""
_LOST = "a bot that began it has changed, and no copy of it is left: it is played again"
_LOOK_S = 1.0
"""Period at which the executor is asked again whether it can play more matches at once, in seconds."""


class Progress(Protocol):
    """Interface for showing what happens in a run, such as the display on a terminal."""

    def entered(self, spec: TournamentSpec) -> None:
        """Receive the tournament reduced to the bots that take part in it; called before `begin`."""

    def begin(self, matches: Sequence[StoredMatch], total: int | None) -> None:
        """Begin to show a run.

        Args:
            matches: Matches that have a result already.
            total: Number of all matches of the tournament; None if it depends on results.
        """

    def status(self, text: str) -> None:
        """Show the state of the tournament in a few words, in place of the text before."""

    def match_began(self, pairing: Pairing) -> None:
        """Show that a match is being played from now on; a match may take several attempts."""

    def match_ended(self, pairing: Pairing, end: MatchEnd) -> None:
        """Show that a match is over.

        The cause of `end` is void if the match is left without a result.
        """

    def process_ended(self, ended: Exit, *, died: bool) -> None:
        """Note how a bot's process on this machine ended, and whether it was still needed."""

    def note(self, text: str) -> None:
        """Show one line about something that went wrong and that the organizer should know."""


class Beginning(Protocol):
    """Interface for writing a new or changed tournament to the store only once a run really begins."""

    @property
    def tournament_id(self) -> str:
        """Id that distinguishes the tournament from all others at one referee."""

    def versions(self) -> list[StoredVersion]:
        """Return all versions of all bots, sorted by bot and number."""

    @property
    def given_up(self) -> set[tuple[str, int]]:
        """Bots and versions that can't be started any more.

        Matches that they began are played again.
        """

    def accept(self) -> None:
        """Write the tournament to the store, once.

        Called before anything is written of a match, and again later; the later calls do nothing.
        """


class Runner:
    """Plays one run of a tournament: gives due matches to the executor, and stores attempts and results.

    Args:
        spec: The tournament.
        facts: Facts of the tournament's game.
        scheduler: Says who meets whom.
        executor: Plays matches.
        store: Store that attempts and results are written to.
        progress: Observes the run.
        shares_dice: Whether matches of a block share dice that nobody may know before the last of
            them: then no two of them are played at once, and the referee publishes the dice after
            the last.
        referee: Version of the referee's package, for the records; None if it is unknown.
        opening: Writes the tournament itself to the store; None if it is there already.
    """

    def __init__(
        self,
        spec: TournamentSpec,
        facts: GameFacts,
        *,
        scheduler: Scheduler,
        executor: Executor,
        store: Store,
        progress: Progress,
        shares_dice: bool = False,
        referee: str | None = None,
        opening: Beginning | None = None,
    ) -> None:
        self._spec = spec
        self._facts = facts
        self._scheduler = scheduler
        self._executor = executor
        self._store = store
        self._progress = progress
        self._shares_dice = shares_dice
        self._busy: set[str] = set()
        """Blocks of which a match is being played now; only used if the matches of a block share
        dice.
        """
        self._blocks: dict[str, list[Pairing]] = {}
        """All pairings of each block; only used if the matches of a block share dice."""
        self._opening = opening or _Begun(store)
        self._ends: dict[Pairing, MatchEnd] = {}
        self._referee = referee
        self._versions: dict[str, int] = {}
        self._attempts: dict[str, Attempt] = {}
        """Last attempt of earlier runs at each match, by match key."""
        self._running: set[asyncio.Task[tuple[Pairing, MatchEnd]]] = set()
        self._ledger = Ledger(store, lambda: len(self._running))

    async def run(self) -> int:
        """Play until no match is due any more; return how many matches are left without a result.

        Raises:
            TournamentError: The run can't go on; results so far are kept.
        """
        # Read once: asked for one by one, thousands of results would take longer than their schedule.
        played = self._store.matches()
        self._ends = {match.pairing: match.end for match in played}
        self._attempts = self._store.last_attempts()
        self._versions = {each.bot: each.version for each in self._opening.versions()}
        due = collections.deque(self._due())
        self._progress.begin(played, self._scheduler.total)
        done: set[asyncio.Task[tuple[Pairing, MatchEnd]]] = set()
        left_void = 0
        try:
            while due or self._running:
                # Asked again each time: a cluster's slots change while workers join and leave.
                while len(self._running) < self._executor.slots:
                    pairing = self._take(due)
                    if pairing is None:
                        break
                    self._running.add(asyncio.create_task(self._play(pairing)))
                done, self._running = await asyncio.wait(
                    self._running,
                    timeout=_LOOK_S if due else None,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                while done:
                    pairing, end = done.pop().result()
                    # One at a time is taken out, so that what fails here leaves the rest to be gathered below.
                    self._busy.discard(pairing.block)
                    if not end.cause.is_void:
                        self._ends[pairing] = end
                    self._scheduler.record(pairing, end.placements)
                    self._progress.match_ended(pairing, end)
                    left_void += end.cause.is_void
                due.extend(self._due())
        finally:
            for task in self._running:
                task.cancel()
            await asyncio.gather(*self._running, *done, return_exceptions=True)
        self._opening.accept()
        return left_void

    def _take(self, due: collections.deque[Pairing]) -> Pairing | None:
        """Remove and return the first due pairing that can be played now; None if there is none.

        A pairing can't be played now if dice are shared and another match with the same dice is
        being played.
        """
        for index, pairing in enumerate(due):
            if pairing.block not in self._busy:
                del due[index]
                if self._shares_dice:
                    self._busy.add(pairing.block)
                return pairing
        return None

    def _due(self) -> Iterator[Pairing]:
        """Yield the pairings that have to be played.

        Give stored results of all others to the scheduler.
        """
        while fresh := self._scheduler.due():
            for pairing in fresh:
                if self._shares_dice:
                    self._blocks.setdefault(pairing.block, []).append(pairing)
                end = self._ends.get(pairing)
                if end is None:
                    yield pairing
                else:
                    self._scheduler.record(pairing, end.placements)

    async def _play(self, pairing: Pairing) -> tuple[Pairing, MatchEnd]:
        """Play a match until an attempt is not void (annulled), or `ATTEMPTS` attempts are void.

        Returns the pairing and the end of its last attempt.
        """
        self._progress.match_began(pairing)
        order = self._order(pairing)
        key = order.key
        last = self._attempts.get(key)
        # An attempt that an earlier run began is taken up under its own number: the referee may have its end.
        first = 1 if last is None else last.number + last.is_void
        known_id = None if last is None or last.is_void else last.match_id
        replaced = None
        if last is not None and known_id is not None and await self._is_lost(pairing, key, last):
            known_id, replaced, first = None, last, last.number + 1
        for attempt in range(first, first + ATTEMPTS):
            played = await self._attempt(pairing, order, key, attempt, known_id, replaced)
            ended_at = now()
            if not played.end.cause.is_void:
                self._opening.accept()
                # Before the result is recorded: a kill in between repeats the reveal, which changes nothing. In the other
                # order a kill would leave the dice hidden for good, since a match with a result is not looked at again.
                await self._lay_open(pairing)
                await self._ledger.record(
                    Result(
                        order,
                        pairing,
                        played.end,
                        played.match_id,
                        played.replay,
                        attempt=attempt,
                        ended_at=ended_at,
                        host=played.host,
                    )
                )
                break
            # Void: the next attempt has another number, and so another request id, which gives a new match.
            known_id = replaced = None
            self._opening.accept()
            self._void(pairing, key, attempt, played.end, ended_at, played.host)
        return pairing, played.end

    def _void(
        self,
        pairing: Pairing,
        key: str,
        attempt: int,
        end: MatchEnd,
        ended_at: str,
        host: str | None = None,
    ) -> None:
        self._store.programs.end(key, attempt, ended_at=ended_at, host=host)
        self._store.void_attempt(key, attempt, end)
        self._progress.note(f"match {pairing.number} is void: {end.text}")

    async def _is_lost(self, pairing: Pairing, key: str, last: Attempt) -> bool:
        """Return whether an earlier run's attempt can't go on, since a version of a bot is gone.

        Args:
            pairing: The match.
            key: Hash of the match's inputs, by which the store knows it.
            last: The attempt, which is still open.
        """
        # A referee elsewhere, or this one's journal, still waits for the bots of that attempt. If their program is gone,
        # nobody can answer: the attempt has to be ended and played again.
        play = self._store.programs.play(key, last.number) if self._executor.goes_on else None
        if play is None or self._opening.given_up.isdisjoint(
            zip(pairing.players, play.versions, strict=False)
        ):
            return False
        return not await self._executor.has_ended(last.match_id)

    async def _replace(self, pairing: Pairing, key: str, lost: Attempt) -> None:
        """Abort an earlier run's attempt that no bot can finish, and record it as void (annulled).

        Args:
            pairing: The match.
            key: Hash of the match's inputs, by which the store knows it.
            lost: The attempt.
        """
        await self._executor.abandon(lost.match_id, _LOST)
        end = host_failure(_LOST, len(pairing.players))
        end = dataclasses.replace(end, cause=EndCause.OPERATOR)
        self._void(pairing, key, lost.number, end, now())

    async def _lay_open(self, last: Pairing) -> None:
        """Have the referee publish the dice of a block once only `last` of its matches has no result.

        The matches of a block share their dice, so that none may be published before.
        """
        block = self._blocks.get(last.block)
        if block is None or any(each != last and each not in self._ends for each in block):
            return
        keys = [self._order(pairing).key for pairing in block]
        await self._executor.release(
            match_id for key in keys for match_id in self._store.match_ids(key)
        )

    def _order(self, pairing: Pairing) -> MatchOrder:
        return order_of(self._spec, pairing, self._facts.version, shares_dice=self._shares_dice)

    async def _attempt(
        self,
        pairing: Pairing,
        order: MatchOrder,
        key: str,
        attempt: int,
        known_id: str | None,
        replaced: Attempt | None,
    ) -> PlayedAttempt:
        play = self._play_record(pairing, key, attempt, known_id)
        to_play = AttemptOrder(
            order,
            # The same request gives the same match, so a kill between asking and writing down makes no second one.
            request_id=f"{self._opening.tournament_id}/{key[:40]}/{attempt}",
            label=f"{self._spec.name} {pairing.block} #{pairing.number}",
            known_id=known_id,
            bots=tuple(map(label_of, pairing.players, play.versions)),
        )

        async def begun(match_id: str) -> None:
            # The referee has made it: nothing can refuse this run any more.
            self._opening.accept()
            if replaced is not None:
                await self._replace(pairing, key, replaced)
            from_start = not self._executor.goes_on
            await self._ledger.begin(
                Begun(
                    key,
                    attempt,
                    match_id,
                    pairing.players,
                    play,
                    from_start,
                    is_fresh=known_id is None,
                    pairing=pairing.number,
                )
            )

        return await self._executor.play(to_play, begun)

    def _play_record(
        self, pairing: Pairing, key: str, attempt: int, known_id: str | None
    ) -> PlayRecord:
        """Return which program versions play an attempt at a match.

        A resumed attempt keeps the versions that began it; a new one gets the current versions.

        Args:
            pairing: The match.
            key: Hash of the match's inputs, by which the store knows it.
            attempt: Number of the attempt, from 1.
            known_id: Id of a resumed attempt's match at the referee; None for a new attempt.
        """
        if known_id is not None and self._executor.goes_on:
            before = self._store.programs.play(key, attempt)
            if before is not None:
                return before
        known = all(player in self._versions for player in pairing.players)
        versions = tuple(self._versions[player] for player in pairing.players) if known else ()
        return PlayRecord(now(), None, None, self._referee, platform.python_version(), versions)


class _Begun:
    """A `Beginning` of a tournament that is completely in the store already: it writes nothing."""

    def __init__(self, store: Store) -> None:
        tournament = store.tournament()
        assert tournament is not None, "begun before it is run"
        self.tournament_id = tournament.tournament_id
        self.versions = store.programs.versions
        self.given_up = set[tuple[str, int]]()

    def accept(self) -> None:
        """Do nothing: the tournament is in the store already."""
