"""What the browser gets: scenes as plain data, changes from frame to frame, histories with their timelines."""

from __future__ import annotations

import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.plain import Plain
from referee.core.scene import (
    Bar,
    Column,
    Delta,
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
    Style,
    Token,
    Versus,
    place,
)
from referee.core.scene_plain import line_plain, scene_plain
from referee.core.view import Fields, GameView, Sight
from referee.games import registry
from referee.replay.frames import Frame, Heading, SeatMoment
from referee_arena.scenes.delta import applied, change
from referee_arena.scenes.history import CHUNK, History, encoded
from tests.helpers.tiers import examples

# Plain scenes: the expected values are those of arena/FORMAT.md.


def _part(part: ScenePart) -> Plain:
    parts = scene_plain(Scene("", (part,)))["parts"]
    assert isinstance(parts, dict)
    return parts[part.id]


def test_a_span_leaves_out_what_is_at_its_default_behind() -> None:
    """A text alone; with a style, a reference, a measure."""
    line = (
        Span("a"),
        Span("b", Style.BAD),
        Span("c", Style.TENTH, "seat:9"),
        Span("d", ref="token:u17"),
        Span("5/9", measure=Bar(5, 9)),
        Span("5 2", measure=Dice((5, 2), 6, (True, False))),
        Span("-3", Style.BAD, measure=Delta(-3)),
        Span("?", Style.HIDDEN, measure=Hidden("not yet shown")),
    )
    assert line_plain(line) == [
        "a",
        ["b", "bad"],
        ["c", "seat9", "seat:9"],
        ["d", "text", "token:u17"],
        ["5/9", "text", "", {"bar": [5, 9]}],
        ["5 2", "text", "", {"dice": [5, 2], "sides": 6, "kept": [True, False]}],
        ["-3", "bad", "", {"delta": -3}],
        ["?", "hidden", "", {"hidden": "not yet shown"}],
    ]


def test_a_scene_tells_its_parts_in_their_order() -> None:
    """Flags and series belong to the timeline."""
    scene = Scene(
        "round 3",
        (Lines("z", "last", ((Span("x"),),), is_minor=True), Lines("a", "first", ())),
        (Flag(FlagKind.DEATH, "dead"),),
        {"life": {0: 1}},
        500,
    )
    assert json.dumps(scene_plain(scene)) == json.dumps({
        "title": "round 3",
        "pace": 500,
        "parts": {
            "z": {"type": "lines", "minor": True, "title": "last", "lines": [["x"]]},
            "a": {"type": "lines", "minor": False, "title": "first", "lines": []},
        },
    })  # fmt: skip


def test_a_grid() -> None:
    """With a character a cell, what is solid, and tokens without what is at their default."""
    wall = Kind("wall", "#", Style.FAINT, is_solid=True)
    goblin = Kind("goblin", "G", Style.BAD)
    field = Field(
        "map",
        "the map",
        Grid(("w.",), {"w": wall, ".": Kind("floor")}, ("# ",)),
        (
            Token("u1", place(0, 1), goblin),
            Token(
                "u2",
                place(0, 1),
                goblin,
                owner=0,
                count=2,
                bars=(("life", Bar(1, 4)),),
                badges=("asleep",),
                is_remembered=True,
                tip=((Span("bites"),),),
            ),
        ),
        (Mark(Shape.ARROW, (place(0, 0), place(0, 1)), Style.WARN, "3 damage"),),
        place(0, 1),
    )
    assert _part(field) == {
        "type": "grid",
        "title": "the map",
        "focus": "0,1",
        "rows": ["w."],
        "sight": ["# "],
        "legend": {"w": ["wall", "#", "faint", True], ".": ["floor", "", "text"]},
        "tokens": {
            "u1": {"at": "0,1", "kind": ["goblin", "G", "bad"]},
            "u2": {
                "at": "0,1",
                "kind": ["goblin", "G", "bad"],
                "owner": 0,
                "count": 2,
                "bars": [["life", 1, 4]],
                "badges": ["asleep"],
                "remembered": True,
                "tip": [["bites"]],
            },
        },
        "marks": [{"shape": "arrow", "at": ["0,0", "0,1"], "style": "warn", "text": "3 damage"}],
    }


def test_rooms_a_table_and_two_sides() -> None:
    """Each with all of its fields."""
    rooms = {
        "r1": Room("cave", 0, 1, ((Span("dark"),),), Style.FAINT, "west"),
        "r0": Room("hall", 1, 1),
    }
    field = Field("map", "", Rooms(rooms, (Door("r1", "r0", Style.WARN, "locked"),)))
    assert _part(field) == {
        "type": "rooms",
        "title": "",
        "focus": "",
        "rooms": {
            "r1": {
                "name": "cave",
                "at": [0, 1],
                "style": "faint",
                "lines": [["dark"]],
                "group": "west",
            },
            "r0": {"name": "hall", "at": [1, 1], "style": "text", "lines": [], "group": ""},
        },
        "doors": [["r1", "r0", "warn", "locked"]],
        "tokens": {},
        "marks": [],
    }
    columns = (Column("name"), Column("life", is_number=True, is_minor=True))
    row = Row("s0", ((Span("ada"),), (Span("5"), Span("!", Style.BAD))), Style.STRONG)
    assert _part(SceneTable("t", "seats", columns, (row,))) == {
        "type": "table",
        "title": "seats",
        "minor": False,
        "columns": [["name", False, False], ["life", True, True]],
        "rows": {"s0": {"style": "strong", "cells": [["ada"], ["5", ["!", "bad"]]]}},
    }
    versus = Versus("v", "duel", Lines("l", "ada", ()), Lines("r", "bob", ((Span("x"),),)))
    assert _part(versus) == {
        "type": "versus",
        "title": "duel",
        "left": {"title": "ada", "lines": []},
        "right": {"title": "bob", "lines": [["x"]]},
        "middle": [],
    }


def _with_ids(*ids: str) -> list[Scene]:
    kind, grid = Kind("goblin"), Grid((".",), {".": Kind("floor")})
    tokens = tuple(Token(each, place(0, 0), kind) for each in ids)
    rows = tuple(Row(each, ()) for each in ids)
    return [
        Scene("", tuple(Lines(each, "", ()) for each in ids)),
        Scene("", (SceneTable("t", "", (), rows),)),
        Scene("", (Field("f", "", grid, tokens),)),
    ]


@pytest.mark.parametrize("ids", [("a", "a"), ("",), ("7",), ("$order",)])
def test_ids_are_texts_and_told_once(ids: tuple[str, ...]) -> None:
    """A browser would put a number before all else, and `$order` is the word for an order."""
    for scene in _with_ids(*ids):
        with pytest.raises(ValueError, match="an id must be a text, no number, and unique"):
            scene_plain(scene)
    with pytest.raises(ValueError, match="room '7'"):
        scene_plain(Scene("", (Field("f", "", Rooms({"7": Room("cave", 0, 0)})),)))


# Changes.

SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 2), st.sampled_from((0.0, 1.0, 1.5)), st.text("ab", max_size=2)
)  # fmt: skip
KEYS = st.sampled_from(("a", "b", "c", "d", "0", "1"))


def _inside(values: st.SearchStrategy[Plain]) -> st.SearchStrategy[Plain]:
    return st.one_of(st.lists(values, max_size=4), st.dictionaries(KEYS, values, max_size=4))


PLAIN: st.SearchStrategy[Plain] = st.recursive(SCALARS, _inside, max_leaves=12)


@examples(500)
@given(PLAIN, PLAIN)
def test_a_change_turns_one_value_into_the_other(old: Plain, new: Plain) -> None:
    """To the letter: order of keys, and whether something is 1, 1.0 or true."""
    assert json.dumps(applied(old, change(old, new))) == json.dumps(new)


@examples(200)
@given(st.dictionaries(KEYS, PLAIN), st.randoms(use_true_random=False))
def test_another_order_is_a_change(old: dict[str, Plain], dice: st.Random) -> None:  # type: ignore[name-defined]
    """Also far within, where the values are the same."""
    keys = list(old)
    dice.shuffle(keys)
    new: Plain = [{"parts": {key: old[key] for key in keys}}, 1]
    assert json.dumps(applied([{"parts": old}, 1], change([{"parts": old}, 1], new))) == json.dumps(
        new
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (1, 2, [2]),
        ({"a": 1, "b": 2}, {"a": 1, "b": 2}, {}),
        ({"a": 1, "b": 2}, {"b": 3}, {"a": 0, "b": [3]}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, {"a": {"c": [3]}}),
        ({"a": 1}, {"a": True}, {"a": [True]}),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, {"$order": ["b", "a"]}),
        ({"a": 1, "b": 2}, {"c": 3, "a": 1}, {"b": 0, "c": [3], "$order": ["c", "a"]}),
        ([1, 2, 3, 4], [1, 5, 3, 4], {"1": [5]}),
        ([1, 2, 3, 4], [1, 5, 6, 7], [[1, 5, 6, 7]]),
        ([1, 2], [1, 2, 3], [[1, 2, 3]]),
        ([], [], {}),
    ],
)
def test_little_is_told_of_a_little_change(old: Plain, new: Plain, told: Plain) -> None:
    """As arena/FORMAT.md tells it."""
    assert change(old, new) == told
    assert applied(old, told) == new


@pytest.mark.parametrize(
    ("old", "told"),
    [
        (1, 2),
        (1, []),
        (1, {"a": [2]}),
        ({}, {"a": 0}),
        ({}, {"a": {"b": [1]}}),
        ([1], {"1": [2]}),
        ({"a": 1}, {"$order": ["a", "b"]}),
    ],
)
def test_a_change_of_something_else_is_refused(old: Plain, told: Plain) -> None:
    """A reader that has lost a frame must not draw what never was."""
    with pytest.raises(ValueError):  # noqa: PT011 - each says it in its own words
        applied(old, told)


def test_nothing_in_html_can_take_it_for_its_own() -> None:
    """A hostile name closes no script."""
    told = encoded({"name": "</script><!--&", "other": "é\u2028"})
    assert told == '{"name":"\\u003c/script\\u003e\\u003c!--\\u0026","other":"\\u00e9\\u2028"}'
    assert json.loads(told) == {"name": "</script><!--&", "other": "é\u2028"}


# Histories.


class Counting(GameView):
    """Shows the number of the observation, and flags each tenth."""

    def scene(self, sight: Sight) -> Scene:
        """Return a line that changes and one that stays."""
        number = sight.observations[0]["number"]
        flags = (Flag(FlagKind.LEVEL, f"number {number}", 0),) if number % 10 == 0 else ()
        parts = (Lines("n", "numbers", ((Span(str(number)),), (Span("stays"),))),)
        return Scene("counting", parts, flags, {"number": {0: number}} if number else {})

    def event_line(self, event: Fields, players: object) -> tuple[Span, ...]:  # noqa: ARG002
        """Return its text."""
        return (Span(str(event["text"])),)


@pytest.fixture
def heading() -> Heading:
    """A match of ada and bob, shown by `Counting`."""
    plugin = dataclasses.replace(registry.find("diceman"), view=Counting())
    return Heading("m1", plugin, ("ada", "bob"), {}, "everything", ("a hint",))


def _frame(
    number: int,
    *moments: SeatMoment,
    outcome: tuple[str, ...] = (),
    forfeited: tuple[int, ...] = (),
) -> Frame:
    events = [{"text": f"event {number}"}] if number else []
    sight = Sight({0: {"number": number}}, events, {}, ("ada", "bob"))
    return Frame(number, "count", sight, outcome, seats=moments, forfeited=forfeited)


def test_chunks_add_up_to_the_latest_frame(heading: Heading) -> None:
    """Each begins with a whole frame, so that any can be read alone."""
    history = History(heading)
    frames: list[Plain] = []
    for number in range(2 * CHUNK + 3):
        moment = history.add(_frame(number))
        assert (moment.number, moment.step) == (number, number)
        frames.append(history.latest)
    assert history.num_chunks == 3
    assert [len(chunk) for chunk in history.chunks()] == [CHUNK, CHUNK, 3]
    told: list[Plain] = []
    for chunk in history.chunks():
        state: Plain = None
        for each in chunk:
            state = applied(state, each)
            told.append(state)
    assert told == frames
    assert frames[7] == {
        "step": 7,
        "phase": "count",
        "scene": {
            "title": "counting",
            "pace": 1000,
            "parts": {
                "n": {"type": "lines", "minor": False, "title": "numbers", "lines": [["7"], ["stays"]]}
            },
        },
        "story": {
            "headline": ["event 7"],
            "sentences": [{"line": ["event 7"]}],
            "lead": ["number", "number"],
        },
        "log": [["event 7"]],
    }  # fmt: skip
    assert history.chunk(0)[8] == {
        "step": [8],
        "scene": {"parts": {"n": {"lines": {"0": [["8"]]}}}},
        "story": {"headline": [["event 8"]], "sentences": [[{"line": ["event 8"]}]]},
        "log": [[["event 8"]]],
    }
    for number in (-1, 3):
        with pytest.raises(IndexError):
            history.chunk(number)


def test_the_index_tells_of_the_match_as_a_whole(heading: Heading) -> None:
    """With an entry for each frame: its step, flags and numbers where there are any."""
    history = History(heading, {"clock": {"move": None}})
    history.add(_frame(0))
    history.add(_frame(1))
    assert not history.is_over
    history.add(_frame(10, outcome=("the match is over: RULES", "ada: place 1")))
    assert history.is_over
    assert history.latest["outcome"] == ["the match is over: RULES", "ada: place 1"]
    assert history.index() == {
        "format": 2,
        "match": "m1",
        "game": "diceman",
        "title": "Diceman",
        "players": ["ada", "bob"],
        "eyes": "everything",
        "hint": ["a hint"],
        "how_to": [],
        "chunk": CHUNK,
        "over": True,
        "timeline": [
            {"step": 0, "flags": [["level", "number 0", 0]]},
            {"step": 1, "series": {"number": {"0": 1}}},
            {
                "step": 10,
                "flags": [["level", "number 10", 0], ["end", "the match is over: RULES", None]],
                "series": {"number": {"0": 10}},
            },
        ],
        "clock": {"move": None},
    }


def test_how_seats_stand_is_told_without_what_is_not_known(heading: Heading) -> None:
    """A seat that nothing is known of is empty; what decisions took is on the timeline."""
    history = History(heading)
    asked = SeatMoment(1, is_asked=True, bank_us=5, strikes=0, decided="played", elapsed_us=7)
    history.add(_frame(1, asked))
    assert history.latest["seats"] == [{}, {"asked": True, "bank": 5}]
    assert history.frames[0].timeline["times"] == [[1, 7, None, "played"]]
    out = SeatMoment(0, is_out=True, strikes=2, refusals=3)
    history.add(_frame(2, out, forfeited=(0,)))
    assert history.latest["seats"] == [{"out": True, "strikes": 2, "refusals": 3}, {}]
    assert history.latest["forfeited"] == [0]


def _flags(history: History) -> list[Plain]:
    return [moment.timeline.get("flags", []) for moment in history.frames]


def test_faults_are_flagged_when_they_happen_and_once(heading: Heading) -> None:
    """By what is told of the seat: missed deadlines, refused orders, a forfeit."""
    history = History(heading)
    for step, (moment, forfeited) in enumerate([
        (SeatMoment(0, strikes=0, refusals=0), ()),
        (SeatMoment(0, strikes=1, refusals=0, decided="defaulted"), ()),
        (SeatMoment(0, strikes=1, refusals=2), ()),
        (SeatMoment(0, strikes=3, refusals=3), ()),
        (SeatMoment(0, is_out=True, strikes=3, refusals=3, decided="forfeited"), (0,)),
        (SeatMoment(0, is_out=True, strikes=3, refusals=3, decided="forfeited"), (0,)),
    ]):  # fmt: skip
        history.add(_frame(10 * step + (step > 0), moment, forfeited=forfeited))
    assert _flags(history) == [
        [["level", "number 0", 0]],
        [["strike", "ada has missed a deadline", 0]],
        [["refusal", "2 orders of ada refused", 0]],
        [
            ["strike", "ada has missed 2 deadlines", 0],
            ["refusal", "an order of ada refused", 0],
        ],
        [["forfeit", "ada has forfeited", 0]],
        [],
    ]


def test_a_seat_that_the_rules_put_out_has_not_forfeited(heading: Heading) -> None:
    """Its game says so, if it does."""
    history = History(heading)
    history.add(_frame(1, SeatMoment(0, strikes=0)))
    history.add(_frame(2, SeatMoment(0, is_out=True, strikes=0)))
    assert _flags(history) == [[], []]


def test_who_comes_later_is_told_nothing_of_before(heading: Heading) -> None:
    """The first frame of a live match that runs tells counts, which are no news; what comes then is."""
    history = History(heading)
    history.add(_frame(31, SeatMoment(1, strikes=2, refusals=5), forfeited=(1,)))
    history.add(_frame(32, SeatMoment(1, strikes=3, refusals=5), forfeited=(1,)))
    assert _flags(history) == [[], [["strike", "bob has missed a deadline", 1]]]


def test_of_seats_that_are_not_told_of_forfeits_alone_are_flagged(heading: Heading) -> None:
    """The public of a match is told nothing else of what seats did wrong."""
    history = History(heading)
    history.add(_frame(1))
    history.add(_frame(2, SeatMoment(1, strikes=None, refusals=None)))
    history.add(_frame(3, forfeited=(1,)))
    assert _flags(history) == [[], [], [["forfeit", "bob has forfeited", 1]]]
