"""Lists and maps as columns say what observations say, and nothing that a seat may not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games import registry
from referee.games.derived_rows import DerivedRows
from referee.games.dungeon_keeper import columns as keeper
from referee.kit.columns import ColumnSet
from referee.kit.rollout.further import FurtherColumns, HasFurtherColumns
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.schema import Schema
from referee_client.messages import message_class
from referee_envs.backends.base import Game
from referee_envs.backends.in_process import InProcess
from referee_envs.messages import MessageReader
from tests.games.dungeon_keeper.rich_positions import rich_position

CASES: dict[str, tuple[str, int, dict[str, Any], int]] = {
    "dungeon_keeper": ("dungeon_keeper", 2, {"preset": "small"}, 10),
    "dungeon_keeper, crowded": ("dungeon_keeper", 3, {"scenario": rich_position(Stream(5), 3)}, 12),
    "dungeon_keeper, far": ("dungeon_keeper", 2, {"preset": "small", "fog_of_war": True}, 8),
    "dungeon_keeper, fog": (
        "dungeon_keeper",
        2,
        {"fog_of_war": True, "scenario": rich_position(Stream(8), 2)},
        12,
    ),
    "proving_grounds": ("proving_grounds", 3, {}, 14),
    "proving_grounds, two": (
        "proving_grounds",
        2,
        {"sector_width": 2, "sector_depth": 3, "max_heroes": 3, "start_gold": 300},
        30,
    ),
}
"""Game, seats, config and steps."""


class _Case:
    """A game with matches of it."""

    def __init__(self, name: str) -> None:
        game, self.num_seats, values, steps = CASES[name]
        self.plugin = registry.find(game)
        self.game: Any = self.plugin.game
        self.config = parse_config(self.game.config_class, values)
        assert isinstance(self.game, HasFurtherColumns)
        self.maker: FurtherColumns = self.game.further_columns(self.config, self.num_seats)
        self.names = [*sorted(self.maker.quicker), *(each.name for each in self.maker.columns)]
        self.description = InProcess(Game(game, values, self.num_seats)).description
        self.states = list(self._states(steps))
        if game == "dungeon_keeper":
            # Random orders seldom ally anybody.
            allied = self.game.copy(self.states[0])
            allied.seats[:2, keeper.ALLIES] = 2, 1
            self.states.append(allied)

    def _states(self, steps: int) -> Iterator[Any]:
        """Yield a first position, and positions along two random matches."""
        for seed in (1, 2):
            state, _ = self.game.start(self.config, seed=seed, num_seats=self.num_seats)
            dice = Stream(seed)
            if seed == 1:
                yield self.game.copy(state)
            for step in range(steps):
                point = self.game.decision(state)
                if point is None:
                    break
                actions = {seat: self.game.random_action(state, seat, dice) for seat in point.seats}
                self.game.step(state, actions)
                if step % 3 == seed:
                    yield self.game.copy(state)

    def seen(self, state: Any) -> list[Any]:
        """Return the observation of each seat, whole."""
        return list(self.game.observe(state, range(self.num_seats)))


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> _Case:
    """Every game that has such columns."""
    return _Case(request.param)


def _is_whole(seen: Any) -> bool:
    return not getattr(seen, "is_delta", False)


def test_columns_that_are_fields_say_what_records_say(case: _Case) -> None:
    """Dtype, shape, bounds and numbers, of every seat and position."""
    told = case.maker.values(case.states, case.names)
    schema = Schema.of(case.plugin)
    assert schema is not None
    fields = ColumnSet(schema.observation, case.maker.most)
    compared = 0
    for place, state in enumerate(case.states):
        records = case.seen(state)
        whole = [seat for seat, seen in enumerate(records) if _is_whole(seen)]
        for column in fields.columns:
            if column.name not in told:
                continue
            wanted = fields.array(column.name, [records[seat] for seat in whole])
            array = told[column.name][place][whole]
            assert array.dtype == column.dtype
            np.testing.assert_array_equal(array, wanted, column.name)
            compared += 1
    assert compared > 20 * len(case.states)
    for each in case.maker.columns:
        array = told[each.name]
        assert array.dtype == each.column.dtype
        assert array.shape[2:] == each.column.shape
        assert (array >= each.column.low).all(), each.name
        assert (array <= each.column.high).all(), each.name


def test_bots_read_the_same_columns_of_their_messages(case: _Case) -> None:
    """Every column, byte for byte."""
    told = case.maker.values(case.states, case.names)
    reader = MessageReader(case.description, case.names)
    codec = case.plugin.codec
    found = message_class(f"type.googleapis.com/{codec.observation_type}")
    for place, state in enumerate(case.states):
        records = case.seen(state)
        for seat, data in enumerate(codec.encode_observations(case.config, records)):
            if not _is_whole(records[seat]):
                continue
            read = reader.read(found.FromString(data), case.description.config_message)
            for name in case.names:
                wanted = told[name][place, seat]
                assert read[name].dtype == wanted.dtype
                np.testing.assert_array_equal(read[name][0], wanted, name)


def test_what_is_hidden_shows_in_no_column(case: _Case) -> None:
    """States that a seat can't tell apart give it equal columns."""
    dice = Stream(9)
    pairs = 0
    for state in case.states[::2]:
        own = case.maker.values([state], case.names)
        for seat in range(case.num_seats):
            for variant in case.game.hidden_variants(state, seat, dice):
                pairs += case.game.digest(variant) != case.game.digest(state)
                other = case.maker.values([variant], case.names)
                for name in case.names:
                    np.testing.assert_array_equal(own[name][0, seat], other[name][0, seat], name)
    assert pairs


def test_one_match_or_many_are_the_same(case: _Case) -> None:
    """A match's columns don't depend on those beside it, nor on which others are asked for."""
    many = case.maker.values(case.states, case.names)
    for name in case.names:
        for place in (0, len(case.states) - 1):
            (alone,) = case.maker.values([case.states[place]], [name])[name]
            np.testing.assert_array_equal(alone, many[name][place], name)


def test_rows_tell_them_beside_the_others(case: _Case) -> None:
    """Of all rows or of some, and each array is the caller's own."""
    rows = DerivedRows(start_rows(case.plugin, case.config, num_rows=2, num_seats=case.num_seats))
    rows.begin(np.arange(2), np.array([1, 2], np.uint64))
    names = [case.maker.columns[0].name, "message", case.maker.columns[-1].name]
    first, _, last = rows.observe(names)
    assert isinstance(first, np.ndarray)
    assert isinstance(last, np.ndarray)
    (only,) = rows.observe(names[2:], np.array([1]))
    for none in rows.observe(names[::2], np.zeros(0, np.int64)):
        assert isinstance(none, np.ndarray)
        assert none.shape == (0, *last.shape[1:]) or none.shape == (0, *first.shape[1:])
    assert isinstance(only, np.ndarray)
    np.testing.assert_array_equal(only[0], last[1])
    first[...] = 1
    last[...] = 0
    np.testing.assert_array_equal(rows.observe(names[2:])[0][1], only[0])
