"""Events of Dungeon Keeper as sentences in the terminal."""

from __future__ import annotations

from typing import Any

import pytest

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from referee.core.view import Style
from referee.games.dungeon_keeper.view.sentences import Names, event_line
from referee.games.dungeon_keeper.view.view import VIEW
from tests.cli.keeper_fields import PLAYERS, event_fields

KINDS = {100003: "imp", 200004: "kerub", 1: "hero", 2: "gnome"}
BUILDINGS = {(4, 5): "wall", (9, 9): "altar"}
NAMES = Names(PLAYERS, KINDS, BUILDINGS)

IMP = {"unit": 100003, "row": 3, "col": 4}
KERUB = {"unit": 200004, "row": 4, "col": 4}
HERO = {"unit": 1, "row": 7, "col": 7}
GNOME = {"unit": 2, "row": 7, "col": 7}
WALL = {"row": 4, "col": 5}


def _told(kind: str, body: dict[str, Any], names: Names = NAMES) -> str:
    return "".join(span.text for span in event_line(event_fields(kind, body), names))


# Sentences.

SENTENCES: list[tuple[str, dict[str, Any], str]] = [
    ("order_result", {"seat": 0, "place": 2, "code": "CODE_OK"}, ""),
    (
        "order_result",
        {"seat": 0, "place": 2, "code": "CODE_NO_AP"},
        "0 ada: refused, order 2: NO_AP",
    ),
    ("order_result", {"seat": 1, "code": "CODE_BAD_SCHEMA"}, "1 bob: refused: BAD_SCHEMA"),
    (
        "turn_start",
        {"seat": 1, "income": 3, "upkeep": 2},
        "turn of 1 bob, +3 mana, upkeep 2",
    ),
    ("turn_start", {"seat": 1}, "turn of 1 bob"),
    ("vanished", {"unit": IMP}, "imp 0.3 vanishes from 3-4"),
    (
        "summoned",
        {"unit": IMP, "seat": 0, "kind": "UNIT_KIND_IMP", "circle": WALL},
        "0 ada summons imp 0.3 to 3-4",
    ),
    ("moved", {"unit": IMP, "to": WALL}, "imp 0.3 goes from 3-4 to 4-5"),
    ("moved", {"unit": {"unit": 100003}, "to": WALL}, "imp 0.3 goes to 4-5"),
    ("moved", {"unit": IMP}, "imp 0.3 goes from 3-4"),
    (
        "attacked",
        {"attacker": KERUB, "target": IMP, "damage": 5},
        "kerub 1.4 strikes imp 0.3 on 3-4 for 5",
    ),
    (
        "attacked",
        {"attacker": IMP, "target": KERUB, "damage": 1, "is_counter": True},
        "imp 0.3 strikes back at kerub 1.4 on 4-4 for 1",
    ),
    ("attacked", {"attacker": KERUB, "target": IMP}, "imp 0.3 evades kerub 1.4"),
    (
        "attacked",
        {"attacker": KERUB, "cell": WALL, "damage": 4},
        "kerub 1.4 strikes the wall on 4-5 for 4",
    ),
    ("attacked", {"cell": WALL, "damage": 4}, "somebody strikes the wall on 4-5 for 4"),
    (
        "attacked",
        {"attacker": KERUB, "cell": {"row": 0, "col": 0}, "damage": 4},
        "kerub 1.4 strikes the building on 0-0 for 4",
    ),
    (
        "blasted",
        {"attacker": KERUB, "target": IMP, "damage": 2},
        "imp 0.3 on 3-4 loses 2 to a blast of kerub 1.4",
    ),
    ("blasted", {"target": IMP, "damage": 2}, "imp 0.3 on 3-4 loses 2"),
    (
        "tower_shot",
        {"tower": WALL, "target": IMP, "damage": 8},
        "a battle tower on 4-5 shoots imp 0.3 for 8",
    ),
    ("tower_shot", {"target": IMP}, "imp 0.3 evades the shot of a tower"),
    ("hurt", {"unit": KERUB, "damage": 4, "by_poison": True}, "kerub 1.4 loses 4 to poison"),
    ("hurt", {"unit": KERUB, "damage": 1}, "kerub 1.4 loses 1 to fire"),
    ("healed", {"unit": KERUB, "amount": 3}, "kerub 1.4 gains 3 hp"),
    (
        "rolled",
        {"unit": KERUB, "roll": "ROLL_KIND_ZEAL", "value": 50, "chance": 50},
        "  zeal of kerub 1.4: 50 of 50, yes",
    ),
    (
        "rolled",
        {"unit": KERUB, "roll": "ROLL_KIND_CURSE_ABSORPTION", "value": 51, "chance": 50},
        "  curse absorption of kerub 1.4: 51 of 50, no",
    ),
    ("slowed", {"unit": IMP}, "imp 0.3 is slowed: 1 AP less"),
    (
        "died",
        {"unit": KERUB, "killer": 0, "mana": 2},
        "kerub 1.4 dies on 4-4, killed by 0 ada, +2 mana",
    ),
    ("died", {"unit": KERUB}, "kerub 1.4 dies on 4-4"),
    ("dug", {"unit": IMP, "cell": WALL}, "imp 0.3 digs 4-5"),
    ("dug", {"cell": WALL}, "somebody digs 4-5"),
    ("dug", {"unit": IMP}, "imp 0.3 digs somewhere"),
    (
        "mined",
        {"unit": IMP, "cell": WALL, "kind": "MINE_KIND_GOLD", "amount": 10},
        "imp 0.3 brings 10 gold out of 4-5",
    ),
    (
        "mined",
        {"unit": IMP, "cell": WALL, "kind": "MINE_KIND_GEM", "amount": 1},
        "imp 0.3 brings 1 taldear out of 4-5",
    ),
    (
        "built",
        {"unit": IMP, "cell": WALL, "building": "BUILDING_KIND_BATTLE_TOWER"},
        "imp 0.3 builds a battle tower on 4-5",
    ),
    (
        "repaired",
        {"unit": IMP, "cell": WALL, "amount": 9, "gold": 5},
        "imp 0.3 repairs the wall on 4-5 by 9 hp for 5 gold",
    ),
    (
        "building_destroyed",
        {"cell": WALL, "building": "BUILDING_KIND_WALL", "owner": -1},
        "the wall on 4-5 is destroyed",
    ),
    (
        "building_destroyed",
        {"cell": {"row": 9, "col": 9}, "building": "BUILDING_KIND_ALTAR", "owner": 1},
        "the altar of 1 bob on 9-9 is destroyed",
    ),
    (
        "picked_up",
        {"unit": IMP, "cell": WALL, "item": "ITEM_KIND_CHEST", "gold": 210, "taldear": 2},
        "imp 0.3 picks up chest on 4-5: 210 gold, 2 taldear",
    ),
    (
        "picked_up",
        {"unit": IMP, "cell": WALL, "item": "ITEM_KIND_RUNE_FIRE"},
        "imp 0.3 picks up rune of fire on 4-5",
    ),
    ("dropped", {"cell": WALL, "item": "ITEM_KIND_SWORD"}, "sword lies on 4-5"),
    (
        "rune_used",
        {"unit": IMP, "rune": "RUNE_DEATH", "is_installed": True},
        "imp 0.3 sets the rune of death into the Altar",
    ),
    (
        "rune_used",
        {"unit": IMP, "rune": "RUNE_FIRE"},
        "imp 0.3 gives the rune of fire for mana",
    ),
    (
        "capture_progress",
        {"unit": IMP, "cell": WALL, "points": 3},
        "imp 0.3 works on the Source on 4-5: 3 of 10",
    ),
    (
        "captured",
        {"cell": WALL, "old": -1, "new": 0},
        "0 ada captures the Source on 4-5 of nobody",
    ),
    (
        "captured",
        {"cell": WALL, "old": 1, "new": 0},
        "0 ada captures the Source on 4-5 of 1 bob",
    ),
    ("captured", {"cell": WALL, "old": 1, "new": -1}, "the Source on 4-5 is nobody's now"),
    (
        "sacrificed",
        {"priest": KERUB, "unit": IMP, "spirit": "SPIRIT_LIFE"},
        "kerub 1.4 sacrifices imp 0.3 for a spirit of life",
    ),
    (
        "status_added",
        {"unit": IMP, "status": "STATUS_IRON_SKIN", "source": 0},
        "imp 0.3 is under iron skin, from 0 ada",
    ),
    ("status_added", {"unit": IMP, "status": "STATUS_POISON"}, "imp 0.3 is under poison"),
    (
        "status_removed",
        {"unit": IMP, "status": "STATUS_RAGE", "source": 0},
        "rage leaves imp 0.3",
    ),
    ("controlled", {"unit": KERUB, "seat": 0}, "0 ada subjugates kerub 1.4"),
    ("released", {"unit": KERUB, "seat": 0}, "kerub 1.4 obeys its owner again"),
    (
        "upgraded",
        {"unit": KERUB, "old": "UNIT_KIND_GRASDIR", "new": "UNIT_KIND_KERUB"},
        "kerub 1.4 has risen from grasdir",
    ),
    ("source_upgraded", {"cell": WALL, "level": 4}, "the Source on 4-5 rises to level 4"),
    ("researched", {"seat": 0, "spell": "SPELL_HASTE"}, "0 ada learns haste"),
    (
        "cast",
        {"seat": 0, "spell": "SPELL_HASTE", "target": IMP},
        "0 ada casts haste on imp 0.3",
    ),
    (
        "cast",
        {"spell": "SPELL_SLOW", "target": IMP},
        "somebody casts slow on imp 0.3",
    ),
    ("forged", {"seat": 0, "artifact": "ARTIFACT_SWORD"}, "0 ada forges sword"),
    ("equipped", {"unit": IMP, "artifact": "ARTIFACT_CROWN"}, "imp 0.3 bears crown now"),
    (
        "spirit_assigned",
        {"unit": IMP, "spirit": "SPIRIT_VALOUR"},
        "a spirit of valour goes with imp 0.3",
    ),
    (
        "exchanged",
        {"seat": 0, "resource": "RESOURCE_TALDEAR", "amount": 1, "mana": 100},
        "0 ada makes 1 taldear out of 100 mana",
    ),
    ("eliminated", {"seat": 1, "by": 0}, "1 bob is out, felled by 0 ada"),
    ("eliminated", {"seat": 1}, "1 bob is out"),
    (
        "hero_appeared",
        {"hero": HERO, "gnome": GNOME},
        "the Hero and the gnome come out of a portal on 7-7",
    ),
    ("hero_died", {"hero": HERO}, "the Hero is dead, on 7-7"),
    (
        "alliance_changed",
        {"seat": 0, "other": 2, "is_declared": True},
        "0 ada declares an alliance with 2 cy",
    ),
    (
        "alliance_changed",
        {"seat": 0, "other": 2},
        "0 ada withdraws from an alliance with 2 cy",
    ),
    ("altars_waned", {"hp": 3}, "the Altars wane by 3"),
    (
        "match_end",
        {"placements": [2, 1, 3], "scores": [120, 410, 0]},
        "the end: 1. 1 bob 410, 2. 0 ada 120, 3. 2 cy 0",
    ),
]


@pytest.mark.parametrize(("kind", "body", "line"), SENTENCES)
def test_events_are_sentences(kind: str, body: dict[str, Any], line: str) -> None:
    """Each kind of event, with what is unknown under fog left out."""
    assert _told(kind, body) == line


def test_every_event_of_the_schema_is_told() -> None:
    """None is missing above."""
    kinds = {field.name for field in wire.Event.DESCRIPTOR.oneofs_by_name["event"].fields}
    assert kinds == {kind for kind, _, _ in SENTENCES}


def test_units_that_nobody_knows_are_called_units() -> None:
    """By seat and serial all the same; the light side has no serials that say anything."""
    assert _told("dug", {"unit": IMP, "cell": WALL}, Names(PLAYERS)) == "unit 0.3 digs 4-5"
    assert _told("vanished", {"unit": HERO}, Names(PLAYERS)) == "the light unit vanishes from 7-7"
    line = VIEW.event_line(event_fields("dug", {"unit": IMP, "cell": WALL}), PLAYERS)
    assert "".join(span.text for span in line) == "unit 0.3 digs 4-5"


def test_units_and_seats_have_the_colour_of_their_seat() -> None:
    """The words between them have that of the sentence."""
    line = event_line(event_fields("died", {"unit": KERUB, "killer": 0, "mana": 2}), NAMES)
    assert [(span.text, span.style) for span in line] == [
        ("kerub 1.4", Style.SECOND),
        (" dies", Style.BAD),
        (" on ", Style.BAD),
        ("4-4", Style.BAD),
        (", killed by ", Style.BAD),
        ("0 ada", Style.FIRST),
        (", +", Style.BAD),
        ("2", Style.BAD),
        (" mana", Style.BAD),
    ]
