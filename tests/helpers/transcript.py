"""Rolls of many streams, printed as JSON: run as a process to see how another interpreter rolls."""

from __future__ import annotations

import json

from referee.core.kernel import JIT
from referee.core.rng import Stream

__all__ = ["SEEDS", "SIDES", "transcript"]

SEEDS = (0, 1, 2008, 2**63 - 1, 2**63, 2**64 - 1)
"""Small ones, and those at the edges of 64 bits."""

SIDES = (1, 2, 4, 6, 10, 100, 2**31, 2**62 + 1, 2**64 // 3 + 1, 2**63 - 1, 6)
"""Dice of a game, and dice whose words are often rejected."""


def transcript() -> list[list[int]]:
    """For each seed, two words of stream (seed, 3, 0), then one roll for each of `SIDES`."""
    rows = []
    for seed in SEEDS:
        stream = Stream(seed, 3, 0)
        rows.append([stream.next(), stream.next(), *(stream.draw(n) for n in SIDES)])
    return rows


if __name__ == "__main__":
    print(json.dumps({"jit": JIT, "rows": transcript()}))
