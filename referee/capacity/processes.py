"""Reads processor time and memory of processes, as Linux reports them; None on other systems."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["busy_seconds", "cpu_seconds", "free_bytes", "resident_bytes", "tree"]

_CGROUP = Path("/sys/fs/cgroup")
_IDLE = (3, 4)
"""Indices of the numbers in the line `cpu` of /proc/stat (proc(5)) that count time in which nothing
ran.
"""
_GUEST = 8
"""Index of the first number in the line `cpu` of /proc/stat whose time is already counted in an
earlier number of that line.
"""


def tree(pid: int) -> list[int]:
    """Return the ids of a process and all its descendants, as far as the system reports them."""
    found = [pid]
    for each in found:
        for task in Path(f"/proc/{each}/task").glob("*/children"):
            found += [int(child) for child in _text(task).split()]
    return found


def cpu_seconds(pid: int) -> float | None:
    """Return the processor time of a process and its descendants, in seconds.

    None where the system does not report it.
    """
    times = [time for each in tree(pid) if (time := _cpu_seconds(each)) is not None]
    return sum(times) if times else None


def _cpu_seconds(pid: int) -> float | None:
    fields = _text(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    if len(fields) < 13:
        return None
    user, system = fields[11:13]  # fields 14 and 15 of proc(5), of which two stand before ")"
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def resident_bytes(pid: int) -> int | None:
    """Return the resident size of a process and its descendants, in bytes.

    None where the system does not report it.
    """
    sizes = [_text(Path(f"/proc/{each}/statm")).split() for each in tree(pid)]
    # The second number of statm is the resident size in pages (proc(5)).
    pages = [int(size[1]) for size in sizes if size]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE") if pages else None


def busy_seconds() -> float | None:
    """Return the processor time of everything on this machine, in seconds over all cores.

    None where the system does not report it.
    """
    first = _text(Path("/proc/stat")).partition("\n")[0].split()
    if first[:1] != ["cpu"]:
        return None
    ticks = [int(text) for text in first[1 : 1 + _GUEST]]
    busy = sum(ticks) - sum(ticks[place] for place in _IDLE)
    return busy / os.sysconf("SC_CLK_TCK")


def free_bytes() -> int | None:
    """Return the bytes of memory that may still be taken.

    The limits are those of the machine and of this process's control group. None where the system
    does not report it.
    """
    machine = None
    for line in _text(Path("/proc/meminfo")).splitlines():
        if line.startswith("MemAvailable:"):
            machine = int(line.split()[1]) * 1024
    most, taken = (_text(_CGROUP / f"memory.{name}").strip() for name in ("max", "current"))
    if machine is not None and most.isdigit() and taken.isdigit():
        # A container may be allowed less than its machine has.
        machine = min(machine, max(0, int(most) - int(taken)))
    return machine


def _text(path: Path) -> str:
    """Return a file's text; empty if it can't be read, such as that of a process that is gone."""
    try:
        return path.read_text()
    except OSError:
        return ""
