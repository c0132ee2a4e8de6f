"""Compiled versions of hot modules: the same sources, compiled to C extensions by mypyc.

The code that runs for every decision, from the match machine to the server's sessions, is typed Python;
compiled, it takes a third of the time. A wheel for one platform has the compiled modules next to their
sources, where import prefers them. In a checkout `make match-layer` puts them into the user's cache under a
digest of their sources, so that a changed source runs as plain Python until it is compiled again; `install`
has them imported from there. The environment variable REFEREE_COMPILED=0 disables them in either case.

The modules are listed in `compiled_modules.txt` of the package, since most are of layers above this one.
Results are the same either way, as the tests of the match layer show. `compiled_build` compiles them.
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
"""End of the name of the one extension that contains the code of all the others."""


class _Finder:
    """Finds modules in a folder, before all other finders.

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
    """Return whether compiled modules came with the package, next to their sources."""
    return (_PACKAGE / "core" / f"digest{SUFFIX}").exists()


def folder() -> Path:
    """Return the folder for the compiled modules of the current sources, if none came with the package; it may not exist."""
    layers = sorted({name.split(".")[1] for name in modules()})
    # The compiler takes names and types from all of these layers.
    return _kept() / digest_of(
        _PACKAGE, _LIST, *(f"{name}/**/*.py" for name in layers), salt=SUFFIX
    )


def install() -> None:
    """Have compiled modules imported if there are any of the current sources and REFEREE_COMPILED allows it."""
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
