"""What load bots play: game, seats, pace; as data."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

__all__ = ["SCENARIOS", "Scenario", "scenario"]


@dataclasses.dataclass(frozen=True, slots=True)
class Scenario:
    """One kind of load."""

    game: str
    """Identifier of the game."""
    config: Mapping[str, object]
    """Fields of its config that differ from the default."""
    seats_per_user: int
    """Seats that a user holds at once on its one stream, from 1."""
    move_time_ms: int
    """Time for a decision, from 1; there is no reserve."""
    think_ms: tuple[int, int]
    """Least and most that a bot waits before it answers; each wait is drawn in between."""

    def __post_init__(self) -> None:
        """Check the bounds.

        Raises:
            ValueError: A field breaks its bound.
        """
        if self.seats_per_user < 1:
            raise ValueError(f"seats_per_user must be from 1, not {self.seats_per_user}")
        least, most = self.think_ms
        if not 0 <= least <= most < self.move_time_ms:
            raise ValueError(
                f"think_ms must ascend from 0 to less than move_time_ms ({self.move_time_ms}),"
                f" not {self.think_ms}"
            )


SCENARIOS = {
    "quick": Scenario(
        "diceman", {"games": 3}, seats_per_user=8, move_time_ms=500, think_ms=(20, 60)
    ),
    "blitz": Scenario(
        "diceman", {"games": 11}, seats_per_user=16, move_time_ms=200, think_ms=(50, 120)
    ),
    "wide": Scenario(
        "diceman", {"games": 11}, seats_per_user=64, move_time_ms=2000, think_ms=(100, 1000)
    ),
}
"""By name: short matches that come and go, short deadlines, many slow seats a stream."""


def scenario(name: str) -> Scenario:
    """Return the scenario of this name.

    Raises:
        ValueError: There is none.
    """
    if name not in SCENARIOS:
        raise ValueError(f"scenario must be one of {', '.join(SCENARIOS)}, not {name!r}")
    return SCENARIOS[name]
