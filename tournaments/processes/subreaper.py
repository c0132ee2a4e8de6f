"""Starts the supervisor, waits for its end, and kills what a supervisor that was killed leaves behind.

Run as `python -m tournaments.processes.subreaper` with one end of a socket pair as standard input: the supervisor's.
The guard is told nothing and says nothing; orphans of its descendants become its children, and the
supervisor's death is all it waits for.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import sys

from tournaments.processes.supervisor import Supervisor, kill, own_children

__all__ = ["main"]

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_LIBC = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    """Be the guard, and in a process of its own the supervisor."""
    _adopt_orphans()
    guard = os.getpid()
    supervisor = os.fork()
    if supervisor:
        # The runner learns of the supervisor's end by that of the socket.
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), sys.stdin.fileno())
        _wait_and_kill(supervisor)
        return
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    _adopt_orphans()
    if os.getppid() == guard:  # else it died before the request took effect
        with socket.socket(fileno=os.dup(sys.stdin.fileno())) as control:
            Supervisor(control).run()


def _adopt_orphans() -> None:
    _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _wait_and_kill(supervisor: int) -> None:
    os.waitpid(supervisor, 0)
    while orphans := own_children():
        kill(orphans)
        os.waitid(os.P_ALL, 0, os.WEXITED)


if __name__ == "__main__":
    main()
