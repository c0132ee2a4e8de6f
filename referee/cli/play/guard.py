"""A second process that cleans up after `referee play`, in whatever way that ends.

A process that gets SIGKILL can't clean up, so another one does: it waits for its standard input to
close, which happens with the end of `referee play`, kills all processes whose environment names the
private folder, and removes the folder. It runs without `site` and imports the standard library
alone, so that it costs little.
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path

__all__ = ["end_all_of", "start_guard", "stop_guard"]

_PROC = Path("/proc")
_ROUNDS = 20
"""Number of times that the guard searches for processes to kill: a process may start another while it
is being killed.
"""
_WAIT_S = 5.0
"""Seconds to wait for a killed process to end. The guard itself may take `_ROUNDS` times as long."""
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def start_guard(folder: Path) -> subprocess.Popen[bytes]:
    """Start and return the guard of a private folder: a process that cleans up when its input closes."""
    return subprocess.Popen(
        (sys.executable, "-I", "-S", __file__, str(folder)),
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def stop_guard(guard: subprocess.Popen[bytes]) -> None:
    """Close the guard's standard input, so that it cleans up, and wait for its end."""
    assert guard.stdin is not None
    guard.stdin.close()
    try:
        guard.wait(_ROUNDS * _WAIT_S)
    except subprocess.TimeoutExpired:
        guard.kill()
        guard.wait()


def end_all_of(folder: str) -> None:
    """Kill all processes that were started with this folder in their environment.

    A bot's process may have left its group and its session, but its environment stays the one that
    it was started with. On systems without `/proc` nothing happens, for they have no such list.
    """
    for _ in range(_ROUNDS):
        killed = [handle for pid in _running() if (handle := _kill(pid, f"{folder}/".encode()))]
        if not killed:
            return
        for handle in killed:
            # Readable once the process has ended; until then it could still start another.
            select.select([handle], [], [], _WAIT_S)
            os.close(handle)


def _running() -> list[int]:
    own = os.getpid()
    try:
        names = os.listdir(_PROC)
    except OSError:
        return []
    return [pid for name in names if name.isdigit() and (pid := int(name)) != own]


def _kill(pid: int, mark: bytes) -> int | None:
    """Kill the process `pid` if its environment contains the bytes `mark`.

    Return a descriptor that is readable when the process has ended; None if it was not killed.
    """
    try:
        # The handle comes first: a number may be another process's by the time of the signal.
        handle = os.pidfd_open(pid)
    except (OSError, AttributeError):
        return None
    try:
        if mark in (_PROC / str(pid) / "environ").read_bytes():
            signal.pidfd_send_signal(handle, signal.SIGKILL)
            return handle
    except OSError:  # it has ended, or belongs to somebody else
        pass
    os.close(handle)
    return None


def _main(folder: str) -> None:
    # A signal for the whole group or terminal must not end the guard before its work is done.
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        while os.read(0, 1 << 16):
            pass
    end_all_of(folder)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    _main(sys.argv[1])
