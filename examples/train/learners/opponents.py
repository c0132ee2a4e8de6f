"""Diceman players as functions that decide in many matches at once: house bots (DM-9), and trained policies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from learners.diceman_features import NUM_COMBOS, Table, features
from learners.network import Array, Floats, Layers, forward, probabilities
from referee_bots.diceman.damage import Dice, whole_table
from referee_bots.diceman.mixer_bot import PRIOR_ROUNDS, THRESHOLD, mixture

__all__ = ["HOUSE", "Player", "draw", "greedy", "mixer", "trained", "uniform"]

Choices: TypeAlias = npt.NDArray[np.int8]
Player: TypeAlias = Callable[[Table, Array, np.random.Generator], Choices]
"""Function that takes open tables, its seat in each, int[row], and a random generator; returns
combinations, int8[row].
"""

_DICE = Dice()
_NET, _NET_SCALE = np.array(whole_table(_DICE)[0], np.int64), whole_table(_DICE)[1]
_SHARES, _OUT_OF = np.array(mixture(_DICE)[0], np.int64), mixture(_DICE)[1]


def uniform(table: Table, seats: Array, random: np.random.Generator) -> Choices:  # noqa: ARG001
    """Return a pick for one seat, in `seats`, of each match, as the house bot `random` makes it."""
    return random.integers(0, NUM_COMBOS, len(seats), np.int8)


def greedy(table: Table, seats: Array, random: np.random.Generator) -> Choices:  # noqa: ARG001
    """Return a pick for one seat, in `seats`, of each match, as the house bot `greedy` makes it."""
    values = (_habits(table, seats) + 1) @ _NET.T
    best: Choices = values.argmax(axis=1).astype(np.int8)
    return best


def mixer(table: Table, seats: Array, random: np.random.Generator) -> Choices:
    """Return a pick for one seat, in `seats`, of each match, as the house bot `mixer` makes it.

    The pick is random, by weights that are whole numbers, as that bot's.
    """
    habits = _habits(table, seats) * _OUT_OF + PRIOR_ROUNDS * _SHARES
    values = habits @ _NET.T
    gains = values.max(axis=1) * _OUT_OF - values @ _SHARES
    least = THRESHOLD * _NET_SCALE * _OUT_OF
    pays = gains * least.denominator > habits.sum(axis=1) * least.numerator
    drawn = np.searchsorted(np.cumsum(_SHARES), random.integers(0, _OUT_OF, len(seats)), "right")
    picks: Choices = np.where(pays, values.argmax(axis=1), drawn).astype(np.int8)
    return picks


def trained(layers: Layers) -> Player:
    """Return a player that picks at random, by the probabilities that a policy's network gives."""

    def pick(table: Table, seats: Array, random: np.random.Generator) -> Choices:
        return draw(probabilities(forward(layers, features(table, seats))), random)

    return pick


def draw(chances: Floats, random: np.random.Generator) -> Choices:
    """Return a random choice for each row, int8[row].

    `chances` are the probabilities, float32[row, choice].
    """
    edges = np.cumsum(chances[:, :-1], axis=1)
    drawn: Choices = (random.random((len(chances), 1)) > edges).sum(axis=1).astype(np.int8)
    return drawn


def _habits(table: Table, seats: Array) -> Array:
    """Return how often the rival of one seat, in `seats`, of each match has made each pick.

    The result is int64[match, combo].
    """
    counts: Array = table.pick_counts[np.arange(len(seats)), 1 - seats].astype(np.int64)
    return counts


HOUSE: dict[str, Player] = {"random": uniform, "greedy": greedy, "mixer": mixer}
"""Players that imitate house bots, by the bots' names."""
