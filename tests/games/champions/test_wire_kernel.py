"""Messages that are written from arrays are those that the generic codec writes of the same records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from referee.core.config import parse_config
from referee.core.game import Events
from referee.core.rng import Stream
from referee.games.champions import PLUGIN
from referee.games.champions.wire.codec import SCHEMA
from referee.games.champions.wire.events import LoggedEvent
from referee.games.champions.wire.put import messages_of
from tests.games.champions.both_worlds import odd_config
from tests.games.champions.odd_actions import odd_action
from tests.helpers.worlds import compiled_lines

GAME: Any = PLUGIN.game


def check_observations(seen: Sequence[Any]) -> int:
    """Compare messages of what seats see; return how many they were."""
    assert messages_of(seen) == [SCHEMA.encode(one) for one in seen]
    return len(seen)


def check_events(events: Events) -> int:
    """Compare those of the events of a step that are written from its log."""
    logged = [event for event in events if isinstance(event, LoggedEvent)]
    assert [e.from_log() for e in logged] == [SCHEMA.encode_event(e.body) for e in logged]
    return len(logged)


def compare(number: int, *, num_seats: int = 0) -> int:
    """Compare all messages of a match with some wrong actions, every fourth by the default config.

    Args:
        number: Decides config, seats, seed and actions.
        num_seats: Seats; 0 lets the number decide.

    Returns:
        How many messages were compared.
    """
    dice = Stream(number, 23)
    num_seats = num_seats or 2 + number % 15
    config = parse_config(GAME.config_class, odd_config(dice) if number % 4 else {})
    oddity = (0, 4, 12, 40)[dice.draw(4) - 1]
    state, _ = GAME.start(config, seed=dice.next(), num_seats=num_seats)
    compared = 0
    while (point := GAME.decision(state)) is not None:
        compared += check_observations(GAME.observe(state, range(num_seats)))
        compared += check_observations(GAME.observe(state, point.seats[1::2]))
        compared += check_observations([GAME.observe_public(state)])
        plain = GAME.plain_state(state)
        actions = {
            seat: GAME.parse_action(
                odd_action(plain, seat, dice, loot_actions=config.loot_actions, oddity=oddity)
            )
            for seat in point.seats
        }
        compared += check_events(GAME.step(state, actions))
    return compared + check_observations(GAME.observe(state, range(num_seats)))


@pytest.mark.parametrize("number", [0, 1, 3, 14, 27])
def test_whole_matches(number: int) -> None:
    """Of 2 to 16 seats, in the world in which these tests run."""
    assert compare(number) > 100


@pytest.mark.slow
def test_many_whole_matches_compiled() -> None:
    """Matches of every number of seats, with compiled kernels."""
    command = (
        "from tests.games.champions.test_wire_kernel import compare;"
        "[print(number, compare(number)) for number in range(120)]"
    )
    lines = compiled_lines(command)
    assert len(lines) == 120
    assert sum(int(line.split()[1]) for line in lines) > 40_000
