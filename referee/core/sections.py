"""What is to be seen as boards, tables and panels of text, as a terminal shows them; and a scene as such, and back."""

from __future__ import annotations

import dataclasses
import itertools
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
"""Characters of a line of rooms, which leaves room for lists beside it in a terminal of 120 columns."""

_BAR_WIDTH = 10
"""Characters of a quantity."""


class Cell(NamedTuple):
    """A cell of a board, at most three characters wide."""

    text: str
    """What tells everything without any colour."""
    style: Style = Style.TEXT
    """What it is."""
    look: str = ""
    """What stands for `text` where there are colours; empty for the same."""
    lit: bool = False
    """Whether it stands out from cells that are not lit, such as one in sight."""


@dataclasses.dataclass(frozen=True, slots=True)
class Board:
    """A grid of cells with coordinates from 0 on its edges."""

    title: str
    """Its heading."""
    rows: tuple[tuple[Cell, ...], ...]
    """Cells by row and column, all rows of one length."""
    focus: tuple[int, int] = (0, 0)
    """Row and column that stay in the middle where there is no room for all."""


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """Rows under a heading."""

    title: str
    """Its heading."""
    columns: tuple[str, ...]
    """Names of the columns."""
    rows: tuple[tuple[Span, ...], ...]
    """One span a column."""


@dataclasses.dataclass(frozen=True, slots=True)
class Panel:
    """Lines under a heading."""

    title: str
    """Its heading."""
    lines: tuple[tuple[Span, ...], ...]
    """Spans of each line."""


Part: TypeAlias = Board | Table | Panel


@dataclasses.dataclass(frozen=True, slots=True)
class Section:
    """What belongs together, such as one party; several may stand side by side."""

    title: str
    """Its heading."""
    parts: tuple[Part, ...]
    """A board, if any, comes first."""


def bar(value: int, most: int, width: int = 20) -> str:
    """Return a quantity as a bar; it is empty for nothing only, and full for the most only.

    Args:
        value: From 0; below counts as 0.
        most: What fills it, from 1.
        width: Its length in characters, at least 2.
    """
    inside = max(0, min(value, most))
    filled = width * inside // most
    if 0 < inside < most:
        filled = max(1, min(width - 1, filled))
    return "█" * filled + "░" * (width - filled)


# A scene of sections.


def scene_of_sections(sections: Sequence[Section]) -> Scene:
    """Return sections as a scene: cells as ground, those that have a player's colour or a letter as what they say."""
    parts: list[ScenePart] = []
    for number, section in enumerate(sections):
        for index, part in enumerate(section.parts):
            parts.append(_scene_part(part, f"{number}.{index}", section))
    title = next((section.title for section in sections if section.title), "")
    return Scene(title, tuple(parts))


def _scene_part(part: Part, id: str, section: Section) -> ScenePart:  # noqa: A002
    title = part.title or section.title
    if isinstance(part, Panel):
        return Lines(id, title, part.lines)
    if isinstance(part, Table):
        columns = tuple(Column(name) for name in part.columns)
        rows = tuple(
            Row(f"r{index}", tuple((cell,) for cell in row)) for index, row in enumerate(part.rows)
        )
        return SceneTable(id, title, columns, rows)
    codes: dict[tuple[str, Style], str] = {}
    characters = (chr(code) for code in itertools.count(ord("a")))
    rows_of_codes = []
    for cells in part.rows:
        told = ""
        for cell in cells:
            looks = (cell.text.strip(), cell.style)
            if looks not in codes:
                codes[looks] = next(characters)
            told += codes[looks]
        rows_of_codes.append(told)
    legend = {code: Kind(text or "nothing", text, style) for (text, style), code in codes.items()}
    known = tuple(
        "".join(" " if cell.style is Style.HIDDEN else "#" if cell.lit else "." for cell in cells)
        for cells in part.rows
    )
    is_lit = any(cell.lit for cells in part.rows for cell in cells)
    grid = Grid(tuple(rows_of_codes), legend, known if is_lit else ())
    return Field(id, title, grid, focus=place(*part.focus))


# Sections of a scene.


def sections_of_scene(scene: Scene) -> tuple[Section, ...]:
    """Return a scene as sections, one a part."""
    return tuple(
        Section(part.title, parts) for part in scene.parts if (parts := tuple(text_parts(part)))
    )


def text_parts(part: ScenePart, *, is_narrow: bool = False) -> Iterator[Part]:
    """Yield a part of a scene as a terminal shows it.

    Args:
        part: What to show.
        is_narrow: Whether there is no room for bars, as beside a board; lines and tables then tell
            quantities by their texts alone.
    """
    if isinstance(part, Lines):
        told = part.lines if is_narrow else tuple(map(_with_bars, part.lines))
        yield Panel(part.title, told)
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
    """Return a line as one span, in the style of its first that has one."""
    styles = (span.style for span in line if span.style is not Style.TEXT)
    return Span(spans_text(line), next(styles, Style.TEXT))


def _with_bars(line: Line) -> Line:
    """Return a line with each quantity as a bar before its number; hearts draw themselves."""
    return tuple(
        span._replace(text=f"{bar(*span.measure, _BAR_WIDTH)} {span.text}")
        if isinstance(span.measure, Bar) and any(map(str.isdigit, span.text))
        else span
        for span in line
    )


def _board(field: Field, grid: Grid) -> Board:
    there: dict[str, Token] = {}
    for token in field.tokens:
        there.setdefault(token.at, token)
    rows = tuple(
        tuple(
            _cell(grid, row, column, there.get(place(row, column))) for column in range(len(codes))
        )
        for row, codes in enumerate(grid.rows)
    )
    row, _, column = field.focus.partition(",")
    return Board(field.title, rows, (int(row), int(column)) if column else (0, 0))


def _cell(grid: Grid, row: int, column: int, token: Token | None) -> Cell:
    sight = grid.sight[row][column] if grid.sight else "."
    if sight == " ":
        return Cell("", Style.HIDDEN)
    ground = grid.legend[grid.rows[row][column]]
    if token is None:
        return Cell(ground.glyph, ground.style, lit=sight == "#")
    style = Style.FAINT if token.is_remembered else token.kind.style
    return Cell(token.kind.glyph, style, lit=sight == "#")


def _rooms(field: Field, space: Rooms) -> Iterator[Line]:
    """Yield rooms as text, those of a row beside each other."""
    rows: dict[int, dict[int, str]] = {}
    for id, room in space.rooms.items():  # noqa: A001
        rows.setdefault(room.row, {})[room.column] = id
    columns = 1 + max((room.column for room in space.rooms.values()), default=0)
    width = max(8, (_WIDTH - 3 * (columns - 1)) // columns)
    for _, by_column in sorted(rows.items()):
        cells = [
            _room_lines(field, space, by_column[column]) if column in by_column else []
            for column in range(columns)
        ]
        for lines in itertools.zip_longest(*cells, fillvalue=()):
            spans: list[Span] = []
            for index, line in enumerate(lines):
                text = spans_text(line)[:width]
                spans += [Span(" │ ", Style.FAINT)] if index else []
                spans.append(Span(f"{text:{width}}", _joined(line).style))
            yield tuple(spans)


def _room_lines(field: Field, space: Rooms, id: str) -> list[Line]:  # noqa: A002
    room = space.rooms[id]
    tokens = [token for token in field.tokens if token.at == id]
    standing = [Span(f"{token.kind.glyph} ", token.kind.style) for token in tokens]
    return [(Span(room.name, Style.FAINT),), *room.lines, *([tuple(standing)] if standing else [])]
