"""The workers of a cluster as a tournament sees them: which are fit to play, and which have a free thread.

Every match is sent to one worker by name, so that it is known where it was played. A worker that is not
fit gets none.
"""

from __future__ import annotations

import asyncio
import dataclasses

__all__ = ["FAILURES", "WorkerPool", "PooledWorker"]

FAILURES = 3
"""Attempts in a row that fail on a worker before it gets no more."""


@dataclasses.dataclass(slots=True, eq=False)
class PooledWorker:
    """A worker."""

    address: str
    """Where the scheduler reaches it."""
    name: str
    """Name in messages."""
    threads: int
    """Matches it may play at once, from 1."""
    is_fit: bool = False
    """Whether it gets matches."""
    is_aside: bool = False
    """Whether it failed too often, or does not fit, and gets no more matches."""
    playing: int = 0
    """Matches it plays now."""
    failures: int = 0
    """Attempts that failed there in a row."""
    lost: asyncio.Event = dataclasses.field(default_factory=asyncio.Event)
    """Set once it is gone."""


class WorkerPool:
    """All workers that are there now."""

    def __init__(self) -> None:
        self._members: dict[str, PooledWorker] = {}
        self._changed = asyncio.Condition()

    @property
    def workers(self) -> list[PooledWorker]:
        """Workers of the cluster that are in the pool, in the order in which they joined it."""
        return list(self._members.values())

    @property
    def fit(self) -> list[PooledWorker]:
        """Those that get matches."""
        return [worker for worker in self._members.values() if worker.is_fit]

    @property
    def threads(self) -> int:
        """Matches that they may play at once."""
        return sum(worker.threads for worker in self.fit)

    @property
    def is_hopeless(self) -> bool:
        """Whether there are workers, but none that is or may yet be found fit."""
        return bool(self._members) and all(worker.is_aside for worker in self._members.values())

    def add(self, worker: PooledWorker) -> None:
        """Add a worker that is not known yet; it gets no matches before `admit`."""
        self._members[worker.address] = worker

    def remove(self, worker: PooledWorker) -> None:
        """Remove a worker, and set its event `lost` for those who wait for one of its matches."""
        del self._members[worker.address]
        worker.is_fit = False
        worker.lost.set()

    def set_aside(self, worker: PooledWorker) -> None:
        """Give a worker no more matches."""
        worker.is_fit = False
        worker.is_aside = True

    async def admit(self, worker: PooledWorker) -> None:
        """Mark a worker as fit."""
        worker.is_fit = True
        await self._notify()

    async def seize(self) -> PooledWorker:
        """Wait for a free thread of a fit worker, and take it.

        It is one of the worker with the smallest share of busy threads, the first of equals.
        """
        async with self._changed:
            await self._changed.wait_for(self._free)
            worker = min(self._free(), key=lambda worker: worker.playing / worker.threads)
            worker.playing += 1
            return worker

    async def release(self, worker: PooledWorker) -> None:
        """Give a thread back."""
        worker.playing -= 1
        await self._notify()

    async def wait_for_one(self) -> None:
        """Wait until a worker is fit."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.fit)

    def _free(self) -> list[PooledWorker]:
        return [worker for worker in self.fit if worker.playing < worker.threads]

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()
