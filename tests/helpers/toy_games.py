"""Four small plug-ins: sequential, simultaneous, with long turns and teams, and one that puts seats out."""

from __future__ import annotations

from referee.core.game import AnyPlugin
from tests.helpers.toy_bid import SIMULTANEOUS
from tests.helpers.toy_dig import LONG_TURN
from tests.helpers.toy_draw import SEQUENTIAL
from tests.helpers.toy_last import SHRINKING

__all__ = ["LONG_TURN", "SEQUENTIAL", "SHRINKING", "SIMULTANEOUS", "TOYS"]

TOYS: tuple[AnyPlugin, ...] = (SEQUENTIAL, SIMULTANEOUS, LONG_TURN, SHRINKING)
"""All of them."""
