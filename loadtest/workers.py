"""Worker processes that make load on request, so that no load runs in the measuring process."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import Generic, Protocol, Self, TypeVar, cast

__all__ = ["Load", "Worker", "WorkerError", "process_pool"]

STOP_LIMIT_S = 10.0

_FRESH = multiprocessing.get_context("spawn")
"""Context of multiprocessing that starts new interpreters. A fork of a process that has used gRPC
may wait for ever."""

_Result_co = TypeVar("_Result_co", covariant=True)
_Result = TypeVar("_Result")


def process_pool(processes: int) -> ProcessPoolExecutor:
    """Return a pool of `processes` processes for parallel work.

    They are new interpreters, unaffected by what this process has done before.
    """
    return ProcessPoolExecutor(processes, mp_context=_FRESH)


class WorkerError(Exception):
    """A load in a worker's process failed.

    That process has written the reason to standard error.
    """


class Load(Protocol[_Result_co]):
    """Work that a process does to put a server under load, such as bots that play.

    It is made in the measuring process, sent to a worker's process, and opened there.
    """

    async def open(self) -> None:
        """Connect, and do all that has to be done before the first run."""

    async def run(self, seconds: float) -> _Result_co:
        """Make load for some seconds; return the result of the run."""
        ...

    async def close(self) -> None:
        """Close the load's connections."""


class Worker(Generic[_Result]):
    """A process with one load; use it in a `with` statement.

    Between two runs its event loop stands still, so that it does not disturb other measurements.

    Args:
        load: Load to run; it must be picklable before it is opened.
        starts_others: Whether the load starts further processes.
    """

    def __init__(self, load: Load[_Result], *, starts_others: bool = False) -> None:
        self._pipe, theirs = _FRESH.Pipe()
        self._process = _FRESH.Process(target=_work, args=(theirs, load), daemon=not starts_others)
        self._process.start()
        theirs.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pipe.close()
        self._process.join(STOP_LIMIT_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def wait_until_open(self) -> None:
        """Wait until the worker's load is open.

        Raises:
            WorkerError: The load could not be opened.
        """
        self._receive()

    def begin(self, seconds: float) -> None:
        """Start a run of some seconds in the worker's process."""
        self._pipe.send(seconds)

    def finish(self) -> _Result:
        """Wait until the run has ended; return its result.

        Raises:
            WorkerError: The load failed.
        """
        return cast("_Result", self._receive())

    def _receive(self) -> object:
        try:
            return self._pipe.recv()
        except (EOFError, ConnectionResetError):
            raise WorkerError("a load process failed; standard error has the story") from None


def _work(pipe: Connection, load: Load[object]) -> None:
    with asyncio.Runner() as runner:
        runner.run(load.open())
        pipe.send(None)
        while True:
            try:
                seconds = pipe.recv()
            except (EOFError, ConnectionResetError):
                break
            pipe.send(runner.run(load.run(seconds)))
        runner.run(load.close())
