"""Random matches come out as the plain reference plays them, batch by batch, to every seat's ear and eye."""

from __future__ import annotations

import collections
from pathlib import Path
from typing import get_args

import pytest

from referee.core.rng import Stream
from referee.games.dungeon_keeper.rules.events import Body
from referee.games.dungeon_keeper.tables import Code
from referee.games.scenario import load_scenario
from tests.games.dungeon_keeper.both_worlds import odd_config
from tests.games.dungeon_keeper.lockstep import GAME, Lockstep, name_of
from tests.games.dungeon_keeper.reference_schema import FIELDS
from tests.games.dungeon_keeper.reference_tables import CHANCES
from tests.games.dungeon_keeper.reference_world import World
from tests.helpers.tiers import some

FILES = sorted((Path(__file__).parents[2] / "scenarios" / "dungeon_keeper").glob("*.toml"))
FULL_MATCHES = (101, 106, 114, 116, 201, 204, 207, 210, 211)
"""Numbers of odd matches in which almost everything happens."""


def play_rich(number: int, batches: int, *, with_random: bool = True) -> Lockstep:
    """A match from a position full of everything, with batches of which a part is wrong."""
    dice = Stream(number, 21)
    num_seats = 2 + number % 7
    match = Lockstep(odd_config(number, dice, num_seats), dice.next(), num_seats)
    match.play(dice, oddity=(0, 4, 10, 40)[number % 4], batches=batches, with_random=with_random)
    return match


@pytest.mark.parametrize("number", some(range(12), 4))
def test_odd_matches(number: int) -> None:
    """States, events, refusals, observations and outcomes, with fog in every third match."""
    assert play_rich(number, batches=60).counts["event moved"] > 0


@pytest.mark.parametrize(
    ("preset", "num_seats"),
    some([("small", 2), ("medium", 3), ("medium", 4), ("standard", 8)], 2),
)
def test_generated_matches(preset: str, num_seats: int) -> None:
    """From the beginning of a match on, in the open and under fog."""
    for fog in (False, True):
        values = {"preset": preset, "max_rounds": 4, "fog_of_war": fog, "start_mana": 60}
        match = Lockstep(values, 1000 + num_seats, num_seats)
        match.play(Stream(num_seats), oddity=30, batches=40)
        assert match.counts["summon OK"] > 0


def play_file(path: Path) -> Lockstep:
    """The orders of a scenario file, with dice of the seed."""
    scenario = load_scenario(path)
    num_seats = scenario.num_seats or GAME.info.default_seats
    match = Lockstep(scenario.config, 5, num_seats, scenario.given)
    for step in scenario.steps:
        for _ in range(step.repeat):
            match.step(step.orders.get(match.reference.world.acting))
    return match


@pytest.mark.slow
def test_everything_occurs() -> None:
    """In the scenario files and some odd matches every order is carried out, and every code, event and roll told."""
    counts: collections.Counter[str] = collections.Counter()
    for path in FILES:
        counts.update(play_file(path).counts)
    for number in FULL_MATCHES:
        counts.update(play_rich(number, 120, with_random=False).counts)
    assert [order for order in FIELDS if not counts[f"{order} OK"]] == []
    assert [roll for roll in CHANCES if not counts[f"roll {roll}"]] == []
    codes = {key.split()[1] for key in counts if not key.startswith(("event", "roll"))}
    assert codes >= {code.name for code in Code} - {"NOT_YOUR_TURN"}
    assert [body for body in get_args(Body) if not counts[f"event {name_of(body)}"]] == []


def test_seeds_of_all_bits() -> None:
    """The dice are those of the rulebook from any seed."""
    dice = Stream(3)
    config = odd_config(3, dice, 3)
    assert Lockstep(config, 2**64 - 1, 3).play(dice, oddity=0, batches=20) > 0


def test_check_values_of_the_dice() -> None:
    """DK-2.6, by the reference's own dice."""
    world = World({}, 1, 1, [], [], 1, 0, set(), {}, {}, {}, {})
    assert [world.hero_roll(100) + 1 for _ in range(6)] == [17, 88, 6, 82, 94, 90]
    assert [world.d100() for _ in range(8)] == [29, 52, 14, 49, 95, 11, 75, 11]
    world.open_dice(8)
    assert [world.d100() for _ in range(8)] == [38, 6, 50, 61, 24, 90, 57, 70]
