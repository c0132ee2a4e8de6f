"""Swordman: a duel of guesses, where both set sword, shield and priority in secret and strike at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.deferred import plugin_of
from referee.games.swordman.info import INFO

if TYPE_CHECKING:
    from referee.games.swordman.plugin import PLUGIN

__all__ = ["INFO", "PLUGIN"]

__getattr__ = plugin_of(__name__)
