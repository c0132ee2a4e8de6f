"""Resource limits of a program: as numbers, how they are set, and how much the program uses now.

Kernel limits (`setrlimit`) bind each process of a program separately; what all its processes use
together is measured by the supervisor, which kills a program that exceeds a limit. This module
needs the standard library only, since the supervisor uses it.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import functools
import os
import resource
from collections.abc import Mapping
from pathlib import Path

__all__ = [
    "Limits",
    "Usage",
    "breach",
    "SCRATCH_PLACES",
    "children_of",
    "files_in_scratch",
    "limit_init",
    "limit_self",
    "memory_of_sockets",
    "shown_size",
    "usages",
]

SCRATCH_PLACES = ("/tmp", "/dev/shm")
"""Folders in which a program in a sandbox may write."""
_FILE_BYTES = 1024
"""Memory that the kernel needs for a file, even an empty one, in bytes."""
_FREE_SOCKETS = 64
"""Number of sockets that are not counted as memory: a bot that plays has about this many, and they
hold little.
"""
_SANDBOX_PROCESSES = 1
"""Number of processes of the sandbox itself, which count along with those of its program."""
_OOM_SCORE = 500
"""Value that bots get as `oom_score_adj`: if memory runs out, the kernel kills bots before referee
and runner.
"""
_KIB = 1024
_PENDING_SIGNALS = 256
"""Highest number of pending signals and POSIX timers, over all processes in a sandbox."""
_LOCKED_BYTES = 8 * 1024 * 1024
"""Memory that a process may lock against being swapped out, in bytes: what most systems allow."""


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds on what one program may use; None means no bound."""

    memory: int | None = None
    """Bytes of private writable memory that each process may have, and bytes of memory that all
    processes together may use; None for no bound.
    """
    cpu_s: int | None = None
    """Processor time that each process may use, in seconds; None for no bound."""
    processes: int | None = None
    """Highest number of processes and threads together; None for no bound."""
    open_files: int | None = None
    """Highest number of open files of each process; None for no bound."""
    file_size: int | None = None
    """Greatest length of any file that the program writes, in bytes; None for no bound."""
    output: int | None = None
    """Bytes that a process may write to standard output and standard error; None for no bound."""
    scratch: int | None = None
    """Bytes that the program may write to each of `SCRATCH_PLACES` in a sandbox; None: no bound."""

    @property
    def files(self) -> int | None:
        """Highest number of files and folders, even empty ones, in each of `SCRATCH_PLACES`.

        None for no bound.
        """
        return None if self.scratch is None else self.scratch // _FILE_BYTES

    @property
    def are_shared(self) -> bool:
        """Whether there is a limit on what all processes of the program use together."""
        return self.memory is not None or self.processes is not None or self.scratch is not None


@dataclasses.dataclass(frozen=True, slots=True)
class Usage:
    """Threads, memory and files that a program and all its descendants use at one moment."""

    tasks: int
    """Number of processes and threads that the program and its descendants have."""
    memory: int
    """Bytes of memory, including swapped memory. Code of libraries is left out; memory that
    processes share counts for each of them.
    """
    files: int = 0
    """Number of files and folders in that one of `SCRATCH_PLACES` that has most."""


def limit_self(limits: Limits) -> None:
    """Set the kernel's limits for single processes on this process and all that it starts."""
    # A core dump would hold tokens of seats, and fill the disk.
    _set(os.getpid(), resource.RLIMIT_CORE, 0)
    # Not RLIMIT_AS: Java, Go and Node.js reserve far more addresses than they ever use.
    _set(os.getpid(), resource.RLIMIT_DATA, limits.memory)
    _set(os.getpid(), resource.RLIMIT_NOFILE, limits.open_files)
    _set(os.getpid(), resource.RLIMIT_FSIZE, limits.file_size)
    # A second later the kernel kills what ignores the first signal.
    _set(os.getpid(), resource.RLIMIT_CPU, limits.cpu_s, grace=1)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(_OOM_SCORE))


def limit_init(pid: int, limits: Limits) -> None:
    """Set limits that the kernel counts by user on the first process of a sandbox.

    These are the limits of processes, timers and signals. A sandbox has its own count of them;
    elsewhere they would count everything that the user runs. They do not bind root, for whom there
    is only `breach`.
    """
    if limits.processes is not None:
        _set(pid, resource.RLIMIT_NPROC, limits.processes + _SANDBOX_PROCESSES)
    _set(pid, resource.RLIMIT_SIGPENDING, _PENDING_SIGNALS)
    _set(pid, resource.RLIMIT_MSGQUEUE, 0)
    _set(pid, resource.RLIMIT_MEMLOCK, _LOCKED_BYTES)


def _set(pid: int, kind: int, value: int | None, *, grace: int = 0) -> None:
    if value is None:
        return
    _, hard = resource.prlimit(pid, kind)
    # Nobody but root may raise a hard limit: what is tighter already stays so.
    most = value + grace if hard == resource.RLIM_INFINITY else min(value + grace, hard)
    resource.prlimit(pid, kind, (min(value, most), most))


def usages(roots: Mapping[int, int]) -> dict[int, Usage]:
    """Return what some programs use now, from one scan of all processes.

    Args:
        roots: Process id of each program, by any key; the result has the same keys.
    """
    children = _children_by_parent()
    return {key: _usage(pid, children) for key, pid in roots.items()}


def files_in_scratch(init: int) -> int:
    """Return the number of files and folders in that one of `SCRATCH_PLACES` that has most.

    Args:
        init: Id of the first process of the sandbox's namespace. Until it has its own root folder,
            it sees this machine's folders, and the result is 0.
    """
    most = 0
    for place in SCRATCH_PLACES:
        with contextlib.suppress(OSError):  # it has ended
            inside = f"/proc/{init}/root{place}"
            # On the same device it is this machine's folder: bwrap has not changed the root yet.
            if _device(inside) != _device(place):
                there = os.statvfs(inside)
                most = max(most, there.f_files - there.f_ffree)
    return most


def _device(path: str) -> int | None:
    """Return the device that a path is on; None if there is no such path."""
    try:
        return os.stat(path).st_dev
    except OSError:
        return None


def memory_of_sockets(init: int) -> int:
    """Return an upper bound on the memory in a sandbox's sockets, in bytes, which no process shows.

    The first `_FREE_SOCKETS` are not counted.

    Args:
        init: Id of the first process of the sandbox's namespace; the result is 0 if it shares this
            machine's network.
    """
    with contextlib.suppress(OSError, ValueError):  # it has ended
        if os.readlink(f"/proc/{init}/ns/net") != os.readlink("/proc/self/ns/net"):
            told = Path(f"/proc/{init}/net/sockstat").read_text().split()
            # The kernel counts sockets by namespace. How much waits in each is in no file, so the
            # most is taken.
            beyond = int(told[told.index("used") + 1]) - _FREE_SOCKETS
            # What a program asks for is doubled (socket(7)).
            return max(0, beyond) * 2 * _most_in_socket()
    return 0


@functools.cache
def _most_in_socket() -> int:
    """Return the largest buffer that a program may set for a socket, in bytes."""
    return int(Path("/proc/sys/net/core/wmem_max").read_text())


def _children_by_parent() -> dict[int, list[int]]:
    """Return the ids of the children of every process that has any, by the parent's id."""
    children: dict[int, list[int]] = collections.defaultdict(list)
    for entry in os.listdir("/proc"):
        if entry.isdigit() and (parent := _parent(entry)):
            children[parent].append(int(entry))
    return children


def children_of(pid: int) -> list[int]:
    """Return the ids of the children of a process that has a single thread."""
    with contextlib.suppress(OSError):
        listing = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return [int(child) for child in listing.split()]
    # It has ended, or this kernel has no such file.
    return _children_by_parent().get(pid, [])


def _parent(pid: str) -> int | None:
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:
            # The name, in parentheses, may hold anything; the state and the parent follow it.
            return int(stat.read().rpartition(b")")[2].split()[1])
    except OSError:  # it has ended meanwhile
        return None


def _usage(root: int, children: Mapping[int, list[int]]) -> Usage:
    tasks = memory = 0
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        # By parents and not by session: a program can leave its session, but not its ancestors.
        waiting += children.get(pid, ())
        own = _own_usage(pid)
        tasks, memory = tasks + own.tasks, memory + own.memory
    return Usage(tasks, memory)


def _own_usage(pid: int) -> Usage:
    tasks = memory = 0
    with contextlib.suppress(OSError), open(f"/proc/{pid}/status", "rb") as status:
        for line in status:
            # Not VmRSS, which counts libraries that all bots share.
            if line.startswith((b"RssAnon:", b"RssShmem:", b"VmSwap:")):
                memory += int(line.split()[1]) * _KIB
            elif line.startswith(b"Threads:"):
                tasks = int(line.split()[1])
    return Usage(tasks, memory)


def breach(limits: Limits, usage: Usage) -> str | None:
    """Return a text about the limit that a program exceeds, to follow "killed:".

    None if it exceeds none.
    """
    if limits.processes is not None and usage.tasks > limits.processes + _SANDBOX_PROCESSES:
        return f"it had {usage.tasks} processes and threads, its limit is {limits.processes}"
    if limits.memory is not None and usage.memory > limits.memory:
        held, limit = shown_size(usage.memory), shown_size(limits.memory)
        return f"it held {held} of memory, its limit is {limit}"
    if limits.files is not None and usage.files > limits.files:
        return f"it had {usage.files} files and folders in /tmp or /dev/shm, its limit is {limits.files}"
    return None


def shown_size(size: int) -> str:
    """Return a number of bytes as text for people, such as `1.5 MiB`."""
    for unit, name in ((_KIB**3, "GiB"), (_KIB**2, "MiB"), (_KIB, "KiB")):
        if size >= unit:
            return f"{size / unit:.1f}".removesuffix(".0") + f" {name}"
    return f"{size} bytes"
