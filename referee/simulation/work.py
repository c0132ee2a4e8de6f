"""Runs the work of a simulation server: one piece at a time for all learners, within a share of one core."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from gamereferee.v1 import error_pb2
from referee.server.process.status import CallError

__all__ = ["Work"]

T = TypeVar("T")


class Work:
    """Runs pieces of work one at a time, from any thread, within a share of one core.

    Args:
        streams: Most learners at once.
        share: Largest share of a core to use, above 0, up to 1: after work of t seconds of processor time, wait
            t (1 / share - 1) seconds.
        rest: Function that waits for a number of seconds.
        elsewhere: Function that returns the processor time used in other processes so far, in seconds.
    """

    def __init__(
        self,
        streams: int,
        share: float = 1.0,
        rest: Callable[[float], None] = time.sleep,
        elsewhere: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._streams_left = streams
        self._share = share
        self._rest = rest
        self._elsewhere = elsewhere
        self._lock = threading.Lock()
        self._counting = threading.Lock()

    def do(self, work: Callable[[], T]) -> T:
        """Return the result of `work()`, run while no other work runs; then wait as `share` demands."""
        with self._lock:
            began = time.thread_time() + self._elsewhere()
            try:
                return work()
            finally:
                if self._share < 1:
                    # Processor time, not the time of day: waiting for a processor must not cost a learner its
                    # share. The rest is inside the lock, so that no other work fills it.
                    used = time.thread_time() + self._elsewhere() - began
                    self._rest(used * (1 / self._share - 1))

    @contextlib.contextmanager
    def stream(self) -> Iterator[None]:
        """Count one more learner (open stream) while the context is open.

        Raises:
            CallError: The number of learners is at its limit.
        """
        # Not the lock of `do`: a new learner must get its refusal while a long step is being carried out.
        with self._counting:
            if not self._streams_left:
                text = "as many streams are open as this server takes"
                raise CallError(error_pb2.ERROR_REASON_TOO_MANY_CALLS, text)
            self._streams_left -= 1
        try:
            yield
        finally:
            with self._counting:
                self._streams_left += 1
