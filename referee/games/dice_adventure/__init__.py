"""Dice Adventure: a cooperative dungeon crawl of three members who talk only by pings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.deferred import plugin_of
from referee.games.dice_adventure.info import INFO

if TYPE_CHECKING:
    from referee.games.dice_adventure.plugin import PLUGIN

__all__ = ["INFO", "PLUGIN"]

__getattr__ = plugin_of(__name__)
