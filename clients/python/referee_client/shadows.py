"""Finds files next to a bot that Python imports in place of modules of its standard library."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["shadowed"]


def shadowed() -> list[str]:
    """Return a hint for each file in the program's folder that hides a standard module.

    Only modules that have been imported count. Python looks first in the folder of the program, so
    that a `random.py` there breaks every import of `random`.
    """
    main = getattr(sys.modules.get("__main__"), "__file__", None)
    if main is None or not sys.path:
        return []
    folder = Path(sys.path[0] or ".").resolve()
    if folder == Path(os.__file__).resolve().parent:
        return []
    hints = []
    for name in sorted(sys.stdlib_module_names & sys.modules.keys()):
        path = getattr(sys.modules[name], "__file__", None)
        if path and Path(path).resolve().parent == folder:
            instead = f"in place of its own module {name}: rename it"  # plain-words: ignore
            hints.append(f"Python imports {path} {instead}")
    return hints
