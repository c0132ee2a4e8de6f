"""Makes it safe to fork a bot's process, as `multiprocessing.Pool` does on Linux before Python 3.14.

Import this module before gRPC. By default gRPC installs handlers around a fork, which can hang a
process whose other threads use gRPC at that moment, as the threads of a stream always do. Without
these handlers, forked processes must not use gRPC.
"""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

__all__ = ["STOPPING", "Forks", "forks"]

os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")

STOPPING = (signal.SIGINT, signal.SIGTERM)
"""Signals that stop a bot's process."""


class Forks:
    """Restores, in forked processes, the signal handlers that the bot's process had before play.

    A pool ends its workers by SIGTERM. With the SDK's handler they would not end: Python drops a
    signal that arrives between the fork and Python's own clean-up. So signals are blocked from
    before the fork until the old handlers are back.
    """

    def __init__(self) -> None:
        self.handlers: dict[signal.Signals, Any] | None = None
        """Signal handlers from before play, by signal; None while nothing is played."""
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
        # Only the main thread may set handlers. In the child, the thread that forked is the main one.
        for number, handler in (handlers or {}).items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        self._release()


forks = Forks()
"""The only `Forks` of this process. Its fork hooks can't be removed again."""
