"""Stops a run in order at SIGTERM and SIGHUP, as Ctrl-C does, and reports why it ended."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Iterator
from pathlib import Path

from tournaments.spec.errors import (
    RefusedError,
    SpecError,
    SupervisorGoneError,
    TournamentError,
)

__all__ = ["cancel_when_stopped", "first_tournament_error", "stops_kept"]

_STOPS = (signal.SIGTERM, signal.SIGHUP)
"""Signals that stop a run as Ctrl-C does."""


@contextlib.contextmanager
def stops_kept() -> Iterator[None]:
    """Return a context that restores the handlers of SIGTERM and SIGHUP when it ends, as after a run.

    If the run was stopped by one of these signals, further ones stay ignored.
    """
    before = {number: signal.getsignal(number) for number in _STOPS}
    try:
        yield
    finally:
        for number, handler in before.items():
            if signal.getsignal(number) is not _hear_no_more:
                signal.signal(number, handler)


def cancel_when_stopped() -> None:
    """Cancel this task at the first SIGTERM or SIGHUP, unless the signal is ignored, as under nohup.

    A closing terminal sends SIGHUP more than once, and machines that shut down send both. None of
    the later ones may interrupt the end of the run; a second Ctrl-C does. Handlers of asyncio would
    be removed when the event loop is closed, and a signal just after that would kill the process.
    """
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task is not None
    heard = [each for each in _STOPS if signal.getsignal(each) is not signal.SIG_IGN]

    def stop(*_: object) -> None:
        for number in heard:
            signal.signal(number, _hear_no_more)
        if not loop.is_closed():  # else it has just ended
            loop.call_soon_threadsafe(task.cancel)

    for number in heard:
        signal.signal(number, stop)


def _hear_no_more(*_: object) -> None:
    """Do nothing at a signal.

    SIG_IGN would have Python complain of a signal that came just before.
    """


def first_tournament_error(group: BaseExceptionGroup[BaseException], file: Path) -> BaseException:
    """Return the first error of a group of failed tasks that people should read, or the whole group.

    The whole group is returned if it contains an unexpected error, that is, a bug.

    Args:
        group: The errors of the tasks.
        file: Path of the tournament's file, which is named if the referee refuses it.
    """
    matching, rest = group.split(TournamentError)
    if matching is None or rest is not None:
        return group
    if matching.subgroup(SupervisorGoneError) is not None:  # all else follows from that
        return SupervisorGoneError()
    error: BaseException = matching
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return SpecError(file, str(error)) if isinstance(error, RefusedError) else error
