"""A supervisor for the length of a test."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from tournaments.processes import Supervisor

__all__ = ["FORK_AND_LEAVE", "supervising"]

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
async def supervising() -> AsyncIterator[Supervisor]:
    """A supervisor that is closed at the end."""
    supervisor = Supervisor.start()
    await supervisor.connect()
    try:
        yield supervisor
    finally:
        await supervisor.close()
