"""A scene in words: cells apart, each sign with one meaning, quantities in numbers, reasons once."""

from __future__ import annotations

from referee.core.scene import (
    Bar,
    Clash,
    Column,
    Delta,
    Door,
    Fate,
    Field,
    Grid,
    Hidden,
    Kind,
    Lines,
    Mark,
    Room,
    Rooms,
    Row,
    Scene,
    SceneTable,
    Shape,
    Span,
    Style,
    Token,
    Versus,
)
from referee.core.scene_words import line_words, scene_words

SEATS = ("seat 0 (you)", "seat 1")


def words(
    *parts: Field | Lines | SceneTable | Versus, axes: tuple[str, str] = ("row", "column")
) -> list[str]:
    """Return the lines of a scene of these parts."""
    return list(scene_words(Scene("", parts), SEATS, axes))


def board() -> Field:
    """Return a board of 2 x 3 cells, one of them not known and one remembered."""
    grid = Grid(
        ("#.~", "..."),
        {"#": Kind("wall", is_solid=True), ".": Kind("floor"), "~": Kind("water", "w")},
        ("###", "# ."),
    )
    goblin, worm = Kind("goblin", "w"), Kind("worm", "w")
    tokens = (
        Token("a", "0,1", goblin, 0, bars=(("life", Bar(2, 5)),), badges=("asleep",)),
        Token("b", "0,1", worm, 1, count=3),
        Token("c", "1,2", worm, 1, is_remembered=True),
    )
    return Field("board", "board", grid, tokens, (Mark(Shape.ARROW, ("0,1", "1,2"), text="hit"),))


def test_a_grid_has_separated_cells_with_coordinates_and_a_legend() -> None:
    """No sign stands for two things, though three kinds ask for the same glyph."""
    assert words(board()) == [
        "",
        "board:",
        "column  0     1     2",
        " row 0  #     w0+w1 w",
        " row 1  .     ?     w1'",
        "Signs: # wall; w0 goblin of seat 0 (you); w1 worm of seat 1; w water; . floor;"
        " ? not known to you; ' after a sign: seen earlier, not in sight now;"
        " + joins things in one cell.",
        "- goblin of seat 0 (you) at row 0, column 1: life 2 of 5; asleep",
        "- 3 x worm of seat 1 at row 0, column 1",
        "- worm of seat 1 at row 1, column 2: seen earlier, not in sight now",
        "- mark from row 0, column 1 to row 1, column 2: hit",
    ]


def test_one_glyph_of_two_kinds_becomes_two_signs() -> None:
    """The second kind gets a letter of its own."""
    grid = Grid(("ab",), {"a": Kind("ice", "i"), "b": Kind("iron", "i")})
    assert words(Field("f", "map", grid))[2:] == [
        "column  0 1",
        " row 0  i a",
        "Signs: i ice; a iron.",
    ]


def test_axes_are_named_as_the_rulebook_names_them() -> None:
    """With x before y in places, as in such rulebooks."""
    lines = words(board(), axes=("y", "x"))
    assert lines[2] == "  x  0     1     2"
    assert "- goblin of seat 0 (you) at x 1, y 0: life 2 of 5; asleep" in lines


def test_rooms_have_their_contents_and_ways() -> None:
    """Each room in one line, its tokens below it; unknown ways stand apart from known ones."""
    rooms = {
        "r0": Room("hall", 0, 0, ((Span("lit"),),)),
        "r1": Room("cave", 1, 0, group="north"),
    }
    rooms["r2"] = Room("pit", 1, 1)
    doors = (Door("r0", "r1", text="locked"), Door("r1", "r2", Style.HIDDEN))
    field = Field("m", "map", Rooms(rooms, doors), (Token("k", "r1", Kind("key")),))
    assert words(field)[2:] == [
        "- hall (row 0, column 0): lit; ways: cave (locked)",
        "- cave (row 1, column 0, north): ways: hall (locked); perhaps: pit",
        "  - key",
        "- pit (row 1, column 1): perhaps: cave",
        "Where it says perhaps, it is not known whether there is a way.",
    ]


def test_reasons_of_hidden_values_are_said_once_below_the_part() -> None:
    """Each with a number of its own."""
    secret, sealed = Hidden("only its seat knows"), Hidden("sealed")
    rows = (
        Row("r0", ((Span("seat 0 (you)"),), (Span("3"),))),
        Row("r1", ((Span("seat 1"),), (Span("?", measure=secret),))),
        Row("r2", ((Span("bank|1"),), (Span("? gold", measure=sealed),))),
    )
    table = SceneTable("t", "seats", (Column("seat"), Column("gold")), rows)
    assert words(table)[2:] == [
        "| seat | gold |",
        "|---|---|",
        "| seat 0 (you) | 3 |",
        "| seat 1 | ?1 |",
        "| bank/1 | ? gold (?2) |",
        "Why not known: ?1 only its seat knows; ?2 sealed.",
    ]


def test_two_sides_are_told_one_after_the_other_with_their_blows() -> None:
    """What each blow met, and why."""
    left = Lines("l", "seat 0 (you)", ((Span("life "), Span("**", measure=Bar(2, 3))),))
    right = Lines("r", "seat 1", ((Span("sword "), Span("fell", measure=Delta(-2))),))
    clash = Clash(False, (Span("sword 4"),), (Span("shield 1"),), Fate.HIT, "wounds for 3", "weak")
    versus = Versus("v", "round 1", left, right, ((Span("tie"),),), (clash,))
    assert words(versus)[2:] == [
        "seat 0 (you):",
        "- life 2 of 3",
        "seat 1:",
        "- sword fell -2",
        "both:",
        "- tie",
        "blows:",
        "- seat 1, sword 4 against shield 1: wounds for 3 (weak)",
    ]


def test_a_line_is_printable_and_says_why_a_value_is_hidden() -> None:
    """Control characters of a stranger become question marks."""
    line = (Span("a\x1bb "), Span("?", measure=Hidden("sealed")))
    assert line_words(line) == "a?b ? (sealed)"
