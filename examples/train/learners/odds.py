"""Expected results of Diceman rounds at any lives, and how much a policy loses to a player that knows it."""

from __future__ import annotations

import functools

import numpy as np

from learners.diceman_features import FULL_LIFE, NUM_COMBOS, Table, features
from learners.network import Array, Layers, forward, probabilities
from learners.opponents import Choices, Player
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.odds import WholeGame, count_rolls, solve_game

__all__ = ["best_response_value", "next_values", "optimal_mixtures", "optimal_values", "responder"]


def optimal_values() -> Array:
    """Return the value of a game under optimal play for each pair of lives (DM-11.5).

    The result is float64[own life, other's life].
    """
    return _solution().values


def optimal_mixtures() -> Array:
    """Return the optimal probabilities of picks for each pair of lives (DM-11.6).

    The result is float64[own life, other's life, combo].
    """
    return _solution().mixtures


@functools.cache
def _solution() -> WholeGame:
    return solve_game(count_rolls(DicemanConfig()), FULL_LIFE)


@functools.cache
def _cases() -> tuple[Array, Array, Array, Array, Array]:
    """Return all outcomes of rounds as arrays of cases.

    For each case: pair of picks, which player acts first, damage dealt, damage suffered, and
    probability.
    """
    counts = count_rolls(DicemanConfig())
    return counts.pair, counts.first, *counts.dealt, counts.times / counts.total[counts.pair]


def next_values(values: Array, own: int, other: int) -> Array:
    """Return the expected value after a round for each pair of picks, float64[own pick, other's pick].

    Args:
        values: float64[own, other]: value of a game at these lives.
        own: Own life, from 1.
        other: Opponent's life, from 1.
    """
    pair, first, dealt, suffered, chance = _cases()
    own_left, other_left = np.maximum(0, own - suffered), np.maximum(0, other - dealt)
    # A player slain before his phase does nothing (DM-5.11).
    own_after = np.where((first > 0) & (other_left == 0), own, own_left)
    other_after = np.where((first < 0) & (own_left == 0), other, other_left)
    sums = np.bincount(pair, chance * values[own_after, other_after], NUM_COMBOS**2)
    return sums.reshape(NUM_COMBOS, NUM_COMBOS)


@functools.cache
def _payoffs() -> Array:
    """Return the values of pairs of picks, if both play optimally after them.

    The result is float64[own life, other's life, own pick, other's pick].
    """
    values = optimal_values()
    payoffs = np.zeros((*values.shape, NUM_COMBOS, NUM_COMBOS))
    for own, other in np.argwhere(np.outer(range(len(values)), range(len(values)))).tolist():
        payoffs[own, other] = next_values(values, own, other)
    return payoffs


def responder(layers: Layers) -> Player:
    """Return a player that knows a policy and makes the best pick against the policy's next one.

    It assumes that both play optimally after the round. It wins no more than the best of all
    responses would (Lisý and Bowling, "Equilibrium approximation quality of current no-limit poker
    bots", 2017). `layers` is the policy's network.
    """
    payoffs = _payoffs()

    def pick(table: Table, seats: Array, random: np.random.Generator) -> Choices:  # noqa: ARG001
        rows = np.arange(len(seats))
        chances = probabilities(forward(layers, features(table, 1 - seats)))
        of_lives = payoffs[table.life[rows, seats], table.life[rows, 1 - seats]]
        expected = (of_lives @ chances[:, :, None])[:, :, 0]
        best: Choices = expected.argmax(axis=1).astype(np.int8)
        return best

    return pick


def best_response_value(layers: Layers) -> float:
    """Return the expected value of one game for the best response to a policy that does not adapt.

    The policy is given the lives, and throughout the game the other features of a match's first
    round. So its mixtures depend on lives alone, and backward induction over these is exact.
    Against an optimal policy the value is 0. `layers` is the policy's network.
    """
    chances = _opening_mixtures(layers)
    values = np.zeros((FULL_LIFE + 1, FULL_LIFE + 1))
    values[1:, 0], values[0, 1:] = 1.0, -1.0
    nothing = np.zeros_like(values)
    for total in range(2, 2 * FULL_LIFE + 1):
        for other in range(max(1, total - FULL_LIFE), min(FULL_LIFE, total - 1) + 1):
            own = total - other
            mixture = chances[other, own]
            onward = next_values(values, own, other) @ mixture
            nothing[own, other] = 1.0
            back = next_values(nothing, own, other) @ mixture
            nothing[own, other] = 0.0
            # A pick that is made until something happens; one with which nothing ever does is worth 0.
            values[own, other] = np.where(back < 1, onward / np.maximum(1e-12, 1 - back), 0).max()
    return float(values[FULL_LIFE, FULL_LIFE])


def _opening_mixtures(layers: Layers) -> Array:
    """Return a policy's probabilities of picks for each pair of lives.

    The result is float64[own life, other's life, pick].

    All other features are as in the first round of a match. `layers` is the policy's network.
    """
    lives = np.indices((FULL_LIFE + 1, FULL_LIFE + 1)).reshape(2, -1).T
    rows = len(lives)
    table = Table(
        game=np.ones(rows, np.int64),
        round=np.ones(rows, np.int64),
        life=lives,
        points=np.zeros((rows, 2), np.int64),
        pick_counts=np.zeros((rows, 2, NUM_COMBOS), np.int64),
        has_last_round=np.zeros(rows, np.bool_),
        last_combos=np.zeros((rows, 2), np.int64),
    )
    chances = probabilities(forward(layers, features(table, np.zeros(rows, np.int64))))
    return chances.reshape(FULL_LIFE + 1, FULL_LIFE + 1, NUM_COMBOS).astype(np.float64)
