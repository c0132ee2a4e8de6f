"""How long tests wait before they take something for hung, and terms that a slow machine can keep.

No test passes or fails because a machine is slow or fast: a limit in seconds is a watchdog, far off
what is ever needed, and stretched by how busy the machine is. Where a test has to let a clock run out,
the terms of those who play on are stretched likewise. `TEST_PATIENCE=4` in the environment stretches
all of them once more.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable

__all__ = ["HANG_S", "come_true", "patience", "slowness", "wait_until"]

HANG_S = 1800.0
"""Seconds after which a test is taken for hung, before they are stretched."""
_POLL_S = 0.01
"""How often a condition that nobody announces is looked at. It delays a test, and decides nothing."""
_PROBE_S = 0.03
"""Processor seconds of a look at the machine: some slices of time of its scheduler."""


def slowness() -> float:
    """Return how many times slower than alone this process runs now, 1 or more.

    The load is that of the last minute, so a short piece of work tells of what has begun since.
    """
    began, spent_at = time.perf_counter(), time.process_time()
    while (spent := time.process_time() - spent_at) < _PROBE_S:
        pass
    now = (time.perf_counter() - began) / spent
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    return max(1.0, load, now) * float(os.environ.get("TEST_PATIENCE", "1"))


def patience(seconds: float = HANG_S) -> float:
    """Stretch a limit by how slow the machine is now and by TEST_PATIENCE.

    Args:
        seconds: The limit on a machine that does nothing else, 60 or more if it is a watchdog.
    """
    return seconds * slowness()


def wait_until(condition: Callable[[], object], what: str) -> None:
    """Wait until a condition holds that nobody announces, as of a process or a file.

    Args:
        condition: Looked at now, and then a hundred times a second.
        what: What is waited for, as it stands after "waited in vain for".

    Raises:
        TimeoutError: The condition didn't come to hold; the watchdog's limit is half a test's.
    """
    gives_up_at = time.monotonic() + HANG_S / 2
    while not condition():
        if time.monotonic() > gives_up_at:
            raise TimeoutError(f"waited in vain for {what}")
        time.sleep(_POLL_S)  # a poll: there is nothing that could wake us


async def come_true(condition: Callable[[], object], what: str) -> None:
    """Wait as `wait_until` does, while the event loop goes on."""
    gives_up_at = time.monotonic() + HANG_S / 2
    while not condition():
        if time.monotonic() > gives_up_at:
            raise TimeoutError(f"waited in vain for {what}")
        await asyncio.sleep(_POLL_S)  # a poll: there is nothing that could wake us
