"""Compiled twins of hot modules: the same sources, made into C extensions by mypyc.

What every decision of every match goes through, from the match machine to the server's sessions, is
typed Python; compiled, it takes a third of the time. A wheel for one platform brings the compiled
modules beside their sources, where import prefers them. In a checkout they are made by
`make match-layer` and kept in the user's cache under a digest of the sources they were made from, so
that a changed source runs as plain Python until it is compiled again; `install` lets import take them
from there. The environment's REFEREE_COMPILED=0 leaves them out in either case.

Which they are is listed in `compiled_modules.txt` beside the layers, since most are of layers above this
one. Nothing depends on it: results are the same either way, as the tests of the match layer show. How they
are compiled is in `compiled_build`.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from referee.core.native.sources import cache_root, digest_of, listed

__all__ = ["SUFFIX", "are_shipped", "folder", "install", "modules"]

SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]
"""How the names of compiled modules end: for this Python on this platform, and no other."""

_PACKAGE = Path(__file__).parents[2]
_KIND = "match_layer"
_LIST = "compiled_modules.txt"
_SHARED = "__mypyc"
"""How the name of the extension ends that the others have their code from."""


class _Finder:
    """Finds modules in a folder, before anything else is asked.

    Args:
        place: The folder that packages are in.
        suffix: How the names of their files end.
    """

    def __init__(self, place: Path, suffix: str) -> None:
        self._place = place
        self._suffix = suffix

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the module of this name from the folder, if it is one of ours and there."""
        if not name.startswith(f"{_PACKAGE.name}.") and not name.endswith(_SHARED):
            return None
        file = self._place / (name.replace(".", os.sep) + self._suffix)
        return importlib.util.spec_from_file_location(name, file) if file.exists() else None


def modules() -> list[str]:
    """Return names of the modules that are compiled."""
    return listed(_PACKAGE / _LIST)


def are_shipped() -> bool:
    """Return whether compiled modules came with the package, beside their sources."""
    return (_PACKAGE / "core" / f"digest{SUFFIX}").exists()


def folder() -> Path:
    """Return where the compiled modules of today's sources are, or would be, if none came with the package."""
    layers = sorted({name.split(".")[1] for name in modules()})
    # The compiler takes names and types from all of these layers.
    return _kept() / digest_of(
        _PACKAGE, _LIST, *(f"{name}/**/*.py" for name in layers), salt=SUFFIX
    )


def install() -> None:
    """Let import take compiled modules, if there are any of today's sources and they are wanted."""
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    is_wanted = os.environ.get("REFEREE_COMPILED", "1") != "0"
    if are_shipped():
        if not is_wanted:
            sys.meta_path.insert(0, _Finder(_PACKAGE.parent, ".py"))
    elif is_wanted and _kept().is_dir() and (place := folder()).is_dir():
        sys.meta_path.insert(0, _Finder(place, SUFFIX))


def _kept() -> Path:
    return cache_root() / _KIND
