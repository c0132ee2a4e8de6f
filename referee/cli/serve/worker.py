"""One worker of `referee serve --workers N`, as a process: `python -m referee.cli.serve.worker`.

Only the router starts it, and writes its orders to standard input.
"""

from __future__ import annotations

import os
import pickle
import sys
from typing import BinaryIO

import structlog

from referee.cli.launch import die_with_parent
from referee.cli.serve.house import HouseProcess
from referee.cli.serve.workers import WorkerOrders
from referee.core.errors import RefereeError
from referee.server.process.logs import configure_logs
from referee.server.router.processes import read_order

__all__ = ["main"]


def main() -> None:
    """Run as a worker until the router stops it or dies."""
    # Unbuffered: what comes after the first order is for the worker's event loop.
    pipe: BinaryIO = open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)  # noqa: SIM115
    orders: WorkerOrders = pickle.loads(read_order(pipe))
    die_with_parent()
    if os.getppid() != orders.parent:
        return  # the router has died already, so no signal will say so
    said = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(
        sys.stderr.fileno(), sys.stdout.fileno()
    )  # standard output is the line to the router: what a game prints must not be read as a message

    def say(line: str) -> None:
        print(line, file=said, flush=True)

    configure_logs(orders.log_level, as_json=orders.log_json)
    structlog.contextvars.bind_contextvars(worker=orders.number)
    house = HouseProcess(orders.config.listen[0].text) if orders.house_bots else None
    try:
        # gRPC is loaded only now: the house bots' process was started before it.
        from referee.server.router.worker import run_worker

        run_worker(orders.config, house, orders.busy_since, say, orders=pipe)
    except RefereeError as error:
        print(f"referee: {error}", file=sys.stderr)
        sys.exit(2)
    finally:
        if house is not None:
            house.close()


if __name__ == "__main__":
    main()
