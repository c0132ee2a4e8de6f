"""`python -m loadtest.seed_search`: what it costs to find a match's seed from the dice seen in play.

Dice are words of SplitMix64 modulo their sides, and each step from the seed to a word can be undone.
So one whole word gives the seed, and a die of n sides narrows the words to one in n: no more than
2^64 / n words are left to be tried, and the other dice show which is right. Nothing quicker is known
to us: an even die depends on nearly every bit of the state, so that a part of it can't be tried alone.

The search is made here with all but some bits of one word given, and the time of the whole is estimated
from its speed. Dice of Diceman are those of a real match; those of Champions are of one battle's stream.
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
"""Modulo 2^64, of the second factor and of the first."""
_BLOCK = 1 << 16
"""Words that are tried at a time; as many stay in a processor's cache."""
_YEAR_S = 365.25 * 86_400

_SWORD, _SHIELD, _BOTH = 2, 3, 5
"""Two dice, and their combination (DM-3.1, DM-3.2)."""
_BATTLE = 5, 1, 0
"""Stream of the first round's first battle (CH-2.2)."""
_BATTLE_SIDES = (20, *(10, 5, 8) * 8)
"""A Healer's die, and then dice of three attackers (CH-3.1)."""


class Attempt(NamedTuple):
    """Dice that were seen, and how seeds that explain them are found."""

    name: str
    """Of the game."""
    sides: int
    """Of the die whose words are tried."""
    word: int
    """Which word that die was, 0..2^64-1: the search gets its upper bits."""
    survivors: Survivors
    """Seeds that give all the dice, uint64[found], from words for the first, uint64[word]."""


def mix(words: Words) -> Words:
    """SplitMix64's output function, in place of `referee.core.rng.mix` for many words at once."""
    words = (words ^ (words >> np.uint64(30))) * _FACTORS[0]
    words = (words ^ (words >> np.uint64(27))) * _FACTORS[1]
    return words ^ (words >> np.uint64(31))


def unmix(words: Words) -> Words:
    """Return what `mix` gave these words for."""
    words = (words ^ (words >> np.uint64(31)) ^ (words >> np.uint64(62))) * _INVERSES[0]
    words = (words ^ (words >> np.uint64(27)) ^ (words >> np.uint64(54))) * _INVERSES[1]
    states: Words = words ^ (words >> np.uint64(30)) ^ (words >> np.uint64(60))
    return states


def battle_attempt(seed: int) -> Attempt:
    """Return all dice of a battle of Champions, which come from one stream.

    Args:
        seed: The match seed, 0..2^64-1.
    """
    seen = list(zip(_BATTLE_SIDES, map(Stream(seed, *_BATTLE).draw, _BATTLE_SIDES), strict=True))

    def survivors(words: Words) -> Words:
        states = unmix(words)
        for drawn, (sides, value) in enumerate(seen[1:], 1):
            following = mix(states + _multiple(drawn))
            states = states[following % np.uint64(sides) == np.uint64(value - 1)]
        return _seeds(states - _GOLDEN, _BATTLE)

    return Attempt("Champions", _BATTLE_SIDES[0], Stream(seed, *_BATTLE).next(), survivors)


def diceman_attempt(seed: int, rounds: int = 12) -> Attempt:
    """Swords and shields that seat 0 rolled in the rounds of a first game of Diceman.

    Args:
        seed: The match seed, 0..2^64-1.
        rounds: How many, in a game long enough for them.
    """
    game, config = PLUGIN.game, DicemanConfig(life=1000)
    state, _ = game.start(config, seed=seed, num_seats=2)
    seen = []
    for _ in range(rounds):
        game.step(state, {0: LEGAL[_BOTH], 1: LEGAL[_BOTH]})
        seen.append([state.table.item(VALUES + die) for die in (_SWORD, _SHIELD)])
    sides = config.die_sword, config.die_shield

    def survivors(words: Words) -> Words:
        states = _above(_above(words, 0), _SHIELD)
        rolls = _first_word(_below(states, _SWORD)) % np.uint64(sides[0])
        states = _above(_above(states[rolls == np.uint64(seen[0][0] - 1)], 0), 1)
        for number, values in enumerate(seen[1:], 2):
            for die, n, value in zip((_SWORD, _SHIELD), sides, values, strict=True):
                stream = _below(_below(_below(states, number), 0), die)
                states = states[_first_word(stream) % np.uint64(n) == np.uint64(value - 1)]
        return _seeds(states, (1,))

    return Attempt("Diceman", sides[1], Stream(seed, 1, 1, 0, _SHIELD).next(), survivors)


def found_seeds(attempt: Attempt, unknown_bits: int) -> Iterator[int]:
    """Try all words that agree with the first die and with the given bits; yield the seeds.

    Args:
        attempt: What was seen.
        unknown_bits: How many words are tried, as a power of two.
    """
    residue, first = attempt.word % attempt.sides, attempt.word // attempt.sides
    first = first >> unknown_bits << unknown_bits
    for begin in range(first, first + (1 << unknown_bits), _BLOCK):
        size = min(_BLOCK, first + (1 << unknown_bits) - begin)
        quotients = np.uint64(begin) + np.arange(size, dtype=np.uint64)
        words = quotients * np.uint64(attempt.sides) + np.uint64(residue)
        yield from map(int, attempt.survivors(words))


def main(arguments: Sequence[str] | None = None) -> int:
    """Search and print; the exit status is 1 if a seed was not found, or not alone."""
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
    """States of the streams that a key names below others."""
    return mix(states + _multiple(key + 1))


def _above(states: Words, key: int) -> Words:
    """States of the streams below which a key names these."""
    return unmix(states) - _multiple(key + 1)


def _first_word(states: Words) -> Words:
    return mix(states + _GOLDEN)


def _seeds(states: Words, keys: Sequence[int]) -> Words:
    """Seeds of the streams that have these keys and states."""
    for key in reversed(keys):
        states = _above(states, key)
    return _above(states, 0)


if __name__ == "__main__":
    sys.exit(main())
