"""The house bots of Dungeon Keeper: what they know by heart, what they keep in mind, what they do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from gamereferee.v1.time_control_pb2 import TimeControl
from loadtest import dungeon_keeper_baselines as measure
from referee.games.dungeon_keeper import PLUGIN
from referee_bots import SeededBot, find, names
from referee_bots.dungeon_keeper import archdemon, errands, fights, marching, towers, treasury
from referee_bots.dungeon_keeper import board as boards
from referee_bots.dungeon_keeper.board import Board, Rules, Unit
from referee_bots.dungeon_keeper.ground import UNKNOWN, Grid, can_step, sees, travel
from referee_bots.dungeon_keeper.memory import Memory, rules_of
from referee_bots.dungeon_keeper.plan import Plan
from referee_bots.dungeon_keeper.tables import BUILDINGS, UNITS, Artifact, Building, Item, Kind
from referee_client import Match

RULEBOOK = Path(__file__).parents[2] / "referee/games/dungeon_keeper/RULEBOOK.md"
ME = 0
BOTS = ("random", "rusher", "planner")


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


# What the bots know by heart.


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
        parent = None if cells[1] in {"summon", "–"} else Kind[cells[1].upper()]
        assert (row.parent, [row.ap, row.hp, row.attack, row.defence]) == (
            parent,
            [int(cell) for cell in cells[2:6]],
        )
        mana, _, gold = cells[6].partition(" / ")
        assert (row.mana, row.gold) == ((int(mana), int(gold)) if gold else (0, 0))
        assert row.upkeep == int(cells[7])
        assert (row.rune.name.lower() if row.rune is not None else "–") == cells[8]
        assert row.value == (0 if cells[10] == "–" else int(cells[10]))
        assert row.is_ranged == ("ranged" in abilities)
        assert row.has_zeal == ("zeal" in abilities)
        assert row.breaks_walls == ("wall_breaker" in abilities)
        assert row.is_vampire == ("vampirism" in abilities)


def test_buildings_are_the_rulebooks() -> None:
    """DK-3.9."""
    rows = table_rows("**DK-3.9**")
    assert len(rows) == len(BUILDINGS)
    for kind, cells in zip(Building, rows, strict=True):
        assert f"`{kind.name.lower()}`" in cells[0]
        prices = [int(price) for price in re.findall(r"\d+", cells[3])] or [0, 0, 0]
        hp = 0 if cells[1] == "indestructible" else int(cells[1])
        defence = int(re.findall(r"\d+", cells[2] + " 0")[0])
        assert BUILDINGS[kind] == (hp, defence, *prices)


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
    near = travel(land_of("....", "....", "....", "....")[0], Grid.of(4), [0], until={5, 15}.__contains__)
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
    assert sorted(found) == [(pytest.approx(0.4), 3, 9), (pytest.approx(0.6), 0, 10)]
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
