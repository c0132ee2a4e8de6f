"""Scenes of Champions: the map as it shrinks, battles blow by blow, what is known and what is not."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.core.config import parse_config
from referee.core.scene import (
    PLAYER_STYLES,
    Bar,
    Delta,
    Dice,
    Field,
    FlagKind,
    Hidden,
    Lines,
    Mark,
    Room,
    Scene,
    SceneTable,
    Shape,
    Style,
    Versus,
)
from referee.core.view import Sight
from referee.games.champions import PLUGIN
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.view.view import VIEW
from referee.games.scenario import load_scenario
from tests.helpers.scene_pairs import check_scene_pairs
from tests.helpers.scenes import Eye, field, part, rooms, scenes_of_recording, table_texts, texts
from tests.helpers.tiers import some
from tests.replay.recording import record_match

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "champions"
PLAYERS = ("ada", "bob", "cid")
CONFIG = {"max_rounds": 36, "stage_rounds": 8}


def _played(example: str, seat: int | None) -> tuple[Scene, Scene]:
    """The scenes before and after the first step of an example of the rulebook."""
    (path,) = SCENARIOS.glob(f"{example}_*.toml")
    scenario = load_scenario(path)
    num_seats, step = scenario.num_seats or 0, scenario.steps[0]
    game = PLUGIN.game
    config = parse_config(game.config_class, scenario.config)
    state = game.parse_state(config, num_seats, scenario.given or {})
    looking = Eye(PLUGIN, config, seat, num_seats)
    before = looking.look(state, [])
    if step.dice is not None:
        game.script_dice(state, step.dice)
    point = game.decision(state)
    assert point is not None
    actions = dict.fromkeys(point.seats) | {
        index: game.parse_action(order) for index, order in step.orders.items()
    }
    return before, looking.look(state, game.step(state, actions))


def _map(scene: Scene) -> tuple[Field, Mapping[str, Room]]:
    board = field(scene, "map")
    return board, rooms(board).rooms


# The map.


@pytest.mark.parametrize("seat", [3, None])
def test_tiles_keep_their_ids_when_the_map_shrinks(seat: int | None) -> None:
    """E-12: the first row and the last column vanish, and tile (1, 0) is the new (0, 0)."""
    before, after = _played("E12", seat)
    _, rooms = _map(before)
    assert len(rooms) == 16
    field, left = _map(after)
    gone = ("tile0.0", "tile0.1", "tile0.2", "tile0.3", "tile1.3", "tile2.3", "tile3.3")
    assert {tile for tile, room in left.items() if room.style is Style.HIDDEN} == set(gone)
    assert {tile: (room.row, room.column) for tile, room in left.items()} == {
        tile: (room.row, room.column) for tile, room in rooms.items()
    }
    assert left["tile1.0"].name == "tile 0, corner"
    assert left["tile3.2"].name == "tile 8, corner"
    assert Mark(Shape.AREA, gone, Style.BAD, "vanished") in field.marks
    assert {token.id: token.at for token in field.tokens} == {
        "seat0": "tile1.2",
        "seat1": "tile2.1",
        "seat2": "tile3.2",
        "seat3": "tile1.0",
        "seat4": "tile1.0",
        "seat5": "tile1.1",
        "seat6": "tile1.1",
        "seat7": "tile2.2",
        "seat8": "tile3.0",
    }
    assert [(flag.kind, flag.seat) for flag in after.flags] == [
        (FlagKind.ELIMINATION, 9),
        (FlagKind.LEVEL, None),
    ]


def test_tiles_that_have_vanished_are_gone_a_step_later() -> None:
    """What is left is drawn where it was."""
    public = _seen(3, {0: (0, 2), 1: (1, 1)})
    shrunk = {"map_shrunk": {"old_size": 4, "new_size": 3, "cuts": [{"oy": 1, "ox": 0}]}}
    first = VIEW.followed(None, Sight({}, (), CONFIG, PLAYERS, _seen(4, {0: (0, 3), 1: (2, 1)})))
    second = VIEW.followed(first, Sight({}, (shrunk,), CONFIG, PLAYERS, public))
    third = VIEW.followed(second, Sight({}, (), CONFIG, PLAYERS, public))
    assert len(_map(VIEW.scene(second))[1]) == 16
    field, rooms = _map(VIEW.scene(third))
    assert list(rooms) == [f"tile{row}.{column}" for row in (1, 2, 3) for column in (0, 1, 2)]
    assert not field.marks


def test_two_cuts_at_once_are_told_from_the_first_map() -> None:
    """From 4x4 to 2x2: first row and column, then last row and column; what is left are the centres."""
    cuts = [{"oy": 1, "ox": 1}, {"oy": 0, "ox": 0}]
    shrunk = {"map_shrunk": {"old_size": 4, "new_size": 2, "cuts": cuts}}
    first = VIEW.followed(None, Sight({}, (), CONFIG, PLAYERS, _seen(4, {0: (1, 1)})))
    sight = Sight({}, (shrunk,), CONFIG, PLAYERS, _seen(2, {0: (0, 0)}))
    field, rooms = _map(VIEW.scene(VIEW.followed(first, sight)))
    left = {tile for tile, room in rooms.items() if room.name != "gone"}
    assert left == {"tile1.1", "tile1.2", "tile2.1", "tile2.2"}
    assert len(rooms) == 16
    assert [token.at for token in field.tokens] == ["tile1.1"]


def test_seats_are_tokens_of_their_own() -> None:
    """Sixteen on one tile: number, name, owner and style each; healths only where they are known."""
    names = tuple(f"bot{seat}" for seat in range(16))
    public = _seen(4, dict.fromkeys(range(16), (1, 1)))
    field, rooms = _map(VIEW.scene(Sight({}, (), CONFIG, names, public)))
    assert [
        (token.kind.glyph, token.kind.name, token.owner, token.at) for token in field.tokens
    ] == [(str(seat), f"bot{seat}", seat, "tile1.1") for seat in range(16)]
    assert [token.kind.style for token in field.tokens] == list(PLAYER_STYLES)
    assert not any(token.bars or token.tip for token in field.tokens)
    ((items,),) = rooms["tile1.1"].lines
    assert isinstance(items.measure, Hidden)


# Battles.


def test_a_battle_is_told_blow_by_blow() -> None:
    """E-7, with the dice in their order: boost 13, guard 8, damage 53 and 7."""
    _, scene = _played("E07", 0)
    versus = part(scene, "battle0")
    assert isinstance(versus, Versus)
    assert (versus.left.title, versus.right.title) == ("0 ada", "1 bob")
    assert texts(versus)[:4] == ["Rogue 78 -7", "Healer 80", "Gladiator 55 -45", "Mage 85"]
    assert versus.left.lines[0][1].measure == Bar(78, 85, 7)
    assert versus.left.lines[0][2].measure == Delta(-7)
    assert texts(part(scene, "blows0"))[:5] == [
        "turn 1: 0 Healer boosts 0 Rogue: (6 + Herb Satchel 4) x 1.25 = 13",
        "turn 1: 1 Mage guards 1 Gladiator: 5 + Smoke Pellet 3 = 8",
        "turn 1: 0 Rogue attacks 1 Gladiator:"
        " (8! + 3 + 2 + Steel Sword 6 + 13 boost - Iron Plate 5) x 1.50 = 53",
        "turn 1: 1 Gladiator attacks 0 Rogue: (7 + 2) x 0.80 = 7",
        "after turn 1: 0 Rogue 78, 0 Healer 80, 1 Gladiator 55, 1 Mage 85",
    ]
    assert [(flag.kind, flag.text) for flag in scene.flags] == [(FlagKind.START, "1 battle")]


def test_dice_of_a_blow_have_their_sides() -> None:
    """E-7: three of eight sides for the Rogue, the sword's eight, the plate's eight."""
    _, scene = _played("E07", 1)
    blows = part(scene, "blows0")
    assert isinstance(blows, Lines)
    rolled = [span.measure for span in blows.lines[2] if isinstance(span.measure, Dice)]
    assert rolled == [Dice((8, 3, 2), 8), Dice((6,), 8), Dice((5,), 8)]


def test_an_evaded_attack_is_told_with_its_roll() -> None:
    """E-8: 9 of 9 evades, 8 does not; 11 damage."""
    _, scene = _played("E08", 1)
    assert texts(part(scene, "blows0"))[:4] == [
        "turn 1: 1 Gladiator attacks 0 Rogue: evade roll 9 of 9, evaded",
        "turn 1: 1 Mage attacks 0 Rogue:"
        " evade roll 8 of 9; (3 + 3 + 4 + 1 - Ringmail 2) x 1.25 = 11",
        "turn 1: 0 Gladiator, 0 Rogue evade",
        "after turn 1: 0 Gladiator 100, 0 Rogue 74, 1 Gladiator 100, 1 Mage 85",
    ]


def test_the_public_sees_no_battle_and_no_health() -> None:
    """CH-6.1: unknown is told as such, and is neither nothing nor zero."""
    _, scene = _played("E07", None)
    assert [each.id for each in scene.parts] == ["map", "seats"]
    seats = part(scene, "seats")
    assert isinstance(seats, SceneTable)
    unknown = [cell[0] for row in seats.rows for cell in row.cells[1:7]]
    assert all(isinstance(span.measure, Hidden) for span in unknown)
    assert not scene.series


# Seats.


def test_healths_that_were_told_are_remembered() -> None:
    """A rival's are told as a battle opens (CH-6.5); a step later they are of then, and a dead champion stays dead."""
    report = {"seats": [{"seat": 1, "health": [100, 20, 0, 85]}], "battles": []}
    public = _seen(4, {0: (1, 1), 1: (1, 1)})
    first = VIEW.followed(None, Sight({0: _own(0, report=report)}, (), CONFIG, PLAYERS, public))
    second = VIEW.followed(first, Sight({0: _own(0)}, (), CONFIG, PLAYERS, public))
    told = table_texts(part(VIEW.scene(first), "seats"))["seat:1"]
    assert told == ["1 bob", "100", "20", "dead", "85", "?", "?", ""]
    told = table_texts(part(VIEW.scene(second), "seats"))["seat:1"]
    assert told == ["1 bob", "last 100", "last 20", "dead", "last 85", "?", "?", ""]


def test_gear_and_bags_are_those_of_the_seats_looked_through() -> None:
    """Kinds 2, 18 and 28 are a Steel Sword, an Iron Plate and a Bandage Roll (CH-3.6)."""
    own = _own(0)
    own["me"]["champions"][0]["slots"] = [{"id": 5, "kind": 2}, NO_ITEM, {"id": 6, "kind": 18}]
    own["me"]["stash"] = [{"id": 7, "kind": 28}, {"id": 8, "kind": 28}]
    found = {"loot_found": {"action": 0, "item": 8, "kind": 28}}
    sight = Sight({0: own}, (found,), CONFIG, PLAYERS, _seen(4, {0: (1, 1)}))
    scene = VIEW.scene(sight)
    assert table_texts(part(scene, "gear")) == {
        "0.G": ["0 ada", "Gladiator", "Steel Sword 1d8", "-", "Iron Plate armour 1d8"]
    }
    assert table_texts(part(scene, "bags")) == {"seat:0": ["0 ada", "2 Bandage Roll"]}
    assert texts(part(scene, "loot")) == ["0 ada: Bandage Roll heal 1d6 support 1d4"]
    assert scene.series == {"health": {0: 350}, "kills": {0: 2}}


def test_placements_stay_when_the_match_is_over() -> None:
    """E-14, whose placements are 1, 2, 3, 3, 5; the last frame has no events any more."""
    end = {
        "placements": [1, 2, 3, 3, 5],
        "scores": [1000000, 750000, 375000, 375000, 0],
        "kills": [3, 3, 2, 2, 1],
        "damage": [210, 200, 150, 150, 400],
    }
    names = (*PLAYERS, "dan", "eve")
    public = _seen(1, {0: (0, 0), 1: (0, 0)}, num_seats=5)
    ended = VIEW.followed(None, Sight({}, ({"match_end": end},), CONFIG, names, public))
    last = VIEW.scene(dataclasses.replace(ended, events=()))
    rows = table_texts(part(last, "seats")).values()
    assert [row[5:] for row in rows] == [
        ["3", "210", "1"],
        ["3", "200", "2"],
        ["2", "150", "3"],
        ["2", "150", "3"],
        ["1", "400", "5"],
    ]


# Whole matches.


@pytest.mark.parametrize("num_seats", some([3, 16], 1))
def test_every_scene_can_be_drawn(num_seats: int, tmp_path: Path) -> None:
    """For all eyes; every seat in play is on a tile that is there, and all eyes see the same map."""
    recorder = record_match(PLUGIN, tmp_path / "m.journal", num_seats=num_seats, fixed_seed=1)
    places: dict[str, str] = {}
    for one, scene in scenes_of_recording(recorder.path):
        field, rooms = _map(scene)
        assert all(rooms[token.at].style is not Style.HIDDEN for token in field.tokens)
        if one.is_all:
            places = {token.id: token.at for token in field.tokens}
        assert {token.id: token.at for token in field.tokens} == places


def test_what_is_hidden_changes_no_scene() -> None:
    """Neither rivals' healths, gear and bags, nor what lies in pools, nor the seed."""
    config = ChampionsConfig(max_rounds=6)
    assert check_scene_pairs(PLUGIN, config, num_seats=3, seed=4) > 20


NO_ITEM = {"id": 0, "kind": 0}


def _seen(
    size: int, where: Mapping[int, tuple[int, int]], *, num_seats: int | None = None
) -> dict[str, Any]:
    """What everybody may know; seats without a place are out."""
    out = {"alive": False, "row": -1, "col": -1, "out_round": 3}
    seats = [
        {"alive": True, "row": where[seat][0], "col": where[seat][1], "out_round": 0}
        if seat in where
        else out
        for seat in range(num_seats or max(len(PLAYERS), len(where)))
    ]
    return {"round": 9, "phase": 0, "size": size, "stage_age": 2, "seats": seats}


def _own(seat: int, **more: Any) -> dict[str, Any]:
    """What a seat observes of itself, with all champions unhurt and nothing in hand."""
    champions = [{"health": health, "slots": [NO_ITEM] * 3} for health in (100, 85, 80, 85)]
    me = {"seat": seat, "champions": champions, "stash": [], "kills": 2, "damage": 30}
    return {"me": me, "my_battles": [], **more}
