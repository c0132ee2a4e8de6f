"""Compiled twins of hot modules: the same sources, made into C extensions by mypyc.

What every decision of every match goes through, from the match machine to the server's sessions, is
typed Python; compiled, it takes a third of the time. `build` compiles it where mypyc and a C compiler are at hand, and `install`
lets import take the compiled modules. They are kept under a digest of the sources they were made from,
so a changed source runs as plain Python until it is compiled again, and what runs is always what is
written. The environment's REFEREE_COMPILED=0 leaves them out.

Nothing depends on it: results are the same either way, as the tests of the match layer show.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from referee.core.sources import folder_for, remove_outdated

__all__ = ["MODULES", "build", "folder", "install", "is_installed"]

MODULES = (
    "referee.core.digest",
    "referee.core.time_control",
    "referee.core.values",
    "referee.match.effects",
    "referee.match.events",
    "referee.match.records",
    "referee.match.seat",
    "referee.match.course",
    "referee.match.machine",
    "referee.replay.varint",
    "referee.replay.journal",
    "referee.replay.records",
    "referee.server.turns",
    "referee.server.host",
    "referee.server.session",
)
"""What is compiled."""

_PACKAGE = Path(__file__).parents[1]
_READ = ("core/*.py", "match/*.py", "replay/*.py", "server/*.py")
"""What the compiler takes names and types from: that, and what it compiles, decides the outcome."""
_SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
_SHARED = "__mypyc"
"""How the name of the extension ends that the others have their code from."""


class _Finder:
    """Finds compiled modules in a folder, before anything else is asked."""

    def __init__(self, place: Path) -> None:
        self._place = place

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> importlib.machinery.ModuleSpec | None:
        """The compiled module of this name, if there is one."""
        if name not in MODULES and not name.endswith(_SHARED):
            return None
        file = self._place / (name.replace(".", os.sep) + _SUFFIX)
        return importlib.util.spec_from_file_location(name, file) if file.exists() else None


def folder() -> Path:
    """Where the compiled modules of today's sources are, or would be."""
    return folder_for(f"compiled{_SUFFIX}", *_READ, package=_PACKAGE)


def is_installed() -> bool:
    """Whether import takes compiled modules in this process."""
    return any(isinstance(finder, _Finder) for finder in sys.meta_path)


def install() -> None:
    """Let import take compiled modules, if there are any of today's sources."""
    if os.environ.get("REFEREE_COMPILED", "1") == "0" or is_installed():
        return
    place = folder()
    if place.is_dir():
        sys.meta_path.insert(0, _Finder(place))


def build() -> str:
    """Compile the modules unless that has been done; return in a sentence what came of it."""
    place = folder()
    if place.is_dir():
        return "the match layer is compiled"
    if importlib.util.find_spec("mypyc") is None:
        return "the match layer runs as plain Python: mypyc is not installed"
    if shutil.which(os.environ.get("CC", "cc")) is None:
        return "the match layer runs as plain Python: there is no C compiler"
    try:
        with tempfile.TemporaryDirectory() as scratch:
            _compile(Path(scratch), place)
    except subprocess.CalledProcessError as error:
        said = [line for line in (error.stdout + error.stderr).splitlines() if "error:" in line]
        reason = "; ".join(said) or f"the compiler ended with {error.returncode}"
    except OSError as error:
        reason = str(error)
    else:
        return "the match layer is compiled"
    return f"the match layer runs as plain Python: it can't be compiled here ({reason})"


def _compile(scratch: Path, place: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(_PACKAGE, scratch / _PACKAGE.name, ignore=ignored)
    files = [name.replace(".", "/") + ".py" for name in MODULES]
    silent = ["--ignore-missing-imports", "--follow-imports=silent", "--config-file="]
    env = os.environ | {"MYPYC_OPT_LEVEL": "2", "MYPYC_DEBUG_LEVEL": "0"}
    command = [sys.executable, "-m", "mypyc", *silent, *files]
    subprocess.run(command, cwd=scratch, env=env, check=True, capture_output=True, text=True)
    made = place.with_name(f"{place.name}.{os.getpid()}")
    for extension in scratch.rglob(f"*{_SUFFIX}"):
        relative = extension.relative_to(scratch)
        if "build" not in relative.parts:
            (made / relative).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(extension, made / relative)
    made.rename(place)
    remove_outdated(place)
