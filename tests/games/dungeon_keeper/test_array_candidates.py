"""Lists of candidates made of arrays are those made of messages, and so are the orders of what is picked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games import registry
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.scenario.candidates import ArrayCandidates
from referee.kit.rollout.loop_rows import LoopRows
from referee_bots import candidates
from tests.games.dungeon_keeper.rich_positions import rich_position

WIDTH = 256
CROWDED: dict[str, Any] = {"scenario": rich_position(Stream(21), 3), "stack_limit": 5}
CASES: dict[str, tuple[int, dict[str, Any], int]] = {
    "two": (2, {"scenario": rich_position(Stream(8), 2)}, WIDTH),
    "three": (3, CROWDED, WIDTH),
    "fog": (3, CROWDED | {"fog_of_war": True}, WIDTH),
    "short lists": (3, CROWDED, 9),
}
STEPS = 10


def _rows(num_seats: int, values: dict[str, Any]) -> LoopRows:
    plugin = registry.find("dungeon_keeper")
    config: Any = parse_config(plugin.game.config_class, values)
    rows = LoopRows(plugin, config, num_rows=2, num_seats=num_seats)
    rows.begin(np.arange(2), np.array([3, 4], np.uint64))
    for row in range(2):
        # An ally is no enemy, once both have declared it.
        rows.match(row).seats[:2, c.ALLIES] = (2, row)
    return rows


@pytest.mark.parametrize("case", CASES)
def test_lists_and_orders_are_those_of_messages(case: str) -> None:
    """Along two matches of random orders, among units and buildings of all kinds."""
    num_seats, values, width = CASES[case]
    rows = _rows(num_seats, values)
    plugin: Any = rows.plugin
    config: Any = rows.config
    told = (plugin.codec.config_type, plugin.codec.encode_config(config))
    old: Any = candidates.find("dungeon_keeper", told, num_seats)
    old.width = width
    arrays = ArrayCandidates(config.size, num_seats, width)
    dice = Stream(7)
    kinds: set[int] = set()
    for _ in range(STEPS):
        asked = rows.asked()
        lists = arrays.lists(rows, np.arange(2), asked)
        for place, (row, seat) in enumerate(np.ndindex(asked.shape)):
            first, behind = lists.offsets[place : place + 2].tolist()
            own = lists.numbers[first:behind].tolist()
            if not asked[row, seat]:
                assert own == []
                continue
            state = rows.match(row)
            (seen,) = plugin.codec.encode_observations(config, plugin.game.observe(state, [seat]))
            offer = old.offer(seen)
            assert own == [[0, *one.numbers] for one in offer.lists[0]]
            kinds |= {numbers[1] for numbers in own}
            places = np.zeros((*asked.shape, 1), np.int64)
            picked = np.zeros((*asked.shape, 1), np.bool_)
            picked[row, seat] = True
            for pick in range(len(own)):
                places[row, seat] = first + pick
                made: Any = arrays.actions(rows, lists, places, picked)
                message = offer.action([pick])[0].SerializeToString()
                assert made["objects"][row, seat] == plugin.codec.decode_action(message)
            plugin.game.step(state, {seat: plugin.game.random_action(state, seat, dice)})
            rows.put_match(row, state)
    assert kinds >= {0, 1, 2, 3, 5, 6}
    assert case not in {"three", "fog"} or kinds == set(range(9))
