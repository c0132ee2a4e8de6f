"""Draws the arrival times of new matches beforehand: a Poisson process.

No arrival depends on how earlier matches go (an open loop). So a referee that falls behind is given
new matches all the same, as by its users. How late a match begins is counted from the instant drawn
here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.core.errors import FieldError
from referee.core.rng import Stream, StreamRandom
from referee.core.time_control import SECOND

__all__ = ["arrivals"]

_GAPS = 31
"""Number in the key of the random streams from which the gaps between arrivals are drawn; it separates
them from other streams of the same seed.
"""


def arrivals(rate: float, counts: Sequence[int], seed: int) -> tuple[int, ...]:
    """Return when matches are to begin, in nanoseconds from the start, ascending.

    The gaps are exponential. Each stretch is a Poisson process under the condition that the last of
    its arrivals comes `count / rate` seconds after the last arrival before the stretch, where
    `count` is the number of arrivals in the stretch. So even a short stretch has the given rate.
    Arrivals with the same seed at another rate are the same, scaled in time.

    Args:
        rate: Matches per second, above 0.
        counts: Number of arrivals in each stretch, each from 0.
        seed: Seed of the gaps.

    Raises:
        FieldError: The rate or a count breaks its bound.
    """
    if not (rate > 0 and math.isfinite(rate)):
        raise FieldError("rate", "a number of matches a second above 0", rate)
    instants, start = list[int](), 0.0
    for stretch, count in enumerate(counts):
        if count < 0:
            raise FieldError(f"counts[{stretch}]", "from 0", count)
        dice = StreamRandom(Stream(seed, _GAPS, stretch).state)
        gaps = [dice.expovariate(1.0) for _ in range(count)]
        scale, at = count / sum(gaps) if gaps else 0.0, 0.0
        for gap in gaps:
            at += gap * scale
            instants.append(round((start + at) / rate * SECOND))
        start += count
    return tuple(instants)
