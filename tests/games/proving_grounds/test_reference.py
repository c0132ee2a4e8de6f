"""Whole random matches come out as the plain reference plays them, decision by decision."""

from __future__ import annotations

import pytest

from referee.core.rng import Stream
from tests.games.proving_grounds.both_worlds import odd_config
from tests.games.proving_grounds.lockstep import Lockstep
from tests.games.proving_grounds.odd_actions import odd_action, rich_position
from tests.helpers.tiers import some


def odd_match(number: int) -> tuple[Lockstep, Stream, int]:
    """A match of an odd config, two in three from amid a rich position, and how wrong its orders are."""
    dice = Stream(number, 7)
    num_seats = 2 + number % 7
    values = odd_config(dice) if number % 4 else {}
    seed = dice.next()
    match = Lockstep(values, seed, num_seats)
    if number % 3:
        match = Lockstep(values, seed, num_seats, rich_position(match.plain(), dice))
    return match, dice, (0, 6, 20, 60)[dice.draw(4) - 1]


@pytest.mark.parametrize("number", some(range(28), 8))
def test_odd_matches(number: int) -> None:
    """States, events and their audiences, results and ends, with all orders, legal, illegal and malformed."""
    match, dice, oddity = odd_match(number)
    assert match.play(lambda plain, seat: odd_action(plain, seat, dice, oddity), 25) >= 1
    assert sum(match.seen.values()) > 50


@pytest.mark.parametrize("num_seats", some([2, 5, 8], 2))
def test_silent_matches(num_seats: int) -> None:
    """Default parties that never move, to the end."""
    match = Lockstep({}, 2**64 - num_seats, num_seats)
    assert match.play(lambda plain, seat: None) > 30  # noqa: ARG005
    assert match.seen["End"] == 1


OCCURS = {
    "Action", "BoardOrder", "Bought", "Clamor", "CreatureDied", "Died", "EmergencyCure", "Entered", "Healed",
    "Hired", "Looted", "Lured", "Noise", "OfferMade", "Prepared", "Rested", "Retreated", "Round", "Searched",
    "Slept", "SpikesRemoved", "SpikesSet", "Stolen", "Struck", "Swung", "Tapped", "Teleported",
    "TrapDisarmed", "TrapSet", "fight of seats", "fight with creatures", "fight with lured creatures",
    "fight broken off", "FIREBALL in a fight", "LIGHTNING in a fight", "MAGIC_MISSILE in a fight",
    "SLEEP in a fight", "preparation kept", "preparation broken", "spell HASTE", "spell KNOCK", "spell SCRY",
    "spell SHIELD", "trap springs on a hero", "trap springs on a thief",
    "trap disarmed by who walked into it", "gold by STOLEN", "gold by CACHE",
}  # fmt: skip


@pytest.mark.slow
def test_everything_occurs() -> None:
    """Random matches from rich positions leave no part of the rules out, trades and ends aside."""
    seen: set[str] = set()
    for number in (28, 29, 31, 32, 34, 35, 37, 38, 40, 41, 43, 44, 46, 47, 49, 50):
        match, dice, _ = odd_match(number)
        match.play(lambda plain, seat, dice=dice: odd_action(plain, seat, dice, 60), 12)
        seen |= match.seen.keys()
    assert OCCURS - seen == set()
