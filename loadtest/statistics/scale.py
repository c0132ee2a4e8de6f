"""Measures what a difference of ratings means for the chance to be placed ahead, by number of seats."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator

import numpy as np

from loadtest.statistics.worlds import World, groups, names
from tournaments.ratings import PlackettLuce, rate_elo
from tournaments.ratings.davidson import Floats

__all__ = ["Scale", "measure"]

_BOTS = 20
_LIVE_STEP = 25 / 6
"""Difference of the live rating whose meaning is measured, in points of openskill."""
_ELO_STEP = 100.0
"""Difference of Elo whose meaning is measured, in points."""


@dataclasses.dataclass(frozen=True, slots=True)
class Scale:
    """Chance to be placed ahead with some more points of rating, for one number of seats."""

    seats: int
    """Number of seats in a match."""
    live: float
    """Probability of being placed ahead with 25/6 more points of openskill's rating, 0 to 1."""
    elo: float
    """Probability of being placed ahead with 100 more points of Elo, 0 to 1; 0.640 by the model."""


def measure(comparisons: int, seed: int) -> Iterator[Scale]:
    """Rate bots whose true chances are those of Plackett and Luce.

    Yield the scale by number of seats.

    Args:
        comparisons: About how many comparisons of two seats to simulate, for each number of seats.
        seed: Seed of all random numbers, 0 to 2^64 - 1.
    """
    for seats in (2, 4, 8, 16):
        dice = np.random.default_rng((seed, seats))
        strengths = np.linspace(0.8, -0.8, _BOTS)
        world = World(strengths.tolist(), dice)
        bots = names(_BOTS)
        cycles = max(1, round(comparisons / _BOTS / seats / (seats - 1)))
        played = list(world.play(groups(bots, cycles, seats)))
        system = PlackettLuce()
        live = dict.fromkeys(bots, system.start)
        for match in played:
            after = system.rate([live[player] for player in match.players], match.placements)
            live.update(zip(match.players, after, strict=True))
        ratings = rate_elo(bots, played)
        elo = np.array([estimate.value for estimate in ratings.ratings])
        yield Scale(
            seats,
            _chance(strengths, np.array([live[bot].mu for bot in bots]), _LIVE_STEP),
            _chance(strengths, elo, _ELO_STEP),
        )


def _chance(strengths: Floats, ratings: Floats, step: float) -> float:
    """Return the probability of being ahead with `step` more points of a rating.

    It follows from the slope of the true log-odds by rating.

    Args:
        strengths: True strength of each bot, in natural logarithms of odds.
        ratings: Rating of each bot.
        step: Difference of two ratings.
    """
    slope = np.polyfit(ratings, strengths, 1)[0]
    return 1 / (1 + math.exp(-float(slope) * step))
