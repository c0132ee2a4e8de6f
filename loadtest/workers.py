"""Processes that make load on request, so that no load runs in the measuring process."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import Generic, Protocol, Self, TypeVar, cast

__all__ = ["Load", "Worker", "WorkerError", "process_pool"]

STOP_LIMIT_S = 10.0

_FRESH = multiprocessing.get_context("spawn")
"""Makes fresh interpreters: a fork of a process that has used gRPC may wait for ever."""

_Result_co = TypeVar("_Result_co", covariant=True)
_Result = TypeVar("_Result")


def process_pool(processes: int) -> ProcessPoolExecutor:
    """Return a pool of `processes` processes for work in parallel, whatever this one has done before."""
    return ProcessPoolExecutor(processes, mp_context=_FRESH)


class WorkerError(Exception):
    """A load failed; its process has written why to standard error."""


class Load(Protocol[_Result_co]):
    """Load of one kind. It is made here, sent to a worker's process, and opened there."""

    async def open(self) -> None:
        """Connect, and do all that comes before the first run."""

    async def run(self, seconds: float) -> _Result_co:
        """Make load for so long."""
        ...

    async def close(self) -> None:
        """Disconnect."""


class Worker(Generic[_Result]):
    """A process with one load. Use it in a `with` statement.

    Between two runs its event loop stands still, so that it takes nothing from other measurements.

    Args:
        load: What it does; must be picklable before it is opened.
        starts_others: Whether it starts further processes.
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
        """Wait until the load is open.

        Raises:
            WorkerError: It could not be opened.
        """
        self._receive()

    def begin(self, seconds: float) -> None:
        """Start a run."""
        self._pipe.send(seconds)

    def finish(self) -> _Result:
        """Wait for the run to end; return its result.

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
