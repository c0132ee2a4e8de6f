"""Speed of the engines of Diceman and Swordman without clocks, network and disk: rounds a second.

This is the only place of the load test that loads the rules; everything else is outside the
referee.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable

import numpy as np

from referee.core.rng import Stream
from referee.games import swordman
from referee.games.diceman import PLUGIN
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.rules.actions import LEGAL
from referee.games.diceman.rules.round import play_round
from referee.games.diceman.state import new_state
from referee.games.swordman.columns import Ints
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.rules.round import play_round as play_swordman_round
from referee.games.swordman.state import new_state as new_swordman_state

__all__ = [
    "batch_rounds_per_s",
    "full_rounds_per_s",
    "single_rounds_per_s",
    "swordman_batch_rounds_per_s",
    "swordman_single_rounds_per_s",
]

BATCH = 4096
CHUNK = 1000
"""Number of rounds after which matches are restarted. No match of a thousand games is over
before."""
CONFIG = DicemanConfig(games=1000)
SWORDMAN_CONFIG = SwordmanConfig(games=1000)

_RNG_SEED = 1


def batch_rounds_per_s(seconds: float) -> float:
    """Return rounds a second of 4,096 matches of Diceman stepped together.

    A step counts as one round for each of the matches.
    """
    choices = np.random.default_rng(_RNG_SEED).integers(0, 6, (BATCH, 2)).astype(np.int8)

    def chunk() -> Callable[[], None]:
        matches = new_state(CONFIG, range(BATCH))
        return lambda: play_round(matches, choices)

    return BATCH * _steps_per_s(chunk, seconds)


def single_rounds_per_s(seconds: float) -> float:
    """Return rounds a second of one match of Diceman, by the kernel (rules over arrays) of a single match."""
    choices = np.array([[1, 3]], dtype=np.int8)

    def chunk() -> Callable[[], None]:
        state, _ = PLUGIN.game.start(CONFIG, seed=_RNG_SEED, num_seats=2)
        return lambda: play_round(state, choices)

    return _steps_per_s(chunk, seconds)


def full_rounds_per_s(seconds: float) -> float:
    """Return rounds a second of Diceman with all work of the referee: step, observe, encode, digest."""
    game, codec = PLUGIN.game, PLUGIN.codec
    choices = itertools.cycle(zip(LEGAL, LEGAL[1:] + LEGAL[:1], strict=True))

    def chunk() -> Callable[[], None]:
        state, _ = game.start(CONFIG, seed=_RNG_SEED, num_seats=2)

        def play() -> None:
            game.step(state, dict(enumerate(next(choices))))
            codec.encode_observations(CONFIG, game.observe(state, (0, 1)))
            game.digest(state)

        return play

    return _steps_per_s(chunk, seconds)


def swordman_batch_rounds_per_s(seconds: float) -> float:
    """Return rounds a second of 4,096 matches of Swordman stepped together.

    A step counts as one round for each of the matches.
    """
    orders = _random_orders(BATCH)

    def chunk() -> Callable[[], None]:
        matches = new_swordman_state(SWORDMAN_CONFIG, BATCH)
        return lambda: play_swordman_round(matches, orders)

    return BATCH * _steps_per_s(chunk, seconds)


def swordman_single_rounds_per_s(seconds: float) -> float:
    """Return rounds a second of one match of Swordman, by the kernel (rules over arrays) of one match."""
    orders = _random_orders(1)

    def chunk() -> Callable[[], None]:
        state, _ = swordman.PLUGIN.game.start(SWORDMAN_CONFIG, seed=_RNG_SEED, num_seats=2)
        return lambda: play_swordman_round(state, orders)

    return _steps_per_s(chunk, seconds)


def _random_orders(matches: int) -> Ints:
    """Return random legal orders for a round of Swordman, int32[match, seat, 6].

    The six numbers are points and locations, in the order of the game's column of actions.
    """
    game, dice = swordman.PLUGIN.game, Stream(_RNG_SEED)
    state, _ = game.start(SWORDMAN_CONFIG, seed=_RNG_SEED, num_seats=2)
    pairs = [[game.random_action(state, seat, dice) for seat in (0, 1)] for _ in range(matches)]
    return np.array(pairs, dtype=np.int32)


def _steps_per_s(begin: Callable[[], Callable[[], None]], seconds: float) -> float:
    """Return steps a second.

    Args:
        begin: Begins a chunk of matches, and returns a function that makes one step. Neither it nor
            the first step is measured.
        seconds: Time to measure.
    """
    steps, spent = 0, 0.0
    while spent < seconds:
        step = begin()
        step()
        done, began = 0, time.perf_counter()
        while done < CHUNK and (done % 10 or spent + time.perf_counter() - began < seconds):
            step()
            done += 1
        spent += time.perf_counter() - began
        steps += done
    return steps / spent
