"""Lets a bot fork, as `multiprocessing.Pool` does on Linux before Python 3.14.

Imported before gRPC. What gRPC does around a fork, unless the environment says otherwise, can hang a
process whose other threads use gRPC at that moment, and threads of a stream always do. Forked processes
must leave gRPC alone.
"""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

__all__ = ["STOPPING", "Forks", "forks"]

os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")

STOPPING = (signal.SIGINT, signal.SIGTERM)
"""Signals that stop a bot."""


class Forks:
    """Gives processes that a bot forks the signal handlers that it had itself before play.

    A pool ends its workers by SIGTERM. With a handler of ours they would not end: Python drops a signal
    that comes between the fork and its own clean-up. So signals wait until the old handlers are back.
    """

    def __init__(self) -> None:
        self.handlers: dict[signal.Signals, Any] | None = None
        """Those from before play, while there is play."""
        self._thread = threading.local()  # several threads may fork at once
        os.register_at_fork(
            before=self._hold, after_in_parent=self._release, after_in_child=self._reset
        )

    def _hold(self) -> None:
        if self.handlers is not None:
            self._thread.mask = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)

    def _release(self) -> None:
        mask = getattr(self._thread, "mask", None)
        if mask is not None:
            self._thread.mask = None
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def _reset(self) -> None:
        handlers, self.handlers = self.handlers, None
        # Signals are for the main thread to set, which the forked one is now.
        for number, handler in (handlers or {}).items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        self._release()


forks = Forks()
"""Of this process."""
