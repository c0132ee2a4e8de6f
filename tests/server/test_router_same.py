"""Everything that is said of a server is true of a router with two workers as well.

The tests are those of the other modules, with another `referee`; left out are those that look into
the server instead of talking to it.
"""

from __future__ import annotations

import importlib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import pytest_asyncio

from tests.server.routed import routed
from tests.server.running import Referee

pytestmark = pytest.mark.slow

MODULES = tuple(
    importlib.import_module(f"tests.server.test_{name}")
    for name in (
        *("broken_bots", "joining", "limits", "lobby", "lobby_matches", "matchmaking"),
        *("replays", "serving", "spectating", "talking", "turns"),
    )
)


@pytest_asyncio.fixture
async def referee(tmp_path: Path) -> AsyncIterator[Referee]:
    """A router with two workers that nobody needs a key for."""
    async with routed(tmp_path) as (started, _):
        yield started


INSIDE = {"server", "_all_wait"}
"""What is named where a test looks into the server."""


def _looks_inside(test: Callable[..., Any]) -> bool:
    return not INSIDE.isdisjoint(test.__code__.co_names)


def _tests(module: ModuleType) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name, test in vars(module).items():
        if name.startswith("test_") and "referee" in test.__code__.co_varnames:
            arguments = test.__code__.co_varnames[: test.__code__.co_argcount]
            if "referee" in arguments and not _looks_inside(test):
                yield f"{name}__{module.__name__.rpartition('_')[2]}", test


globals().update(entry for module in MODULES for entry in _tests(module))
