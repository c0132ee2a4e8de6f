"""Queue of the calls of one bot's methods, so that no two threads call one bot at the same time.

While a bot decides on a thread, the reading thread must not call the bot's `on_missed`. So all
further calls wait until the bot has decided.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

__all__ = ["Thinker"]

Step = Callable[[], bool]
"""Type of one queued call of a bot's method. It returns True if the call is done. It returns False
if the call continues on a thread, which then calls `Thinker.go_on` at its end.
"""


class Thinker:
    """Queue of the calls of one bot's methods.

    Call `add` from one thread alone, `go_on` from any.
    """

    __slots__ = ("_lock", "_waiting", "is_busy", "seats")

    def __init__(self) -> None:
        self.is_busy = False
        """Whether the bot is thinking on a thread. Only `add` sets it to True, so that the thread
        that calls `add` can rely on a False."""
        self.seats = 0
        """Number of seats that the bot plays."""
        self._waiting: deque[Step] = deque()
        self._lock = threading.Lock()

    def add(self, step: Step) -> None:
        """Run a queued call of the bot's methods now, or after the calls that were added before it.

        Args:
            step: The call. It returns False if it continues on a thread.
        """
        with self._lock:
            self._waiting.append(step)
            # Read and set under the lock under which `go_on` clears it: a step must never be added
            # to a queue that nothing runs any more.
            if self.is_busy:
                return
            self.is_busy = True
        self.go_on()

    def go_on(self) -> None:
        """Run waiting calls of the bot's methods until one continues on a thread, or none is left."""
        while True:
            with self._lock:
                if not self._waiting:
                    self.is_busy = False
                    return
                step = self._waiting.popleft()
            if not step():
                return
