"""Champions: a shrinking battle royale with 2v2 fights, looting and chat."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from referee.games.champions.info import INFO

if TYPE_CHECKING:
    from referee.games.champions.plugin import PLUGIN

__all__ = ["INFO", "PLUGIN"]


def __getattr__(name: str) -> object:
    """Return `PLUGIN`, the installed game; its module is imported when `PLUGIN` is first read.

    Most programs that list games never play this one, and need only `INFO`.

    Raises:
        AttributeError: The name is not `PLUGIN`.
    """
    if name != "PLUGIN":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("referee.games.champions.plugin").PLUGIN
