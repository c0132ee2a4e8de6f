"""Runs a worker: a server with its part of the matches, told by its router when to drain and stop."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path

from referee.server.config import ServerConfig
from referee.server.lag import new_event_loop
from referee.server.lobby_service import HouseBots
from referee.server.router.lag import SharedInstant, WorkerMeter
from referee.server.router.processes import DRAINED, READY
from referee.server.serve import Server, running_server

__all__ = ["run_worker"]


def run_worker(
    config: ServerConfig, house: HouseBots | None, busy_since: Path, say: Callable[[str], None]
) -> None:
    """Run a worker until SIGINT; SIGTERM drains it.

    Args:
        config: Settings, with its shard.
        house: Plays baseline bots, if there are any.
        busy_since: File in which the router tells since when it has been busy.
        say: Tells the router how it stands.

    Raises:
        FieldError: The data folder or its address can't be used.
    """
    meter = WorkerMeter(SharedInstant(busy_since))
    with asyncio.Runner(loop_factory=lambda: new_event_loop(meter)) as runner:
        runner.run(_work(Server(config, house=house, meter=meter), say))


async def _work(server: Server, say: Callable[[str], None]) -> None:
    async def drain() -> None:
        await server.drain()
        say(DRAINED)

    draining: list[asyncio.Task[None]] = []
    told_to_stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, lambda: draining.append(loop.create_task(drain())))
    loop.add_signal_handler(signal.SIGINT, told_to_stop.set)
    async with running_server(server):
        say(f"{READY} {server.recovered}")
        await told_to_stop.wait()
        for task in draining:
            task.cancel()
