"""How evenly a schedule seats players next to one another: counted from its seatings, whatever made them.

It decides nothing. Whether everybody has every seat equally often is one question; the others are whom a
player has for a neighbour, whom at any other distance, and who sits before whom.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["SeatBalance", "balance_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class SeatBalance:
    """What is even about some seatings, and what is not."""

    seats: int
    """Seats of a match, from 2."""
    ring: bool
    """Whether the last seat was taken to be next to the first."""
    matches: int
    """Seatings that were counted."""
    times_in_seat: tuple[int, int]
    """Fewest and most times that a player had a seat."""
    distances: tuple[tuple[int, int], ...]
    """For each number of seats to the right, from 1: fewest and most times that one player had another
    there, over all ordered pairs of players. In a ring it goes on round the table."""
    before: float | None
    """Over all pairs that met: how far "sits before" and "sits behind" are apart, at most, as a share of
    their matches; 0 if everybody sits before everybody in half of them, 1 if somebody always does. None
    in a ring."""

    @property
    def neighbours(self) -> tuple[int, int]:
        """Fewest and most times that one player had another for the neighbour on the right."""
        return self.distances[0]

    @property
    def spread(self) -> int:
        """By how much fewest and most times differ at the distance where they differ most."""
        return max(most - fewest for fewest, most in self.distances)


def balance_of(seatings: Sequence[Sequence[str]], *, ring: bool = False) -> SeatBalance:
    """Count how players sit.

    Args:
        seatings: Of each match the players in seat order, at least two and everywhere as many, and all
            different. At least one match.
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
        seated: int64[match, seat], players.
        distance: Seats to the right, from 1.
        num_players: Players.
        ring: Whether the last seat is next to the first.

    Returns:
        int64[player, other].
    """
    ends = seated.shape[1] if ring else seated.shape[1] - distance
    left, right = seated[:, :ends], np.roll(seated, -distance, axis=1)[:, :ends]
    times = np.bincount((left * num_players + right).ravel(), minlength=num_players**2)
    return times.reshape(num_players, num_players)


def _most_uneven(before: npt.NDArray[np.int64]) -> float:
    """Return the largest share by which before and behind are apart.

    Args:
        before: int64[player, other], times that the player sat before the other.
    """
    met = before + before.T
    uneven = np.abs(before - before.T)[met > 0] / met[met > 0]
    return float(uneven.max())
