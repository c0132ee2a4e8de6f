"""Starts the supervisor, waits for its end, and kills the processes that a killed supervisor leaves.

Run it as `python -m tournaments.processes.subreaper` with the supervisor's end of a socket pair as
standard input. This process, the guard, reads and writes nothing. Orphans of its descendants become
its children, and it waits for the supervisor's death alone.
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
    """Fork the supervisor, and run as its guard."""
    # Set before the fork: a program that is orphaned by the supervisor's death must never escape to init.
    _adopt_orphans()
    guard = os.getpid()
    supervisor = os.fork()
    if supervisor:
        # The runner notices the supervisor's end by the end of the socket. A copy that the guard kept open would
        # hide it.
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), sys.stdin.fileno())
        _wait_and_kill(supervisor)
        return
    # Guard and supervisor each end everything when the other one is killed, so that only both at once could leave
    # processes behind.
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    # Not inherited by a fork.
    _adopt_orphans()
    if os.getppid() == guard:  # else the guard died before the request took effect
        with socket.socket(fileno=os.dup(sys.stdin.fileno())) as control:
            Supervisor(control).run()


def _adopt_orphans() -> None:
    _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _wait_and_kill(supervisor: int) -> None:
    os.waitpid(supervisor, 0)
    # Killing one may orphan its children, which then come here: repeat until none is left.
    while orphans := own_children():
        kill(orphans)
        os.waitid(os.P_ALL, 0, os.WEXITED)


if __name__ == "__main__":
    main()
