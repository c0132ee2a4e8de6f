"""Which tests are slow or nightly by tests/tiers.toml, and which part of the night has them.

A test that is dear only in some of its cases, or that nobody needs in every run, is listed there by
name.  Tests that were always dear have the marker in their own file.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

__all__ = ["TABLE", "add_options", "part_of", "pytest_collection_modifyitems", "waits"]

_ROOT = Path(__file__).parent
TABLE: dict[str, Any] = tomllib.loads((_ROOT / "tiers.toml").read_text(encoding="utf-8"))
"""Lists `slow` and `nightly` of entries, `parts`: the folders of each part, and `waits`."""


def add_options(parser: pytest.Parser) -> None:
    """Add the flag that chooses a part of the nightly tests."""
    group = parser.getgroup("tiers", "parts of the nightly tests")
    group.addoption(
        "--part", choices=list(TABLE["parts"]), help="run the nightly tests of this part"
    )


def part_of(node: str) -> str | None:
    """Return the part that has a test's folder; None for a folder that is in no part."""
    folder = node.removeprefix("tests/").split("/")[0]
    return next((name for name, folders in TABLE["parts"].items() if folder in folders), None)


def waits(item: pytest.Item) -> str | None:
    """Return the entry of `waits` that lists a test: its file, or the test itself; None if none does."""
    listed = frozenset(TABLE["waits"])
    return next((name for name in sorted(_names(item.nodeid)) if name in listed), None)


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what `-m` does not want
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what the table lists, and keep only the chosen part's tests where one is chosen.

    Args:
        config: Has the option `--part`.
        items: The tests that were collected; changed in place.

    Raises:
        pytest.UsageError: A nightly test is in no part.
    """
    listed = {tier: frozenset(TABLE[tier]) for tier in ("slow", "nightly")}
    for item in items:
        names = _names(item.nodeid)
        if names & listed["nightly"]:
            item.add_marker(pytest.mark.nightly)
        is_nightly = item.get_closest_marker("nightly") is not None
        # What is left to the night is left out by `make test`, too, which leaves out what is slow.
        if is_nightly or names & listed["slow"]:
            item.add_marker(pytest.mark.slow)
        if is_nightly and part_of(item.nodeid) is None:
            raise pytest.UsageError(f"{item.nodeid} is nightly, and no part has its folder")
    chosen = config.getoption("part")
    if chosen is not None:
        others = [item for item in items if part_of(item.nodeid) != chosen]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if part_of(item.nodeid) == chosen]


def _names(node: str) -> frozenset[str]:
    """Return the entries that would list a test: its file, its function, its case."""
    case = node.removeprefix("tests/")
    return frozenset({case.split("::")[0], case.split("[")[0], case})
