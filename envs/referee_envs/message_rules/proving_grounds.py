"""Columns of Proving Grounds that are in another form than in its message: owners as they stand to the seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["RULES"]


def _side(seen: Any, seat: int) -> int:
    """Return a seat as it stands to the one that looks: 1 that seat, 2 the next and so on."""
    return int(1 + (seat - seen.own.seat) % seen.num_seats)


RULES: dict[str, Callable[[Any, Any], Any]] = {
    "rooms.side": lambda seen, _: [
        _side(seen, room.owner) if room.HasField("owner") else 0 for room in seen.rooms
    ],
    "dots.side": lambda seen, _: [_side(seen, dot.hero.seat) for dot in seen.dots],
}
"""What makes a column of an observation and the config."""
