"""The cache of compiled kernels: its folders, and the checksum of each file in them.

The name of a folder contains all that decides the machine code: a digest of the sources, the versions of
Python, Numba and NumPy, and the processor. So after a change of source or interpreter nothing is found,
rather than something outdated, and all checkouts and environments of a user share equal code.

    GROUP-DIGEST/PYTHON-NUMBA-NUMPY-MACHINE/TARGET/KERNEL-TYPES.kernel

Kernels are looked for in the package (`SHIPPED`, made together with a wheel and never written to)
and in the user's cache, which alone is written to. A file begins with a checksum of the rest.
Numba is not needed here.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.metadata
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from referee.core.native.sources import cache_root, digest_of, listed

__all__ = [
    "SHIPPED",
    "SUFFIX",
    "Place",
    "find_kernels",
    "places",
    "read_checked",
    "user_root",
    "write_checked",
]

_PACKAGE = Path(__file__).parents[2]

SHIPPED = _PACKAGE / "_kernels"
"""Folder of compiled kernels inside the installed package."""
SUFFIX = ".kernel"
"""Ending of the names of files with a kernel's compiled code."""

_COMPLETE = "complete"
"""Name of the file that marks a folder as containing all kernels of its group."""
_MOST_DIGESTS = 8
"""Number of source versions whose kernels are kept for each group; older ones are deleted."""
_CHECKSUM_BYTES = 16
_FORMAT = b"gamereferee kernel 1\n"


class Place(NamedTuple):
    """A folder for the compiled kernels of one group."""

    folder: Path
    """Path of the folder; it may not exist."""
    is_generic: bool
    """Whether the kernels in the folder run on every processor of the machine's architecture."""

    @property
    def is_complete(self) -> bool:
        """Whether all kernels of the group are in the folder."""
        return (self.folder / _COMPLETE).exists()

    @property
    def is_empty(self) -> bool:
        """Whether no kernel is in the folder."""
        return next(self.folder.glob(f"*{SUFFIX}"), None) is None

    def complete(self) -> None:
        """Mark the folder as complete, and delete the group's folders for outdated sources."""
        with contextlib.suppress(OSError):
            (self.folder / _COMPLETE).touch()
            _prune(self.folder.parents[1])

    def use(self) -> None:
        """Mark the folder as used now, so that folders used longer ago are deleted first."""
        with contextlib.suppress(OSError):
            os.utime(self.folder.parents[1])


def find_kernels(group: str) -> Place | None:
    """Return the folder from which to load a group's kernels; None if no folder has any.

    Complete folders are preferred; among equals, code for this processor is preferred to generic
    code.
    """
    there = [place for place in places(group) if not place.is_empty]
    return next((place for place in there if place.is_complete), there[0] if there else None)


def places(group: str) -> list[Place]:
    """Return the folders in which a group's kernels may be, the preferred first.

    New kernels are written to the first folder.
    """
    below = Path(f"{group}-{_sources_of(group)}") / _versions()
    user, targets = user_root(), [_host_target(), _GENERIC]
    if _is_generic_wanted():
        targets.reverse()
    found = [Place(user / below / target, target == _GENERIC) for target in targets]
    # Shipped kernels are always generic: a wheel does not know the processor.
    # Last, since it is never written to, and code for this processor is faster.
    return [*found, Place(SHIPPED / below / _GENERIC, is_generic=True)]


def user_root() -> Path:
    """Return the user's cache folder for compiled kernels."""
    return cache_root() / "kernels"


def read_checked(file: Path) -> bytes | None:
    """Return the content of a file; None if it can't be read or its checksum is wrong."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    head = len(_FORMAT) + _CHECKSUM_BYTES
    content = data[head:]
    return content if data[:head] == _FORMAT + _checksum(content) else None


def write_checked(file: Path, content: bytes) -> None:
    """Write `content` and its checksum to a file, atomically; do nothing if that is not possible."""
    scratch = ""
    try:
        # For this user alone: its files are unpickled and run as machine code.
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, scratch = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(_FORMAT + _checksum(content) + content)
        # Renamed only when complete: another process may load the file at any moment.
        os.replace(scratch, file)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(scratch)


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_CHECKSUM_BYTES).digest()


@functools.cache
def _sources_of(group: str) -> str:
    """Return a digest of all source files that decide the machine code of a group's kernels."""
    shared = listed(_PACKAGE / "kernel_sources.txt")
    own, _, inner = group.partition(".")
    if own == _PACKAGE.name and inner:
        return digest_of(_PACKAGE, *shared, f"{inner.replace('.', '/')}/**/*.py")
    # A game from elsewhere: its own sources, with the digest of ours as salt, as its kernels call ours.
    ours = digest_of(_PACKAGE, *shared)
    module = sys.modules.get(group)
    file = getattr(module, "__file__", None)
    if group == _PACKAGE.name or file is None:
        return ours
    sources = "**/*.py" if hasattr(module, "__path__") else Path(file).name
    return digest_of(Path(file).parent, sources, salt=ours)


@functools.cache
def _versions() -> str:
    numba, numpy = (importlib.metadata.version(name) for name in ("numba", "numpy"))
    python = f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}"
    return f"{python}-numba-{numba}-numpy-{numpy}-{sys.platform}-{platform.machine()}"


_GENERIC = "generic"


def _is_generic_wanted() -> bool:
    return os.environ.get("NUMBA_CPU_NAME") == _GENERIC


@functools.cache
def _host_target() -> str:
    """Return a name for this processor's features.

    The name need not be exact: loading compares Numba's own description of the processor again.
    """
    described = platform.processor()
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
        # Only lines that are the same at every start: others, such as the clock frequency, change.
        kinds = ("vendor_id", "cpu family", "model\t", "flags", "Features", "CPU part")
        described = "\n".join(sorted({line for line in lines if line.startswith(kinds)}))
    return f"host-{hashlib.blake2b(described.encode(), digest_size=8).hexdigest()}"


def _prune(folder: Path) -> None:
    """Delete the folders next to `folder` for the same group of kernels, but other sources.

    The most recently used ones of them stay: `_MOST_DIGESTS` folders of the group, `folder` included.
    """
    group = folder.name.rpartition("-")[0]
    others = [other for other in folder.parent.glob(f"{group}-*") if other != folder]
    # By the time that `use` sets, not by age: old sources may be those of a release that is in use.
    others.sort(key=lambda other: other.stat().st_mtime, reverse=True)
    for other in others[_MOST_DIGESTS - 1 :]:
        shutil.rmtree(other, ignore_errors=True)
