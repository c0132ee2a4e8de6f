"""Files beside a bot that Python imports in the place of modules of its library."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["shadowed"]


def shadowed() -> list[str]:
    """Return a hint for each file beside the bot's program that is loaded as a module of Python's library.

    Python looks first in the folder of the program, so that `random.py` beside it breaks all that draws.
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
            hints.append(f"Python imports {path} in place of its own module {name}: rename it")
    return hints
