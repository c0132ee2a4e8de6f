"""What a seat sees as text, and text as a picture."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

import numpy as np

from referee_envs.columns import Array, Description

__all__ = ["RENDER_MODES", "picture_of", "text_of"]

RENDER_MODES = ("human", "ansi", "rgb_array")
"""Ways to show a match."""

_WIDTH = 100
_MAP_GLYPHS = " .#abcdefghijklmnopqrstuvwxyz"


def text_of(description: Description, seen: Mapping[str, Array]) -> str:
    """Return a table of what one seat sees.

    Args:
        description: The game.
        seen: Its columns by name.
    """
    lines = [
        f"{description.game}: seat {int(seen['seat'])}" if "seat" in seen else description.game
    ]
    names = {column.name for column in description.observed}
    width = max((len(name) for name in seen if name in names), default=0)
    for name, array in seen.items():
        if name in names:
            lines += _lines(name.ljust(width), array)
    return "\n".join(lines)


def _lines(name: str, array: Array) -> Iterator[str]:
    """Yield the lines of one column: numbers in a row, maps of bytes as characters."""
    if array.ndim == 2 and array.dtype == np.uint8:
        yield name
        for row in array.tolist():
            yield "  " + "".join(_MAP_GLYPHS[min(cell, len(_MAP_GLYPHS) - 1)] for cell in row)
        return
    numbers = " ".join(f"{number:g}" for number in array.reshape(-1).astype(float).tolist())
    text = f"{name}  {numbers}"
    yield text if len(text) <= _WIDTH else text[: _WIDTH - 3] + "..."


def picture_of(text: str) -> Array:
    """Return a text as a picture, uint8[y, x, 3]: light glyphs on dark ground, 4 by 6 dots a character."""
    lines = text.split("\n")
    columns = max(1, *map(len, lines))
    codes = np.full((len(lines), columns), ord(" "), np.int64)
    for row, line in enumerate(lines):
        codes[row, : len(line)] = [min(ord(glyph), _NUM_GLYPHS - 1) for glyph in line.upper()]
    dots = _glyphs()[codes]
    _, _, high, wide = dots.shape
    flat = dots.transpose(0, 2, 1, 3).reshape(len(lines) * high, columns * wide)
    picture = np.full((*flat.shape, 3), _DARK, np.uint8)
    picture[flat] = _LIGHT
    return picture


@functools.cache
def _glyphs() -> Array:
    """Return bool[code, y, x]: which dots of each character are light; others are a dot in the middle."""
    glyphs = np.zeros((_NUM_GLYPHS, 6, 4), np.bool_)
    glyphs[:, 2, 1] = True
    for glyph, rows in _FONT.items():
        bits = np.array([[int(row) >> 2 & 1, int(row) >> 1 & 1, int(row) & 1] for row in rows])
        glyphs[ord(glyph)] = np.pad(bits, ((0, 1), (0, 1))) == 1
    return glyphs


_NUM_GLYPHS = 127
_DARK, _LIGHT = 24, 230
_FONT = dict(
    pair.split("=")
    for pair in [
        "0=75557",
        "1=26227",
        "2=71747",
        "3=71717",
        "4=55711",
        "5=74717",
        "6=74757",
        "7=71122",
        "8=75757",
        "9=75717",
        "A=25755",
        "B=65656",
        "C=34443",
        "D=65556",
        "E=74647",
        "F=74644",
        "G=34553",
        "H=55755",
        "I=72227",
        "J=11152",
        "K=55655",
        "L=44447",
        "M=57755",
        "N=65555",
        "O=25552",
        "P=65644",
        "Q=25563",
        "R=65655",
        "S=34216",
        "T=72222",
        "U=55557",
        "V=55552",
        "W=55775",
        "X=55255",
        "Y=55222",
        "Z=71247",
        ".=00002",
        ":=02020",
        "_=00007",
        "-=00700",
        "#=77777",
    ]
)
_FONT[" "] = "00000"
