"""Messages written from rows of numbers are those of records made one by one."""

from __future__ import annotations

import pickle

import pytest

from referee.core.config import parse_config
from referee.core.game import Events
from referee.core.rng import Stream
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.wire.codec import SCHEMA
from tests.games.proving_grounds.both_worlds import odd_config
from tests.games.proving_grounds.odd_actions import odd_action, rich_position
from tests.games.proving_grounds.plain_observations import (
    message_of,
    plain_observations,
    plain_public,
)

GAME, CODEC = PLUGIN.game, PLUGIN.codec


def check_messages(config: ProvingGroundsConfig, state: State) -> None:
    """Compare what all are told of a state with what the plain way tells them, alone and together."""
    seats = range(len(state.seats))
    expected = [message_of(seen) for seen in plain_observations(state, seats)]
    assert CODEC.encode_observations(config, GAME.observe(state, seats)) == expected
    backwards = CODEC.encode_observations(config, GAME.observe(state, seats[::-1]))
    assert backwards == expected[::-1]
    assert CODEC.encode_observations(config, GAME.observe(state, [1])) == [expected[1]]
    public = GAME.observe_public(state)
    assert public is not None
    assert CODEC.encode_observations(config, [public]) == [message_of(plain_public(state))]


def check_events(events: Events) -> None:
    """Compare events with what the schema makes of them; seats that are told are ascending."""
    for event in events:
        assert CODEC.encode_event(event) == SCHEMA.encode_event(event.body)
        assert event.audience is None or event.audience == tuple(sorted(set(event.audience)))


def check_match(config: ProvingGroundsConfig, num_seats: int, seed: int, most: int) -> int:
    """Play at random, checking at each turn; return the number of turns."""
    dice = Stream(seed, 7)
    state, _ = GAME.start(config, seed=seed, num_seats=num_seats)
    check_messages(config, state)
    turns = 0
    while (point := GAME.decision(state)) is not None and turns < most:
        actions = {seat: GAME.random_action(state, seat, dice) for seat in point.seats}
        check_events(GAME.step(state, actions))
        check_messages(config, state)
        turns += 1
    return turns


def check_odd_match(number: int, most: int) -> None:
    """Play from a rich position under an odd config, with some wrong orders."""
    dice = Stream(number, 7)
    num_seats = 2 + number % 7
    config = parse_config(ProvingGroundsConfig, odd_config(dice))
    state, _ = GAME.start(config, seed=dice.next(), num_seats=num_seats)
    state = GAME.parse_state(config, num_seats, rich_position(dict(GAME.plain_state(state)), dice))
    check_messages(config, state)
    for _ in range(most):
        if (point := GAME.decision(state)) is None:
            break
        plain = GAME.plain_state(state)
        actions = {seat: odd_action(plain, seat, dice, 20) for seat in point.seats}
        parsed = {s: None if a is None else GAME.parse_action(a) for s, a in actions.items()}
        check_events(GAME.step(state, parsed))
        check_messages(config, state)


@pytest.mark.parametrize("num_seats", [2, 5])
def test_messages_of_some_turns(num_seats: int) -> None:
    """Of setup and the turns that follow, for all seats and for everybody."""
    assert check_match(ProvingGroundsConfig(), num_seats, seed=num_seats, most=12) == 12


def test_messages_of_rich_positions() -> None:
    """With everything in rooms, on floors, in stashes and on offer."""
    for number in range(3):
        check_odd_match(number, most=2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("num_seats", range(2, 9))
def test_messages_of_whole_matches(num_seats: int, seed: int) -> None:
    """Until they end."""
    assert check_match(ProvingGroundsConfig(), num_seats, seed, most=100) > 20


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3, 45))
def test_messages_of_odd_matches(number: int) -> None:
    """From rich positions, under configs that are anything but the default."""
    check_odd_match(number, most=12)


def test_states_hold_nothing_of_what_was_told() -> None:
    """Copies, states put back and states of another process are told of as they are, whatever was told before."""
    config, dice, seats = ProvingGroundsConfig(), Stream(11, 7), range(3)
    state, _ = GAME.start(config, seed=5, num_seats=3)
    kept: list[tuple[State, list[bytes]]] = []
    for _ in range(8):
        told = CODEC.encode_observations(config, GAME.observe(state, seats))
        kept.append((GAME.copy(state), told))
        GAME.step(state, {seat: GAME.random_action(state, seat, dice) for seat in seats})
    for before, told in reversed(kept):
        sent = pickle.loads(pickle.dumps(before))
        for same in (before, GAME.copy(before), sent):
            assert CODEC.encode_observations(config, GAME.observe(same, seats)) == told
        GAME.reseed(sent, 77)
        assert CODEC.encode_observations(config, GAME.observe(sent, seats)) == told
        GAME.step(sent, {})
        check_messages(config, sent)


def test_an_observation_stays_as_it_was() -> None:
    """It is encoded only after the match has gone on."""
    config, dice, seats = ProvingGroundsConfig(), Stream(4, 7), range(2)
    state, _ = GAME.start(config, seed=2, num_seats=2)
    for _ in range(8):
        expected = [message_of(seen) for seen in plain_observations(state, seats)]
        seen = GAME.observe(state, seats)
        GAME.step(state, {seat: GAME.random_action(state, seat, dice) for seat in seats})
        assert CODEC.encode_observations(config, seen) == expected
