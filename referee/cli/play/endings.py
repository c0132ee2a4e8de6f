"""Ends a command with child processes on a signal: it cleans up first, then ends by that signal."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType

__all__ = ["ended_by_signals", "undisturbed"]

_LIKE_CTRL_C = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Treat SIGTERM, SIGHUP and SIGQUIT in this block as Ctrl-C, then end by the same signal.

    So everything inside the block cleans up, and the caller's shell still sees which signal it was.
    A signal that is ignored already, as SIGHUP under `nohup`, stays ignored.
    """
    # Python lets only the main thread set handlers of signals.
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def interrupt(number: int, frame: FrameType | None) -> None:
        came.append(number)
        handler = signal.getsignal(signal.SIGINT)
        # Called and not raised as a signal: SIGINT may be ignored, as of jobs in the background of a script.
        if not callable(handler):
            raise KeyboardInterrupt
        handler(signal.SIGINT, frame)

    before = {
        number: signal.signal(number, interrupt)
        for number in _LIKE_CTRL_C
        if signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield
    except KeyboardInterrupt:
        _die_by(came[0] if came else signal.SIGINT)
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Ignore Ctrl-C and ending signals in this block, which cleans up, so that none interrupts it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {
        number: signal.signal(number, signal.SIG_IGN)
        for number in (signal.SIGINT, *_LIKE_CTRL_C)
        if signal.getsignal(number) is not None
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _die_by(number: int) -> None:
    """End this process by the signal `number`, without writing a core file."""
    # A signal's default action skips Python's own exit, which would flush these.
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
