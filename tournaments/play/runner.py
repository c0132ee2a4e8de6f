"""Plays a schedule: several matches at once, each to a result, each exactly once.

The runner is where scheduler, executor and store meet; it knows them by what it needs of them, so
that tests play without a network. Resuming is no special case: what has a result is not played, and
what has an attempt is looked up at the referee before a new match is made.
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
from tournaments.spec.config import TournamentSpec
from tournaments.spec.matches import GameFacts, MatchOrder
from tournaments.spec.outcomes import EndCause, MatchEnd, label_of
from tournaments.store.match_book import Begun, Result
from tournaments.store.program_book import now
from tournaments.store.records import Attempt, PlayRecord, StoredMatch, StoredVersion
from tournaments.store.store import Store

__all__ = ["ATTEMPTS", "Beginning", "Progress", "Runner"]

ATTEMPTS = 3
"""Times a match is begun in one run before it is left without a result."""
_LOST = "a bot that began it has changed, and no copy of it is left: it is played again"
_LOOK_S = 1.0
"""How often it is looked whether the executor can play more at once than before, in seconds."""


class Progress(Protocol):
    """An observer of a tournament, such as the terminal."""

    def entered(self, spec: TournamentSpec) -> None:
        """Take in which bots take part; called before `begin`."""

    def begin(self, matches: Sequence[StoredMatch], total: int | None) -> None:
        """Begin with the matches that have a result already; `total` is None if it depends on results."""

    def status(self, text: str) -> None:
        """Show how the tournament stands, in a few words; replaces the text before."""

    def match_began(self, pairing: Pairing) -> None:
        """Note that a match is played from now on, in one attempt or several."""

    def match_ended(self, pairing: Pairing, end: MatchEnd) -> None:
        """Note that a match is over; `end` is void if it is left without a result."""

    def note(self, text: str) -> None:
        """Something went wrong that an organizer should know; one line."""


class Beginning(Protocol):
    """What a run has yet to write down of its tournament when it begins."""

    @property
    def tournament_id(self) -> str:
        """Tells the tournament apart from others at one referee."""

    def versions(self) -> list[StoredVersion]:
        """Return all versions of all bots, by name and number."""

    @property
    def given_up(self) -> set[tuple[str, int]]:
        """Bots and versions that can't be started any more: what they have begun is played again."""

    def accept(self) -> None:
        """Write it down; called before anything is written of a match, and again and again after that."""


class Runner:
    """One run of a tournament.

    Args:
        spec: The tournament.
        facts: Its game.
        scheduler: Says who meets whom.
        executor: Plays matches.
        store: Where results go.
        progress: Observes the run.
        shares_dice: Whether matches of a block share dice that nobody may know before the last of them:
            then no two of them are played at once, and the referee lays them open after the last.
        referee: Version of the referee's package, for the records; None if it is unknown.
        opening: What is yet to be written of the tournament; None if it is written.
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
        """Blocks of which a match is played, where they share dice."""
        self._blocks: dict[str, list[Pairing]] = {}
        """All matches of each block, where they share dice."""
        self._opening = opening or _Begun(store)
        self._ends: dict[Pairing, MatchEnd] = {}
        self._referee = referee
        self._versions: dict[str, int] = {}
        self._attempts: dict[str, Attempt] = {}
        """Last attempts of earlier runs, by the keys of their matches."""
        self._running: set[asyncio.Task[tuple[Pairing, MatchEnd]]] = set()
        self._ledger = Ledger(store, lambda: len(self._running))

    async def run(self) -> int:
        """Play until nothing is due any more; return how many matches are left without a result.

        Raises:
            TournamentError: It can't go on; what has been played is kept.
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
        """Take the first pairing that can be played now out of those that are due."""
        for index, pairing in enumerate(due):
            if pairing.block not in self._busy:
                del due[index]
                if self._shares_dice:
                    self._busy.add(pairing.block)
                return pairing
        return None

    def _due(self) -> Iterator[Pairing]:
        """Pairings to be played; those with a result go back to the scheduler at once."""
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
        """Play a match until an attempt counts or there have been too many."""
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
        """Return whether an attempt of an earlier run waits for a program that is there no more."""
        # A referee elsewhere, or this one's journal, still waits for the bots of that attempt. If their program is gone,
        # nobody can answer: the attempt has to be ended and played again.
        play = self._store.programs.play(key, last.number) if self._executor.goes_on else None
        if play is None or self._opening.given_up.isdisjoint(
            zip(pairing.players, play.versions, strict=False)
        ):
            return False
        return not await self._executor.has_ended(last.match_id)

    async def _replace(self, pairing: Pairing, key: str, lost: Attempt) -> None:
        """End an attempt that nobody can finish any more, and record it as void."""
        await self._executor.abandon(lost.match_id, _LOST)
        end = host_failure(_LOST, len(pairing.players))
        end = dataclasses.replace(end, cause=EndCause.OPERATOR)
        self._void(pairing, key, lost.number, end, now())

    async def _lay_open(self, last: Pairing) -> None:
        """Let everybody see the dice that a match shared, if no other is left to play with them."""
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
                )
            )

        return await self._executor.play(to_play, begun)

    def _play_record(
        self, pairing: Pairing, key: str, attempt: int, known_id: str | None
    ) -> PlayRecord:
        """Return who plays an attempt: what an earlier run has begun, with the programs that began it."""
        if known_id is not None and self._executor.goes_on:
            before = self._store.programs.play(key, attempt)
            if before is not None:
                return before
        known = all(player in self._versions for player in pairing.players)
        versions = tuple(self._versions[player] for player in pairing.players) if known else ()
        return PlayRecord(now(), None, None, self._referee, platform.python_version(), versions)


class _Begun:
    """A tournament of which all is written down."""

    def __init__(self, store: Store) -> None:
        tournament = store.tournament()
        assert tournament is not None, "begun before it is run"
        self.tournament_id = tournament.tournament_id
        self.versions = store.programs.versions
        self.given_up = set[tuple[str, int]]()

    def accept(self) -> None:
        """See `Beginning`."""
