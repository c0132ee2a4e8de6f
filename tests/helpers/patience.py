"""How long tests wait before they take something for hung.

No test passes or fails because a machine is slow or fast: a limit in seconds is a watchdog, far off
what is ever needed, and stretched by how busy the machine is. `TEST_PATIENCE=4` in the environment
stretches all of them once more.
"""

from __future__ import annotations

import os

__all__ = ["HANG_S", "patience"]

HANG_S = 600.0
"""Seconds after which a test is taken for hung, before they are stretched."""


def patience(seconds: float = HANG_S) -> float:
    """Stretch a limit in seconds by the load of the machine and by TEST_PATIENCE.

    Args:
        seconds: The limit on a machine that does nothing else; generous, 60 or more.
    """
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    return seconds * max(1.0, load) * float(os.environ.get("TEST_PATIENCE", "1"))
