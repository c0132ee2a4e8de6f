"""Short thread switches while another thread computes, so that the event loop never waits long for it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["quick_switches"]

SWITCH_S = 0.0005
"""Thread switch interval within `quick_switches`, in seconds: the longest time that the event loop
waits for a thread that computes.
"""


class _Usual:
    """Thread switch interval to restore, in seconds, and number of `quick_switches` blocks now open."""

    interval_s = 0.0
    open = 0


@contextmanager
def quick_switches() -> Iterator[None]:
    """Let threads of this process switch quickly until the end of the block.

    Blocks may overlap in any order: the last one that ends restores the thread switch interval
    from before the first. All of them must be entered and left on one thread.
    """
    if not _Usual.open:
        _Usual.interval_s = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_S)
    _Usual.open += 1
    try:
        yield
    finally:
        _Usual.open -= 1
        if not _Usual.open:
            sys.setswitchinterval(_Usual.interval_s)
