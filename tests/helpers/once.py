"""What is costly to make, made once for all processes that share the tests among themselves."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Callable
from typing import TypeVar

import pytest

__all__ = ["once"]

T = TypeVar("T")


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[], T]) -> T:
    """Make a value, or take the one that another test process of this run has made.

    Args:
        factory: Knows the run's folder.
        name: Names the value within the run.
        make: Makes it; the result must be what can be pickled. An error makes the next one try again.
    """
    folder = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # each process has a folder of its own below that of the run
    file = folder / f"{name}.pickle"
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if file.exists():
            made: T = pickle.loads(file.read_bytes())
            return made
        made = make()
        file.write_bytes(pickle.dumps(made))
        return made
