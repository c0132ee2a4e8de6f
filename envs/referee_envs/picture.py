"""Draws a scene as a picture: at the left its fields, as cells or rooms with tokens, and at the right all texts.

A scene is the JSON form of a game's view; the arena's pages are drawn from the same scenes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from referee_envs.canvas import GLYPH_HIGH, GLYPH_WIDE, Canvas, Color
from referee_envs.columns import Array
from referee_envs.field import FAINT, GROUND, STRONG, TEXT, color_of, draw_field

__all__ = ["HIGH", "WIDE", "picture_of"]

HIGH, WIDE = 640, 960
"""Height and width of every picture in dots."""

_MARGIN = 6
_SCALE = 2
_LINE_HIGH = GLYPH_HIGH * _SCALE
_FIELD_WIDE = 560
"""Width of the area for fields in dots; texts stand to its right, or take all if there are no
fields.
"""

_Span: TypeAlias = tuple[str, Color]
_Line: TypeAlias = list[_Span]


def picture_of(scene: bytes, heading: str) -> Array:
    """Return a scene drawn as a picture.

    Args:
        scene: Scene as JSON: a value of the column `view.scene`.
        heading: Text at the top of the picture.

    Returns:
        uint8[HIGH, WIDE, 3]: red, green and blue of each dot.
    """
    # The same JSON that pages are drawn from, so views need no second form for pictures.
    drawn = json.loads(scene)
    parts = list(drawn["parts"].values())
    fields = [part for part in parts if part["type"] in {"grid", "rooms"}]
    others = [part for part in parts if part["type"] not in {"grid", "rooms"}]
    others.sort(key=lambda part: part.get("minor", False))  # stays in order otherwise
    canvas = Canvas(HIGH, WIDE, GROUND)
    canvas.text(_MARGIN, _MARGIN, f"{heading}, {drawn['title']}", STRONG, _SCALE)
    top = _MARGIN + 2 * _LINE_HIGH
    left = _MARGIN
    if fields:
        left = _FIELD_WIDE + _MARGIN
        high = (HIGH - top) // len(fields)
        for place, field in enumerate(fields):
            box = top + place * high
            canvas.text(box, _MARGIN, field["title"], STRONG, _SCALE)
            inside = (
                box + _LINE_HIGH,
                _MARGIN,
                high - _LINE_HIGH - _MARGIN,
                _FIELD_WIDE - 2 * _MARGIN,
            )
            draw_field(canvas, inside, field)
    for line in _text(others):
        # Pictures have a fixed size: what does not fit is left out, and minor parts come last.
        if top + _LINE_HIGH > HIGH:
            break
        _write(canvas, top, left, line)
        top += _LINE_HIGH
    return canvas.dots


def _write(canvas: Canvas, top: int, left: int, line: _Line) -> None:
    for text, color in line:
        canvas.text(top, left, text, color, _SCALE)
        left += len(text) * GLYPH_WIDE * _SCALE


def _text(parts: Sequence[Mapping[str, Any]]) -> Iterator[_Line]:
    """Yield the lines of text of a scene's parts."""
    for part in parts:
        yield [(part["title"], STRONG)]
        match part["type"]:
            case "lines":
                yield from map(_spans, part["lines"])
            case "versus":
                for side in (part["left"], part["right"]):
                    yield [(side["title"], TEXT)]
                    yield from ([("  ", TEXT), *_spans(line)] for line in side["lines"])
                yield from map(_spans, part["middle"])
            case "table":
                yield from _table(part)
        yield []


def _table(table: Mapping[str, Any]) -> Iterator[_Line]:
    names = [column[0] for column in table["columns"]]
    rows: list[list[_Line]] = [[[(name, FAINT)] for name in names]] if any(names) else []
    rows += [[_spans(cell) for cell in row["cells"]] for row in table["rows"].values()]
    # As wide as the widest cell of each column.
    widths = (
        [max(_width(row[place]) for row in rows) for place in range(len(names))] if rows else []
    )
    for row in rows:
        line: _Line = []
        for cell, width, column in zip(row, widths, table["columns"], strict=True):
            room = [(" " * (width - _width(cell)), TEXT)]
            line += [*room, *cell] if column[1] else [*cell, *room]
            line.append(("  ", TEXT))
        yield line


def _width(line: _Line) -> int:
    return sum(len(text) for text, _ in line)


def _spans(line: Sequence[Any]) -> _Line:
    """Return the texts of a line with their colours.

    A span is a text, or a list that begins with text and style.
    """
    return [
        (each, TEXT) if isinstance(each, str) else (each[0], color_of(each[1])) for each in line
    ]
