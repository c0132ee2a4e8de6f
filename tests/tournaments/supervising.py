"""A supervisor for the length of a test."""

from __future__ import annotations

import contextlib
import dataclasses
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from tournaments.processes.client import NO_LIMITS, Exit, SupervisorClient
from tournaments.spec.limits import Limits, children_of

__all__ = ["FORK_AND_LEAVE", "Ran", "run_code", "supervising"]

FORK_AND_LEAVE = """
import os, time
told, tell = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        with open("ready", "w") as ready:
            ready.write(str(os.getpid()))
        os.write(tell, b"!")
        time.sleep(1000)
    os._exit(0)
os.read(told, 1)
"""
"""Leaves behind a process that is in neither its group nor its session, as a daemon would."""


@contextlib.asynccontextmanager
async def supervising() -> AsyncIterator[SupervisorClient]:
    """A supervisor that is closed at the end."""
    supervisor = SupervisorClient.start()
    await supervisor.connect()
    try:
        yield supervisor
    finally:
        await supervisor.close()


@dataclasses.dataclass(frozen=True, slots=True)
class Ran:
    """A program that has ended."""

    ended: Exit
    """How."""
    out: str
    """What it printed."""
    err: str
    """What it wrote as errors."""
    supervisor: int
    """The number of the process that supervised it, and has ended too."""


async def run_code(
    folder: Path, code: str, *, limits: Limits = NO_LIMITS, sandbox: Sequence[str] = ()
) -> Ran:
    """Run a Python program in a folder, under limits and behind a sandbox's command."""
    async with supervising() as supervisor:
        process = await supervisor.run(
            [sys.executable, "-c", code],
            cwd=folder,
            env={},
            log=folder / "program",
            limits=limits,
            sandbox=sandbox,
        )
        (own,) = children_of(supervisor._process.pid)
        ended = await process.ended
    out, err = ((folder / f"program.{name}").read_text() for name in ("stdout", "stderr"))
    return Ran(ended, out, err, own)
