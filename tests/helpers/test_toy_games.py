"""The toys follow their own rules: worked cases, computed by hand."""

from __future__ import annotations

import pytest

from referee.core.game import Events
from referee.core.outcome import GameOutcome
from referee.testing.play import decision_of
from tests.helpers.toy_base import Notice, ToyAction
from tests.helpers.toy_bid import SIMULTANEOUS, BidConfig, RoundWon
from tests.helpers.toy_dig import END_TURN, LONG_TURN, DigConfig, Dug
from tests.helpers.toy_draw import DRAW, PASS, SEQUENTIAL, DrawConfig, Hand
from tests.helpers.toy_last import SHRINKING, Fell, LastConfig


def bodies(events: Events) -> list[object]:
    """What the events say."""
    return [event.body for event in events]


def test_draw_shows_hands_at_the_end() -> None:
    """Seat 0 draws 9 onto 8 and passes with 17; seat 1 draws 7 onto 9 and breaks a limit of 15."""
    game = SEQUENTIAL.game
    config = DrawConfig(limit=17, hand=2)
    state = game.parse_state(config, 2, {"values": [[8, 0], [9, 0]]})
    game.script_dice(state, [9, 9])
    game.step(state, {0: ToyAction(DRAW)})
    game.step(state, {1: ToyAction(DRAW)})
    game.step(state, {0: ToyAction(PASS)})
    events = list(game.step(state, {1: ToyAction(DRAW)}))
    assert events[0].audience == (1,)
    assert bodies(events)[0] == Notice("HAND_FULL", 1)
    assert bodies(events)[-2:] == [Hand(0, [8, 9]), Hand(1, [9, 9])]
    assert game.decision(state) is None
    assert game.scripted_dice_left(state) == 0
    assert game.outcome(state) == GameOutcome(placements=(1, 2), scores=(17, 0))


def test_bid_breaks_a_tie_by_the_die() -> None:
    """Seats 0 and 2 bid 4; the die shows 2, so that seat 2 wins and pays."""
    game = SIMULTANEOUS.game
    state, _ = game.start(BidConfig(rounds=1), seed=5, num_seats=3)
    game.script_dice(state, [2])
    events = game.step(state, {0: ToyAction(4), 1: ToyAction(11), 2: ToyAction(4)})
    assert bodies(events) == [Notice("TOO_MUCH", 1), RoundWon(0, 2, 4)]
    assert game.outcome(state) == GameOutcome(placements=(2, 2, 1), scores=(0, 0, 1))


def test_dig_asks_the_same_seat_again() -> None:
    """Ore of 4 gives 4 to a roll of 6 and nothing to the next; teams share the haul."""
    game = LONG_TURN.game
    state = game.parse_state(DigConfig(cells=1, turns=1), 4, {"ore": [4]})
    game.script_dice(state, [6, 1])
    assert not decision_of(game, state).continues
    assert bodies(game.step(state, {0: ToyAction(0)})) == [Dug(0, 0, 4)]
    assert decision_of(game, state).continues
    assert decision_of(game, state).seats == (0,)
    assert bodies(game.step(state, {0: ToyAction(0)})) == [Dug(0, 0, 0)]
    game.step(state, {0: ToyAction(END_TURN)})
    assert not decision_of(game, state).continues
    for seat in (1, 2, 3):
        game.step(state, {seat: None})
    assert game.decision(state) is None
    assert game.outcome(state) == GameOutcome(placements=(1, 2, 1, 2), scores=(4, 0, 4, 0))


def test_last_puts_seats_out() -> None:
    """Of four, seat 1 falls with 3 by a roll of 3, seat 3 with 5; then seat 2 with 2, and seat 0 is left."""
    game = SHRINKING.game
    state, _ = game.start(LastConfig(), seed=1, num_seats=4)
    game.script_dice(state, [3, 3, 4, 2])
    events = game.step(state, {0: ToyAction(2), 1: ToyAction(3), 2: ToyAction(0), 3: ToyAction(5)})
    assert bodies(events) == [Fell(1, 1, 3), Fell(1, 3, 5)]
    assert game.eliminated(state) == [1, 3]
    assert game.outcome(state) == GameOutcome(placements=(1, 4, 2, 3), scores=(2, 3, 0, 5))
    assert decision_of(game, state).seats == (0, 2)
    events = game.step(state, {0: None, 2: ToyAction(2)})
    assert bodies(events) == [Fell(2, 2, 2)]
    assert game.decision(state) is None
    assert game.scripted_dice_left(state) == 0
    assert game.outcome(state) == GameOutcome(placements=(1, 4, 2, 3), scores=(2, 3, 2, 5))


@pytest.mark.parametrize("values", [[], [3]], ids=["no dice", "one die"])
def test_a_script_that_is_too_short_is_counted(values: list[int]) -> None:
    """Two rolls leave a script of n values at n - 2."""
    game = LONG_TURN.game
    state, _ = game.start(DigConfig(), seed=1, num_seats=2)
    game.script_dice(state, values)
    for cell in (0, 1):
        game.step(state, {0: ToyAction(cell)})
    assert game.scripted_dice_left(state) == len(values) - 2
