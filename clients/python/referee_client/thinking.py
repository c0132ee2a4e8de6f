"""Queue of the calls of one bot's methods, so that no two threads call one bot at the same time.

While a bot decides on a thread, the reading thread must not call its `on_missed`. So all further calls wait until it
has decided.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

__all__ = ["Thinker"]

Step = Callable[[], bool]
"""One call. It returns True if it is done; False if it goes on on a thread, which calls `Thinker.go_on` at its end."""


class Thinker:
    """One bot's queue. `add` is for one thread alone, `go_on` for any."""

    __slots__ = ("_lock", "_waiting", "is_busy", "seats")

    def __init__(self) -> None:
        self.is_busy = False
        """Whether the bot is thinking on a thread. Only `add` sets it, so that its thread may rely on a False."""
        self.seats = 0
        """How many seats the bot plays."""
        self._waiting: deque[Step] = deque()
        self._lock = threading.Lock()

    def add(self, step: Step) -> None:
        """Run a step now, or after the steps that were added before."""
        with self._lock:
            self._waiting.append(step)
            if self.is_busy:
                return
            self.is_busy = True
        self.go_on()

    def go_on(self) -> None:
        """Run waiting steps until one of them goes on on a thread."""
        while True:
            with self._lock:
                if not self._waiting:
                    self.is_busy = False
                    return
                step = self._waiting.popleft()
            if not step():
                return
