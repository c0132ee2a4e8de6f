"""A picture to draw on, made of dots: filled and framed boxes, lines, and text in a small built-in font."""

from __future__ import annotations

import functools
from typing import TypeAlias

import numpy as np

from referee_envs.columns import Array

__all__ = ["GLYPH_HIGH", "GLYPH_WIDE", "Canvas", "Color", "mixed"]

Color: TypeAlias = tuple[int, int, int]
"""Colour as red, green and blue, each 0..255."""

GLYPH_HIGH, GLYPH_WIDE = 6, 4
"""Height and width of a character in dots, including the gap to the next one."""


def mixed(one: Color, other: Color, share: float) -> Color:
    """Return a colour between two; `share`, 0..1, is the proportion of the first one."""
    first, second, third = (
        round(share * mine + (1 - share) * theirs) for mine, theirs in zip(one, other, strict=True)
    )
    return first, second, third


class Canvas:
    """A picture of dots; anything drawn outside its edges is cut off.

    Args:
        high: Height of the picture in dots.
        wide: Width of the picture in dots.
        color: Background colour.
    """

    def __init__(self, high: int, wide: int, color: Color) -> None:
        self.dots: Array = np.full((high, wide, 3), color, np.uint8)
        """uint8[y, x, 3]: red, green and blue of each dot."""

    def fill(self, top: int, left: int, high: int, wide: int, color: Color) -> None:
        """Fill a box with a colour; positions and sizes are in dots."""
        # At the upper and left edge by hand: a negative index would count from the other side.
        self.dots[max(top, 0) : max(top + high, 0), max(left, 0) : max(left + wide, 0)] = color

    def frame(self, top: int, left: int, high: int, wide: int, color: Color) -> None:
        """Draw the edge of a box, one dot thick, inside the box."""
        self.fill(top, left, 1, wide, color)
        self.fill(top + high - 1, left, 1, wide, color)
        self.fill(top, left, high, 1, color)
        self.fill(top, left + wide - 1, high, 1, color)

    def line(self, begin: tuple[int, int], end: tuple[int, int], color: Color) -> None:
        """Draw a line from one dot to another; each is given as y and x."""
        # One dot for each row or column of the longer axis, so that a line has no gaps.
        steps = max(abs(end[0] - begin[0]), abs(end[1] - begin[1])) + 1
        ys = np.rint(np.linspace(begin[0], end[0], steps)).astype(np.int64)
        xs = np.rint(np.linspace(begin[1], end[1], steps)).astype(np.int64)
        high, wide, _ = self.dots.shape
        inside = (ys >= 0) & (ys < high) & (xs >= 0) & (xs < wide)
        self.dots[ys[inside], xs[inside]] = color

    def text(self, top: int, left: int, text: str, color: Color, scale: int = 1) -> None:
        """Write a line of text, each dot of the font `scale` dots high and wide.

        Text beyond the right edge of the picture is cut off.
        """
        high, wide, _ = self.dots.shape
        if not text or not 0 <= top <= high - GLYPH_HIGH * scale or not 0 <= left < wide:
            return
        # All characters of the line at once: NumPy is slow for single ones.
        bits = _glyphs()[[_code(glyph) for glyph in text]]
        flat = bits.transpose(1, 0, 2).reshape(GLYPH_HIGH, len(text) * GLYPH_WIDE)
        scaled = flat.repeat(scale, axis=0).repeat(scale, axis=1)[:, : wide - left]
        part = self.dots[top : top + scaled.shape[0], left : left + scaled.shape[1]]
        part[scaled] = color


def _code(glyph: str) -> int:
    return _CODES.get(glyph.upper(), 0)


@functools.cache
def _glyphs() -> Array:
    """Return bool[code, y, x]: which dots of each character are set.

    Code 0 stands for characters that are not in the font: a dot in the middle.
    """
    glyphs = np.zeros((len(_CODES) + 1, GLYPH_HIGH, GLYPH_WIDE), np.bool_)
    glyphs[0, 2, 1] = True
    for glyph, rows in _FONT.items():
        for y, row in enumerate(rows):
            glyphs[_CODES[glyph], y, :3] = [int(row) >> 2 & 1, int(row) >> 1 & 1, int(row) & 1]
    return glyphs


_FONT = {
    pair[0]: pair[1:]
    for pair in [
        "075557",
        "126227",
        "271747",
        "371717",
        "455711",
        "574717",
        "674757",
        "771122",
        "875757",
        "975717",
        "A25755",
        "B65656",
        "C34443",
        "D65556",
        "E74647",
        "F74644",
        "G34553",
        "H55755",
        "I72227",
        "J11152",
        "K55655",
        "L44447",
        "M57755",
        "N65555",
        "O25552",
        "P65644",
        "Q25563",
        "R65655",
        "S34216",
        "T72222",
        "U55557",
        "V55552",
        "W55775",
        "X55255",
        "Y55222",
        "Z71247",
        ".00002",
        ":02020",
        "_00007",
        "-00700",
        "#57575",
        "+02720",
        "/11244",
        "(24442",
        ")21112",
        ",00024",
        "'22000",
        "!22202",
        "?61202",
        "*05250",
        "<12421",
        ">42124",
        "=07070",
        "%51245",
        "[64446",
        "]31113",
        "|22222",
        "~03600",
        "@25543",
        "$36763",
        "&25253",
        ";02024",
        '"55000',
        "^25000",
        "█77777",
        "░25252",
    ]
} | {" ": "00000"}
"""Shape of each character: five rows of three dots, an octal digit a row. Lower-case letters are
drawn as capitals.
"""
_CODES = {glyph: place for place, glyph in enumerate(_FONT, 1)}
