"""Writes the elements of an SVG picture."""

from __future__ import annotations

import contextlib
import html
from collections.abc import Iterator
from typing import Any, TypeAlias

from referee_arena.picture.font import FAMILY
from referee_arena.picture.palette import Palette

__all__ = ["Looks", "Pen", "number", "shape_path"]

Looks: TypeAlias = dict[str, Any]
"""Attributes of an SVG element by name, with `_` in place of `-`; values are texts or numbers."""

_SHAPES: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
    ((-0.6, -1.05), (0.6, -1.05), (1.2, 0), (0.6, 1.05), (-0.6, 1.05), (-1.2, 0)),
    ((0, -1.2), (1.1, -0.3), (1.1, 1), (-1.1, 1), (-1.1, -0.3)),
    ((-1.1, -1), (1.1, -1), (1.1, 0.3), (0, 1.2), (-1.1, 0.3)),
    ((-1, -1), (0.4, -1), (1.25, 0), (0.4, 1), (-1, 1)),
    ((1, -1), (-0.4, -1), (-1.25, 0), (-0.4, 1), (1, 1)),
)
"""Corners of the shapes of seats by seat index, as multiples of half the shape's width; without corners, a circle.

Further seats have the shapes again in order. `static/draw/seats.js` has the same shapes.
"""


def number(value: float) -> str:
    """Return a coordinate as text with at most two decimals."""
    return f"{round(value, 2):g}"


def shape_path(seat: int, size: float) -> str:
    """Return the outline of a seat's shape around the point (0, 0), as SVG path data.

    Args:
        seat: Index of the seat.
        size: About half the width of the shape.
    """
    corners = _SHAPES[seat % len(_SHAPES)]
    if not corners:
        r = number(1.1 * size)
        return (
            f"M-{r} 0a{r} {r} 0 1 1 {number(2.2 * size)} 0a{r} {r} 0 1 1 -{number(2.2 * size)} 0z"
        )
    return f"M{'L'.join(f'{number(x * size)} {number(y * size)}' for x, y in corners)}z"


class Pen:
    """Collects the SVG elements of one picture. Coordinates and sizes are in pixels, from the top left corner.

    Args:
        palette: Colours of the theme.
    """

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        """Colours of the theme."""
        self.texts: set[str] = set()
        """All texts that the picture contains, from which one can find out whether the font has their characters."""
        self._elements: list[str] = []

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG text.

        Args:
            width: Width of the picture in pixels.
            height: Height of the picture in pixels.
        """
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FAMILY}">'
        return "\n".join([head, *self._elements, "</svg>"])

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        *,
        corner: float = 0,
        **looks: Any,
    ) -> None:
        """Draw a rectangle.

        Args:
            x: Coordinate of the left side.
            y: Coordinate of the upper side.
            width: Width of the rectangle; nothing is drawn if it is 0 or less.
            height: Height of the rectangle.
            fill: Colour, or `none`.
            corner: Radius of the rounded corners; 0 for sharp ones.
            looks: Further attributes of the SVG element, with `_` in place of `-`.
        """
        if width <= 0 or height <= 0:
            return
        box = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        round_corners = f' rx="{number(corner)}"' if corner else ""
        self._elements.append(f'<rect {box}{round_corners} fill="{fill}"{_attributes(looks)}/>')

    def path(self, data: str, fill: str = "none", **looks: Any) -> None:
        """Draw a path.

        Args:
            data: SVG path data, the value of the attribute `d`.
            fill: Colour, or `none`.
            looks: Further attributes of the SVG element, with `_` in place of `-`.
        """
        if data:
            self._elements.append(f'<path d="{data}" fill="{fill}"{_attributes(looks)}/>')

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: str,
        *,
        is_bold: bool = False,
        anchor: str = "start",
        halo: str = "",
    ) -> None:
        """Write a text.

        Args:
            x: Coordinate of the text's start, middle or end, as `anchor` says.
            y: Coordinate of the base line.
            text: The text.
            size: Font size.
            fill: Colour of the letters.
            is_bold: Whether the letters are bold.
            anchor: Which point of the text is at `x`: `start`, `middle` or `end`.
            halo: Colour of an outline around the letters; empty for none.
        """
        if not text.strip():
            return
        self.texts.add(text)
        looks: Looks = {"font_size": size, "fill": fill}
        if is_bold:
            looks["font_weight"] = "bold"
        if anchor != "start":
            looks["text_anchor"] = anchor
        place = f'x="{number(x)}" y="{number(y)}" xml:space="preserve"'
        shown = html.escape(text, quote=False)
        if halo:  # under the letters, as a renderer may know no `paint-order`
            rim: Looks = {"stroke": halo, "stroke_width": size / 3, "stroke_linejoin": "round"}
            self._elements.append(f"<text {place}{_attributes(looks | rim)}>{shown}</text>")
        self._elements.append(f"<text {place}{_attributes(looks)}>{shown}</text>")

    def badge(self, x: float, y: float, seat: int, size: float) -> None:
        """Draw the badge of a seat: its number on its shape.

        Args:
            x: Horizontal coordinate of the badge's middle.
            y: Vertical coordinate of the badge's middle.
            seat: Index of the seat.
            size: Height of the badge.
        """
        with self.group(x, y, size / 24):
            self.path(shape_path(seat, 9.5), self.palette.seat(seat))
            if seat >= len(_SHAPES):
                ring = self.palette["on-seat"]
                self.path(shape_path(seat, 7.6), stroke=ring, stroke_width=1)
            middle: Looks = {"is_bold": True, "anchor": "middle"}
            self.text(0, 4, str(seat), 11, self.palette["on-seat"], **middle)

    @contextlib.contextmanager
    def group(self, x: float, y: float, scale: float = 1, **looks: Any) -> Iterator[None]:
        """Return a context: elements drawn while it is active have coordinates relative to a point, and are scaled.

        Args:
            x: Horizontal coordinate of the point that is (0, 0) in the context.
            y: Vertical coordinate of the point that is (0, 0) in the context.
            scale: Factor by which lengths and coordinates in the context are multiplied.
            looks: Attributes of the SVG group, with `_` in place of `-`.
        """
        moved = f"translate({number(x)} {number(y)})"
        scaled = "" if scale == 1 else f" scale({round(scale, 4):g})"
        self._elements.append(f'<g transform="{moved}{scaled}"{_attributes(looks)}>')
        yield
        self._elements.append("</g>")


def _attributes(looks: Looks) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{number(value) if isinstance(value, (int, float)) else value}"'
        for name, value in looks.items()
    )
