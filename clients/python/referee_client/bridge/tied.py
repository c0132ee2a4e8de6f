"""Become another program that is killed when the bridge dies: `tied.py PID COMMAND...`.

Run as a program of its own, because nothing but the exec of another program may be done between fork and
exec in a process with threads, such as the bridge is. Imports as little as it can: this is part of every
bot's start.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
NOT_FOUND = 127
"""Exit status of a shell whose command is not there."""

if __name__ == "__main__":
    bridge, command = int(sys.argv[1]), sys.argv[2:]
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != bridge:  # it died before the kernel knew what to do then
        sys.exit(1)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"can't start {command[0]}: {error.strerror}", file=sys.stderr)
        sys.exit(NOT_FOUND)
