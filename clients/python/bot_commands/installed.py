"""Finds programs of other installed distributions, such as the arena, by their entry points.

The commands `referee` and `tournament` start them.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import sys

__all__ = ["GROUP", "installed_program"]

GROUP = "gamereferee.programs"
"""Entry-point group of such programs. An entry names the `main` function of a package that `python
-m` can run."""


def installed_program(name: str, *needs: str) -> tuple[str, ...] | None:
    """Return the command line that starts a program of another distribution.

    The program runs in a separate process. Return None if a part of it is not installed.

    Args:
        name: Name of the program's entry point, such as `arena`.
        *needs: Further packages that the program needs and that may be missing, because they belong
            to an optional extra.
    """
    entries = importlib.metadata.entry_points(group=GROUP, name=name)
    modules = [entry.module.removesuffix(".__main__") for entry in entries]
    if not modules or any(importlib.util.find_spec(each) is None for each in (*modules, *needs)):
        return None
    return (sys.executable, "-P", "-m", modules[0])
