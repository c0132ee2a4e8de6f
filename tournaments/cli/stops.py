"""Makes SIGTERM and SIGHUP end a run as Ctrl-C does, at any moment, and with the same exit status."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
from collections.abc import Iterator

import typer

__all__ = ["STOPPED", "until_stopped"]

STOPPED = 130
"""Exit status of a run that was stopped."""
_NUMBERS = (signal.SIGTERM, signal.SIGHUP)
_OUTPUTS = (1, 2)
"""File descriptors of standard output and standard error."""


@contextlib.contextmanager
def until_stopped() -> Iterator[None]:
    """Run a block until it ends, is stopped by a signal, or its terminal is closed.

    A signal that is ignored stays ignored, as SIGHUP under nohup.

    Raises:
        Exit: The block was stopped.
    """
    before = {each: signal.getsignal(each) for each in _NUMBERS}
    before = {each: was for each, was in before.items() if was is not signal.SIG_IGN}
    is_stopped = False

    def stop(*_: object) -> None:
        nonlocal is_stopped
        if (
            not is_stopped
        ):  # nothing that follows may break off the end that the first of them wants
            is_stopped = True
            raise KeyboardInterrupt

    for number in before:
        signal.signal(number, stop)
    try:
        yield
    except KeyboardInterrupt as error:
        is_stopped = True
        if not _let_go_of_terminal():
            print(f"tournament: stopped{error}", file=sys.stderr)
        raise typer.Exit(STOPPED) from None
    except (OSError, BaseExceptionGroup) as error:
        # Whatever is written to a closed terminal fails, be it before the signal of that is heard of.
        if not (_is_of_input_or_output(error) and _let_go_of_terminal()):
            raise
        is_stopped = True
        raise typer.Exit(STOPPED) from None
    finally:
        for number, handler in before.items():
            # Ignored till the process is gone: Python removes its handlers before that.
            signal.signal(number, signal.SIG_IGN if is_stopped else handler)


def _is_of_input_or_output(error: BaseException) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return any(map(_is_of_input_or_output, error.exceptions))
    return isinstance(error, OSError) and error.errno == errno.EIO


def _let_go_of_terminal() -> bool:
    """Redirect standard output and error to nowhere if their terminal is gone; return whether one is gone.

    So nothing that is written later, even at exit, can fail.
    """
    gone = [output for output in _OUTPUTS if _is_gone(output)]
    for output in gone:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, output)
        os.close(nowhere)
    return bool(gone)


def _is_gone(output: int) -> bool:
    try:
        os.write(output, b"")
    except OSError as error:
        return error.errno == errno.EIO
    return False
