"""Converts boards, tables and panels of a game's view into lines of styled text.

Programs print these lines as plain text, or paint them on the screen of a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.text import printable
from referee.core.view import Board, Cell, Panel, Part, Section, Span, Style, Table

__all__ = ["CELL_WIDTH", "Line", "board_lines", "part_lines", "plain", "section_lines"]

CELL_WIDTH = 3
"""Width of a board's cell in characters."""

Line = tuple[Span, ...]
"""Spans (pieces of styled text) of one line, from left to right."""


def section_lines(sections: Sequence[Section]) -> Iterator[str]:
    """Yield the lines of all sections, as printed without colours and without a limit of lines."""
    for section in sections:
        if len(sections) > 1:
            yield f"--- {section.title} ---"
        for part in section.parts:
            yield f"{part.title}:"
            yield from (f"  {plain(line)}" for line in part_lines(part))


def part_lines(part: Part) -> list[Line]:
    """Return the lines of a whole part (board, table or panel), without its title."""
    match part:
        case Board():
            columns = len(part.rows[0]) if part.rows else 0
            return board_lines(part, range(len(part.rows)), range(columns))
        case Table():
            return _table_lines(part)
        case Panel():
            return list(part.lines)


def board_lines(board: Board, rows: range, columns: range) -> list[Line]:
    """Return the chosen rows and columns of a board as lines.

    The first line has the columns' numbers; each other line begins with its row's number.
    """
    margin = len(str(max(rows.stop - 1, 0))) + 1
    numbers = "".join(f"{column:<{CELL_WIDTH}}" for column in columns)
    lines: list[Line] = [(Span(" " * margin + numbers.rstrip(), Style.FAINT),)]
    for row in rows:
        cells = [_cell(board.rows[row][column]) for column in columns]
        lines.append((Span(f"{row:>{margin - 1}} ", Style.FAINT), *cells))
    return lines


def plain(line: Line) -> str:
    """Return the characters of a line without styles.

    Unprintable ones become `?`, trailing spaces are removed.
    """
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
