"""Whole random matches come out as the plain reference plays them, decision by decision."""

from __future__ import annotations

import pytest

from referee.core.rng import Stream
from tests.games.champions.both_worlds import odd_config
from tests.games.champions.lockstep import Lockstep
from tests.helpers.tiers import some


@pytest.mark.parametrize("num_seats", [2, 3, 4, 5, 9, 10, 16])
def test_default_matches(num_seats: int) -> None:
    """States, observations, events, refusals and outcomes, at both ends of each size of map."""
    match = Lockstep({}, 1000 + num_seats, num_seats)
    assert match.play(Stream(num_seats), oddity=60) > 20


@pytest.mark.parametrize("number", some(range(30), 10))
def test_odd_matches(number: int) -> None:
    """Other configs, and actions of which up to every third value is wrong."""
    dice = Stream(number, 3)
    match = Lockstep(odd_config(dice), dice.next(), 2 + number % 15)
    assert match.play(dice, oddity=(3, 10, 40)[number % 3]) >= 3


def test_seeds_of_all_bits() -> None:
    """The dice are those of the rulebook from any seed."""
    assert Lockstep({"max_rounds": 3}, 2**64 - 1, 16).play(Stream(1), oddity=0) > 8
