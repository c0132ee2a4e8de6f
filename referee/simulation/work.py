"""What a server of simulations does at a time, for however many learners: one thing, within its share."""

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
    """The one core that a server of simulations uses; to be called from threads.

    Args:
        streams: Learners at once at most.
        share: How much of a core is used at most, above 0, up to 1: after what took t seconds of processor there
            is a rest of t (1 / share - 1).
        rest: Rests so many seconds.
        elsewhere: Returns the seconds of processor that what is done has used in other processes so far.
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
        """Do something when nothing else is done, and rest."""
        with self._lock:
            began = time.thread_time() + self._elsewhere()
            try:
                return work()
            finally:
                if self._share < 1:
                    used = time.thread_time() + self._elsewhere() - began
                    self._rest(used * (1 / self._share - 1))

    @contextlib.contextmanager
    def stream(self) -> Iterator[None]:
        """Be one of the learners.

        Raises:
            CallError: There are as many as may be.
        """
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
