"""What a difference of ratings means for who is placed ahead, by number of seats."""

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
"""Points of the live rating that are asked about."""
_ELO_STEP = 100.0
"""Points of Elo that are asked about."""


@dataclasses.dataclass(frozen=True, slots=True)
class Scale:
    """What steps of either rating are worth."""

    seats: int
    """Of a match."""
    live: float
    """Chance to be placed ahead with 25/6 more of openskill's rating, 0..1."""
    elo: float
    """Chance to be placed ahead with 100 more of Elo, 0..1; 0.640 by the model."""


def measure(comparisons: int, seed: int) -> Iterator[Scale]:
    """Rate bots whose true chances are known, those of Plackett and Luce, from `comparisons` comparisons.

    Args:
        comparisons: About how many of two seats, for each number of seats.
        seed: Of all dice, 0..2^64-1.
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
    """Return the chance to be ahead with `step` more, from the slope of true log-odds by rating."""
    slope = np.polyfit(ratings, strengths, 1)[0]
    return 1 / (1 + math.exp(-float(slope) * step))
