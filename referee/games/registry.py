"""Finds installed games by the entry-point group `referee.games`, and loads them when asked for."""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
from typing import TYPE_CHECKING

from referee.core.errors import UnknownGameError
from referee.core.info import GameInfo

if TYPE_CHECKING:
    from referee.core.game import AnyPlugin

__all__ = ["GROUP", "find", "info", "infos", "is_loaded", "names", "warm_up"]

GROUP = "referee.games"
"""Entry-point group. Each entry's name is a game's identifier and its object a `Plugin`.

A module that has the object's `GameInfo` as `INFO` beside it can be listed without loading the object.
"""

_loaded: set[str] = set()


def names() -> list[str]:
    """Identifiers of all installed games, sorted."""
    return sorted({entry.name for entry in importlib.metadata.entry_points(group=GROUP)})


@functools.cache
def find(game: str) -> AnyPlugin:
    """The game of this identifier; imported at the first call.

    Raises:
        UnknownGameError: No such game is installed.
        TypeError: The entry point is broken: it is no plug-in, or one of another game.
    """
    from referee.core.game import Plugin

    for entry in importlib.metadata.entry_points(group=GROUP, name=game):
        plugin = entry.load()
        if not isinstance(plugin, Plugin):
            raise TypeError(f"entry point {entry.value} is no Plugin but {type(plugin).__name__}")
        if plugin.game.info.game != game:
            raise TypeError(f"entry point {entry.value} is the game {plugin.game.info.game!r}")
        _loaded.add(game)
        return plugin
    raise UnknownGameError(game, names())


def is_loaded(game: str) -> bool:
    """Whether `find` has this game at hand, so that it takes no time."""
    return game in _loaded


def infos() -> list[GameInfo]:
    """What all installed games are called and how many can play them, in the order of their identifiers.

    A game is loaded only if it has no `INFO`.

    Raises:
        TypeError: An entry point is broken.
    """
    entries = {entry.name: entry for entry in importlib.metadata.entry_points(group=GROUP)}
    return [_info(entry) for _, entry in sorted(entries.items())]


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


def warm_up() -> None:
    """Import all games and play a little of each, so that no match waits for a kernel to compile."""
    from referee.core.rng import Stream

    for name in names():
        plugin = find(name)
        game, codec = plugin.game, plugin.codec
        config = game.config_class()
        state, _ = game.start(config, seed=0, num_seats=game.info.default_seats)
        dice = Stream(0)
        for _ in range(3):
            point = game.decision(state)
            if point is None:
                break
            codec.encode_observations(config, game.observe(state, point.seats))
            actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
            codec.encode_events(game.step(state, actions))
        game.digest(state)
