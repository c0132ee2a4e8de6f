"""Where compiled kernels are kept: which folders, and what makes a file in them trustworthy.

A folder is named by all that decides what is compiled: the sources of the game, the versions of
Python, Numba and NumPy, and the processor. So a changed source or another interpreter finds nothing
here, rather than something outdated, and all checkouts and environments of a user share what is equal.

    GROUP-DIGEST/PYTHON-NUMBA-NUMPY-MACHINE/TARGET/KERNEL-TYPES.kernel

It is looked for where the package is (`SHIPPED`, made together with a wheel and never written to)
and in the user's cache; only there is anything kept. A file begins with a checksum of the rest.
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
    "kept",
    "places",
    "read_checked",
    "user_root",
    "write_checked",
]

_PACKAGE = Path(__file__).parents[2]

SHIPPED = _PACKAGE / "_kernels"
"""Where compiled kernels are that came with the package."""
SUFFIX = ".kernel"
"""How the name of a kernel's file ends."""

_COMPLETE = "complete"
"""A file of this name says that nothing is missing in its folder."""
_MOST_DIGESTS = 8
"""So many versions of the sources are kept of each group."""
_CHECKSUM_BYTES = 16
_FORMAT = b"gamereferee kernel 1\n"


class Place(NamedTuple):
    """A folder with the compiled kernels of a group."""

    folder: Path
    """The folder; it may not exist."""
    is_generic: bool
    """Whether they are for every processor of the machine's architecture."""

    @property
    def is_complete(self) -> bool:
        """Whether all of them are there."""
        return (self.folder / _COMPLETE).exists()

    @property
    def is_empty(self) -> bool:
        """Whether none of them is there."""
        return next(self.folder.glob(f"*{SUFFIX}"), None) is None

    def complete(self) -> None:
        """Say that all of them are there, and remove what other sources had long ago."""
        with contextlib.suppress(OSError):
            (self.folder / _COMPLETE).touch()
            _prune(self.folder.parents[1])

    def use(self) -> None:
        """Say that they are in use, so that they aren't the first to be removed."""
        with contextlib.suppress(OSError):
            os.utime(self.folder.parents[1])


def kept(group: str) -> Place | None:
    """Return where the kernels of a group are taken from; None if there are none.

    What was compiled for this very processor goes before what is for all, but all before some.
    """
    there = [place for place in places(group) if not place.is_empty]
    return next((place for place in there if place.is_complete), there[0] if there else None)


def places(group: str) -> list[Place]:
    """Return where the kernels of a group can be, the best first; the first one is where they are kept."""
    below = Path(f"{group}-{_sources_of(group)}") / _versions()
    user, targets = user_root(), [_host_target(), _GENERIC]
    if _is_generic_wanted():
        targets.reverse()
    found = [Place(user / below / target, target == _GENERIC) for target in targets]
    return [*found, Place(SHIPPED / below / _GENERIC, is_generic=True)]


def user_root() -> Path:
    """Return the user's cache of kernels."""
    return cache_root() / "kernels"


def read_checked(file: Path) -> bytes | None:
    """Return what a file holds; None if that is not what was written."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    head = len(_FORMAT) + _CHECKSUM_BYTES
    content = data[head:]
    return content if data[:head] == _FORMAT + _checksum(content) else None


def write_checked(file: Path, content: bytes) -> None:
    """Write a file at once, or leave it be where that can't be done."""
    scratch = ""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, scratch = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(_FORMAT + _checksum(content) + content)
        os.replace(scratch, file)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(scratch)


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_CHECKSUM_BYTES).digest()


@functools.cache
def _sources_of(group: str) -> str:
    """Return the digest of all sources that a group's kernels can be made from."""
    shared = listed(_PACKAGE / "kernel_sources.txt")
    own, _, inner = group.partition(".")
    if own == _PACKAGE.name and inner:
        return digest_of(_PACKAGE, *shared, f"{inner.replace('.', '/')}/**/*.py")
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
    """Stands for what the processor can; what is loaded is asked for the precise target anyway."""
    told = platform.processor()
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
        kinds = ("vendor_id", "cpu family", "model\t", "flags", "Features", "CPU part")
        told = "\n".join(sorted({line for line in lines if line.startswith(kinds)}))
    return f"host-{hashlib.blake2b(told.encode(), digest_size=8).hexdigest()}"


def _prune(folder: Path) -> None:
    """Keep, of folders like this one for other sources, those that were used last."""
    group = folder.name.rpartition("-")[0]
    others = [other for other in folder.parent.glob(f"{group}-*") if other != folder]
    others.sort(key=lambda other: other.stat().st_mtime, reverse=True)
    for other in others[_MOST_DIGESTS - 1 :]:
        shutil.rmtree(other, ignore_errors=True)
