"""Draws the fields of a scene on a canvas: a grid of cells, or rooms joined by doors, with tokens and marks."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from referee_envs.canvas import GLYPH_HIGH, GLYPH_WIDE, Canvas, Color, mixed

__all__ = ["FAINT", "GROUND", "STRONG", "TEXT", "Box", "color_of", "draw_field"]

Box: TypeAlias = tuple[int, int, int, int]
"""Rectangle on a canvas: top, left, height and width, in dots."""

GROUND: Color = (24, 24, 26)
TEXT: Color = (222, 222, 222)
FAINT: Color = (135, 135, 140)
STRONG: Color = (255, 225, 105)
_CELL: Color = (46, 46, 50)
_SOLID: Color = (112, 112, 118)
_UNKNOWN: Color = (12, 12, 13)
_LIFE: Color = (70, 200, 90)

_COLORS: Mapping[str, Color] = {
    "text": TEXT,
    "faint": FAINT,
    "strong": STRONG,
    "hidden": (105, 105, 110),
    "good": (80, 205, 95),
    "warn": (225, 195, 60),
    "bad": (242, 90, 80),
} | {
    f"seat{seat}": color
    for seat, color in enumerate(
        [
            *((70, 225, 235), (235, 100, 235), (110, 235, 110), (255, 135, 0)),
            *((95, 175, 255), (255, 255, 215), (255, 135, 175), (175, 175, 95)),
            *((0, 190, 190), (175, 135, 255), (215, 255, 0), (255, 95, 95)),
            *((135, 175, 255), (215, 175, 95), (215, 135, 215), (135, 175, 135)),
        ]
    )
}
_SEATS = 16
_MOST_CELL, _LEAST_CELL = 48, 8
"""Greatest and least side of a cell in dots; cells are as large as fits."""
_ROOMY = 160
"""Least width in dots of a room whose text has double size; its height must be at least half of it."""
_PIECE = 16
"""Size of a token in a room, in dots."""


def color_of(style: str) -> Color:
    """Return the colour of a text style, by the style's name."""
    return _COLORS.get(style, TEXT)


def draw_field(canvas: Canvas, box: Box, field: Mapping[str, Any]) -> None:
    """Draw a field of a scene inside a box of the canvas."""
    if field["type"] == "grid":
        _draw_grid(canvas, box, field)
    else:
        _draw_rooms(canvas, box, field)


# Grids.


def _draw_grid(canvas: Canvas, box: Box, field: Mapping[str, Any]) -> None:
    """Draw the cells of a grid; if not all fit, draw those around the field's focus (a cell)."""
    rows: Sequence[str] = field["rows"]
    if not rows or not rows[0]:
        return
    top, left, high, wide = box
    # Never smaller than a character: on a large map fewer cells are drawn instead.
    size = max(_LEAST_CELL, min(_MOST_CELL, high // len(rows), wide // len(rows[0])))
    num_rows, num_columns = min(len(rows), high // size), min(len(rows[0]), wide // size)
    focus = [int(number) for number in field["focus"].split(",")] if field["focus"] else [0, 0]
    # Around the focus, but never beyond the map's edge.
    first_row = max(0, min(focus[0] - num_rows // 2, len(rows) - num_rows))
    first_column = max(0, min(focus[1] - num_columns // 2, len(rows[0]) - num_columns))
    places: dict[str, Box] = {}
    for row in range(first_row, first_row + num_rows):
        for column in range(first_column, first_column + num_columns):
            y, x = top + (row - first_row) * size, left + (column - first_column) * size
            places[f"{row},{column}"] = (y, x, size, size)
            sight = field["sight"][row][column] if field["sight"] else "#"
            _draw_cell(canvas, (y, x, size, size), field["legend"][rows[row][column]], sight)
    _draw_tokens(canvas, field["tokens"], places, _quarter)
    _draw_marks(canvas, field["marks"], places)


def _draw_cell(canvas: Canvas, box: Box, kind: Sequence[Any], sight: str) -> None:
    top, left, size, _ = box
    _, glyph, style, *solid = kind
    color = _SOLID if solid else _CELL
    if style != "text":
        color = mixed(color_of(style), color, 0.25)
    shown = color_of(style)
    if sight != "#":
        # "." is a cell that was seen before; anything else but "#" was never seen.
        color = mixed(color, _UNKNOWN, 0.5) if sight == "." else _UNKNOWN
        shown = mixed(shown, GROUND, 0.5)
    # One dot less than the cell, so that the background shows as a grid.
    canvas.fill(top, left, size - 1, size - 1, color)
    _draw_glyph(canvas, (top, left, size - 1, size - 1), glyph, shown)


def _draw_glyph(canvas: Canvas, box: Box, glyph: str, color: Color) -> None:
    """Write a cell's glyph, up to three characters, in the middle of a box, as large as fits.

    If even the smallest size is too large, only the first character is written.
    """
    top, left, high, wide = box
    glyph = glyph if len(glyph) * GLYPH_WIDE <= wide else glyph[:1]
    if not glyph or high < GLYPH_HIGH or wide < GLYPH_WIDE:
        return
    scale = max(1, min(high // (GLYPH_HIGH + 2), wide // (len(glyph) * GLYPH_WIDE + 2), 4))
    y = top + (high - (GLYPH_HIGH - 1) * scale) // 2
    x = left + (wide - (len(glyph) * GLYPH_WIDE - 1) * scale) // 2
    canvas.text(y, x, glyph, color, scale)


def _quarter(box: Box, place: int, count: int) -> Box | None:
    """Return the part of a cell, the box `box`, in which one of `count` tokens is drawn.

    A single token gets the whole cell, several get a quarter each. The result is None for the fifth
    and later ones (`place` counts from 0), which are not drawn.
    """
    top, left, size, _ = box
    if count == 1:
        return top + 1, left + 1, size - 3, size - 3
    if place > 3:
        return None
    half = (size - 1) // 2
    return top + half * (place // 2), left + half * (place % 2), half - 1, half - 1


# Rooms.


def _draw_rooms(canvas: Canvas, box: Box, field: Mapping[str, Any]) -> None:
    """Draw a field's rooms at their rows and columns in a box, and doors as lines between them."""
    rooms: Mapping[str, Any] = field["rooms"]
    if not rooms:
        return
    top, left, high, wide = box
    rows = [room["at"][0] for room in rooms.values()]
    columns = [room["at"][1] for room in rooms.values()]
    high //= max(rows) - min(rows) + 1
    wide //= max(columns) - min(columns) + 1
    gap = max(1, min(high, wide) // 12)
    places = {
        id_: (
            top + (room["at"][0] - min(rows)) * high + gap,
            left + (room["at"][1] - min(columns)) * wide + gap,
            high - 2 * gap,
            wide - 2 * gap,
        )
        for id_, room in rooms.items()
    }
    for one, other, style, _ in field["doors"]:
        canvas.line(_middle(places[one]), _middle(places[other]), color_of(style))
    for id_, room in rooms.items():
        _draw_room(canvas, places[id_], room)
    _draw_tokens(canvas, field["tokens"], places, _in_row)
    _draw_marks(canvas, field["marks"], places)


def _draw_room(canvas: Canvas, box: Box, room: Mapping[str, Any]) -> None:
    top, left, high, wide = box
    color = color_of(room["style"])
    canvas.fill(top, left, high, wide, _UNKNOWN if room["style"] == "hidden" else _CELL)
    canvas.frame(top, left, high, wide, color)
    scale = 2 if wide >= _ROOMY and high >= _ROOMY // 2 else 1
    most = (wide - 4) // (GLYPH_WIDE * scale)
    texts = [room["name"], *("".join(_words(span) for span in line) for line in room["lines"])]
    for place, text in enumerate(texts):
        y = top + 3 + place * GLYPH_HIGH * scale
        if y + GLYPH_HIGH * scale < top + high:
            canvas.text(y, left + 3, text[:most], color, scale)


def _words(span: Any) -> str:
    words: str = span if isinstance(span, str) else span[0]
    return words


def _in_row(box: Box, place: int, count: int) -> Box | None:
    """Return the part of a room, the box `box`, in which the token number `place`, from 0, is drawn.

    Tokens fill rows from the bottom of the room upwards. The result is None if no row is left.
    `count` is ignored.
    """
    del count
    top, left, high, wide = box
    in_row = max(1, (wide - 2) // _PIECE)
    y = top + high - 1 - _PIECE * (1 + place // in_row)
    return None if y <= top else (y, left + 2 + _PIECE * (place % in_row), _PIECE - 2, _PIECE - 2)


# Tokens and marks of both.


def _draw_tokens(
    canvas: Canvas,
    tokens: Mapping[str, Any],
    places: Mapping[str, Box],
    room: Callable[[Box, int, int], Box | None],
) -> None:
    standing: dict[str, list[Mapping[str, Any]]] = {}
    for token in tokens.values():
        if token["at"] in places:
            standing.setdefault(token["at"], []).append(token)
    for at, those in standing.items():
        for place, token in enumerate(those):
            box = room(places[at], place, len(those))
            if box is not None:
                _draw_token(canvas, box, token)


def _draw_token(canvas: Canvas, box: Box, token: Mapping[str, Any]) -> None:
    top, left, high, wide = box
    owner = token.get("owner")
    style = token["kind"][2] if owner is None else f"seat{owner % _SEATS}"
    color = mixed(color_of(style), _CELL, 0.4 if token.get("remembered") else 0.85)
    canvas.fill(top, left, high, wide, color)
    count = token.get("count", 1)
    glyph = token["kind"][1] + (str(count) if count > 1 else "")
    _draw_glyph(canvas, box, glyph, GROUND)
    for _, value, most in token.get("bars", [])[:1]:
        canvas.fill(top + high - 2, left, 2, wide, GROUND)
        canvas.fill(top + high - 2, left, 2, wide * value // most, _LIFE)


def _draw_marks(
    canvas: Canvas, marks: Sequence[Mapping[str, Any]], places: Mapping[str, Box]
) -> None:
    for mark in marks:
        color = color_of(mark["style"])
        boxes = [places[at] for at in mark["at"] if at in places]
        if mark["shape"] in {"arrow", "path"}:
            for one, other in itertools.pairwise(boxes):
                canvas.line(_middle(one), _middle(other), color)
        elif mark["shape"] == "label":
            for top, left, _, _ in boxes[:1]:
                canvas.text(top + 1, left + 1, mark["text"], color)
        else:
            for top, left, high, wide in boxes:
                canvas.frame(top, left, high, wide, color)


def _middle(box: Box) -> tuple[int, int]:
    top, left, high, wide = box
    return top + high // 2, left + wide // 2
