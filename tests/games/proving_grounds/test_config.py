"""The config: bounds of PG-2.1, what has to fit together, and scenarios that name what is wrong by its path."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from referee.core.config import parse_config
from referee.core.errors import ConfigError, FieldError
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.config import ProvingGroundsConfig

GAME, CODEC = PLUGIN.game, PLUGIN.codec

BOUNDS = {
    "sector_width": (3, 2, 6),
    "sector_depth": (5, 2, 10),
    "extra_door_pct": (25, 0, 100),
    "gems_per_kind": (3, 1, 10),
    "trap_pct": (15, 0, 100),
    "start_gold": (100, 30, 1000),
    "max_heroes": (8, 1, 12),
    "hire_period": (3, 1, 20),
    "combat_round_cap": (30, 5, 200),
    "end_rooms": (5, 0, 50),
    "late_turn": (30, 1, 500),
    "end_pct": (20, 0, 100),
    "bonus_gold": (10, 0, 100),
    "max_turns": (60, 5, 500),
    "max_orders": (96, 8, 256),
}
"""Default, least and most of PG-2.1; `wrap_doors` depends on the depth, and has tests of its own."""

SCENARIO: dict[str, Any] = {
    "players": 2,
    "width": 2,
    "depth": 2,
    "doors": [[0, 1], [1, 3], [3, 8], [3, 6]],
    "rooms": {"3": {"creatures": ["ORC"], "hoard_gold": 0, "caches": [4], "trap": 1}},
}


@pytest.mark.parametrize("name", BOUNDS)
def test_bounds(name: str) -> None:
    """Both ends are in, what lies beyond is refused with field, bound and value."""
    default, least, most = BOUNDS[name]
    assert getattr(ProvingGroundsConfig(), name) == default
    schema = ProvingGroundsConfig.model_json_schema()["properties"][name]
    assert (schema["default"], schema["minimum"], schema["maximum"]) == BOUNDS[name]
    for value in (least, most):
        assert getattr(parse_config(ProvingGroundsConfig, {name: value}), name) == value
    for value, bound in ((least - 1, least), (most + 1, most)):
        with pytest.raises(ConfigError) as caught:
            parse_config(ProvingGroundsConfig, {name: value})
        assert (caught.value.field, caught.value.value) == (name, value)
        assert str(bound) in caught.value.bound


@pytest.mark.parametrize(
    ("values", "doors"),
    [
        ({}, 2),
        ({"sector_depth": 2}, 1),
        ({"wrap_doors": 4}, 4),
        ({"sector_depth": 10, "wrap_doors": 9}, 9),
    ],
)
def test_doors_between_sectors(values: dict[str, object], doors: int) -> None:
    """Two by default, if there are rows for them; also after a way over the wire."""
    config = parse_config(ProvingGroundsConfig, values)
    assert config.num_wrap_doors == doors
    again = parse_config(ProvingGroundsConfig, CODEC.decode_config(CODEC.encode_config(config)))
    assert again == config
    assert again.num_wrap_doors == doors


@pytest.mark.parametrize("values", [{"wrap_doors": 5}, {"sector_depth": 3, "wrap_doors": 3}])
def test_too_many_doors_between_sectors(values: dict[str, int]) -> None:
    """One less than the rows at most."""
    with pytest.raises(ConfigError, match=r"wrap_doors must be from 1 to \d, one less"):
        parse_config(ProvingGroundsConfig, values)


def test_seats() -> None:
    """2 to 8 seats (PG-1.3); with a scenario those that it is made for."""
    config = ProvingGroundsConfig()
    for num_seats in range(2, 9):
        GAME.check_seats(config, num_seats)
    for num_seats in (0, 1, 9):
        with pytest.raises(FieldError, match="num_seats must be from 2 to 8"):
            GAME.check_seats(config, num_seats)
    config = parse_config(ProvingGroundsConfig, {"scenario": SCENARIO})
    GAME.check_seats(config, 2)
    with pytest.raises(FieldError, match="num_seats must be 2 as in the scenario, not 4"):
        GAME.check_seats(config, 4)


def test_a_scenario_has_its_own_size() -> None:
    """Nothing else needs to be named, and the wire keeps all of it."""
    config = parse_config(ProvingGroundsConfig, {"scenario": SCENARIO})
    assert (config.sector_width, config.sector_depth) == (2, 2)
    again = parse_config(ProvingGroundsConfig, CODEC.decode_config(CODEC.encode_config(config)))
    assert again == config
    assert again.scenario is not None
    assert again.scenario.rooms["3"].hoard_gold == 0


WRONG: list[tuple[str, object, str]] = [
    ("players", 9, "scenario.players"),
    ("width", 1, "scenario.width"),
    ("doors", [[0, 1], [0, 3]], "scenario.doors.1"),
    ("doors", [[0, 9]], "scenario.doors.0"),
    ("doors", [[0, 1], [1, 0]], "scenario.doors.1"),
    ("doors", [[0, 8]], "scenario.doors.0"),
    ("doors", [[0]], "scenario.doors.0.1"),
    ("rooms", {"9": {}}, "scenario.rooms"),
    ("rooms", {"03": {}}, "scenario.rooms"),
    ("rooms", {"hall": {}}, "scenario.rooms"),
    ("rooms", {"1": {"trap": 1}}, "scenario.rooms.1"),
    ("rooms", {"5": {"creatures": ["ORC"]}}, "scenario.rooms.5"),
    ("rooms", {"3": {"creatures": ["TROLL"]}}, "scenario.rooms.3.creatures.0"),
    ("rooms", {"3": {"creatures": ["ORC"] * 17}}, "scenario.rooms.3.creatures"),
    ("rooms", {"3": {"hoard_gems": [1]}}, "scenario.rooms.3.hoard_gems"),
    ("rooms", {"3": {"hoard_gems": [1, -1]}}, "scenario.rooms.3.hoard_gems.1"),
    ("rooms", {"3": {"caches": [0]}}, "scenario.rooms.3.caches.0"),
    ("rooms", {"3": {"trap": 2}}, "scenario.rooms.3.trap"),
    ("rooms", {"3": {"chest": 2}}, "scenario.rooms.3.chest"),
    ("walls", [], "scenario.walls"),
]


@pytest.mark.parametrize(("name", "value", "path"), WRONG, ids=lambda value: str(value)[:40])
def test_what_is_wrong_in_a_scenario_is_named(name: str, value: object, path: str) -> None:
    """By its path in the config (PG-2.9)."""
    scenario = {**copy.deepcopy(SCENARIO), name: value}
    with pytest.raises(ConfigError) as caught:
        parse_config(ProvingGroundsConfig, {"scenario": scenario})
    assert caught.value.field == path


def test_a_size_that_contradicts_the_scenario() -> None:
    """Named, with the scenario's."""
    with pytest.raises(ConfigError, match="sector_width must be 2 as in the scenario, not 3"):
        parse_config(ProvingGroundsConfig, {"scenario": SCENARIO, "sector_width": 3})


def test_a_scenario_of_large_rooms_is_played() -> None:
    """More creatures and caches than a made dungeon has in a room."""
    rooms = {"3": {"creatures": ["GOBLIN"] * 16, "caches": [1] * 16}}
    config = parse_config(ProvingGroundsConfig, {"scenario": {**SCENARIO, "rooms": rooms}})
    state, _ = GAME.start(config, seed=1, num_seats=2)
    plain: Any = GAME.plain_state(state)
    assert len(plain["rooms"]["3"]["creatures"]) == 16
    assert plain["rooms"]["3"]["hoard_gold"] == 16
    assert plain["rooms"]["3"]["caches"] == [1] * 16
