"""Dungeon Keeper as a `Game`: batches, turns and the end of a match (DK-4.1 to DK-4.6, DK-7.1, DK-7.2)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.core.errors import FieldError
from referee.core.game import DecisionPoint, Event
from referee.core.rng import Stream
from referee.core.time_control import MS
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.rules.events import (
    Eliminated,
    MatchEnd,
    Moved,
    OrderResult,
    TurnStart,
)
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import Code
from referee.testing.play import play_randomly
from tests.games.dungeon_keeper.plain_faces import board_of_faces

GAME = PLUGIN.game


def cave(**changes: Any) -> dict[str, Any]:
    """Two Altars at the ends of an open board, seat 0 to move with a siege beast beside the Altar of seat 1."""
    return {
        "size": 9,
        "players": 2,
        "turn_order": [0, 1],
        "rows": ["." * 9] * 9,
        "buildings": [
            {"row": 0, "col": 0, "kind": "altar", "owner": 0},
            {"row": 8, "col": 8, "kind": "altar", "owner": 1, "hp": 11},
        ],
        "units": [
            {"owner": 0, "kind": "siege_beast", "row": 7, "col": 8},
            {"owner": 1, "kind": "imp", "row": 0, "col": 4},
        ],
        **changes,
    }


def begin(**config: Any) -> tuple[State, list[Event]]:
    """A match of two, by default in that position."""
    settings = DungeonKeeperConfig.model_validate({"scenario": cave(), **config})
    return GAME.start(settings, seed=1, num_seats=2)


def send(state: State, *orders: dict[str, object], end_turn: bool = False) -> list[Any]:
    """What is told after a batch of the acting seat."""
    batch = GAME.parse_action({"orders": list(orders), "end_turn": end_turn})
    return [event.body for event in GAME.step(state, {state.match.item(c.ACTING): batch})]


def codes(bodies: list[Any]) -> list[Code]:
    """What came of the orders."""
    return [body.code for body in bodies if isinstance(body, OrderResult)]


HIT = {"type": "attack", "unit": 100_001, "cell": [8, 8]}
STEP = {"type": "move", "unit": 100_001, "to": [6, 8]}


def test_one_clock_for_a_turn() -> None:
    """The move time is that of a turn (DK-4.4); misses forfeit nobody (DK-4.5)."""
    control = GAME.suggested_time_control(DungeonKeeperConfig(turn_time_ms=1234))
    assert control.move_time_ns == 1234 * MS
    assert control.strikes == 0
    state, _ = begin()
    assert GAME.decision(state) == DecisionPoint("orders", (0,), continues=False)
    send(state)
    assert GAME.decision(state) == DecisionPoint("orders", (0,), continues=True)
    send(state, end_turn=True)
    assert GAME.decision(state) == DecisionPoint("orders", (1,), continues=False)


@pytest.mark.parametrize(
    ("preset", "fits", "exceeds"), [("small", 2, 3), ("medium", 4, 5), ("standard", 8, 9)]
)
def test_players_by_size(preset: str, fits: int, exceeds: int) -> None:
    """DK-2.4."""
    config = DungeonKeeperConfig.model_validate({"preset": preset})
    GAME.check_seats(config, fits)
    for number in (1, exceeds):
        with pytest.raises(FieldError, match="num_seats"):
            GAME.check_seats(config, number)


def test_a_generated_match_begins_with_a_turn_start_and_a_given_one_with_orders() -> None:
    """In a scenario the acting seat is on orders (DK-2.20); else the first turn has its income (DK-5.1)."""
    state, events = begin(scenario=None)
    assert [event.body for event in events] == [TurnStart(state.match.item(c.ACTING), 3, 0)]
    assert state.seats[state.match[c.ACTING], c.MANA] == 5 + 3
    state, events = begin()
    assert events == []
    assert state.units[0, c.AP] == 2


def test_by_default_the_turn_ends() -> None:
    """DK-4.5; what was executed stays."""
    state, _ = begin()
    send(state, STEP)
    events = GAME.step(state, {0: None})
    assert [type(event.body) for event in events] == [TurnStart]
    assert state.match[c.ACTING] == 1
    assert state.units[0, c.ROW] == 6


def test_the_last_batch_ends_the_turn() -> None:
    """The number of batches is bounded (DK-4.3)."""
    state, _ = begin(max_batches_per_turn=3)
    assert [send(state, STEP) and state.match.item(c.ACTING) for _ in range(3)] == [0, 0, 1]
    assert state.match[c.BATCH] == 0


def test_what_is_no_batch_counts_as_one() -> None:
    """It is answered, and the turn goes on (DK-4.6)."""
    state, _ = begin(max_batches_per_turn=2)
    for after in (0, 1):
        events = list(GAME.step(state, {0: GAME.parse_action("nonsense")}))
        assert events[0].body == OrderResult(0, None, Code.BAD_SCHEMA)
        assert events[0].audience == (0,)
        assert state.match[c.ACTING] == after


def test_orders_beyond_the_limit_are_refused() -> None:
    """Refused ones count too, over all batches of the turn (DK-4.6)."""
    state, _ = begin(max_orders_per_turn=3)
    assert codes(send(state, {"type": "dance"}, STEP)) == [Code.BAD_SCHEMA, Code.OK]
    back = {**STEP, "to": [7, 8]}
    assert codes(send(state, back, STEP)) == [Code.OK, Code.LIMIT]
    send(state, end_turn=True)
    assert state.match[c.ORDERS] == 0


def test_results_are_told_to_their_sender_alone_before_what_follows() -> None:
    """All the rest is open (DK-6.1)."""
    state, _ = begin()
    batch = GAME.parse_action({"orders": [STEP]})
    told = [(type(event.body), event.audience) for event in GAME.step(state, {0: batch})]
    assert told == [(OrderResult, (0,)), (Moved, None)]


def test_the_match_ends_at_once_when_one_seat_is_left() -> None:
    """The Altar has 11 hit points, one blow of a siege beast: what is left of the batch is refused (DK-7.1)."""
    state, _ = begin(hero_enabled=True, hero_first_round=1, hero_chance=100)
    bodies = send(state, HIT, STEP, {"type": "dance"}, end_turn=True)
    assert codes(bodies) == [Code.OK, Code.MATCH_OVER, Code.MATCH_OVER]
    assert Eliminated(1, 0) in bodies
    assert not any(isinstance(body, TurnStart) for body in bodies)
    assert GAME.decision(state) is None
    assert GAME.eliminated(state) == [1]
    # 2 for each of 100 hit points, 3 for each of 11, 53 for the beast, (50 gold + 5 mana) // 10.
    assert bodies[-1] == MatchEnd((1, 2), (200 + 33 + 53 + 5, 0))
    assert GAME.outcome(state).placements == (1, 2)


def test_the_match_ends_after_the_neutral_phase_of_the_last_round() -> None:
    """DK-7.2: the Hero may still come; nobody's turn starts any more."""
    state, _ = begin(max_rounds=1, hero_enabled=True, hero_first_round=1, hero_chance=100)
    send(state, end_turn=True)
    assert GAME.decision(state) is not None
    bodies = send(state, end_turn=True)
    assert [type(body).__name__ for body in bodies] == ["HeroAppeared", "MatchEnd"]
    assert GAME.decision(state) is None
    assert GAME.eliminated(state) == []
    assert state.match[c.ROUND] == 1


@pytest.mark.parametrize("num_seats", [5, 8])
def test_whole_matches_of_many_seats(num_seats: int) -> None:
    """On the standard board, the Hero about; some seats without a mirror image."""
    config = DungeonKeeperConfig(max_rounds=20, hero_first_round=2, hero_chance=50)
    state, _ = GAME.start(config, seed=2, num_seats=num_seats)
    events = play_randomly(GAME, state, Stream(2))
    assert isinstance(events[-1].body, MatchEnd)
    assert events[-1].body.scores == GAME.outcome(state).scores
    turns = [event.body.seat for event in events if isinstance(event.body, TurnStart)]
    order = state.turn_order.tolist()
    # The first turn start is told by the start.
    assert turns == (order * 20)[1:]


def test_fog_goes_on_to_the_end() -> None:
    """A whole match under fog: memory never knows what was not there to be seen."""
    config = DungeonKeeperConfig.model_validate(
        {"preset": "medium", "fog_of_war": True, "max_rounds": 12}
    )
    state, _ = GAME.start(config, seed=4, num_seats=4)
    play_randomly(GAME, state, Stream(4))
    known = np.array([board_of_faces(faces, c.NUM_PLANES) for faces in state.memory])
    in_sight = state.vision[:, None] & (known != state.cells)
    assert not in_sight.any()
    assert (known[:, c.TERRAIN] == c.NO).any()
