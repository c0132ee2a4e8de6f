"""What the organizer has a Dask worker do: coroutines that Dask runs in the worker's event loop.

Nothing in here touches the tournament's database, and nothing raises for what can go wrong on a
worker: the answer says it.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from tournaments.cluster.plan import StagePlan, own_version, whats_missing
from tournaments.cluster.worker_stage import StageError, WorkerReply, WorkerStage
from tournaments.play.executor import AttemptOrder
from tournaments.spec.matches import GameFacts

__all__ = ["Greeting", "close", "greet", "play", "prepare"]


@dataclasses.dataclass(frozen=True, slots=True)
class Greeting:
    """Identity of a worker."""

    name: str
    """What people call it."""
    version: str
    """Version of this package there."""


_STAGES: dict[tuple[str, str], WorkerStage] = {}
"""By worker's address, as several may be in one process, and run."""


async def greet(dask_worker: Any) -> Greeting:
    """Return who this is. Takes nothing but what Dask puts in, so that any version understands."""
    return Greeting(str(dask_worker.name), own_version())


async def prepare(plan: StagePlan, dask_worker: Any) -> GameFacts | str:
    """Bring up the stage of a run; its game's facts, or why it can't be brought up.

    Args:
        plan: What is played.
        dask_worker: This worker, which Dask puts in.
    """
    missing = whats_missing(plan)
    if missing is not None:
        return missing
    stage = WorkerStage(plan, Path(dask_worker.local_directory).absolute())
    _STAGES[dask_worker.address, plan.run_id] = stage
    try:
        return await stage.open()
    except StageError as error:
        return str(error)


async def play(worker: str, run_id: str, attempt: AttemptOrder) -> WorkerReply:
    """Play an attempt on the stage of a run.

    Args:
        worker: Address of this worker.
        run_id: The run.
        attempt: The attempt.
    """
    stage = _STAGES.get((worker, run_id))
    if stage is None:
        return WorkerReply(None, b"", "it has no stage for this run", (), ())
    return await stage.play(attempt)


async def close(run_id: str, dask_worker: Any) -> WorkerReply | None:
    """Let the stage of a run go; what it had left to say, None if there was no stage.

    Args:
        run_id: The run.
        dask_worker: This worker, which Dask puts in.
    """
    stage = _STAGES.pop((dask_worker.address, run_id), None)
    return None if stage is None else await stage.close()
