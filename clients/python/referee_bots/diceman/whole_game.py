"""Optimal play of a whole game of Diceman from any lives, quick enough to compute at its start.

Backwards induction over lives (DM-11.5), in floats: accurate to about eight digits, which can't be
distinguished from perfect play.
"""

from __future__ import annotations

import collections
import dataclasses
import math

import numpy as np
import numpy.typing as npt

from referee_bots.diceman.damage import COMBOS, MAGIC, PRIORITY, SHIELD, SWORD, Dice
from referee_bots.matrix_game import SaddlePoint, saddle_point

__all__ = ["Strategy", "is_solvable", "solve"]

MAX_LIFE = 60
MAX_ROLL_PAIRS = 10**6
"""Highest number of pairs of rolls in a game that is solved; `MAX_LIFE` bounds its lives. Such a
game takes a second or two and some tens of megabytes."""
CHANGE = 1e-12
"""Precision of the value of a pair of lives: a guess v counts as found if it differs by less than
this from the value of the game in which rounds that hurt nobody pay v.
"""
MAX_GUESSES = 100
"""Highest number of guesses at a game's value. Four are enough, except for dice with which almost
nothing happens."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclasses.dataclass(frozen=True, slots=True)
class Strategy:
    """Optimal play of a game of Diceman: expected result and mixture for each pair of lives."""

    values: Floats
    """float64[own life, other's life]: expected result, where 1 is a win, 0 a draw, -1 a loss."""
    mixtures: Floats
    """float64[own life, other's life, combo]: probability of picking each combination."""


def is_solvable(dice: Dice, life: int) -> bool:
    """Return whether a game is small enough for `solve`, by its number of rolls and lives."""
    most = max(math.prod(dice.sides[die] for die in combo) for combo in COMBOS)
    return most**2 <= MAX_ROLL_PAIRS and life <= MAX_LIFE


def solve(dice: Dice, life: int) -> Strategy:
    """Return optimal play for all lives up to some life, without the rules' cap on rounds.

    Args:
        dice: Parts of the config that decide a round.
        life: Life of both seats at the start, from 1.

    Raises:
        ArithmeticError: Rounding errors were too large to find the optimum.
    """
    entries = [_cases(dice, own, other) for own in COMBOS for other in COMBOS]
    pair = np.repeat(np.arange(len(entries)), [entry.shape[1] for entry in entries])
    first, dealt, suffered, weight = np.concatenate(entries, axis=1)
    chance = weight / np.bincount(pair, weights=weight)[pair]
    # Rounds that hurt nobody lead back to the same lives. Their part of the payoffs depends on the
    # value that is being looked for, so that it is kept apart.
    back = _matrix(pair, chance * ((dealt == 0) & (suffered == 0)))
    values = np.zeros((life + 1, life + 1))
    values[1:, 0], values[0, 1:] = 1.0, -1.0
    mixtures = np.zeros((life + 1, life + 1, len(COMBOS)))
    # From few lives to many: every round that hurts somebody leads to a smaller total, whose value
    # is known by then.
    for total in range(2, 2 * life + 1):
        # Only own >= other; the other half follows by symmetry.
        for other in range(max(1, total - life), total // 2 + 1):
            own = total - other
            # A seat that is slain before its phase strikes no more (DM-5.11).
            harm = np.where((first > 0) & (dealt >= other), 0, suffered)
            harm_done = np.where((first < 0) & (suffered >= own), 0, dealt)
            after = values[np.maximum(0, own - harm), np.maximum(0, other - harm_done)]
            value, row, column = _solve_lives(_matrix(pair, chance * after), back)
            if own > other:
                values[own, other], values[other, own] = value, -value
            mixtures[other, own], mixtures[own, other] = column, row
    return Strategy(values, mixtures)


def _solve_lives(onward: Floats, back: Floats) -> SaddlePoint:
    """Return the value v of the game with payoffs `onward` + v `back`, and the optimal mixtures.

    It is found by guesses of v. If the game with the payoffs for a guess is worth more than the
    guess, v is larger than the guess; if less, smaller. The next guess is the value that v would
    have if both seats kept to the mixtures just found, unless earlier guesses exclude it.

    Args:
        onward: float64[own combo, other combo]: expected value of the lives after the round, where
            a round that hurts nobody counts as 0.
        back: float64[own combo, other combo]: probability of a round that hurts nobody.
    """
    point = saddle_point(onward.tolist())
    guess, (low, high) = 0.0, (0.0, 1.0) if point.value > 0 else (-1.0, 0.0)
    for _ in range(MAX_GUESSES):
        excess = point.value - guess
        if abs(excess) < CHANGE:
            break
        low, high = (guess, high) if excess > 0 else (low, guess)
        # If both keep to these mixtures, this is the probability that a round ends the present
        # lives; `excess / leaving` is then the exact correction.
        leaving = 1.0 - float(np.array(point.row) @ back @ np.array(point.column))
        guess += excess / max(leaving, CHANGE)
        if not low < guess < high:
            guess = (low + high) / 2
        point = saddle_point((onward + guess * back).tolist())
    return point


def _matrix(pair: Ints, weights: Floats) -> Floats:
    return np.bincount(pair, weights=weights).reshape(len(COMBOS), len(COMBOS)).astype(np.float64)


def _cases(dice: Dice, own: tuple[int, ...], other: tuple[int, ...]) -> Ints:
    """Return the distinct results of a round between two combinations (DM-5.12), each once.

    Returns:
        int64[4, case]: which priority is higher (1 own, -1 the other's, 0 neither), damage dealt
        and damage suffered if nobody dies, and the number of rolls.
    """

    def faces(held: tuple[int, ...], die: int) -> Ints:
        return np.arange(1, dice.sides[die] + 1) if die in held else np.zeros(1, dtype=np.int64)

    dies = [(held, die) for held in (own, other) for die in (MAGIC, SWORD, SHIELD)]
    grid = np.ix_(*(faces(held, die) for held, die in dies))
    mine, theirs = grid[:3], grid[3:]
    leads = collections.Counter(
        (faces(own, PRIORITY)[:, np.newaxis] - faces(other, PRIORITY)).ravel().tolist()
    )
    width = 1 + 2 * max(dice.sides)
    counts = np.zeros((3, width * width), dtype=np.int64)
    for lead, times in leads.items():
        dealt, suffered = _play(lead, mine, theirs, dice.so_far)
        keys = (dealt * width + suffered).ravel()
        sign = (lead > 0) - (lead < 0)
        counts[sign + 1] += times * np.bincount(keys, minlength=width * width)
    sign_index, key = np.nonzero(counts)
    return np.array([sign_index - 1, key // width, key % width, counts[sign_index, key]])


_Rolls = tuple[Ints, ...]


def _play(lead: int, mine: _Rolls, theirs: _Rolls, so_far: bool) -> tuple[Ints, Ints]:
    """Return damage dealt and damage suffered in a round if nobody dies; arrays are broadcast.

    Args:
        lead: Own priority roll less the other seat's.
        mine: Own rolls of Magic, Sword and Shield; 0 for a die that is not held.
        theirs: The other seat's rolls of Magic, Sword and Shield.
        so_far: Whether damage of earlier phases disturbs Magic, too; see `Dice.so_far`.
    """
    (magic, sword, shield), (their_magic, their_sword, their_shield) = mine, theirs

    def blows(ahead: int, s: Ints, h: Ints, rival_s: Ints, rival_h: Ints) -> Ints:
        edge = np.minimum(max(0, ahead), s)
        strike = np.minimum(max(0, ahead), np.minimum(h, rival_s))
        total: Ints = edge + strike + np.maximum(0, s - edge - rival_h)
        return total

    dealt = blows(lead, sword, shield, their_sword, their_shield)
    suffered = blows(-lead, their_sword, their_shield, sword, shield)
    if lead > 0:
        dealt = dealt + magic
        return dealt, suffered + their_magic * ~(so_far & (dealt > 0))
    if lead < 0:
        suffered = suffered + their_magic
        return dealt + magic * ~(so_far & (suffered > 0)), suffered
    duel = (dealt == 0) & (suffered == 0)
    cast = np.maximum(0, magic - their_magic * duel) * (suffered == 0)
    their_cast = np.maximum(0, their_magic - magic * duel) * (dealt == 0)
    return dealt + cast, suffered + their_cast
