"""An Altar's damage counts once, whoever repairs it in between (AM-D1, DK-3.14, DK-5.27)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.errors import ScenarioError
from referee.core.game import Game
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.rules.board.ground import clear_cell
from referee.games.dungeon_keeper.rules.combat.strikes import attack_building
from referee.games.dungeon_keeper.rules.orders.kinds import Batch, Repair
from referee.games.dungeon_keeper.rules.orders.rulings import carry_out
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.rules.scoring import scores_of
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import Building, Code, Kind
from referee.games.dungeon_keeper.visibility.observation import Observation
from tests.games.dungeon_keeper.positions import add, add_light, build, open_board, script

GAME = PLUGIN.game
ALTAR = (4, 4)
FARM: dict[str, Any] = {
    "rows": ["." * 9] * 9,
    "buildings": [
        {"kind": "altar", "row": 0, "col": 0, "owner": 0},
        {"kind": "altar", "row": 8, "col": 8, "owner": 1},
        {"kind": "altar", "row": 4, "col": 4, "owner": 2},
        {"kind": "source", "row": 0, "col": 8, "owner": 0, "level": 10},
        {"kind": "source", "row": 8, "col": 0, "owner": 2, "level": 10},
    ],
    "units": [
        {"owner": 0, "kind": "siege_beast", "row": 4, "col": 3},
        {"owner": 2, "kind": "imp", "row": 4, "col": 5},
    ],
    "seats": [{"mana": 0, "gold": 0}, {}, {"mana": 0, "gold": 1000}],
}
"""A siege beast of seat 0 beside the Altar of seat 2, whose imp stands by to repair it."""
STRIKES = {"type": "attack", "unit": 100001, "cell": ALTAR}
REPAIRS = {"type": "repair", "unit": 300001, "cell": ALTAR}


def _farm(game: Game[DungeonKeeperConfig, State, Batch, Observation], rounds: int) -> State:
    """The beast strikes twice a round, 11 each time, and the imp repairs 10 twice."""
    config = game.config_class(hero_enabled=False)
    state = game.parse_state(config, 3, FARM)
    for _ in range(rounds):
        for order in (STRIKES, None, REPAIRS):
            orders = [] if order is None else [order, order]
            batch = game.parse_action({"orders": orders, "end_turn": True})
            game.step(state, {state.match.item(c.ACTING): batch})
    return state


def test_repairs_farm_no_points() -> None:
    """A third seat that repairs for ten rounds what is struck was worth 660 points: 220 hp at 3 each.

    From 100 hp the Altar goes 2 down a round: after the tenth's strikes it has 100 - 18 - 22 = 60, so
    40 hp were ever taken off it, which are 120 points.
    """
    state = _farm(GAME, 10)
    assert state.seats[:, c.ALTAR_DAMAGE].tolist() == [40, 0, 0]
    # 200 of the own Altar, 200 of the Source, 53 of the beast; mana 10 income - 4 upkeep, ten times: 60.
    assert scores_of(state)[0] == 120 + 200 + 200 + 53 + 6


def test_under_version_1_they_do() -> None:
    """Twenty strikes of 11."""
    state = _farm(PLUGIN.at(1).game, 10)
    assert state.seats[:, c.ALTAR_DAMAGE].tolist() == [220, 0, 0]
    assert scores_of(state)[0] == 660 + 200 + 200 + 53 + 6


@pytest.mark.parametrize(
    ("hp", "low", "points", "mark"),
    [(100, 100, 11, 89), (100, 89, 0, 89), (95, 89, 5, 84), (60, 60, 11, 49), (5, 5, 5, None)],
)
def test_only_what_is_below_the_mark_counts(
    hp: int, low: int, points: int, mark: int | None
) -> None:
    """A strike of 11 that leaves h below the mark adds mark - h and sets the mark to h."""
    play = open_board(num_seats=3)
    beast = add(play, 0, Kind.SIEGE_BEAST, (4, 3))
    build(play, 1, Building.ALTAR, ALTAR, hp=hp, low=low)

    attack_building(play, beast, *ALTAR)

    assert play.state.seats[:, c.ALTAR_DAMAGE].tolist() == [points, 0, 0]
    if mark is not None:
        assert play.state.cells[c.B_LOW, 4, 4] == mark


def test_a_repair_never_raises_it() -> None:
    """Nor does it lower it."""
    play = open_board()
    imp = add(play, 0, Kind.IMP, (4, 3))
    build(play, 0, Building.ALTAR, ALTAR, hp=70, low=65)

    code = carry_out(play, Repair(int(play.state.units[imp, c.ID]), Place(*ALTAR)))

    assert code is Code.OK
    assert play.state.cells[[c.B_HP, c.B_LOW], 4, 4].tolist() == [80, 65]


def test_the_hero_lowers_it_for_nobody() -> None:
    """His strike takes 8, as his sword and he have it."""
    play = open_board(hero_razes=True)
    hero, _ = add_light(play, (4, 3))
    build(play, 1, Building.ALTAR, ALTAR)
    script(play, 51)  # no zeal

    attack_building(play, hero, *ALTAR)
    assert play.state.cells[[c.B_HP, c.B_LOW], 4, 4].tolist() == [92, 92]

    play.state.cells[c.B_HP, 4, 4] = 100
    beast = add(play, 0, Kind.SIEGE_BEAST, (5, 4))
    attack_building(play, beast, *ALTAR)
    assert play.state.seats[:, c.ALTAR_DAMAGE].tolist() == [3, 0]


def test_other_buildings_have_none() -> None:
    """Nor does a cell from which an Altar is gone."""
    play = open_board()
    for kind in Building:
        build(play, 0, kind, ALTAR)
        assert play.state.cells[c.B_LOW, 4, 4] == (100 if kind is Building.ALTAR else 0)
    clear_cell(play.state, *ALTAR)
    assert play.state.cells[c.B_LOW, 4, 4] == 0


def test_a_position_may_name_it() -> None:
    """It is at the hit points if it doesn't; and it is shown to who sees the Altar."""
    altar = {"kind": "altar", "row": 0, "col": 0, "owner": 0, "hp": 70}
    for named, mark in (({}, 70), ({"low_mark": 30}, 30)):
        buildings = [{**altar, **named}, *FARM["buildings"][1:3]]
        state = GAME.parse_state(DungeonKeeperConfig(), 3, {**FARM, "buildings": buildings})
        plain: Any = GAME.plain_state(state)
        assert plain["buildings"][0] == {**altar, "low_mark": mark}
        seen = GAME.observe(state, [2])[0].buildings[0]
        assert (seen.hp, seen.low_mark) == (70, mark)


@pytest.mark.parametrize(
    ("building", "bound"),
    [
        ({"kind": "altar", "hp": 70, "low_mark": 71}, "from 1 to 70"),
        ({"kind": "altar", "low_mark": 101}, "a whole number from 1 to 100"),
        ({"kind": "altar", "low_mark": 0}, "a whole number from 1 to 100"),
        ({"kind": "circle", "low_mark": 50}, "absent: it is no Altar"),
    ],
)
def test_what_a_position_may_not_name(building: dict[str, object], bound: str) -> None:
    """No mark above the hit points, none of what has none."""
    buildings = [*FARM["buildings"][:3], {"row": 2, "col": 2, "owner": 0, **building}]
    buildings = buildings[1:] if building["kind"] == "altar" else buildings
    with pytest.raises(ScenarioError, match=bound):
        GAME.parse_state(DungeonKeeperConfig(), 3, {**FARM, "buildings": buildings})


def test_under_version_1_there_is_none() -> None:
    """Neither in the state nor on the wire, whose bytes stay what they were."""
    state = _farm(PLUGIN.at(1).game, 1)
    assert state.cells.shape == (9, 9, 9)
    assert state.rules.shape == (17,)
    plain: Any = GAME.plain_state(state)
    assert all("low_mark" not in building for building in plain["buildings"])
    assert all(building.low_mark == 0 for building in GAME.observe(state, [0])[0].buildings)
