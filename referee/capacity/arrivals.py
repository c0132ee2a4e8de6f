"""When new matches come: a Poisson process, drawn beforehand, that waits for nobody.

An open loop: no arrival depends on how earlier matches fare, so a referee that falls behind is asked for
more all the same, as by its users. What comes late is late from the instant that stands here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.core.errors import FieldError
from referee.core.rng import Stream, StreamRandom
from referee.core.time_control import SECOND

__all__ = ["arrivals"]

_GAPS = 31
"""Names the streams of gaps between arrivals."""


def arrivals(rate: float, counts: Sequence[int], seed: int) -> tuple[int, ...]:
    """Return when matches are to begin, in nanoseconds from the start, ascending.

    The gaps are exponential. Each stretch is a Poisson process under the condition that the last of its
    `count` arrivals comes `count / rate` seconds after the last one before: so even a short stretch has
    the rate it is said to have. The arrivals of a seed at another rate are the same, drawn out.

    Args:
        rate: Matches a second, above 0.
        counts: Arrivals of each stretch, each from 0.
        seed: Of the gaps.

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
