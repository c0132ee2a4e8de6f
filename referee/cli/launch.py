"""Starts a program's process early, and lets the program begin later.

A process in which gRPC is loaded must not be forked, so a bot's process is started before that. A
bot that begins before the referee listens would find nobody and waste seconds on trying again. So
the process is first a shell that waits for a line on its standard input; then the program takes the
shell's place.
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
"""Shell script that waits for a line on standard input, then replaces itself by the program. It reads
byte by byte, so that the program finds all input after the line. If no line comes, it ends.
"""
_PR_SET_PDEATHSIG = 1


def start_waiting(
    command: Sequence[str],
    *,
    stdout: int,
    stderr: int | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Start and return a process that waits, and becomes `command` when `let_begin` releases it.

    The new process dies with this one. gRPC must not be loaded yet.

    Args:
        command: The words of the program.
        stdout: Where the program's standard output goes, as `subprocess.Popen` takes it.
        stderr: Where its standard error goes; None for that of this process.
        env: Its environment; None for that of this process.

    Raises:
        OSError: The system can't start another process.
    """
    return subprocess.Popen(
        ("/bin/sh", "-c", _WAIT, "sh", *command),
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=stderr,
        env=env,
        # A separate group, so that a bot can be killed together with its children.
        start_new_session=True,
        # Between fork and exec, which is safe only while this process has no other threads.
        preexec_fn=die_with_parent,
    )


def let_begin(process: subprocess.Popen[bytes]) -> None:
    """Release a waiting process, which then becomes its program; call it once per process."""
    assert process.stdin is not None
    # The process may have died while it waited; its exit status will show that.
    with contextlib.suppress(BrokenPipeError):
        os.write(process.stdin.fileno(), b"\n")


def die_with_parent() -> None:
    """Make the operating system kill this process when its parent dies; does nothing except on Linux.

    Meant to be called in the new process, as `preexec_fn` of `subprocess.Popen`.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
