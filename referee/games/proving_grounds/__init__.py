"""Proving Grounds: parties of heroes clear one dungeon; of the seats with most gems of a kind, the richest wins."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from referee.games.proving_grounds.info import INFO

if TYPE_CHECKING:
    from referee.games.proving_grounds.plugin import PLUGIN

__all__ = ["INFO", "PLUGIN"]


def __getattr__(name: str) -> object:
    """Return the plug-in when `PLUGIN` is read; raise AttributeError for any other name.

    The plug-in is imported only here: most readers of a game's name never play the game.
    """
    if name != "PLUGIN":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("referee.games.proving_grounds.plugin").PLUGIN
