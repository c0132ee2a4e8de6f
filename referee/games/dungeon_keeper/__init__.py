"""Dungeon Keeper: archdemons and their creatures on a board that they dig themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.deferred import plugin_of
from referee.games.dungeon_keeper.info import INFO

if TYPE_CHECKING:
    from referee.games.dungeon_keeper.plugin import PLUGIN

__all__ = ["INFO", "PLUGIN"]

__getattr__ = plugin_of(__name__)
