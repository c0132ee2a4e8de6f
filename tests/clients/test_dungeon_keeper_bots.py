"""The house bots of Dungeon Keeper: what they know by heart, what they keep in mind, what they do."""

from __future__ import annotations

import collections

import pytest

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from gamereferee.games.dungeon_keeper.v1.tables import Kind
from gamereferee.v1.time_control_pb2 import TimeControl
from loadtest.strength.engine_match import play_match
from referee.core.game import Event
from referee.games.dungeon_keeper import PLUGIN
from referee_bots import find, names
from referee_bots.dungeon_keeper import archdemon, errands, marching, towers, treasury, waning
from referee_bots.dungeon_keeper.board import Rules
from referee_bots.dungeon_keeper.plan import Plan
from referee_client import Match
from tests.clients.dungeon_keeper_boards import (
    CAVE,
    HOME,
    ME,
    board_of,
    cave,
    observation,
    seated,
    told,
)

BOTS = ("idle", "random", "turtle", "rusher", "planner")


def plan_of(seen: wire.Observation) -> Plan:
    """A plan on that board."""
    return Plan(board_of(seen), 600)


def test_plans_carry_orders_out_on_their_board() -> None:
    """Mining, digging, moving, summoning and upgrading as the referee would; the illegal is not sent."""
    seen = cave(
        mines=[(5, 6, "GOLD", 15)],
        units=[(0, "IMP", 5, 5), (0, "BES", 3, 3), (0, "IMP", 3, 5)],
        stocks=[(30, 0, 10), (0, 0, 0)],
    )
    plan = plan_of(seen)
    board = plan.board
    imp, bes, other = board.own()
    assert plan.mine(imp, 5 * 9 + 6)
    assert plan.mine(imp, 5 * 9 + 6)
    assert not plan.mine(imp, 5 * 9 + 6)
    assert (board.mine.gold, imp.ap, board.land[5 * 9 + 6]) == (45, 0, 1)
    assert archdemon.upgrade(plan, bes, Kind.GRASDIR)
    assert not archdemon.upgrade(plan, bes, Kind.KERUB)
    assert (bes.hp, bes.ap, bes.max_ap, board.mine.mana, board.mine.gold) == (10, 2, 4, 7, 40)
    assert archdemon.upgrade_source(plan, 2 * 9 + 4)
    assert not archdemon.upgrade_source(plan, 2 * 9 + 4)
    assert not plan.dig(bes, 2 * 9 + 3)
    assert errands.follow(plan, other, errands.ways(board, other).path_to(2 * 9 + 6)) is False
    assert archdemon.summon(plan, Kind.BES)
    assert board.units[100004].cell == 3 * 9 + 3
    assert told(wire.Action(orders=plan.orders)) == [
        "mine 100001 5-6",
        "mine 100001 5-6",
        "upgrade_unit 100002 grasdir",
        "upgrade_source 2-4",
        "dig 100003 2-5",
        "dig 100003 2-6",
        "summon 4-2 bes 3-3",
    ]


def test_chance_is_looked_at() -> None:
    """After a zealous attack that leaves its target alive; not after one that is sure."""
    seen = observation(
        ["...."] * 4,
        units=[(0, "KERUB", 1, 1), (0, "BES", 2, 2), (1, "PRIEST", 1, 2), (1, "IMP", 2, 1)],
    )
    plan = plan_of(seen)
    kerub, bes, priest, imp = plan.board.units.values()
    assert plan.attack(bes, imp)
    assert not plan.is_open
    assert plan.attack(kerub, priest)
    assert (plan.is_open, priest.hp, kerub.hp) == (True, 6, 19)


def test_upkeep_is_kept() -> None:
    """With 3 mana, a level of 1 and an upkeep of 3 one imp more leaves 2 + 1 - 4; it is not kept."""
    houses = ((4, 4, "ALTAR", 0, 100), (2, 4, "SOURCE", 0, 1), (4, 2, "CIRCLE", 0, 50))
    imps = [(0, "IMP", 3, 3)] * 3
    for mana, keeps in ((3, False), (4, True)):
        board = board_of(cave(houses, units=imps, stocks=[(0, 0, mana), (0, 0, 0)]))
        assert treasury.can_keep(board, Kind.IMP) == keeps
    board = board_of(cave(houses, units=imps, stocks=[(0, 0, 4), (0, 0, 0)]))
    assert not treasury.can_keep(board, Kind.IMP, 2)
    assert treasury.can_keep(board, Kind.IMP, 2, spared=3)
    assert not treasury.can_keep(board, Kind.KERUB)


def test_the_random_bot_does_all_sorts() -> None:
    """Moves, digs, mines, attacks and picks up; four imps, then beses; it ends its turn."""
    seen = cave(
        mines=[(3, 6, "GOLD", 100)],
        items=[(5, 5, "SWORD")],
        units=[(0, "IMP", 4, 5), (1, "IMP", 5, 4)],
        stocks=[(0, 0, 9), (0, 0, 0)],
    )
    does: set[str] = set()
    for seed in range(60):
        bot = find("dungeon_keeper", "random")(seed)
        bot.on_start(
            Match("m", ME, "dungeon_keeper", 1, wire.Config(size=9), 2, TimeControl(), b"")
        )
        action = bot.act(seen)
        assert action.end_turn
        assert told(action)[:4] == ["summon 4-2 imp 3-3"] * 3 + ["summon 4-2 bes 3-3"]
        does |= {order.split()[0] for order in told(action)[4:]}
    assert does == {"move", "dig", "mine", "attack", "pickup"}


def test_the_rusher_mines_and_grows() -> None:
    """To the nearest mine or item; all gold into the Source, none into fighters before level 6."""
    seen = cave(
        mines=[(4, 6, "GOLD", 100)],
        items=[(8, 8, "CHEST")],
        units=[(0, "IMP", 4, 5), (0, "BES", 3, 3)],
        stocks=[(40, 0, 3), (0, 0, 0)],
    )
    does = told(seated("rusher").act(seen))
    assert does == [
        "summon 4-2 imp 3-3",
        "summon 4-2 imp 3-3",
        "mine 100001 4-6",
        "mine 100001 4-6",
        "upgrade_source 2-4",
    ]


def test_the_rusher_digs_when_nothing_is_left() -> None:
    """One of its imps, and the others wait."""
    houses = (*HOME, (8, 8, "ALTAR", 1, 100))
    seen = cave(houses, units=[(0, "IMP", 5, 5), (0, "IMP", 5, 5), (0, "IMP", 5, 5)])
    does = told(seated("rusher").act(seen))
    assert [order.split()[:2] for order in does] == [["dig", "100001"]] * 2


OPEN = ["." * 9] * 9
SIEGE = ((0, 0, "ALTAR", 0, 100), (8, 8, "ALTAR", 1, 100))


@pytest.mark.parametrize(("number", "goes"), [(3, False), (4, True)])
def test_the_rusher_walks_with_four(number: int, goes: bool) -> None:
    """Upgraded fighters; each by the cheapest way, four steps on."""
    seen = observation(OPEN, houses=SIEGE, units=[(0, "GRASDIR", 1, 1)] * number)
    does = told(seated("rusher").act(seen))
    assert len(does) == (4 * number if goes else 0)
    assert all(order.startswith("move") for order in does)
    assert does[3:4] == (["move 100001 5-5"] if goes else [])


def test_the_rusher_hits_the_altar_first() -> None:
    """Then the weakest in reach."""
    units = [(0, "GRASDIR", 7, 7), (1, "IMP", 7, 8), (1, "GRASDIR", 8, 7)]
    does = told(seated("rusher").act(observation(OPEN, houses=SIEGE, units=units)))
    assert does == ["attack 100001 8-8"] * 4
    units = [(0, "GRASDIR", 4, 4), (1, "GRASDIR", 3, 4), (1, "BES", 4, 5), (1, "IMP", 5, 4)]
    does = told(seated("rusher").act(observation(OPEN, houses=SIEGE, units=units)))
    assert does[:3] == ["attack 100001 200003", "attack 100001 200002", "attack 100001 200001"]


def test_the_planner_kills_what_it_can() -> None:
    """A kill before a wound, a blow at the Altar before both, and nothing that costs more."""
    units = [(0, "GRASDIR", 4, 4), (1, "BES", 4, 5), (1, "SIEGE_BEAST", 5, 4)]
    does = told(seated("planner").act(observation(OPEN, houses=SIEGE, units=units)))
    assert does[0] == "attack 100001 200001"
    units = [(0, "GRASDIR", 7, 7), (1, "SIEGE_BEAST", 7, 8)]
    does = told(seated("planner").act(observation(OPEN, houses=SIEGE, units=units)))
    assert does == ["attack 100001 8-8"] * 4
    units = [(0, "BES", 4, 4), (1, "KERUB", 4, 5)]
    does = told(seated("planner").act(observation(OPEN, houses=SIEGE, units=units)))
    assert not any(order.startswith("attack") for order in does), "the counter would kill it"


def test_the_planner_shoots_the_nearest() -> None:
    """Of equally near ones, or else the most valuable; never one that is farther off (DK-5.34)."""
    houses = (*SIEGE, (4, 4, "BATTLE_TOWER", 0, 50))
    units = [(1, "KERUB", 4, 6), (1, "GRASDIR", 2, 4), (1, "BES", 4, 1)]
    does = told(seated("planner").act(observation(OPEN, houses=houses, units=units)))
    assert does[:3] == ["tower_shot 4-4 200001"] * 3
    units = [(1, "KERUB", 4, 6), (1, "BES", 2, 4)]
    does = told(seated("planner").act(observation(OPEN, houses=houses, units=units)))
    assert does[:3] == ["tower_shot 4-4 200002", *["tower_shot 4-4 200001"] * 2]


def test_the_planner_installs_the_first_rune() -> None:
    """And exchanges the next for mana."""
    for installed, mode in (([], "install"), ([wire.RUNE_DEATH], "exchange")):
        seen = cave(units=[(0, "IMP", 3, 3)])
        seen.units[0].rune = wire.RUNE_FIRE
        seen.seats[ME].holdings.runes.extend(installed)
        assert told(seated("planner").act(seen))[0] == f"use_rune 100001 {mode}"


def test_the_planner_branches_by_its_rune() -> None:
    """Beses become what the rune allows; without one grasdirs."""
    houses = (*HOME, (8, 8, "ALTAR", 1, 100))
    for rune, kind in (
        (None, "grasdir"),
        (wire.RUNE_FIRE, "ognevik"),
        (wire.RUNE_DARKNESS, "anguthei"),
        (wire.RUNE_DEATH, "moonglair"),
    ):
        seen = cave(houses, units=[(0, "BES", 3, 3)], stocks=[(5, 0, 50), (0, 0, 0)])
        if rune:
            seen.seats[ME].holdings.runes.append(rune)
        assert f"upgrade_unit 100001 {kind}" in told(seated("planner").act(seen))


def test_the_planner_captures_neutral_sources() -> None:
    """With an imp that has nothing better to do; it goes on until the Source is its own."""
    houses = (*HOME, (6, 6, "SOURCE", -1, 3))
    seen = cave(houses, units=[(0, "IMP", 5, 5)], round=10)
    assert told(seated("planner").act(seen)) == ["capture 100001 6-6"] * 2


def test_the_planner_fortifies_the_mouth() -> None:
    """Once there is a near way for enemies: a battle tower in a pocket beside it."""
    rows = [*CAVE[:6], "#####..##", "######..#", "#########"]
    houses = (*HOME, (8, 8, "ALTAR", 1, 100))
    seen = observation(
        rows, houses=houses, units=[(0, "IMP", 5, 5)], stocks=[(60, 20, 0), (0, 0, 0)]
    )
    board = board_of(seen)
    found = towers.mouth(board)
    assert found is not None
    assert found[0] == 6 * 9 + 6
    assert towers.missing(board, found[0]) == list(towers.WANTED)
    does = told(seated("planner").act(seen))
    assert does[:2] == ["dig 100001 5-6", "build 100001 5-6 battle_tower"]
    assert marching.path_cost(board, [4 * 9 + 4], [8 * 9 + 8]) == 2


def test_where_altars_may_be_under_fog() -> None:
    """The images of the own one under the map's symmetry, as far as they have not been seen."""
    unseen = ["?" * 9] * 9
    home = ((2, 1, "ALTAR", 0, 100),)
    for num_seats, mirrors, cells in (
        (2, False, {(6, 7)}),
        (2, True, {(2, 7)}),
        (4, False, {(1, 6), (6, 7), (7, 2)}),
        (4, True, {(2, 7), (6, 7), (6, 1)}),
        (8, False, {(1, 6), (6, 7), (7, 2), (2, 7), (6, 1), (7, 6), (1, 2)}),
    ):
        rules = Rules(num_seats=num_seats, is_mirrored=mirrors)
        board = board_of(observation(unseen, houses=home), rules)
        assert {divmod(cell, 9) for cell in errands.foes_homes(board)} == cells


# The waning, and low marks.


def test_when_altars_fall() -> None:
    """In the rounds from 40 on they lose 1, 2, 3 ...: 100 hp in fourteen rounds, 9 in four, 1 at once."""
    board = board_of(observation(OPEN, houses=SIEGE), Rules(max_rounds=60, waning_round=40))
    for round_, hp, falls in ((5, 100, 53), (39, 9, 43), (40, 1, 40), (44, 9, 45), (5, 200, 59)):
        board.round = round_
        assert waning.falls_after(board, hp) == falls
    board.rules = Rules(max_rounds=60)
    assert waning.falls_after(board, 1) == 60


@pytest.mark.parametrize(
    ("own", "other", "last"), [(100, 100, 53), (91, 100, 52), (100, 91, 52), (9, 100, 43)]
)
def test_the_last_round(own: int, other: int, last: int) -> None:
    """When the first of two Altars falls."""
    houses = ((0, 0, "ALTAR", 0, own), (8, 8, "ALTAR", 1, other))
    seen = observation(OPEN, houses=houses, round=40)
    board = board_of(seen, Rules(max_rounds=60, waning_round=40))
    assert waning.last_round(board) == last


@pytest.mark.parametrize("name", ["planner", "turtle"])
@pytest.mark.parametrize(("round_", "mends"), [(39, True), (40, False)])
def test_altars_are_mended_before_the_waning(name: str, round_: int, mends: bool) -> None:
    """An imp beside it, as far as its action points go."""
    houses = ((4, 4, "ALTAR", 0, 60), (2, 4, "SOURCE", 0, 10), (8, 8, "ALTAR", 1, 100))
    seen = cave(houses, units=[(0, "IMP", 3, 3)], stocks=[(40, 0, 0), (0, 0, 0)], round=round_)
    does = told(seated(name, waning_round=40).act(seen))
    assert (does[:2] == ["repair 100001 4-4"] * 2) is mends
    assert any(order.startswith("repair") for order in does) is mends


def test_a_blow_that_counts_is_worth_more() -> None:
    """Of two Altars in reach, the one that is at its low mark."""
    houses = ((0, 0, "ALTAR", 0, 100), (4, 5, "ALTAR", 1, 90), (4, 3, "ALTAR", 2, 90))
    for marks, cell in (((90, 40), "4-5"), ((40, 90), "4-3")):
        seen = observation(
            OPEN, houses=houses, units=[(0, "GRASDIR", 4, 4)], stocks=[(0, 0, 0)] * 3
        )
        for house, mark in zip(seen.buildings[1:], marks, strict=True):
            house.low_mark = mark
        assert told(seated("planner").act(seen)) == [f"attack 100001 {cell}"] * 4


def test_the_turtle_stays_at_home() -> None:
    """With an open way and an army it sets out for nobody, and digs towards nobody; it strikes who comes."""
    units = [(0, "GRASDIR", 1, 1)] * 6
    assert told(seated("turtle").act(observation(OPEN, houses=SIEGE, units=units))) == []
    seen = cave(units=[(0, "IMP", 3, 3)], round=10)
    assert told(seated("turtle").act(seen)) == []
    near = [(0, "GRASDIR", 1, 1), (1, "BES", 2, 2)]
    does = told(seated("turtle").act(observation(OPEN, houses=SIEGE, units=near)))
    assert does[0] == "attack 100001 200001"


def test_the_idle_bot_does_nothing() -> None:
    """Whatever it has."""
    seen = cave(units=[(0, "IMP", 3, 3)], items=[(3, 3, "CHEST")], stocks=[(50, 0, 50), (0, 0, 0)])
    assert seated("idle").act(seen) == wire.Action(end_turn=True)


# Whatever comes.


@pytest.mark.parametrize("name", BOTS)
def test_strange_observations_do_no_harm(name: str) -> None:
    """Nothing at all, kinds of a later day, unknown fields, a seat that has fallen: the turn ends."""
    later = cave(units=[(0, "IMP", 3, 3)], stocks=[(0, 0, 0), (0, 0, 0)])
    later.units[0].ap = 0
    later.units.add(id=200009, owner=1, controller=1, kind=99, row=5, col=5, hp=3, max_hp=3)
    later.buildings.add(row=0, col=0, kind=99, owner=1, hp=10)
    later.items.add(row=5, col=5, kind=99)
    later = wire.Observation.FromString(later.SerializeToString() + b"\xfa\x7f\x03abc")
    fallen = cave()
    fallen.seats[ME].alive = False
    for seen in (wire.Observation(round=1), later, fallen):
        assert seated(name).act(seen).end_turn


@pytest.mark.parametrize("name", BOTS)
def test_a_turn_ends_at_the_limits(name: str) -> None:
    """In the last batch, and when no more orders are counted."""
    seen = cave(units=[(0, "IMP", 3, 3)], items=[(3, 3, "CHEST")], batch=3, orders=5)
    bot = seated(name, max_batches_per_turn=4, max_orders_per_turn=6)
    action = bot.act(seen)
    assert action.end_turn
    assert len(action.orders) <= 1


def test_all_bots_are_listed() -> None:
    """By name, the weakest first."""
    assert tuple(names("dungeon_keeper")) == BOTS


@pytest.mark.parametrize(
    ("bots", "settings"),
    [
        (["planner", "rusher"], {"preset": "small", "max_rounds": 20}),
        (["random", "planner"], {"preset": "small", "fog_of_war": True, "max_rounds": 20}),
        (
            ["planner", "rusher", "random"],
            {"preset": "medium", "max_rounds": 12, "hero_first_round": 1, "hero_chance": 100},
        ),
        (
            ["rusher", "planner"],
            {
                "size": 17,
                "max_rounds": 15,
                "unit_cap": 2,
                "stack_limit": 1,
                "max_batches_per_turn": 1,
                "max_orders_per_turn": 3,
            },
        ),
        (["planner", "random"] * 4, {"preset": "standard", "max_rounds": 3, "alliances": True}),
    ],
)
def test_orders_are_hardly_ever_refused(bots: list[str], settings: dict[str, object]) -> None:
    """Never in the open; under fog what nobody could know."""
    codes: collections.Counter[int] = collections.Counter()

    def count(event: Event) -> None:
        for each in wire.Events.FromString(PLUGIN.codec.encode_event(event)).events:
            if each.HasField("order_result"):
                codes[each.order_result.code] += 1

    play_match("dungeon_keeper", bots, 4, settings, listener=count)
    orders = codes.total()
    assert orders > 20
    allowed = orders // 50 if settings.get("fog_of_war") else 0
    assert orders - codes[wire.CODE_OK] <= allowed, codes


def test_the_planner_conquers_the_random_bot() -> None:
    """Six matches out of six, both seatings of three maps."""
    played = [
        play_match(
            "dungeon_keeper",
            [("planner", "random")[(seat + seating) % 2] for seat in range(2)],
            seed,
            {"preset": "small"},
        )
        for seed in range(3)
        for seating in range(2)
    ]
    assert [one.wins[number % 2] for number, one in enumerate(played)] == [1.0] * 6
    assert not any(one.end == "cap" for one in played)
