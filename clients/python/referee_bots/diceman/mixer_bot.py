"""A bot for Diceman that plays the optimal mixture, or exploits an opponent that deviates from it.

The mixture (DM-11.7) is that of a single round. No opponent can beat it in expected net damage;
under default config it is MS 23/238, MH 138/238, SH 77/238. Once the opponent's picks differ enough
from the mixture, the best answer to these picks gains more than the mixture would, and the bot
plays that answer. It does not look at lives; the solver bot does (DM-9.3).
"""

from __future__ import annotations

import bisect
import functools
import itertools
import math
from collections.abc import Sequence
from fractions import Fraction

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_bots.diceman.damage import COMBOS, Dice, net_table, whole_table
from referee_bots.matrix_game import optimal_mixture
from referee_bots.seeded import SeededBot, run_seeded
from referee_client import Match

__all__ = ["PRIOR_ROUNDS", "THRESHOLD", "MixerBot", "best_deviation", "mixture"]

PRIOR_ROUNDS = 20
"""Number of rounds of optimal play that are credited to the opponent before the first round."""
THRESHOLD = Fraction(1, 2)
"""Least expected gain over the mixture, in net damage a round, for which the bot plays the best
answer to the opponent's picks instead of the mixture; a gain of exactly this much is not enough.
"""


@functools.lru_cache(maxsize=32)
def mixture(dice: Dice) -> tuple[tuple[int, ...], int]:
    """Return the optimal probabilities of picking each combination for a single round (DM-11.7).

    Returns:
        How often to pick each combination, int[combo], and the number of rounds that these counts
        add up to.
    """
    probabilities = optimal_mixture(net_table(dice))
    scale = math.lcm(*(probability.denominator for probability in probabilities))
    return tuple(int(probability * scale) for probability in probabilities), scale


class MixerBot(SeededBot):
    """Bot for Diceman that plays the optimal mixture, or exploits an opponent that deviates from it."""

    def on_start(self, match: Match) -> None:
        """Compute the optimal mixture before the first turn."""
        super().on_start(match)
        mixture(Dice.of(match.config))

    def act(self, observation: Observation) -> Action:
        """Return the best answer to the opponent's picks so far, or a pick by the optimal mixture.

        The best answer is played if it is expected to gain more than `THRESHOLD` over the mixture.
        """
        dice = Dice.of(observation.config)
        counts = observation.pick_counts[1 - observation.seat].counts
        combo = best_deviation(dice, counts)
        return Action(dice=COMBOS[self._draw(dice) if combo is None else combo])

    def _draw(self, dice: Dice) -> int:
        shares, scale = mixture(dice)
        return bisect.bisect_right(list(itertools.accumulate(shares)), self.random.randrange(scale))


def best_deviation(dice: Dice, counts: Sequence[int]) -> int | None:
    """Return the combination that gains most over the mixture against an opponent's picks so far.

    Return None if no gain exceeds `THRESHOLD`.

    Args:
        dice: Parts of the config that decide a round.
        counts: How often the opponent has picked each combination, int[combo].
    """
    shares, out_of = mixture(dice)
    table, scale = whole_table(dice)
    # Scaled by `out_of` to whole numbers, so that the gain below is exact.
    habits = [
        count * out_of + PRIOR_ROUNDS * share for count, share in zip(counts, shares, strict=True)
    ]
    values = [sum(h * net for h, net in zip(habits, row, strict=True)) for row in table]
    best = max(values)
    expected = sum(share * value for share, value in zip(shares, values, strict=True))
    gain = Fraction(best * out_of - expected, scale * sum(habits) * out_of)
    return values.index(best) if gain > THRESHOLD else None


if __name__ == "__main__":
    run_seeded(MixerBot)
