"""Counts how evenly a schedule seats players next to one another, from its seatings alone.

It decides nothing. It counts how often everybody has every seat, whom a player has as a neighbour
or at any other distance, and who sits before whom.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["SeatBalance", "balance_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class SeatBalance:
    """Counts of how often players had each seat, and had one another as neighbours or farther away."""

    seats: int
    """Number of seats of a match, from 2."""
    ring: bool
    """Whether the last seat was counted as next to the first."""
    matches: int
    """Number of seatings that were counted."""
    times_in_seat: tuple[int, int]
    """Lowest and highest number of times that any player had any seat."""
    distances: tuple[tuple[int, int], ...]
    """For each distance in seats to the right, from 1: lowest and highest number of times that one
    player had another at this distance, over all ordered pairs of players. In a ring, distances go
    on past the last seat.
    """
    before: float | None
    """Largest difference between "sits before" and "sits behind" over all pairs that met, as a
    share of the pair's matches: 0 if everybody sits before everybody in half of them, 1 if somebody
    always does. None in a ring.
    """

    @property
    def neighbours(self) -> tuple[int, int]:
        """Lowest and highest number of times that one player had another as right-hand neighbour."""
        return self.distances[0]

    @property
    def spread(self) -> int:
        """Largest difference, over all distances, between the two counts of `distances`.

        They are the highest and the lowest number of times that one player had another at that
        distance.
        """
        return max(most - fewest for fewest, most in self.distances)


def balance_of(seatings: Sequence[Sequence[str]], *, ring: bool = False) -> SeatBalance:
    """Count how evenly players sit, and return the counts.

    Args:
        seatings: Players of each match in seat order, all different; at least two, the same number
            in each match. At least one match.
        ring: Whether the last seat is next to the first.
    """
    names = sorted({player for seating in seatings for player in seating})
    index = {name: number for number, name in enumerate(names)}
    seated = np.array([[index[name] for name in seating] for seating in seatings], np.int64)
    num_players, seats = len(names), seated.shape[1]
    pairs = ~np.eye(num_players, dtype=np.bool_)
    distances, before = [], np.zeros((num_players, num_players), np.int64)
    for distance in range(1, seats):
        times = _times(seated, distance, num_players, ring=ring)
        distances.append((int(times[pairs].min()), int(times[pairs].max())))
        before += times
    in_seat = np.array([np.bincount(column, minlength=num_players) for column in seated.T])
    return SeatBalance(
        seats=seats,
        ring=ring,
        matches=len(seatings),
        times_in_seat=(int(in_seat.min()), int(in_seat.max())),
        distances=tuple(distances),
        before=None if ring else _most_uneven(before),
    )


def _times(
    seated: npt.NDArray[np.int64], distance: int, num_players: int, *, ring: bool
) -> npt.NDArray[np.int64]:
    """Return how often one player had another a given number of seats to its right.

    Args:
        seated: int64[match, seat]: index of the player.
        distance: Number of seats to the right, from 1.
        num_players: Number of players.
        ring: Whether the last seat is next to the first.

    Returns:
        int64[player, other].
    """
    ends = seated.shape[1] if ring else seated.shape[1] - distance
    left, right = seated[:, :ends], np.roll(seated, -distance, axis=1)[:, :ends]
    # Each ordered pair is one number, so that a single pass counts all of them.
    times = np.bincount((left * num_players + right).ravel(), minlength=num_players**2)
    return times.reshape(num_players, num_players)


def _most_uneven(before: npt.NDArray[np.int64]) -> float:
    """Return the largest difference of "before" and "behind" of a pair, as a share of its matches.

    Args:
        before: int64[player, other]: number of times that the player sat before the other.
    """
    met = before + before.T
    # Pairs that never met say nothing, and would divide by 0.
    uneven = np.abs(before - before.T)[met > 0] / met[met > 0]
    return float(uneven.max())
