"""Lists of candidates made of arrays are those made of messages, and so are the orders of what is picked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.games import registry
from referee.games.champions.rows import ChampionsRows
from referee.games.champions.scenario.candidates import ArrayCandidates
from referee.kit.rollout.columns import Ragged
from referee_bots import candidates

SEATS = 5
ROWS = 2


@pytest.mark.parametrize("width", [128, 7])
def test_lists_and_orders_are_those_of_messages(width: int) -> None:
    """Of every seat along two matches of random picks, every phase, and lists that are too long."""
    plugin = registry.find("champions")
    config: Any = parse_config(plugin.game.config_class, {})
    rows = ChampionsRows(config, ROWS, SEATS)
    rows.begin(np.arange(ROWS), np.array([3, 4], np.uint64))
    told = (plugin.codec.config_type, plugin.codec.encode_config(config))
    old: Any = candidates.find("champions", told, SEATS)
    old.width = width
    arrays = ArrayCandidates(width)
    rng = np.random.default_rng(width)
    phases: set[tuple[int, bool]] = set()
    for _ in range(60):
        asked = rows.asked()
        lists = arrays.lists(rows, np.arange(ROWS), asked)
        (seen,) = rows.observe(["message"])
        assert isinstance(seen, Ragged)
        messages = [b""] * asked.size
        places = np.zeros(asked.shape, np.int64)
        for place, (row, seat) in enumerate(np.ndindex(asked.shape)):
            own = lists.numbers[lists.offsets[place] : lists.offsets[place + 1]].tolist()
            if not asked[row, seat]:
                assert own == []
                continue
            offer = old.offer(seen[place])
            assert own == [[0, *one.numbers] for one in offer.lists[0]]
            pick = int(rng.integers(len(own)))
            # The second of a list of equipment is the best, which is rarely drawn.
            pick = 1 if own[pick][1] == 2 and rng.integers(2) else pick
            places[row, seat] = lists.offsets[place] + pick
            messages[place] = offer.action([pick])[0].SerializeToString()
            phases.add((own[pick][1], own[pick][2] == -1))
        made: Any = arrays.actions(rows, lists, places[..., np.newaxis], asked[..., np.newaxis])
        wanted, answered = rows._in_numbers({"message": Ragged.of(messages), "answered": asked})
        np.testing.assert_array_equal(made["answered"], answered)
        # A target that is absent is any number below 0.
        np.testing.assert_array_equal(np.maximum(made["order"], -1), np.maximum(wanted, -1))
        assert not rows.step(made).any()
    assert phases == {(0, False), (1, False), (2, False), (2, True), (3, False)}
