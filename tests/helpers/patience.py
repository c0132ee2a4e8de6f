"""How long tests wait before they take something for hung, and terms that a slow machine can keep.

No test passes or fails because a machine is slow or fast. A limit in seconds is a watchdog: a test waits
for a condition, and only a fault that would make it wait for ever may meet the limit, so it is far off
what is ever needed, and stretched by how busy the machine is. Where a test has to let a clock run out,
the terms of those who play on are stretched likewise. `TEST_PATIENCE=4` in the environment makes all of
them four times as long once more.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import Final

__all__ = ["HANG_S", "come_true", "paced", "patience", "slowness", "wait_until"]

VARIABLE: Final = "TEST_PATIENCE"
HANG_S: Final = 1800.0
"""Seconds after which a test is taken for hung, before they are stretched."""
LEAST_S: Final = 60.0
"""A watchdog's nearest limit."""

POLL_S: Final = 0.01
"""How often a condition that nobody announces is looked at. It delays a test, and decides nothing."""
_PROBE_S: Final = 0.03
"""Processor seconds of a look at the machine: some slices of time of its scheduler."""


def slowness() -> float:
    """Return how many times slower than alone this process runs now, 1 or more.

    The load is that of the last minute, so a short piece of work tells of what has begun since.

    Raises:
        ValueError: The environment's scale isn't a number from 1 up.
    """
    scale = float(os.environ.get(VARIABLE, "1"))
    if not scale >= 1:
        raise ValueError(f"{VARIABLE}={scale:g}, it must be at least 1")
    began, spent_at = time.perf_counter(), time.process_time()
    while (spent := time.process_time() - spent_at) < _PROBE_S:
        pass
    now = (time.perf_counter() - began) / spent
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    return max(1.0, load, now) * scale


def paced(seconds: float) -> float:
    """Return a time as long on this machine, as it is now, as so many seconds on one that does nothing else."""
    return seconds * slowness()


def patience(seconds: float = HANG_S) -> float:
    """Return a watchdog's limit of so many seconds, as far off as this machine needs it.

    Args:
        seconds: What is far off on a machine that has its cores to itself, at least 60.

    Raises:
        ValueError: The limit asked for is near enough to be met by mere load.
    """
    if seconds < LEAST_S:
        raise ValueError(f"a watchdog of {seconds:g} s is near, it must be at least {LEAST_S:g} s")
    return paced(seconds)


def wait_until(condition: Callable[[], object], what: str, seconds: float = HANG_S) -> None:
    """Wait until a condition holds that nobody announces, as of a process or a file.

    Args:
        condition: Looked at now, and then a hundred times a second.
        what: What is waited for, as it stands after "waited in vain for".
        seconds: The watchdog's limit, see `patience`.

    Raises:
        TimeoutError: The condition didn't come to hold.
    """
    ends_at = time.monotonic() + patience(seconds)
    while not condition():
        if time.monotonic() > ends_at:
            raise TimeoutError(f"waited in vain for {what}")
        time.sleep(POLL_S)  # a poll: there is nothing that could wake us


async def come_true(condition: Callable[[], object], what: str) -> None:
    """Wait as `wait_until` does, while the event loop goes on."""
    ends_at = time.monotonic() + patience()
    while not condition():
        if time.monotonic() > ends_at:
            raise TimeoutError(f"waited in vain for {what}")
        await asyncio.sleep(POLL_S)  # a poll: there is nothing that could wake us
