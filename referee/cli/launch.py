"""Starts programs early and lets them begin late.

A process in which gRPC lives must not be forked, so a bot's process is there before gRPC is loaded;
and a bot that begins before the referee listens finds nobody, and wastes seconds on trying again. So
what is started first is a shell that waits for a line on its standard input, in whose place the program
then runs.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence

__all__ = ["die_with_parent", "let_begin", "start_waiting"]

_WAIT = 'read -r _ && exec "$@"'
"""Reads byte by byte, so that the program finds all that comes after the line; if no line comes, it ends."""
_PR_SET_PDEATHSIG = 1


def start_waiting(
    command: Sequence[str],
    *,
    stdout: int,
    stderr: int | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a process that waits, becomes `command` when it is released, and dies with this one.

    gRPC must not be loaded yet.

    Args:
        command: The words of the program.
        stdout: Where its standard output goes, as `subprocess.Popen` takes it.
        stderr: Where its standard error goes; None is ours.
        env: Its environment; None is ours.

    Raises:
        OSError: There can't be another process.
    """
    return subprocess.Popen(
        ("/bin/sh", "-c", _WAIT, "sh", *command),
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=stderr,
        env=env,
        start_new_session=True,
        preexec_fn=die_with_parent,
    )


def let_begin(process: subprocess.Popen[bytes]) -> None:
    """Let a process that waits become its program; once."""
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        os.write(process.stdin.fileno(), b"\n")


def die_with_parent() -> None:
    """Let this process be killed when the one that started it dies; for `preexec_fn`."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
