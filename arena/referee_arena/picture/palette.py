"""The colours of pictures, read from the style sheet of the arena's pages, so that both have the same."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Literal, TypeAlias

__all__ = ["THEMES", "Palette", "Theme", "palette_of"]

Theme: TypeAlias = Literal["light", "dark"]
"""Name of a set of colours: for a light or for a dark background."""
THEMES: tuple[Theme, ...] = ("light", "dark")
"""All themes; the first is the default."""

_COLOUR = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
_SEAT = re.compile(r"seat:?(\d+)")
_SEATS = 16
"""Number of different colours of seats; the seat with this index has the colour of seat 0 again, and so on."""
_NAMES = {"faint": "faint", "hidden": "faint", "good": "good", "warn": "warn", "bad": "bad"}


class Palette:
    """The colours of one theme, as `#rrggbb`.

    Args:
        colours: Colours by their names in the style sheet, such as `#f4f4f1` for `ground`.
    """

    def __init__(self, colours: Mapping[str, str]) -> None:
        self._colours = colours

    def __getitem__(self, name: str) -> str:
        """Return the colour that has this name in the style sheet, such as `ground`.

        Raises:
            KeyError: The style sheet has no such colour.
        """
        return self._colours[name]

    def seat(self, seat: int) -> str:
        """Return the colour of the seat with this index, from 0."""
        return self._colours[f"c{seat % _SEATS}"]

    def of(self, style: str, default: str = "ink") -> str:
        """Return the colour of a style such as `faint` or `seat3`.

        Args:
            style: Style of a word, token or mark in a frame.
            default: Name of the colour to return for a style to which the style sheet gives no colour, such as `strong`.
        """
        found = _SEAT.fullmatch(style)
        if found:
            return self.seat(int(found[1]))
        return self._colours[_NAMES.get(style, default)]

    def mix(self, colour: str, share: float, other: str) -> str:
        """Return a mixture of two colours, as `#rrggbb`.

        Args:
            colour: The first colour, as `#rrggbb`.
            share: Share of the first colour in the mixture, from 0 to 1.
            other: The second colour, as `#rrggbb`.
        """
        channels = (
            round(share * int(colour[at : at + 2], 16) + (1 - share) * int(other[at : at + 2], 16))
            for at in (1, 3, 5)
        )
        return "#" + "".join(f"{channel:02x}" for channel in channels)


@functools.cache
def palette_of(theme: Theme) -> Palette:
    """Return the colours of a theme."""
    sheet = (files("referee_arena") / "static" / "arena.css").read_text(encoding="utf-8")
    return Palette({name: pair[theme == "dark"] for name, *pair in _COLOUR.findall(sheet)})
