"""Rules for columns of Proving Grounds that hold owners, as seat numbers relative to the observing seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["RULES"]


def _side(seen: Any, seat: int) -> int:
    """Return a seat's number relative to the observing seat: 1 is that seat, 2 the next one and so on."""
    return int(1 + (seat - seen.own.seat) % seen.num_seats)


RULES: dict[str, Callable[[Any, Any], Any]] = {
    "rooms.side": lambda seen, _: [
        _side(seen, room.owner) if room.HasField("owner") else 0 for room in seen.rooms
    ],
    "dots.side": lambda seen, _: [_side(seen, dot.hero.seat) for dot in seen.dots],
}
"""For each column, the function that computes it from an observation message and the config."""
