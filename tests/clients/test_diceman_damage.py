"""The table that Diceman's bots choose by: exact, and made in few steps however large the dice are."""

from __future__ import annotations

import itertools
import sys
from fractions import Fraction
from typing import Any

import pytest

from referee_bots.diceman import damage
from referee_bots.diceman.damage import COMBOS, MAGIC, PRIORITY, SHIELD, SWORD, Dice, net_table

Roll = tuple[int, ...]

MOST_STEPS = 100_000
"""Calls of Python's functions that a table may take; one for each roll of three dice would be a million."""


def _rolled(dice: Dice, held: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All rolls of a seat's dice by die id; 0 for those that it does not hold."""
    faces = [range(1, dice.sides[die] + 1) if die in held else range(1) for die in range(4)]
    return list(itertools.product(*faces))


def _harm(
    dice: Dice, own: Roll, other: Roll, held: tuple[int, ...], theirs: tuple[int, ...]
) -> int:
    """Damage that a seat deals, phase by phase of one roll, as DM-5.12 puts it together."""
    lead = own[PRIORITY] - other[PRIORITY]
    plain = max(0, own[SWORD] - other[SHIELD])
    if lead > 0:
        edge = min(lead, own[SWORD])
        strike = min(lead, own[SHIELD], other[SWORD])
        return edge + max(0, own[SWORD] - edge - other[SHIELD]) + strike + own[MAGIC]
    if lead < 0:
        disturbed = dice.so_far and (SHIELD not in theirs or SWORD in held)
        return plain + (0 if disturbed else own[MAGIC])
    if other[SWORD] > own[SHIELD]:
        return plain
    if MAGIC in theirs and own[SWORD] <= other[SHIELD]:
        return plain + max(0, own[MAGIC] - other[MAGIC])
    return plain + own[MAGIC]


@pytest.mark.parametrize("so_far", [False, True])
@pytest.mark.parametrize("sides", [(1, 1, 1, 1), (4, 3, 2, 5), (2, 5, 6, 1), (3, 1, 4, 4)])
def test_it_is_the_mean_over_all_rolls(sides: tuple[int, int, int, int], so_far: bool) -> None:
    """Added up roll by roll, for every pair of combinations."""
    dice = Dice(sides, so_far)
    table = net_table(dice)
    for x, own in enumerate(COMBOS):
        for y, other in enumerate(COMBOS):
            rolls = list(itertools.product(_rolled(dice, own), _rolled(dice, other)))
            net = sum(
                _harm(dice, a, b, own, other) - _harm(dice, b, a, other, own) for a, b in rolls
            )
            assert table[x][y] == Fraction(net, len(rolls)), (own, other)


def test_large_dice_take_few_steps() -> None:
    """A bot's first turn waits for the table."""
    steps = 0

    def count(frame: Any, event: str, _: Any) -> None:
        nonlocal steps
        steps += event == "call" and frame.f_code.co_filename == damage.__file__

    for name in (
        "net_table",
        "_mean_above",
        "_share_above",
        "_edge_and_sword",
        "_strike",
        "_leads",
    ):
        getattr(damage, name).cache_clear()
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        net_table(Dice((100, 99, 98, 97), so_far=True))
    finally:
        sys.setprofile(before)
    assert 0 < steps <= MOST_STEPS
