"""Swordman: a duel of guesses, where both set sword, shield and priority in secret and strike at once."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from referee.games.swordman.info import INFO

if TYPE_CHECKING:
    from referee.games.swordman.plugin import PLUGIN

__all__ = ["INFO", "PLUGIN"]


def __getattr__(name: str) -> object:
    """Return `PLUGIN`, which is imported at its first use, since lists of games need only `INFO`.

    Raises:
        AttributeError: The name is not `PLUGIN`.
    """
    if name != "PLUGIN":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("referee.games.swordman.plugin").PLUGIN
