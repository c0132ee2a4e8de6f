"""The house bots of Dungeon Keeper: what they know by heart, what they keep in mind, what they do."""

from __future__ import annotations

import collections
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from gamereferee.games.dungeon_keeper.v1.tables import (
    BUILDINGS,
    UNITS,
    Ability,
    Artifact,
    Building,
    Item,
    Kind,
)
from gamereferee.v1.time_control_pb2 import TimeControl
from loadtest.strength.engine_match import play_match
from referee.core.game import Event
from referee.games.dungeon_keeper import PLUGIN
from referee_bots import SeededBot, find, names
from referee_bots.dungeon_keeper import (
    archdemon,
    errands,
    fights,
    marching,
    towers,
    treasury,
    waning,
)
from referee_bots.dungeon_keeper import board as boards
from referee_bots.dungeon_keeper.board import Board, Rules, Unit
from referee_bots.dungeon_keeper.ground import UNKNOWN, Grid, can_step, sees, travel
from referee_bots.dungeon_keeper.memory import Memory, rules_of
from referee_bots.dungeon_keeper.plan import Plan
from referee_client import Match
from tests.helpers.tiers import some

RULEBOOK = Path(__file__).parents[2] / "referee/games/dungeon_keeper/RULEBOOK.md"
NONE = "\N{EN DASH}"
"""What the rulebook's tables have for none."""
ME = 0
BOTS = ("idle", "random", "turtle", "rusher", "planner")


# Hand-made boards. A seat's unit has the id 100000 * (seat + 1) + its number among the seat's.


def observation(
    rows: Sequence[str],
    *,
    mines: Sequence[tuple[int, int, str, int]] = (),
    houses: Sequence[tuple[int, int, str, int, int]] = (),
    items: Sequence[tuple[int, int, str]] = (),
    units: Sequence[tuple[int, str, int, int]] = (),
    stocks: Sequence[tuple[int, int, int]] = ((0, 0, 0), (0, 0, 0)),
    **fields: Any,
) -> wire.Observation:
    """A whole observation.

    Args:
        rows: The board; '#' undug, '.' empty. Mines and buildings override it.
        mines: Row, column, kind, what is left.
        houses: Row, column, kind, owner, and level of a Source or hit points.
        items: Row, column, kind.
        units: Owner, kind, row, column; with all their action points.
        stocks: Gold, iron and mana of each seat.
        fields: Others of the message.
    """
    drawn = [list(row) for row in rows]
    seen = wire.Observation(round=5, you=ME, acting_seat=ME, batch=0, orders=0, turn_order=[0, 1])
    for row, col, kind, left in mines:
        drawn[row][col] = "m"
        seen.mines.add(row=row, col=col, kind=f"MINE_KIND_{kind}", left=left)
    for row, col, kind, owner, number in houses:
        drawn[row][col] = "b"
        is_source = kind == "SOURCE"
        seen.buildings.add(
            row=row,
            col=col,
            kind=f"BUILDING_KIND_{kind}",
            owner=owner,
            level=number if is_source else 0,
            hp=0 if is_source else number,
            ap=3 if kind == "BATTLE_TOWER" else 0,
        )
    for row, col, kind in items:
        seen.items.add(row=row, col=col, kind=f"ITEM_KIND_{kind}")
    serial = [0, 0, 0]
    for owner, kind, row, col in units:
        serial[owner] += 1
        seen.units.append(unit(100_000 * (owner + 1) + serial[owner], owner, kind, row, col))
    for seat, (gold, iron, mana) in enumerate(stocks):
        has = wire.Holdings(gold=gold, iron=iron, mana=mana, store=[0] * 4, spirits=[0] * 3)
        seen.seats.add(seat=seat, alive=True, serial=serial[seat], holdings=has)
    seen.rows.extend("".join(row) for row in drawn)
    seen.MergeFrom(wire.Observation(**fields))
    return seen


def unit(id_: int, owner: int, kind: str, row: int, col: int) -> wire.Unit:
    """A unit in full health with all its action points."""
    table = UNITS[Kind[kind]]
    return wire.Unit(
        id=id_,
        owner=owner,
        controller=owner,
        kind=f"UNIT_KIND_{kind}",
        row=row,
        col=col,
        hp=table.hp,
        ap=table.ap,
        attack=table.attack,
        defence=table.defence,
        max_hp=table.hp,
        max_ap=table.ap,
    )


def board_of(seen: wire.Observation, rules: Rules | None = None) -> Board:
    """The board that a bot makes of it."""
    board = Memory(rules or Rules(), ME).see(seen)
    assert board is not None
    return board


def plan_of(seen: wire.Observation) -> Plan:
    """A plan on that board."""
    return Plan(board_of(seen), 600)


def seated(name: str, **config: Any) -> SeededBot:
    """A bot on seat 0 of two."""
    bot = find("dungeon_keeper", name)(7)
    settings = wire.Config(
        **{"size": 9, "max_rounds": 60, "unit_cap": 20, "stack_limit": 20, **config}
    )
    bot.on_start(Match("m", ME, "dungeon_keeper", 1, settings, 2, TimeControl(), b""))
    return bot


def told(action: wire.Action) -> list[str]:
    """Orders in short: name, unit, where or whom or what."""
    return [_short(order) for order in action.orders]


def _short(order: wire.Order) -> str:
    name = order.WhichOneof("order")
    assert name is not None
    words = [name]
    for field, value in getattr(order, name).ListFields():
        if isinstance(value, wire.Cell):
            words.append(f"{value.row}-{value.col}")
        elif field.enum_type is not None:
            words.append(field.enum_type.values_by_number[value].name.split("_", 2)[-1].lower())
        else:
            words.append(str(value))
    return " ".join(words)


# What the bots know of the rules: the tables that are told.


def table_rows(heading: str) -> list[list[str]]:
    """Cells of the table that follows a heading of the rulebook."""
    text = RULEBOOK.read_text(encoding="utf-8")
    after = text[text.index(heading) :]
    lines = after[after.index("\n|") :].strip().split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_units_are_the_rulebooks() -> None:
    """DK-3.7, all columns that bots use."""
    rows = table_rows("**DK-3.7**")
    assert len(rows) == len(UNITS) == len(Kind)
    for kind, cells in zip(Kind, rows, strict=True):
        row, abilities = UNITS[kind], cells[9]
        assert cells[0].split("`")[1] == kind.name.lower()
        parent = None if cells[1] in {"summon", NONE} else Kind[cells[1].upper()]
        assert (row.parent, [row.ap, row.hp, row.attack, row.defence]) == (
            parent,
            [int(cell) for cell in cells[2:6]],
        )
        mana, _, gold = cells[6].partition(" / ")
        assert (row.mana, row.gold) == ((int(mana), int(gold)) if gold else (0, 0))
        assert row.upkeep == int(cells[7])
        assert (row.rune.name.lower() if row.rune is not None else NONE) == cells[8]
        assert row.value == (0 if cells[10] == NONE else int(cells[10]))
        assert (Ability.RANGED in row.abilities) == ("ranged" in abilities)
        assert (Ability.ZEAL in row.abilities) == ("zeal" in abilities)
        assert (Ability.WALL_BREAKER in row.abilities) == ("wall_breaker" in abilities)
        assert (Ability.VAMPIRISM in row.abilities) == ("vampirism" in abilities)


def test_buildings_are_the_rulebooks() -> None:
    """DK-3.9."""
    rows = table_rows("**DK-3.9**")
    assert len(rows) == len(BUILDINGS)
    for kind, cells in zip(Building, rows, strict=True):
        assert f"`{kind.name.lower()}`" in cells[0]
        prices = [int(price) for price in re.findall(r"\d+", cells[3])] or [0, 0, 0]
        hp = 0 if cells[1] == "indestructible" else int(cells[1])
        defence = int(re.findall(r"\d+", cells[2] + " 0")[0])
        assert BUILDINGS[kind][:5] == (hp, defence, *prices)


def test_names_are_the_wires() -> None:
    """Numbers are those of the messages, less one."""
    for ours, theirs, prefix in (
        (Kind, wire.UnitKind, "UNIT_KIND_"),
        (Building, wire.BuildingKind, "BUILDING_KIND_"),
        (Item, wire.ItemKind, "ITEM_KIND_"),
        (Artifact, wire.Artifact, "ARTIFACT_"),
    ):
        assert {f"{prefix}{one.name}": one + 1 for one in ours} == {
            name: number for name, number in theirs.items() if number
        }


# The lie of the land.


def land_of(*rows: str) -> tuple[list[int], Grid]:
    """A drawn board: '#' undug, '.' empty, 'm' mine."""
    return ["#.m".index(look) for row in rows for look in row], Grid.of(len(rows))


def test_corner_rule() -> None:
    """DK-8.6: past one solid cell a diagonal step is free, between two it is not."""
    for rows, is_free in (
        (("...", ".##", "##."), False),
        (("...", "..#", "##."), False),
        (("...", "...", "##."), True),
        (("...", "..#", "#.."), True),
    ):
        land, grid = land_of(*rows)
        (step,) = (step for step in grid.steps[4] if step.to == 8)
        expected = is_free and land[8] == 1
        assert can_step(land, step) == expected
        assert sees(land, 3, 4, 8) == expected


def plain_sees(land: Sequence[int], size: int, one: int, other: int) -> bool:
    """DK-5.11, as it is written."""

    def solid(row: int, col: int) -> bool:
        return land[row * size + col] != 1

    (row, col), (to_row, to_col) = divmod(one, size), divmod(other, size)
    dr, dc = abs(to_row - row), abs(to_col - col)
    sr, sc = (to_row > row) - (to_row < row), (to_col > col) - (to_col < col)
    i = j = 0
    while (i, j) != (dr, dc):
        x, y = (2 * i + 1) * dc, (2 * j + 1) * dr
        if x == y:
            if solid(row + sr * (i + 1), col + sc * j) and solid(row + sr * i, col + sc * (j + 1)):
                return False
            i += 1
            j += 1
        elif x < y:
            i += 1
        else:
            j += 1
        if (i, j) != (dr, dc) and solid(row + sr * i, col + sc * j):
            return False
    return True


def test_line_of_sight() -> None:
    """All pairs of cells of a board with all sorts of cells."""
    land, grid = land_of("..#.m.", ".#....", "...#..", "#....#", ".m.#..", "...#..")
    answers = set()
    for one in range(36):
        for other in range(36):
            answers.add(plain_sees(land, 6, one, other))
            assert sees(land, grid.size, one, other) == plain_sees(land, 6, one, other)
    assert answers == {True, False}


def test_cheapest_ways() -> None:
    """A step is 1, with digging 2, and 3 if a side cell of a diagonal has to be dug as well."""
    land, grid = land_of("..#", "###", "#.#")
    way = travel(land, grid, [0], digs=True)
    assert way.costs == {0: 0, 1: 1, 2: 3, 3: 2, 4: 2, 5: 4, 6: 4, 7: 3, 8: 4}
    assert [step.to for step in way.path_to(7)] == [4, 7]
    assert travel(land, grid, [0]).costs == {0: 0, 1: 1}
    assert 4 not in travel(land, grid, [0], digs=True, barred={4}).costs
    land, grid = land_of(".##", "###", "###")
    assert travel(land, grid, [0], digs=True).costs[4] == 3
    land, grid = land_of(".m#", "m##", "###")
    assert set(travel(land, grid, [0], digs=True).costs) == {0}
    near = travel(
        land_of("....", "....", "....", "....")[0], Grid.of(4), [0], until={5, 15}.__contains__
    )
    assert near.nearest([15, 5]) == 5


# What attacks do.


def fighter(kind: Kind, cell: int = 0, hp: int | None = None) -> Unit:
    """A unit of seat 0."""
    row = UNITS[kind]
    full = row.hp if hp is None else hp
    return Unit(1, 0, 0, kind, cell, full, row.ap, row.attack, row.defence, row.hp, row.ap)


def test_damage_and_counter() -> None:
    """DK-8.4 and DK-8.5: least damage, kills without a counter, halved near shots, no counter to shots."""
    grasdir, beast, bes = (fighter(kind) for kind in (Kind.GRASDIR, Kind.SIEGE_BEAST, Kind.BES))
    assert fights.outcomes(grasdir, beast, near=True) == [(1.0, 29, 9)]
    assert fights.outcomes(grasdir, bes, near=True) == [(1.0, 0, 10)]
    kadet, kerub = fighter(Kind.KADET), fighter(Kind.KERUB)
    assert fights.outcomes(kadet, kerub, near=False) == [(1.0, 18, 20)]
    assert fights.outcomes(kadet, kerub, near=True) == [(1.0, 19, 20)]
    assert fights.outcomes(kadet, beast, near=True) == [(1.0, 29, 20)]


def test_zeal_is_weighed() -> None:
    """DK-8.9 without berserk: 4 off the priest and 1 back, in half the cases twice."""
    found = fights.outcomes(fighter(Kind.KERUB), fighter(Kind.PRIEST), near=True)
    assert sorted(found) == [(0.5, 2, 18), (0.5, 6, 19)]


def test_ghosts_and_vampires() -> None:
    """A ghost evades four strikes in ten and counters all the same; a vampire lives on 3 a strike."""
    ghost = fighter(Kind.BES)
    ghost.is_ghostly = True
    found = fights.outcomes(fighter(Kind.GRASDIR), ghost, near=True)
    assert sorted(found) == [(0.4, 3, 9), (0.6, 0, 10)]
    vampire = fighter(Kind.VAMPIRE, hp=10)
    assert fights.outcomes(vampire, fighter(Kind.KERUB), near=True) == [(1.0, 18, 10)]


def test_siege() -> None:
    """DK-8.16."""
    beast, bes = fighter(Kind.SIEGE_BEAST), fighter(Kind.BES)
    wall = boards.House(Building.WALL, -1, 50)
    altar = boards.House(Building.ALTAR, 1, 100)
    assert fights.damage_to_house(beast, wall, near=True) == 10
    assert fights.damage_to_house(beast, altar, near=True) == 11
    assert fights.damage_to_house(bes, wall, near=True) == 1
    assert fights.expected_to_house(fighter(Kind.KERUB), altar, near=True) == 7.5


# What they keep in mind.


def test_a_delta_changes_what_it_names() -> None:
    """Cells are replaced as wholes, units and seats come, change and go."""
    memory = Memory(Rules(), ME)
    first = observation(
        ["....", ".##.", "....", "...."],
        mines=[(1, 1, "GOLD", 20)],
        items=[(3, 3, "CHEST"), (3, 3, "SWORD")],
        units=[(0, "IMP", 0, 0), (1, "BES", 3, 0)],
        stocks=[(5, 0, 4), (0, 0, 9)],
    )
    before = memory.see(first)
    assert before is not None
    delta = wire.Observation(is_delta=True, round=6, gone_units=[200001])
    delta.cells.add(row=1, col=1, look=".")
    delta.cells.add(row=3, col=3, look=".", items=[wire.Item(row=3, col=3, kind="ITEM_KIND_SWORD")])
    delta.cells.add(row=1, col=2, look="?")
    delta.units.append(unit(100001, 0, "IMP", 1, 1))
    delta.units.append(unit(100002, 0, "BES", 0, 1))
    delta.seats.add(seat=0, alive=True, serial=2, holdings=wire.Holdings(gold=15, mana=1))
    after = memory.see(delta)
    assert after is not None
    assert (before.mines[5].left, before.units[200001].cell) == (20, 12)
    assert (after.round, after.land[5], after.land[6], after.mines) == (6, 1, UNKNOWN, {})
    assert after.items == {15: [Item.SWORD]}
    assert {id_: one.cell for id_, one in after.units.items()} == {100001: 5, 100002: 1}
    assert (after.mine.gold, after.mine.mana, after.seats[1].mana) == (15, 1, 9)


def test_what_is_remembered_under_fog() -> None:
    """What was seen once is taken as it was; what never was is unknown, and so are others' stocks."""
    seen = observation(["%,MB", "?.#.", "....", "...."])
    seen.seats[1].ClearField("holdings")
    board = board_of(seen)
    assert board.land[:6] == [0, 1, 2, 3, UNKNOWN, 1]
    assert board.seats[1].mana == 0


@pytest.mark.parametrize("fog", some([False, True], 1))
def test_deltas_add_up_to_whole_observations(fog: bool) -> None:
    """After each batch of a match: the board from the delta is the board from everything."""
    game, codec = PLUGIN.game, PLUGIN.codec
    config = game.config_class(preset="small", fog_of_war=fog, max_rounds=14, start_mana=40)
    state, _ = game.start(config, seed=3, num_seats=2)
    shown = wire.Config.FromString(codec.encode_config(config))
    bots = [find("dungeon_keeper", name)(5) for name in ("planner", "random")]
    memories = [Memory(rules_of(shown, 2), seat) for seat in range(2)]
    for seat, bot in enumerate(bots):
        bot.on_start(Match("m", seat, "dungeon_keeper", 1, shown, 2, TimeControl(), b""))

    def see(there: Any) -> wire.Observation:
        (data,) = codec.encode_observations(config, game.observe(there, [seat]))
        return wire.Observation.FromString(data)

    deltas = 0
    while (point := game.decision(state)) is not None:
        (seat,) = point.seats
        seen = see(state)
        memories[seat].see(seen)
        action = bots[seat].act(seen)
        for delta in (False, True):
            trial = game.copy(state)
            orders = wire.Action(orders=action.orders, delta=delta)
            game.step(trial, {seat: codec.decode_action(orders.SerializeToString())})
            if (after := game.decision(trial)) is None or after.seats != (seat,):
                break
            if not delta:
                whole = Memory(rules_of(shown, 2), seat).see(see(trial))
            else:
                seen = see(trial)
                assert seen.is_delta
                assert memories[seat].see(seen) == whole
                deltas += 1
        game.step(state, {seat: codec.decode_action(action.SerializeToString())})
    assert deltas > 20


def test_whoever_has_lost_the_board_asks_for_it() -> None:
    """A delta without what it changes: an empty batch, whose answer is whole; and then it plays."""
    bot = seated("rusher")
    asked = bot.act(wire.Observation(is_delta=True, round=2, batch=1))
    assert (len(asked.orders), asked.end_turn, asked.delta) == (0, False, False)
    assert told(bot.act(cave(stocks=[(0, 0, 8), (0, 0, 0)]))) == ["summon 4-2 imp 3-3"] * 3


# What they do.


CAVE = ("#########", "#########", "#########", "###...###", "###...###", "###...###") + (
    "#########",
) * 3
HOME = ((4, 4, "ALTAR", 0, 100), (2, 4, "SOURCE", 0, 3), (4, 2, "CIRCLE", 0, 50))


def cave(
    houses: Sequence[tuple[int, int, str, int, int]] = HOME, **fields: Any
) -> wire.Observation:
    """The base cave with Altar, Source and Circle, all else undug."""
    return observation(CAVE, houses=houses, **fields)


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
        for told in wire.Events.FromString(PLUGIN.codec.encode_event(event)).events:
            if told.HasField("order_result"):
                codes[told.order_result.code] += 1

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
