"""Scenarios of load, as data: the game that load bots play, their seats, and their pace."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

__all__ = ["SCENARIOS", "Scenario", "scenario"]


@dataclasses.dataclass(frozen=True, slots=True)
class Scenario:
    """One kind of load that users of Locust make: game, seats, and times to think."""

    game: str
    """Identifier of the game."""
    config: Mapping[str, object]
    """Fields of the game's config that differ from the default."""
    seats_per_user: int
    """Number of seats that a user has at once on its only stream, from 1."""
    move_time_ms: int
    """Milliseconds for a decision, from 1; there is no reserve."""
    think_ms: tuple[int, int]
    """Least and most milliseconds that a bot waits before it answers; each wait is drawn between
    these."""
    num_seats: int = 0
    """Number of seats in a match; 0 means the game's default."""
    decisions: int = 100_000
    """Number of decisions, from 1, after which all seats of a match that is not over resign."""

    def __post_init__(self) -> None:
        """Raise an error if a field is out of its bounds.

        Raises:
            ValueError: A field is out of its bounds.
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
"""Scenarios by name. For Diceman there are short matches that begin and end often, short deadlines,
and many slow seats a stream; each other game has one scenario, by the game's name."""


def scenario(name: str) -> Scenario:
    """Return the scenario of this name.

    Raises:
        ValueError: There is no scenario of that name.
    """
    if name not in SCENARIOS:
        raise ValueError(f"scenario must be one of {', '.join(SCENARIOS)}, not {name!r}")
    return SCENARIOS[name]
