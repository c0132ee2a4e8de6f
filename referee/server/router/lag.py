"""How late the router is, as its workers know it: an instant in memory that all of them see.

A worker must not expire a seat whose answer may be in the router already. While the router's loop is
busy, the instant says since when, and the workers count that as lag of their own; while it waits for
input there is nothing in it, and the instant is 0.
"""

from __future__ import annotations

import mmap
from pathlib import Path

from referee.server.lag import LagMeter

__all__ = ["RouterMeter", "SharedInstant", "WorkerMeter"]

_BYTES = 8


class SharedInstant:
    """One number in a file that processes share.

    Args:
        path: The file; made if absent.
    """

    def __init__(self, path: Path) -> None:
        with path.open("a+b") as file:
            file.truncate(_BYTES)
            self._memory = memoryview(mmap.mmap(file.fileno(), _BYTES)).cast("q")

    @property
    def ns(self) -> int:
        """Nanoseconds on the machine's monotonic clock, or 0."""
        return self._memory[0]

    @ns.setter
    def ns(self, value: int) -> None:
        self._memory[0] = value


class RouterMeter(LagMeter):
    """The router's meter: also tells the workers.

    Args:
        busy_since: Where to tell them.
    """

    def __init__(self, busy_since: SharedInstant) -> None:
        super().__init__()
        self._busy_since = busy_since

    def polled(self, at_ns: int, *, waited: bool) -> None:
        """See `LagMeter`."""
        super().polled(at_ns, waited=waited)
        self._busy_since.ns = self.busy_since_ns

    def rests(self) -> None:
        """See `LagMeter`."""
        self._busy_since.ns = 0


class WorkerMeter(LagMeter):
    """A worker's meter: what waits in the router waits too.

    Args:
        router_busy_since: What the router tells.
    """

    def __init__(self, router_busy_since: SharedInstant) -> None:
        super().__init__()
        self._router_busy_since = router_busy_since

    def lag_ns(self, now_ns: int) -> int:
        """See `LagMeter`."""
        since_ns = self._router_busy_since.ns
        own_ns = super().lag_ns(now_ns)
        return max(own_ns, now_ns - since_ns) if since_ns else own_ns
