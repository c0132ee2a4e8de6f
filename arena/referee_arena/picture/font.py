"""The font of pictures: its files, and the widths of texts in it."""

from __future__ import annotations

import functools
import struct
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

__all__ = ["FAMILY", "Face", "clipped", "face", "width_of"]

FAMILY = "Inter"
_MORE = "…"


class Face(NamedTuple):
    """The file of the font in regular or bold weight, and the widths of its characters."""

    path: Path
    """The OpenType file of this weight."""
    widths: Mapping[int, float]
    """Width of each character by its code point, as a multiple of the font size."""
    unknown: float
    """Width of the sign drawn for a character that the font lacks, as a multiple of the font size."""


@functools.cache
def face(is_bold: bool) -> Face:
    """Return the file and the widths of the font in bold, or else in regular weight."""
    name = f"{FAMILY}-{'Bold' if is_bold else 'Regular'}.otf"
    path = Path(str(files("referee_arena") / "picture" / "fonts" / name))
    return _read(path)


def width_of(text: str, size: float, *, is_bold: bool = False) -> float:
    """Return the width of a text set in the font size `size`, in the same unit as `size`."""
    widths, unknown = face(is_bold).widths, face(is_bold).unknown
    return size * sum((widths.get(ord(char), unknown) for char in text), 0.0)


def clipped(text: str, width: float, size: float, *, is_bold: bool = False) -> str:
    """Return the text if it is at most `width` wide in the font size `size`, else its beginning and an ellipsis."""
    if width_of(text, size, is_bold=is_bold) <= width:
        return text
    left = width - width_of(_MORE, size, is_bold=is_bold)
    for end, char in enumerate(text):
        left -= width_of(char, size, is_bold=is_bold)
        if left < 0:
            return text[:end].rstrip() + _MORE
    return text


def _read(path: Path) -> Face:
    """Read the widths of all characters from an OpenType file."""
    data = path.read_bytes()
    tables: dict[bytes, int] = {}
    for index in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * index)
        tables[tag] = offset
    units = float(struct.unpack_from(">H", data, tables[b"head"] + 18)[0])
    num_widths = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]

    def width(glyph: int) -> float:
        at = tables[b"hmtx"] + 4 * min(glyph, num_widths - 1)
        return float(struct.unpack_from(">H", data, at)[0]) / units

    glyphs = _glyphs(data, tables[b"cmap"])
    return Face(path, {code: width(glyph) for code, glyph in glyphs.items()}, width(0))


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """Return the glyph index of each code point from the font's `cmap` table, which begins at the offset `cmap`.

    Raises:
        ValueError: The table has no subtable of format 4.
    """
    for index in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        at = cmap + struct.unpack_from(">I", data, cmap + 8 + 8 * index)[0]
        if struct.unpack_from(">H", data, at)[0] == 4:
            break
    else:
        raise ValueError("a font without a table of format 4")
    num = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{num}H", data, at + 14)
    starts = struct.unpack_from(f">{num}H", data, at + 16 + 2 * num)
    deltas = struct.unpack_from(f">{num}H", data, at + 16 + 4 * num)
    ranges_at = at + 16 + 6 * num
    offsets = struct.unpack_from(f">{num}H", data, ranges_at)
    found: dict[int, int] = {}
    for segment, (first, last) in enumerate(zip(starts, ends, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if offsets[segment]:
                place = ranges_at + 2 * segment + offsets[segment] + 2 * (code - first)
                glyph = struct.unpack_from(">H", data, place)[0]
            found[code] = (glyph + deltas[segment]) % 0x10000
    return found
