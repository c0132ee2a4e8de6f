"""How long a test may wait for something before it takes it for hung: far off, scaled by the environment.

Such a limit is a watchdog and never a verdict: a test waits for a condition, and only a fault that would
make it wait for ever may meet the limit. It isn't for what a test is about (a move time, a lag
refund), which a clock held by the test decides, or a control measured in the same run.

`TEST_PATIENCE=4` makes all of them four times as long, for a machine that is slow or does much else.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import Final

VARIABLE: Final = "TEST_PATIENCE"
LEAST_S: Final = 60.0

POLL_S: Final = 0.01
"""How often a condition that nobody announces is looked at. It delays a test, and decides nothing."""


def patience(seconds: float = LEAST_S) -> float:
    """Return a watchdog's limit of so many seconds, as far off as this machine needs it.

    Args:
        seconds: What is far off on a machine that has its cores to itself, at least 60.

    Raises:
        ValueError: The limit asked for is near enough to be met by mere load, or the environment's
            scale isn't a number from 1 up.
    """
    if seconds < LEAST_S:
        raise ValueError(f"a watchdog of {seconds:g} s is near, it must be at least {LEAST_S:g} s")
    scale = float(os.environ.get(VARIABLE, "1"))
    if not scale >= 1:
        raise ValueError(f"{VARIABLE}={scale:g}, it must be at least 1")
    return seconds * scale


def wait_until(condition: Callable[[], object], what: str, seconds: float = LEAST_S) -> None:
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
