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
    num_seats: int = 0
    """Seats of a match; 0 means the game's default."""
    decisions: int = 100_000
    """A match is cut once it has this number of decisions, from 1: then all seats resign."""

    def __post_init__(self) -> None:
        """Check the bounds.

        Raises:
            ValueError: A field breaks its bound.
        """
        for name in ("seats_per_user", "decisions"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be from 1, not {getattr(self, name)}")
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
    "swordman": Scenario(
        "swordman", {"games": 3}, seats_per_user=8, move_time_ms=500, think_ms=(20, 60)
    ),
    "dice_adventure": Scenario(
        "dice_adventure",
        {},
        seats_per_user=3,
        move_time_ms=1000,
        think_ms=(50, 200),
        num_seats=3,
        decisions=400,
    ),
    "champions": Scenario(
        "champions",
        {},
        seats_per_user=16,
        move_time_ms=2000,
        think_ms=(100, 1000),
        num_seats=16,
        decisions=800,
    ),
    "dungeon_keeper": Scenario(
        "dungeon_keeper",
        {"preset": "small"},
        seats_per_user=2,
        move_time_ms=1000,
        think_ms=(50, 200),
        num_seats=2,
        decisions=400,
    ),
    "proving_grounds": Scenario(
        "proving_grounds",
        {},
        seats_per_user=4,
        move_time_ms=2000,
        think_ms=(100, 500),
        num_seats=4,
        decisions=200,
    ),
}
"""By name. Of Diceman: short matches that come and go, short deadlines, many slow seats a stream; of the other
games one each, by the game's name."""


def scenario(name: str) -> Scenario:
    """Return the scenario of this name.

    Raises:
        ValueError: There is none.
    """
    if name not in SCENARIOS:
        raise ValueError(f"scenario must be one of {', '.join(SCENARIOS)}, not {name!r}")
    return SCENARIOS[name]
