"""Paints a frame of a match as one screen of a terminal: heading, sections, events, keys."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import rich.box
from rich.console import Group, RenderableType
from rich.layout import Layout
from rich.panel import Panel as Framed
from rich.style import Style as RichStyle
from rich.table import Table as Grid
from rich.text import Text

from referee.cli.watch.clock_line import clock_line
from referee.core.flat import CELL_WIDTH, Line, part_lines
from referee.core.text import printable
from referee.core.view import Board, Cell, Panel, Part, Section, Span, Style, Table
from referee.games import generic_view
from referee.replay.frames import Frame, Heading, said_line

__all__ = ["MIN_HEIGHT", "MIN_WIDTH", "Place", "event_lines", "painted", "sections_of", "styled"]

MIN_WIDTH, MIN_HEIGHT = 60, 16
"""Smallest number of columns and rows of a terminal in which a screen is painted."""
_LEAST_EVENTS = 3
"""Lowest number of lines of the screen that are kept for events."""
_BORDERS = 2
_BOTTOM = 1
"""Number of lines of a box's lower border, which may be cut off without losing anything."""
_SIDE_WIDTH = 36
"""Number of columns of the screen that are kept for lists to the right of a game's board."""
_MARGIN = 3
"""Number of columns of the screen that the row numbers of a game's board take."""

_STYLES = {
    Style.TEXT: RichStyle(),
    Style.FAINT: RichStyle(color="bright_black"),
    Style.STRONG: RichStyle(color="bright_yellow", bold=True),
    Style.HIDDEN: RichStyle(color="bright_black"),
    Style.GOOD: RichStyle(color="green"),
    Style.WARN: RichStyle(color="yellow"),
    Style.BAD: RichStyle(color="bright_red"),
    Style.FIRST: RichStyle(color="bright_cyan", bold=True),
    Style.SECOND: RichStyle(color="bright_magenta", bold=True),
    Style.THIRD: RichStyle(color="bright_green", bold=True),
    Style.FOURTH: RichStyle(color="color(208)", bold=True),  # orange
    Style.FIFTH: RichStyle(color="color(75)", bold=True),  # blue
    Style.SIXTH: RichStyle(color="color(230)", bold=True),  # cream
    Style.SEVENTH: RichStyle(color="color(211)", bold=True),  # pink
    Style.EIGHTH: RichStyle(color="color(143)", bold=True),  # olive
    Style.NINTH: RichStyle(color="color(44)", bold=True),  # teal
    Style.TENTH: RichStyle(color="color(141)", bold=True),  # violet
    Style.ELEVENTH: RichStyle(color="color(190)", bold=True),  # lime
    Style.TWELFTH: RichStyle(color="color(203)", bold=True),  # coral
    Style.THIRTEENTH: RichStyle(color="color(111)", bold=True),  # sky
    Style.FOURTEENTH: RichStyle(color="color(179)", bold=True),  # sand
    Style.FIFTEENTH: RichStyle(color="color(176)", bold=True),  # mauve
    Style.SIXTEENTH: RichStyle(color="color(108)", bold=True),  # sage
}
_LIT = RichStyle(bgcolor="grey19")


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """What a watcher is shown: a frame of the match, and the first section on the screen."""

    frames: Sequence[Frame]
    """Frames up to the one that is shown, which is the last; at least one."""
    first: int = 0
    """Index of the section that is shown first."""
    note: str = ""
    """Text shown in the last line, next to the keys."""


def sections_of(heading: Heading, frame: Frame) -> tuple[Section, ...]:
    """Return the sections of a frame, by the view of the game in `heading`, or by a generic one."""
    return generic_view.view_of(heading.plugin).sections(frame.sight)


def event_lines(heading: Heading, frame: Frame) -> list[Line]:
    """Return a frame's chat and events as text.

    First one line for each chat message said before the frame's step, then one for each event of
    the step.
    """
    view = generic_view.view_of(heading.plugin)
    lines = [said_line(said, heading.players) for said in frame.said]
    return lines + view.event_lines(frame.sight)


def styled(line: Line) -> Text:
    """Return a line as text in the colours of its styles."""
    return Text.assemble(
        *((printable(span.text), _STYLES[span.style]) for span in line),
        no_wrap=True,
        overflow="ellipsis",
    )


def painted(heading: Heading, place: Place, width: int, height: int) -> RenderableType:
    """Return one screen, ready to be drawn.

    Args:
        heading: What is watched: the match, and from which point of view.
        place: Frame and section that are shown.
        width: Number of columns of the terminal.
        height: Number of rows of the terminal.
    """
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        return Text(f"{width} by {height}: too small, {MIN_WIDTH} by {MIN_HEIGHT} is needed")
    clocks = clock_line(heading, place.frames[-1])
    height -= bool(clocks)
    room = height - 2 - _LEAST_EVENTS - _BORDERS
    sections = sections_of(heading, place.frames[-1])
    if not sections and heading.hint:
        why = Panel("nothing to see", tuple((Span(line),) for line in heading.hint))
        sections = (Section(why.title, (why,)),)
    body, used, hidden = _body(sections, place.first, width, room)
    layout = Layout()
    more = f"  Tab: {hidden} more" if hidden else ""
    layout.split_column(
        Layout(_title(heading, place.frames[-1]), size=1),
        *(
            [Layout(Text(f" {clocks}", no_wrap=True, overflow="ellipsis"), size=1)]
            if clocks
            else []
        ),
        Layout(body, size=max(used, 1)),
        Layout(_events(heading, place, height - 2 - max(used, 1) - _BORDERS)),
        Layout(Text(f"{place.note}{more}", style="reverse", no_wrap=True), size=1),
    )
    return layout


def _title(heading: Heading, frame: Frame) -> Text:
    title = heading.title
    parts: list[str | tuple[str, str]] = [
        (f" {title} ", "bold reverse"),
        f" step {frame.step}",
        f", {frame.phase}" if frame.phase else "",
        (f"  match {printable(heading.match_id)}, seen by {heading.eyes}", "bright_black"),
    ]
    return Text.assemble(*parts, no_wrap=True, overflow="ellipsis")


def _events(heading: Heading, place: Place, room: int) -> RenderableType:
    """Return a box with the latest events that fit into `room` lines.

    Events of steps before the newest frame of `place` are faint.
    """
    newest = place.frames[-1]
    lines: list[Text] = [Text(line, style="bold") for line in newest.outcome]
    for frame in reversed(place.frames):
        if len(lines) >= room:
            break
        told = [
            Text(f"{frame.step:>5}  ").append_text(styled(line))
            for line in event_lines(heading, frame)
        ]
        if frame is not newest:
            for text in told:
                text.stylize("dim")
        lines = told + lines
    shown = Group(*lines[-room:]) if room > 0 else Group()
    return Framed(
        shown, title="events", title_align="left", box=rich.box.ROUNDED, border_style="bright_black"
    )


def _body(
    sections: Sequence[Section], first: int, width: int, room: int
) -> tuple[RenderableType, int, int]:
    """Return sections drawn side by side, as many as fit, beginning with index `first`.

    There is space for `width` columns and `room` lines. Also return the number of lines that the
    sections take, and the number of sections, or pieces of sections, that did not fit.
    """
    if not sections:
        return Text(" "), 0, 0  # rich takes an empty text for none, and draws a placeholder
    boards = [section for section in sections if _boards(section)]
    if len(sections) == 1 or len(boards) == 1:
        return _around_board(sections, first, width, room)
    pages = [page for section in sections for page in _pages(section, room + _BOTTOM)]
    first %= len(pages)
    grid = Grid.grid(expand=False, padding=(0, 1, 0, 0))
    columns: list[RenderableType] = []
    used, left = 0, width
    for section in [*pages[first:], *pages[:first]]:
        parts = [
            _part(part, width - _BORDERS - 2, max(room - 12, 6), section) for part in section.parts
        ]
        wide = max(part_width for _, part_width, _ in parts) + 1
        if columns and wide > left:
            break
        left -= wide
        columns.append(Group(*(drawn for drawn, _, _ in parts)))
        used = max(used, sum(part_height for _, _, part_height in parts))
        grid.add_column()
    grid.add_row(*columns)
    return grid, min(used, room), len(pages) - len(columns)


def _pages(section: Section, room: int) -> list[Section]:
    """Return a section as sections of at most `room` lines each; one with a board stays whole."""
    if _boards(section):
        return [section]
    pages: list[Section] = []
    parts: list[Part] = []
    left = room
    for part in section.parts:
        assert not isinstance(part, Board)
        done, count, frame = 0, _count(part), _BORDERS + _has_heading(part)
        while done < count or not count:
            if parts and left - frame < min(1, count):
                pages.append(Section(section.title, tuple(parts)))
                parts, left = [], room
            some = min(count - done, max(1, left - frame))
            parts.append(_piece(part, done, done + some))
            left -= frame + some
            done += some
            if not count:
                break
    return [*pages, Section(section.title, tuple(parts))]


def _boards(section: Section) -> list[Board]:
    return [part for part in section.parts if isinstance(part, Board)]


def _around_board(
    sections: Sequence[Section], first: int, width: int, room: int
) -> tuple[RenderableType, int, int]:
    """Return sections, at most one of which has a board, drawn next to each other.

    There is space for `width` columns and `room` lines; lists are shown from index `first` on.

    The board is at the left, lists (tables and panels) are in a column to its right. A list of more
    than `room` lines is split into pieces, so that each piece can be shown. Also return the number
    of lines that all take, and the number of lists, or pieces of lists, that did not fit.
    """
    boards = [(board, section) for section in sections for board in _boards(section)]
    lists = [
        (piece, section)
        for section in sections
        for part in section.parts
        if not isinstance(part, Board)
        for piece in _pieces(part, room - _BORDERS)
    ]
    first = first % len(lists) if lists else 0
    beside: list[RenderableType] = []
    height = 0
    for piece, section in [*lists[first:], *lists[:first]]:
        drawn, _, more = _part(piece, width, room, section)
        if height + more > room:
            break
        beside.append(drawn)
        height += more
    hidden = len(lists) - len(beside)
    stack = Group(*beside)
    if not boards:
        return stack, min(height, room), hidden
    at_left = [_part(board, width - _SIDE_WIDTH, room, section) for board, section in boards]
    grid = Grid.grid(expand=True, padding=(0, 1, 0, 0))
    grid.add_column(width=min(max(wide for _, wide, _ in at_left), width - _SIDE_WIDTH))
    grid.add_column(ratio=1)
    grid.add_row(Group(*(board for board, _, _ in at_left)), stack)
    height = max(height, sum(part_height for _, _, part_height in at_left))
    return grid, min(height, room), hidden


def _pieces(part: Table | Panel, room: int) -> list[Table | Panel]:
    """Return the list `part` (table or panel) as pieces of at most `room` lines, headings included."""
    each, count = max(1, room - _has_heading(part)), _count(part)
    return [
        _piece(part, start, min(start + each, count)) for start in range(0, max(count, 1), each)
    ]


def _piece(part: Table | Panel, start: int, end: int) -> Table | Panel:
    """Return the lines from `start` to `end` of the list `part`, under a title that says which they are.

    If those are all lines, return the list itself.
    """
    if end - start == _count(part):
        return part
    title = f"{part.title}, {start + 1} to {end} of {_count(part)}"
    if isinstance(part, Table):
        return Table(title, part.columns, part.rows[start:end])
    return Panel(title, part.lines[start:end])


def _count(part: Table | Panel) -> int:
    return len(part.rows if isinstance(part, Table) else part.lines)


def _has_heading(part: Table | Panel) -> bool:
    return isinstance(part, Table) and any(part.columns)


def _part(part: Part, width: int, height: int, section: Section) -> tuple[RenderableType, int, int]:
    """Return a part of a section, drawn in a box, and the width and height of the box in characters."""
    title = part.title
    if isinstance(part, Board):
        rows, columns = _window(part, width - _BORDERS - _MARGIN - 2, height - _BORDERS - 1)
        lines = _board(part, rows, columns)
        if len(rows) < len(part.rows) or len(columns) < len(part.rows[0]):
            title += f", of {len(part.rows[0])} by {len(part.rows)}"
    else:
        lines = [styled(line) for line in part_lines(part)]
    widest = max((line.cell_len for line in lines), default=0)
    heading = (
        title
        if title == section.title
        else f"{section.title}: {title}"
        if isinstance(part, Board)
        else title
    )
    taken = max(widest, len(heading) + 2) + _BORDERS + 2
    framed = Framed(
        Group(*lines),
        title=heading,
        title_align="left",
        box=rich.box.ROUNDED,
        border_style="bright_black",
        width=min(taken, width) if isinstance(part, Board) else None,
    )
    return framed, taken, len(lines) + _BORDERS


def _window(board: Board, width: int, height: int) -> tuple[range, range]:
    """Return the ranges of a board's rows and columns that fit on the screen, around its focus.

    `width` and `height` are the space in characters.
    """
    num_columns = len(board.rows[0]) if board.rows else 0
    row, column = board.focus
    return (
        _around(row, len(board.rows), max(1, height)),
        _around(column, num_columns, max(1, width // CELL_WIDTH)),
    )


def _around(middle: int, count: int, room: int) -> range:
    start = max(0, min(middle - room // 2, count - room))
    return range(start, min(count, start + room))


def _board(board: Board, rows: range, columns: range) -> list[Text]:
    numbers = "".join(f"{column:^{CELL_WIDTH}}" for column in columns)
    lines = [Text(" " * _MARGIN + numbers, style=_STYLES[Style.FAINT], no_wrap=True)]
    for row in rows:
        line = Text(no_wrap=True)
        line.append(f"{row:>{_MARGIN - 1}} ", _STYLES[Style.FAINT])
        for column in columns:
            _draw(line, board.rows[row][column])
        lines.append(line)
    return lines


def _draw(line: Text, cell: Cell) -> None:
    style = _STYLES[cell.style]
    line.append(f"{cell.look or cell.text:<{CELL_WIDTH}}", style + _LIT if cell.lit else style)
