"""Tables in narrow terminals: columns are left out, but never the names of lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import rich.box
import rich.markup
import rich.table
from rich.cells import cell_len

__all__ = ["Row", "bare_table", "narrow_table"]

Row = tuple[str, str, Sequence[str]]
"""Place or seat, name, and the texts of the columns behind the name."""
_GAP = 2
"""Space between two columns of a table, in characters."""
_NAME_FROM = 8
"""Smallest width of the column of names, in characters; longer names are folded."""


def bare_table(title: str | None, left_out: Sequence[str] = ()) -> rich.table.Table:
    """Return an empty table as all tables of this program look.

    Args:
        title: Title above it; None for no title.
        left_out: Names of the columns for which there is no room; they stand below it.
    """
    return rich.table.Table(
        title=title,
        title_justify="left",
        caption=f"no room for {', '.join(left_out)}" if left_out else None,
        caption_justify="left",
        header_style="bold",
        box=rich.box.SIMPLE_HEAD,
        collapse_padding=True,
        pad_edge=False,
    )


def narrow_table(
    head: tuple[str, str],
    columns: Sequence[str],
    rows: Sequence[Row],
    *,
    width: int,
    title: str | None = None,
    last_to_go: Sequence[str] = (),
    titled: Callable[[str], str] = str,
) -> rich.table.Table:
    """Return a table; columns without room are left out, and named below it.

    Args:
        head: Heads of place and name, which always stay; the first is empty if there are no places.
        columns: Heads of the columns behind the name.
        rows: The lines, with one text for each of the columns.
        width: Width of the terminal, in columns.
        title: Title above the table; None for no title.
        last_to_go: Columns that stay longest, the most important first; the others go from the
            right.
        titled: Returns the text that is shown in place of a name.
    """
    rows = [(place, titled(name), cells) for place, name, cells in rows]
    kept, are_whole = _that_fit(head, columns, rows, width, last_to_go)
    left_out = [column for column in columns if column not in kept]
    table = bare_table(title, left_out)
    has_places = any(place for place, _, _ in rows)
    if has_places:
        table.add_column(head[0], justify="right", no_wrap=True)
    table.add_column(head[1], overflow="fold")
    for column in kept:
        table.add_column(column, justify="right", no_wrap=True)
    lines = []
    for place, name, cells in rows:
        shown = [cell for column, cell in zip(columns, cells, strict=True) if column in kept]
        lines.append([*([place] if has_places else []), rich.markup.escape(name), *shown])
    if are_whole and lines:
        # The same table, as nothing is between its lines; a thousand lines take a quarter of the time as one.
        lines = [["\n".join(column) for column in zip(*lines, strict=True)]]
    for line in lines:
        table.add_row(*line)
    return table


def _that_fit(
    head: tuple[str, str],
    columns: Sequence[str],
    rows: Sequence[Row],
    width: int,
    last_to_go: Sequence[str],
) -> tuple[list[str], bool]:
    """Return those columns that have room next to places and names, and whether no text is folded then.

    Args:
        head: Heads of place and name.
        columns: Heads of the columns behind the name.
        rows: The lines, with one text for each of the columns.
        width: Width of the terminal, in columns.
        last_to_go: Columns that stay longest, the most important first.
    """
    places = max(len(head[0]), *(len(place) for place, _, _ in rows), 0)
    # A season has a table before its first entry, so there may be no rows.
    names = max([len(head[1]), *(cell_len(name) for _, name, _ in rows)])
    sizes = {
        column: max([len(column), *(len(cells[number]) for _, _, cells in rows)])
        for number, column in enumerate(columns)
    }
    kept = list(columns)
    by_worth = [column for column in reversed(columns) if column not in last_to_go]
    by_worth += [column for column in reversed(last_to_go) if column in columns]

    def needed() -> int:
        return places + _GAP + names + sum(_GAP + sizes[column] for column in kept) + _GAP

    for column in by_worth:
        if needed() <= width:
            break
        # The last column stays if a folded name makes room for it.
        if len(kept) == 1 and needed() - names + min(names, _NAME_FROM) <= width:
            break
        kept.remove(column)
    return kept, needed() <= width
