"""Many matches at once come out as each by itself."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.batch import LoopBatch, start_batch
from referee.core.errors import FieldError
from referee.core.game import Events
from referee.core.rng import Stream
from referee.games.swordman import PLUGIN
from referee.games.swordman.batch import SwordmanBatch
from referee.games.swordman.columns import OVER
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.rules.actions import BAD_FORM, Action, numbers_of, parse_action
from referee.games.swordman.state import State

GAME = PLUGIN.game
CONFIG = SwordmanConfig(games=2, round_cap=6)
NUM = 5

ODD: list[Action | None] = [
    None,
    parse_action({}),
    parse_action([]),
    parse_action({"sword": -1, "shield": 11, "priority": 3}),
    parse_action({"sword": 6, "sword_at": 3, "shield": 4}),
]
"""Missed deadlines and refused answers."""


def new_batch() -> SwordmanBatch:
    """A few matches in the game's own batch."""
    batch = start_batch(GAME, CONFIG, seeds=range(NUM), num_seats=2)
    assert isinstance(batch, SwordmanBatch)
    return batch


def choose(state: State, dice: Stream) -> dict[int, Action | None]:
    """An answer for each seat, one in four of them odd."""
    return {
        seat: ODD[dice.draw(len(ODD)) - 1]
        if dice.draw(4) == 1
        else GAME.random_action(state, seat, dice)
        for seat in (0, 1)
    }


def told(events: Events) -> list[tuple[object, object]]:
    """Events as values that can be compared."""
    return [(event.body, event.audience) for event in events]


def test_a_batch_and_its_matches_are_equal_at_every_step() -> None:
    """Digests, events, observations and outcomes, also after a match is over."""
    batch = new_batch()
    loop = LoopBatch(GAME, [GAME.start(CONFIG, seed=s, num_seats=2)[0] for s in range(NUM)])
    singles = [GAME.start(CONFIG, seed=seed, num_seats=2)[0] for seed in range(NUM)]
    dice = Stream(5)
    steps = notices = 0
    while any(GAME.decision(single) for single in singles):
        actions = [choose(single, dice) for single in singles]
        events = batch.step(actions)
        loop_events = loop.step(actions)
        for index, single in enumerate(singles):
            live = GAME.decision(single) is not None
            own = GAME.step(single, actions[index]) if live else []
            notices += sum(event.audience is not None for event in own)
            assert told(events[index]) == told(loop_events[index]) == told(own)
            assert batch.digest(index) == loop.digest(index) == GAME.digest(single)
            assert batch.observe(index, [0, 1]) == GAME.observe(single, [0, 1])
            assert batch.decision(index) == loop.decision(index) == GAME.decision(single)
            assert batch.outcome(index) == GAME.outcome(single)
        steps += 1
    assert steps > 5
    assert notices > 5
    assert len({batch.digest(index) for index in range(NUM)}) == NUM


def test_numbers_alone_play_the_same_rounds() -> None:
    """The entry for load and statistics differs in speed only."""
    batch, fast = new_batch(), new_batch()
    dice = Stream(6)
    for _ in range(12):
        actions = [choose(batch.state(index), dice) for index in range(NUM)]
        batch.step(actions)
        orders = [[numbers_of(one[seat]) for seat in (0, 1)] for one in actions]
        fast.step_orders(np.array(orders, dtype=np.int32))
        assert [fast.digest(i) for i in range(NUM)] == [batch.digest(i) for i in range(NUM)]
    assert fast.matches.table[:, OVER].all()


def orders(form: int = 0, shape: tuple[int, ...] = (NUM, 2, 6)) -> np.ndarray:
    """Orders of nothing, one of them of this form."""
    made = np.zeros(shape, np.int32)
    made.flat[-1] = form
    return made


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (orders(shape=(4, 2, 6)), r"orders must be int32\(5, 2, 6\), not 'int32\(4, 2, 6\)'"),
        (orders(shape=(5, 2, 5)), r"orders must be int32\(5, 2, 6\), not 'int32\(5, 2, 5\)'"),
        (orders().astype(np.int64), r"orders must be int32\(5, 2, 6\), not 'int64\(5, 2, 6\)'"),
        (orders(form=1), "form must be one of 0, 5, 6, not 1"),
        (orders(form=-1), "form must be one of 0, 5, 6, not -1"),
    ],
)
def test_orders_must_fit(wrong: np.ndarray, message: str) -> None:
    """A kernel reads past no array, and no notice has a code that is none."""
    with pytest.raises(FieldError, match=message):
        new_batch().step_orders(wrong)


def test_orders_in_any_memory_order() -> None:
    """A transposed array is read by its indices."""
    batch, other = new_batch(), new_batch()
    dice = Stream(8)
    chosen = [[GAME.random_action(batch.state(0), seat, dice) for seat in (0, 1)]
              for _ in range(NUM - 1)]  # fmt: skip
    taken = np.array([*chosen, [numbers_of(None), numbers_of(BAD_FORM)]], dtype=np.int32)
    batch.step_orders(taken)
    other.step_orders(np.asfortranarray(taken))
    assert [batch.digest(i) for i in range(NUM)] == [other.digest(i) for i in range(NUM)]


def test_extreme_numbers() -> None:
    """Whatever 32 bits can hold is read by the rules."""
    batch = new_batch()
    extreme = orders()
    extreme[0, 0, :5] = 2**31 - 1
    extreme[1, 0, :5] = -(2**31)
    extreme[2, 0, :5] = [10, 0, 0, 2**31 - 1, 0]
    batch.step_orders(extreme)
    notices = [[one.code.name for one in batch.observe(i, [0])[0].notices] for i in range(3)]
    assert notices == [["OVER_BUDGET"] * 3, ["BAD_VALUE"] * 3, ["BAD_PLACE"]]


@pytest.mark.parametrize("index", [NUM, -NUM - 1])
def test_no_such_match(index: int) -> None:
    """An index out of bounds is an error, not an empty state."""
    with pytest.raises(IndexError):
        new_batch().digest(index)


def test_actions_for_every_match() -> None:
    """One entry a match, no more and no fewer."""
    with pytest.raises(FieldError, match="actions must be one entry for each of 5 matches"):
        new_batch().step([{0: None, 1: None}] * 3)


def test_seats_are_checked() -> None:
    """As for a single match."""
    with pytest.raises(FieldError, match="num_seats must be 2, not 3"):
        start_batch(GAME, CONFIG, seeds=[1], num_seats=3)
