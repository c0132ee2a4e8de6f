"""Diceman by the closed form of DM-5.12 and the deaths of DM-11.5, in plain integers.

It shares no line with the package, which plays the phases one by one: it knows neither its kernels nor
its dice, and stands beside them as the second opinion.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import product

from tests.helpers.splitmix import draws, stream_state, words

__all__ = ["COMBOS", "ReferenceMatch", "Values", "both_dealt", "roll_pairs"]

Values = tuple[int, int, int, int]
"""Magic, Priority, Sword, Shield; 0 for a die not held."""

COMBOS = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
"""DM-3.2."""


def both_dealt(a: Values, b: Values, *, so_far: bool) -> tuple[int, int]:
    """Damage dealt by a and by b in a round, deaths ignored."""
    if a[1] >= b[1]:
        dealt_a = _dealt(a, b, rival_dealt=0, so_far=so_far)
        return dealt_a, _dealt(b, a, rival_dealt=dealt_a, so_far=so_far)
    dealt_b = _dealt(b, a, rival_dealt=0, so_far=so_far)
    return _dealt(a, b, rival_dealt=dealt_b, so_far=so_far), dealt_b


def _dealt(own: Values, rival: Values, *, rival_dealt: int, so_far: bool) -> int:
    """DM-5.12; `rival_dealt` counts under so_far where the rival has the higher priority."""
    (m, p, s, h), (rival_m, rival_p, rival_s, rival_h) = own, rival
    lead = p - rival_p
    if lead > 0:
        return min(lead, s) + max(0, s - min(lead, s) - rival_h) + min(lead, h, rival_s) + m
    blow = max(0, s - rival_h)
    if lead < 0:
        return blow + (0 if so_far and rival_dealt else m)
    if max(0, rival_s - h) > 0:
        return blow
    if rival_m > 0 and blow == 0:
        return blow + max(0, m - rival_m)
    return blow + m


def roll_pairs() -> Iterator[tuple[int, Values, int, Values]]:
    """Every pair of combinations with every pair of rolls of the default dice: 284^2 cases."""
    rolls = []
    for combo, held in enumerate(COMBOS):
        sides = [(4, 6, 8, 10)[die] for die in held]
        for faces in product(*(range(1, n + 1) for n in sides)):
            shown = dict(zip(held, faces, strict=True))
            rolls.append((combo, tuple(shown.get(die, 0) for die in range(4))))
    for (combo_a, values_a), (combo_b, values_b) in product(rolls, rolls):
        yield combo_a, values_a, combo_b, values_b  # type: ignore[misc]


@dataclasses.dataclass
class ReferenceMatch:
    """A whole match."""

    seed: int
    full_life: int
    sides: tuple[int, int, int, int]
    so_far: bool
    games: int
    round_cap: int
    game: int = 1
    round: int = 1
    over: bool = False
    points: tuple[int, int] = (0, 0)
    life: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        self.life = (self.full_life, self.full_life)

    def play(self, combo_a: int, combo_b: int) -> tuple[int, int]:
        """Play a round, and return the lives after it, before a new game resets them."""
        values = [self._roll(seat, combo) for seat, combo in enumerate((combo_a, combo_b))]
        dealt_a, dealt_b = both_dealt(values[0], values[1], so_far=self.so_far)
        a, b = self.life
        if values[0][1] > values[1][1]:
            b = max(0, b - dealt_a)
            a = max(0, a - dealt_b) if b else a
        elif values[0][1] < values[1][1]:
            a = max(0, a - dealt_b)
            b = max(0, b - dealt_a) if a else b
        else:
            a, b = max(0, a - dealt_b), max(0, b - dealt_a)
        self.life = (a, b)
        if not a or not b or self.round == self.round_cap:
            won = (2, 0) if a > b else (0, 2) if b > a else (1, 1)
            self.points = (self.points[0] + won[0], self.points[1] + won[1])
            self.over = self.game == self.games
            if not self.over:
                self.game, self.round = self.game + 1, 1
                self.life = (self.full_life, self.full_life)
        else:
            self.round += 1
        return a, b

    def _roll(self, seat: int, combo: int) -> Values:
        values = [0, 0, 0, 0]
        for die in COMBOS[combo]:
            state = stream_state(self.seed, self.game, self.round, seat, die)
            (values[die],) = draws(words(state), [self.sides[die]])
        return values[0], values[1], values[2], values[3]
