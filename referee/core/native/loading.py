"""Switches kernels from interpreted to compiled, one game at a time, while matches run.

Compiled code costs a second of processor time to import Numba and load it from the cache, and half
a minute to compile. So either is done only after a game has spent as much time in interpreted
kernels. Loading is done in a background thread, compiling in a process of the lowest priority and
only in a program that allows it. A match never waits; it switches between two calls of a kernel.
"""

from __future__ import annotations

import atexit
import logging
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.core.native import kernel_cache
from referee.core.native.interpreting import JIT, KernelGroup, groups

__all__ = [
    "Loaded",
    "allow_compiling",
    "compile_when_called",
    "load_compiled",
    "load_in_background",
]

COMPILE_AFTER_NS = 20_000_000_000
"""Time in nanoseconds. When a game's interpreted kernels have run longer than this and not all of
its compiled code is cached, the kernels are compiled.
"""


class Loaded(NamedTuple):
    """Number of kernels with loaded machine code, and of argument types that the code is for."""

    kernels: int
    """Number of kernels that have compiled code now."""
    overloads: int
    """Number of combinations of argument types with compiled code, summed over all kernels."""


def load_compiled(group: str) -> Loaded:
    """Load the cached compiled code of a game's kernels, and run it from now on.

    May be called at any time, in any thread.

    Args:
        group: Name of the kernels' package, as `kernel.group_of` returns it.
    """
    place = kernel_cache.find_kernels(group) if JIT and group in groups else None
    if place is None:
        return Loaded(0, 0)
    from referee.core.native import compiling

    # Now, not when loading has succeeded: other processes may delete the oldest folders meanwhile.
    place.use()
    files = [file.name for file in place.folder.glob(f"*{kernel_cache.SUFFIX}")]
    loaded = []
    for kernel in groups[group].kernels:
        # `_end` waits for this thread, so no further kernel may be begun once the process is
        # ending.
        if _is_ending.is_set():
            break
        loaded.append(compiling.load(kernel, place, files))
    return Loaded(sum(map(bool, loaded)), sum(loaded))


def compile_when_called(group: str) -> None:
    """Make each kernel of a group compile at its next call, and write the code to the cache."""
    from referee.core.native import compiling

    for kernel in groups[group].kernels:
        compiling.compile_when_called(kernel)


class _Compiling(NamedTuple):
    command: Callable[[str], Sequence[str] | None]
    log: Callable[[str], None]


_compiling: _Compiling | None = None
_is_ending = threading.Event()


def allow_compiling(
    command: Callable[[str], Sequence[str] | None], log: Callable[[str], None]
) -> None:
    """Allow this program to compile kernels that are not cached, in a separate process.

    Args:
        command: Function of a group's name that returns the command to compile it; None if the
            group can't be compiled. The command must end when its standard input closes.
        log: Called once for each group that is compiled, with a line about it.
    """
    global _compiling  # one answer for the whole process
    _compiling = _Compiling(command, log)


def load_in_background(group: KernelGroup) -> None:
    """Start loading the compiled code of a game's kernels (`group`) in a thread; return at once.

    If no code is cached, the kernels are compiled, if `allow_compiling` was called and the game has
    spent at least `COMPILE_AFTER_NS` nanoseconds in interpreted kernels.
    """
    if not _is_ending.is_set():
        thread = threading.Thread(target=_load_in_background, args=(group,), daemon=True)
        _threads.append(thread)
        thread.start()


def _load_in_background(group: KernelGroup) -> None:
    try:
        place = kernel_cache.find_kernels(group.name)
        if place is not None:
            load_compiled(group.name)
        if place is not None and place.is_complete:
            return
        if group.spent_ns < COMPILE_AFTER_NS:
            # Nothing is cached and compiling is not worth it yet: ask again after more time in kernels.
            group.limit_ns = COMPILE_AFTER_NS
        elif _compiling is not None and _compile(group.name, _compiling):
            load_compiled(group.name)
    except (
        Exception
    ):  # whatever is wrong with Numba or its files: interpreted kernels give the same results
        _log.warning("kernels of %s stay interpreted", group.name, exc_info=True)


def _compile(group: str, how: _Compiling) -> bool:
    """Compile a group of kernels in a separate process, and wait for the end of that process.

    Return whether there may be code to load now: False if the group can't be compiled, or Python is
    about to end.

    Args:
        group: Name of the kernels' group.
        how: What `allow_compiling` was called with.
    """
    command = how.command(group)
    if command is None or _is_ending.is_set():
        return False
    how.log(f"compiling the kernels of {group} in the background; until then they are interpreted")
    # Standard input is a pipe that is never written to: it closes when this process dies, however
    # that happens, and the compiler ends with it.
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
    """At the end of Python, kill compiling processes, and wait for threads inside Numba.

    If Python ended before such a thread, the process would crash.
    """
    _is_ending.set()
    for child in _children:
        if child.poll() is None:
            child.kill()
    for thread in _threads:
        thread.join()
