"""Measures the processor time of all ratings that a table shows, for large tournaments."""

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
    """Processor time of computing the ratings of one tournament, with its seats and block size."""

    seats: int
    """Number of seats in a match."""
    block: int
    """Number of matches in a block, that is, matches of the same bots with seats exchanged."""
    seconds: float
    """Processor time of all threads, in seconds."""


def measure(bots: int, matches: int, seed: int) -> Iterator[Timing]:
    """Yield the time of all ratings that a table shows, for each number of seats and block size.

    Args:
        bots: Number of bots.
        matches: Number of matches.
        seed: Seed of the results, 0 to 2^64 - 1.
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
