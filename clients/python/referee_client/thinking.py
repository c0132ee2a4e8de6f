"""What is asked of one bot while another thread may be asking it: one thing after the other.

A bot that thinks on a thread of its own must not hear of a missed deadline at the same time. So whatever
comes for it waits until it has decided.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

__all__ = ["Thinker"]

Step = Callable[[], bool]
"""One thing to ask; False means that it has only begun, and `Thinker.go_on` is called at its end."""


class Thinker:
    """One bot's queue. It begins from one thread alone, and goes on from any."""

    __slots__ = ("_lock", "_waiting", "is_busy", "seats")

    def __init__(self) -> None:
        self.is_busy = False
        """Whether the bot is thinking on a thread. It begins only where `add` is called."""
        self.seats = 0
        """How many seats the bot plays."""
        self._waiting: deque[Step] = deque()
        self._lock = threading.Lock()

    def add(self, step: Step) -> None:
        """Do something now, or once the bot has done what was added before."""
        with self._lock:
            self._waiting.append(step)
            if self.is_busy:
                return
            self.is_busy = True
        self.go_on()

    def go_on(self) -> None:
        """Do what waits, until something of it goes on elsewhere."""
        while True:
            with self._lock:
                if not self._waiting:
                    self.is_busy = False
                    return
                step = self._waiting.popleft()
            if not step():
                return
