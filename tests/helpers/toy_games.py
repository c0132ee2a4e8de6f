"""Small plug-ins: sequential, simultaneous, with long turns and teams, with seats put out, with chat."""

from __future__ import annotations

from referee.core.game import AnyPlugin
from tests.helpers.toy_bid import SIMULTANEOUS
from tests.helpers.toy_dig import LONG_TURN
from tests.helpers.toy_draw import SEQUENTIAL
from tests.helpers.toy_last import SHRINKING
from tests.helpers.toy_talk import TALKING

__all__ = ["LONG_TURN", "SEQUENTIAL", "SHRINKING", "SIMULTANEOUS", "TALKING", "TOYS"]

TOYS: tuple[AnyPlugin, ...] = (SEQUENTIAL, SIMULTANEOUS, LONG_TURN, SHRINKING, TALKING)
"""All of them."""
