"""Dungeon Keeper: archdemons and their creatures on a board that they dig themselves."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from referee.games.dungeon_keeper.info import INFO

if TYPE_CHECKING:
    from referee.games.dungeon_keeper.plugin import PLUGIN

__all__ = ["INFO", "PLUGIN"]


def __getattr__(name: str) -> object:
    """Import the plug-in when `PLUGIN` is first read, since most importers only list the game.

    Raises:
        AttributeError: Any other name is read.
    """
    if name != "PLUGIN":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("referee.games.dungeon_keeper.plugin").PLUGIN
