"""When kernels go from interpreted to compiled: for one game at a time, while its matches run.

Compiled code is worth what it costs to have it: Numba's import, a second of a processor, where it is
kept, and a minute of compiling, where it is not. So both wait until a game has spent as much time in
interpreted kernels. All of it happens in a thread beside and, as to compiling, in a process of the
lowest priority; a match that is under way never waits, and goes on in the compiled code in midst of it.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import NamedTuple

from referee.core import kept_kernels
from referee.core.kernel import JIT, Group, groups

__all__ = ["TakenUp", "compile_beside", "take_up"]


class TakenUp(NamedTuple):
    """What came of it."""

    kernels: int
    """How many kernels have compiled code now."""
    overloads: int
    """For how many combinations of types altogether."""


def take_up(group: str) -> TakenUp:
    """Let a game's kernels go on compiled, as far as that is kept; at any time, in any thread.

    Args:
        group: The package they are in, as `kernel.group_of` names it.
    """
    if not JIT or group not in groups:
        return TakenUp(0, 0)
    place = kept_kernels.kept(group)
    if place is None:
        return TakenUp(0, 0)
    from referee.core import compiling

    place.use()
    files = [file.name for file in place.folder.glob(f"*{kept_kernels.SUFFIX}")]
    loaded = [compiling.load(kernel, place, files) for kernel in groups[group].kernels]
    return TakenUp(sum(map(bool, loaded)), sum(loaded))
