"""Plays a schedule: so many matches at once, each to a result, each exactly once.

The runner is where scheduler, venue, bots and store meet; it knows them by what it needs of them, so
that tests play without a network. Resuming is no special case: what has a result is not played, and
what has an attempt is looked up at the venue before anything is made anew.
"""

from __future__ import annotations

import asyncio
import collections
from collections.abc import Iterator, Sequence
from typing import Protocol

from tournaments.config import TournamentSpec
from tournaments.matches import EndCause, GameFacts, MatchEnd, MatchOrder, SeatResult, Venue
from tournaments.orders import order_of
from tournaments.pairings import Pairing, Scheduler
from tournaments.store import Store, StoredMatch

__all__ = ["ATTEMPTS", "Bots", "Progress", "Runner"]

ATTEMPTS = 3
"""Times a match is begun in one run before it is left without a result."""


class Bots(Protocol):
    """Whoever plays seats."""

    def take_seat(self, player: str, token: str) -> None:
        """Let a bot play a seat."""

    def leave_seat(self, player: str, token: str, *, came_through: bool) -> None:
        """A seat's match is over; `came_through` if the bot did not forfeit it."""


class Progress(Protocol):
    """Whoever follows a tournament."""

    def begin(self, matches: Sequence[StoredMatch], total: int | None) -> None:
        """These matches have a result already, of so many."""

    def status(self, text: str) -> None:
        """How the tournament stands, in a few words; replaces what it was told before."""

    def match_began(self, pairing: Pairing) -> None:
        """A match is played from now on, in as many attempts as it takes."""

    def match_ended(self, pairing: Pairing, end: MatchEnd) -> None:
        """A match is over; `end` is void if it is left without a result."""

    def note(self, text: str) -> None:
        """Something went wrong that an organizer should know; one line."""


class Runner:
    """One run of a tournament.

    Args:
        spec: The tournament.
        facts: Its game.
        scheduler: Says who meets whom.
        venue: Where matches are played.
        bots: Who plays them.
        store: Where results go.
        progress: Who is told.
        replay_folder: Folder of the venue's replays relative to the data folder; None if it is on
            another machine.
    """

    def __init__(
        self,
        spec: TournamentSpec,
        facts: GameFacts,
        *,
        scheduler: Scheduler,
        venue: Venue,
        bots: Bots,
        store: Store,
        progress: Progress,
        replay_folder: str | None,
    ) -> None:
        self._spec = spec
        self._facts = facts
        self._scheduler = scheduler
        self._venue = venue
        self._bots = bots
        self._store = store
        self._progress = progress
        self._replay_folder = replay_folder
        tournament = store.tournament()
        assert tournament is not None, "begun before it is run"
        self._tournament_id = tournament.tournament_id

    async def run(self) -> int:
        """Play until nothing is due any more; return how many matches are left without a result.

        Raises:
            TournamentError: It can't go on; what has been played is kept.
        """
        due = collections.deque(self._due())
        self._progress.begin(self._store.matches(), self._scheduler.total)
        running: set[asyncio.Task[tuple[Pairing, MatchEnd]]] = set()
        done: set[asyncio.Task[tuple[Pairing, MatchEnd]]] = set()
        left_void = 0
        try:
            while due or running:
                while due and len(running) < self._spec.matches_at_once:
                    running.add(asyncio.create_task(self._play(due.popleft())))
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                while done:
                    pairing, end = done.pop().result()
                    self._scheduler.record(pairing, end.placements)
                    self._progress.match_ended(pairing, end)
                    left_void += end.cause.is_void
                due.extend(self._due())
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, *done, return_exceptions=True)
        return left_void

    def _due(self) -> Iterator[Pairing]:
        """Pairings to be played; those with a result go back to the scheduler at once."""
        while fresh := self._scheduler.due():
            for pairing in fresh:
                stored = self._store.match(self._order(pairing).key)
                if stored is None:
                    yield pairing
                else:
                    self._scheduler.record(pairing, stored.end.placements)

    def _order(self, pairing: Pairing) -> MatchOrder:
        return order_of(self._spec, pairing, self._facts.version)

    async def _play(self, pairing: Pairing) -> tuple[Pairing, MatchEnd]:
        """Play a match until an attempt counts or there have been too many."""
        self._progress.match_began(pairing)
        order = self._order(pairing)
        last = self._store.last_attempt(order.key)
        first = 1 if last is None else last.number + last.is_void
        known_id = None if last is None or last.is_void else last.match_id
        for attempt in range(first, first + ATTEMPTS):
            match_id, end = await self._attempt(pairing, order, attempt, known_id)
            if not end.cause.is_void:
                replay = self._replay_folder and f"{self._replay_folder}/{match_id}.replay"
                self._store.record(order, pairing, end, match_id=match_id, replay=replay)
                break
            known_id = None
            self._store.void_attempt(order.key, attempt, end)
            self._progress.note(f"match {pairing.number} is void: {end.text}")
        return pairing, end

    async def _attempt(
        self, pairing: Pairing, order: MatchOrder, attempt: int, known_id: str | None
    ) -> tuple[str, MatchEnd]:
        end = None if known_id is None else await self._venue.result(known_id)
        if known_id is not None and end is not None:
            return known_id, end
        match = await self._venue.create(
            order,
            request_id=f"{self._tournament_id}/{order.key[:40]}/{attempt}",
            label=f"{self._spec.name} {pairing.block} #{pairing.number}",
        )
        self._store.begin_attempt(order.key, attempt, match.match_id)
        seats = list(zip(pairing.players, match.tokens, strict=True))
        for player, token in seats:
            self._bots.take_seat(player, token)
        end = await self._venue.wait(match.match_id) or _lost(len(seats))
        for (player, token), result in zip(seats, end.seats, strict=True):
            came_through = not end.cause.is_void and result.forfeit is None
            self._bots.leave_seat(player, token, came_through=came_through)
        return match.match_id, end


def _lost(num_seats: int) -> MatchEnd:
    nothing = SeatResult(placement=0, score=0, strikes=0, forfeit=None)
    return MatchEnd(EndCause.HOST_FAILURE, "the referee has lost the match", (nothing,) * num_seats)
