"""Finds processes by a mark in their environment, and waits for their end without polling."""

from __future__ import annotations

import contextlib
import os
import select
from pathlib import Path

__all__ = ["marked_processes", "wait_until_gone"]

MARK = "TOURNAMENT_TEST_MARK"
"""Environment variable by which a test tells its own processes, and theirs, from all others."""


def marked_processes(mark: str) -> set[int]:
    """Ids of all running processes whose environment has this mark; zombies do not run."""
    found = set()
    for folder in Path("/proc").iterdir():
        # A process may end while it is looked at, or belong to somebody else.
        with contextlib.suppress(OSError):
            if folder.name.isdigit() and f"{MARK}={mark}".encode() in (
                (folder / "environ").read_bytes().split(b"\0")
            ):
                found.add(int(folder.name))
    return found


def wait_until_gone(pid: int) -> None:
    """Wait until the process has ended; it need not be a child."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        select.select([handle], [], [])
    finally:
        os.close(handle)
