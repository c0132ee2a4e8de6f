"""Many matches at once come out as each by itself, by objects and by arrays."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.batch import start_batch
from referee.core.config import parse_config
from referee.core.errors import FieldError
from referee.core.rng import Stream
from referee.games.dice_adventure import PLUGIN
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.batch import DiceAdventureBatch
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.rules.rounds import no_orders
from referee.games.dice_adventure.scenario.random_orders import random_orders
from referee.games.dice_adventure.visibility.observation import Observation

GAME = PLUGIN.game
CONFIG = parse_config(DiceAdventureConfig, {"levels": ["L1", {"name": "easy", "cap": 12}]})
SEEDS = [0, 1, 2008, 2**64 - 1]


def new_batch(num_seats: int) -> DiceAdventureBatch:
    """A few matches in the game's own batch."""
    batch = start_batch(GAME, CONFIG, seeds=SEEDS, num_seats=num_seats)
    assert isinstance(batch, DiceAdventureBatch)
    return batch


@pytest.mark.parametrize("num_seats", [3, 9])
def test_arrays_play_the_same_matches_as_objects(num_seats: int) -> None:
    """Orders drawn and carried out as arrays, beside single matches that get them as objects."""
    batch = new_batch(num_seats)
    singles = [GAME.start(CONFIG, seed=seed, num_seats=num_seats)[0] for seed in SEEDS]
    num_parties = num_seats // 3
    rows = len(SEEDS) * num_parties
    words = [Stream(5, row).state for row in range(rows)]
    dice = np.array(words, np.uint64)
    streams = [Stream.from_state(word) for word in words]
    orders = no_orders(rows)
    sights = batch.see()
    for _ in range(200):
        random_orders(batch.parties.rules, batch.parties.table, dice, orders)
        batch.step_orders(orders)
        batch.see(sights)
        for index, single in enumerate(singles):
            point = GAME.decision(single)
            if point is not None:
                GAME.step(single, {
                    seat: GAME.random_action(
                        single, seat, streams[index * num_parties + seat // 3]
                    )
                    for seat in point.seats
                })  # fmt: skip
            assert batch.digest(index) == GAME.digest(single)
            own = GAME.observe(single, range(num_seats))
            for seat, seen in enumerate(own):
                row = index * num_parties + seat // 3
                assert Observation(sights, batch.parties.chars, row, seat % 3) == seen
    assert (batch.parties.table[:, c.PHASE] == c.DONE).all()
    assert len({batch.digest(index) for index in range(len(batch))}) == len(SEEDS)


@pytest.mark.parametrize(
    ("orders", "message"),
    [
        (no_orders(3), r"orders must be int16\(4, 3, 98\), not 'int16\(3, 3, 98\)'"),
        (no_orders(4)[:, :, 1:], r"not 'int16\(4, 3, 97\)'"),
        (no_orders(4).astype(np.int64), r"not 'int64\(4, 3, 98\)'"),
    ],
    ids=["matches", "columns", "dtype"],
)
def test_wrong_orders(
    orders: np.ndarray[tuple[int, ...], np.dtype[np.int16]], message: str
) -> None:
    """A kernel reads past no array."""
    with pytest.raises(FieldError, match=message):
        new_batch(3).step_orders(orders)


def test_nonsense_in_orders() -> None:
    """Whatever numbers are in them, the matches go on and stay within their bounds."""
    batch = new_batch(3)
    dice = Stream(8)
    for _ in range(60):
        orders = no_orders(4)
        flat = orders.reshape(-1)
        flat[:] = [dice.draw(2**16) - 2**15 - 1 for _ in range(flat.size)]
        orders[:, :, c.WHOLE] = 0
        batch.step_orders(orders)
        members = batch.parties.table[:, c.MEMBERS :].reshape(4, 3, c.MEMBER_WIDTH)
        assert (members[:, :, c.AP] >= 0).all()
        told = members[:, :, c.NUM_REFUSED]
        assert (told >= 0).all()
        assert (told < 2**16).all()


@pytest.mark.parametrize("index", [4, -5])
def test_no_such_match(index: int) -> None:
    """An index out of bounds is an error, not an empty state."""
    with pytest.raises(IndexError):
        new_batch(3).digest(index)
