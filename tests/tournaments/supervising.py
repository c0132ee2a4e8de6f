"""A supervisor for the length of a test."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from tournaments.processes import Supervisor

__all__ = ["supervising"]


@contextlib.asynccontextmanager
async def supervising() -> AsyncIterator[Supervisor]:
    """A supervisor that is closed at the end."""
    supervisor = Supervisor.start()
    await supervisor.connect()
    try:
        yield supervisor
    finally:
        await supervisor.close()
