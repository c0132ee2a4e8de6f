"""What the bots of Dungeon Keeper know: the rulebook's tables, the land, attacks, and what they remember."""

from __future__ import annotations

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
from referee.games.dungeon_keeper import PLUGIN
from referee_bots import find
from referee_bots.dungeon_keeper import board as boards
from referee_bots.dungeon_keeper import fights
from referee_bots.dungeon_keeper.board import Rules, Unit
from referee_bots.dungeon_keeper.ground import UNKNOWN, Grid, can_step, sees, travel
from referee_bots.dungeon_keeper.memory import Memory, rules_of
from referee_client import Match
from tests.clients.dungeon_keeper_boards import ME, board_of, cave, observation, seated, told, unit
from tests.helpers.tiers import some

RULEBOOK = Path(__file__).parents[2] / "referee/games/dungeon_keeper/RULEBOOK.md"
NONE = "\N{EN DASH}"
"""What the rulebook's tables have for none."""


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
