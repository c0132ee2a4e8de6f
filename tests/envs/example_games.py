"""The example games, installed for a test: `make_vec("connect_four")` finds them."""

from __future__ import annotations

import importlib
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games import registry
from tests.architecture.source import ROOT
from tests.helpers.distributions import distribute

__all__ = ["EXAMPLES", "installed"]

EXAMPLES = ("blotto", "connect_four", "leduc", "pig")
"""Games of examples/games."""
_GROUPS = ("referee.games", "referee.bots", "referee.views")


def installed(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the example games found while a test runs.

    Args:
        folder: An empty one.
        patch: Undoes what is done to the search path.
    """
    entry_points: dict[str, dict[str, str]] = {group: {} for group in _GROUPS}
    for game in EXAMPLES:
        place = ROOT / "examples" / "games" / game
        patch.syspath_prepend(place)
        told = tomllib.loads((place / "pyproject.toml").read_text())["project"]["entry-points"]
        for group, entries in told.items():
            entry_points[group] |= entries
    distribute(folder, {}, entry_points)
    patch.syspath_prepend(folder)
    importlib.invalidate_caches()
    _forget()
    yield
    for game in EXAMPLES:
        sys.modules.pop(f"{game}_game", None)
    _forget()


def _forget() -> None:
    registry.find.cache_clear()
    registry.view.cache_clear()
