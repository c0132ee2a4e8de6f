"""Random batches: legal in every part, of all types of orders, and the same from the same dice."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.core.rng import Stream
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.rules.events import OrderResult
from referee.games.dungeon_keeper.rules.orders.kinds import ORDER_TYPES, Batch
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import Code
from referee.testing.play import decision_of
from tests.games.dungeon_keeper.rich_positions import rich_position

GAME = PLUGIN.game
_STEPS = 12


def play(state: State, dice: Stream, num_steps: int) -> tuple[list[Batch], list[Code]]:
    """So many random batches, and what came of their orders."""
    batches: list[Batch] = []
    codes: list[Code] = []
    for _ in range(num_steps):
        if GAME.decision(state) is None:
            break
        (seat,) = decision_of(GAME, state).seats
        batches.append(GAME.random_action(state, seat, dice))
        events = list(GAME.step(state, {seat: batches[-1]}))
        codes += [event.body.code for event in events if isinstance(event.body, OrderResult)]
    return batches, codes


def start_in(position: dict[str, object], **config: object) -> State:
    """A match that begins in a position."""
    values = {"alliances": True, "max_rounds": 100, "scenario": position, **config}
    settings = DungeonKeeperConfig.model_validate(values)
    num_seats = position["players"]
    assert isinstance(num_seats, int)
    return GAME.start(settings, seed=5, num_seats=num_seats)[0]


def test_all_types_of_orders_occur_and_none_is_refused() -> None:
    """In rich positions, whose armies have all abilities."""
    made: Counter[str] = Counter()
    for seed in range(60):
        position = rich_position(Stream(seed, 1), 2 + seed % 3)
        batches, codes = play(start_in(position), Stream(seed, 2), _STEPS)
        assert set(codes) <= {Code.OK}
        made.update(type(order).__name__ for batch in batches for order in batch.orders)
    assert set(made) == {kind.__name__ for kind in ORDER_TYPES.values()}


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_refused_under_fog(seed: int) -> None:
    """What is out of sight of the seat is not named."""
    position = rich_position(Stream(seed, 1), 2)
    state = start_in(position, fog_of_war=True, sight_radius=3)
    _, codes = play(state, Stream(seed, 2), _STEPS)
    assert codes
    assert set(codes) == {Code.OK}


def test_the_limit_of_orders_is_kept() -> None:
    """A turn of many small batches has no order too many."""
    config = DungeonKeeperConfig(max_orders_per_turn=5, start_mana=100)
    state, _ = GAME.start(config, seed=1, num_seats=2)
    batches, codes = play(state, Stream(3), 100)
    assert set(codes) == {Code.OK}
    assert max(len(batch.orders) for batch in batches) == 5


def test_most_batches_end_the_turn_and_some_ask_for_a_delta() -> None:
    """Both kinds of both occur."""
    state, _ = GAME.start(DungeonKeeperConfig(preset="small"), seed=1, num_seats=2)
    batches, _ = play(state, Stream(3), 100)
    assert 50 < sum(batch.end_turn for batch in batches) < 100
    assert 20 < sum(batch.delta for batch in batches) < 80


def test_the_same_dice_make_the_same_batch() -> None:
    """And the match is left as it was."""
    state = start_in(rich_position(Stream(9, 1), 2))
    before = GAME.digest(state)
    seat = state.match.item(c.ACTING)
    one, two = (GAME.random_action(state, seat, Stream(4)) for _ in range(2))
    assert one == two
    assert GAME.digest(state) == before
