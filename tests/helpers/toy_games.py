"""Small plug-ins: one sequential, one simultaneous, one with long turns and teams, one with chat."""

from __future__ import annotations

from referee.core.game import AnyPlugin
from tests.helpers.toy_bid import SIMULTANEOUS
from tests.helpers.toy_dig import LONG_TURN
from tests.helpers.toy_draw import SEQUENTIAL
from tests.helpers.toy_talk import TALKING

__all__ = ["LONG_TURN", "SEQUENTIAL", "SIMULTANEOUS", "TALKING", "TOYS"]

TOYS: tuple[AnyPlugin, ...] = (SEQUENTIAL, SIMULTANEOUS, LONG_TURN, TALKING)
"""All of them."""
