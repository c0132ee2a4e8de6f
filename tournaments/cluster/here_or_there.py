"""Plays the matches of a season: on the workers of a cluster, and here what workers can't play."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

from tournaments.cluster.shipping import SeasonPrograms, Unfit
from tournaments.play.executor import AttemptOrder, Executor, PlayedAttempt

__all__ = ["HereOrThere", "Workers"]


class Workers(Protocol):
    """The part of `DaskExecutor` that a season needs."""

    @property
    def capacity(self) -> int:
        """Number of attempts that the workers can play at once; 0 without workers."""

    async def play_if_fit(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt | Unfit:
        """Play an attempt on a worker, unless it can't start one of the programs."""


class HereOrThere:
    """An executor of a season's matches.

    This machine plays matches with remote seats, what an earlier run has begun here, and programs
    that a worker could not start; workers play everything else.

    Args:
        workers: The cluster.
        here: Plays matches on this machine.
        of_season: Programs that workers can start.
        note: Called with a line for the organizer.
    """

    def __init__(
        self,
        workers: Workers,
        here: Executor,
        of_season: SeasonPrograms,
        note: Callable[[str], None],
    ) -> None:
        self._workers = workers
        self._here = here
        self._of_season = of_season
        self._note = note
        self._free = asyncio.Semaphore(here.slots)
        self._stay: set[str] = set()
        """Labels of programs that a worker could not start."""

    @property
    def goes_on(self) -> bool:
        """True: what an earlier run has begun on this machine is finished; see `Executor`."""
        return True

    @property
    def slots(self) -> int:
        """Number of attempts that workers can play at once; 0 without workers.

        Unlike other executors, so that no match is chosen before it can be played; see `Executor`.
        """
        return self._workers.capacity

    async def play(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt:
        """Play an attempt where it can be played; see `Executor`."""
        if attempt.order.remote_seats or attempt.known_id is not None:
            return await self._here.play(attempt, begun)
        can_start = self._of_season.can_start
        if all(can_start(label) and label not in self._stay for label in attempt.bots):
            played = await self._workers.play_if_fit(attempt, begun)
            if isinstance(played, PlayedAttempt):
                return played
            if played.label not in self._stay:
                self._stay.add(played.label)
                why = f"worker {played.worker} can't start it: {played.reason}"
                self._note(f"{played.label} plays on this machine: {why}")
        # The slots are those of workers, and may be more than this machine has.
        async with self._free:
            return await self._here.play(attempt, begun)

    async def has_ended(self, match_id: str) -> bool:
        """Return whether a match that an earlier run has begun here is over; see `Executor`."""
        return await self._here.has_ended(match_id)

    async def abandon(self, match_id: str, reason: str) -> None:
        """End a match that an earlier run has begun here; see `Executor`."""
        await self._here.abandon(match_id, reason)

    async def release(self, match_ids: Iterable[str]) -> None:
        """Publish dice that were kept secret here; see `Executor`."""
        await self._here.release(match_ids)
