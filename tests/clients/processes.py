"""Processes of bots that end with the test."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

__all__ = ["killed_at_the_end"]


@contextlib.asynccontextmanager
async def killed_at_the_end(process: asyncio.subprocess.Process) -> AsyncIterator[None]:
    """Kill a process at the end of the block if it still runs, and read what it has left to say."""
    try:
        yield
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()
