"""The command `film`, which `referee replay film` starts to write a replay as a GIF or video."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

__all__ = ["film"]

_SIZE = re.compile(r"(\d{3,4})x(\d{3,4})", re.ASCII)
_LEAST, _MOST = (480, 270), (3840, 2160)
"""Smallest and largest size of a film, each as width and height in pixels."""


def film(
    file: Annotated[Path, typer.Argument(help="A replay.")],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="The film: a file that ends in .gif, .webm or .mp4."),
    ],
    eyes: Annotated[
        str, typer.Option(help="Whose eyes see it: public, all, or a seat such as seat-0.")
    ] = "public",
    size: Annotated[
        str, typer.Option(help="WIDTHxHEIGHT in pixels, wider than high.")
    ] = "1280x720",
    step_ms: Annotated[
        int, typer.Option(min=20, max=60_000, help="Milliseconds a step; moments take longer.")
    ] = 700,
    first: Annotated[int, typer.Option("--from", min=0, help="The first step.")] = 0,
    last: Annotated[
        int | None, typer.Option("--to", min=0, help="The last step.", show_default="the end")
    ] = None,
    theme: Annotated[Literal["light", "dark"], typer.Option(help="Colours.")] = "light",
) -> None:
    """Write a replay as a film: a GIF, WebM or MP4 with a title, every step, and the result."""
    from referee_arena.film.errors import FilmError
    from referee_arena.film.shots import Cut, shots_of
    from referee_arena.film.writing import SUFFIXES, write_film

    if output.suffix.lower() not in SUFFIXES:
        raise FilmError(f"{output}: a film ends in {', '.join(SUFFIXES)}")
    pixels = _parsed_size(size)
    try:
        shots = shots_of(file, eyes, Cut(first, last, step_ms))
    except OSError as error:
        raise FilmError(f"{file} can't be read: {error.strerror}") from None

    def report(number: int) -> None:
        if sys.stderr.isatty():
            typer.echo(f"\r{number} of {len(shots)} pictures", nl=number == len(shots), err=True)

    try:
        write_film(shots, output, pixels, theme, report)
    except OSError as error:
        raise FilmError(f"{output} can't be written: {error.strerror or error}") from None
    seconds = sum(shot.ms for shot in shots) / 1000
    typer.echo(f"{output}: {len(shots)} pictures, {seconds:.0f} s")


def _parsed_size(text: str) -> tuple[int, int]:
    """Return width and height in pixels from a text such as `1280x720`, changed to even numbers, as videos need them.

    Raises:
        FieldError: The text has another form, or the size is not allowed for a film.
    """
    from referee.core.errors import FieldError

    found = _SIZE.fullmatch(text)
    width, height = (int(found[1]), int(found[2])) if found else (0, 0)
    fits = all(
        least <= value <= most
        for least, value, most in zip(_LEAST, (width, height), _MOST, strict=True)
    )
    if not fits or not 1.25 <= width / height <= 2.5:
        form = f"WIDTHxHEIGHT from {_LEAST[0]}x{_LEAST[1]} to {_MOST[0]}x{_MOST[1]}, 1.25 to 2.5 times as wide as high"
        raise FieldError("size", form, text)
    return width - width % 2, height - height % 2
