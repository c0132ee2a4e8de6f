"""Parameters of DK-2.1 with their bounds, presets and seats; and positions that a config refuses (DK-2.20)."""

from __future__ import annotations

from typing import Any

import pytest

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from referee.core.config import parse_config
from referee.core.errors import ConfigError, FieldError
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig, check_seats, rules_of
from referee.games.dungeon_keeper.maps.setup import new_match

BOUNDS = {
    "max_rounds": (150, 1, 1000), "start_gold": (50, 0, 10_000), "start_mana": (5, 0, 10_000),
    "start_iron": (0, 0, 10_000), "start_taldear": (0, 0, 10_000), "base_source_level": (3, 1, 10),
    "centre_source_level": (3, 0, 10), "unit_cap": (20, 1, 100), "stack_limit": (20, 1, 100),
    "gold_mine_amount": (100, 1, 10_000), "iron_mine_amount": (100, 1, 10_000),
    "gem_mine_amount": (10, 1, 10_000), "gold_per_ap": (10, 1, 100), "iron_per_ap": (10, 1, 100),
    "gem_per_ap": (1, 1, 100), "sight_radius": (5, 3, 20), "hero_first_round": (25, 1, 1000),
    "hero_chance": (5, 0, 100), "hero_sense": (5, 1, 20), "hero_min_distance": (15, 0, 63),
    "turn_time_ms": (3000, 50, 600_000), "max_orders_per_turn": (600, 1, 10_000),
    "max_batches_per_turn": (64, 1, 1000), "later_mana": (0, 0, 1000), "waning_round": (100, 0, 1000),
}  # fmt: skip
"""Defaults and bounds of the numbers of DK-2.1, but for the size."""

ROWS = ["#####", "#...#", "#...#", "#...#", "#####"]
IMP = {"owner": 0, "kind": "imp", "row": 1, "col": 1}
ALTAR = {"kind": "altar", "owner": 0, "row": 0, "col": 0}
SOURCE = {"kind": "source", "row": 2, "col": 2}


def test_defaults_are_the_rulebooks() -> None:
    """DK-2.1, all fields."""
    config = DungeonKeeperConfig()
    for name, (default, _, _) in BOUNDS.items():
        assert getattr(config, name) == default
    assert (config.preset, config.size, config.scenario) == ("standard", 45, None)
    assert (config.symmetry, config.seating) == ("rotation", "shuffled")
    assert (config.fog_of_war, config.alliances, config.hero_razes) == (False, False, False)
    assert config.hero_enabled


@pytest.mark.parametrize("name", BOUNDS)
def test_bounds(name: str) -> None:
    """Both ends are fine, what lies beyond is named."""
    _, low, high = BOUNDS[name]
    for value in (low, high):
        assert getattr(parse_config(DungeonKeeperConfig, {name: value}), name) == value
    for wrong in (low - 1, high + 1, str(low), low + 0.5, None):
        with pytest.raises(ConfigError) as caught:
            parse_config(DungeonKeeperConfig, {name: wrong})
        bound = f"a whole number from {low} to {high}"
        assert str(caught.value) == f"{name} must be {bound}, not {wrong!r}"


@pytest.mark.parametrize(
    ("preset", "size", "rounds", "hero", "first_round", "distance", "waning"),
    [
        ("small", 15, 60, False, 20, 5, 40),
        ("medium", 25, 100, True, 20, 8, 66),
        ("standard", 45, 150, True, 25, 15, 100),
    ],
)
def test_presets(
    preset: str, size: int, rounds: int, hero: bool, first_round: int, distance: int, waning: int
) -> None:
    """DK-2.3; explicit fields override them, and the Hero's distance follows the size."""
    config = parse_config(DungeonKeeperConfig, {"preset": preset})
    assert (config.size, config.max_rounds, config.hero_enabled) == (size, rounds, hero)
    assert (config.hero_first_round, config.hero_min_distance) == (first_round, distance)
    assert config.waning_round == waning
    other = {"preset": preset, "size": 33, "max_rounds": 7, "hero_enabled": not hero}
    config = parse_config(DungeonKeeperConfig, other)
    assert (config.size, config.max_rounds, config.hero_enabled) == (33, 7, not hero)
    assert (config.hero_first_round, config.hero_min_distance) == (first_round, 11)


def test_a_config_of_all_its_fields_is_the_same() -> None:
    """What a preset sets can be named as well; so it goes over the wire."""
    for preset in ("small", "medium", "standard"):
        config = parse_config(DungeonKeeperConfig, {"preset": preset})
        assert parse_config(DungeonKeeperConfig, config.model_dump()) == config


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"preset": "tiny"}, "preset must be one of small, medium, standard, not 'tiny'"),
        ({"symmetry": "none"}, "symmetry must be one of rotation, mirror, not 'none'"),
        ({"seating": 0}, "seating must be one of shuffled, fixed, not 0"),
        ({"fog_of_war": 1}, "fog_of_war must be true or false, not 1"),
        ({"size": 4}, "size must be a whole number from 15 to 63, not 4"),
        ({"size": 65}, "size must be a whole number from 15 to 63, not 65"),
        ({"size": 13}, "size must be odd and from 15 to 63 without a scenario, not 13"),
        ({"size": 16}, "size must be odd and from 15 to 63 without a scenario, not 16"),
    ],
)
def test_what_is_refused(values: dict[str, object], message: str) -> None:
    """With field, bound and value."""
    with pytest.raises(ConfigError) as caught:
        parse_config(DungeonKeeperConfig, values)
    assert str(caught.value) == message


def test_an_unknown_field() -> None:
    """The number of players and the seed are the match's own."""
    for name in ("players", "seed"):
        with pytest.raises(ConfigError, match=f"^{name} must be one of preset, scenario, size"):
            parse_config(DungeonKeeperConfig, {name: 2})


@pytest.mark.parametrize(
    ("size", "most"), [(15, 2), (19, 2), (21, 4), (31, 4), (33, 8), (45, 8), (63, 8)]
)
def test_seats(size: int, most: int) -> None:
    """DK-2.4."""
    config = DungeonKeeperConfig(size=size)
    for num_seats in range(2, most + 1):
        check_seats(config, num_seats)
    for num_seats in (1, most + 1):
        with pytest.raises(FieldError, match=f"^num_seats must be .*{most} on a board of size"):
            check_seats(config, num_seats)


def test_rules_have_each_setting_in_its_column() -> None:
    """All different, so that no two can be mixed up."""
    config = DungeonKeeperConfig(
        max_rounds=101, unit_cap=2, stack_limit=3, gold_per_ap=4, iron_per_ap=5, gem_per_ap=6, fog_of_war=True,
        sight_radius=8, alliances=False, hero_enabled=True, hero_first_round=11, hero_chance=12, hero_sense=13,
        hero_min_distance=14, hero_razes=False, max_orders_per_turn=16, max_batches_per_turn=17,
        waning_round=18,
    )  # fmt: skip
    rules = rules_of(config)
    assert rules.tolist() == [101, 2, 3, 4, 5, 6, 1, 8, 0, 1, 11, 12, 13, 14, 0, 16, 17, 18]
    assert rules[[c.GEM_PER_AP, c.SIGHT_RADIUS, c.HERO_SENSE, c.MAX_BATCHES]].tolist() == [
        6, 8, 13, 17,
    ]  # fmt: skip
    flags = DungeonKeeperConfig(alliances=True, hero_razes=True, hero_enabled=False)
    assert rules_of(flags)[[c.FOG, c.ALLIANCES, c.HERO_ENABLED, c.HERO_RAZES]].tolist() == [
        0,
        1,
        0,
        1,
    ]


def test_what_version_1_does_not_know() -> None:
    """It has the old rules, refuses others, and is on the wire what it was: without the fields."""
    first = PLUGIN.at(1)
    assert first.game.info.version == 1
    config = parse_config(first.game.config_class, {"preset": "small"})
    assert (config.later_mana, config.waning_round) == (0, 0)
    for name, value in (("later_mana", 1), ("waning_round", 40)):
        with pytest.raises(ConfigError, match=f"^{name} must be"):
            parse_config(first.game.config_class, {name: value})
    told = wire.Config.FromString(first.codec.encode_config(config))
    assert not told.HasField("later_mana")
    assert not told.HasField("waning_round")
    newest = wire.Config.FromString(PLUGIN.codec.encode_config(DungeonKeeperConfig()))
    assert newest.HasField("later_mana")
    assert newest.waning_round == 100


@pytest.mark.parametrize(
    ("num_seats", "order", "mana"),
    [(2, None, [5, 12]), (2, [1, 0], [12, 5]), (4, [2, 0, 3, 1], [12, 26, 5, 19])],
)
def test_the_later_have_more_mana(num_seats: int, order: list[int] | None, mana: list[int]) -> None:
    """DK-2.18: 7 more for each place in the turn order; what a position names is what it is."""
    config = DungeonKeeperConfig(later_mana=7)
    position: dict[str, Any] = {"rows": ROWS, "turn_order": order}
    given = {name: value for name, value in position.items() if value is not None}
    state = PLUGIN.game.parse_state(config, num_seats, given)
    assert state.seats[:, c.MANA].tolist() == mana
    assert (state.seats[:, c.GOLD] == 50).all()
    named = PLUGIN.game.parse_state(config, num_seats, {**given, "seats": [{"mana": 3}]})
    assert named.seats[:, c.MANA].tolist() == [3, *mana[1:]]


def test_the_later_have_more_mana_on_drawn_maps() -> None:
    """By place in the turn order as it was drawn; the first turn's income is not theirs yet."""
    config = DungeonKeeperConfig(preset="medium", later_mana=7)
    state = new_match(config, 1, 4)
    by_place = state.seats[state.turn_order, c.MANA].tolist()
    assert by_place == [5, 12, 19, 26]


def with_scenario(**fields: object) -> dict[str, Any]:
    """A config on a small board with one room."""
    return {"scenario": {"rows": ROWS, **fields}}


def test_a_scenario_sets_size_and_seats() -> None:
    """Boards that no generator makes, and any number of seats on them."""
    config = parse_config(DungeonKeeperConfig, with_scenario(players=3, units=[IMP]))
    assert (config.size, config.hero_min_distance) == (5, 1)
    check_seats(config, 3)
    with pytest.raises(FieldError, match=r"^num_seats must be 3 as in the scenario, not 2$"):
        check_seats(config, 2)
    assert parse_config(DungeonKeeperConfig, config.model_dump()) == config
    for size in (6, 63):
        with pytest.raises(ConfigError, match=r"^size must be 5 as in the scenario, not"):
            parse_config(DungeonKeeperConfig, {"size": size, **with_scenario()})


UNIT = "scenario.units.0"


@pytest.mark.parametrize(
    ("fields", "field", "bound"),
    [
        # The form.
        ({"rows": None}, "scenario.rows", "a list"),
        ({"rows": ROWS[:4]}, "scenario.rows", "5 to 63 rows"),
        ({"rows": ["." * 64] * 64}, "scenario.rows", "5 to 63 rows"),
        ({"row": 1}, "scenario.row", "no such field"),
        ({"units": [{**IMP, "level": 1}]}, f"{UNIT}.level", "no such field"),
        ({"units": [{"owner": 0, "kind": "imp", "row": 1}]}, f"{UNIT}.col", "given"),
        ({"units": [{**IMP, "kind": "orc"}]}, f"{UNIT}.kind", "of imp, bes,"),
        ({"units": [{**IMP, "kind": "IMP"}]}, f"{UNIT}.kind", "of imp, bes,"),
        ({"units": [{**IMP, "row": -1}]}, f"{UNIT}.row", "0"),
        ({"units": [{**IMP, "rune": "sword"}]}, f"{UNIT}.rune", "of fire, darkness, death"),
        ({"units": [{**IMP, "hp": 0}]}, f"{UNIT}.hp", "1"),
        ({"units": [IMP, 3]}, "scenario.units.1", ""),
        ({"buildings": [{**ALTAR, "kind": "tower"}]}, "scenario.buildings.0.kind", "of altar, "),
        ({"mines": [{"row": 0, "col": 0, "kind": "gold", "left": 0}]}, "scenario.mines.0.left", "1"),
        ({"mines": [{"row": 0, "col": 0, "kind": "tin"}]}, "scenario.mines.0.kind", "of gold_mine, "),
        ({"round": 999}, "scenario.round", "from 1 to max_rounds, "),
        ({"seats": [{"runes": ["fire", "fire"]}]}, "scenario.seats.0.runes", "each at most once"),
        ({"seats": [{}, {"spells": ["haste"] * 2}]}, "scenario.seats.1.spells", "each at most once"),
        ({"seats": [{"store": [0, 0, 0]}]}, "scenario.seats.0.store.3", "given"),
        ({"seats": [{"spells": ["fly"]}]}, "scenario.seats.0.spells.0", "of haste, "),
        ({"players": 9}, "scenario.players", "8"),
        ({"round": 0}, "scenario.round", "1"),
        # The board.
        ({"size": 6}, "scenario.size", "5, as many as there are rows"),
        ({"rows": [*ROWS[:4], "####"]}, "scenario.rows.4", '5 of "#" and "."'),
        ({"rows": [*ROWS[:4], "##m##"]}, "scenario.rows.4", '5 of "#" and "."'),
        ({"mines": [{"row": 0, "col": 5, "kind": "gold"}]}, "scenario.mines.0.col", "from 0 to 4"),
        ({"buildings": [ALTAR, {**SOURCE, "row": 0, "col": 0}]}, "scenario.buildings.1", "apart"),
        (
            {"mines": [{"row": 0, "col": 0, "kind": "gold"}], "buildings": [ALTAR]},
            "scenario.buildings.0",
            "apart",
        ),
        # Turns and seats.
        ({"turn_order": [0, 2]}, "scenario.turn_order", "each seat from 0 to 1 once"),
        ({"turn_order": [1]}, "scenario.turn_order", "each seat from 0 to 1 once"),
        ({"acting_seat": 2}, "scenario.acting_seat", "from 0 to 1"),
        ({"seats": [{}, {}, {}]}, "scenario.seats", "at most 2"),
        # Buildings.
        ({"buildings": [{**ALTAR, "owner": 2}]}, "scenario.buildings.0.owner", "from -1 to 1"),
        ({"buildings": [{**ALTAR, "owner": -1}]}, "scenario.buildings.0.owner", "a seat"),
        ({"buildings": [{**ALTAR, "kind": "wall"}]}, "scenario.buildings.0.owner", "-1 for a wall"),
        ({"buildings": [ALTAR, {**ALTAR, "row": 4}]}, "scenario.buildings.1.owner", "another Altar"),
        ({"buildings": [{**SOURCE, "hp": 1}]}, "scenario.buildings.0.hp", "absent"),
        ({"buildings": [{**ALTAR, "kind": "circle", "hp": 51}]}, "scenario.buildings.0.hp", "50"),
        ({"buildings": [{**ALTAR, "level": 1}]}, "scenario.buildings.0.level", "no Source"),
        ({"buildings": [{**ALTAR, "upgraded": True}]}, "scenario.buildings.0.upgraded", "no Source"),
        ({"buildings": [{**ALTAR, "ap": 1}]}, "scenario.buildings.0.ap", "no battle tower"),
        # Items.
        ({"items": [{"row": 0, "col": 0, "kind": "sword"}]}, "scenario.items.0", "no undug"),
        ({"items": [{"row": 1, "col": 1, "kind": "sword", "gold": 1}]}, "scenario.items.0.gold", "0"),
        ({"items": [{"row": 1, "col": 1, "kind": "chest", "mana": 1}]}, "scenario.items.0.mana", "0"),
        # Units.
        ({"units": [{**IMP, "row": 0}]}, UNIT, "on an empty cell, no undug"),
        ({"units": [{**IMP, "row": 2, "col": 2}], "buildings": [SOURCE]}, UNIT, "no source"),
        ({"units": [{**IMP, "row": 5}]}, f"{UNIT}.row", "from 0 to 4"),
        ({"units": [{**IMP, "owner": 2}]}, f"{UNIT}.owner", "from 0 to 1"),
        ({"units": [{**IMP, "owner": -1}]}, f"{UNIT}.owner", "from 0 to 1"),
        ({"units": [{**IMP, "owner": -2}]}, f"{UNIT}.owner", "from 0 to 1"),
        ({"units": [{**IMP, "kind": "hero"}]}, f"{UNIT}.owner", "-2 for a hero"),
        ({"units": [IMP, {**IMP, "owner": 1}]}, "scenario.units.1", "without units of owner 0"),
        ({"units": [IMP] * 21}, "scenario.units", "at most 20 a seat"),
        ({"units": [{**IMP, "owner": -2, "kind": "gnome"}] * 2}, "scenario.units", "one gnome"),
        ({"units": [{**IMP, "owner": -2, "kind": "gnome"}]}, "scenario.units", "with the hero"),
        ({"units": [{**IMP, "id": 100001}] * 2}, "scenario.units.1.id", "only once"),
        ({"units": [{**IMP, "id": 100002}, {**IMP, "id": 200003}]}, "scenario.units.1.id", "owner 0"),
        ({"units": [{**IMP, "id": 100000}]}, f"{UNIT}.id", "owner 0"),
        ({"units": [{**IMP, "id": 7}]}, f"{UNIT}.id", "owner 0"),
        ({"units": [{**IMP, "hp": 2}]}, f"{UNIT}.hp", "from 1 to 1"),
        ({"units": [{**IMP, "hp": 17, "artifacts": ["amulet"], "spirits": ["life"]}]}, f"{UNIT}.hp", "16"),
        ({"units": [{**IMP, "artifacts": ["sword"] * 2}]}, f"{UNIT}.artifacts", "one of each"),
        ({"units": [{**IMP, "spirits": ["life"] * 2}]}, f"{UNIT}.spirits", "one of each"),
        ({"units": [{**IMP, "controller": 1}]}, f"{UNIT}.controller", "the acting seat 0"),
        ({"units": [{**IMP, "capture_points": 1}]}, f"{UNIT}.capture_points", "without capture_cell"),
        ({"units": [{**IMP, "capture_cell": [2, 2]}]}, f"{UNIT}.capture_cell", "an adjacent Source"),
        (
            {"units": [{**IMP, "capture_cell": [3, 3]}], "buildings": [{**SOURCE, "row": 3, "col": 3}]},
            f"{UNIT}.capture_cell",
            "an adjacent Source",
        ),
        # Statuses.
        ({"units": [{**IMP, "statuses": [{"status": "rage"}]}]}, f"{UNIT}.statuses.0.source", "a seat"),
        (
            {"units": [{**IMP, "statuses": [{"status": "rage", "source": 2}]}]},
            f"{UNIT}.statuses.0.source",
            "from 0 to 1",
        ),
        (
            {"units": [{**IMP, "statuses": [{"status": "rage", "source": 0}] * 2}]},
            f"{UNIT}.statuses",
            "one of each",
        ),
        (
            {"units": [{**IMP, "statuses": [{"status": "rage", "source": 0, "turns": 1}]}]},
            f"{UNIT}.statuses.0.turns",
            "absent in rage",
        ),
        (
            {"units": [{**IMP, "statuses": [{"status": "poison", "source": 0, "stacks": 1}]}]},
            f"{UNIT}.statuses.0.stacks",
            "absent in poison",
        ),
        (
            {"units": [{**IMP, "statuses": [{"status": "fear", "source": 0}]}]},
            f"{UNIT}.statuses.0.source",
            "fear has none",
        ),
    ],
)  # fmt: skip
def test_positions_that_make_no_sense(fields: dict[str, object], field: str, bound: str) -> None:
    """The path of the field is named, and what it should be."""
    with pytest.raises(ConfigError) as caught:
        parse_config(DungeonKeeperConfig, with_scenario(**fields))
    assert caught.value.field == field
    assert bound in caught.value.bound


def test_what_version_1_let_pass_can_still_be_read() -> None:
    """Old headers are; and a mine is named by the glossary or, as it was, by what it holds."""
    mines = [{"row": 0, "col": 0, "kind": "gem"}, {"row": 0, "col": 2, "kind": "gem_mine"}]
    fields = {"mines": mines, "round": 999, "seats": [{"runes": ["fire", "fire"]}]}
    config = parse_config(PLUGIN.at(1).game.config_class, with_scenario(**fields))
    encoded = PLUGIN.codec.encode_config(config)
    kinds = [mine.kind for mine in wire.Config.FromString(encoded).scenario.mines]
    assert kinds == [wire.MINE_KIND_GEM] * 2
    assert parse_config(type(config), PLUGIN.codec.decode_config(encoded)) == config


def test_a_stack_may_be_as_high_as_the_limit() -> None:
    """DK-5.12; the light side is exempt."""
    both = [{**IMP, "owner": -2, "kind": kind} for kind in ("hero", "gnome")]
    values = {"stack_limit": 1, "unit_cap": 1}
    parse_config(DungeonKeeperConfig, values | with_scenario(units=[IMP]))
    parse_config(DungeonKeeperConfig, values | with_scenario(units=both))
    with pytest.raises(ConfigError, match=r"^scenario.units must be at most 1 on cell \[1, 1\]"):
        parse_config(DungeonKeeperConfig, {"stack_limit": 1} | with_scenario(units=[IMP, IMP]))
    with pytest.raises(ConfigError, match=r"^scenario.units must be at most 1 a seat, not 2"):
        parse_config(DungeonKeeperConfig, {"unit_cap": 1} | with_scenario(units=[IMP, IMP]))
