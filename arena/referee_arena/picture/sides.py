"""Draws the scene of a duel: two sides next to each other, such as both players' dice, with lines between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee_arena.picture.lines import Spans, draw_row, rows_of
from referee_arena.picture.marks import Box
from referee_arena.picture.pen import Looks, Pen

__all__ = ["draw_sides"]

_LEADING = 1.9
"""Height of a line, as a multiple of the font size."""
_DIE = 1.9
"""Height of a die, as a multiple of the font size."""


def draw_sides(pen: Pen, part: Any, players: Sequence[str], place: Box) -> None:
    """Draw both sides of a duel, and the lines in the middle, so that they fill a box.

    Args:
        pen: Pen of the picture.
        part: The part `versus` of a scene, as plain data in the format of frames.
        players: Names of the players, by seat.
        place: The box.
    """
    palette = pen.palette
    middle = part["middle"]
    gap = 0.02 * place.width
    between = 0.2 * place.width if middle else 0
    wide = (place.width - between - 2 * gap) / 2
    longest = max(len(part["left"]["lines"]), len(part["right"]["lines"]), 1)
    all_lines = [line for name in ("left", "right") for line in part[name]["lines"]]
    widest = max((_width(line, pen, players) for line in all_lines), default=1.0)
    # Its text grows until the longest line touches the insets, or the lines fill the height.
    size = max(13.0, min(40.0, (place.height - 30) / (_LEADING * longest), wide / (widest + 2.1)))
    for name, x in (("left", place.x), ("right", place.x + place.width - wide)):
        pen.rect(
            x, place.y, wide, place.height, palette["surface"], corner=12, stroke=palette["rule"]
        )
        lines = part[name]["lines"]
        y = place.y + (place.height - _LEADING * size * (len(lines) - 1)) / 2 + 0.35 * size
        for line in lines:
            for row in rows_of(
                line, players, palette, size=size, width=wide - 2 * size, most=1, die=_DIE
            ):
                is_left = name == "left"
                at = x + size if is_left else x + wide - size
                draw_row(pen, row, at, y, "start" if is_left else "end")
            y += _LEADING * size
    x = place.x + place.width / 2
    small = 0.8 * size
    rows = [
        row
        for line in middle
        for row in rows_of(line, players, palette, size=small, width=between, most=2)
    ][: max(1, int(place.height / (1.4 * small)))]
    y = place.y + (place.height - 1.4 * small * (len(rows) - 1)) / 2 + 0.35 * small
    for row in rows:
        draw_row(pen, row, x, y, "middle")
        y += 1.4 * small


def _width(line: Spans, pen: Pen, players: Sequence[str]) -> float:
    """Return the width of a line that is not wrapped, as a multiple of the font size."""
    looks: Looks = {"size": 1, "width": 1000, "most": 1, "die": _DIE}
    return sum(row.width for row in rows_of(line, players, pen.palette, **looks))
