"""Compiled versions of hot modules: the same sources, compiled to C extensions by mypyc.

The code that runs for every decision, from the match machine to the server's sessions, is typed
Python; compiled, it takes a third of the time. A wheel for one platform has the compiled modules
next to their sources, where import prefers them. In a checkout `make match-layer` puts them into
the user's cache under a digest of their sources, so that a changed source runs as plain Python
until it is compiled again; `install` makes Python import them from there. The environment variable
REFEREE_COMPILED=0 disables them in either case.

The modules are listed in `compiled_modules.txt` of the package, since most are of layers above this
one. Results are the same either way, as the tests of the match layer show. `compiled_build`
compiles them.
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
"""Ending of the file names of compiled modules, which is specific to this Python on this
platform.
"""

_PACKAGE = Path(__file__).parents[2]
_KIND = "match_layer"
_LIST = "compiled_modules.txt"
_SHARED = "__mypyc"
"""Ending of the name of the one extension that contains the code of all compiled modules."""


class _Finder:
    """Import finder that looks for this project's modules in one folder, before all other finders.

    Args:
        place: The folder that contains the packages.
        suffix: Ending of the modules' file names, such as `.py`.
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
        """Return the import spec of the module `name`, if it is one of this project in the folder.

        Return None for any other module, so that the next finder looks for it.
        """
        # The extension with all the code is a module of its own outside the package. It must come
        # from the same folder as the modules: one from another build would not match them.
        if not name.startswith(f"{_PACKAGE.name}.") and not name.endswith(_SHARED):
            return None
        file = self._place / (name.replace(".", os.sep) + self._suffix)
        return importlib.util.spec_from_file_location(name, file) if file.exists() else None


def modules() -> list[str]:
    """Return the dotted names of the modules that get compiled."""
    return listed(_PACKAGE / _LIST)


def are_shipped() -> bool:
    """Return whether the installed package contains compiled modules next to their sources."""
    return (_PACKAGE / "core" / f"digest{SUFFIX}").exists()


def folder() -> Path:
    """Return the cache folder for modules compiled from the current sources; it may not exist.

    Used only if the package contains no compiled modules.
    """
    layers = sorted({name.split(".")[1] for name in modules()})
    # The compiler takes names and types from all of these layers.
    return _kept() / digest_of(
        _PACKAGE, _LIST, *(f"{name}/**/*.py" for name in layers), salt=SUFFIX
    )


def install() -> None:
    """Make Python import compiled modules, if they match the current sources.

    Does nothing if REFEREE_COMPILED=0, except that modules that came with the package are then
    imported as plain Python.
    """
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    is_wanted = os.environ.get("REFEREE_COMPILED", "1") != "0"
    # Import prefers shipped modules anyway, so here a finder is only needed to switch them off:
    # it finds the sources before them.
    if are_shipped():
        if not is_wanted:
            sys.meta_path.insert(0, _Finder(_PACKAGE.parent, ".py"))
    # In this order: the name of `folder` needs a digest of all sources, which is computed for
    # nothing where no cache exists.
    elif is_wanted and _kept().is_dir() and (place := folder()).is_dir():
        sys.meta_path.insert(0, _Finder(place, SUFFIX))


def _kept() -> Path:
    return cache_root() / _KIND
