"""Stops a server's processes for a while, over and over, as a paused machine or a starved core does."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

__all__ = ["children_of", "stopping"]


@contextmanager
def stopping(pid: int, stop_ms: Sequence[int], *, every_ms: int, seed: int = 1) -> Iterator[None]:
    """Stop a process and all that it has started, again and again while the context is open.

    Args:
        pid: Process id of the first process.
        stop_ms: Lengths of stops in milliseconds; one of them is drawn each time.
        every_ms: Mean time between the end of a stop and the next stop, in milliseconds.
        seed: Seed of the random choices.
    """
    is_over = threading.Event()
    thread = threading.Thread(
        target=_stop, args=(pid, stop_ms, every_ms, random.Random(seed), is_over), daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def _stop(
    pid: int, stop_ms: Sequence[int], every_ms: int, dice: random.Random, is_over: threading.Event
) -> None:
    while not is_over.wait(dice.uniform(0.2, 1.8) * every_ms / 1e3):
        # Looked up each time, since workers may be started again meanwhile.
        pids = _tree(pid)
        for each in pids:
            os.kill(each, signal.SIGSTOP)
        time.sleep(dice.choice(stop_ms) / 1e3)
        # Children first: a parent that runs while its children are stopped could take them for
        # dead.
        for each in reversed(pids):
            os.kill(each, signal.SIGCONT)


def _tree(pid: int) -> list[int]:
    """Return the ids of a process and of all its descendants."""
    found = [pid]
    for each in found:
        found += children_of(each)
    return found


def children_of(pid: int) -> list[int]:
    """Return the ids of processes that a process's first thread has started.

    The list is empty if the process has ended.
    """
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
