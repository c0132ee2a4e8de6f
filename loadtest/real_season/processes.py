"""Finds the processes of a season in `/proc`: who started whom, and by which words."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import signal
from pathlib import Path

__all__ = ["Process", "below", "is_alive", "kill", "named", "of_run"]


@dataclasses.dataclass(frozen=True, slots=True)
class Process:
    """A running process: its id, its parent's, and its command line."""

    pid: int
    """Its id."""
    parent: int
    """Id of the process that has started it, or adopted it."""
    words: tuple[str, ...]
    """The words that it was started with."""

    @property
    def line(self) -> str:
        """The command line of the process as one text."""
        return " ".join(self.words)


def _all() -> dict[int, Process]:
    found = {}
    for folder in Path("/proc").iterdir():
        # A process may end while it is looked at.
        with contextlib.suppress(OSError, ValueError):
            if folder.name.isdigit():
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                words = (folder / "cmdline").read_bytes().split(b"\0")[:-1]
                if state != "Z":
                    texts = tuple(word.decode(errors="replace") for word in words)
                    found[int(folder.name)] = Process(int(folder.name), int(parent), texts)
    return found


def below(pid: int) -> list[Process]:
    """Return all processes that descend from a process, parents first."""
    known = _all()
    found, ahead = [], [pid]
    while ahead:
        parent = ahead.pop(0)
        children = [each for each in known.values() if each.parent == parent]
        found += children
        ahead += [each.pid for each in children]
    return found


def named(text: str) -> list[Process]:
    """Return all other processes whose command line has a text, such as the path of a folder."""
    return [each for each in _all().values() if text in each.line and each.pid != os.getpid()]


def is_alive(pid: int) -> bool:
    """Return whether a process runs; one that has ended and was not waited for does not."""
    return pid in _all()


def kill(pid: int) -> None:
    """Kill a process as `kill -9` does; do nothing if it has ended."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def of_run(run: int, role: str) -> list[int]:
    """Return the ids of the processes with a role in a run of a season, which may be none.

    Args:
        run: Id of the run's process.
        role: `guard`, `supervisor`, `referee`, `arena` or `program`.
    """
    processes = below(run)
    guards = [
        each.pid
        for each in processes
        if each.parent == run and "tournaments.processes.subreaper" in each.words
    ]
    supervisors = [each.pid for each in processes if each.parent in guards]
    started = [each for each in processes if each.pid not in (*guards, *supervisors)]
    parents = {each.parent for each in started}
    match role:
        case "guard":
            return guards
        case "supervisor":
            return supervisors
        case "referee":
            return [p.pid for p in started if "referee serve" in p.line and p.parent in supervisors]
        case "arena":
            return [p.pid for p in started if "serve --private" in p.line]
        case "program":
            others = ("referee serve", "serve --private")
            return [
                p.pid
                for p in started
                if p.pid not in parents
                and not any(other in p.line for other in others)
                and "tournaments" not in p.words
            ]
    raise ValueError(
        f"role must be one of guard, supervisor, referee, arena, program, not {role!r}"
    )
