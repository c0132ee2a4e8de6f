"""Proving Grounds: parties of heroes clear a dungeon; the seat with most gold wins, among those with most gems of a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.deferred import plugin_of
from referee.games.proving_grounds.info import INFO

if TYPE_CHECKING:
    from referee.games.proving_grounds.plugin import PLUGIN

__all__ = ["INFO", "PLUGIN"]

__getattr__ = plugin_of(__name__)
