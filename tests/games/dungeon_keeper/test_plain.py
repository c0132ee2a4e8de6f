"""Positions from plain values and as plain values (DK-2.20), and scripted dice (DK-2.7)."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.core.digest import state_digest
from referee.core.errors import ScenarioError
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.maps.setup import new_match
from referee.games.dungeon_keeper.rules.board.ground import items_at
from referee.games.dungeon_keeper.rules.board.units import find, units_of
from referee.games.dungeon_keeper.rules.dice import d100, hero_roll
from referee.games.dungeon_keeper.scenario.plain import parse_state, plain_state
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import Building, Item, Kind, Status
from referee.kit.dice import check_script

GAME = PLUGIN.game
CONFIG = DungeonKeeperConfig(later_mana=0)
ROWS = ["." * 9] * 8 + ["########."]

POSITION: dict[str, Any] = {
    "size": 9,
    "players": 3,
    "turn_order": [2, 0, 1],
    "rows": ROWS,
    "mines": [{"row": 8, "col": 0, "kind": "gem_mine", "left": 4}, {"row": 8, "col": 2, "kind": "gold_mine"}],
    "buildings": [
        {"row": 0, "col": 0, "kind": "altar", "owner": 0, "hp": 70},
        {"row": 0, "col": 2, "kind": "source", "owner": 0},
        {"row": 0, "col": 4, "kind": "source", "level": 9, "upgraded": True},
        {"row": 0, "col": 6, "kind": "source"},
        {"row": 0, "col": 8, "kind": "wall", "hp": 1},
        {"row": 2, "col": 0, "kind": "battle_tower", "owner": 1},
        {"row": 2, "col": 8, "kind": "battle_tower", "owner": 2, "ap": 0},
    ],
    "items": [
        {"row": 4, "col": 4, "kind": "chest", "gold": 60, "taldear": 2},
        {"row": 3, "col": 3, "kind": "rune_death"},
        {"row": 4, "col": 4, "kind": "mana_crystal", "mana": 33},
    ],
    "units": [
        {"owner": 0, "kind": "imp", "row": 1, "col": 2, "capture_cell": [0, 2], "capture_points": 9},
        {"owner": 1, "kind": "kerub", "row": 5, "col": 5, "artifacts": ["crown", "amulet"], "rune": "fire"},
        {"id": 200007, "owner": 1, "kind": "bes", "row": 5, "col": 5, "hp": 1, "ap": 0, "spirits": ["life"]},
        {
            "owner": 1, "kind": "lich", "row": 5, "col": 6, "controller": 0, "ap_debt": 2, "upgraded": True,
            "tower_slowed": True,
            "statuses": [
                {"status": "luck", "source": 1}, {"status": "haste", "source": 2}, {"status": "fear", "stacks": 3},
                {"status": "cursed_blade", "source": 0, "stacks": 2}, {"status": "poison", "source": 2},
            ],
        },
        {"owner": -2, "kind": "hero", "row": 7, "col": 7},
        {"owner": -2, "kind": "gnome", "row": 7, "col": 7, "hp": 2},
    ],
    "seats": [
        {"gold": 1, "iron": 2, "taldear": 3, "mana": 4, "store": [5, 6, 7, 8], "spirits": [9, 10, 11]},
        {"runes": ["death", "fire"], "spells": ["luck", "haste"], "altar_damage": 12, "allies": [0, 2]},
    ],
    "round": 6,
    "acting_seat": 0,
    "hero_direction": 3,
    "seed": 2**64 - 1,
    "batch": 3,
    "orders": 40,
    "hero_items": ["sword", "crown"],
}  # fmt: skip


def unit(state: State, unit_id: int) -> list[int]:
    """The columns of a unit."""
    row: list[int] = state.units[find(state, unit_id)].tolist()
    return row


def test_a_position_as_arrays() -> None:
    """Every field where the rules look for it; what is not named is as the docs say."""
    state = parse_state(CONFIG, 3, POSITION)
    assert state.cells.shape == (c.NUM_PLANES, 9, 9)
    assert (state.cells[c.TERRAIN, 8] == [2, 0, 2, 0, 0, 0, 0, 0, 1]).all()
    assert state.cells[: c.B_KIND, 8, 0].tolist() == [c.MINE, 2, 4]
    assert state.cells[: c.B_KIND, 8, 2].tolist() == [c.MINE, 0, 100]
    expected = {
        (0, 0): [Building.ALTAR, 0, 70, 0, 0, 0, 70],
        (0, 2): [Building.SOURCE, 0, 0, 3, 0, 0, 0],
        (0, 4): [Building.SOURCE, -1, 0, 9, 0, 1, 0],
        (0, 6): [Building.SOURCE, -1, 0, 1, 0, 0, 0],
        (0, 8): [Building.WALL, -1, 1, 0, 0, 0, 0],
        (2, 0): [Building.BATTLE_TOWER, 1, 50, 0, 3, 0, 0],
        (2, 8): [Building.BATTLE_TOWER, 2, 50, 0, 0, 0, 0],
    }
    for cell, planes in expected.items():
        assert state.cells[c.TERRAIN][cell] == c.BUILDING
        assert state.cells[c.B_KIND :, *cell].tolist() == planes
    there = state.items[items_at(state, 4, 4)][:, [c.I_KIND, c.I_GOLD, c.I_TALDEAR, c.I_MANA]]
    assert there.tolist() == [[Item.CHEST, 60, 2, 0], [Item.MANA_CRYSTAL, 0, 0, 33]]
    assert state.turn_order.tolist() == [2, 0, 1]
    match = state.match
    assert match[[c.ROUND, c.TURN, c.ACTING, c.BATCH, c.ORDERS]].tolist() == [6, 1, 0, 3, 40]
    assert match[[c.HERO_DIRECTION, c.LIGHT_SERIAL, c.ALTARS_COUNT]].tolist() == [3, 2, 0]
    assert state.rules[c.HERO_MIN_DISTANCE] == 3


def test_units_of_a_position() -> None:
    """Ids, full points, and statuses in their columns."""
    state = parse_state(CONFIG, 3, POSITION)
    ids = [int(state.units[at, c.ID]) for at in units_of(state)]
    assert ids == [1, 2, 100001, 200001, 200007, 200008]
    assert state.seats[:, c.SERIAL].tolist() == [1, 8, 0]
    imp = unit(state, 100001)
    assert imp[: c.ARTIFACTS] == [100001, 0, 0, Kind.IMP, 1, 2, 1, 2]
    assert imp[c.CAPTURE_CELL : c.CAPTURE_POINTS + 1] == [2, 9]
    kerub = unit(state, 200001)
    assert kerub[c.HP : c.RUNE + 1] == [30, 4, 0b1100, 0, 0]
    assert unit(state, 200007)[c.HP : c.RUNE + 1] == [1, 0, 0, 0b100, -1]
    lich = unit(state, 200008)
    assert lich[c.OWNER : c.KIND + 1] == [1, 0, Kind.LICH]
    assert lich[c.UPGRADED : c.FEAR + 1] == [1, 1, 2, 3]
    assert lich[c.POISON_TURNS : c.POISON_SOURCE + 1] == [3, 2]
    assert lich[c.BLADE_STACKS :] == [2, 2, 0]
    sources = lich[c.STATUS : c.BLADE_STACKS]
    assert [sources[Status.HASTE], sources[Status.LUCK], sum(sources)] == [2, 1, 3 - 9]
    hero, gnome = unit(state, 1), unit(state, 2)
    assert hero[c.HP : c.SPIRITS] == [50, 5, 0b1111]
    assert gnome[c.HP : c.SPIRITS] == [2, 2, 0]


def test_seats_of_a_position() -> None:
    """Those that are named, and the rest as at the start of a match."""
    seats = parse_state(CONFIG, 3, POSITION).seats
    assert seats[0, c.ALIVE : c.RUNES].tolist() == [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert seats[1, c.ALIVE : c.STORE].tolist() == [1, 50, 0, 0, 5]
    assert seats[1, c.RUNES : c.SERIAL].tolist() == [1, 0, 1, 1, *[0] * 10, 1]
    assert seats[1, [c.ALTAR_DAMAGE, c.ALLIES]].tolist() == [12, 0b101]
    assert seats[2, c.ALIVE : c.RUNES].tolist() == [1, 50, 0, 0, 5, *[0] * 7]


def test_plain_values_make_the_same_state() -> None:
    """There and back, whatever order the fields come in."""
    state = parse_state(CONFIG, 3, POSITION)
    plain = plain_state(state)
    again = parse_state(CONFIG, 3, dict(reversed(plain.items())))
    assert plain_state(again) == plain
    kept = {name for name, value in POSITION.items() if plain[name] == value}
    assert kept == set(POSITION) - {"rows", "mines", "buildings", "items", "units", "seats"}
    assert plain["rows"] == [*ROWS[:8], ".#.#####."]
    assert plain["items"] == [
        {"row": 4, "col": 4, "kind": "chest", "gold": 60, "taldear": 2, "mana": 0},
        {"row": 3, "col": 3, "kind": "rune_death", "gold": 0, "taldear": 0, "mana": 0},
        {"row": 4, "col": 4, "kind": "mana_crystal", "gold": 0, "taldear": 0, "mana": 33},
    ]


@pytest.mark.parametrize("fog", [False, True])
@pytest.mark.parametrize("num_seats", [2, 3, 8])
def test_a_started_match_there_and_back(num_seats: int, fog: bool) -> None:
    """All of a match at its first orders is in its plain values, to the bit."""
    config = DungeonKeeperConfig(fog_of_war=fog)
    state = parse_state(config, num_seats, {})
    again = parse_state(config, num_seats, plain_state(state))
    assert plain_state(again) == plain_state(state)
    order = np.lexsort(state.items.T)
    assert (again.items[np.lexsort(again.items.T)] == state.items[order]).all()
    again.items[:] = state.items
    assert state_digest(again) == state_digest(state)


def test_without_rows_a_started_match_changes() -> None:
    """In the named fields of the named seats, and nowhere else; its first turn has started."""
    before = plain_state(parse_state(CONFIG, 3, {}))
    assert before["acting_seat"] == 1
    mana = [seat["mana"] for seat in before["seats"]]  # type: ignore[union-attr,index,call-overload]
    assert mana == [5, 8, 5]
    (row, col) = next(
        (row, col)
        for row, col in itertools.product(range(45), range(45))
        if before["rows"][row][col] == "."  # type: ignore[index]
        and parse_state(CONFIG, 3, {}).cells[c.TERRAIN, row, col] == c.EMPTY
    )
    values: dict[str, object] = {
        "seats": [{}, {"gold": 7}],
        "units": [{"id": 200009, "owner": 1, "kind": "imp", "row": row, "col": col}],
        "round": 4,
    }
    after = plain_state(parse_state(CONFIG, 3, values))
    seats: Any = after.pop("seats")
    assert (seats[1].pop("gold"), seats[1].pop("serial")) == (7, 9)
    old: Any = before.pop("seats")
    assert (old[1].pop("gold"), old[1].pop("serial")) == (50, 0)
    assert seats == old
    changed = {name for name, value in after.items() if before[name] != value}
    assert changed == {"units", "round"}


def test_another_seed_is_another_map() -> None:
    """As `start` makes it."""
    plain = plain_state(parse_state(CONFIG, 2, {"seed": 5}))
    assert plain["seed"] == 5
    assert plain["rows"] == plain_state(new_match(CONFIG, 5, 2))["rows"]


def test_a_scenario_of_the_config_is_the_match() -> None:
    """With other fields changed on top of it."""
    rows = [*ROWS[:8], "#........"]
    given = {"scenario": {"rows": rows, "acting_seat": 1}, "later_mana": 0}
    config = parse_config(DungeonKeeperConfig, given)
    plain: Any = plain_state(parse_state(config, 2, {"seats": [{"gold": 3}]}))
    assert (plain["rows"], plain["acting_seat"], plain["size"]) == (rows, 1, 9)
    assert [(seat["gold"], seat["mana"]) for seat in plain["seats"]] == [(3, 5), (50, 5)]
    assert plain_state(new_match(config, 0, 2))["rows"] == rows


def test_altars_count_if_all_living_seats_have_one() -> None:
    """DK-2.20; a seat that is out needs none, and the field says otherwise."""
    altars = [{"row": 0, "col": 2 * seat, "kind": "altar", "owner": seat} for seat in range(2)]
    board: dict[str, Any] = {"rows": ROWS, "buildings": altars}
    out = [{}, {}, {"alive": False, "eliminated_order": 1}]
    expected: list[tuple[dict[str, Any], bool]] = [
        ({}, False),
        ({"seats": out}, True),
        ({"seats": out, "altars_count": False}, False),
        ({"altars_count": True}, True),
    ]
    for values, counts in expected:
        state = parse_state(CONFIG, 3, board | values)
        assert state.match[c.ALTARS_COUNT] == counts
        assert state.match[c.NUM_ELIMINATED] == ("seats" in values)
    state = parse_state(CONFIG, 2, board)
    assert state.match[c.ALTARS_COUNT] == 1


IMP = {"owner": 0, "kind": "imp", "row": 1, "col": 1}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"no_such": 1}, "no_such must be one of size, players"),
        ({"players": 2}, "players must be 3, as many as there are, not 2"),
        ({"seed": -1}, f"seed must be a whole number from 0 to {2**64 - 1}, not -1"),
        ({"seed": True}, "seed must be a whole number"),
        ({"seed": None}, "seed must be a whole number"),
        ({"acting_seat": None}, "acting_seat must be a seat, not None"),
        ({"acting_seat": 3}, "acting_seat must be from 0 to 2, not 3"),
        ({"mines": []}, r"mines must be absent without rows, not \[\]"),
        ({"buildings": []}, r"buildings must be absent without rows, not \[\]"),
        ({"size": 9}, "size must be 45, as many as there are rows, not 9"),
        ({"size": 9, "rows": ROWS[:8]}, "size must be 8, as many"),
        ({"rows": [*ROWS[:8], "x" * 9]}, 'rows.8 must be 9 of "#" and "."'),
        ({"rows": ROWS, "units": [{**IMP, "row": 8}]}, "units.0 must be on an empty cell, no undug"),
        ({"rows": ROWS, "units": [{**IMP, "owner": 3}]}, "units.0.owner must be from 0 to 2, not 3"),
        ({"rows": ROWS, "units": [IMP] * 21}, "units must be at most 20 a seat, not 21"),
        ({"seats": {"gold": 1}}, "seats must be"),
        ({"seats": [{"gold": -1}]}, "seats.0.gold must be a whole number from 0 to 1000000, not -1"),
        ({"seats": [{}] * 4}, "seats must be at most 3, one a seat, not 4"),
        ({"seats": [{"alive": False}]}, "seats.0.eliminated_order must be"),
        ({"seats": [{"eliminated_order": 1}]}, "seats.0.eliminated_order must be"),
        (
            {"seats": [{"alive": False, "eliminated_order": 1}]},
            "seats.0.alive must be true for a seat that owns something",
        ),
        (
            {"rows": ROWS, "seats": [{"alive": False, "eliminated_order": 1}]},
            "acting_seat must be a seat that is alive, not 0",
        ),
        ({"seats": [{"allies": [0]}]}, "seats.0.allies must be other seats"),
        ({"seats": [{"allies": [3]}]}, "seats.0.allies must be other seats"),
        (
            {"rows": ROWS, "units": [{**IMP, "id": 100004}], "seats": [{"serial": 3}]},
            "seats.0.serial must be at least 4, the last of its units, not 3",
        ),
        (
            {"rows": ROWS, "units": [{**IMP, "owner": -2, "kind": "hero"}], "light_serial": 0},
            "light_serial must be at least 1",
        ),
        ({"hero_items": ["axe"]}, "hero_items.0 must be one of chest, .*, not 'axe'"),
        ({"round": 0}, "round must be"),
    ],
)  # fmt: skip
def test_what_is_refused(values: dict[str, object], message: str) -> None:
    """With the path of the field."""
    with pytest.raises(ScenarioError, match=f"^{message}"):
        parse_state(CONFIG, 3, values)


def test_a_script_is_used_in_the_order_of_drawing() -> None:
    """Of both streams; nothing is taken for one side, and the streams follow after the end."""
    state = parse_state(CONFIG, 2, {"rows": ROWS})
    assert GAME.scripted_dice_left(state) == 0
    GAME.script_dice(state, [50, 2, 51])
    assert (d100(state), hero_roll(state, 1), hero_roll(state, 4), d100(state)) == (50, 0, 1, 51)
    assert GAME.scripted_dice_left(state) == 0
    check_script(state.script)
    d100(state)
    assert GAME.scripted_dice_left(state) == -1
    GAME.script_dice(state, [7])
    assert GAME.scripted_dice_left(state) == 1


def test_scripts_that_no_dice_can_show() -> None:
    """Refused at once, or when the die is rolled that has fewer sides."""
    state = parse_state(CONFIG, 2, {"rows": ROWS})
    for value in (0, 63 * 63 + 1):
        with pytest.raises(
            ScenarioError, match=rf"^dice\[1\] must be from 1 to 3969, not {value}$"
        ):
            GAME.script_dice(state, [1, value])
    GAME.script_dice(state, [100, 101])
    d100(state)
    check_script(state.script)
    d100(state)
    with pytest.raises(ScenarioError, match=r"^dice\[1\] is more than its die can show: 101$"):
        check_script(state.script)
