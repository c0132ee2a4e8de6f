"""Parts of a view as lines of spans: what plain frames print, and what panels of the screen hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.text import printable
from referee.core.view import Board, Cell, Panel, Part, Section, Span, Style, Table

__all__ = ["CELL_WIDTH", "Line", "board_lines", "part_lines", "plain", "section_lines"]

CELL_WIDTH = 3
"""Characters of a cell."""

Line = tuple[Span, ...]
"""Spans from left to right."""


def section_lines(sections: Sequence[Section]) -> Iterator[str]:
    """Yield all sections, as they are printed where there are no colours and no end of room."""
    for section in sections:
        if len(sections) > 1:
            yield f"--- {section.title} ---"
        for part in section.parts:
            yield f"{part.title}:"
            yield from (f"  {plain(line)}" for line in part_lines(part))


def part_lines(part: Part) -> list[Line]:
    """Return a whole part without its title, everything told by characters alone."""
    match part:
        case Board():
            columns = len(part.rows[0]) if part.rows else 0
            return board_lines(part, range(len(part.rows)), range(columns))
        case Table():
            return _table_lines(part)
        case Panel():
            return list(part.lines)


def board_lines(board: Board, rows: range, columns: range) -> list[Line]:
    """Return some rows and columns of a board, with their numbers."""
    margin = len(str(max(rows.stop - 1, 0))) + 1
    numbers = "".join(f"{column:<{CELL_WIDTH}}" for column in columns)
    lines: list[Line] = [(Span(" " * margin + numbers.rstrip(), Style.FAINT),)]
    for row in rows:
        cells = [_cell(board.rows[row][column]) for column in columns]
        lines.append((Span(f"{row:>{margin - 1}} ", Style.FAINT), *cells))
    return lines


def plain(line: Line) -> str:
    """Return the characters of a line."""
    return printable("".join(span.text for span in line)).rstrip()


def _cell(cell: Cell) -> Span:
    return Span(f"{cell.text:<{CELL_WIDTH}}", cell.style)


def _table_lines(table: Table) -> list[Line]:
    heading = tuple(Span(name, Style.FAINT) for name in table.columns)
    rows: Sequence[Line] = (heading, *table.rows) if any(table.columns) else table.rows
    if not (rows and table.columns):
        return []
    widths = [max(len(row[index].text) for row in rows) for index in range(len(table.columns))]
    widths[-1] = 0  # nothing follows it
    return [
        tuple(
            Span(f"{span.text:<{width}}{'  ' if width else ''}", span.style)
            for span, width in zip(row, widths, strict=True)
        )
        for row in rows
    ]
