"""Writes the pictures of a film into a file."""

from __future__ import annotations

import importlib
import io
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee_arena.film.errors import FilmError
from referee_arena.film.shots import Shot
from referee_arena.picture.card import draw_card
from referee_arena.picture.palette import Theme
from referee_arena.picture.png import png_of

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["SUFFIXES", "write_film"]

RATE = 10
"""Frame rate of a video, in pictures a second."""
COLOURS = 128
"""Most different colours of each picture in a GIF."""
_CODECS: dict[str, tuple[str, dict[str, str]]] = {
    ".webm": ("libvpx-vp9", {"deadline": "realtime", "cpu-used": "8", "crf": "30", "b": "0"}),
    ".mp4": ("libx264", {"preset": "veryfast", "crf": "20", "movflags": "+faststart"}),
}
"""Encoder and its options for each kind of video, by file suffix; chosen for sharp text and small files."""
SUFFIXES = (".gif", *_CODECS)
"""Suffixes of the files that `write_film` can write."""


def write_film(
    shots: Sequence[Shot],
    target: Path,
    size: tuple[int, int],
    theme: Theme,
    report: Callable[[int], None],
) -> None:
    """Draw the pictures of a film and write them to a file, which is replaced only when the film is complete.

    Args:
        shots: Pictures of the film in order, at least one.
        target: Path of the file; its suffix, one of `SUFFIXES`, decides the format.
        size: Width and height in pixels, both even.
        theme: Whether the pictures have light or dark colours.
        report: Called after each drawn picture with the number of pictures drawn so far.

    Raises:
        FilmError: The suffix is unknown, or a library is missing.
        OSError: The file can't be written.
    """
    suffix = target.suffix.lower()
    if suffix not in SUFFIXES:
        shown = ", ".join(SUFFIXES)
        raise FilmError(f"{target}: a film ends in {shown}, not in {suffix or 'nothing'!r}")
    write = _write_gif if suffix == ".gif" else _write_video
    part = target.with_name(f".{target.name}.part{suffix}")
    try:
        write(part, _pictures(shots, size, theme, report), shots, size)
        os.replace(part, target)
    except ImportError as error:
        text = f"a film needs the extra film: pip install 'gamereferee[film]' ({error.name} is missing)"
        raise FilmError(text) from None
    finally:
        part.unlink(missing_ok=True)


def _pictures(
    shots: Sequence[Shot], size: tuple[int, int], theme: Theme, report: Callable[[int], None]
) -> Iterator[Image]:
    from PIL import Image

    for number, shot in enumerate(shots, start=1):
        png = png_of(draw_card(shot.card, *size, theme), *size)
        with Image.open(io.BytesIO(png)) as picture:
            yield picture.convert("RGB")
        report(number)


def _write_gif(
    part: Path, pictures: Iterator[Image], shots: Sequence[Shot], size: tuple[int, int]
) -> None:
    from PIL import Image

    del size
    # Without dithering equal areas stay equal from picture to picture, which keeps the file small.
    drawn = (picture.quantize(COLOURS, dither=Image.Dither.NONE) for picture in pictures)
    first = next(drawn)
    durations = [10 * max(2, round(shot.ms / 10)) for shot in shots]
    first.save(part, "GIF", save_all=True, append_images=drawn, duration=durations, loop=0)


def _write_video(
    part: Path, pictures: Iterator[Image], shots: Sequence[Shot], size: tuple[int, int]
) -> None:
    av: Any = importlib.import_module("av")

    codec, options = _CODECS[part.suffix]
    with av.open(str(part), "w") as container:
        stream: Any = container.add_stream(codec, rate=RATE, options=options)
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        at = 0
        end_ms = 0
        for picture, shot in zip(pictures, shots, strict=True):
            frame = av.VideoFrame.from_image(picture)
            end_ms += shot.ms
            # A shot lasts until its end falls on a picture of the video, so that rounding does not add up.
            while at == 0 or at < round(end_ms * RATE / 1000):
                frame.pts = at
                for packet in stream.encode(frame):
                    container.mux(packet)
                at += 1
        for packet in stream.encode():
            container.mux(packet)
