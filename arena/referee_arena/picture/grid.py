"""Draws the grid of a frame: the ground of its cells, fog, tokens and marks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from referee_arena.picture.marks import Box, by_place, count_text, draw_marks, num_drawn
from referee_arena.picture.pen import Looks, Pen, number, shape_path

__all__ = ["draw_grid"]

_UNIT = 24.0
"""Width and height of a cell in the coordinates of the grid, before the grid is scaled to its box."""
_BESIDE = 4
"""Most tokens that are drawn next to each other in a cell; with more, the last one is replaced by a count."""
_FREE = "M-8 -5.5a2.5 2.5 0 0 1 2.5-2.5h11a2.5 2.5 0 0 1 2.5 2.5v11a2.5 2.5 0 0 1-2.5 2.5h-11a2.5 2.5 0 0 1-2.5-2.5z"
"""Outline of a token that belongs to no seat, as the `d` attribute of an SVG path."""
_BAR = 18.0
_LEGIBLE = 11.0
"""Least width of a cell in pixels at which signs of the ground, seat numbers, counts and marks' texts are drawn."""


def draw_grid(pen: Pen, part: Any, place: Box) -> None:
    """Draw the grid `part` of a scene in the middle of the box `place`, as large as fits there."""
    rows: Sequence[str] = part["rows"]
    height, width = len(rows), max((len(row) for row in rows), default=0)
    if not height or not width:
        return
    scale = min(place.width / width, place.height / height) / _UNIT
    left = place.x + (place.width - width * _UNIT * scale) / 2
    top = place.y + (place.height - height * _UNIT * scale) / 2
    is_legible = scale * _UNIT >= _LEGIBLE
    with pen.group(left, top, scale):
        _lay(pen, part, is_legible=is_legible)
        _mesh(pen, width, height, scale)
        draw_marks(pen, part["marks"], _box_of, size=_UNIT, is_under=True)
        for at, tokens in by_place(part["tokens"]).items():
            box = _box_of(at)
            if box is not None:
                _stand(pen, tokens, box, is_legible=is_legible)
        draw_marks(pen, part["marks"], _box_of, size=_UNIT, is_under=False, has_text=is_legible)


def _lay(pen: Pen, part: Any, *, is_legible: bool) -> None:
    """Draw the ground and the fog: each run of equal cells in a row as one rectangle, then signs if `is_legible`.

    Args:
        pen: Pen of the picture.
        part: The grid, as plain data in the format of frames.
        is_legible: Whether cells are large enough for signs.
    """
    palette = pen.palette
    legend, sights = part["legend"], part["sight"]
    signs: list[tuple[float, float, str, str]] = []
    for index, row in enumerate(part["rows"]):
        seen = sights[index] if sights else ""
        for code, known, first, last in _runs(row, seen):
            box = (first * _UNIT, index * _UNIT, (last - first) * _UNIT, _UNIT)
            if known == " ":
                pen.rect(*box, palette["rock"])
                continue
            _, glyph, style, *solid = legend.get(code, ["", "", "text"])
            share = (
                0.05
                if style in ("text", "strong")
                else 0.04
                if style in ("faint", "hidden")
                else 0.22
            )
            if solid and solid[0]:
                share = 0.24 if style == "faint" else 0.38
            fill = palette.mix(palette.of(style), share, palette["surface"])
            if known == ".":
                fill = palette.mix(fill, 0.55, palette["ground"])
            pen.rect(*box, fill)
            if glyph and is_legible:
                signs += [
                    ((at + 0.5) * _UNIT, (index + 0.5) * _UNIT, glyph, style)
                    for at in range(first, last)
                ]
    for x, y, glyph, style in signs:
        pen.text(
            x,
            y + 4,
            glyph,
            _glyph_size(glyph, 11),
            palette.of(style),
            is_bold=True,
            anchor="middle",
        )


def _mesh(pen: Pen, width: int, height: int, scale: float) -> None:
    lines = [f"M0 {number(row * _UNIT)}h{number(width * _UNIT)}" for row in range(height + 1)]
    lines += [
        f"M{number(column * _UNIT)} 0v{number(height * _UNIT)}" for column in range(width + 1)
    ]
    looks: Looks = {"stroke_opacity": 0.08, "stroke_width": 1 / scale}
    pen.path("".join(lines), stroke=pen.palette["ink"], **looks)


def _stand(pen: Pen, tokens: Sequence[Any], box: Box, *, is_legible: bool) -> None:
    """Draw the tokens of one cell into its box; if there are too many, the last spot has the number of the others.

    Args:
        pen: Pen of the picture.
        tokens: The tokens, as plain data in the format of frames.
        box: Rectangle of the cell.
        is_legible: Whether the cell is large enough for texts.
    """
    count = len(tokens)
    drawn = num_drawn(count, _BESIDE)
    for index, token in enumerate(tokens[:drawn]):
        x, y, scale = _spot(box, index, count)
        looks: Looks = {"opacity": 0.5} if token.get("remembered") else {}
        with pen.group(x, y, scale, **looks):
            _draw_token(pen, token, is_legible=is_legible)
    if drawn < count:
        x, y, scale = _spot(box, _BESIDE - 1, count)
        with pen.group(x, y, scale):
            pen.path(shape_path(0, 9), pen.palette["ink"])
            text = f"+{count - drawn}"
            pen.text(0, 4, text, 10.5, pen.palette["surface"], is_bold=True, anchor="middle")


def _draw_token(pen: Pen, token: Any, *, is_legible: bool) -> None:
    palette = pen.palette
    _, glyph, style = token["kind"][:3]
    owner, bars = token.get("owner"), token.get("bars", [])[:2]
    if owner is None:
        own = palette.of(style)
        pen.path(_FREE, palette["surface"], stroke=own, stroke_width=1.6)
    else:
        own = palette["on-seat"]
        rim: Looks = {"stroke": palette["surface"], "stroke_width": 1.2}
        pen.path(shape_path(owner, 8.5), palette.seat(owner), **rim)
        if owner >= 8:
            pen.path(shape_path(owner, 6.6), stroke=own, stroke_width=1.1)
    pen.text(
        0,
        4.2 - 1.6 * len(bars),
        glyph or "•",
        _glyph_size(glyph, 11),
        own,
        is_bold=True,
        anchor="middle",
    )
    if is_legible:
        small: Looks = {"is_bold": True, "halo": palette["surface"]}
        if owner is not None:
            pen.text(-11.5, -5, str(owner), 7, palette["ink"], **small)
        pen.text(11.5, -5, count_text(token), 7, palette["ink"], anchor="end", **small)
    for index, (_, value, most) in enumerate(bars):
        y = 11 - 3.5 * len(bars) + 3.5 * index
        frame: Looks = {"stroke": palette["ink"], "stroke_width": 0.6}
        pen.rect(-_BAR / 2, y, _BAR, 2.6, palette["surface"], **frame)
        share = max(0.0, min(1.0, value / most))
        pen.rect(-_BAR / 2, y, _BAR * share, 2.6, palette["accent" if index else "good"])


def _glyph_size(glyph: str, size: float) -> float:
    return size if len(glyph) < 2 else size * (0.82 if len(glyph) == 2 else 0.66)


def _spot(box: Box, index: int, count: int) -> tuple[float, float, float]:
    """Return x and y of the middle, and the scale, of token number `index` (from 0) of `count` tokens in a cell."""
    if count == 1:
        return (*box.middle, 1.0)
    quarter = _UNIT / 4
    return (
        box.x + quarter + (index % 2) * 2 * quarter,
        box.y + quarter + (index // 2) * 2 * quarter,
        0.5,
    )


def _box_of(place: str) -> Box | None:
    row, comma, column = place.partition(",")
    if not (comma and row.isdecimal() and column.isdecimal()):
        return None
    return Box(int(column) * _UNIT, int(row) * _UNIT, _UNIT, _UNIT)


def _runs(row: str, seen: str) -> Iterator[tuple[str, str, int, int]]:
    """Yield the runs of equal neighbouring cells in a row of a grid.

    Each run is given as the ground's code, the sight (`#` seen, `.` remembered, blank unknown), the first column, and
    the column after the last one.

    Args:
        row: One code of the legend for each cell.
        seen: One sign of sight for each cell; empty if all are seen.
    """
    cells = zip(row, seen or "#" * len(row), strict=True)
    at = 0
    for (code, known), run in itertools.groupby(cells):
        length = sum(1 for _ in run)
        yield code, known, at, at + length
        at += length
