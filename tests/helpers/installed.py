"""Lets the registry find plug-ins that are not installed, such as the toys."""

from __future__ import annotations

import pytest

from referee.core.game import AnyPlugin
from referee.games import registry

__all__ = ["install"]


def install(monkeypatch: pytest.MonkeyPatch, *plugins: AnyPlugin) -> None:
    """Let these be found for the rest of the test, besides those that are installed."""
    extra = {plugin.game.info.game: plugin for plugin in plugins}
    find, names = registry.find, registry.names
    monkeypatch.setattr(registry, "find", lambda game: extra.get(game) or find(game))
    monkeypatch.setattr(registry, "names", lambda: sorted({*names(), *extra}))
