"""A tournament whose matches end in any order."""

from __future__ import annotations

import random
from collections.abc import Callable

from tournaments.pairings import Pairing, Scheduler
from tournaments.spec.matches import MatchOrder

__all__ = ["play_in_any_order"]


def play_in_any_order(
    scheduler: Scheduler, seed: int, places: Callable[[MatchOrder], tuple[int, ...] | None]
) -> None:
    """Play all that is due, in an order that follows from a seed, until nothing is.

    Args:
        scheduler: Says what is due.
        seed: Seed of the order.
        places: Returns the placements of a match.
    """
    dice, out = random.Random(seed), list[Pairing]()
    while True:
        out += scheduler.due()
        if not out:
            break
        pairing = out.pop(dice.randrange(len(out)))
        order = MatchOrder("diceman", 1, "{}", pairing.seed, pairing.players, None)
        scheduler.record(pairing, places(order))
