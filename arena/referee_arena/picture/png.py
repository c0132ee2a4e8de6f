"""Renders pictures as PNG by the library resvg, which is installed with the package's extra `preview`."""

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
    """Return a picture as a PNG file. It takes 20 to 50 ms of processor time: call it on another thread than asyncio's.

    Texts are set in the font of this package; characters that it lacks, in a font of the system that has them.

    Args:
        pen: Pen with which the picture was drawn.
        width: Width of the picture in pixels.
        height: Height of the picture in pixels.

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
