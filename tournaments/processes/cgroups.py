"""Control groups (cgroups): the kernel limits all processes of a program together.

Version 2 is used where this user may write to it, as root may, or where systemd delegates it;
version 1 for those controllers that it still has, as on older systems. Without either, only
`setrlimit` and the supervisor's polling enforce limits. This module needs the standard library
only, since the supervisor uses it.

A program with its own group also has its own share of the processors: however many busy processes
it has, each rival gets the same share.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
from collections.abc import Iterator
from pathlib import Path

from tournaments.spec.limits import SCRATCH_PLACES, Limits, shown_size

__all__ = ["Cgroup", "Groups"]

_CONTROLLERS = ("memory", "pids", "cpu")
_REST = "gamereferee"
"""Group that processes of the delegated group are moved to: in version 2, a group that has
subgroups must have no processes.
"""
_OURS = re.compile(r"gamereferee-(\d+)-\d+")
"""Pattern of the names of programs' groups: the supervisor's process id, and a number."""
_WEIGHT = "1000"
"""Processor weight of runner, supervisor and referee; a program's is the kernel's default, 100."""
_SLACK = 16 * 1024 * 1024
"""Memory added to a program's limit for what the kernel needs for it (stacks, page tables,
sockets), in bytes.
"""
_ENCLOSING = 2
"""Number of processes of the sandbox itself, which count along with those of its program."""
_KILLS = re.compile(r"^oom_kill (\d+)$", re.MULTILINE)
_TELLS_KILLS = ("memory.events", "memory.oom_control")
"""Files of a group in which the kernel counts processes that it killed for memory: that of version
2, then that of version 1.
"""


class Cgroup:
    """The control groups of one program: one of version 2, or one for each controller of version 1.

    Args:
        folders: Folders of the groups.
    """

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self._folders = folders

    def limit(self, limits: Limits, *, is_enclosed: bool) -> None:
        """Set limits on all processes that will be in the group.

        Args:
            limits: Limits of the program.
            is_enclosed: Whether processes of a sandbox will be in the group as well.

        Raises:
            OSError: The kernel refuses a limit.
        """
        values: dict[str, str] = {}
        if limits.processes is not None:
            values["pids.max"] = str(limits.processes + (_ENCLOSING if is_enclosed else 0))
        if limits.memory is not None:
            # No program needs more within its limits; where those are precisely, the looks find.
            scratch = len(SCRATCH_PLACES) * (limits.scratch or 0)
            most = str(limits.memory + scratch + _SLACK)
            values |= {"memory.limit_in_bytes": most, "memory.max": most}
            # Swapped memory would escape the limit; and all of a program ends, not only its largest
            # process.
            values |= {"memory.swap.max": "0", "memory.oom.group": "1"}
        for folder in self._folders:
            for name, value in values.items():
                # Its own controllers' files are there, and of those not all on every kernel.
                with contextlib.suppress(FileNotFoundError):
                    _write(folder / name, value)

    def enter(self) -> None:
        """Move this process, and all that it will start, into the group."""
        for folder in self._folders:
            _write(folder / "cgroup.procs", "0")

    def breach(self, limits: Limits) -> str | None:
        """Return a text about the limit for which the kernel killed a process, to follow "killed:".

        None if the kernel killed none.
        """
        for folder in self._folders:
            for name in _TELLS_KILLS:
                with contextlib.suppress(OSError):
                    kills = _KILLS.search((folder / name).read_text())
                    if kills is not None and int(kills[1]) and limits.memory is not None:
                        limit = shown_size(limits.memory)
                        return f"it held more than {limit} of memory, its limit is {limit}"
        return None

    def remove(self) -> bool:
        """Remove the folders of the control group if it has no process left; return whether they are gone."""
        for folder in self._folders:
            with contextlib.suppress(OSError):
                folder.rmdir()
        return not any(folder.exists() for folder in self._folders)


class Groups:
    """Creates control groups for programs, where this supervisor may.

    Args:
        parents: Folders below which groups are created: one of version 2, or one for each
            controller of version 1; empty if it may create none.
    """

    def __init__(self, parents: tuple[Path, ...] = ()) -> None:
        self._parents = parents
        self._numbers = itertools.count(1)
        self._ended: list[Cgroup] = []

    @classmethod
    def found(cls, root: Path = Path("/")) -> Groups:
        """Return the groups below this process's own, if it may create any there.

        Args:
            root: Folder that stands for `/`; it holds `proc`, and all paths found there are below
                it.
        """
        try:
            places = dict(_own_places(root))
        except (OSError, ValueError, KeyError):
            return cls()
        unified = places.pop("", None)
        # Version 2 first: it bounds memory, processes and processors in one group.
        divided = unified and _divide(unified)
        parents = [divided] if divided else []
        parents += [
            place
            for name, place in places.items()
            if name in _CONTROLLERS and os.access(place, os.W_OK)
        ]
        groups = cls(tuple(dict.fromkeys(parents)))
        # Only a supervisor that was killed leaves groups; the next one removes them.
        groups._sweep()
        return groups

    def make(self, limits: Limits, *, is_enclosed: bool) -> Cgroup | None:
        """Return a new group for one program; None where none can be created.

        Args:
            limits: Limits of the program.
            is_enclosed: Whether the program runs in a sandbox.
        """
        name = f"gamereferee-{os.getpid()}-{next(self._numbers)}"
        group = Cgroup(tuple(parent / name for parent in self._parents))
        try:
            for parent in self._parents:
                (parent / name).mkdir()
            group.limit(limits, is_enclosed=is_enclosed)
        except OSError:  # taken from us meanwhile, or there are too many
            self.remove(group)
            return None
        return group if self._parents else None

    def remove(self, group: Cgroup | None) -> None:
        """Remove the group of a program that has ended.

        Groups of earlier programs that still had a process at their end are tried again.
        """
        if group is not None:
            self._ended.append(group)
        self._ended = [each for each in self._ended if not each.remove()]

    def _sweep(self) -> None:
        """Remove groups that were left by supervisors that no longer run."""
        for parent in self._parents:
            for folder in parent.glob("gamereferee-*"):
                ours = _OURS.fullmatch(folder.name)
                if ours and not Path("/proc", ours[1]).exists():
                    Cgroup((folder,)).remove()


def _own_places(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield controller and folder of each control group that this process is in.

    The controller of a version 2 group is empty (cgroups(7)).

    Args:
        root: Folder that stands for `/`; it holds `proc`, and the folders are below it.
    """
    mounts: dict[str, tuple[str, Path]] = {}
    for line in (root / "proc/self/mountinfo").read_text().splitlines():
        head, _, tail = line.partition(" - ")
        _, _, _, shown, mount, *_ = head.split()
        kind, _, options = tail.split(" ")[:3]
        if kind in ("cgroup", "cgroup2"):
            names = [""] if kind == "cgroup2" else options.split(",")
            mounts |= dict.fromkeys(names, (shown, root / mount.lstrip("/")))
    for line in (root / "proc/self/cgroup").read_text().splitlines():
        _, these, path = line.split(":", 2)
        for name in these.split(","):
            shown, folder = mounts.get(name, ("", root))
            # In a container the mount may show less than the path begins with.
            if shown and Path(path).is_relative_to(shown):
                yield name, folder / os.path.relpath(path, shown)


def _divide(own: Path) -> Path | None:
    """Prepare a control group of version 2, given its folder, so that it can have subgroups with limits.

    Return the folder in which subgroups can be created; None if this is not permitted.
    """
    if own.name == _REST and _passes_on(own.parent):
        return own.parent  # another supervisor has been here
    try:
        if not _passes_on(own):
            wanted = [name for name in _CONTROLLERS if name in _words(own / "cgroup.controllers")]
            if not wanted:
                return None
            if (own / "cgroup.type").exists():  # not so in the kernel's own, the root of all
                _move_rest(own)
            _write(own / "cgroup.subtree_control", " ".join(f"+{name}" for name in wanted))
    except OSError:
        return None
    return own if os.access(own, os.W_OK) else None


def _passes_on(folder: Path) -> bool:
    """Return whether subgroups of a group of version 2 get all of the needed controllers that it has."""
    with contextlib.suppress(OSError):
        passed = set(_words(folder / "cgroup.subtree_control"))
        has = set(_words(folder / "cgroup.controllers")) & set(_CONTROLLERS)
        return bool(has) and has <= passed
    return False


def _move_rest(own: Path) -> None:
    # Version 2 gives controllers to subgroups only while the group itself has no processes.
    (own / _REST).mkdir(exist_ok=True)
    with contextlib.suppress(OSError):
        _write(own / _REST / "cpu.weight", _WEIGHT)
    for process in _words(own / "cgroup.procs"):
        with contextlib.suppress(ProcessLookupError):
            _write(own / _REST / "cgroup.procs", process)


def _words(file: Path) -> list[str]:
    return file.read_text().split()


def _write(file: Path, value: str) -> None:
    """Write to an existing file of the kernel, without creating it."""
    # In one write and without O_CREAT: a file that is missing here is a controller that is not
    # there.
    descriptor = os.open(file, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, value.encode())
    finally:
        os.close(descriptor)
