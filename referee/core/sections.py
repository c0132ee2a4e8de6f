"""Boards, tables and panels of text for a terminal, and their conversion to and from a scene."""

from __future__ import annotations

import dataclasses
import itertools
import string
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from referee.core.scene import (
    Bar,
    Column,
    Field,
    Grid,
    Kind,
    Line,
    Lines,
    Rooms,
    Row,
    Scene,
    ScenePart,
    SceneTable,
    Span,
    Style,
    Token,
    Versus,
    place,
    spans_text,
)

__all__ = [
    "Board",
    "Cell",
    "Panel",
    "Part",
    "Section",
    "Table",
    "bar",
    "scene_of_sections",
    "sections_of_scene",
    "text_parts",
]

_WIDTH = 73
"""Highest number of characters in a line of rooms; in a terminal of 120 columns this leaves space
for lists next to the rooms.
"""

_BAR_WIDTH = 10
"""Width in characters of a bar that shows a quantity."""


class Cell(NamedTuple):
    """A cell of a board, at most three characters wide."""

    text: str
    """Text of the cell, which must say everything without colours."""
    style: Style = Style.TEXT
    """Meaning of the cell, by which the terminal chooses its colour."""
    look: str = ""
    """Text shown in place of `text` where there are colours; empty to show `text`."""
    lit: bool = False
    """Whether the cell is drawn brighter than others, such as a cell in sight."""


@dataclasses.dataclass(frozen=True, slots=True)
class Board:
    """A grid of cells with coordinates from 0 on its edges."""

    title: str
    """Heading above the board."""
    rows: tuple[tuple[Cell, ...], ...]
    """Cells by row and column, all rows of one length."""
    focus: tuple[int, int] = (0, 0)
    """Row and column of the cell kept in the middle where the screen can't show the whole board."""


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """A table in a terminal: rows of text under column headings."""

    title: str
    """Heading above the table."""
    columns: tuple[str, ...]
    """Headings of the columns."""
    rows: tuple[tuple[Span, ...], ...]
    """Rows of the table, each with one span (piece of styled text) for each column."""


@dataclasses.dataclass(frozen=True, slots=True)
class Panel:
    """Lines of text under a heading, in a terminal."""

    title: str
    """Heading above the lines."""
    lines: tuple[tuple[Span, ...], ...]
    """Lines of the panel, each a tuple of spans (pieces of styled text)."""


Part: TypeAlias = Board | Table | Panel


@dataclasses.dataclass(frozen=True, slots=True)
class Section:
    """Parts that are shown together, such as one side of a game.

    Several sections may be shown side by side.
    """

    title: str
    """Heading of the section."""
    parts: tuple[Part, ...]
    """Parts of the section; a board, if there is one, comes first."""


def bar(value: int, most: int, width: int = 20) -> str:
    """Return a quantity as a bar of characters.

    Only 0 looks empty, and only the maximum looks full.

    Args:
        value: The quantity; values below 0 count as 0, values above `most` as `most`.
        most: Quantity that fills the bar, from 1.
        width: Length of the bar in characters, at least 2.
    """
    inside = max(0, min(value, most))
    filled = width * inside // most
    if 0 < inside < most:
        # Rounding must not show a little life as none, nor nearly full health as full.
        filled = max(1, min(width - 1, filled))
    return "█" * filled + "░" * (width - filled)


# A scene of sections.


def scene_of_sections(sections: Sequence[Section]) -> Scene:
    """Return a scene that shows the given sections.

    On a board each pair of text and style becomes one kind of ground.
    """
    parts = tuple(
        _scene_part(part, f"{number}.{index}", section)
        for number, section in enumerate(sections)
        for index, part in enumerate(section.parts)
    )
    title = next((section.title for section in sections if section.title), "")
    return Scene(title, parts)


def _scene_part(part: Part, id: str, section: Section) -> ScenePart:  # noqa: A002
    titles = dict.fromkeys(title for title in (section.title, part.title) if title)
    title = ": ".join(titles)
    if isinstance(part, Panel):
        return Lines(id, title, part.lines)
    if isinstance(part, Table):
        columns = tuple(Column(name) for name in part.columns)
        rows = tuple(
            Row(f"r{index}", tuple((cell,) for cell in row)) for index, row in enumerate(part.rows)
        )
        return SceneTable(id, title, columns, rows)
    return Field(id, title, _grid(part), focus=place(*part.focus) if part.rows else "")


def _grid(board: Board) -> Grid:
    codes: dict[tuple[str, Style], str] = {}
    for cell in itertools.chain(*board.rows):
        codes.setdefault(_look_of(cell), _CODES[len(codes)])
    rows = tuple("".join(codes[_look_of(cell)] for cell in cells) for cells in board.rows)
    legend = {
        code: Kind(text or ("unknown" if style is Style.HIDDEN else "nothing"), text, style)
        for (text, style), code in codes.items()
    }
    return Grid(rows, legend, _visibility(board))


def _look_of(cell: Cell) -> tuple[str, Style]:
    return cell.text.strip(), cell.style


_CODES = string.ascii_letters + "".join(map(chr, range(0x4E00, 0x9FA6)))
"""Characters that stand for kinds of cells in a grid: ASCII letters first, then Chinese
characters.
"""


def _visibility(board: Board) -> tuple[str, ...]:
    """Return a mark for each cell of a board: a space for unknown, `#` in sight, `.` remembered.

    A cell of style HIDDEN is unknown. If any cell is lit, cells that are not lit are remembered.
    Empty if the viewer sees all cells.
    """
    cells = list(itertools.chain(*board.rows))
    is_lit = any(cell.lit for cell in cells)
    if not is_lit and all(cell.style is not Style.HIDDEN for cell in cells):
        return ()

    def known(cell: Cell) -> str:
        if cell.style is Style.HIDDEN:
            return " "
        return "#" if cell.lit or not is_lit else "."

    return tuple("".join(map(known, cells)) for cells in board.rows)


# Sections of a scene.


def sections_of_scene(scene: Scene) -> tuple[Section, ...]:
    """Return a scene as sections, one section for each part of the scene."""
    return tuple(
        Section(part.title, parts) for part in scene.parts if (parts := tuple(text_parts(part)))
    )


def text_parts(part: ScenePart, *, is_narrow: bool = False) -> Iterator[Part]:
    """Yield the boards, tables and panels as which a terminal shows a part of a scene.

    Args:
        part: The part of the scene.
        is_narrow: Whether there is no room for bars, as next to a board; lines and tables then show
            quantities by their texts alone.
    """
    if isinstance(part, Lines):
        lines = part.lines if is_narrow else tuple(map(_with_bars, part.lines))
        yield Panel(part.title, lines)
    elif isinstance(part, SceneTable):
        names = tuple(column.name for column in part.columns)
        rows = tuple(
            tuple(_joined(cell if is_narrow else _with_bars(cell)) for cell in row.cells)
            for row in part.rows
        )
        yield Table(part.title, names, rows)
    elif isinstance(part, Versus):
        sides = itertools.zip_longest(part.left.lines, part.right.lines, fillvalue=())
        rows = tuple(
            (_joined(_with_bars(left)), _joined(_with_bars(right))) for left, right in sides
        )
        yield Table(part.title, (part.left.title, part.right.title), rows)
        if part.middle:
            yield Panel(f"{part.left.title} v {part.right.title}", part.middle)
    elif isinstance(part.space, Grid):
        yield _board(part, part.space)
    else:
        yield Panel(part.title, tuple(_rooms(part, part.space)))


def _joined(line: Line) -> Span:
    """Return a line as one span, in the style of its first span that is not plain text."""
    styles = (span.style for span in line if span.style is not Style.TEXT)
    return Span(spans_text(line), next(styles, Style.TEXT))


def _with_bars(line: Line) -> Line:
    """Return a line in which each quantity with digits in its text has a bar before its number.

    Quantities without digits, such as rows of hearts, stay as they are.
    """
    return tuple(
        span._replace(text=f"{bar(span.measure.value, span.measure.most, _BAR_WIDTH)} {span.text}")
        if isinstance(span.measure, Bar) and any(map(str.isdigit, span.text))
        else span
        for span in line
    )


def _board(field: Field, grid: Grid) -> Board:
    there: dict[str, list[Token]] = {}
    for token in field.tokens:
        there.setdefault(token.at, []).append(token)
    rows = tuple(
        tuple(
            _cell(grid, row, column, there.get(place(row, column), ()))
            for column in range(len(codes))
        )
        for row, codes in enumerate(grid.rows)
    )
    row, _, column = field.focus.partition(",")
    return Board(field.title, rows, (int(row), int(column)) if column else (0, 0))


def _cell(grid: Grid, row: int, column: int, tokens: Sequence[Token]) -> Cell:
    """Return the cell at a row and column of a grid, as a terminal shows it.

    It shows the first of `tokens`, which stand there, with the number of all; without tokens, the
    ground.
    """
    sight = grid.sight[row][column] if grid.sight else "."
    is_lit = sight == "#"
    if tokens:
        style = Style.FAINT if tokens[0].is_remembered else tokens[0].kind.style
        return Cell(_counted(tokens), style, lit=is_lit)
    if sight == " ":
        return Cell("", Style.HIDDEN)
    ground = grid.legend[grid.rows[row][column]]
    return Cell(ground.glyph, ground.style, lit=is_lit)


def _counted(tokens: Sequence[Token]) -> str:
    glyph, count = tokens[0].kind.glyph, sum(token.count for token in tokens)
    if count == 1 or len(glyph) == _CELL_WIDTH:
        return glyph
    return f"{glyph}{count}" if len(f"{glyph}{count}") <= _CELL_WIDTH else f"{glyph}+"


_CELL_WIDTH = 3
"""Highest number of characters in a cell of a board."""


def _rooms(field: Field, space: Rooms) -> Iterator[Line]:
    """Yield text lines of all rooms of a field; rooms of a row stand side by side.

    `space` has the field's rooms and doors.
    """
    rows: dict[int, dict[int, str]] = {}
    for id, room in space.rooms.items():  # noqa: A001
        rows.setdefault(room.row, {})[room.column] = id
    columns = 1 + max((room.column for room in space.rooms.values()), default=0)
    width = max(8, (_WIDTH - 3 * (columns - 1)) // columns)
    for _, by_column in sorted(rows.items()):
        cells = [
            list(_room_lines(field, space, by_column[column])) if column in by_column else []
            for column in range(columns)
        ]
        for lines in itertools.zip_longest(*cells, fillvalue=()):
            spans: list[Span] = []
            for index, line in enumerate(lines):
                text = spans_text(line)
                # Cut rather than wrapped: rooms of a row stand side by side.
                text = text if len(text) <= width else f"{text[: width - 1]}…"
                spans += [Span(" │ ", Style.FAINT)] if index else []
                spans.append(Span(f"{text:{width}}", _joined(line).style))
            yield tuple(spans)


def _room_lines(field: Field, space: Rooms, id: str) -> Iterator[Line]:  # noqa: A002
    """Yield lines of the room `id` of a field: name, contents, its tokens, and where its doors lead.

    `space` has all rooms and doors of the field.
    """
    room = space.rooms[id]
    yield (Span(room.name, Style.FAINT),)
    yield from room.lines
    tokens = [token for token in field.tokens if token.at == id]
    if tokens:
        yield tuple(Span(f"{_counted((token,))} ", token.kind.style) for token in tokens)
    for door in space.doors:
        if id in (door.one, door.other):
            far = space.rooms[door.other if id == door.one else door.one]
            text = door.text or ("perhaps" if door.style is Style.HIDDEN else "")
            yield (Span(f"to {far.name}{f', {text}' if text else ''}", door.style),)
