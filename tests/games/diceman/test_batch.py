"""Many matches at once come out as each by itself."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.batch import Batch, LoopBatch, start_batch
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin, Events
from referee.core.rng import Stream
from referee.games.diceman import PLUGIN
from referee.games.diceman.batch import DicemanBatch
from referee.games.diceman.columns import OVER
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.rules.actions import LEGAL, Action, read_dice
from tests.helpers.toy_games import TOYS

GAME = PLUGIN.game
CONFIG = DicemanConfig(games=2, round_cap=12)
SEEDS = [0, 1, 2008, 2**64 - 1, 77]

# Good choices, refused ones and missed deadlines.
ACTIONS: list[Action | None] = [*LEGAL, read_dice([3, 3, 7, 0]), read_dice([2]), None]


def new_batch() -> DicemanBatch:
    """A few matches in the game's own batch."""
    batch = start_batch(GAME, CONFIG, seeds=SEEDS, num_seats=2)
    assert isinstance(batch, DicemanBatch)
    return batch


def told(events: Events) -> list[tuple[object, object]]:
    """Events as values that can be compared."""
    return [(event.body, event.audience) for event in events]


def test_a_batch_and_its_matches_are_equal_at_every_step() -> None:
    """Digests, events, observations and outcomes, also after a match is over."""
    batch = new_batch()
    loop = LoopBatch(GAME, [GAME.start(CONFIG, seed=s, num_seats=2)[0] for s in SEEDS])
    singles = [GAME.start(CONFIG, seed=seed, num_seats=2)[0] for seed in SEEDS]
    dice = Stream(5)
    steps = 0
    while any(GAME.decision(single) for single in singles):
        actions = [{seat: ACTIONS[dice.draw(9) - 1] for seat in (0, 1)} for _ in SEEDS]
        events = batch.step(actions)
        loop_events = loop.step(actions)
        for index, single in enumerate(singles):
            live = GAME.decision(single) is not None
            own = GAME.step(single, actions[index]) if live else []
            assert told(events[index]) == told(loop_events[index]) == told(own)
            assert batch.digest(index) == loop.digest(index) == GAME.digest(single)
            assert batch.observe(index, [0, 1]) == GAME.observe(single, [0, 1])
            assert batch.decision(index) == loop.decision(index) == GAME.decision(single)
            assert batch.outcome(index) == GAME.outcome(single)
        steps += 1
    assert steps > 10
    assert len({batch.digest(index) for index in range(len(batch))}) == len(SEEDS)


def test_choices_alone_play_the_same_rounds() -> None:
    """The entry for load and statistics differs in speed only."""
    batch, fast = new_batch(), new_batch()
    dice = Stream(6)
    for _ in range(24):
        choices = [[dice.draw(6) - 1, dice.draw(6) - 1] for _ in SEEDS]
        batch.step([{0: LEGAL[a], 1: LEGAL[b]} for a, b in choices])
        fast.step_choices(np.array(choices, dtype=np.int8))
        assert [fast.digest(i) for i in range(5)] == [batch.digest(i) for i in range(5)]
    assert fast.matches.table[:, OVER].all()


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        (np.zeros((4, 2), np.int8), r"choices must be int8\(5, 2\), not 'int8\(4, 2\)'"),
        (np.zeros((5, 2), np.int64), r"choices must be int8\(5, 2\), not 'int64\(5, 2\)'"),
        (np.full((5, 2), 6, np.int8), "choices must be from 0 to 5, not 6"),
        (np.full((5, 2), -1, np.int8), "choices must be from 0 to 5, not -1"),
    ],
)
def test_choices_must_fit(
    choices: np.ndarray[tuple[int, int], np.dtype[np.int8]], message: str
) -> None:
    """A kernel reads past no array."""
    with pytest.raises(FieldError, match=message):
        new_batch().step_choices(choices)


def test_choices_in_any_memory_order() -> None:
    """A transposed array is read by its indices."""
    batch, other = new_batch(), new_batch()
    choices = np.array([[0, 1], [2, 3], [4, 5], [5, 0], [1, 2]], dtype=np.int8)
    batch.step_choices(choices)
    other.step_choices(np.asfortranarray(choices))
    assert [batch.digest(i) for i in range(5)] == [other.digest(i) for i in range(5)]


def test_actions_for_every_match() -> None:
    """One entry a match, no more and no fewer."""
    batch: Batch[DicemanConfig, object, Action, object]
    for batch in (new_batch(), LoopBatch(GAME, [])):  # type: ignore[assignment]  # of any state
        with pytest.raises(FieldError, match="actions must be one entry for each of"):
            batch.step([{0: None, 1: None}] * 3)


@pytest.mark.parametrize("index", [5, -6])
def test_no_such_match(index: int) -> None:
    """An index out of bounds is an error, not an empty state."""
    with pytest.raises(IndexError):
        new_batch().digest(index)


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.game.info.game)
def test_any_game_can_be_stepped_in_a_batch(toy: AnyPlugin) -> None:
    """Games without a batch of their own are stepped one match after another."""
    game = toy.game
    config, num_seats = game.config_class(), game.info.default_seats
    batch = start_batch(game, config, seeds=[1, 2], num_seats=num_seats)
    assert isinstance(batch, LoopBatch)
    singles = [game.start(config, seed=seed, num_seats=num_seats)[0] for seed in (1, 2)]
    dice = Stream(7)
    for _ in range(6):
        actions = []
        for single in singles:
            point = game.decision(single)
            seats = () if point is None else point.seats
            actions.append({seat: game.random_action(single, seat, dice) for seat in seats})
        batch.step(actions)
        for single, chosen in zip(singles, actions, strict=True):
            if chosen:
                game.step(single, chosen)
        assert [batch.digest(i) for i in (0, 1)] == [game.digest(single) for single in singles]


def test_seats_are_checked() -> None:
    """As for a single match."""
    with pytest.raises(FieldError, match="num_seats must be 2, not 3"):
        start_batch(GAME, CONFIG, seeds=[1], num_seats=3)
