"""Plays many rounds of each pair of combinations in the real engine and compares with the exact odds.

    python -m tests.games.diceman.monte_carlo --rounds 10000000

prints how far the engine's shares and means are from the exact ones, in standard errors, and fails if
one is further than 5. With 36 entries of four numbers each, the worst of a right table is about 3.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from referee.games.diceman.columns import LIFE_AFTER, LIFE_BEFORE
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.odds import Entry, RollCounts, count_rolls, round_table
from referee.games.diceman.rules.round import play_round
from referee.games.diceman.state import new_state
from referee.games.diceman.tables import COMBO_NAMES

__all__ = ["Deviation", "deviations"]

LIMIT = 5.0
"""Standard errors that are allowed."""
MATCHES = 4096
"""Matches that are stepped together."""
LIFE = 1000
"""Life of a match: so much that nobody dies within `_STEPS` rounds, of at most 12 damage each."""
_STEPS = LIFE // 13


class Deviation(NamedTuple):
    """How far a number of the engine's rounds is from the exact one."""

    name: str
    """Entry and number, such as `SH MS more`."""
    z: float
    """The difference in standard errors; infinite if there should have been none."""


def deviations(rounds: int, *, so_far: bool = False, seed: int = 2008) -> Iterator[Deviation]:
    """Those of more, equal, less and net of all 36 entries of the default dice.

    Args:
        rounds: Rounds for each pair of combinations, at least; in lots of some 4,096.
        so_far: Whether `magic_scope` is so_far.
        seed: Seed of the first match; each match has its own.
    """
    scope = "so_far" if so_far else "phase"
    config = DicemanConfig.model_validate({"life": LIFE, "games": 1, "magic_scope": scope})
    counts = count_rolls(config)
    for entry in round_table(counts).entries:
        played = _play(config, entry, rounds, seed)
        seed += rounds
        yield from _compare(entry, _square(counts, entry), played)


def _play(config: DicemanConfig, entry: Entry, rounds: int, seed: int) -> dict[str, int]:
    """Sums over rounds of one pair of combinations."""
    sums = dict.fromkeys(["rounds", "more", "equal", "less", "net"], 0)
    while sums["rounds"] < rounds:
        matches = min(MATCHES, rounds - sums["rounds"])
        seeds = range(seed + sums["rounds"], seed + sums["rounds"] + matches)
        state = new_state(config, seeds)
        choices = np.full((matches, 2), (entry.row, entry.col), dtype=np.int8)
        table = state.table
        for _ in range(min(_STEPS, math.ceil((rounds - sums["rounds"]) / matches))):
            play_round(state, choices)
            lost = table[:, LIFE_BEFORE : LIFE_BEFORE + 2] - table[:, LIFE_AFTER : LIFE_AFTER + 2]
            net = lost[:, 1] - lost[:, 0]
            more, less = int((net > 0).sum()), int((net < 0).sum())
            sums["rounds"] += matches
            sums["more"] += more
            sums["less"] += less
            sums["equal"] += matches - more - less
            sums["net"] += int(net.sum())
    return sums


def _square(counts: RollCounts, entry: Entry) -> Fraction:
    """Exact mean of the squared net damage of an entry."""
    pair = 6 * entry.row + entry.col
    chosen = counts.pair == pair
    net = (counts.dealt[0] - counts.dealt[1])[chosen]
    return Fraction(int((counts.times[chosen] * net * net).sum()), int(counts.total[pair]))


def _compare(entry: Entry, square: Fraction, played: dict[str, int]) -> Iterator[Deviation]:
    rounds = played["rounds"]
    exact = {name: (getattr(entry, name),) * 2 for name in ("more", "equal", "less")}
    exact["net"] = (entry.net, square)
    for name, (mean, mean_square) in exact.items():
        difference = Fraction(played[name], rounds) - mean
        error = math.sqrt((mean_square - mean * mean) / rounds)
        z = float(difference) / error if error else math.inf if difference else 0.0
        yield Deviation(f"{COMBO_NAMES[entry.row]} {COMBO_NAMES[entry.col]} {name}", z)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run as the arguments say; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10**7, help="for each entry (%(default)s)")
    parser.add_argument("--so-far", action="store_true", help="with magic_scope so_far")
    options = parser.parse_args(arguments)
    found = list(deviations(options.rounds, so_far=options.so_far))
    worst = max(found, key=lambda one: abs(one.z))
    spread = math.sqrt(sum(one.z**2 for one in found) / len(found))
    print(
        f"{len(found)} numbers of {options.rounds} rounds each; root mean square of z {spread:.2f}"
    )
    print(f"worst: {worst.name}, z = {worst.z:+.2f}")
    return int(abs(worst.z) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
