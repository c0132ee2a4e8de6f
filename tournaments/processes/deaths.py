"""Explains in words why a bot died, from known facts, without guesses.

If the supervisor killed the bot for a limit, that is known. If the kernel refused something, the
program's last words say so, and the limit is shown next to them: the reader has to judge whether it
was the cause.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator, Sequence

from tournaments.processes.client import Exit
from tournaments.spec.limits import Limits, shown_size

__all__ = ["explain"]

_MEMORY = re.compile(
    r"MemoryError|bad_alloc|OutOfMemory|[Oo]ut of memory|[Cc]annot allocate memory"
)
_TASKS = re.compile(
    r"can't start new thread|[Rr]esource temporarily unavailable|unable to create.*thread"
)
_FILES = re.compile(r"Too many open files")
_LENGTH = re.compile(r"File too large")
_SPACE = re.compile(r"No space left on device")


def explain(ended: Exit, words: Sequence[str], limits: Limits) -> str:
    """Return a text: how a process ended, its last words, and limits that these words point to.

    Args:
        ended: How the process ended.
        words: The last lines that it wrote.
        limits: Limits of the process.
    """
    text = str(ended)
    if words:
        text += f", its last words: {' / '.join(words)}"
    return "; ".join([text, *_hints(ended, " ".join(words), limits)])


def _hints(ended: Exit, words: str, limits: Limits) -> Iterator[str]:
    # The supervisor's reason is certain; hints would only weaken it.
    if ended.limit is not None:
        return
    if ended.code == -signal.SIGXCPU and limits.cpu_s is not None:
        yield f"its limit is {limits.cpu_s}s of processor time"
    if ended.code == -signal.SIGKILL:
        # As by the kernel's killer when memory ran out, or by a person.
        yield "it was not killed from here"
    if limits.memory is not None and _MEMORY.search(words):
        yield f"its memory limit is {shown_size(limits.memory)}"
    if limits.processes is not None and _TASKS.search(words):
        yield f"its limit is {limits.processes} processes and threads"
    if limits.open_files is not None and _FILES.search(words):
        yield f"its limit is {limits.open_files} open files"
    too_long = ended.code == -signal.SIGXFSZ or _LENGTH.search(words)
    if limits.file_size is not None and too_long:
        yield f"its limit is {shown_size(limits.file_size)} a file"
    if _SPACE.search(words):
        yield "in a sandbox, scratch limits what it may write to /tmp"
