"""Settings of Python's garbage collector for a server that runs for weeks.

Almost everything that a match makes is freed at once, by its reference count. The collector is there
for the few objects that refer to each other in a circle. By default it looks after every 700 objects
that stay, and at last through everything that the process holds.
"""

from __future__ import annotations

import gc

__all__ = ["collect_rarely"]

_YOUNG = 10_000
"""Number of new objects that stay, after which the collector looks through the new ones."""
_ROUNDS = 20
"""Number of such looks after which it also looks through those that it found in use once; and again
this number of those after which it looks through everything."""


def collect_rarely() -> None:
    """Keep the collector from what the process holds so far, and let it look less often from now on.

    To be called once, when the server has started: modules, kernels and tables then stay for good.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _ROUNDS, _ROUNDS)
