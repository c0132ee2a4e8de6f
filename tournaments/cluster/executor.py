"""Plays attempts at matches as tasks of a Dask cluster; to the runner, an executor like any other.

Each worker of the cluster has a stage: a referee, and the bots, which play there.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools
import itertools
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING

from tournaments.bots.entry_programs import EntryProgram
from tournaments.cluster import worker as on_worker
from tournaments.cluster.books import Books
from tournaments.cluster.plan import StagePlan, own_version
from tournaments.cluster.shipping import SeasonPrograms, Unfit, send_copies
from tournaments.cluster.worker_pool import FAILURES, PooledWorker, WorkerPool
from tournaments.cluster.worker_stage import WorkerReply
from tournaments.play.executor import AttemptOrder, PlayedAttempt, host_failure
from tournaments.play.runner import Progress
from tournaments.spec.errors import ClusterError
from tournaments.spec.matches import GameFacts
from tournaments.store.records import id_at_worker

if TYPE_CHECKING:
    import distributed

__all__ = ["DaskExecutor"]

LOOK_S = 0.5
"""Pause between two requests for the list of workers, in seconds."""
PATIENCE_S = 30.0
"""Time that the scheduler has to answer before the cluster counts as lost, in seconds."""
CLOSE_S = 30.0
"""Time that workers have to end their stages (a referee and bots each), in seconds."""


class DaskExecutor:
    """Sends each attempt to a worker that is fit to play and has a free thread.

    Args:
        client: Connected to the scheduler, in this event loop.
        address: The scheduler's address, for messages.
        plan: Plan of the stage that each worker starts.
        facts: Facts of the game on the organizer's machine; a worker's must be equal.
        most: Highest number of attempts at once over all workers; None means one for each thread.
        books: Stores what workers send back.
        progress: Gets notes about workers.
        of_season: Programs that are sent to workers and named by labels; None for a tournament,
            whose workers have all programs.
    """

    def __init__(
        self,
        client: distributed.Client,
        address: str,
        plan: StagePlan,
        facts: GameFacts,
        *,
        most: int | None,
        books: Books,
        progress: Progress,
        of_season: SeasonPrograms | None = None,
    ) -> None:
        self._client = client
        self._address = address
        self._plan = plan
        self._facts = facts
        self._most = most
        self._books = books
        self._progress = progress
        self._of_season = of_season
        self._pool = WorkerPool()
        self._count = itertools.count(1)

    @property
    def goes_on(self) -> bool:
        """False: a worker's stage (referee and bots) ends with the run, so attempts are played again.

        See `Executor`.
        """
        return False

    @property
    def slots(self) -> int:
        """Number of threads of all fit workers, at least 1 and at most `most`; see `Executor`."""
        # Never 0: the runner must begin an attempt, which then waits in `seize` for a worker.
        return max(1, self.capacity)

    @property
    def capacity(self) -> int:
        """Number of attempts that the fit workers can play at once, at most `most`; 0 without workers."""
        threads = self._pool.threads
        return threads if self._most is None else min(threads, self._most)

    async def play(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt:
        """Play an attempt on a free worker, from its start, and return its result; see `Executor`.

        An attempt of an earlier run is not looked for, since its worker has ended it.
        """
        played = await self.play_if_fit(attempt, begun)
        if isinstance(played, PlayedAttempt):
            return played
        text = f"{played.label} can't be started: {played.reason}"
        return self._spoiled(attempt, played.worker, text)

    async def play_if_fit(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt | Unfit:
        """Play an attempt on a free worker, as `play` does, unless it can't start one of the programs."""
        of_season = self._of_season
        programs = () if of_season is None else of_season.of(attempt.bots)
        while True:
            worker = await self._pool.seize()
            try:
                problem = await self._send_copies(worker, programs)
                if problem is not None and worker.lost.is_set():
                    continue  # nobody knows of the match yet, so that another worker can have it
                return await self._play_at(worker, attempt, programs, begun, problem)
            finally:
                # Shielded: a cancelled play must give its thread back all the same.
                await asyncio.shield(self._pool.release(worker))

    async def _play_at(
        self,
        worker: PooledWorker,
        attempt: AttemptOrder,
        programs: tuple[EntryProgram, ...],
        begun: Callable[[str], Awaitable[None]],
        problem: str | None,
    ) -> PlayedAttempt | Unfit:
        """Play an attempt at a worker that was reserved; with a problem it ends void."""
        # Before the task is sent: if this run is killed, the next one must find the attempt. It can't
        # take it up, since the worker drops its stage, and plays the same attempt again.
        await begun(id_at_worker(worker.name))
        if problem is None:
            reply = await self._reply(worker, attempt, programs)
        else:
            reply = _failed(problem)
        played = self._books.take_in(reply, worker.name)
        if played is not None:
            worker.failures = 0
            return played
        if reply.unfit:  # the fault of the program or of what the machine has, not of this run
            return Unfit(worker.name, reply.unfit, reply.error)
        # The attempt ends void, so that the runner plays it again, on another worker if this
        # one is set aside.
        self._count_failure(worker, reply.error)
        return self._spoiled(attempt, worker.name, f"worker {worker.name} failed: {reply.error}")

    async def has_ended(self, match_id: str) -> bool:
        """Return False: a match of an earlier run was lost with its worker's stage (its referee and bots).

        See `Executor`.
        """
        del match_id
        return False

    async def abandon(self, match_id: str, reason: str) -> None:
        """Do nothing: a match of an earlier run has ended with its worker's stage (its referee and bots)."""

    async def release(self, match_ids: Iterable[str]) -> None:
        """Do nothing: the referees of workers serve nobody else, and end with the run."""

    async def watch(self) -> None:
        """Follow which workers join and leave, until the task is cancelled.

        Raises:
            ClusterError: The scheduler is gone, or no worker is fit to play.
        """
        async with asyncio.TaskGroup() as group:
            while True:
                threads = await self._ask_scheduler()
                for worker in self._pool.workers:
                    if worker.address not in threads:
                        self._lose(worker)
                known = {worker.address for worker in self._pool.workers}
                for address, count in threads.items():
                    if address not in known:
                        worker = PooledWorker(address, address, count)
                        # Added before its check begins, so that the next look does not welcome it a
                        # second time.
                        self._pool.add(worker)
                        group.create_task(self._welcome(worker))
                await asyncio.sleep(LOOK_S)

    async def wait_for_workers(self) -> None:
        """Wait until at least one worker is fit to play."""
        try:
            async with asyncio.timeout(LOOK_S * 4):
                await self._pool.wait_for_one()
        except TimeoutError:
            if not self._pool.workers:
                self._progress.note(f"the cluster at {self._address} has no worker yet: waiting")
            await self._pool.wait_for_one()

    async def close(self) -> None:
        """Close all stages (referees with their bots on workers) of this run, and store their last notes.

        Do nothing if the scheduler is gone.
        """
        if self._client.status != "running":
            return
        names = {worker.address: worker.name for worker in self._pool.workers}
        # Also on workers that were set aside: a stage may still run there.
        answers = await self._run_on(list(names), on_worker.close, self._plan.run_id)
        for address, answer in answers.items():
            if isinstance(answer, WorkerReply):
                self._books.take_in(answer, names[address])

    async def _reply(
        self, worker: PooledWorker, attempt: AttemptOrder, programs: tuple[EntryProgram, ...]
    ) -> WorkerReply:
        """Return the reply of a worker to an attempt, or a reply with the error if none came."""
        if self._of_season is None:
            # A worker has one version of each bot, which its copies were checked to be.
            attempt = dataclasses.replace(attempt, bots=())
        future = self._client.submit(
            on_worker.play,
            worker.address,
            self._plan.run_id,
            attempt,
            programs,
            key=f"match-{self._plan.run_id}-{next(self._count)}",
            # To this worker alone, once: if Dask sent a task elsewhere or again, a match could be played twice.
            workers=[worker.address],
            allow_other_workers=False,
            retries=0,
            pure=False,
        )
        played = asyncio.ensure_future(_result(future))
        # Dask may keep a task of a lost worker for a long time, waiting for it to return.
        lost = asyncio.create_task(worker.lost.wait())
        try:
            await asyncio.wait([played, lost], return_when=asyncio.FIRST_COMPLETED)
            if not played.done():
                return _failed("it is lost")
            if played.cancelled():
                # As when the scheduler is lost: give `watch` the time to raise that.
                await asyncio.sleep(LOOK_S * 4)
                return _failed("its task was cancelled")
            error = played.exception()
            return played.result() if error is None else _failed(f"{error}")
        finally:
            played.cancel()
            lost.cancel()
            future.release()

    async def _send_copies(
        self, worker: PooledWorker, programs: tuple[EntryProgram, ...]
    ) -> str | None:
        """Send a worker the copies that it lacks; return why that failed, None if it did not."""
        if self._of_season is None or not programs:
            return None
        async with worker.sending:
            ask = functools.partial(self._ask, worker)
            sent = asyncio.ensure_future(send_copies(programs, self._of_season, ask))
            lost = asyncio.create_task(worker.lost.wait())
            try:
                await asyncio.wait([sent, lost], return_when=asyncio.FIRST_COMPLETED)
                problem = sent.result() if sent.done() else "it is lost"
                if problem is not None:
                    # A worker that has just died fails here before `watch` has seen it.
                    await self._until_lost_or_back(worker)
                return problem
            finally:
                sent.cancel()
                lost.cancel()

    async def _until_lost_or_back(self, worker: PooledWorker) -> None:
        """Wait until a worker that has failed is known to be lost, or answers; at most `PATIENCE_S`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while not worker.lost.is_set():
                    answer = await self._ask(worker, on_worker.greet)
                    if isinstance(answer, on_worker.Greeting):
                        return
                    await asyncio.sleep(LOOK_S)

    def _spoiled(self, attempt: AttemptOrder, worker: str, text: str) -> PlayedAttempt:
        end = host_failure(text, len(attempt.order.players))
        return PlayedAttempt(id_at_worker(worker), end, None)

    def _count_failure(self, worker: PooledWorker, error: str) -> None:
        worker.failures += 1
        if worker.failures >= FAILURES and worker.is_fit:
            self._set_aside(worker, f"it failed {FAILURES} times in a row, at last as {error}")

    def _set_aside(self, worker: PooledWorker, problem: str) -> None:
        self._pool.set_aside(worker)
        text = f"worker {worker.name} is set aside: {problem}"
        # While workers are still being checked this is false, so a run does not end for the first
        # bad one.
        if self._pool.is_hopeless:
            raise ClusterError(f"no worker of the cluster can play; {text}")
        self._progress.note(text)

    def _lose(self, worker: PooledWorker) -> None:
        was_fit = worker.is_fit
        self._pool.remove(worker)
        if was_fit:
            self._progress.note(f"worker {worker.name} is lost; {self._strength}")
        if self._pool.is_hopeless:
            raise ClusterError("no worker of the cluster can play: those left were set aside")

    @property
    def _strength(self) -> str:
        workers, threads = len(self._pool.fit), self._pool.threads
        if not workers:
            return "none is left: waiting for one"
        return f"{_plural(workers, 'worker')}, {_plural(threads, 'match')} at once"

    async def _ask_scheduler(self) -> dict[str, int]:
        """Return the number of threads of each worker, by the worker's address.

        Raises:
            ClusterError: The scheduler is gone.
        """
        try:
            if self._client.status == "running":
                async with asyncio.timeout(PATIENCE_S):
                    return dict(await self._client.nthreads())
        except (OSError, TimeoutError):
            pass
        raise ClusterError(f"the Dask scheduler at {self._address} has gone away")

    async def _welcome(self, worker: PooledWorker) -> None:
        """Check whether a new worker is fit, and have it start its stage (a referee and the bots).

        If it is not fit, set it aside, so that it gets no matches.
        """
        problem = await self._problem(worker)
        # The check may take long. A worker that left meanwhile must not be admitted or set aside.
        if worker.lost.is_set():
            return
        if problem is not None:
            self._set_aside(worker, problem)
            return
        await self._pool.admit(worker)
        self._progress.note(f"worker {worker.name} joins; {self._strength}")

    async def _problem(self, worker: PooledWorker) -> str | None:
        """Return why a worker can't play; None if it can, and has started its stage (referee and bots)."""
        greeting = await self._ask(worker, on_worker.greet)
        if not isinstance(greeting, on_worker.Greeting):
            return f"it does not know this package: {greeting}"
        worker.name = greeting.name
        if greeting.version != own_version():
            return f"it has gamereferee {greeting.version}, the organizer has {own_version()}"
        facts = await self._ask(worker, on_worker.prepare, self._plan)
        if not isinstance(facts, GameFacts):
            return str(facts)
        # Results of all workers go into one table, so all must play the same game.
        if facts != self._facts:
            game = self._plan.spec.game
            here = f"the organizer has version {self._facts.version}"
            return f"it has version {facts.version} of {game}, {here}"
        return None

    async def _ask(
        self, worker: PooledWorker, function: Callable[..., object], *args: object
    ) -> object:
        answers = await self._run_on([worker.address], function, *args)
        return answers.get(worker.address, "it does not answer")

    async def _run_on(
        self, addresses: list[str], function: Callable[..., object], *args: object
    ) -> dict[str, object]:
        """Run a function on workers.

        Return each answer, or the exception in its place, by address.
        """
        try:
            answers: dict[str, object] = await self._client.run(
                function, *args, workers=addresses, on_error="return"
            )
        except OSError as error:
            return dict.fromkeys(addresses, error)
        return answers


async def _result(future: distributed.Future) -> WorkerReply:
    reply: WorkerReply = await future
    return reply


def _plural(count: int, noun: str) -> str:
    ending = "" if count == 1 else "es" if noun.endswith("ch") else "s"
    return f"{count} {noun}{ending}"


def _failed(error: str) -> WorkerReply:
    return WorkerReply(None, b"", error, (), ())
