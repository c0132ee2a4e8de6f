"""`referee watch` of Dungeon Keeper: sentences, cells, lists, deltas, fog, and what fits a terminal."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import json_format

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from referee.core.flat import part_lines, plain
from referee.core.view import Sight
from referee.games.dungeon_keeper.view.view import VIEW
from tests.cli.keeper_fields import PLAYERS, as_fields, event_fields

# Boards.

CONFIG = {"max_rounds": 60, "fog_of_war": False, "gold_per_ap": 10, "iron_per_ap": 10} | {
    "gem_per_ap": 1
}


def _at(row: int, col: int, kind: str, **more: object) -> dict[str, Any]:
    return {"row": row, "col": col, "kind": kind, **more}


def _building(row: int, col: int, kind: str, owner: int, hp: int, level: int = 0) -> dict[str, Any]:
    return _at(row, col, f"BUILDING_KIND_{kind}", owner=owner, hp=hp, level=level)


def _mine(row: int, col: int, kind: str, left: int) -> dict[str, Any]:
    return _at(row, col, f"MINE_KIND_{kind}", left=left)


def _item(row: int, col: int, kind: str) -> dict[str, Any]:
    return _at(row, col, f"ITEM_KIND_{kind}")


def _unit(row: int, col: int, number: int, kind: str, **more: object) -> dict[str, Any]:
    owner = number // 100000 - 1 if number >= 100000 else -2
    given = {"id": number, "owner": owner, "controller": owner, "hp": 1, "max_hp": 1, **more}
    return _at(row, col, f"UNIT_KIND_{kind}", **given)


HOLDINGS: dict[str, Any] = {"gold": 50, "iron": 1, "taldear": 2, "mana": 5, "score": 271}
HOLDINGS |= {"store": [1, 0, 0, 0], "spirits": [0, 0, 2], "runes": ["RUNE_FIRE"]}
HOLDINGS |= {"spells": ["SPELL_RAGE", "SPELL_IRON_SKIN"]}
SEATS = [
    {"seat": 0, "alive": True, "serial": 4, "holdings": HOLDINGS},
    {"seat": 1, "alive": True, "serial": 9, "holdings": {**HOLDINGS, "score": 5}},
    {"seat": 2, "alive": False, "eliminated_order": 1, "holdings": {}},
]
WHOLE: dict[str, Any] = {
    "round": 7,
    "acting_seat": 1,
    "turn_order": [1, 2, 0],
    "rows": ["#bbbb", "bbbbb", "mmmm.", ".....", "....."],
    "buildings": [
        _building(0, 1, "ALTAR", 0, 100),
        _building(0, 2, "SOURCE", 1, 0, 3),
        _building(0, 3, "SOURCE", -1, 0, 10),
        _building(0, 4, "CIRCLE", 1, 49),
        _building(1, 0, "BATTLE_TOWER", 0, 4),
        _building(1, 1, "SLOWING_TOWER", 0, 50),
        _building(1, 2, "ARMOURY", 0, 50),
        _building(1, 3, "WALL", -1, 50),
        _building(1, 4, "HOSPITAL", 7, 50),
    ],
    "mines": [
        _mine(2, 0, "GOLD", 100),
        _mine(2, 1, "GOLD", 85),
        _mine(2, 2, "IRON", 1),
        _mine(2, 3, "GEM", 9),
    ],
    "items": [
        _item(2, 4, "CHEST"),
        _item(3, 0, "RUNE_DARKNESS"),
        _item(3, 1, "CROWN"),
        _item(3, 2, "AMULET"),
        _item(3, 2, "SWORD"),
        _item(4, 1, "RUNE_FIRE"),
    ],
    "units": [
        _unit(3, 3, 100001, "IMP"),
        _unit(4, 0, 100002, "BES"),
        _unit(4, 0, 100003, "KERUB"),
        _unit(4, 0, 100004, "IMP"),
        _unit(4, 1, 200009, "YAFALEN"),
        _unit(4, 2, 1, "HERO"),
    ],
    "seats": SEATS,
}
BOARD = [
    "  0  1  2  3  4",
    "0  # 0A 1S3 SX1C9",
    "1 0T00L 0R5 W 7H",
    "2  g  g9 i1 t9 c",
    "3  D  ac a+0i  .",
    "4 0k31y'@h  .  .",
]


def _observed(told: dict[str, Any]) -> dict[str, Any]:
    return as_fields(json_format.ParseDict(told, wire.Observation()))


def _sight(public: dict[str, Any] | None, **more: Any) -> Sight:
    given = {"observations": {}, "events": (), "config": CONFIG, "players": PLAYERS, **more}
    return Sight(public=None if public is None else _observed(public), **given)


def _part(sight: Sight, title: str) -> list[str]:
    """The lines of the part whose title begins so."""
    for section in VIEW.sections(sight):
        for part in section.parts:
            if part.title.startswith(title):
                return [plain(line) for line in part_lines(part)]
    raise AssertionError(title)


def test_a_cell_tells_all_without_colours() -> None:
    """Owner, what it is, and count, level, or what is left, in three characters.

    The wounded: a Circle of 49 in 50 has nine tenths, a tower of 4 none, an Armoury of 50 in 100 five.
    Mines: 85 gold are nine action points, 1 iron is one, 100 gold are ten and not told.
    """
    sight = VIEW.followed(None, _sight(WHOLE))
    assert _part(sight, "round 7 of 60, turn of 1 bob") == BOARD


def test_seats_are_told_in_two_lines_and_one_for_their_arts() -> None:
    """Their stocks, Sources and units; one that is out, in one line. The acting one is marked."""
    sight = VIEW.followed(None, _sight(WHOLE))
    assert _part(sight, "seats") == [
        " 0 ada          altar 100   271",
        "   50g 1i 2t 5m  u4  S0",
        "   runes fire; spells rage,",
        "   iron skin; store 1 sword;",
        "   spirits 2 life",
        ">1 bob          altar   ?     5",
        "   50g 1i 2t 5m  u1  S3",
        "   runes fire; spells rage,",
        "   iron skin; store 1 sword;",
        "   spirits 2 life",
        " 2 cy           out as number 1",
    ]


def test_units_are_told_with_all_they_have() -> None:
    """Sections of units follow by turn order from the acting seat on, without those that have none."""
    status = {"status": "STATUS_CURSED_BLADE", "source": 0, "turns": 3, "stacks": 2}
    poison = {"status": "STATUS_POISON", "source": 0, "turns": 3}
    more: dict[str, Any] = {"controller": 0, "hp": 10, "max_hp": 30, "ap": 2}
    more |= {"attack": 1, "defence": 6, "artifacts": ["ARTIFACT_SWORD"], "rune": "RUNE_DEATH"}
    more |= {"spirits": ["SPIRIT_LIFE"], "fear": 2, "ap_debt": 1, "tower_slowed": True}
    more |= {"statuses": [status, poison, {"status": "STATUS_RAGE", "source": 1, "turns": 1}]}
    more |= {"capture_cell": {"row": 0, "col": 2}, "capture_points": 4}
    unit = _unit(4, 3, 200010, "SIEGE_BEAST", **more)
    sight = VIEW.followed(None, _sight({**WHOLE, "units": [*WHOLE["units"], unit]}))
    titles = [section.title for section in VIEW.sections(sight)]
    assert titles == [
        "match",
        *("units of 1 bob", "units of 0 ada", "light side"),
        *("buildings", "items"),
    ]
    row = _part(sight, "units of 1 bob")[2]
    assert [field.strip() for field in row.split("  ") if field] == [
        *("10 siege beast", "10/30", "2", "4-3", "1/6"),
        "obeys 0, sword, spirit of life, carries rune of death, cursed blade x2 3, poison 3, rage, "
        "fear x2, 1 AP less next turn, slowed by a tower, captures 0-2: 4 of 10",
    ]
    row = _part(sight, "light side")[1]
    assert row.split()[:4] == ["hero", "1/1", "0", "4-2"]


@pytest.mark.parametrize(("mark", "told"), [(80, ", mark 80"), (100, ""), (0, "")])
def test_a_low_mark_is_told_where_an_altar_was_repaired(mark: int, told: str) -> None:
    """Behind its hit points; version 1 has none."""
    altar = {**_building(0, 1, "ALTAR", 0, 100), "low_mark": mark}
    sight = VIEW.followed(None, _sight({**WHOLE, "buildings": [altar]}))
    (row,) = [" ".join(line.split()) for line in _part(sight, "buildings")[1:]]
    assert row == f"0 altar 0-1 100/100{told}"


def test_buildings_and_items_are_listed() -> None:
    """By owner, nobody's last; items by kind."""
    sight = VIEW.followed(None, _sight(WHOLE))
    rows = [" ".join(line.split()) for line in _part(sight, "buildings")[1:]]
    assert rows == [
        "0 altar 0-1 100/100",
        "0 battle tower 1-0 4/50, 0 AP",
        "0 slowing tower 1-1 50/50",
        "0 armoury 1-2 50/100",
        "1 source 0-2 level 3",
        "1 circle 0-4 49/50",
        "7 hospital 1-4 50/50",
        "- source 0-3 level 10",
        "- wall 1-3 50/50",
    ]
    assert _part(sight, "items") == [
        *("amulet 3-2", "chest 2-4", "crown 3-1"),
        *("rune of darkness 3-0", "rune of fire 4-1", "sword 3-2"),
    ]


# Deltas and fog.

FOGGY = CONFIG | {"fog_of_war": True}


def test_a_delta_is_put_into_what_was_told_before() -> None:
    """A gem mine is exhausted, a wall becomes rubble with a chest on it, an imp goes, a bes comes."""
    delta = {
        "is_delta": True,
        **{"round": 8, "acting_seat": 0, "you": 0},
        "cells": [
            {"row": 1, "col": 3, "look": ".", "items": [_item(1, 3, "CHEST")]},
            {"row": 2, "col": 2, "look": "m", "mine": _mine(2, 2, "IRON", 91)},
            {"row": 2, "col": 3, "look": "."},
            {"row": 2, "col": 4, "look": "b", "building": _building(2, 4, "ALTAR", 1, 9)},
        ],
        "units": [_unit(3, 4, 100003, "KERUB"), _unit(4, 4, 200001, "BES")],
        "gone_units": [100001, 1],
        "seats": [{**SEATS[0], "holdings": {**HOLDINGS, "gold": 7}}],
    }
    first = VIEW.followed(None, _sight(None, observations={0: _observed(WHOLE)}, config=FOGGY))
    later = _sight(None, observations={0: _observed(delta)}, config=FOGGY)
    second = VIEW.followed(first, later)
    assert _part(second, "round 8 of 60, turn of 0 ada")[2:] == [
        "1 0T00L 0R5 c 7H",
        "2  g  g9 i  . 1A0",
        "3  D  ac a+ . 0k",
        "4 0b21y' .  . 1b",
    ]
    seats = _part(second, "seats")
    assert seats[1] == "   7g 1i 2t 5m  u3  S0"
    assert seats[5] == " 1 bob          altar   9     5"
    again = VIEW.followed(
        second, later
    )  # a live frame that brings nothing new repeats the last one
    assert _part(again, "round 8") == _part(second, "round 8")
    assert _part(first, "round 7") == BOARD


def test_what_seats_know_under_fog_is_put_together() -> None:
    """A cell that somebody sees wins over memories, and these over what was never seen.

    Seat 0 remembers a tower where seat 1 sees rubble; of the cell at 0-2 nobody knows anything.
    """
    unseen = {"seat": 1, "alive": True}
    first = {
        "round": 3,
        "acting_seat": 1,
        "you": 0,
        "turn_order": [0, 1],
        "rows": ["b%?", "B.?", "??M"],
        "buildings": [_building(0, 0, "ALTAR", 0, 100), _building(1, 0, "BATTLE_TOWER", 1, 50)],
        "mines": [_mine(2, 2, "GOLD", 30)],
        "units": [_unit(1, 1, 100001, "IMP")],
        "seats": [SEATS[0], unseen],
    }
    second = {
        "round": 3,
        "acting_seat": 1,
        "you": 1,
        "turn_order": [0, 1],
        "rows": ["???", ".??", "b,M"],
        "buildings": [_building(2, 0, "ALTAR", 1, 50)],
        "mines": [_mine(2, 2, "GOLD", 20)],
        "units": [_unit(1, 0, 200001, "BES")],
        "seats": [{"seat": 0, "alive": True}, SEATS[1]],
    }
    seen = {0: _observed(first), 1: _observed(second)}
    both = VIEW.followed(None, _sight(None, observations=seen, config=FOGGY))
    board = _part(both, "round 3")
    assert board == ["  0  1  2", "0 0A  #~ ?", "1 1b 0i  ?", "2 1A5 .~ g~"]
    lines = _part(both, "seats")
    assert [line.split()[-1] for line in lines if "altar" in line] == ["271", "5"]
    alone = VIEW.followed(None, _sight(None, observations={0: seen[0]}, config=FOGGY))
    assert _part(alone, "round 3") == ["  0  1  2", "0 0A  #~ ?", "1 1T~0i  ?", "2  ?  ?  g~"]
    lines = _part(alone, "seats")
    assert lines[-2:] == [
        ">1 bob          altar   ?    ?",
        "   what it has is not known",
    ]
    rows = [" ".join(line.split()) for line in _part(alone, "buildings")[1:]]
    assert rows == ["0 altar 0-0 100/100", "1 battle tower 1-0 50/50, 0 AP remembered"]


def test_who_comes_within_a_turn_sees_what_there_is() -> None:
    """A delta with nothing before it, and no board that everybody knows: no board, but lists."""
    delta = {"is_delta": True, "round": 2, "acting_seat": 0, "seats": SEATS[:1]}
    delta["units"] = [_unit(1, 1, 100001, "IMP")]
    delta["cells"] = [{"row": 0, "col": 1, "look": "b", "building": _building(0, 1, "WALL", -1, 9)}]
    public = {"round": 2, "acting_seat": 0, "turn_order": [0, 1], "seats": SEATS[:1]}
    told = _sight(public, observations={0: _observed(delta)}, config=FOGGY)
    sections = VIEW.sections(VIEW.followed(None, told))
    assert [section.title for section in sections] == ["match", "units of 0 ada", "buildings"]
    assert [part.title for part in sections[0].parts] == ["seats"]


def test_only_under_fog_seats_are_looked_through() -> None:
    """In an open game everybody may know what any seat does."""
    assert list(VIEW.eyes(CONFIG, [0, 1])) == []
    assert list(VIEW.eyes(FOGGY, [0, 1])) == [0, 1]


def test_events_call_units_by_what_they_were() -> None:
    """One that has died in the step by the kind before it, a new one and an upgraded one as told."""
    gone = {**WHOLE, "units": WHOLE["units"][1:2], "buildings": WHOLE["buildings"][:1]}
    before = VIEW.followed(None, _sight(WHOLE))
    events = [
        event_fields("died", {"unit": {"unit": 200009, "row": 4, "col": 1}}),
        event_fields("summoned", {"unit": {"unit": 200010}, "seat": 1, "kind": "UNIT_KIND_IMP"}),
        event_fields("vanished", {"unit": {"unit": 200010}}),
        event_fields(
            "upgraded", {"unit": {"unit": 100002}, "old": "UNIT_KIND_BES", "new": "UNIT_KIND_LICH"}
        ),
        event_fields("vanished", {"unit": {"unit": 1}}),
        event_fields(
            "attacked", {"attacker": {"unit": 1}, "cell": {"row": 1, "col": 3}, "damage": 2}
        ),
        event_fields("order_result", {"seat": 1, "code": "CODE_OK"}),
    ]
    seen = VIEW.followed(before, _sight(gone, events=events))
    assert ["".join(span.text for span in line) for line in VIEW.event_lines(seen)] == [
        "yafalen 1.9 dies on 4-1",
        "1 bob summons imp 1.10",
        "imp 1.10 vanishes",
        "bes 0.2 has risen from bes",
        "the hero vanishes",
        "the hero strikes the wall on 1-3 for 2",
    ]


def test_the_board_scrolls_to_what_the_acting_seat_did_last() -> None:
    """Not to what happens to the next seat as its turn begins; where nothing happens, it stays."""
    moved = event_fields(
        "moved", {"unit": {"unit": 200009, "row": 4, "col": 1}, "to": {"row": 4, "col": 3}}
    )
    start = event_fields("turn_start", {"seat": 0})
    hurt = event_fields("hurt", {"unit": {"unit": 100001, "row": 3, "col": 3}, "damage": 1})
    first = VIEW.followed(None, _sight(WHOLE))
    assert first.focus == (2, 2)  # seat 1's Altar is not there
    second = VIEW.followed(first, _sight(WHOLE, events=[moved, start, hurt]))
    assert second.focus == (4, 3)
    assert VIEW.followed(second, _sight(WHOLE)).focus == (4, 3)
    assert VIEW.followed(second, _sight(WHOLE, events=[start, hurt])).focus == (3, 3)
    assert VIEW.followed(None, _sight({**WHOLE, "acting_seat": 0})).focus == (0, 1)
