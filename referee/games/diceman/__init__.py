"""Diceman: a duel in which both seats secretly choose two dice and roll them at the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.deferred import plugin_of
from referee.games.diceman.info import INFO

if TYPE_CHECKING:
    from referee.games.diceman.plugin import PLUGIN

__all__ = ["INFO", "PLUGIN"]

__getattr__ = plugin_of(__name__)
