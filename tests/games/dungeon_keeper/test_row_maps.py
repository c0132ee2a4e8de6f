"""Maps that a kernel makes in rows: byte for byte those of one match, which `test_maps` proves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.core.digest import state_digest
from referee.games import registry
from referee.games.dungeon_keeper.rows import DungeonKeeperRows
from referee.kit.arrays import copied

GAME: Any = registry.find("dungeon_keeper").game
ARRAYS = ("streams", "match", "turn_order", "cells", "units", "seats", "items", "script")
ODD = {"later_mana": 3, "centre_source_level": 0, "gold_mine_amount": 127, "base_source_level": 7}
"""Values of config fields that a map depends on, none of them the default."""


def _cases() -> Iterator[Any]:
    for preset, most_seats in (("small", 2), ("medium", 4), ("standard", 8)):
        for num_seats in range(2, most_seats + 1):
            for symmetry in ("rotation", "mirror"):
                for seating, further in (("shuffled", {}), ("fixed", ODD)):
                    values = {"preset": preset, "symmetry": symmetry, "seating": seating, **further}
                    name = f"{preset}-{num_seats}-{symmetry}-{seating}"
                    yield pytest.param(values, num_seats, id=name)


def _compare(values: dict[str, Any], num_seats: int, num_rows: int, first_seed: int) -> None:
    config = parse_config(GAME.config_class, values)
    rows = DungeonKeeperRows(GAME, config, num_rows, num_seats)
    # Spread over all 64 bits, and begun twice, so that nothing of the match before may stay.
    seeds = (np.arange(2 * num_rows) + first_seed).astype(np.uint64) * np.uint64(2**63 // 999 + 2)
    for each in np.split(seeds, 2):
        rows.begin(np.arange(num_rows), each)
        for row, seed in enumerate(each.tolist()):
            state, _ = GAME.start(config, seed=seed, num_seats=num_seats)
            match = copied(rows.match(row))
            match.units = match.units[: len(state.units)]
            for name in ARRAYS:
                expected, made = getattr(state, name), getattr(match, name)
                assert (expected.dtype, expected.shape) == (made.dtype, made.shape), (seed, name)
                assert np.array_equal(expected, made), (seed, name)
            assert state_digest(state) == rows.digest(row)


@pytest.mark.parametrize(("values", "num_seats"), list(_cases()))
def test_a_map_is_that_of_one_match(values: dict[str, Any], num_seats: int) -> None:
    """Maps of a few seeds of every preset, symmetry, seating and number of seats."""
    _compare(values, num_seats, 1, first_seed=17)


@pytest.mark.slow
@pytest.mark.parametrize(("values", "num_seats"), list(_cases()))
def test_many_maps_are_those_of_one_match(values: dict[str, Any], num_seats: int) -> None:
    """Maps of hundreds of seeds of every preset, symmetry, seating and number of seats."""
    _compare(values, num_seats, 100, first_seed=1000)


def test_a_position_begins_as_its_match() -> None:
    """A scenario has no map to make; several rows of it begin alike, and some may begin alone."""
    position = {
        "rows": ["....."] * 5,
        "players": 2,
        "buildings": [
            {"kind": "altar", "owner": 0, "row": 0, "col": 0},
            {"kind": "altar", "owner": 1, "row": 4, "col": 4},
        ],
    }
    config = parse_config(GAME.config_class, {"scenario": position})
    rows = DungeonKeeperRows(GAME, config, 3, 2)
    rows.begin(np.arange(3), np.array([5, 6, 5], np.uint64))
    for row, seed in enumerate((5, 6, 5)):
        state, _ = GAME.start(config, seed=seed, num_seats=2)
        assert state_digest(state) == rows.digest(row)
