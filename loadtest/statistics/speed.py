"""Processor time of a table's ratings, for as many bots and matches as anybody plays."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator

import numpy as np

from loadtest.statistics.worlds import World, names
from tournaments.ratings import PlacedMatch, rate_elo

__all__ = ["Timing", "measure"]


@dataclasses.dataclass(frozen=True, slots=True)
class Timing:
    """What rating takes."""

    seats: int
    """Of a match."""
    block: int
    """Matches of a block."""
    seconds: float
    """Processor time, of all threads."""


def measure(bots: int, matches: int, seed: int) -> Iterator[Timing]:
    """Time ratings with all that a table shows.

    Args:
        bots: How many.
        matches: How many.
        seed: Of the results, 0..2^64-1.
    """
    for seats in (2, 4, 8, 16):
        for block in (1, seats):
            dice = np.random.default_rng((seed, seats))
            world = World(dice.normal(size=bots).tolist(), dice, step=1.0)
            everybody = names(bots)
            played: list[PlacedMatch] = []
            while len(played) < matches:
                group = [everybody[index] for index in dice.permutation(bots)[:seats]]
                key = str(len(played))
                for shift in range(block):
                    players = (*group[shift:], *group[:shift])
                    played.append(PlacedMatch(key, players, world.placements(key, players)))
            start = time.process_time()
            rate_elo(everybody, played)
            yield Timing(seats, block, time.process_time() - start)
