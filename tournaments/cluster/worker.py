"""Functions that the organizer calls on a Dask worker: coroutines in the worker's event loop.

Nothing in here touches the tournament's database, and nothing raises for what can go wrong on a
worker: the returned answer says it.
"""

from __future__ import annotations

import asyncio
import dataclasses
from pathlib import Path
from typing import Any

from tournaments.bots.entry_programs import EntryProgram
from tournaments.cluster.plan import StagePlan, own_version, whats_missing
from tournaments.cluster.worker_copies import CopyPart, WorkerCopies, copies_in
from tournaments.cluster.worker_stage import StageError, WorkerReply, WorkerStage
from tournaments.play.executor import AttemptOrder
from tournaments.spec.matches import GameFacts

__all__ = ["Greeting", "close", "greet", "lacking", "play", "prepare", "take_copy"]


@dataclasses.dataclass(frozen=True, slots=True)
class Greeting:
    """Identity of a worker: its name and package version."""

    name: str
    """Name of the worker for people."""
    version: str
    """Version of this package on the worker."""


_STAGES: dict[tuple[str, str], WorkerStage] = {}
"""Stages (a referee and bots each) by address of the worker and id of the run, since one process
may hold several workers.
"""


_COPIES: dict[tuple[str, str], WorkerCopies] = {}
"""Copies of programs by address of the worker and id of the season."""


async def greet(dask_worker: Any) -> Greeting:
    """Return the worker's name and its version of this package.

    It takes only what Dask passes, so that all versions understand it.
    """
    return Greeting(str(dask_worker.name), own_version())


async def prepare(plan: StagePlan, dask_worker: Any) -> GameFacts | str:
    """Start the stage (referee and bots) of a run; return its game's facts, or why it can't be started.

    Args:
        plan: Plan of the stage.
        dask_worker: This worker, passed by Dask.
    """
    missing = whats_missing(plan)
    if missing is not None:
        return missing
    stage = WorkerStage(plan, Path(dask_worker.local_directory).absolute())
    # Entered before it is open: `close` must find a stage whose start has failed or still goes on.
    _STAGES[dask_worker.address, plan.run_id] = stage
    try:
        return await stage.open()
    except StageError as error:
        return str(error)


async def lacking(season: str, digests: list[str], dask_worker: Any) -> list[str]:
    """Return the digests of those copies of a season's programs that this worker lacks.

    Args:
        season: Id of the season.
        digests: Digests of the copies that are wanted.
        dask_worker: This worker, passed by Dask.
    """
    copies = _copies_of(season, dask_worker)
    # In a thread: the first time, all files are read.
    return await asyncio.to_thread(copies.lacking, digests)


async def take_copy(season: str, part: CopyPart, dask_worker: Any) -> str | None:
    """Take in a part of the copy of a program; return why it can't be kept, None if it can.

    Args:
        season: Id of the season.
        part: The part; the organizer sends one at a time.
        dask_worker: This worker, passed by Dask.
    """
    return await asyncio.to_thread(_copies_of(season, dask_worker).take, part)


async def play(
    worker: str, run_id: str, attempt: AttemptOrder, programs: tuple[EntryProgram, ...] = ()
) -> WorkerReply:
    """Play an attempt at a match on this worker; return its result, or an error in the reply.

    It is played by the stage (referee and bots) of a run.

    Args:
        worker: Address of this worker.
        run_id: Id of the run.
        attempt: The attempt.
        programs: Programs of a season's entries that play it, whose copies this worker has.
    """
    # By the address that the organizer passes: one process may hold several workers, and Dask does
    # not pass to a task which of these runs it.
    stage = _STAGES.get((worker, run_id))
    if stage is None:
        return WorkerReply(None, b"", "it has no stage for this run", (), ())
    return await stage.play(attempt, programs)


async def close(run_id: str, dask_worker: Any) -> WorkerReply | None:
    """End the stage (referee and bots) of a run.

    Return its last notes and ended processes, None if there was no stage.

    Args:
        run_id: Id of the run.
        dask_worker: This worker, passed by Dask.
    """
    stage = _STAGES.pop((dask_worker.address, run_id), None)
    return None if stage is None else await stage.close()


def _copies_of(season: str, dask_worker: Any) -> WorkerCopies:
    folder = copies_in(Path(dask_worker.local_directory).absolute(), season)
    return _COPIES.setdefault((dask_worker.address, season), WorkerCopies(folder))
