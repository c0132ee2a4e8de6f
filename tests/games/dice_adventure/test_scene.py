"""How Dice Adventure looks as a scene: fog of one and of several, pings, plans step by step, dice, secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from referee.core.config import parse_config
from referee.core.game import Events
from referee.core.plain import Plain
from referee.core.scene import (
    Dice,
    Field,
    FlagKind,
    Grid,
    Hidden,
    Lines,
    Mark,
    Scene,
    SceneTable,
    Shape,
    Style,
    spans_text,
)
from referee.core.scene_plain import scene_plain
from referee.games.dice_adventure import PLUGIN
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.view.view import VIEW
from referee.games.sights import Eyes, Looker, SeenStep
from tests.games.dice_adventure.test_reference import CONFIGS
from tests.helpers.scene_pairs import check_scene_pairs
from tests.helpers.scenes import field, ground, lines, part, rooms, sights_of_match
from tests.helpers.tiers import some

GAME, CODEC = PLUGIN.game, PLUGIN.codec
PLAYERS = ("ada", "bea", "cid")
DWARF, GIANT, HUMAN = Eyes(0), Eyes(1), Eyes(2)
ALL, PUBLIC = Eyes(), Eyes(is_public=True)

Orders = Mapping[int, Plain]


class Match:
    """A match of given orders and dice, as eyes see it."""

    def __init__(
        self, eyes: Eyes, values: dict[str, object], players: Sequence[str] = PLAYERS
    ) -> None:
        self.config = parse_config(DiceAdventureConfig, values)
        self.state, events = GAME.start(self.config, seed=1, num_seats=len(players))
        self.looker = Looker(PLUGIN, self.config, eyes, players=players, view=VIEW)
        self.scene = self._scene(events, {})

    def step(self, orders: Orders, dice: Sequence[int] = (), moves: Sequence[int] = ()) -> Scene:
        """Play a step, with the default for who is not named, and return the scene behind it."""
        GAME.script_dice(self.state, [*dice, *moves])
        point = GAME.decision(self.state)
        assert point is not None
        name = "pings" if point.phase == "communication" else "plan"
        plain: dict[int, Plain] = {seat: {name: orders.get(seat, [])} for seat in point.seats}
        actions = {seat: GAME.parse_action(order) for seat, order in plain.items()}
        events = GAME.step(self.state, actions)
        played = {seat: CODEC.encode_action(action) for seat, action in actions.items()}
        self.scene = self._scene(events, played)
        return self.scene

    def _scene(self, events: Events, played: dict[int, bytes]) -> Scene:
        step = SeenStep(PLUGIN, self.config, self.state, events, played)
        self.sight = self.looker.sight(step)
        return VIEW.scene(self.sight)


def silent(text: str, **values: object) -> dict[str, object]:
    """A level of a match in which nobody pings."""
    return {"levels": [{"map": text, "cap": 30}], "ping_windows": 0} | values


def board(scene: Scene) -> Field:
    """The board of the first party."""
    return field(scene, "board-0")


def ground_of(scene: Scene) -> Grid:
    """Its ground."""
    return ground(board(scene))


def marks(scene: Scene, shape: Shape) -> list[Mark]:
    """What of a shape is drawn over the board."""
    return [mark for mark in board(scene).marks if mark.shape is shape]


def table(scene: Scene, id: str) -> list[list[str]]:  # noqa: A002
    """Texts of a table, by row and column."""
    found = part(scene, id)
    assert isinstance(found, SceneTable)
    return [[spans_text(cell) for cell in row.cells] for row in found.rows]


def standing(scene: Scene) -> list[tuple[str, str]]:
    """What stands where, by name."""
    return [(token.at, token.kind.name) for token in board(scene).tokens]


LEVEL_1: dict[str, object] = {"levels": ["L1"]}


def test_a_seat_sees_its_own_fog() -> None:
    """DA-8.2: the Dwarf has two columns of three rows in sight, with the Giant and two monsters, not the Human."""
    scene = Match(DWARF, LEVEL_1).scene
    ground = ground_of(scene)
    assert ground.sight == ("   ", "## ", "## ", "## ")
    assert [[ground.legend[code].name for code in row] for row in ground.rows] == [
        ["unexplored"] * 3,
        ["shrine of the Dwarf", "shrine of the Giant", "unexplored"],
        ["spawn point of the Dwarf", "spawn point of the Giant", "unexplored"],
        ["empty", "empty", "unexplored"],
    ]
    assert standing(scene) == [
        ("2,0", "Dwarf"),
        ("2,1", "Giant"),
        ("3,0", "Lost Monsterling"),
        ("3,1", "Lost Monster"),
    ]
    assert [token.owner for token in board(scene).tokens] == [0, 1, None, None]


def test_three_see_together_what_one_of_them_sees() -> None:
    """DA-8.2: Giant and Human see all cells."""
    scene = Match(ALL, LEVEL_1).scene
    ground = ground_of(scene)
    assert ground.sight == ("###",) * 4
    assert [ground.legend[code].is_solid for code in ground.rows[0]] == [True, False, True]
    assert len(standing(scene)) == 6


def test_what_is_unknown_is_hidden_and_never_nothing() -> None:
    """The Dwarf knows neither the action points of others nor where the Human is (DA-6.4)."""
    members = part(Match(DWARF, LEVEL_1).scene, "members-0")
    assert isinstance(members, SceneTable)
    points, places = ([row.cells[column][0] for row in members.rows] for column in (3, 4))
    assert [span.text for span in points] == ["6", "?", "?"]
    assert [span.text for span in places] == ["0,2", "1,2", "?"]
    hidden = [span for span in (*points, *places) if span.text == "?"]
    assert all(isinstance(span.measure, Hidden) for span in hidden)
    assert all(span.style is Style.HIDDEN for span in hidden)


ROCK = "C1C2C3**\n..R1....\nK1K2K3.."


def test_a_plan_is_drawn_step_by_step_as_far_as_it_was_carried_out() -> None:
    """DA-8.4: the Giant is pushed back from the rock and halted; later it and the Human enter together."""
    match = Match(ALL, silent(ROCK))
    scene = match.step({1: ["D", "D"]}, dice=[5])
    assert [mark.at for mark in marks(scene, Shape.PATH)] == [("0,1", "1,1", "0,1")]
    assert lines(scene, "plans-0") == [
        "Dwarf: stands still",
        "Giant: down (loses against a rock); not carried out: down",
        "Human: stands still",
    ]
    assert [(mark.at, mark.text) for mark in marks(scene, Shape.LABEL)] == [(("1,1",), "5 < 6")]
    scene = match.step({1: ["W", "D"], 2: ["L", "D"]}, dice=[3, 3])
    assert [mark.at for mark in marks(scene, Shape.PATH)] == [
        ("0,1", "1,1"),
        ("0,2", "0,1", "1,1"),
    ]
    assert lines(scene, "plans-0")[1:] == ["Giant: wait, down", "Human: left, down"]
    assert [mark.text for mark in marks(scene, Shape.LABEL)] == ["6 = 6"]


def test_a_seat_is_shown_no_plan_but_its_own() -> None:
    """DA-6.4: plans of others are told to nobody; of the fight that the Dwarf sees it is told."""
    scene = Match(DWARF, silent(ROCK)).step({0: ["D", "R", "D"], 1: ["D", "D"]}, dice=[5, 4])
    # Both are on the cell of the rock in their own step, the Giant first.
    assert lines(scene, "plans-0") == [
        "Dwarf: down, right (loses against a rock); not carried out: down"
    ]
    (path,) = marks(scene, Shape.PATH)
    assert path.at == ("0,0", "1,0", "1,1", "1,0")


def test_pings_are_rings_and_a_bump_ends_a_plan() -> None:
    """DA-8.11: two pings of the Dwarf stand; its fourth step leads against a wall, the fifth has no points left."""
    match = Match(DWARF, LEVEL_1)
    pings: list[Plain] = [
        {"symbol": "A", "x": 1, "y": 0},
        {"symbol": "E", "x": 0, "y": 0},
        {"symbol": "B", "x": 0, "y": 3},
    ]
    scene = match.step({0: pings})
    assert [(mark.at, mark.text) for mark in marks(scene, Shape.RING)] == [
        (("0,1",), "A"),
        (("3,0",), "B"),
    ]
    assert lines(scene, "pings-0") == ["Dwarf: A at 1,0 (window 1)", "Dwarf: B at 0,3 (window 1)"]
    assert lines(scene, "refused-0") == ["Dwarf: BAD_SYMBOL, entry 1"]
    match.step({})
    scene = match.step({0: ["U", "R", "R", "U", "L"]}, moves=[1] * 20)
    (path,) = marks(scene, Shape.PATH)
    assert path.at == ("2,0", "1,0", "1,1", "1,2")
    assert lines(scene, "plans-0") == [
        "Dwarf: up, right, right, up (against a wall); not carried out: left"
    ]


def test_a_trap_is_told_die_by_die() -> None:
    """DA-8.6: Dwarf 2 and Giant 1 against the trap's 2 and the 2 that it adds; both stay in its cell."""
    text = "C1C2C3**\n..T1....\nK1K2K3.."
    scene = Match(ALL, silent(text)).step({0: ["D", "R"], 1: ["W", "D", "D"]}, dice=[2, 1, 2])
    assert lines(scene, "encounters-0") == [
        "step 2, trap at 1,1: Dwarf 2 + Giant 1 = 3 against T1 2+2 = 4: lost"
    ]
    fought = part(scene, "encounters-0")
    assert isinstance(fought, Lines)
    dice = [span.measure for span in fought.lines[0] if span.measure]
    assert dice == [Dice((2,), 8), Dice((1,), 4), Dice((2,), 4)]
    assert [mark.at for mark in marks(scene, Shape.PATH)] == [
        ("0,0", "1,0", "1,1"),
        ("0,1", "1,1"),
    ]
    assert standing(scene)[:2] == [("0,2", "Human"), ("1,1", "Dwarf")]


def test_pieces_are_signs_with_their_dice() -> None:
    """The default's pieces: a rock of 6, a trap of d4+2, monsters of d4 and d6, none in a colour of a member."""
    scene = Match(ALL, silent("C1C2C3**\nR1T1M1M2\nK1K2K3..")).scene
    signs = [
        (token.at, token.kind.icon, token.label) for token in board(scene).tokens if token.label
    ]
    assert sorted(signs) == [
        ("1,0", "rock", "6"),
        ("1,1", "spikes", "d4+2"),
        ("1,2", "ghost", "d4"),
        ("1,3", "ghost", "d6"),
    ]
    assert {token.kind.style for token in board(scene).tokens if token.label} == {Style.FAINT}
    ground = ground_of(scene)
    icons = [[ground.legend[code].icon for code in row] for row in ground.rows]
    assert icons == [["spawn"] * 3 + ["tower"], [""] * 4, ["shrine"] * 3 + [""]]


STALE = "C1C2C3......**\n..R1..........\nK1K2K3........"


def test_memory_goes_stale_for_one_and_not_for_all() -> None:
    """DA-8.12: the Human remembers the rock that the Giant has broken; together they know that it is gone."""
    orders: Orders = {1: ["W", "W", "D"], 2: ["R", "R", "R", "R"]}
    scene = Match(HUMAN, silent(STALE)).step(orders, dice=[7])
    assert ground_of(scene).sight == ("....###",) * 3
    (rock,) = [token for token in board(scene).tokens if token.kind.name == "Rock"]
    assert (rock.at, rock.is_remembered) == ("1,1", True)
    together = Match(ALL, silent(STALE)).step(orders, dice=[7])
    assert "Rock" not in [name for _, name in standing(together)]
    assert ground_of(together).sight == ("#######",) * 3  # the Giant at (1,1) sees columns 0 to 4


def test_the_dead_are_flagged_and_come_back() -> None:
    """DA-8.8: with one heart the Giant dies of the monster; it has no place until it is back."""
    stats = {"giant": {"hearts": 1}}
    match = Match(ALL, silent("C1C2C3**\n..M2....\nK1K2K3..", stats=stats))
    scene = match.step({1: ["D"]}, dice=[2, 5], moves=[2])
    assert [(flag.kind, flag.seat) for flag in scene.flags] == [(FlagKind.DEATH, 1)]
    assert "Giant" not in [name for _, name in standing(scene)]
    members = part(scene, "members-0")
    assert isinstance(members, SceneTable)
    assert [row.style for row in members.rows] == [Style.TEXT, Style.FAINT, Style.TEXT]
    assert spans_text(members.rows[1].cells[4]) == "back in 1"
    assert scene.series["hearts"] == {0: 3, 1: 0, 2: 3}
    assert lines(scene, "plans-0")[1] == "Giant: down (dies)"


def test_the_public_sees_who_plays_and_what_is_announced_to_everybody() -> None:
    """DA-6.4: players, abilities and types are public; where a party is stays hidden; scores follow at the end."""
    match = Match(PUBLIC, {**LEVEL_1, "ping_windows": 0})
    assert match.scene.title == "one level, out of sight until the end"
    assert [each.id for each in match.scene.parts] == ["parties", "public", "abilities", "pieces"]
    (party,) = rooms(field(match.scene, "parties")).rooms.values()
    assert [spans_text(line) for line in party.lines] == [
        "Dwarf: ada",
        "Giant: bea",
        "Human: cid",
        "somewhere in the dungeon",
    ]
    assert [
        (token.at, token.kind.name, token.owner) for token in field(match.scene, "parties").tokens
    ] == [("party-0", "Dwarf", 0), ("party-0", "Giant", 1), ("party-0", "Human", 2)]
    assert lines(match.scene, "public") == [
        "What a party sees and does is shown to its own three seats alone until the match ends.",
        "There is one level to clear for a little less than 1000 points at most.",
    ]
    assert table(match.scene, "abilities") == [
        ["Dwarf", "1", "6", "♥♥♥", "d4", "d8", "d6"],
        ["Giant", "3", "3", "♥♥♥", "d8", "d4", "d6"],
        ["Human", "2", "4", "♥♥♥", "d6", "d6", "d8"],
    ]
    assert table(match.scene, "pieces") == [
        ["Rock", "6", "-"],
        ["Trap", "d4+2", "-"],
        ["Lost Monsterling", "d4", "three steps a round"],
        ["Lost Monster", "d6", "one step a round"],
        ["Elite Lost Monster", "d8", "one step a round"],
    ]
    scene = match.step({0: ["U"], 1: ["U", "U"], 2: ["U"]})
    assert scene.title == "the match is over"
    assert lines(scene, "public")[2:] == ["The party scores 986 points."]
    (party,) = rooms(field(scene, "parties")).rooms.values()
    assert spans_text(party.lines[3]) == "986 points"
    assert scene.series == {"score": {0: 986, 1: 986, 2: 986}}


def test_goal_and_levels_are_listed() -> None:
    """The party's next aim, and every level of the match with what it brought."""
    values: dict[str, object] = {"levels": ["L1", "L2"], "ping_windows": 0}
    match = Match(DWARF, values)
    assert lines(match.scene, "goal-0") == [
        "the Dwarf, the Giant and the Human need their keys, the Human's shrine is not seen yet"
    ]
    scene = match.step({1: ["U"]}, moves=[1] * 20)
    assert lines(scene, "goal-0") == [
        "the Dwarf and the Human need their keys, the Human's shrine is not seen yet"
    ]
    assert table(scene, "levels-0") == [
        ["1", "now", "1", "2 of 30", ""],
        ["2", "ahead", "", "", ""],
    ]
    match = Match(DWARF, values)
    scene = match.step({0: ["U"], 1: ["U", "U"], 2: ["U"]})
    assert table(scene, "levels-0") == [
        ["1", "cleared", "3", "1", "986"],
        ["2", "now", "0", "1 of 30", ""],
    ]
    assert [(flag.kind, flag.label, flag.weight) for flag in scene.flags] == [
        (FlagKind.LEVEL, "level 1: 986", 2),
        (FlagKind.START, "level 2", 1),
    ]


@pytest.mark.parametrize("name", some(["stats", "respawn", "deadly", "hunters", "default"], 2))
def test_every_step_has_a_scene_for_all_eyes(name: str) -> None:
    """Of whole random matches of two parties, in the form that a browser gets."""
    config = parse_config(DiceAdventureConfig, CONFIGS[name])
    for sights in sights_of_match(PLUGIN, config, Eyes.of(6), num_seats=6, seed=4):
        for sight in sights:
            assert scene_plain(VIEW.scene(sight))["parts"]


@pytest.mark.parametrize("name", some(["deadly", "default", "hunters", "lives"], 1))
def test_secrets_do_not_show(name: str) -> None:
    """States that a seat must not tell apart have one scene for it, now and after a step."""
    config = parse_config(DiceAdventureConfig, CONFIGS[name])
    assert check_scene_pairs(PLUGIN, config, num_seats=3, seed=11, steps=12) > 50
