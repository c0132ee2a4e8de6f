"""The values and optimal mixtures of a whole game of Diceman for all lives (DM-11.5, DM-11.6).

Backward induction: a round that does damage leads to lives with a smaller sum, whose values are known.
Only rounds without damage lead back to the same lives, which makes the value v of a pair of lives the
solution of v = val(C + v Q) that is nearest to 0.
"""

from __future__ import annotations

import dataclasses
import math
import sys

import numpy as np
import numpy.typing as npt

from referee.core.errors import FieldError
from referee.games.diceman.odds.matrix_game import solve_matrix_game
from referee.games.diceman.odds.rolls import Progress, RollCounts
from referee.games.diceman.tables import NUM_COMBOS

__all__ = ["MAX_LIFE", "WholeGame", "check_life", "solve_game"]

MAX_LIFE = 60
"""Largest life for which a game can be solved (DM-11)."""
PRECISION = 1e-13
"""The search for the value of a pair of lives stops when the interval that contains it is at most this wide."""
MAX_GAP = 1e-10
"""Largest amount by which computed mixtures may fail to guarantee the game's value; more is an error.

The rulebook allows 1e-6 (DM-11.6).
"""
NOISE = 4e-16
"""The excess val(C + v Q) - v of a guess v counts as 0 if it is at most this, since rounding alone can cause it."""
_SCALE = 2.0**60
"""A matrix game is solved with payoffs rounded to multiples of 2^-60, which is finer than a float64 near 1."""

Floats = npt.NDArray[np.float64]


@dataclasses.dataclass(frozen=True, slots=True)
class WholeGame:
    """A game without round cap, solved for all pairs of lives up to `life`."""

    values: Floats
    """float64[own, other]: expected result of a seat with life `own` against one with life `other`, if both
    play optimally: 1 for a win, 0 for a draw, -1 for a loss.
    """
    mixtures: Floats
    """float64[own, other, combo]: an optimal mixture of the seat with life `own`; all 0 if either life is 0."""
    gap: float
    """Largest amount by which a mixture fails to guarantee the value of its pair of lives (DM-11.6), 0 to 1e-10."""

    @property
    def life(self) -> int:
        """The largest life for which the game is solved."""
        return len(self.values) - 1


class _Moves:
    """Computes the matrices C and Q of DM-11.5 for any pair of lives, by combination of each seat.

    C holds the expected value of the rounds in which a seat deals damage, Q the probability that none does.

    Args:
        counts: Results of the rolls of a round.
    """

    def __init__(self, counts: RollCounts) -> None:
        self._counts = counts
        self._chance = counts.times / counts.total[counts.pair]
        self.back = self._matrix(self._chance * (counts.dealt == 0).all(axis=0))
        """float64[row, column]: Q, the probability that neither seat deals damage in a round."""

    def onward(self, values: Floats, own: int, other: int) -> Floats:
        """Return float64[row, column]: C, the expected value over the rounds in which a seat deals damage.

        Args:
            values: float64[own, other]: known values of lives with a smaller sum; 0 for these lives.
            own: Life of the row player, from 1.
            other: Life of the column player, from 1.
        """
        first, (dealt, suffered) = self._counts.first, self._counts.dealt
        own_left, other_left = np.maximum(0, own - suffered), np.maximum(0, other - dealt)
        # A seat that is slain before its phase does nothing (DM-5.11).
        own_after = np.where((first > 0) & (other_left == 0), own, own_left)
        other_after = np.where((first < 0) & (own_left == 0), other, other_left)
        # Rounds without damage lead to these lives themselves, whose value is still 0 here; `back` counts them.
        return self._matrix(self._chance * values[own_after, other_after])

    def _matrix(self, weights: Floats) -> Floats:
        sums = np.bincount(self._counts.pair, weights=weights, minlength=NUM_COMBOS**2)
        return sums.astype(np.float64).reshape(NUM_COMBOS, NUM_COMBOS)


def solve_game(counts: RollCounts, life: int, progress: Progress | None = None) -> WholeGame:
    """Return the values and optimal mixtures for all pairs of lives up to `life`.

    Args:
        counts: Results of the rolls of a round.
        life: Largest life, 1..60.
        progress: Called each time all pairs of lives with the same sum are solved.

    Raises:
        FieldError: The life is out of bounds.
        ArithmeticError: A mixture fails to guarantee its value by more than `MAX_GAP`.
    """
    check_life(life)
    moves = _Moves(counts)
    values = np.zeros((life + 1, life + 1))
    values[1:, 0], values[0, 1:] = 1.0, -1.0
    mixtures = np.zeros((life + 1, life + 1, NUM_COMBOS))
    gap = 0.0
    # By the sum of lives: damage only leads to smaller sums, whose values are known when they are needed.
    for total in range(2, 2 * life + 1):
        # The rest is mirrored: V(a, b) = -V(b, a), so V(a, a) = 0, and B's mixture at (a, b) is A's at
        # (b, a).
        for other in range(max(1, total - life), total // 2 + 1):
            own = total - other
            onward = moves.onward(values, own, other)
            value, row, column = _solve_pair(onward, moves.back)
            # Exactly 0 by symmetry; what the solver leaves of rounding must not spread to larger sums.
            if own == other:
                value, column = 0.0, row
            gap = max(gap, _gap(onward + value * moves.back, value, row, column))
            values[other, own], values[own, other] = -value, value
            mixtures[other, own], mixtures[own, other] = column, row
        if progress is not None:
            progress("solving lives", total - 1, 2 * life - 1)
    if gap > MAX_GAP:
        raise ArithmeticError(f"a pair of mixtures is {gap} from optimal")
    return WholeGame(values, mixtures, gap)


def check_life(life: int) -> None:
    """Check that a game with this life can be solved (DM-11).

    Raises:
        FieldError: The life is not from 1 to 60.
    """
    if not 1 <= life <= MAX_LIFE:
        raise FieldError("life", f"from 1 to {MAX_LIFE} for odds of the whole game", life)


def _solve_pair(onward: Floats, back: Floats) -> tuple[float, Floats, Floats]:
    """Return the value v of a pair of lives, and an optimal mixture of the row and of the column player.

    The rulebook defines v as the limit of the iteration v = val(C + v Q), which starts at 0. The excess
    val(C + v Q) - v never rises as v rises, since no entry of Q is above 1. So the limit is the v nearest to 0
    at which the excess no longer has the sign that it has at v = 0. The search keeps two guesses with that v
    between them and brings them together: by Newton's steps, and by halving the interval where these do not
    converge. The mixtures are those of the guess nearer to 0: with these, the game ends.

    Args:
        onward: float64[row, column]: the matrix C.
        back: float64[row, column]: the matrix Q.
    """
    guess = near = 0.0
    excess, row, column = _solve_matrix(onward)
    if abs(excess) <= NOISE:
        return 0.0, row, column
    side = math.copysign(1.0, excess)
    far, before, mixtures = side, math.inf, (row, column)
    while abs(far - near) > PRECISION:
        # Next: the value of playing the two mixtures for ever, and a little beyond it, so that both ends move.
        leaving = max(1.0 - float(row @ back @ column), sys.float_info.min)
        beyond = side if guess == near else -side
        aim = guess + excess / leaving + beyond * PRECISION / 2
        is_between = min(near, far) < aim < max(near, far)
        guess = aim if is_between and abs(excess) <= before / 2 else (near + far) / 2
        before = abs(excess)
        value, row, column = _solve_matrix(onward + guess * back)
        excess = value - guess
        if excess * side > NOISE:
            near, mixtures = guess, (row, column)
        else:
            far = guess
    return (near + far) / 2, *mixtures


def _solve_matrix(payoffs: Floats) -> tuple[float, Floats, Floats]:
    """Return the value of a matrix game, and optimal mixtures float64[pick] of the row and column player."""
    whole = [[round(entry * _SCALE) for entry in row] for row in payoffs.tolist()]
    solution = solve_matrix_game(whole)
    row, column = (
        np.array([share / solution.out_of for share in shares])
        for shares in (solution.row, solution.column)
    )
    return float(solution.value / int(_SCALE)), row, column


def _gap(payoffs: Floats, value: float, row: Floats, column: Floats) -> float:
    """Return the larger amount by which one of two mixtures fails to guarantee the value of a matrix game (DM-11.6).

    0 if both guarantee it.

    Args:
        payoffs: float64[row, column]: what the row player wins.
        value: Value of the game for the row player.
        row: float64[row]: mixture of the row player.
        column: float64[column]: mixture of the column player.
    """
    return float(max(0.0, value - (row @ payoffs).min(), (payoffs @ column).max() - value))
