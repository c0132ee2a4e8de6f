"""Batches of any game; that their matches come out right is checked by the contract of games."""

from __future__ import annotations

import pytest

from referee.core.batch import LoopBatch, StartsBatches, start_batch
from referee.core.errors import FieldError
from tests.helpers.toy_base import ToyAction
from tests.helpers.toy_bid import SIMULTANEOUS, BidConfig, RoundWon
from tests.helpers.toy_games import TOYS


def test_a_game_without_a_batch_of_its_own_is_looped() -> None:
    """So every game has batches."""
    for plugin in TOYS:
        assert not isinstance(plugin.game, StartsBatches)
        config, num_seats = plugin.game.config_class(), plugin.game.info.default_seats
        batch = start_batch(plugin.game, config, seeds=[1], num_seats=num_seats)
        assert isinstance(batch, LoopBatch)


def test_matches_are_stepped_apart() -> None:
    """One round each: seat 0 wins the first match, seat 1 the second; no match hears of the other."""
    batch = start_batch(SIMULTANEOUS.game, BidConfig(rounds=1), seeds=[1, 2], num_seats=2)
    actions = [{0: ToyAction(2), 1: ToyAction(1)}, {0: ToyAction(3), 1: ToyAction(4)}]
    bodies = [[event.body for event in events] for events in batch.step(actions)]
    assert bodies == [[RoundWon(0, 0, 2)], [RoundWon(0, 1, 4)]]
    assert batch.decision(0) is None
    assert batch.outcome(1).placements == (2, 1)


def test_a_match_that_is_over_is_left_alone() -> None:
    """Its actions are not looked at, and it has no events."""
    batch = start_batch(SIMULTANEOUS.game, BidConfig(rounds=1), seeds=[1], num_seats=2)
    batch.step([{0: ToyAction(2), 1: None}])
    before = batch.digest(0)
    assert batch.step([{0: ToyAction(9)}]) == [[]]
    assert batch.digest(0) == before


def test_a_batch_may_be_empty() -> None:
    """Then there is nothing to step."""
    batch = start_batch(SIMULTANEOUS.game, BidConfig(), seeds=[], num_seats=2)
    assert (len(batch), batch.step([])) == (0, [])


@pytest.mark.parametrize("num_seats", [1, 5])
def test_seats_are_checked(num_seats: int) -> None:
    """As for a single match."""
    with pytest.raises(FieldError, match=f"^num_seats must be from 2 to 4, not {num_seats}$"):
        start_batch(SIMULTANEOUS.game, BidConfig(), seeds=[1], num_seats=num_seats)


@pytest.mark.parametrize("entries", [0, 2])
def test_there_is_one_entry_a_match(entries: int) -> None:
    """Too few or too many are an error before any match is stepped."""
    batch = start_batch(SIMULTANEOUS.game, BidConfig(), seeds=[1], num_seats=2)
    before = batch.digest(0)
    with pytest.raises(FieldError, match=f"^actions must be .* 1 matches, not {entries}$"):
        batch.step([{0: None, 1: None}] * entries)
    assert batch.digest(0) == before


def test_there_is_no_other_match() -> None:
    """An index out of range is an error."""
    batch = start_batch(SIMULTANEOUS.game, BidConfig(), seeds=[1], num_seats=2)
    with pytest.raises(IndexError):
        batch.state(1)
