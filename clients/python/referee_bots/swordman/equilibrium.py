"""Optimal play of a game of Swordman, by pairs of lives (the stronger form of SW-9.3).

A round is a matrix game. Its payoffs are the values of the pairs of lives to which it can lead: 1
for a game that is won, -1 for a game that is lost, 0 for a draw. Lives never rise, so pairs are
solved from the lowest up. A round that hurts nobody leads back to its own pair of lives; the value
of that pair is found by Newton's method.

Locations need no thought: a seat that draws its sword's and its shield's location independently and
uniformly makes each blow meet a shield once in `locations`, whatever the other seat does, and
neither seat can do better. The cap on rounds is ignored: under optimal play a game takes five or
six.
"""

from __future__ import annotations

import dataclasses
import functools

import numpy as np

from referee_bots.swordman.rules import Rules, lives_left
from referee_bots.zero_sum import Floats, Solution, expectation, solve

__all__ = ["Equilibrium", "can_solve", "equilibrium"]

_MOST_WORK = 600_000_000
"""Largest amount of work that `can_solve` accepts, which takes about a second. The work for one
pair of lives is the cube of the number of splits, plus a fixed cost: the simplex method makes about
as many pivots as there are splits, each on a table of splits by splits.
"""
_WORK_FIXED = 150_000
_PRECISE = 1e-8


@dataclasses.dataclass(frozen=True, slots=True)
class Equilibrium:
    """Optimal play of a game of Swordman: expected result and mixture for each pair of lives."""

    values: Floats
    """float64[own life, other's life]: expected result of a game, -1 (loss) to 1 (win)."""
    mixtures: Floats
    """float64[own life, other's life, split]: probability of each split of points in
    `Rules.splits`; both lives from 1.
    """


def can_solve(rules: Rules) -> bool:
    """Return whether a game by `rules` can be solved in about a second.

    That depends on the number of lives, and of ways to split the points.
    """
    pairs = rules.life * (rules.life + 1) // 2
    return pairs * (len(rules.splits().sword) ** 3 + _WORK_FIXED) <= _MOST_WORK


@functools.lru_cache(maxsize=8)
def equilibrium(rules: Rules) -> Equilibrium:
    """Return optimal play by `rules` for all pairs of lives.

    It takes a fifth of a second under the default config.
    """
    size = rules.life + 1
    num_splits = len(rules.splits().sword)
    found = Equilibrium(np.zeros((size, size)), np.zeros((size, size, num_splits)))
    found.values[1:, 0], found.values[0, 1:] = 1, -1
    rounds = _Rounds(rules)
    # A round lowers a life or leads back to the same pair: every other pair that it can lead to has
    # been solved before.
    for own in range(1, size):
        for other in range(1, own + 1):
            best = rounds.solve((own, other), found.values)
            found.values[own, other], found.values[other, own] = best.value, -best.value
            # In this order: for equal lives both name the same entry, and the rows' mixture stays.
            found.mixtures[other, own] = best.columns
            found.mixtures[own, other] = best.rows
    return found


class _Rounds:
    """Solver of single rounds of Swordman as matrix games, one for each pair of lives.

    Args:
        rules: Rules of the match.
    """

    def __init__(self, rules: Rules) -> None:
        own = rules.splits()
        sword, shield = own.sword[:, None], own.shield[None, :]
        priority = own.priority
        self._order = 1 + np.sign(priority[:, None] - priority[None, :])
        """int64[own, other]: which seat strikes first by these splits; 0 the other seat, 1 both at
        once, 2 the own seat."""
        chances = (1 / rules.locations, 1 - 1 / rules.locations)
        blows = (rules.blows(sword, shield, True), rules.blows(sword, shield, False))
        self._cases = [
            (chance * other_chance, blow, other_blow.T)
            for chance, blow in zip(chances, blows, strict=True)
            for other_chance, other_blow in zip(chances, blows, strict=True)
        ]
        """Four cases: each seat's blow meets the other's shield or does not. A case has its
        probability, the own seat's blow and the other's, both as int64[own split, other split].
        """
        self._stays = np.zeros(self._order.shape)
        """float64[own, other]: probability that nobody is hurt in the round."""
        for probability, blow, other_blow in self._cases:
            self._stays += probability * ((blow == 0) & (other_blow == 0))
        self._strengths = np.arange(rules.power + 1)
        """All possible strengths of a blow, from 0."""

    def solve(self, lives: tuple[int, int], values: Floats) -> Solution:
        """Return optimal play at a pair of lives, given the values of all lower pairs.

        The value is found by Newton's method. It starts with the result at the cap on rounds if
        nobody is ever hurt: 1 for the higher life, -1 for the lower life, 0 for equal lives.

        Args:
            lives: Own life and the other seat's.
            values: float64[own life, other's life]: expected results, right for all pairs of which
                no life is higher and at least one is lower.
        """
        payoffs = self._payoffs(lives, values)
        # The value lies between a sure loss and a sure win; each step narrows this interval, also
        # where Newton's step would leave it.
        low, value, high = -1.0, float(np.sign(lives[0] - lives[1])), 1.0
        while True:
            best = solve(payoffs + value * self._stays)
            gain = best.value - value  # falls as the value rises
            low, high = (value, high) if gain > 0 else (low, value)
            if abs(gain) < _PRECISE or high - low < _PRECISE:
                return Solution(value, best.rows, best.columns)
            value += gain / (1 - expectation(self._stays, best.rows, best.columns))
            if not low < value < high:
                value = (low + high) / 2

    def _payoffs(self, lives: tuple[int, int], values: Floats) -> Floats:
        """Return the own payoff of each pair of splits, float64[own split, other split].

        A round that hurts nobody counts as 0.

        Args:
            lives: Own life and the other seat's before the round.
            values: float64[own life, other's life]: expected results for the lives after the round.
        """
        orders = np.array([-1, 0, 1])[:, None, None]
        blows = self._strengths[None, :, None], self._strengths[None, None, :]
        ahead = values[lives_left(lives, blows, orders)]
        # Nobody is hurt: that case counts through `_stays`, with the value that is being looked
        # for.
        ahead[:, 0, 0] = 0
        payoffs = np.zeros(self._order.shape)
        for probability, blow, other_blow in self._cases:
            payoffs += probability * ahead[self._order, blow, other_blow]
        return payoffs
