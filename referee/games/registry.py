"""Finds installed games by the entry-point group `referee.games`, and loads them when asked for."""

from __future__ import annotations

import functools
import importlib.metadata
from collections.abc import Iterable

from referee.core.errors import UnknownGameError
from referee.core.game import AnyPlugin, Plugin

__all__ = ["GROUP", "entries", "find", "names"]

GROUP = "referee.games"
"""Entry-point group. Each entry's name is a game's identifier and its object a `Plugin`."""


def entries() -> Iterable[importlib.metadata.EntryPoint]:
    """What is installed, by identifier and place, without importing any of it."""
    return importlib.metadata.entry_points(group=GROUP)


def names() -> list[str]:
    """Identifiers of all installed games, sorted."""
    return sorted({entry.name for entry in entries()})


@functools.cache
def find(game: str) -> AnyPlugin:
    """The game of this identifier; imported at the first call.

    Raises:
        UnknownGameError: No such game is installed.
        TypeError: The entry point is broken: it is no plug-in, or one of another game.
    """
    for entry in importlib.metadata.entry_points(group=GROUP, name=game):
        plugin = entry.load()
        if not isinstance(plugin, Plugin):
            raise TypeError(f"entry point {entry.value} is no Plugin but {type(plugin).__name__}")
        if plugin.game.info.game != game:
            raise TypeError(f"entry point {entry.value} is the game {plugin.game.info.game!r}")
        return plugin
    raise UnknownGameError(game, names())
