"""`referee serve --workers N`: starts the workers' processes, and runs the router before them.

Settings go to a worker on standard input, so that no secret shows in the list of processes.
"""

from __future__ import annotations

import dataclasses
import os
import pickle
import sys
from pathlib import Path

from referee.core.scratch import scratch_folder
from referee.server.lobby.folder import DataFolder
from referee.server.process.config import ServerConfig, worker_config
from referee.server.router.processes import Processes

__all__ = ["WorkerOrders", "serve_with_workers"]


@dataclasses.dataclass(frozen=True, slots=True)
class WorkerOrders:
    """Number, settings and logging of a worker, as the router sends them on its standard input."""

    number: int
    """Number of the worker, from 0."""
    config: ServerConfig
    """Settings of the worker's server."""
    busy_since: Path
    """File in which the router writes since when it has been busy, so that the worker can refund
    this lag.
    """
    house_bots: bool
    """Whether the worker runs house bots."""
    log_level: str
    """Lowest level of log entries that are written."""
    log_json: bool
    """Whether to log lines of JSON rather than text."""
    parent: int
    """Process id of the router; the worker ends if its parent is another process."""


def serve_with_workers(
    config: ServerConfig, *, house_bots: bool, log_level: str, log_json: bool
) -> None:
    """Run a router and its workers until a signal stops them.

    Args:
        config: Settings of the whole server.
        house_bots: Whether the workers run baseline bots.
        log_level: Lowest level of log entries that are written.
        log_json: Whether to log lines of JSON rather than text.

    Raises:
        FieldError: The data folder or an address can't be used.
    """
    config.credentials.current  # noqa: B018  # is read once, here: workers get it with their orders
    folder = DataFolder(config.data_dir, sync=config.sync)
    with scratch_folder() as private:
        orders = [
            WorkerOrders(
                number,
                worker_config(config, number, private),
                private / "busy",
                house_bots,
                log_level,
                log_json,
                os.getpid(),
            )
            for number in range(config.workers)
        ]
        addresses = [order.config.listen[0].text for order in orders]
        # No settings here: everybody on the machine can read a command line.
        command = [sys.executable, "-P", "-m", "referee.cli.serve.worker"]
        fleet = Processes(
            command, lambda number: pickle.dumps(orders[number]), addresses, folder.lock
        )
        try:
            # gRPC is loaded only now: the workers were started before it.
            from referee.server.router.router import Router
            from referee.server.router.shared_lag import RouterMeter, SharedInstants
            from referee.server.serve import run_until_stopped

            meter = RouterMeter(SharedInstants(private / "busy"))
            router = Router(config, fleet, meter=meter)
            router.count_log_lines()
            run_until_stopped(router, meter)
        finally:
            fleet.close()
            folder.release()
