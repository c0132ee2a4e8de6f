"""How long tests wait before they take something for hung, and terms that a slow machine can keep.

No test passes or fails because a machine is slow or fast: a limit in seconds is a watchdog, far off
what is ever needed, and stretched by how busy the machine is. Where a test has to let a clock run out,
the terms of those who play on are stretched likewise. `TEST_PATIENCE=4` in the environment stretches
all of them once more.
"""

from __future__ import annotations

import os
import time

__all__ = ["HANG_S", "patience", "slowness"]

HANG_S = 1800.0
"""Seconds after which a test is taken for hung, before they are stretched."""
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
