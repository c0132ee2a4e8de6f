"""Imports a game's plug-in at its first use: most readers of a game's name never play the game."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

__all__ = ["plugin_of"]


def plugin_of(package: str) -> Callable[[str], object]:
    """Return a `__getattr__` for the package of a game, which imports `PLUGIN` from its module `plugin`.

    Args:
        package: Name of the package, such as `referee.games.diceman`.

    Returns:
        A function that returns the plug-in for the name `PLUGIN`, and raises AttributeError for any other name.
    """

    def read(name: str) -> object:
        if name != "PLUGIN":
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return import_module(f"{package}.plugin").PLUGIN

    return read
