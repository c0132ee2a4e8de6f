"""Finds installed games by the entry-point group `referee.games`, and loads them when asked for."""

from __future__ import annotations

import functools
import importlib.metadata

from referee.core.errors import UnknownGameError
from referee.core.game import AnyPlugin, Plugin
from referee.core.rng import Stream

__all__ = ["GROUP", "find", "names", "warm_up"]

GROUP = "referee.games"
"""Entry-point group. Each entry's name is a game's identifier and its object a `Plugin`."""


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
    for entry in importlib.metadata.entry_points(group=GROUP, name=game):
        plugin = entry.load()
        if not isinstance(plugin, Plugin):
            raise TypeError(f"entry point {entry.value} is no Plugin but {type(plugin).__name__}")
        if plugin.game.info.game != game:
            raise TypeError(f"entry point {entry.value} is the game {plugin.game.info.game!r}")
        return plugin
    raise UnknownGameError(game, names())


def warm_up() -> None:
    """Import all games and play a little of each, so that no match waits for a kernel to compile."""
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
