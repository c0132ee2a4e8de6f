"""Finds installed games by the entry-point group `referee.games`, and loads them when asked for."""

from __future__ import annotations

import dataclasses
import functools
import importlib
import importlib.metadata
from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.core.errors import UnknownGameError
from referee.core.info import GameInfo

if TYPE_CHECKING:
    from referee.core.game import AnyPlugin

__all__ = ["GROUP", "VIEWS", "entries", "find", "info", "infos", "is_loaded", "names"]

GROUP = "referee.games"
"""Entry-point group. Each entry's name is a game's identifier and its object a `Plugin`.

A module that has the object's `GameInfo` as `INFO` beside it can be listed without loading the object.
"""

VIEWS = "referee.views"
"""Entry-point group of views. Each entry's name is a game's identifier and its object a `GameView`.

It stands in for the view that the game brings, if it brings one.
"""

_loaded: set[str] = set()


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
        TypeError: An entry point is broken: it is no plug-in, one of another game, or no view; or what it
            leads to was made for another kit.
    """
    from referee.core.game import Plugin

    for entry in importlib.metadata.entry_points(group=GROUP, name=game):
        plugin = entry.load()
        if not isinstance(plugin, Plugin):
            raise TypeError(f"entry point {entry.value} is no Plugin but {type(plugin).__name__}")
        if plugin.game.info.game != game:
            raise TypeError(f"entry point {entry.value} is the game {plugin.game.info.game!r}")
        _loaded.add(game)
        return _with_view(plugin)
    raise UnknownGameError(game, names())


def _with_view(plugin: AnyPlugin) -> AnyPlugin:
    """A plug-in with the view that another distribution has for its game, if one has."""
    from referee.core.view import GameView
    from referee.kit.version import check_kit

    for entry in importlib.metadata.entry_points(group=VIEWS, name=plugin.game.info.game):
        view = entry.load()
        if not isinstance(view, GameView):
            raise TypeError(f"entry point {entry.value} is no GameView but {type(view).__name__}")
        check_kit(f"the view {entry.value}", view.kit)
        older = tuple(dataclasses.replace(each, view=view) for each in plugin.older)
        return dataclasses.replace(plugin, view=view, older=older)
    return plugin


def is_loaded(game: str) -> bool:
    """Whether `find` has this game at hand, so that it takes no time."""
    return game in _loaded


def infos() -> list[GameInfo]:
    """What all installed games are called and how many can play them, in the order of their identifiers.

    A game is loaded only if it has no `INFO`.

    Raises:
        TypeError: An entry point is broken.
    """
    found = {entry.name: entry for entry in entries()}
    return [_info(entry) for _, entry in sorted(found.items())]


def info(game: str) -> GameInfo:
    """What a game is called and how many can play it; it is loaded only if it has no `INFO`.

    Raises:
        UnknownGameError: No such game is installed.
        TypeError: The entry point is broken.
    """
    for entry in importlib.metadata.entry_points(group=GROUP, name=game):
        return _info(entry)
    raise UnknownGameError(game, names())


def _info(entry: importlib.metadata.EntryPoint) -> GameInfo:
    told = getattr(importlib.import_module(entry.module), "INFO", None)
    if isinstance(told, GameInfo) and told.game == entry.name:
        return told
    return find(entry.name).game.info
