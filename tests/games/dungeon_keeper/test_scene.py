"""How Dungeon Keeper looks as a scene: ground, stacks, marks, lists, fog of one and of several, secrets."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from google.protobuf import json_format

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from referee.core.game import Events
from referee.core.rng import Stream
from referee.core.scene import (
    Bar,
    Field,
    FlagKind,
    Grid,
    Hidden,
    Kind,
    Scene,
    SceneTable,
    Shape,
    Style,
    Token,
)
from referee.core.scene_plain import scene_plain
from referee.core.view import Sight
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.view.view import VIEW
from referee.games.sights import Eyes, Looker, SeenStep
from tests.games.dungeon_keeper.rich_positions import rich_position
from tests.games.dungeon_keeper.worked_map import WORKED_MAP
from tests.helpers.scene_pairs import check_scene_pairs
from tests.helpers.scenes import field, ground, lines, part, sights_of_match, table
from tests.helpers.tiers import some

GAME, CODEC = PLUGIN.game, PLUGIN.codec
PLAYERS = ("ada", "bob")
ALL, PUBLIC = Eyes(), Eyes(is_public=True)


class Match:
    """A match as eyes see it."""

    def __init__(self, eyes: Eyes, config: DungeonKeeperConfig) -> None:
        self.config = config
        self.state, events = GAME.start(config, seed=1, num_seats=2)
        self.looker = Looker(PLUGIN, config, eyes, players=PLAYERS, view=VIEW)
        self.scene = self._scene(events)

    def play(self, *orders: dict[str, Any]) -> Scene:
        """Let the acting seat carry out orders, and return the scene behind them."""
        point = GAME.decision(self.state)
        assert point is not None
        batch = GAME.parse_action({"orders": list(orders), "end_turn": False})
        self.scene = self._scene(GAME.step(self.state, dict.fromkeys(point.seats, batch)))
        return self.scene

    def _scene(self, events: Events) -> Scene:
        return VIEW.scene(self.looker.sight(SeenStep(PLUGIN, self.config, self.state, events)))


def board(scene: Scene) -> Field:
    """The board."""
    return field(scene, "board")


def ground_of(scene: Scene) -> Grid:
    """Its ground."""
    return ground(board(scene))


def tokens(scene: Scene) -> dict[str, Token]:
    """What stands on the board, by id."""
    return {token.id: token for token in board(scene).tokens}


def marked(scene: Scene, shape: Shape) -> list[tuple[tuple[str, ...], str]]:
    """What of a shape is drawn over the board."""
    return [(mark.at, mark.text) for mark in board(scene).marks if mark.shape is shape]


SMALL = DungeonKeeperConfig(preset="small")
NAMES = {"S": "source", "A": "altar", "O": "circle", "g": "gold mine", "i": "iron mine"} | {
    **{"t": "gem mine", "F": "rune of fire", "D": "rune of darkness", "M": "rune of death"},
    **{"m": "mana crystal", "c": "chest", "a": "sword"},
}


@pytest.mark.parametrize("eyes", [*Eyes.of(2)], ids=lambda eyes: eyes.name)
def test_in_an_open_game_all_eyes_see_the_worked_map(eyes: Eyes) -> None:
    """DK-2.19: seat 0 has the base at 12-12, seat 1 that at 2-2; the other Sources are nobody's."""
    scene = Match(eyes, SMALL).scene
    assert scene.title == "round 1 of 60, turn of 0 ada"
    ground = ground_of(scene)
    assert ground.sight == ()
    solid = {"#": "#", **dict.fromkeys("SAO", "b"), **dict.fromkeys("git", "m")}
    rows = [[solid.get(look, ".") for look in row] for row in WORKED_MAP]
    # At first the empty cells around an Altar are its owner's ground.
    for seat, altar in enumerate((12, 2)):
        for row, col in itertools.product(range(altar - 1, altar + 2), repeat=2):
            rows[row][col] = str(seat) if rows[row][col] == "." else rows[row][col]
    assert ground.rows == tuple(map("".join, rows))
    assert ground.legend["1"] == Kind("ground of bob", "", Style.SECOND)
    standing = {token.at: (token.kind.name, token.owner) for token in board(scene).tokens}
    owners = dict.fromkeys(("12,12", "12,14", "14,12"), 0) | dict.fromkeys(("2,2", "2,0", "0,2"), 1)
    assert standing == {
        f"{row},{col}": (NAMES[look], owners.get(f"{row},{col}"))
        for row, line in enumerate(WORKED_MAP)
        for col, look in enumerate(line)
        if look in NAMES
    }
    assert tokens(scene)["b12-12"].bars == (("hp", Bar(100, 100)),)
    assert tokens(scene)["b7-7"].badges == ("level 3",)
    # 2 * 100 of the Altar, 20 * 3 of the Source, (50 + 8) // 10 of gold and mana (DK-7.3)
    assert table(scene, "seats")["seat-0"][:7] == ["0 ada", "100", "265", "8", "50", "0", "0"]


def scenario(*units: dict[str, Any], **more: Any) -> DungeonKeeperConfig:
    """A board of 7 x 7 with the Altars of both in opposite corners."""
    rows = ["......."] * 7
    altars = [
        {"row": 0, "col": 0, "kind": "altar", "owner": 0},
        {"row": 6, "col": 6, "kind": "altar", "owner": 1},
    ]
    position = {"size": 7, "rows": rows, "buildings": altars, "units": list(units)}
    return DungeonKeeperConfig.model_validate({"scenario": position, **more})


def unit(owner: int, kind: str, row: int, col: int, **more: Any) -> dict[str, Any]:
    """A unit of a scenario."""
    return {"owner": owner, "kind": kind, "row": row, "col": col, **more}


def test_equal_units_of_a_cell_are_one_token() -> None:
    """One that is wounded stands by itself; the list has each, and all of a token light up with it."""
    stack = [unit(0, "bes", 3, 3), unit(0, "bes", 3, 3), unit(0, "bes", 3, 3, hp=1)]
    scene = Match(ALL, scenario(*stack, unit(0, "bes", 3, 4))).scene
    assert {
        key: (token.at, token.count, token.bars[0])
        for key, token in tokens(scene).items()
        if token.kind.name == "bes"
    } == {
        "u100001": ("3,3", 2, ("hp", Bar(3, 3))),
        "u100003": ("3,3", 1, ("hp", Bar(1, 3))),
        "u100004": ("3,4", 1, ("hp", Bar(3, 3))),
    }
    units = part(scene, "units-0")
    assert isinstance(units, SceneTable)
    assert {row.id: row.cells[0][0].ref for row in units.rows} == {
        "u100001": "token:u100001",
        "u100002": "token:u100001",
        "u100003": "token:u100003",
        "u100004": "token:u100004",
    }


def test_ways_blows_and_damage_are_marked() -> None:
    """A bes goes two steps; another strikes a siege beast for 1, which strikes back for 1 (DK-5.20, DK-5.21)."""
    there = [unit(0, "bes", 2, 0), unit(0, "bes", 4, 4), unit(1, "siege_beast", 4, 5)]
    scene = Match(ALL, scenario(*there)).play(
        {"type": "move", "unit": 100001, "to": [2, 1]},
        {"type": "move", "unit": 100001, "to": [3, 2]},
        {"type": "attack", "unit": 100002, "target": 200001},
    )
    assert marked(scene, Shape.PATH) == [(("2,0", "2,1", "3,2"), "")]
    assert marked(scene, Shape.ARROW) == [(("4,4", "4,5"), ""), (("4,5", "4,4"), "")]
    assert marked(scene, Shape.LABEL) == [(("4,5",), "-1"), (("4,4",), "-1")]
    assert tokens(scene)["u100001"].at == "3,2"
    assert tokens(scene)["u200001"].bars[0] == ("hp", Bar(29, 30))


# What is told, by hand.

RULES: dict[str, Any] = {"max_rounds": 60, "gold_mine_amount": 100}


def _plain(message: Any) -> dict[str, Any]:
    return json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


def _sight(observed: dict[int, dict[str, Any]], events: Sequence[dict[str, Any]] = ()) -> Sight:
    """What seats are told under fog."""
    return Sight(
        {
            seat: _plain(json_format.ParseDict(told, wire.Observation()))
            for seat, told in observed.items()
        },
        [_plain(json_format.ParseDict(event, wire.Event())) for event in events],
        {**RULES, "fog_of_war": True},
        PLAYERS,
    )


HOLDINGS: dict[str, Any] = {"gold": 50, "mana": 5, "score": 271, "spells": ["SPELL_RAGE"]}
TOWER = {"kind": "BUILDING_KIND_BATTLE_TOWER", "owner": 1, "hp": 50}
FIRST: dict[str, Any] = {
    "round": 3,
    "acting_seat": 1,
    "you": 0,
    "turn_order": [0, 1],
    "rows": ["b%?", "B.?", "??M"],
    "buildings": [
        {"row": 0, "col": 0, "kind": "BUILDING_KIND_ALTAR", "owner": 0, "hp": 40},
        {"row": 1, "col": 0, **TOWER},
    ],
    "mines": [{"row": 2, "col": 2, "kind": "MINE_KIND_GOLD", "left": 30}],
    "units": [
        {"id": 100001, "kind": "UNIT_KIND_IMP", "owner": 0, "controller": 0, "row": 1, "col": 1}
    ],
    "seats": [
        {"seat": 0, "alive": True, "holdings": HOLDINGS},
        {"seat": 1, "alive": True},
    ],
}
SECOND: dict[str, Any] = {
    **FIRST,
    "you": 1,
    "rows": ["???", ".??", "b,M"],
    "buildings": [{"row": 2, "col": 0, "kind": "BUILDING_KIND_ALTAR", "owner": 1, "hp": 50}],
    "mines": [{"row": 2, "col": 2, "kind": "MINE_KIND_GOLD", "left": 20}],
    "units": [
        {"id": 200001, "kind": "UNIT_KIND_BES", "owner": 1, "controller": 1, "row": 1, "col": 0}
    ],
    "seats": [{"seat": 0, "alive": True}, {"seat": 1, "alive": True, "holdings": HOLDINGS}],
}


def _seen(*observed: dict[str, Any], events: Sequence[dict[str, Any]] = ()) -> Scene:
    seats = {told["you"]: told for told in observed}
    return VIEW.scene(VIEW.followed(None, _sight(seats, events)))


def test_a_seat_under_fog_sees_remembers_and_does_not_know() -> None:
    """DK-6.20: what is remembered is so marked; what another has is hidden, not nothing."""
    scene = _seen(FIRST)
    ground = ground_of(scene)
    assert (ground.rows, ground.sight) == (("b#?", "b0?", "??m"), ("#. ", ".# ", "  ."))
    assert ground.legend["?"] == Kind("never seen", "", Style.HIDDEN)
    remembered = {key for key, token in tokens(scene).items() if token.is_remembered}
    assert remembered == {"b1-0", "m2-2"}
    assert tokens(scene)["m2-2"].bars == (("left", Bar(30, 100)),)
    seats = part(scene, "seats")
    assert isinstance(seats, SceneTable)
    hidden = [cell[0] for cell in seats.rows[1].cells[1:]]
    assert {span.text for span in hidden} == {"?"}
    assert all(isinstance(span.measure, Hidden) for span in hidden)
    assert scene.series == {"score": {0: 271}, "mana": {0: 5}, "units": {0: 1}}


def test_what_seats_know_is_put_together_for_all() -> None:
    """A cell that one sees wins over the other's memory: the tower is gone, and a bes stands there."""
    scene = _seen(FIRST, SECOND)
    ground = ground_of(scene)
    assert (ground.rows, ground.sight) == (("b#?", "10?", "b1m"), ("#. ", "## ", "#.."))
    assert set(tokens(scene)) == {"b0-0", "b2-0", "m2-2", "u100001", "u200001"}
    assert tokens(scene)["m2-2"].bars[0][1].value == 30  # memories differ: the lowest seat's counts
    assert [row[1] for row in table(scene, "seats").values()] == ["40", "50"]


def test_who_is_told_no_board_is_told_why() -> None:
    """The public under fog (DK-6.20)."""
    scene = Match(PUBLIC, DungeonKeeperConfig(preset="small", fog_of_war=True)).scene
    assert not any(isinstance(each, Field) for each in scene.parts)
    assert lines(scene, "no-board") == ["Under fog of war only seats see what lies on the board."]


def test_spells_are_told_with_who_knows_them() -> None:
    """The cast one is drawn over its target; what the other seat knows is hidden."""
    target = {"unit": 100001, "row": 1, "col": 1}
    cast = {"cast": {"seat": 0, "spell": "SPELL_RAGE", "target": target}}
    scene = _seen(FIRST, events=[cast])
    assert lines(scene, "spells") == [
        "0 ada casts rage on imp 0.1",
        "0 ada knows rage",
        "1 bob knows ?",
    ]
    assert marked(scene, Shape.AREA) == [(("1,1",), "rage")]


FLAGGED = [
    ({"eliminated": {"seat": 1, "by": 0}}, FlagKind.ELIMINATION, 1),
    ({"captured": {"cell": {"row": 1, "col": 1}, "old": -1, "new": 0}}, FlagKind.LEVEL, 0),
    ({"hero_appeared": {"hero": {"unit": 1}, "gnome": {"unit": 2}}}, FlagKind.START, None),
    ({"hero_died": {"hero": {"unit": 1}}}, FlagKind.DEATH, None),
    ({"altars_waned": {"hp": 1}}, FlagKind.START, None),
]


@pytest.mark.parametrize(("event", "kind", "seat"), FLAGGED)
def test_what_is_worth_a_jump_is_flagged(
    event: dict[str, Any], kind: FlagKind, seat: int | None
) -> None:
    """Eliminations, captured Sources, the Hero's coming and death, the first waning of the Altars."""
    assert [(flag.kind, flag.seat) for flag in _seen(FIRST, events=[event]).flags] == [(kind, seat)]


@pytest.mark.parametrize(
    "event",
    [
        {"altars_waned": {"hp": 2}},
        {"captured": {"cell": {"row": 1, "col": 1}, "old": 1, "new": -1}},
        {"died": {"unit": {"unit": 100001, "row": 1, "col": 1}}},
    ],
    ids=["later waning", "a Source becomes neutral", "a unit dies"],
)
def test_what_happens_often_is_not_flagged(event: dict[str, Any]) -> None:
    """It would fill the timeline."""
    assert _seen(FIRST, events=[event]).flags == ()


# Whole matches.

SHORT: dict[str, Any] = {"preset": "small", "max_rounds": 4, "start_mana": 60, "start_gold": 300}


@pytest.mark.parametrize("fog", [False, True])
def test_every_step_has_a_scene_for_all_eyes(fog: bool) -> None:
    """Of a random match, in the form that a browser gets, and with ids that are there once."""
    config = DungeonKeeperConfig.model_validate({**SHORT, "fog_of_war": fog})
    for sights in sights_of_match(PLUGIN, config, Eyes.of(2), num_seats=2, seed=5):
        scenes = [VIEW.scene(sight) for sight in sights]
        assert all(scene_plain(scene)["parts"] for scene in scenes)
        if not fog:
            whole = [dataclasses.replace(scene, flags=()) for scene in scenes]
            assert whole == whole[:1] * len(whole)


FOGGY: dict[str, Any] = {"preset": "medium", "fog_of_war": True, "sight_radius": 3} | {
    **{"max_rounds": 10, "start_mana": 60, "start_gold": 400},
    **{"hero_first_round": 2, "hero_chance": 50},
}


@pytest.mark.parametrize("seed", some([1, 2, 3], 1))
def test_secrets_do_not_show(seed: int) -> None:
    """States that a seat must not tell apart under fog have one scene for it, now and after a step."""
    config = DungeonKeeperConfig.model_validate(FOGGY)
    assert check_scene_pairs(PLUGIN, config, num_seats=2, seed=seed, steps=8) > 10


@pytest.mark.parametrize("seed", some([1, 2, 3, 4], 1))
def test_armies_hide_it_too(seed: int) -> None:
    """Armies of all kinds, in each other's sight and out of it."""
    position = rich_position(Stream(seed), 2)
    config = DungeonKeeperConfig.model_validate({**FOGGY, "scenario": position})
    assert check_scene_pairs(PLUGIN, config, num_seats=2, seed=seed, steps=6) > 1
