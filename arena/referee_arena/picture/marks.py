"""Draws the marks of a board (arrows, paths, rings, areas and labels), with helpers for tokens that share a place."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee_arena.picture.pen import Looks, Pen, number

__all__ = ["Box", "by_place", "count_text", "draw_marks", "num_drawn"]

_SHORT = 28
"""Most characters of a mark's text that are drawn; a longer text ends with an ellipsis."""


class Box(NamedTuple):
    """A rectangle of a picture, in pixels or, within a group of a pen, in the coordinates of the group."""

    x: float
    """Coordinate of the left side."""
    y: float
    """Coordinate of the upper side."""
    width: float
    """Width of the rectangle."""
    height: float
    """Height of the rectangle."""

    @property
    def middle(self) -> tuple[float, float]:
        """Coordinates x and y of the rectangle's middle."""
        return self.x + self.width / 2, self.y + self.height / 2


def by_place(tokens: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the tokens on each place of a board, by the name of the place; each list keeps the order of `tokens`."""
    places: dict[str, list[Any]] = {}
    for token in tokens.values():
        places.setdefault(token["at"], []).append(token)
    return places


def count_text(token: Any) -> str:
    """Return the text with the number of equal things that a token stands for, such as a cross and 3; empty for one."""
    count = token.get("count", 1)
    return f"\N{MULTIPLICATION SIGN}{count}" if count > 1 else ""


def num_drawn(count: int, most: int) -> int:
    """Return how many tokens of a place to draw: all, or one less than have room, to leave a spot for a count.

    Args:
        count: Number of tokens on the place.
        most: Number of tokens that have room there.
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
    """Draw the areas among the marks of a board, or all other marks.

    Args:
        pen: Pen of the picture.
        marks: The marks, as plain data in the format of frames.
        box_of: Returns the rectangle of a place of the board by the place's name; None if the place is not drawn.
        size: Height of a cell, to which the thickness of lines and the size of texts are proportional.
        is_under: True to draw the areas, which lie under tokens; False to draw the other marks, which lie over them.
        has_text: Whether the texts of the marks are written.
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
    """Return a line through points, with an arrowhead of the length `head` at its end, as SVG path data."""
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
