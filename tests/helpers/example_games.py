"""The example games and the scaffold of `referee new game`, as if they were installed."""

from __future__ import annotations

import importlib
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.core.game import AnyPlugin
from tests.architecture.source import ROOT
from tests.helpers.distributions import distribute
from tests.helpers.installed import install

__all__ = ["EXAMPLES", "install_example", "install_scaffold"]

EXAMPLES = ("blotto", "connect_four", "hearts", "leduc", "mushrooms", "pig")
"""Games in `examples/games`."""


def install_example(monkeypatch: pytest.MonkeyPatch, folder: Path, game: str) -> AnyPlugin:
    """Let an example game be found for the rest of the test, with its bots and its form; return it.

    Args:
        monkeypatch: Undoes it.
        folder: An empty folder for its metadata.
        game: Its identifier.
    """
    place = ROOT / "examples" / "games" / game
    project = tomllib.loads((place / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    others = {**project["entry-points"]}
    del others[
        "referee.games"
    ]  # message classes of one name can be made once: the game stays loaded
    distribute(folder, {}, others)
    for path in (place, folder):
        monkeypatch.syspath_prepend(str(path))
    return _installed(monkeypatch, f"{game}_game")


def install_scaffold(monkeypatch: pytest.MonkeyPatch, folder: Path, game: str) -> AnyPlugin:
    """Make the untouched scaffold of `referee new game`, and let it be found for the rest of the test."""
    from referee.cli.new import game as new_game

    new_game(game, folder)
    monkeypatch.syspath_prepend(str(folder / game.replace("_", "-")))
    return _installed(monkeypatch, f"{game}_game")


def _installed(monkeypatch: pytest.MonkeyPatch, package: str) -> AnyPlugin:
    # A package stays loaded: message classes of one name can be made once in a process.
    loaded: Any = sys.modules.get(package) or importlib.import_module(package)
    plugin: AnyPlugin = loaded.PLUGIN
    install(monkeypatch, plugin)
    return plugin
