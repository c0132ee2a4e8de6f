"""What every rating system shares: an immutable rating, and a rule that makes new ones of old ones."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Protocol

__all__ = ["Rating", "RatingSystem"]


@dataclasses.dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of strength as a normal distribution."""

    mu: float
    """Mean; more is stronger."""
    sigma: float
    """Standard deviation, above 0: how uncertain the mean is."""


class RatingSystem(Protocol):
    """Turns placements into ratings, one match at a time."""

    @property
    def start(self) -> Rating:
        """Rating of a player of whom nothing is known."""

    def rate(self, ratings: Sequence[Rating], placements: Sequence[int]) -> tuple[Rating, ...]:
        """Return ratings after a match, in seat order.

        Args:
            ratings: Ratings before, in seat order; at least two.
            placements: Rank of each seat from 1; ties share a rank.
        """
