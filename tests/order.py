"""The order of tests: no test may need another to have run before it.

`--shuffle SEED` shuffles the files, and the tests in each of them: what a file sets up for all its
tests is still set up once. The same seed gives the same order, on every worker of xdist too.
Without it, tests that wait for long begin first, so that no run ends with processors idle.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

__all__ = ["add_options", "begin_with", "shuffle"]


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


def begin_with(
    items: list[pytest.Item], waits: Callable[[pytest.Item], str | None], workers: int
) -> None:
    """Put the tests that wait in front of every worker's share of the tests, in place.

    xdist's `worksteal` gives each worker a share of neighbours, and workers that are done take from the
    ends of the others' shares.

    Args:
        items: The tests in the order collected.
        waits: Returns what a test that waits belongs to, and None of any other. What belongs together goes to
            one worker, since it is set up once there.
        workers: How many processes share the tests, from 1.
    """
    groups: dict[str, list[pytest.Item]] = {}
    others = []
    for item in items:
        group = waits(item)
        if group is None:
            others.append(item)
        else:
            groups.setdefault(group, []).append(item)
    dealt = [*groups.values()]
    left, rest = len(items), iter(others)
    items[:] = []
    for worker in range(workers):
        share = [item for group in dealt[worker::workers] for item in group]
        # As large as xdist's share: if one were larger, all that follow would begin in the midst of a group.
        size = (left - len(items)) // (workers - worker)
        items += [*share, *itertools.islice(rest, max(0, size - len(share)))]
