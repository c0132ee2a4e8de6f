"""Arrows, paths, rings, areas and labels over a board, and how several tokens share a place."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee_arena.picture.pen import Looks, Pen, number

__all__ = ["Box", "by_place", "count_text", "draw_marks", "num_drawn"]

_SHORT = 28
"""Characters of a mark's text that are drawn."""


class Box(NamedTuple):
    """Where a place of a board is."""

    x: float
    """Its left side."""
    y: float
    """Its upper side."""
    width: float
    """Its width."""
    height: float
    """Its height."""

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


def by_place(tokens: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return tokens by their place, in order."""
    places: dict[str, list[Any]] = {}
    for token in tokens.values():
        places.setdefault(token["at"], []).append(token)
    return places


def count_text(token: Any) -> str:
    """Return how many equal things a token stands for, as it is written next to it; empty for one."""
    count = token.get("count", 1)
    return f"\N{MULTIPLICATION SIGN}{count}" if count > 1 else ""


def num_drawn(count: int, most: int) -> int:
    """Return how many of the tokens of a place are drawn; a number stands for the rest.

    Args:
        count: How many there are.
        most: How many have room.
    """
    return count if count <= most else most - 1


def draw_marks(
    pen: Pen,
    marks: Sequence[Any],
    box_of: Callable[[str], Box | None],
    *,
    size: float,
    is_under: bool,
    has_text: bool = True,
) -> None:
    """Draw the marks of a board.

    Args:
        pen: The picture.
        marks: The marks, as frames have them.
        box_of: Returns where a place is; None for a place that is not drawn.
        size: Height of a cell, by which lines and texts are scaled.
        is_under: Whether to draw the areas, which lie under tokens, or all other marks.
        has_text: Whether to write their texts.
    """
    unit = size / 24
    for mark in marks:
        boxes = [box for box in map(box_of, mark["at"]) if box is not None]
        if not boxes or (mark["shape"] == "area") != is_under:
            continue
        colour = pen.palette.of(mark["style"], "accent")
        ends: Looks = {"stroke_linecap": "round", "stroke_linejoin": "round"}
        if mark["shape"] == "area":
            for box in boxes:
                looks: Looks = {"fill_opacity": 0.2, "stroke": colour}
                looks |= {
                    "stroke_width": unit,
                    "stroke_dasharray": f"{number(3 * unit)} {number(2 * unit)}",
                }
                pen.rect(*box, colour, **looks)
        elif mark["shape"] == "ring":
            for x, y, width, height in boxes:
                place = (x - unit, y - unit, width + 2 * unit, height + 2 * unit)
                corner = min(0.4 * size, height / 2)
                pen.rect(*place, "none", corner=corner, stroke=colour, stroke_width=2.4 * unit)
        elif mark["shape"] != "label":
            data = _pointed([box.middle for box in boxes], 6 * unit)
            pen.path(
                data,
                stroke=pen.palette["surface"],
                stroke_width=5 * unit,
                stroke_opacity=0.85,
                **ends,
            )
            if mark["shape"] == "path":
                ends["stroke_dasharray"] = f"{number(unit)} {number(4.5 * unit)}"
            pen.path(data, stroke=colour, stroke_width=2.6 * unit, **ends)
        if mark["text"] and has_text:
            _write(pen, mark, boxes[-1], max(10.0, min(20.0, 9 * unit)))


def _write(pen: Pen, mark: Any, box: Box, size: float) -> None:
    text = mark["text"] if len(mark["text"]) <= _SHORT else f"{mark['text'][:_SHORT]}…"
    x, y = box.middle
    below = y if mark["shape"] == "label" else box.y + box.height
    colour = pen.palette.of(mark["style"])
    pen.text(
        x,
        below + 0.35 * size,
        text,
        size,
        colour,
        is_bold=True,
        anchor="middle",
        halo=pen.palette["surface"],
    )


def _pointed(points: Sequence[tuple[float, float]], head: float) -> str:
    """Return a line with a head at its end, as the data of a path."""
    line = f"M{'L'.join(f'{number(x)} {number(y)}' for x, y in points)}"
    if len(points) < 2:
        return f"{line}h.01"
    (from_x, from_y), (x, y) = points[-2:]
    turn = math.atan2(y - from_y, x - from_x)
    wings = [
        f"{number(x - head * math.cos(turn + by))} {number(y - head * math.sin(turn + by))}"
        for by in (0.5, -0.5)
    ]
    return f"{line}M{wings[0]}L{number(x)} {number(y)}L{wings[1]}"
