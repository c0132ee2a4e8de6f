"""`python -m loadtest.seed_search`: cost of finding a match's seed from the dice seen in play.

Dice are words of SplitMix64 modulo their sides, and each step from the seed to a word can be
undone. So one whole word gives the seed, and a die of n sides narrows the words to one in n: no
more than 2^64 / n words are left to be tried, and the other dice show which is right. No quicker
way is known: an even die depends on nearly every bit of the state, so that no part of the state can
be tried alone.

The search is made here with all but some bits of one word given, and the time of the whole is
estimated from its speed. Dice of Diceman are those of a real match; those of Champions are of one
battle's stream.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from referee.core.rng import Stream, secret_bytes
from referee.games.diceman import PLUGIN
from referee.games.diceman.columns import VALUES
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.rules.actions import LEGAL

__all__ = ["Attempt", "battle_attempt", "diceman_attempt", "found_seeds", "main", "mix", "unmix"]

Words = npt.NDArray[np.uint64]
Survivors = Callable[[Words], Words]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FACTORS = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_INVERSES = np.uint64(0x319642B2D24D8EC3), np.uint64(0x96DE1B173F119089)
"""Inverses modulo 2^64 of the second factor in `_FACTORS`, the factors of SplitMix64's output
function, and of the first.
"""
_BLOCK = 1 << 16
"""Number of words that are tried at a time; an array of this size stays in a processor's cache."""
_YEAR_S = 365.25 * 86_400

_SWORD, _SHIELD, _BOTH = 2, 3, 5
"""Ids of two dice of Diceman, and of the combination that holds both (DM-3.1, DM-3.2)."""
_BATTLE = 5, 1, 0
"""Keys, below the match seed, that name the random stream of the first round's first battle in
Champions (CH-2.2).
"""
_BATTLE_SIDES = (20, *(10, 5, 8) * 8)
"""Sides of the dice of a battle: a Healer's die, then the dice of three attackers (CH-3.1)."""


class Attempt(NamedTuple):
    """Dice that were seen in a match, and a way to find the seeds that explain them."""

    name: str
    """Name of the game."""
    sides: int
    """Number of sides of the first die, whose words are tried."""
    word: int
    """Word that gave the first die, 0 to 2^64 - 1; the search knows its upper bits."""
    survivors: Survivors
    """Function from candidate words of the first die, uint64[word], to the seeds that give all the
    dice, uint64[found]."""


def mix(words: Words) -> Words:
    """Return SplitMix64's output for each word.

    It is `referee.core.rng.mix` for many words at once.
    """
    words = (words ^ (words >> np.uint64(30))) * _FACTORS[0]
    words = (words ^ (words >> np.uint64(27))) * _FACTORS[1]
    return words ^ (words >> np.uint64(31))


def unmix(words: Words) -> Words:
    """Return the words for which `mix` returns these words (its inverse)."""
    # x ^ (x >> n) is undone by shifts of n and 2 n, since 3 n is beyond the 64 bits.
    words = (words ^ (words >> np.uint64(31)) ^ (words >> np.uint64(62))) * _INVERSES[0]
    words = (words ^ (words >> np.uint64(27)) ^ (words >> np.uint64(54))) * _INVERSES[1]
    states: Words = words ^ (words >> np.uint64(30)) ^ (words >> np.uint64(60))
    return states


def battle_attempt(seed: int) -> Attempt:
    """Return the attempt to find the seed from all dice of a battle of Champions (one stream).

    Args:
        seed: Match seed, 0 to 2^64 - 1.
    """
    seen = list(zip(_BATTLE_SIDES, map(Stream(seed, *_BATTLE).draw, _BATTLE_SIDES), strict=True))

    def survivors(words: Words) -> Words:
        states = unmix(words)
        # Each further die thins out the candidates, so that the next ones are tried on ever fewer
        # words.
        for drawn, (sides, value) in enumerate(seen[1:], 1):
            following = mix(states + _multiple(drawn))
            states = states[following % np.uint64(sides) == np.uint64(value - 1)]
        return _seeds(states - _GOLDEN, _BATTLE)

    return Attempt("Champions", _BATTLE_SIDES[0], Stream(seed, *_BATTLE).next(), survivors)


def diceman_attempt(seed: int, rounds: int = 12) -> Attempt:
    """Return the attempt to find the seed from seat 0's swords and shields in a game of Diceman.

    The game is the first one of a match.

    Args:
        seed: Match seed, 0 to 2^64 - 1.
        rounds: Number of rounds that are seen; the game is long enough for these.
    """
    game, config = PLUGIN.game, DicemanConfig(life=1000)
    state, _ = game.start(config, seed=seed, num_seats=2)
    seen = []
    for _ in range(rounds):
        game.step(state, {0: LEGAL[_BOTH], 1: LEGAL[_BOTH]})
        seen.append([state.table.item(VALUES + die) for die in (_SWORD, _SHIELD)])
    sides = config.die_sword, config.die_shield

    def survivors(words: Words) -> Words:
        # Back to the state above both dice, from which the sword's roll follows.
        states = _above(_above(words, 0), _SHIELD)
        rolls = _first_word(_below(states, _SWORD)) % np.uint64(sides[0])
        # Further back to the state above all rounds.
        states = _above(_above(states[rolls == np.uint64(seen[0][0] - 1)], 0), 1)
        for number, values in enumerate(seen[1:], 2):
            for die, n, value in zip((_SWORD, _SHIELD), sides, values, strict=True):
                stream = _below(_below(_below(states, number), 0), die)
                states = states[_first_word(stream) % np.uint64(n) == np.uint64(value - 1)]
        return _seeds(states, (1,))

    return Attempt("Diceman", sides[1], Stream(seed, 1, 1, 0, _SHIELD).next(), survivors)


def found_seeds(attempt: Attempt, unknown_bits: int) -> Iterator[int]:
    """Try all words that agree with the first die and with the known bits; yield the seeds found.

    Args:
        attempt: Dice that were seen.
        unknown_bits: Number of words to try, as a power of two.
    """
    # All words with this residue show the same die; they are `sides` apart.
    residue, first = attempt.word % attempt.sides, attempt.word // attempt.sides
    first = first >> unknown_bits << unknown_bits
    for begin in range(first, first + (1 << unknown_bits), _BLOCK):
        size = min(_BLOCK, first + (1 << unknown_bits) - begin)
        quotients = np.uint64(begin) + np.arange(size, dtype=np.uint64)
        words = quotients * np.uint64(attempt.sides) + np.uint64(residue)
        yield from map(int, attempt.survivors(words))


def main(arguments: Sequence[str] | None = None) -> int:
    """Search and print a table; return the exit status.

    It is 1 if a seed was not found, or other seeds were found as well.
    """
    parser = argparse.ArgumentParser(prog="python -m loadtest.seed_search", description=__doc__)
    parser.add_argument("--unknown-bits", type=int, default=24, help="(%(default)s)")
    options = parser.parse_args(arguments)
    seed = int.from_bytes(secret_bytes(8), "big")
    is_found = True
    print("| game | words to try | words/s | a core's years for all of them | seed |")
    print("|---|---|---|---|---|")
    for attempt in (diceman_attempt(seed), battle_attempt(seed)):
        began = time.process_time()
        found = list(found_seeds(attempt, options.unknown_bits))
        per_s = 2**options.unknown_bits / (time.process_time() - began)
        is_found &= found == [seed]
        years = 2**64 / attempt.sides / per_s / _YEAR_S
        outcome = "found" if found == [seed] else f"{len(found)} others"
        exponent = 64 - math.log2(attempt.sides)
        print(f"| {attempt.name} | 2^{exponent:.1f} | {per_s:.3g} | {years:,.0f} | {outcome} |")
    return int(not is_found)


def _multiple(count: int) -> np.uint64:
    return np.uint64(count * int(_GOLDEN) % 2**64)


def _below(states: Words, key: int) -> Words:
    """Return, for the state of each parent stream, the state of the child stream that a key names."""
    return mix(states + _multiple(key + 1))


def _above(states: Words, key: int) -> Words:
    """Return, for the state of each child stream that a key names, the state of its parent stream."""
    return unmix(states) - _multiple(key + 1)


def _first_word(states: Words) -> Words:
    return mix(states + _GOLDEN)


def _seeds(states: Words, keys: Sequence[int]) -> Words:
    """Return the match seeds of streams that have these names (keys) and states."""
    for key in reversed(keys):
        states = _above(states, key)
    return _above(states, 0)


if __name__ == "__main__":
    sys.exit(main())
