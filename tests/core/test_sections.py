"""Sections and scenes are made of each other, and no text is lost on the way."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from referee.core.flat import part_lines
from referee.core.scene import (
    Bar,
    Column,
    Door,
    Field,
    Grid,
    Hidden,
    Kind,
    Lines,
    Room,
    Rooms,
    Row,
    Scene,
    SceneTable,
    Span,
    Style,
    Token,
    Versus,
    place,
    spans_text,
)
from referee.core.sections import (
    Board,
    Cell,
    Panel,
    Part,
    Section,
    Table,
    bar,
    scene_of_sections,
    sections_of_scene,
)
from referee.core.view import Fields, GameView, Sight
from referee.testing.contract.scenes import check_scene

TEXTS = st.text("abc xyz?│", max_size=6)
STYLES = st.sampled_from(Style)
SPANS = st.tuples(TEXTS, STYLES).map(lambda told: Span(*told))
LINES = st.lists(SPANS, max_size=3).map(tuple)
CELLS = st.tuples(st.text("ABc#.", max_size=3), STYLES, st.booleans()).map(
    lambda told: Cell(told[0], told[1], lit=told[2])
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Boards of all shapes, none included."""
    width = draw(st.integers(1, 4))
    row = st.lists(CELLS, min_size=width, max_size=width).map(tuple)
    return Board(draw(TEXTS), tuple(draw(st.lists(row, max_size=4))))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables of up to three columns."""
    columns = tuple(draw(st.lists(TEXTS, min_size=1, max_size=3)))
    row = st.lists(SPANS, min_size=len(columns), max_size=len(columns)).map(tuple)
    return Table(draw(TEXTS), columns, tuple(draw(st.lists(row, max_size=3))))


PANELS = st.builds(Panel, TEXTS, st.lists(LINES, max_size=3).map(tuple))
PARTS = st.lists(st.one_of(boards(), tables(), PANELS), max_size=3).map(tuple)
SECTIONS = st.lists(st.builds(Section, TEXTS, PARTS), max_size=3)


def _texts(part: Part) -> Iterator[str]:
    """Yield what a part says, from left to right and from top to bottom."""
    match part:
        case Board():
            yield from (cell.text for row in part.rows for cell in row)
        case Table():
            yield from (*part.columns, *(cell.text for row in part.rows for cell in row))
        case Panel():
            yield from map(spans_text, part.lines)


def _scene_texts(scene: Scene) -> Iterator[str]:
    for part in scene.parts:
        match part:
            case Field(space=Grid() as grid):
                yield from (grid.legend[code].glyph for row in grid.rows for code in row)
            case SceneTable():
                yield from (column.name for column in part.columns)
                yield from (spans_text(cell) for row in part.rows for cell in row.cells)
            case Lines():
                yield from map(spans_text, part.lines)


# A scene of sections.


@given(SECTIONS)
def test_a_scene_of_sections_has_every_text(sections: Sequence[Section]) -> None:
    """In the same order, and it can be drawn."""
    scene = scene_of_sections(sections)
    check_scene(scene, 2, "sections")
    assert list(_scene_texts(scene)) == [
        text for section in sections for part in section.parts for text in _texts(part)
    ]
    titles = [(section.title, part.title) for section in sections for part in section.parts]
    for part, told in zip(scene.parts, titles, strict=True):
        assert all(title in part.title for title in told)


def test_titles_are_told_once() -> None:
    """Of two parties side by side each bag says whose it is; a part that is called as its section says so once."""
    panel = Panel("bag", ())
    scene = scene_of_sections([
        Section("ada", (panel, Panel("ada", ()), Panel("", ()))),
        Section("bob", (panel,)),
    ])  # fmt: skip
    assert [part.title for part in scene.parts] == ["ada: bag", "ada", "ada", "bob: bag"]
    assert scene.title == "ada"


def _grid(*rows: Sequence[Cell]) -> Grid:
    (field,) = scene_of_sections([Section("", (Board("", tuple(map(tuple, rows))),))]).parts
    assert isinstance(field, Field)
    assert isinstance(field.space, Grid)
    return field.space


def test_cells_of_one_text_and_style_are_one_kind() -> None:
    """Blanks around a text are no part of it."""
    grid = _grid([Cell("G"), Cell(" G ")], [Cell("G", Style.BAD), Cell("")])
    assert grid.rows == ("aa", "bc")
    assert grid.legend == {
        "a": Kind("G", "G"),
        "b": Kind("G", "G", Style.BAD),
        "c": Kind("nothing"),
    }
    assert grid.sight == ()


def test_a_cell_that_is_hidden_is_unknown() -> None:
    """Which is neither nothing nor remembered; without cells that stand out all others are in sight."""
    hidden = Cell("", Style.HIDDEN)
    grid = _grid([hidden, Cell("A")], [Cell("B"), Cell("")])
    assert grid.sight == (" #", "##")
    assert grid.legend[grid.rows[0][0]].name == "unknown"
    grid = _grid([hidden, Cell("A", lit=True)], [Cell("B"), Cell("", lit=True)])
    assert grid.sight == (" #", ".#")


def test_many_kinds_have_one_character_each() -> None:
    """That is told apart and neither a blank nor a surrogate, as a browser counts them."""
    cells = [Cell(f"{number:x}") for number in range(1000)]
    (row,) = _grid(cells).rows
    assert len(set(row)) == len(row) == 1000
    assert row.isalpha()
    assert max(row) < "\ud800"


def test_an_empty_board_has_no_focus() -> None:
    """There is no cell that could stay in the middle."""
    (part,) = scene_of_sections([Section("", (Board("", ()),))]).parts
    assert isinstance(part, Field)
    assert part.focus == ""


# Sections of a scene.

GOBLIN = Kind("goblin", "G", Style.BAD)
WALL = Kind("wall", "#", is_solid=True)
FLOOR = Kind("floor")


def _board(*tokens: Token, sight: tuple[str, ...] = (), focus: str = "") -> Board:
    grid = Grid(("w.", ".."), {"w": WALL, ".": FLOOR}, sight)
    (section,) = sections_of_scene(Scene("", (Field("map", "map", grid, tokens, focus=focus),)))
    (board,) = section.parts
    assert isinstance(board, Board)
    return board


def test_what_stands_on_a_grid_is_shown_in_place_of_the_ground() -> None:
    """The first of several, with how many they are if a cell has room for it."""
    board = _board(
        Token("a", place(0, 1), GOBLIN),
        Token("b", place(1, 0), GOBLIN, count=2),
        Token("c", place(1, 0), Kind("orc", "O")),
        Token("d", place(1, 1), GOBLIN, count=1000),
        focus=place(1, 1),
    )
    assert [[cell.text for cell in row] for row in board.rows] == [["#", "G"], ["G3", "G+"]]
    assert board.rows[0][1].style is Style.BAD
    assert board.focus == (1, 1)


def test_a_grid_shows_what_is_known_of_it() -> None:
    """Nothing of what is unknown but what is known to stand there; what is in sight stands out."""
    board = _board(
        Token("a", place(1, 0), GOBLIN, is_remembered=True),
        Token("b", place(1, 1), GOBLIN),
        sight=(" #", " ."),
    )
    assert board.rows[0] == (Cell("", Style.HIDDEN), Cell("", lit=True))
    assert board.rows[1] == (Cell("G", Style.FAINT), Cell("G", Style.BAD))


def test_rooms_are_lines_beside_each_other() -> None:
    """With what is in them, who stands there, and where doors lead; nothing where no room is."""
    rooms = {
        "a": Room("cave", 0, 0, ((Span("dark"),),)),
        "b": Room("hall", 0, 1),
        "c": Room("den", 1, 1, ((Span("x" * 60),),)),
    }
    doors = (Door("a", "b", Style.FAINT, "locked"), Door("b", "c", Style.HIDDEN))
    field = Field("map", "map", Rooms(rooms, doors), (Token("g", "b", GOBLIN, count=3),))
    (section,) = sections_of_scene(Scene("", (field,)))
    (panel,) = section.parts
    lines = [[text.strip() for text in line.split("│")] for line in _texts(panel)]
    assert lines == [
        ["cave", "hall"],
        ["dark", "G3"],
        ["to hall, locked", "to cave, locked"],
        ["", "to den, perhaps"],
        ["", "den"],
        ["", f"{'x' * 34}…"],
        ["", "to hall, perhaps"],
    ]


def test_a_table_and_two_sides_are_tables() -> None:
    """A cell of several spans is one, in the first style that is any; a quantity has its bar before it."""
    cells = (Span("life "), Span("5/10", Style.BAD, measure=Bar(5, 10)))
    table = SceneTable("t", "table", (Column("name"), Column("life")), (
        Row("r", ((Span("ada"),), cells)),
    ))  # fmt: skip
    versus = Versus(
        "v",
        "duel",
        Lines("l", "ada", ((Span("sword"),), (Span("shield"),))),
        Lines("r", "bob", ((Span("?", Style.HIDDEN, "", Hidden("not yet shown")),),)),
        ((Span("a blow"),),),
    )
    sections = sections_of_scene(Scene("", (table, versus, Lines("n", "notes", ()))))
    assert sections == (
        Section("table", (
            Table("table", ("name", "life"), ((Span("ada"), Span("life █████░░░░░ 5/10", Style.BAD)),)),
        )),
        Section("duel", (
            Table("duel", ("ada", "bob"), (
                (Span("sword"), Span("?", Style.HIDDEN)),
                (Span("shield"), Span("")),
            )),
            Panel("ada v bob", ((Span("a blow"),),)),
        )),
        Section("notes", (Panel("notes", ()),)),
    )  # fmt: skip


@given(SECTIONS)
def test_sections_of_a_scene_can_be_shown(sections: Sequence[Section]) -> None:
    """By `referee watch` line by line, as wide as they are."""
    console = Console(file=io.StringIO(), width=80)
    for section in sections_of_scene(scene_of_sections(sections)):
        for part in section.parts:
            for line in part_lines(part):
                console.print(spans_text(line), markup=False)


@pytest.mark.parametrize(
    "table", [Table("", (), ()), Table("", ("", ""), ()), Table("", (), ((),))]
)
def test_a_table_without_any_cell_has_no_lines(table: Table) -> None:
    """There is no widest cell then."""
    assert part_lines(table) == []


def test_sections_come_back() -> None:
    """Of a scene of sections, but for what no scene says: how a cell looks in colours, and coordinates."""
    told = Section("ada", (
        Board("ada", ((Cell("A", Style.BAD, lit=True), Cell("", Style.HIDDEN)),), (0, 1)),
        Table("ada", ("a", "b"), ((Span("1"), Span("2", Style.GOOD)),)),
        Panel("ada", ((Span("x"), Span("y", Style.WARN)),)),
    ))  # fmt: skip
    sections = sections_of_scene(scene_of_sections([told]))
    assert [part for section in sections for part in section.parts] == list(told.parts)


# Views.


class Silent(GameView):
    """Tells events only; it lacks what makes it a view, which is added by each test."""

    def sections(self, sight: Sight) -> tuple[Section, ...]:  # noqa: ARG002
        """Return nothing."""
        return ()

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:  # noqa: ARG002
        """Return nothing."""
        return ()


def test_a_view_tells_a_scene_or_sections() -> None:
    """One that tells neither would ask itself for ever."""
    with pytest.raises(TypeError, match="Neither tells neither scene nor sections"):
        type("Neither", (GameView,), {"event_line": Silent.event_line})


def test_a_view_of_sections_has_a_scene_and_the_other_way() -> None:
    """Each is made of the other."""
    sight = Sight({}, (), {}, ())
    assert Silent().scene(sight) == Scene("", ())

    class Told(Silent):
        sections = GameView.sections

        def scene(self, sight: Sight) -> Scene:  # noqa: ARG002
            return Scene("", (Lines("l", "lines", ((Span("told"),),)),))

    assert Told().sections(sight) == (Section("lines", (Panel("lines", ((Span("told"),),)),)),)


@pytest.mark.parametrize(
    ("value", "filled"), [(0, 0), (-3, 0), (1, 1), (50, 5), (99, 9), (100, 10), (120, 10)]
)
def test_a_bar_is_empty_for_nothing_and_full_for_all_only(value: int, filled: int) -> None:
    """Of ten characters for a hundred; `value` beyond its bounds counts as the bound."""
    assert bar(value, 100, 10) == "█" * filled + "░" * (10 - filled)
