"""Diceman: a duel in which both seats secretly choose two dice and roll them at the same time."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from referee.games.diceman.info import INFO

if TYPE_CHECKING:
    from referee.games.diceman.plugin import PLUGIN

__all__ = ["INFO", "PLUGIN"]


def __getattr__(name: str) -> object:
    """Return `PLUGIN`, which is imported at its first use, since lists of games need only `INFO`.

    Raises:
        AttributeError: The name is not `PLUGIN`.
    """
    if name != "PLUGIN":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("referee.games.diceman.plugin").PLUGIN
