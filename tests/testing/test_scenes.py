"""What the contract asks of scenes: one thing wrong, and it says which."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest

from referee.core.game import AnyPlugin
from referee.core.scene import (
    Bar,
    Column,
    Dice,
    Door,
    Field,
    Flag,
    FlagKind,
    Grid,
    Hidden,
    Kind,
    Lines,
    Mark,
    Room,
    Rooms,
    Row,
    Scene,
    ScenePart,
    SceneTable,
    Shape,
    Span,
    Token,
    Versus,
    place,
)
from referee.core.view import Fields, GameView, Sight
from referee.testing.contract.scenes import check_scene, check_scenes, check_secret_scenes
from tests.helpers.toy_games import SEQUENTIAL, SIMULTANEOUS

FLOOR, GOBLIN = Kind("floor"), Kind("goblin", "G")
GRID = Grid(("..", ".."), {".": FLOOR})
ROOMS = Rooms({"a": Room("cave", 0, 0), "b": Room("hall", 0, 1)}, (Door("a", "b"),))
HERE, NOWHERE = place(0, 0), place(2, 0)


def _scene(*parts: ScenePart) -> Scene:
    return Scene("", parts)


def _line(text: str, measure: Bar | Dice | Hidden | None = None) -> Scene:
    return _scene(Lines("l", "", ((Span(text, measure=measure),),)))


def _tokens(*tokens: Token) -> Scene:
    return _scene(Field("f", "", GRID, tokens))


def _mark(shape: Shape, *at: str) -> Scene:
    return _scene(Field("f", "", GRID, marks=(Mark(shape, at),)))


def test_a_sound_scene_passes() -> None:
    """With one of each."""
    token = Token("t", HERE, GOBLIN, owner=1, bars=(("life", Bar(0, 1)),), tip=((Span("x"),),))
    scene = _scene(
        Field("f", "", GRID, (token,), (Mark(Shape.ARROW, (HERE, place(1, 1))),), HERE),
        Field("r", "", ROOMS, (Token("t", "a", GOBLIN),), (Mark(Shape.RING, ("b",)),), "b"),
        SceneTable("t", "", (Column("a"),), (Row("x", ((Span("5", measure=Bar(5, 9)),),)),)),
        Versus("v", "", Lines("l", "", ()), Lines("r", "", ()), ((Span("?", measure=Hidden("x")),),)),
        Lines("l", "", ((Span("6 1", measure=Dice((6, 1), kept=(True, False))),),)),
    )  # fmt: skip
    flags = (Flag(FlagKind.DEATH, "dead", 1), Flag(FlagKind.START, "a fight"))
    check_scene(dataclasses.replace(scene, flags=flags, series={"life": {1: 0}}), 2, "here")


@pytest.mark.parametrize(
    ("scene", "problem"),
    [
        (_scene(Lines("a", "", ()), Lines("a", "", ())), "part: one id for two"),
        (_scene(Lines("", "", ())), "part: an empty id"),
        (_scene(Lines("7", "", ())), "part: id 7"),
        (Scene("a\nb", ()), "a title of several lines"),
        (Scene("", (), (Flag(FlagKind.DEATH, ""),)), "a flag without text"),
        (Scene("", (), (Flag(FlagKind.DEATH, "x", 2),)), "flag: seat 2"),
        (Scene("", (), series={"life": {3: 1}}), "series life: seat 3"),
        (Scene("", (), pace_ms=49), "a pace of 49 ms"),
        (_line("a\nb"), r"line break in 'a\\nb'"),
        (_line("a\u2028b"), "line break"),
        (_line("", Bar(0, 0)), "a bar of 0"),
        (_line("", Bar(3, 2)), "3 of 2"),
        (_line("", Dice((7,))), "dice"),
        (_line("", Dice((1, 2), kept=(True,))), "which dice count"),
        (_line("0", Hidden("secret")), "'0' for what is hidden"),
        (_line("", Hidden("secret")), "'' for what is hidden"),
        (_line("?", Hidden("")), "hidden for no reason"),
        (
            _scene(SceneTable("t", "", (Column("a"), Column("b")), (Row("x", ((),)),))),
            "row x has a hole",
        ),
        (
            _scene(SceneTable("t", "", (), (Row("x", ()), Row("x", ())))),
            "row: one id for two",
        ),
        (_scene(Field("f", "", Grid(("..", "."), {".": FLOOR}))), "rows of several lengths"),
        (_scene(Field("f", "", Grid((".x",), {".": FLOOR}))), r"not in the legend: \['x'\]"),
        (_scene(Field("f", "", Grid((".",), {".": Kind("")}))), "ground without a name"),
        (
            _scene(Field("f", "", Grid((".",), {".": Kind("floor", icon="?")}))),
            r"no such sign: \['\?'\]",
        ),
        (_scene(Field("f", "", Grid((".",), {".": FLOOR}, ("##",)))), "sight of parts"),
        (_scene(Field("f", "", Grid((".",), {".": FLOOR}, ("x",)))), "no such sight"),
        (_scene(Field("f", "", GRID, focus=NOWHERE)), "focus at 2,0"),
        (_tokens(Token("t", NOWHERE, GOBLIN)), "token t at 2,0"),
        (_tokens(Token("t", HERE, GOBLIN), Token("t", HERE, GOBLIN)), "token: one id for two"),
        (_tokens(Token("t", HERE, Kind(""))), "token t without a name"),
        (_tokens(Token("t", HERE, GOBLIN, count=0)), "token t stands for 0"),
        (_tokens(Token("t", HERE, GOBLIN, label="d20+200")), r"token t: label 'd20\+200'"),
        (_tokens(Token("t", HERE, GOBLIN, owner=2)), "token t: seat 2"),
        (_tokens(Token("t", HERE, GOBLIN, bars=(("life", Bar(2, 1)),))), "2 of 1"),
        (_tokens(Token("t", HERE, GOBLIN, tip=((Span("a\rb"),),))), "line break"),
        (_mark(Shape.ARROW, HERE), "ARROW without an end"),
        (_mark(Shape.LABEL), "LABEL without an end"),
        (_mark(Shape.RING, NOWHERE), "RING at"),
        (
            _scene(Field("f", "", Rooms({"a": Room("cave", 0, 0), "b": Room("hall", 0, 0)}))),
            "two rooms in one place",
        ),
        (_scene(Field("f", "", Rooms({"a": Room("", 0, 0)}))), "room a without a name"),
        (_scene(Field("f", "", Rooms({"1": Room("x", 0, 0)}))), "room: id 1"),
        (
            _scene(Field("f", "", Rooms({"a": Room("x", 0, 0)}, (Door("a", "b"),)))),
            "to nowhere",
        ),
    ],
)
def test_what_is_wrong_with_a_scene_is_said(scene: Scene, problem: str) -> None:
    """Where it is, too."""
    with pytest.raises(AssertionError, match=f"^here: .*{problem}"):
        check_scene(scene, 2, "here")


class Telling(GameView):
    """A view of a toy with one thing wrong, or nothing."""

    def scene(self, sight: Sight) -> Scene:  # noqa: ARG002
        """Return one line."""
        return _line("told")

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:  # noqa: ARG002
        """Return its fields."""
        return (Span(str(event)),)


class Remembering(Telling):
    """Counts how often it was asked, which no sight tells."""

    asked = 0

    def scene(self, sight: Sight) -> Scene:  # noqa: ARG002
        """Return how often that was."""
        self.asked += 1
        return _line(str(self.asked))


class Unsound(Telling):
    """Has a bar that is more than full, at the end alone."""

    def scene(self, sight: Sight) -> Scene:
        """Return a bar."""
        if any(len(seen["winners"]) == 4 for seen in sight.observations.values()):
            return _line("", Bar(2, 1))
        return _line("")


class Breaking(Telling):
    """Tells an event in two lines."""

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:  # noqa: ARG002
        """Return a line break."""
        return (Span("a\nb"),)


class Failing(Telling):
    """Has nothing for who sees no seat's observation."""

    def scene(self, sight: Sight) -> Scene:
        """Return the first seat's."""
        return _line(str(sight.observations[0])[:5])


def _shown(plugin: AnyPlugin, view: GameView) -> AnyPlugin:
    return dataclasses.replace(plugin, view=view)


def test_a_sound_view_passes() -> None:
    """In all frames of a match, for all eyes."""
    for plugin in (SEQUENTIAL, SIMULTANEOUS):
        check_scenes(_shown(plugin, Telling()))
        check_secret_scenes(_shown(plugin, Telling()))


def test_a_view_that_is_wrong_is_found() -> None:
    """Wherever in the match, and whoever's eyes look."""
    with pytest.raises(AssertionError, match="toy_bid, step 4, all: l: 2 of 1"):
        check_scenes(_shown(SIMULTANEOUS, Unsound()))
    with pytest.raises(AssertionError, match="toy_bid, step 1, all: event: line break"):
        check_scenes(_shown(SIMULTANEOUS, Breaking()))
    with pytest.raises(KeyError):
        check_scenes(_shown(SIMULTANEOUS, Failing()))


def test_a_view_that_knows_more_than_it_is_told_is_found() -> None:
    """Two states that differ in what a seat may not see are one to it."""
    with pytest.raises(AssertionError, match="a secret kept from seat"):
        check_secret_scenes(_shown(SEQUENTIAL, Remembering()))
