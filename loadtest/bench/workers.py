"""Processes that make load when they are told to, so that no load runs in the measuring process."""

from __future__ import annotations

import asyncio
import dataclasses
import multiprocessing
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Protocol, Self

__all__ = ["Load", "Window", "Worker", "joint"]

STOP_LIMIT_S = 10.0


@dataclasses.dataclass(frozen=True, slots=True)
class Window:
    """What was done within one measurement."""

    items: int
    """How much, in whatever the load counts."""
    began_ns: int
    """When it began, on the monotonic clock that all processes of the machine share."""
    ended_ns: int
    """When the last of it was done."""

    @property
    def seconds(self) -> float:
        """How long it took."""
        return (self.ended_ns - self.began_ns) / 1e9


def joint(windows: Sequence[Window]) -> Window:
    """Several processes' windows as one."""
    return Window(
        sum(window.items for window in windows),
        min(window.began_ns for window in windows),
        max(window.ended_ns for window in windows),
    )


class Load(Protocol):
    """Load of one kind. It is made here, sent to a worker's process, and opened there."""

    async def open(self) -> None:
        """Connect, and do all that comes before the first measurement."""

    async def run(self, seconds: float) -> Window:
        """Make load for so long, then wait until nothing moves any more."""
        ...

    async def close(self) -> None:
        """Disconnect."""


class Worker:
    """A process with one load. Use it in a `with` statement.

    Between two runs its event loop stands still, so that it takes nothing from other measurements.

    Args:
        load: What it does; must be picklable before it is opened.
    """

    def __init__(self, load: Load) -> None:
        # A fresh interpreter: forking a process that has used gRPC may deadlock.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, load), daemon=True)
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

    def begin(self, seconds: float) -> None:
        """Start a run; the first waits until the load is open."""
        self._pipe.send(seconds)

    def finish(self) -> Window:
        """Wait for the run to end.

        Raises:
            RuntimeError: The load failed; its process has written why to standard error.
        """
        try:
            window: Window = self._pipe.recv()
        except (EOFError, ConnectionResetError):
            raise RuntimeError("a load process failed; see above") from None
        return window


def _work(pipe: Connection, load: Load) -> None:
    with asyncio.Runner() as runner:
        runner.run(load.open())
        while True:
            try:
                seconds = pipe.recv()
            except (EOFError, ConnectionResetError):
                break
            pipe.send(runner.run(load.run(seconds)))
        runner.run(load.close())
