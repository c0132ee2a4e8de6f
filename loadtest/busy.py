"""Loops that keep cores busy during a measurement, as on a machine with much else to do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["busy_loops"]

_LOOP = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): sum(range(100_000))"
"""Program of a loop that uses one core, and ends when the process that started it has ended."""


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Run `count` loops of normal priority, each in its own process, while the context is open."""
    command = [sys.executable, "-S", "-E", "-c", _LOOP, str(os.getpid())]
    loops = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
        for loop in loops:
            loop.wait()
