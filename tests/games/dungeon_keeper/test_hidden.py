"""Hidden stays hidden under fog: no seat can tell apart what it may not see (DK-6.20 to DK-6.24).

The test for all games plays with default configs, that is without fog.
"""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.rng import Stream
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.scenario.variants import hidden_variants
from referee.games.dungeon_keeper.state import State
from referee.testing.hidden import check_hidden_state
from referee.testing.play import play_randomly
from tests.games.dungeon_keeper.rich_positions import rich_position
from tests.helpers.tiers import some

GAME = PLUGIN.game


@pytest.mark.parametrize("num_seats", some([2, 3], 1))
def test_no_seat_can_tell_variants_apart_under_fog(num_seats: int) -> None:
    """Whole short matches, the Hero about: every kind of variant, for every seat and step."""
    config = DungeonKeeperConfig(
        preset="medium",
        size=29,
        fog_of_war=True,
        sight_radius=3,
        max_rounds=10,
        start_mana=60,
        start_gold=400,
        hero_first_round=2,
        hero_chance=50,
    )
    pairs = check_hidden_state(PLUGIN, config, num_seats=num_seats, seed=1)
    assert pairs > 50


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rich_positions_hide_it_too(seed: int) -> None:
    """Armies of all kinds with all abilities, in each other's sight and out of it."""
    config = DungeonKeeperConfig.model_validate(
        {
            "fog_of_war": True,
            "sight_radius": 3,
            "max_rounds": 6,
            "scenario": rich_position(Stream(seed), 2),
        }
    )
    assert check_hidden_state(PLUGIN, config, num_seats=2, seed=seed) > 1


def differing_fields(one: State, other: State) -> set[str]:
    """Names of the arrays in which two states differ."""
    names = ("streams", "match", "cells", "units", "seats", "items", "vision", "memory")
    return {name for name in names if not np.array_equal(getattr(one, name), getattr(other, name))}


def test_every_kind_of_hidden_thing_is_varied() -> None:
    """Under fog: dice, contents, stocks, wounds, mines and ground; in an open game the first two."""
    varied: dict[bool, set[str]] = {}
    for fog in (False, True):
        config = DungeonKeeperConfig(size=45, fog_of_war=fog, max_rounds=8, start_mana=30)
        state, _ = GAME.start(config, seed=3, num_seats=2)
        fields: set[str] = set()

        def watch(_: object, state: State = state, fields: set[str] = fields) -> None:
            for seat in (0, 1):
                for variant in hidden_variants(state, seat, Stream(7)):
                    fields |= differing_fields(state, variant)

        play_randomly(GAME, state, Stream(5), watch=watch)
        varied[fog] = fields
    assert varied[False] == {"streams", "items"}
    assert varied[True] == {"streams", "items", "seats", "units", "cells"}


def test_what_a_variant_hides_is_out_of_sight() -> None:
    """The ground that differs is neither seen nor near to anything of the seat."""
    config = DungeonKeeperConfig(size=45, fog_of_war=True)
    state, _ = GAME.start(config, seed=3, num_seats=2)
    seat = state.match.item(c.ACTING)
    *_, variant = hidden_variants(state, seat, Stream(7))
    differs = (variant.cells != state.cells).any(axis=0)
    assert differs.any()
    assert not (differs & state.vision[seat]).any()
