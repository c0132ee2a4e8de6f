"""Tests that load the machine so much that two of them at once would disturb each other."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator

import pytest

__all__ = ["alone"]


@contextlib.contextmanager
def alone(factory: pytest.TempPathFactory, name: str) -> Iterator[None]:
    """Wait until no other process of this test run is in a block of the same name.

    Args:
        factory: Knows the run's folder.
        name: Of what is to be done by one at a time.
    """
    folder = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # each process has a folder of its own below that of the run
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
