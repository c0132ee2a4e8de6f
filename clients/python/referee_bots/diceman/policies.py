"""Bots of Diceman as array policies, which decide in many matches at once (DM-9).

There is a policy for each bot that needs only the counts of picks. Policies compute in exact
integers and so decide as the bots do. Where float64 could not hold these integers exactly, arrays
hold Python's integers.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import numpy.typing as npt

from gamereferee.games.diceman.v1.diceman_pb2 import Config
from referee_bots.asked import Draw
from referee_bots.diceman.damage import COMBOS, Dice, whole_table
from referee_bots.diceman.mixer_bot import PRIOR_ROUNDS, THRESHOLD, mixture

__all__ = ["GreedyPolicy", "MixerPolicy", "RandomPolicy"]

_COUNTS = "table.pick_counts.counts"
_EXACT = 2**53
"""Highest number up to which float64 holds all integers exactly."""

Choices = npt.NDArray[np.int8]


class _Policy:
    """Base class of a policy for one config of Diceman.

    Args:
        config: Config of the game, with all fields set.
    """

    columns: tuple[str, ...] = (_COUNTS,)
    action = "choice"

    def __init__(self, config: Config) -> None:
        self.dice = Dice.of(config)
        self.rounds = config.games * config.round_cap
        """Highest number of rounds that a match can have."""


class RandomPolicy(_Policy):
    """`RandomBot` for many matches: picks a combination uniformly (DM-9.1)."""

    def act(self, _seat: int, seen: Any, draw: Draw) -> Choices:
        """Return a random combination for each match, int8[match].

        Args:
            _seat: Index of the seat; ignored.
            seen: Counts of picks, as one array whose first axis is the match.
            draw: Function that rolls dice.
        """
        (counts,) = seen
        choices: Choices = (draw(len(COMBOS), np.arange(len(counts))) - 1).astype(np.int8)
        return choices


class GreedyPolicy(_Policy):
    """`GreedyBot` for many matches: plays the best answer to the opponent's picks so far (DM-9.2)."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        table, _ = whole_table(self.dice)
        most = max(abs(entry) for row in table for entry in row)
        # Counts of picks add up to the rounds of a match at most, which bounds every sum of
        # products.
        self._table = _numbers(table, most * (self.rounds + len(COMBOS)))

    def act(self, seat: int, seen: Any, _draw: Draw) -> Choices:
        """Return for each match the best answer to the opponent's picks so far, int8[match].

        Args:
            seat: Index of the seat, the same in all matches.
            seen: Counts of picks, as one array [match, seat, combo].
            _draw: Function that rolls dice; not called.
        """
        (counts,) = seen
        weights = counts[:, 1 - seat].astype(self._table.dtype) + 1
        return _places_of_most(weights @ self._table.T)


class MixerPolicy(_Policy):
    """`MixerBot` for many matches: plays the optimal mixture, or exploits the opponent's deviation.

    It plays the best answer to the opponent's picks so far where that is expected to gain more than
    `THRESHOLD` over the mixture (DM-11.7).
    """

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        table, scale = whole_table(self.dice)
        shares, self._out_of = mixture(self.dice)
        self._bounds = np.array(list(itertools.accumulate(shares)))
        habits = (self.rounds + PRIOR_ROUNDS) * self._out_of
        most = max(scale, *(abs(entry) for row in table for entry in row))
        # What a deviation gains is compared as whole numbers: all but these have the same denominator.
        largest = most * habits * self._out_of * THRESHOLD.denominator
        self._table = _numbers(table, largest)
        self._shares = _numbers(shares, largest)
        self._least = scale * self._out_of * THRESHOLD

    def act(self, seat: int, seen: Any, draw: Draw) -> Choices:
        """Return for each match the best answer to the opponent's picks, or a pick by the mixture.

        Args:
            seat: Index of the seat, the same in all matches.
            seen: Counts of picks, as one array [match, seat, combo].
            draw: Function that rolls dice.

        Returns:
            Index of the combination, int8[match].
        """
        (counts,) = seen
        habits = counts[:, 1 - seat].astype(self._table.dtype) * self._out_of
        habits += PRIOR_ROUNDS * self._shares
        values = habits @ self._table.T
        best = _places_of_most(values)
        most = values[np.arange(len(values)), best]
        gains = (most * self._out_of - values @ self._shares) * self._least.denominator
        deviates = gains > habits.sum(axis=1) * self._least.numerator
        drawing = np.flatnonzero(~deviates)
        rolled = draw(self._out_of, drawing) - 1
        best[drawing] = np.searchsorted(self._bounds, rolled, side="right")
        return best


def _numbers(values: Any, largest: int) -> npt.NDArray[Any]:
    """Return integers as an array whose sums of products are computed exactly.

    Args:
        values: Integers, as a nested sequence.
        largest: Bound of the sums of products. If float64 holds it exactly, the array has that
            dtype; else it has Python's integers (dtype object).
    """
    return np.array(values, np.float64 if largest < _EXACT else object)


def _places_of_most(values: npt.NDArray[Any]) -> Choices:
    """Return for each match (row) the index of its greatest value, of equal values the first."""
    places: Choices = values.argmax(axis=1).astype(np.int8)
    return places
