"""Round-robin format: everybody meets everybody, by the circle method, in any number of cycles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.pairings.base import FixedSchedule, Pairing, Seeds
from tournaments.pairings.seating import rotations

__all__ = ["RoundRobin", "circle_rounds"]


class RoundRobin(FixedSchedule):
    """Every two players meet once a cycle, in a separate block over both seatings.

    Args:
        players: Names, at least two, all different.
        cycles: Number of times that everybody meets everybody, from 1.
        seeds: Gives each block (matches that may share their dice) its seed.
    """

    def __init__(self, players: Sequence[str], *, cycles: int, seeds: Seeds) -> None:
        super().__init__(_schedule(players, cycles, seeds))


def circle_rounds(num_players: int) -> list[list[tuple[int, int]]]:
    """Return rounds in which every two players meet once and nobody plays twice in a round.

    The circle method: player 0 stays, the others move on by one place a round, and those who face
    each other meet. An odd number is filled up with an empty place, whose opponent has a bye.

    Args:
        num_players: Number of players.

    Returns:
        Pairs of player indices for each round.
    """
    circle: list[int | None] = list(range(num_players))
    if num_players % 2:
        circle.append(None)
    rounds = []
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        facing = zip(circle[:half], reversed(circle[half:]), strict=True)
        rounds.append([(a, b) for a, b in facing if a is not None and b is not None])
        circle.insert(1, circle.pop())
    return rounds


def _schedule(players: Sequence[str], cycles: int, seeds: Seeds) -> Iterator[Pairing]:
    rounds = circle_rounds(len(players))
    number = 0
    for cycle in range(1, cycles + 1):
        for meetings in rounds:
            for first, second in meetings:
                both = (players[first], players[second])
                # Sorted, so that the order of the file's tables decides no dice.
                block = f"{cycle}:{':'.join(sorted(both))}"
                for seating in rotations(both):
                    number += 1
                    yield Pairing(number, block, seeds(block), seating)
