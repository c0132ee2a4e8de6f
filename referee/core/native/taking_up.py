"""When kernels go from interpreted to compiled: for one game at a time, while its matches run.

Compiled code is worth what it costs to have it: a second of a processor to import Numba and take up
what is kept, half a minute to compile what is not. So a game first spends as much in interpreted
kernels. All of this is done in a thread beside and, as to compiling, in a process of the lowest
priority, and only in a program that allows it; a match never waits, and changes over in its midst.
"""

from __future__ import annotations

import atexit
import logging
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.core.native import kept_kernels
from referee.core.native.interpreting import JIT, KernelGroup, groups

__all__ = ["TakenUp", "allow_compiling", "compile_when_called", "take_up", "take_up_beside"]

WORTH_COMPILING_NS = 20_000_000_000
"""Time in interpreted kernels after which a game is compiled."""


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
    place = kept_kernels.kept(group) if JIT and group in groups else None
    if place is None:
        return TakenUp(0, 0)
    from referee.core.native import compiling

    place.use()
    files = [file.name for file in place.folder.glob(f"*{kept_kernels.SUFFIX}")]
    loaded = []
    for kernel in groups[group].kernels:
        if _is_ending.is_set():
            break
        loaded.append(compiling.load(kernel, place, files))
    return TakenUp(sum(map(bool, loaded)), sum(loaded))


def compile_when_called(group: str) -> None:
    """Let each kernel of a game be compiled by its next call, and what comes of it be kept."""
    from referee.core.native import compiling

    for kernel in groups[group].kernels:
        compiling.compile_when_called(kernel)


class _Compiling(NamedTuple):
    command: Callable[[str], Sequence[str] | None]
    tell: Callable[[str], None]


_compiling: _Compiling | None = None
_is_ending = threading.Event()


def allow_compiling(
    command: Callable[[str], Sequence[str] | None], tell: Callable[[str], None]
) -> None:
    """Allow this program to compile in a process beside what is nowhere kept.

    Args:
        command: The command that compiles a group and ends with its standard input; None if none can.
        tell: Called once for each group that is compiled, with a line about it.
    """
    global _compiling  # one answer for the whole process
    _compiling = _Compiling(command, tell)


def take_up_beside(group: KernelGroup) -> None:
    """Take up what is kept of a game, and compile it where that is allowed and worth it; return at once."""
    if not _is_ending.is_set():
        thread = threading.Thread(target=_take_up_beside, args=(group,), daemon=True)
        _threads.append(thread)
        thread.start()


def _take_up_beside(group: KernelGroup) -> None:
    try:
        place = kept_kernels.kept(group.name)
        if place is not None:
            take_up(group.name)
        if place is not None and place.is_complete:
            return
        if group.spent_ns < WORTH_COMPILING_NS:
            group.limit_ns = WORTH_COMPILING_NS
        elif _compiling is not None and _compile(group.name, _compiling):
            take_up(group.name)
    except Exception:  # whatever is wrong with Numba or its files: it goes on as it is
        _log.warning("kernels of %s stay interpreted", group.name, exc_info=True)


def _compile(group: str, how: _Compiling) -> bool:
    """Compile a group in a process of its own; return whether there is anything to take up."""
    command = how.command(group)
    if command is None or _is_ending.is_set():
        return False
    how.tell(f"compiling the kernels of {group} beside; it plays on, interpreted until then")
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as child:
        _children.append(child)
        child.wait()
    return not _is_ending.is_set()


_log = logging.getLogger(__name__)
_threads: list[threading.Thread] = []
_children: list[subprocess.Popen[bytes]] = []


@atexit.register
def _end() -> None:
    """Wait for a thread that is inside Numba: an interpreter can't end around it."""
    _is_ending.set()
    for child in _children:
        if child.poll() is None:
            child.kill()
    for thread in _threads:
        thread.join()
