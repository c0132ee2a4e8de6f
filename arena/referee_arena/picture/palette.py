"""Colours of pictures: those of the pages, read from their style sheet."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Literal, TypeAlias

__all__ = ["THEMES", "Palette", "Theme", "palette_of"]

Theme: TypeAlias = Literal["light", "dark"]
"""Name of a set of colours."""
THEMES: tuple[Theme, ...] = ("light", "dark")
"""All themes; the first is the default."""

_COLOUR = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
_SEAT = re.compile(r"seat:?(\d+)")
_SEATS = 16
"""Colours of seats; further seats have them again in order."""
_NAMES = {"faint": "faint", "hidden": "faint", "good": "good", "warn": "warn", "bad": "bad"}


class Palette:
    """Colours of a theme.

    Args:
        colours: Colour of each name, such as `#f4f4f1` of `ground`.
    """

    def __init__(self, colours: Mapping[str, str]) -> None:
        self._colours = colours

    def __getitem__(self, name: str) -> str:
        """Return the colour of a name in the style sheet, such as `ground`."""
        return self._colours[name]

    def seat(self, seat: int) -> str:
        """Return the colour of a seat by its index."""
        return self._colours[f"c{seat % _SEATS}"]

    def of(self, style: str, default: str = "ink") -> str:
        """Return the colour of a style such as `faint` or `seat3`.

        Args:
            style: The style, as frames have it.
            default: Name of the colour of styles without their own one.
        """
        found = _SEAT.fullmatch(style)
        if found:
            return self.seat(int(found[1]))
        return self._colours[_NAMES.get(style, default)]

    def mix(self, colour: str, share: float, other: str) -> str:
        """Return a mixture of two colours.

        Args:
            colour: The one, as `#rrggbb`.
            share: Share of the one, from 0 to 1.
            other: The other, as `#rrggbb`.
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
