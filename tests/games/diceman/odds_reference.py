"""The odds of Diceman worked out the long way: every roll, phase by phase, in fractions.

It follows sections 5 and 11 of the rulebook to the letter and shares no line with the package, which
counts rolls by the closed form on arrays, solves matrix games by pivoting and values by Newton's steps:
here are the phases themselves, lives in play, every square part of a matrix tried, and plain iteration.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import itertools
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from tests.games.diceman.reference import COMBOS, Values, both_dealt

__all__ = [
    "DEFAULT",
    "LETTERS",
    "Rules",
    "lives_after",
    "matrix_value",
    "text",
    "value",
    "worst_gap",
]

LETTERS = ("MP", "MS", "MH", "PS", "PH", "SH")
"""DM-3.2."""
UNHURT = 10_000
"""A life that no round can use up."""

Pair = tuple[int, int]
Matrix = npt.NDArray[np.float64]
Part = tuple[tuple[int, ...], tuple[int, ...]]
"""Rows and columns of a matrix."""


@dataclasses.dataclass(frozen=True)
class Rules:
    """What of a config decides a round."""

    sides: tuple[int, int, int, int]
    so_far: bool = False

    def rolls(self, combo: int) -> list[Values]:
        """Every roll of a combination."""
        m, p, s, h = (
            range(1, n + 1) if die in COMBOS[combo] else [0] for die, n in enumerate(self.sides)
        )
        return list(itertools.product(m, p, s, h))


DEFAULT = Rules((4, 6, 8, 10))


def play_phases(rules: Rules, rolled: tuple[Values, Values], life: Pair) -> Pair:
    """Lives after a round (DM-5.3 to DM-5.11)."""
    before = life
    for phase in range(rules.sides[1], -1, -1):
        active = [values[1] == phase for values in rolled]
        non_magic = [0, 0]
        for i in (0, 1):
            (_, p, s, h), (_, rival_p, rival_s, rival_h) = rolled[i], rolled[1 - i]
            if active[i]:
                lead = p - rival_p
                edge = min(lead, s) if lead > 0 else 0
                strike = min(lead, min(h, rival_s)) if lead > 0 and h > 0 else 0
                non_magic[i] = edge + strike + max(0, s - edge - rival_h)
        magic = [0, 0]
        mine, theirs = rolled[0][0], rolled[1][0]
        if all(active) and mine > 0 and theirs > 0 and non_magic == [0, 0]:
            magic[0 if mine > theirs else 1] = abs(mine - theirs)
        else:
            for i in (0, 1):
                hurt = non_magic[1 - i] > 0 or (rules.so_far and life[i] < before[i])
                if active[i] and not hurt:
                    magic[i] = rolled[i][0]
        life = (
            max(0, life[0] - non_magic[1] - magic[1]),
            max(0, life[1] - non_magic[0] - magic[0]),
        )
        if 0 in life:
            break
    return life


@functools.cache
def lives_after(rules: Rules, row: int, col: int, life: Pair) -> dict[Pair, Fraction]:
    """How likely which lives are after a round of two combinations."""
    pairs = list(itertools.product(rules.rolls(row), rules.rolls(col)))
    counts = collections.Counter(play_phases(rules, pair, life) for pair in pairs)
    return {after: Fraction(count, len(pairs)) for after, count in counts.items()}


def entry(rules: Rules, row: int, col: int) -> tuple[Fraction, ...]:
    """More, equal, less, net, dealt by row and dealt by column (DM-11.2)."""
    dealt = [
        (UNHURT - after[1], UNHURT - after[0], chance)
        for after, chance in lives_after(rules, row, col, (UNHURT, UNHURT)).items()
    ]
    return (
        sum((chance for a, b, chance in dealt if a > b), Fraction(0)),
        sum((chance for a, b, chance in dealt if a == b), Fraction(0)),
        sum((chance for a, b, chance in dealt if a < b), Fraction(0)),
        sum(((a - b) * chance for a, b, chance in dealt), Fraction(0)),
        sum((a * chance for a, b, chance in dealt), Fraction(0)),
        sum((b * chance for a, b, chance in dealt), Fraction(0)),
    )


def text(rules: Rules) -> str:
    """The table as text (DM-11.3)."""
    lines = ["row,col,more,equal,less,net,dealt_row,dealt_col"]
    for row, col in itertools.product(range(6), repeat=2):
        numbers = (
            f"{n.numerator}/{n.denominator}" if n.denominator > 1 else f"{n.numerator}"
            for n in entry(rules, row, col)
        )
        lines.append(",".join([LETTERS[row], LETTERS[col], *numbers]))
    return "\n".join(lines) + "\n"


@functools.cache
def value(rules: Rules, a: int, b: int) -> float:
    """V(a, b) by the iteration of DM-11.5, until the change is below 1e-12."""
    if a == 0 or b == 0:
        return float((a > 0) - (b > 0))
    onward, back = np.zeros((6, 6)), np.zeros((6, 6))
    for row, col in itertools.product(range(6), repeat=2):
        for after, chance in lives_after(rules, row, col, (a, b)).items():
            if after == (a, b):
                back[row, col] += float(chance)
            else:
                onward[row, col] += float(chance) * value(rules, *after)
    v, before, part = 0.0, 1.0, None
    while abs(v - before) > 1e-12:
        (v, part), before = _solve(onward + v * back, part), v
    return v


def worst_gap(rules: Rules, values: Matrix, mixtures: Matrix) -> float:
    """How far mixtures are from optimal in any state, in the sense of DM-11.6.

    Payoffs are made from the closed form (DM-5.12), roll by roll, and the lives of DM-11.5; the entry at the
    lives themselves is V times Q.

    Args:
        rules: What decides a round.
        values: float64[own, other]: V.
        mixtures: float64[own, other, combo]: a mixture for each pair of lives.
    """
    rows = []
    for row, col in itertools.product(range(6), repeat=2):
        for own, other in itertools.product(rules.rolls(row), rules.rolls(col)):
            dealt = both_dealt(own, other, so_far=rules.so_far)
            rows.append((6 * row + col, np.sign(own[1] - other[1]), *dealt))
    cases, counts = np.unique(np.array(rows), axis=0, return_counts=True)
    pair, first, by_a, by_b = cases.T
    chance = counts / np.bincount(pair, weights=counts)[pair]
    worst = 0.0
    for a, b in itertools.product(range(1, len(values)), repeat=2):
        a_left, b_left = np.maximum(0, a - by_b), np.maximum(0, b - by_a)
        a_after = np.where((first > 0) & (b_left == 0), a, a_left)
        b_after = np.where((first < 0) & (a_left == 0), b, b_left)
        payoffs = np.bincount(pair, weights=chance * values[a_after, b_after]).reshape(6, 6)
        assured = float((mixtures[a, b] @ payoffs).min())
        allowed = float((payoffs @ mixtures[b, a]).max())
        value = float(values[a, b])
        worst = max(worst, value - assured, allowed - value)
    return worst


def matrix_value(payoffs: Matrix) -> float:
    """Value of a matrix game for its row player."""
    return _solve(payoffs)[0]


def _solve(payoffs: Matrix, likely: Part | None = None) -> tuple[float, Part]:
    """Value of a matrix game, and a square part whose equalizing mixtures are optimal in the whole.

    Every matrix game has such a part (L. S. Shapley and R. N. Snow, "Basic solutions of discrete games",
    1950); all are tried, the smallest first, but before them one that is likely.
    """
    picks = range(len(payoffs))
    parts: Iterator[Part] = (
        part
        for size in range(1, len(payoffs) + 1)
        for part in itertools.product(
            itertools.combinations(picks, size), itertools.combinations(picks, size)
        )
    )
    for rows, columns in parts if likely is None else itertools.chain([likely], parts):
        part = payoffs[np.ix_(rows, columns)]
        mixed, other = _equalizing(part), _equalizing(part.T)
        if mixed is None or other is None:
            continue
        own, rival = np.zeros(len(payoffs)), np.zeros(len(payoffs))
        own[list(rows)], rival[list(columns)] = mixed, other
        assured, allowed = float((own @ payoffs).min()), float((payoffs @ rival).max())
        if abs(allowed - assured) < 1e-13:
            return (assured + allowed) / 2, (rows, columns)
    raise AssertionError(f"no optimal part of\n{payoffs}")


def _equalizing(part: Matrix) -> Matrix | None:
    """The mixture of rows with which all columns pay the same; None if there is no such one."""
    size = len(part)
    system = np.block([[part.T, -np.ones((size, 1))], [np.ones((1, size)), np.zeros((1, 1))]])
    if abs(np.linalg.det(system)) < 1e-14:
        return None
    mixture = np.linalg.solve(system, np.array([0.0] * size + [1.0]))[:size]
    return mixture if (mixture >= -1e-14).all() else None
