"""Styles of texts and things in a scene, and the style of each seat's colour."""

from __future__ import annotations

import enum

__all__ = ["PLAYER_STYLES", "Style", "player_style"]


class Style(enum.Enum):
    """Meaning of a text or a thing, for which each program that draws scenes chooses a colour."""

    __hash__ = object.__hash__  # an enum's own is Python, and spans are looked up by the thousand

    TEXT = enum.auto()
    FAINT = enum.auto()
    """Less interesting than the rest, or only remembered."""
    STRONG = enum.auto()
    HIDDEN = enum.auto()
    """The viewer knows nothing of this place or value."""
    GOOD = enum.auto()
    WARN = enum.auto()
    BAD = enum.auto()
    FIRST = enum.auto()
    """Colour of seat 0. SECOND to SIXTEENTH are the colours of seats 1 to 15."""
    SECOND = enum.auto()
    THIRD = enum.auto()
    FOURTH = enum.auto()
    FIFTH = enum.auto()
    SIXTH = enum.auto()
    SEVENTH = enum.auto()
    EIGHTH = enum.auto()
    NINTH = enum.auto()
    TENTH = enum.auto()
    ELEVENTH = enum.auto()
    TWELFTH = enum.auto()
    THIRTEENTH = enum.auto()
    FOURTEENTH = enum.auto()
    FIFTEENTH = enum.auto()
    SIXTEENTH = enum.auto()


PLAYER_STYLES = tuple(style for style in Style if style.value >= Style.FIRST.value)
"""Styles of the players' colours: the entry at an index is that of the seat with this index."""


def player_style(seat: int) -> Style:
    """Return the style of a seat's colour; from the seventeenth seat on, the colours repeat in order."""
    return PLAYER_STYLES[seat % len(PLAYER_STYLES)]
