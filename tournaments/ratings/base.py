"""What all rating systems share: an immutable rating, and a protocol that updates ratings."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Protocol

__all__ = ["Rating", "RatingSystem"]


@dataclasses.dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of strength as a normal distribution: mean and standard deviation."""

    mu: float
    """Mean of the strength; a higher mean is stronger."""
    sigma: float
    """Standard deviation of the strength, above 0: how uncertain the mean is."""


class RatingSystem(Protocol):
    """Interface of a system that updates ratings from the placements of one match after the other."""

    @property
    def start(self) -> Rating:
        """Rating of a player without any match."""

    def rate(self, ratings: Sequence[Rating], placements: Sequence[int]) -> tuple[Rating, ...]:
        """Return the ratings after a match, in seat order.

        Args:
            ratings: Ratings before the match, in seat order; at least two.
            placements: Rank of each seat from 1; ties share a rank.
        """
