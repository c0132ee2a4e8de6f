"""A cluster for one run: connected, its workers prepared, and disconnected at the end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tournaments.bots.program import Program
from tournaments.cluster.books import Books
from tournaments.cluster.plan import make_plan
from tournaments.play.runner import Progress
from tournaments.processes.process_book import ProcessBook
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import ClusterError, MissingPackageError, RefusedError
from tournaments.spec.matches import GameFacts
from tournaments.store.folder import DataFolder

if TYPE_CHECKING:
    import distributed

    from tournaments.cluster.executor import DaskExecutor
    from tournaments.cluster.shipping import SeasonPrograms

__all__ = ["open_cluster"]

CONNECT_S = 10
"""Time in which the scheduler must be reached, in seconds."""
_CLOSE_S = 30.0
_SCHEME = "dask://"


@contextlib.asynccontextmanager
async def open_cluster(
    spec: TournamentSpec,
    file: Path,
    programs: Sequence[Program],
    folder: DataFolder,
    *,
    book: ProcessBook,
    progress: Progress,
    check: Callable[[GameFacts], None],
    of_season: SeasonPrograms | None = None,
    waits: bool = True,
) -> AsyncIterator[tuple[GameFacts, DaskExecutor]]:
    """Connect to the tournament's cluster and wait for a fit worker; disconnect after use.

    Yield facts about the game, and the executor that plays attempts on the cluster.

    Args:
        spec: The tournament.
        file: Path of the tournament's file.
        programs: All bots, as they are started on this machine.
        folder: The tournament's data folder.
        book: Records each process on workers and how it ended.
        progress: Gets notes about workers.
        check: Raises if the game is not the one that the tournament needs.
        of_season: Programs that are sent to workers; None for a tournament, whose workers have all.
        waits: Whether it is waited for a fit worker.

    Raises:
        TournamentError: The cluster can't be used, or goes away.
    """
    address = spec.executor.removeprefix(_SCHEME)
    plan = make_plan(
        secrets.token_hex(4),
        spec,
        file,
        programs,
        season=None if of_season is None else of_season.season,
        versions=None if of_season is None else of_season.own_versions,
    )
    # Asked before any worker, so that a mistake in the file is reported without a cluster.
    facts = _own_facts(spec.game)
    check(facts)
    client = await _connect(address)
    from tournaments.cluster.executor import DaskExecutor

    executor = DaskExecutor(
        client,
        address,
        plan,
        facts,
        most=spec.parallel,
        books=Books(folder, book, progress.note),
        progress=progress,
        of_season=of_season,
    )
    try:
        async with asyncio.TaskGroup() as group:
            watching = group.create_task(executor.watch())
            if waits:
                await executor.wait_for_workers()
            yield facts, executor
            # Only after all matches: its error is how the run learns that the cluster is gone.
            watching.cancel()
    finally:
        await asyncio.shield(_let_go(client, executor))


async def _let_go(client: distributed.Client, executor: DaskExecutor) -> None:
    with contextlib.suppress(TimeoutError, OSError):
        async with asyncio.timeout(_CLOSE_S):
            await executor.close()
    with contextlib.suppress(TimeoutError, OSError):
        async with asyncio.timeout(_CLOSE_S):
            await client._close(fast=client.status != "running")


async def _connect(address: str) -> distributed.Client:
    try:
        import distributed
    except ModuleNotFoundError:
        raise MissingPackageError("a Dask cluster", "dask") from None
    # Lost connections and workers are reported in one line by this package; Dask's own logs repeat them.
    asyncio.get_running_loop().set_exception_handler(_without_dasks_own)
    for name in ("distributed", "distributed.client", "distributed.core", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    host, _, port = address.rpartition(":")
    try:
        async with asyncio.timeout(CONNECT_S):
            # Dask would ask again and again where nobody listens.
            _, writer = await asyncio.open_connection(host.strip("[]"), int(port))
            writer.close()
        return await distributed.Client(
            f"tcp://{address}", asynchronous=True, timeout=CONNECT_S, set_as_default=False
        )
    except (OSError, OverflowError) as error:
        reason = str(error) or f"no answer in {CONNECT_S} seconds"
        raise ClusterError(f"the Dask scheduler at {address} can't be reached: {reason}") from None


def _without_dasks_own(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Handle an exception of an event loop: ignore those of Dask's internal tasks, report all others.

    Args:
        loop: The event loop.
        context: Facts about the exception, as asyncio passes them.
    """
    if type(context.get("exception")).__module__.split(".")[0] != "distributed":
        loop.default_exception_handler(context)


def _own_facts(game: str) -> GameFacts:
    """Return facts about the game on this machine, from the referee's own command.

    Raises:
        RefusedError: The command fails, as for an unknown game.
    """
    # -P: a file of the current folder must not stand in for a module.
    command = [sys.executable, "-P", "-m", "referee", "games", game, "--json"]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        raise RefusedError(f"the referee refuses: {ran.stderr.strip().splitlines()[-1]}")
    info = json.loads(ran.stdout)
    return GameFacts(
        version=info["version"],
        min_seats=info["min_seats"],
        max_seats=info["max_seats"],
        chance_free=info["chance_free"],
        versions=tuple(info["versions"]),
        ring=info["ring"],
    )
