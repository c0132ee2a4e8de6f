"""Champions: a shrinking battle royale with 2v2 fights, looting and chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.champions.info import INFO
from referee.games.deferred import plugin_of

if TYPE_CHECKING:
    from referee.games.champions.plugin import PLUGIN

__all__ = ["INFO", "PLUGIN"]

__getattr__ = plugin_of(__name__)
