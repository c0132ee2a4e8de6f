"""Tests that wait begin first, and what shares a set-up stays on one worker of xdist."""

from __future__ import annotations

from typing import Any

import pytest

from tests.order import begin_with


def _shares(items: list[Any], workers: int) -> list[list[Any]]:
    """Split as xdist's `worksteal` does at first: each worker gets an equal part of what is left."""
    shares, left = [], list(items)
    for worker in range(workers):
        size = len(left) // (workers - worker)
        shares.append(left[:size])
        del left[:size]
    return shares


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
def test_each_group_is_at_the_front_of_one_share(workers: int) -> None:
    """Whatever the numbers of tests are, and none is lost."""
    groups = {"zoo": 27, "check": 14, "launcher": 1, "readme": 1}
    tests: list[Any] = [f"other {n}" for n in range(101)]
    for name, size in groups.items():
        tests[17:17] = [f"{name} {n}" for n in range(size)]
    items = list(tests)
    begin_with(
        items, lambda item: str(item).split()[0] if "other" not in str(item) else None, workers
    )
    assert sorted(items) == sorted(tests)
    shares = _shares(items, workers)
    for name, size in groups.items():
        holders = [share for share in shares if f"{name} 0" in share]
        assert len(holders) == 1
        (share,) = holders
        start = share.index(f"{name} 0")
        assert share[start : start + size] == [f"{name} {n}" for n in range(size)]
        assert not any("other" in test for test in share[:start])
