"""Renders pictures by resvg, which is installed with the extra `preview`."""

from __future__ import annotations

import functools
import importlib.util

from referee_arena.picture.font import face
from referee_arena.picture.pen import Pen

__all__ = ["can_render", "png_of"]


@functools.cache
def can_render() -> bool:
    """Return whether the library that renders pictures is installed."""
    return importlib.util.find_spec("resvg_py") is not None


def png_of(pen: Pen, width: int, height: int) -> bytes:
    """Return a picture as PNG. It takes some 20 to 50 ms of processor time: call it on a thread.

    Texts are set in the font of this package, and where that lacks a character, in a font of the system that has it.

    Args:
        pen: The picture.
        width: Its width in pixels.
        height: Its height in pixels.

    Raises:
        ImportError: The extra `preview` is not installed.
    """
    import resvg_py

    known = face(False).widths
    is_known = all(ord(char) in known for text in pen.texts for char in text)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=pen.svg(width, height),
            skip_system_fonts=is_known,
            font_files=[str(face(is_bold).path) for is_bold in (False, True)],
        )
    )
