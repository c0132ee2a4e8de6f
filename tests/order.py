"""Tests in a random order: no test may need another to have run before it.

`--shuffle SEED` shuffles the files, and the tests in each of them: what a file sets up for all its
tests is still set up once. The same seed gives the same order, on every worker of xdist too.
"""

from __future__ import annotations

import itertools
import random

import pytest

__all__ = ["add_options", "shuffle"]


def add_options(parser: pytest.Parser) -> None:
    """Add the flag that asks for a random order."""
    group = parser.getgroup("order", "order of tests")
    group.addoption("--shuffle", metavar="SEED", help="run the tests in the order of this seed")


def shuffle(items: list[pytest.Item], seed: str) -> None:
    """Shuffle the files, and the tests of each, in place.

    Args:
        items: The tests in the order collected, those of a file side by side.
        seed: Decides the order.
    """
    dice = random.Random(seed)
    files = [list(tests) for _, tests in itertools.groupby(items, key=lambda item: item.path)]
    dice.shuffle(files)
    for tests in files:
        dice.shuffle(tests)
    items[:] = [test for tests in files for test in tests]
