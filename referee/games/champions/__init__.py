"""Champions: a shrinking battle royale with 2v2 fights, looting and chat."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from referee.games.champions.info import INFO

if TYPE_CHECKING:
    from referee.games.champions.plugin import PLUGIN

__all__ = ["INFO", "PLUGIN"]


def __getattr__(name: str) -> object:
    """Return the plug-in `PLUGIN`, which is imported only when it is read.

    Most programs that list games never play this one.
    """
    if name != "PLUGIN":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("referee.games.champions.plugin").PLUGIN
