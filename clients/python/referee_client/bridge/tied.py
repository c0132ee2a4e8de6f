"""Runs a command that the kernel kills when the bridge dies: `tied.py PID COMMAND...`.

PID is the bridge's process id. It is a separate program, because in a process with threads, such as
the bridge, nothing is safe between fork and exec. It imports as little as it can, since every bot's
start waits for it.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
NOT_FOUND = 127
"""Exit status if the command can't be started; a shell uses the same for a command that it does not
find."""

if __name__ == "__main__":
    bridge, command = int(sys.argv[1]), sys.argv[2:]
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != bridge:  # the bridge died before prctl, so that no signal will come
        sys.exit(1)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"can't start {command[0]}: {error.strerror}", file=sys.stderr)
        sys.exit(NOT_FOUND)
