"""The workers of a cluster for one tournament: which may play, and which have a free thread.

Every match is sent to a particular worker, so that it is known where it was played. A worker that
lacks a file, or has another version of this package or of the game, is not fit: it gets no match.
"""

from __future__ import annotations

import asyncio
import dataclasses

__all__ = ["FAILURES", "WorkerPool", "PooledWorker"]

FAILURES = 3
"""Number of attempts at matches in a row that fail on a worker before it gets no more of them."""


@dataclasses.dataclass(slots=True, eq=False)
class PooledWorker:
    """A worker of a cluster: address, threads, whether it is fit to play, and matches it plays now."""

    address: str
    """Address at which the scheduler reaches the worker."""
    name: str
    """Name of the worker in messages."""
    threads: int
    """Number of matches that the worker may play at once, from 1."""
    is_fit: bool = False
    """Whether the worker has passed the checks of version, game and files, and so gets matches."""
    is_aside: bool = False
    """Whether the worker failed too often, or was found unfit, and gets no more matches."""
    playing: int = 0
    """Number of matches that the worker is playing now."""
    failures: int = 0
    """Number of attempts at matches in a row that have failed on the worker."""
    sending: asyncio.Lock = dataclasses.field(default_factory=asyncio.Lock)
    """Held while copies of programs are sent to the worker, one at a time."""
    lost: asyncio.Event = dataclasses.field(default_factory=asyncio.Event)
    """Event that is set once the worker has left the cluster."""


class WorkerPool:
    """The workers that are in a cluster now; chooses the one that plays the next match."""

    def __init__(self) -> None:
        self._members: dict[str, PooledWorker] = {}
        self._changed = asyncio.Condition()

    @property
    def workers(self) -> list[PooledWorker]:
        """Workers of the cluster that are in the pool, in the order in which they joined."""
        return list(self._members.values())

    @property
    def fit(self) -> list[PooledWorker]:
        """Workers that have passed the checks of version, game and files, and so get matches."""
        return [worker for worker in self._members.values() if worker.is_fit]

    @property
    def threads(self) -> int:
        """Number of matches that all fit workers together may play at once."""
        return sum(worker.threads for worker in self.fit)

    @property
    def is_hopeless(self) -> bool:
        """Whether there are workers, but all have been set aside."""
        return bool(self._members) and all(worker.is_aside for worker in self._members.values())

    def add(self, worker: PooledWorker) -> None:
        """Add a new worker; it gets no matches before `admit`."""
        self._members[worker.address] = worker

    def remove(self, worker: PooledWorker) -> None:
        """Remove a worker, and set its event `lost` for callers that wait for one of its matches."""
        del self._members[worker.address]
        worker.is_fit = False
        # Dask may never cancel the tasks of a lost worker, so their waiters watch this event.
        worker.lost.set()

    def set_aside(self, worker: PooledWorker) -> None:
        """Give a worker no more matches."""
        worker.is_fit = False
        worker.is_aside = True

    async def admit(self, worker: PooledWorker) -> None:
        """Mark a worker as fit, so that it gets matches."""
        worker.is_fit = True
        await self._notify()

    async def seize(self) -> PooledWorker:
        """Wait for a free thread of a fit worker, reserve the thread, and return the worker.

        It is the worker with the smallest share of busy threads; of equals, the first.
        """
        # Taking the thread in the same critical section keeps two callers from one last thread.
        async with self._changed:
            await self._changed.wait_for(self._free)
            # By share and not by number: a worker with many threads gets more matches.
            worker = min(self._free(), key=lambda worker: worker.playing / worker.threads)
            worker.playing += 1
            return worker

    async def release(self, worker: PooledWorker) -> None:
        """Free a thread that was reserved by `seize`."""
        worker.playing -= 1
        await self._notify()

    async def wait_for_one(self) -> None:
        """Wait until a worker has passed the checks of version, game and files."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.fit)

    def _free(self) -> list[PooledWorker]:
        return [worker for worker in self.fit if worker.playing < worker.threads]

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()
