"""Gauntlet format: challengers meet the field, and nobody else meets anybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.pairings.base import FixedSchedule, Pairing, Seeds
from tournaments.pairings.seating import rotations

__all__ = ["Gauntlet"]


class Gauntlet(FixedSchedule):
    """Every challenger meets every other bot once a cycle, in a block over both seatings.

    All challengers meet a bot of the field under the same seed, so that luck is the same for them.

    Args:
        challengers: Names of the challengers, at least one, all different.
        field: Names of all other bots, at least one.
        cycles: Number of times that each challenger meets each bot of the field, from 1.
        seeds: Gives each block (matches that may share their dice) its seed.
    """

    def __init__(
        self, challengers: Sequence[str], field: Sequence[str], *, cycles: int, seeds: Seeds
    ) -> None:
        super().__init__(_schedule(challengers, field, cycles, seeds))


def _schedule(
    challengers: Sequence[str], field: Sequence[str], cycles: int, seeds: Seeds
) -> Iterator[Pairing]:
    number = 0
    for cycle in range(1, cycles + 1):
        for rival in field:
            block = f"{cycle}:{rival}"
            for challenger in challengers:
                for seating in rotations((challenger, rival)):
                    number += 1
                    yield Pairing(number, block, seeds(block), seating)
