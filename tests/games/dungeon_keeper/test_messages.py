"""Messages written from rows are those of records made one by one, and quick looks see what long ones do."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.rules.scoring import scores_of
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.visibility.fog import look
from referee.games.dungeon_keeper.wire import observation as written
from tests.games.dungeon_keeper.both_worlds import odd_config
from tests.games.dungeon_keeper.plain_entries import plain_scores
from tests.games.dungeon_keeper.plain_observations import (
    message_of,
    plain_observation,
    plain_public,
)

GAME, CODEC = PLUGIN.game, PLUGIN.codec

SHORT = [
    ("small", 2, False, 60),
    ("small", 2, True, 40),
    ("medium", 4, False, 20),
    ("medium", 3, True, 12),
]
"""Preset, seats, fog, and the most batches."""
LONG = [
    *[(preset, 2, fog, 400) for preset in ("small", "medium", "standard") for fog in (False, True)],
    *[("medium", 4, fog, 400) for fog in (False, True)],
    *[("standard", 8, fog, 400) for fog in (False, True)],
]


def check_messages(config: DungeonKeeperConfig, state: State, num_seats: int) -> None:
    """Compare what all are told of a state with what the plain way tells them, alone and together."""
    seats = range(num_seats)
    expected = [message_of(plain_observation(state, seat)) for seat in seats]
    assert CODEC.encode_observations(config, GAME.observe(state, seats)) == expected
    acting = state.match.item(c.ACTING)
    alone = GAME.observe(state, [acting] if acting >= 0 else [0])
    assert CODEC.encode_observations(config, alone) == [expected[max(0, acting)]]
    public = GAME.observe_public(state)
    assert public is not None
    assert CODEC.encode_observations(config, [public]) == [message_of(plain_public(state))]
    assert scores_of(state) == plain_scores(state)


def check_sight(state: State) -> None:
    """Compare what has been seen with what is seen when all look around anew."""
    again = GAME.copy(state)
    look(again)
    for name in ("vision", "memory", "item_memory"):
        assert np.array_equal(getattr(again, name), getattr(state, name)), name


def check_match(config: DungeonKeeperConfig, num_seats: int, seed: int, most: int) -> int:
    """Play at random, checking at each decision; return the number of batches."""
    dice = Stream(seed, 7)
    state, _ = GAME.start(config, seed=seed, num_seats=num_seats)
    check_messages(config, state, num_seats)
    batches = 0
    while (point := GAME.decision(state)) is not None and batches < most:
        GAME.step(state, {point.seats[0]: GAME.random_action(state, point.seats[0], dice)})
        check_messages(config, state, num_seats)
        check_sight(state)
        batches += 1
    return batches


def config_of(preset: str, *, fog: bool) -> DungeonKeeperConfig:
    """With a Hero who comes early, and all that there is to do early."""
    values = {"preset": preset, "fog_of_war": fog, "start_mana": 60, "start_gold": 200}
    hero = {"hero_enabled": True, "hero_first_round": 1, "hero_chance": 50, "alliances": True}
    return parse_config(DungeonKeeperConfig, {**values, **hero})


@pytest.mark.parametrize(("preset", "num_seats", "fog", "most"), SHORT)
def test_messages_of_some_turns(preset: str, num_seats: int, fog: bool, most: int) -> None:
    """All seats, whole and by what has changed, and what everybody sees."""
    assert check_match(config_of(preset, fog=fog), num_seats, seed=3, most=most) == most


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("preset", "num_seats", "fog", "most"), LONG)
def test_messages_of_long_matches(
    preset: str, num_seats: int, fog: bool, most: int, seed: int
) -> None:
    """The same, on all boards."""
    assert check_match(config_of(preset, fog=fog), num_seats, seed, most) > 100


@pytest.mark.slow
@pytest.mark.parametrize("number", range(24))
def test_messages_of_odd_positions(number: int) -> None:
    """Positions full of everything, under configs that are anything but the default."""
    dice = Stream(number, 7)
    num_seats = 2 + number % 7
    config = parse_config(DungeonKeeperConfig, odd_config(number, dice, num_seats))
    assert check_match(config, num_seats, dice.next(), most=40) > 0


@pytest.mark.parametrize("fog", [False, True])
def test_states_hold_nothing_of_what_was_told(fog: bool) -> None:
    """Copies, states put back and states of another process are told of as they are, whatever was told before."""
    config, dice = config_of("small", fog=fog), Stream(11, 7)
    state, _ = GAME.start(config, seed=5, num_seats=2)
    kept: list[tuple[State, list[bytes]]] = []
    for _ in range(12):
        (seat,) = point.seats if (point := GAME.decision(state)) else (0,)
        told = CODEC.encode_observations(config, GAME.observe(state, [0, 1]))
        kept.append((GAME.copy(state), told))
        GAME.step(state, {seat: GAME.random_action(state, seat, dice)})
    for before, told in reversed(kept):
        sent = pickle.loads(pickle.dumps(before))
        for same in (before, GAME.copy(before), sent):
            assert CODEC.encode_observations(config, GAME.observe(same, [0, 1])) == told
        GAME.reseed(sent, 77)
        assert CODEC.encode_observations(config, GAME.observe(sent, [0, 1])) == told
        GAME.step(sent, {sent.match.item(c.ACTING): None})
        check_messages(config, sent, 2)


def test_an_observation_stays_as_it_was() -> None:
    """It is encoded only after the match has gone on."""
    config, dice = config_of("small", fog=True), Stream(4, 7)
    state, _ = GAME.start(config, seed=2, num_seats=2)
    for _ in range(10):
        expected = [message_of(plain_observation(state, seat)) for seat in (0, 1)]
        seen = GAME.observe(state, [0, 1])
        fields: list[Any] = [(one.units, one.seats, one.rows, one.items) for one in seen]
        seat = state.match.item(c.ACTING)
        GAME.step(state, {seat: GAME.random_action(state, seat, dice)})
        assert [(one.units, one.seats, one.rows, one.items) for one in seen] == fields
        assert CODEC.encode_observations(config, seen) == expected


def test_what_is_remembered_is_bounded() -> None:
    """However many different units there are, so many are remembered."""
    remembered = written.put_unit.cache_info().maxsize
    assert remembered == written.REMEMBERED_UNITS
    row = np.zeros(c.UNIT_WIDTH, np.int32)
    row[[c.RUNE, c.CAPTURE_CELL, c.BLADE_SOURCE, c.POISON_SOURCE]] = c.NO
    row[c.STATUS : c.BLADE_STACKS] = c.NO
    for unit in range(1, written.REMEMBERED_UNITS + 50):
        row[c.ID] = unit
        written.put_unit(row.tobytes(), 15)
    assert written.put_unit.cache_info().currsize == written.REMEMBERED_UNITS
