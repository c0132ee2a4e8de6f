"""Three small plug-ins: one sequential, one simultaneous, one with long turns and teams."""

from __future__ import annotations

from referee.core.game import AnyPlugin
from tests.helpers.toy_bid import SIMULTANEOUS
from tests.helpers.toy_dig import LONG_TURN
from tests.helpers.toy_draw import SEQUENTIAL

__all__ = ["LONG_TURN", "SEQUENTIAL", "SIMULTANEOUS", "TOYS"]

TOYS: tuple[AnyPlugin, ...] = (SEQUENTIAL, SIMULTANEOUS, LONG_TURN)
"""All of them."""
